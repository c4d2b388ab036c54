//! The inspector under `/inspector`: its page, the files of it, its calls, and its endpoint for AI assistants.

use axum::body::Body;
use axum::routing::any;
use hyper::header::{
    ACCEPT, ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE,
    HeaderName, HeaderValue, ORIGIN, REFERRER_POLICY, SET_COOKIE, VARY, WWW_AUTHENTICATE,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use hyper::{Method, StatusCode};
use serde_json::json;

use super::body::Unread;
use super::operators::is_forwarded;
use super::routes::{Answer, Asked, JSON, Received, Rows, TEXT, text, under};
use super::supabase::from_tenants;
use crate::incomplete::Proof;
use crate::inspector::access::{caller, check_origin, cookie_name, host_of, token_caller};
use crate::inspector::api::{self, Call, Parameters, sign_in};
use crate::inspector::{SESSION_S, mcp, pages};
use crate::settings::McpAccess;
use crate::tenants;

const ROOT: &str = "/inspector";
const NOT_JSON: &str = "Content-Type has to be application/json";
/// The call that waits for what happens.
pub(super) const TIMELINE: &str = "/inspector/api/timeline";

/// The routes.
pub(super) fn rows() -> Rows {
    under(
        ROOT,
        any(async |Received(asked, body): Received| {
            let answer = asked.inspector(body).await.unwrap_or_else(|unread| asked.unread_as_json(unread));
            guarded(answer)
        }),
    )
}

impl Asked {
    async fn inspector(&self, body: Body) -> Result<Answer, Unread> {
        if let Some(refusal) = self.unreachable() {
            self.discard(body).await?;
            return Ok(refusal);
        }
        let path = self.handlers.own_path(&self.parts.uri);
        let path = path.strip_prefix(ROOT).unwrap_or(path);
        match path.strip_prefix("/api/") {
            Some(call) => self.inspector_call(call, body).await,
            None if path == mcp::PATH => self.inspector_mcp(body).await,
            None => {
                self.discard(body).await?;
                Ok(self.inspector_page(path))
            }
        }
    }

    /// The answer where the inspector is not served to where this request comes from.
    fn unreachable(&self) -> Option<Answer> {
        let settings = &self.handlers.node().config().settings;
        let has_token = settings.has_inspector_token();
        let is_local = self.handlers.shows_metrics && !self.is_forwarded && !is_forwarded(self);
        if !settings.inspector {
            return Some(text(StatusCode::NOT_FOUND, TEXT, "The inspector is off (setting inspector)."));
        }
        if !has_token && !is_local {
            return Some(text(
                StatusCode::NOT_FOUND,
                TEXT,
                "The inspector is served on loopback addresses alone, and not to requests that a proxy has forwarded. Set \
                 inspector_token to serve it to those who have it.",
            ));
        }
        check_origin(&self.parts, settings).err().map(from_tenants)
    }

    async fn inspector_call(&self, path: &str, body: Body) -> Result<Answer, Unread> {
        let Self { handlers, parts, client, .. } = self;
        let node = handlers.node();
        if path == "session" && parts.method == Method::POST {
            let body = self.body(body, Proof::None).await?;
            if let Some(refusal) = self.not_json(&body) {
                return Ok(refusal);
            }
            let (answer, cookie) = sign_in(node, &body, client.ip);
            return Ok(self.with_cookie(from_tenants(answer), cookie.as_deref()));
        }
        let caller = match caller(node, parts, client.ip) {
            Ok(caller) => caller,
            Err(refusal) => {
                self.discard(body).await?;
                return Ok(from_tenants(refusal));
            }
        };
        let body = self.body(body, Proof::Token(None)).await?;
        if let Some(refusal) = self.not_json(&body) {
            return Ok(refusal);
        }
        let base = self.base();
        let call = Call {
            node,
            caller: &caller,
            method: &parts.method,
            path,
            parameters: Parameters::parse(parts.uri.query().unwrap_or_default()),
            body: &body,
            base: &base,
        };
        let ends = path == "session" && parts.method == Method::DELETE;
        let answer = from_tenants(api::answer(call).await);
        Ok(if ends { self.with_cookie(answer, Some("")) } else { answer })
    }

    /// The answer to a body that is not said to be JSON: forms of other pages cannot say so.
    fn not_json(&self, body: &[u8]) -> Option<Answer> {
        let is_refused = !body.is_empty() && !self.parts.method.is_safe() && !self.says_json();
        is_refused.then(|| from_tenants(tenants::Answer::error(415, NOT_JSON)))
    }

    fn says_json(&self) -> bool {
        let kind =
            self.parts.headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
    }

    /// A message of an AI assistant.
    async fn inspector_mcp(&self, body: Body) -> Result<Answer, Unread> {
        let Self { handlers, parts, client, .. } = self;
        let node = handlers.node();
        let access = node.config().settings.inspector_mcp;
        if let Some(refusal) = self.no_mcp(access) {
            self.discard(body).await?;
            return Ok(refusal);
        }
        let Some(caller) = token_caller(node, parts, client.ip) else {
            self.discard(body).await?;
            return Ok(without_token());
        };
        let body = self.body(body, Proof::Token(None)).await?;
        let base = self.base();
        let asking = mcp::Asking { node, caller: &caller, access, headers: &parts.headers, base: &base };
        Ok(from_tenants(asking.answer(&body).await))
    }

    /// The answer to a request that is none of MCP over HTTP.
    fn no_mcp(&self, access: McpAccess) -> Option<Answer> {
        let refusal = |status, why| Some(from_tenants(tenants::Answer::error(status, why)));
        let header = |name| {
            self.parts.headers.get(name).map(|value| value.to_str().unwrap_or_default().to_ascii_lowercase())
        };
        if access == McpAccess::Off {
            let why = "AI assistants may not use the inspector: set inspector_mcp to \"read\" or \"operate\"";
            return refusal(404, why);
        }
        if self.parts.method != Method::POST {
            let why = "Messages are sent by POST: there is no stream to open by GET, and no session to end by DELETE";
            return Some(from_tenants(tenants::Answer::unlike("POST", why)));
        }
        if !self.says_json() {
            return refusal(415, NOT_JSON);
        }
        let takes_json = |kinds: String| {
            ["application/json", "application/*", "*/*"].iter().any(|kind| kinds.contains(kind))
        };
        if !header(ACCEPT).is_none_or(takes_json) {
            return refusal(406, "Answers are application/json, which Accept has to name");
        }
        None
    }

    /// The answer where a body was not read to its end, as calls have it.
    fn unread_as_json(&self, unread: Unread) -> Answer {
        let body = json!({ "error": unread.why }).to_string();
        let answer = self.unread(unread);
        let mut as_json = text(answer.status(), JSON, body);
        let kept = answer.headers().iter().filter(|(name, _)| **name != CONTENT_TYPE);
        as_json.headers_mut().extend(kept.map(|(name, value)| (name.clone(), value.clone())));
        as_json
    }

    /// Scheme, host, port and prefix by which the client reaches the server: the scheme as its browser says, or as the server
    /// itself speaks.
    fn base(&self) -> String {
        let settings = &self.handlers.node().config().settings;
        let header = |name: HeaderName| self.parts.headers.get(name).and_then(|value| value.to_str().ok());
        let of_page = header(ORIGIN).and_then(|origin| origin.split_once("://")).map(|(scheme, _)| scheme);
        let own = if settings.tls.is_some() { "https" } else { "http" };
        let scheme = of_page.or_else(|| header(HeaderName::from_static("x-forwarded-proto")));
        let scheme = if scheme.unwrap_or(own) == "https" { "https" } else { "http" };
        format!("{scheme}://{}{}", host_of(&self.parts).unwrap_or_default(), &*settings.path_prefix)
    }

    /// Sets the session's cookie; an empty one is deleted. Only pages of the same site send it back, and no script reads it.
    fn with_cookie(&self, mut answer: Answer, token: Option<&str>) -> Answer {
        let Some(token) = token else { return answer };
        let seconds = if token.is_empty() { 0 } else { SESSION_S };
        let secure = if self.base().starts_with("https") { "; Secure" } else { "" };
        let name = cookie_name(&self.parts);
        let cookie = format!("{name}={token}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Strict{secure}");
        if let Ok(value) = HeaderValue::try_from(cookie) {
            answer.headers_mut().insert(SET_COOKIE, value);
        }
        answer
    }

    fn inspector_page(&self, path: &str) -> Answer {
        if !matches!(self.parts.method, Method::GET | Method::HEAD) {
            return from_tenants(tenants::Answer::unlike("GET, HEAD", "The page is read by GET"));
        }
        match path {
            "" | "/" => text(StatusCode::OK, "text/html; charset=utf-8", pages::page(!path.is_empty())),
            file => match file.strip_prefix('/').and_then(pages::file) {
                Some(file) => self.file(file),
                None => {
                    text(StatusCode::NOT_FOUND, TEXT, "The inspector has no such page: it is at /inspector.")
                }
            },
        }
    }

    fn file(&self, file: &'static pages::File) -> Answer {
        let accepts = self.parts.headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
        let compressed = accepts.filter(|all| all.contains("gzip")).and_then(|_| file.compressed());
        let is_compressed = compressed.is_some();
        let mut answer = text(StatusCode::OK, file.content_type, compressed.unwrap_or_else(|| file.plain()));
        answer.headers_mut().insert(VARY, HeaderValue::from_static("accept-encoding"));
        if is_compressed {
            answer.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        answer
    }
}

fn without_token() -> Answer {
    let why = "Send Authorization: Bearer with the value of inspector_token or inspector_reader_token, with a JWT that api_jwt_secret \
               signs, or with the token of a session";
    let mut answer = from_tenants(tenants::Answer::error(401, why));
    answer.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    answer
}

/// An answer that no other page may show, and that no cache keeps.
fn guarded(mut answer: Answer) -> Answer {
    for (name, value) in [
        (CONTENT_SECURITY_POLICY, pages::POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        (REFERRER_POLICY, "no-referrer"),
        (CACHE_CONTROL, "no-store"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ] {
        answer.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    answer
}
