//! The HTTP paths of Supabase's server. Pages of any origin may ask: what counts is the token that they bring.

use std::net::IpAddr;
use std::sync::atomic::Ordering;

use baton_protocols::phoenix;
use hyper::body::Incoming;
use hyper::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_MAX_AGE, ALLOW, HeaderValue, RETRY_AFTER,
};
use hyper::http::request::Parts;
use hyper::{Method, StatusCode};

use super::longpoll;
use super::routes::{Answer, JSON, Routes, TEXT, Unread, text};
use crate::supabase::{self, Sender};
use crate::tenants;

/// What clients' libraries send beside what every page may.
const HEADERS: &str = "authorization, apikey, x-api-key, x-client-info, content-type, x-phoenix-authtoken";

/// A call, and what of its path matters to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Call<'p> {
    Broadcast,
    Presence,
    /// What follows `/api/tenants`.
    Tenants(&'p str),
    /// Long-poll, which is spoken in place of a WebSocket.
    LongPoll,
    Ping,
    Healthcheck,
}

impl<'p> Call<'p> {
    /// Which call a path means, without the setting `path_prefix`. Broadcasts and presence are served behind any prefix, as
    /// gateways put one there.
    pub(super) fn of(path: &'p str) -> Option<Self> {
        if path.contains("/api/broadcast") {
            return Some(Self::Broadcast);
        }
        if longpoll::is_path(path) {
            return Some(Self::LongPoll);
        }
        if path.contains("/api/presence/") {
            return Some(Self::Presence);
        }
        let own = path.strip_prefix("/realtime/v1").unwrap_or(path);
        match own {
            "/api/ping" => Some(Self::Ping),
            "/healthcheck" if own == path => Some(Self::Healthcheck),
            _ => {
                let rest = own.strip_prefix("/api/tenants")?;
                (rest.is_empty() || rest.starts_with('/')).then_some(Self::Tenants(rest))
            }
        }
    }

    /// The methods that it has.
    fn methods(self) -> &'static str {
        match self {
            Self::Broadcast => "POST, OPTIONS",
            Self::LongPoll => "GET, POST, OPTIONS",
            Self::Presence | Self::Ping | Self::Healthcheck => "GET, OPTIONS",
            Self::Tenants(_) => "GET, POST, PUT, PATCH, DELETE, OPTIONS",
        }
    }
}

impl Routes {
    /// Answers one call.
    pub(super) async fn supabase(
        &self,
        call: Call<'_>,
        parts: &Parts,
        body: Incoming,
        peer: IpAddr,
    ) -> Answer {
        let answer = match (call, &parts.method) {
            (Call::Broadcast, &Method::POST) => self.broadcast(parts, body, peer).await,
            (Call::LongPoll, &Method::POST) => self.say(parts, body).await,
            _ => match self.discard(body).await {
                Ok(_) => Ok(self.without_body(call, parts, peer).await),
                Err(unread) => Err(unread),
            },
        };
        let mut answer = answer.unwrap_or_else(|unread| self.unread(unread, parts, peer));
        self.node().metrics.requests.fetch_add(1, Ordering::Relaxed);
        for (name, value) in [
            (ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
            (ACCESS_CONTROL_ALLOW_METHODS, call.methods()),
            (ACCESS_CONTROL_ALLOW_HEADERS, HEADERS),
            (ACCESS_CONTROL_MAX_AGE, "3600"),
        ] {
            answer.headers_mut().insert(name, HeaderValue::from_static(value));
        }
        answer
    }

    /// Sends a broadcast, whose body is kept only from those whose token is good.
    async fn broadcast(&self, parts: &Parts, body: Incoming, peer: IpAddr) -> Result<Answer, Unread> {
        Ok(match Sender::of(self.node(), parts, peer).await {
            Ok(sender) => {
                let body = self.body(body, sender.proof()).await?;
                from_supabase(sender.broadcast(&body).await)
            }
            Err(refusal) => {
                self.discard(body).await?;
                from_supabase(refusal)
            }
        })
    }

    /// Answers a call that has no body.
    async fn without_body(&self, call: Call<'_>, parts: &Parts, peer: IpAddr) -> Answer {
        let node = self.node();
        match (call, &parts.method) {
            (_, &Method::OPTIONS) => text(StatusCode::NO_CONTENT, TEXT, ""),
            (Call::Ping, _) => text(StatusCode::OK, JSON, r#"{"message":"Success"}"#),
            (Call::Healthcheck, _) => text(StatusCode::OK, TEXT, "ok"),
            (Call::Presence, &Method::GET) => from_supabase(supabase::presences(node, parts, peer).await),
            (Call::LongPoll, &Method::GET) => self.poll(parts, peer).await,
            (Call::Tenants(path), _) => from_tenants(tenants::answer(node, parts, path, peer)),
            (Call::Broadcast, _) => unlike(call, "Broadcasts are sent by POST."),
            (Call::LongPoll, _) => unlike(call, "Clients poll by GET, and send by POST."),
            (Call::Presence, _) => unlike(call, "Who is present is asked by GET."),
        }
    }
}

fn unlike(call: Call<'_>, why: &'static str) -> Answer {
    let mut answer = text(StatusCode::METHOD_NOT_ALLOWED, TEXT, why);
    answer.headers_mut().insert(ALLOW, HeaderValue::from_static(call.methods()));
    answer
}

fn from_supabase(answer: phoenix::api::Answer) -> Answer {
    let mut response = text(status(answer.status), JSON, answer.body);
    if let Some(seconds) = answer.retry_after_s {
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
    }
    response
}

fn from_tenants(answer: tenants::Answer) -> Answer {
    let body = answer.body.map(|body| body.to_string()).unwrap_or_default();
    let mut response = text(status(answer.status), JSON, body);
    if let Some(allow) = answer.allow {
        response.headers_mut().insert(ALLOW, HeaderValue::from_static(allow));
    }
    response
}

fn status(code: u16) -> StatusCode {
    StatusCode::from_u16(code).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}

#[cfg(test)]
mod tests {
    use super::Call;

    #[test]
    fn paths_lead_to_calls() {
        for (path, call) in [
            ("/api/broadcast", Some(Call::Broadcast)),
            ("/gateway/realtime/v1/api/broadcast/x/events/e", Some(Call::Broadcast)),
            ("/realtime/v1/api/presence/x", Some(Call::Presence)),
            ("/api/tenants", Some(Call::Tenants(""))),
            ("/realtime/v1/api/tenants/a/health", Some(Call::Tenants("/a/health"))),
            ("/api/tenantsx", None),
            ("/socket/longpoll", Some(Call::LongPoll)),
            ("/realtime/v1/longpoll", Some(Call::LongPoll)),
            ("/longpoll", None),
            ("/api/ping", Some(Call::Ping)),
            ("/realtime/v1/api/ping", Some(Call::Ping)),
            ("/healthcheck", Some(Call::Healthcheck)),
            ("/realtime/v1/healthcheck", None),
            ("/app/key", None),
        ] {
            assert_eq!(Call::of(path), call, "{path}");
        }
    }
}
