//! Paths: which call of which app a request asks for.
//!
//! `/apps/ID/…` may stand behind a prefix that a proxy or the server's settings put there; SDKs sign the path
//! with it or without it, so a [`Route`] keeps both.

use alloc::borrow::Cow;

use super::Failure;
use crate::percent;

/// A path, understood.
#[derive(Debug)]
pub(super) struct Route<'a> {
    /// The path as it came.
    pub(super) full: &'a str,
    /// The path from `/apps/` on.
    pub(super) stripped: &'a str,
    /// The app's id.
    pub(super) app_id: Cow<'a, str>,
    /// What is asked for.
    pub(super) call: Call<'a>,
}

/// What the API can be asked for. Names and ids are percent-decoded and otherwise unchecked.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Call<'a> {
    /// `POST events`
    Events,
    /// `POST batch_events`
    BatchEvents,
    /// `POST channels/NAME/events`, the form of 2012
    ChannelEvents(Cow<'a, str>),
    /// `GET connections`
    Connections,
    /// `GET channels`
    Channels,
    /// `GET channels/NAME`
    Channel(Cow<'a, str>),
    /// `GET channels/NAME/users`
    Users(Cow<'a, str>),
    /// `GET channels/NAME/history`
    History(Cow<'a, str>),
    /// `POST tokens/revoke`
    RevokeTokens,
    /// `POST users/ID/terminate_connections`
    Terminate(Cow<'a, str>),
    /// `POST users/ID/force_reconnect`
    Reconnect(Cow<'a, str>),
    /// `GET webhooks`
    Webhooks,
    /// `POST webhooks/ID/redeliver`
    Redeliver(Cow<'a, str>),
}

impl<'a> Route<'a> {
    /// Finds the call; a 404 where there is none.
    pub(super) fn find(path: &'a str) -> Result<Self, Failure> {
        Self::parse(path).ok_or_else(|| Failure::unknown_path(path))
    }

    fn parse(path: &'a str) -> Option<Self> {
        let stripped = path.get(path.find("/apps/")?..)?;
        let mut segments = stripped.split('/').skip(2);
        let app_id = percent::decode(segments.next()?)?;
        let parts = [segments.next(), segments.next(), segments.next()];
        let call = match parts {
            _ if segments.next().is_some() => return None,
            [Some("events"), None, None] => Call::Events,
            [Some("batch_events"), None, None] => Call::BatchEvents,
            [Some("connections"), None, None] => Call::Connections,
            [Some("tokens"), Some("revoke"), None] => Call::RevokeTokens,
            [Some("channels"), None, None] => Call::Channels,
            [Some("channels"), Some(name), below] => Call::of_channel(percent::decode(name)?, below)?,
            [Some("webhooks"), None, None] => Call::Webhooks,
            [Some("webhooks"), Some(id), Some("redeliver")] => Call::Redeliver(percent::decode(id)?),
            [Some("users"), Some(id), Some(verb)] => Call::of_user(percent::decode(id)?, verb)?,
            _ => return None,
        };
        Some(Self { full: path, stripped, app_id, call })
    }
}

impl<'a> Call<'a> {
    fn of_channel(name: Cow<'a, str>, below: Option<&str>) -> Option<Self> {
        Some(match below {
            None => Self::Channel(name),
            Some("users") => Self::Users(name),
            Some("history") => Self::History(name),
            Some("events") => Self::ChannelEvents(name),
            Some(_) => return None,
        })
    }

    fn of_user(id: Cow<'a, str>, verb: &str) -> Option<Self> {
        Some(match verb {
            "terminate_connections" => Self::Terminate(id),
            "force_reconnect" => Self::Reconnect(id),
            _ => return None,
        })
    }

    /// The one method that the call takes.
    pub(super) fn method(&self) -> &'static str {
        match self {
            Self::Connections
            | Self::Channels
            | Self::Channel(_)
            | Self::Users(_)
            | Self::History(_)
            | Self::Webhooks => "GET",
            _ => "POST",
        }
    }

    /// The methods that its path takes: streams begin at the paths of two calls.
    pub(super) fn allowed(&self) -> &'static str {
        match self {
            Self::Events | Self::ChannelEvents(_) => "GET, POST",
            _ => self.method(),
        }
    }

    /// Whether the call publishes.
    pub(super) fn is_publish(&self) -> bool {
        matches!(self, Self::Events | Self::BatchEvents | Self::ChannelEvents(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(path: &str) -> Option<Call<'_>> {
        Route::parse(path).map(|route| route.call)
    }

    #[test]
    fn every_call_has_its_path() {
        for (path, expected) in [
            ("/apps/1/events", Call::Events),
            ("/apps/1/batch_events", Call::BatchEvents),
            ("/apps/1/connections", Call::Connections),
            ("/apps/1/channels", Call::Channels),
            ("/apps/1/channels/a", Call::Channel("a".into())),
            ("/apps/1/channels/a/users", Call::Users("a".into())),
            ("/apps/1/channels/a/history", Call::History("a".into())),
            ("/apps/1/channels/a/events", Call::ChannelEvents("a".into())),
            ("/apps/1/tokens/revoke", Call::RevokeTokens),
            ("/apps/1/users/u/terminate_connections", Call::Terminate("u".into())),
            ("/apps/1/users/u/force_reconnect", Call::Reconnect("u".into())),
            ("/apps/1/webhooks", Call::Webhooks),
            ("/apps/1/webhooks/a%62/redeliver", Call::Redeliver("ab".into())),
        ] {
            assert_eq!(call(path), Some(expected), "{path}");
        }
    }

    #[test]
    fn names_are_decoded_once_and_a_plus_is_a_plus() {
        assert_eq!(
            call("/apps/1/channels/%23server%2Dto-user-%2561"),
            Some(Call::Channel("#server-to-user-%61".into()))
        );
        assert_eq!(call("/apps/1/channels/a+b"), Some(Call::Channel("a+b".into())));
        assert_eq!(call("/apps/1/channels/a%2Fusers"), Some(Call::Channel("a/users".into())));
        assert_eq!(call("/apps/1/channels/%FF"), None, "not UTF-8");
    }

    #[test]
    fn a_prefix_is_kept_for_the_signature() {
        let route = Route::find("/ws/apps/7/events").unwrap();
        assert_eq!(
            (route.full, route.stripped, &*route.app_id),
            ("/ws/apps/7/events", "/apps/7/events", "7")
        );
        let route = Route::find("/apps/apps/events").unwrap();
        assert_eq!((route.stripped, &*route.app_id), ("/apps/apps/events", "apps"));
    }

    #[test]
    fn other_paths_name_no_call() {
        for path in [
            "",
            "/",
            "/apps",
            "/apps/",
            "/apps/1",
            "/apps/1/",
            "/apps/1/events/",
            "/apps/1/event",
            "/apps/1/channels/a/b",
            "/apps/1/channels/a/users/x",
            "/apps/1/users",
            "/apps/1/tokens",
            "/apps/1/tokens/revoke/x",
            "/apps/1/users/u",
            "/apps/1/users/u/x",
            "apps/1/events",
        ] {
            assert_eq!(call(path), None, "{path}");
        }
    }
}
