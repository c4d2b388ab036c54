//! The request that opens a connection, and who may not have one.
//!
//! Pusher's clients learn a refusal from a close code, so a refused connection is still upgraded,
//! sent `pusher:error`, and closed. Only a foreign web page is refused before the upgrade, by a
//! plain 403: it must not get a WebSocket at all.

use alloc::{borrow::ToOwned as _, format, string::String};
use core::fmt;

use baton_hub::{DisconnectReason, Framing};

use super::{close, outgoing};
use crate::{App, Context, Refusal, Session, framing, origin};

/// Versions of the protocol that are served, all as 7: later ones only added events.
const VERSIONS: core::ops::RangeInclusive<u32> = 4..=7;
/// A client library's version is a few dotted numbers; longer than this it is something else.
const CLIENT_VERSION_BYTES: usize = 64;

/// A request for `/app/KEY?protocol=7&client=js&version=8.4.0`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConnectRequest<'a> {
    /// The app's key.
    pub key: &'a str,
    protocol: Option<&'a str>,
    version: Option<&'a str>,
    /// Whether events are to carry their positions (`positions=true`).
    pub wants_positions: bool,
}

impl<'a> ConnectRequest<'a> {
    /// Reads a request target; `None` where its path is no app's. Other query parameters are ignored, and
    /// of a repeated one the first counts.
    pub fn parse(target: &'a str) -> Option<Self> {
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let key = path.strip_prefix("/app/")?;
        if key.contains('/') {
            return None;
        }
        let parameter = |name: &str| {
            query
                .split('&')
                .filter_map(|pair| pair.split_once('='))
                .find(|(key, _)| *key == name)
                .map(|(_, value)| value)
        };
        let wants_positions = matches!(parameter("positions"), Some("true" | "1"));
        Some(Self { key, protocol: parameter("protocol"), version: parameter("version"), wants_positions })
    }

    /// Decides about a connection to `app`, which is the one with this key if there is one; `connections`
    /// is how many the app has already.
    pub fn judge(&self, app: Option<&App>, origin: Option<&str>, connections: u64) -> Result<(), Refused> {
        let Some(app) = app else { return Err(self.refused(None, Cause::UnknownApp)) };
        if !origin::is_allowed(origin, &app.allowed_origins) {
            return Err(Refused::Origin(OriginRefused { origin: origin.unwrap_or_default().to_owned() }));
        }
        let checked = if app.enabled { self.check_versions() } else { Err(Cause::Disabled) };
        let limit = app.max_connections;
        let within = limit == 0 || connections < u64::from(limit);
        match checked {
            Ok(()) if within => Ok(()),
            Ok(()) => Err(self.refused(Some(app), Cause::Quota { limit })),
            Err(cause) => Err(self.refused(Some(app), cause)),
        }
    }

    fn check_versions(&self) -> Result<(), Cause<'a>> {
        let protocol = self.protocol.filter(|text| !text.is_empty()).ok_or(Cause::NoProtocol)?;
        let digits = protocol.bytes().all(|byte| byte.is_ascii_digit());
        if !digits {
            return Err(Cause::MalformedVersion { parameter: "protocol", value: protocol });
        }
        if !protocol.parse().is_ok_and(|version| VERSIONS.contains(&version)) {
            return Err(Cause::UnsupportedProtocol { value: protocol });
        }
        match self.version {
            Some(value) if !is_client_version(value) => {
                Err(Cause::MalformedVersion { parameter: "version", value })
            }
            _ => Ok(()),
        }
    }

    fn refused(&self, app: Option<&App>, cause: Cause<'_>) -> Refused {
        Refused::Closing(RefusedSession {
            code: cause.code(),
            counted: cause.counted(),
            text: format!("{}", Explained { cause, key: self.key }),
            error_data_as_string: app.is_some_and(|app| app.pusher.error_data_as_string),
        })
    }
}

/// Client libraries write `8.4.0`, `1.0`, `2.0.0-beta.1` or nothing.
fn is_client_version(text: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_' | b'+' | b'%');
    text.len() <= CLIENT_VERSION_BYTES && text.bytes().all(allowed)
}

/// How a connection is refused.
#[derive(Debug)]
pub enum Refused {
    /// Before the upgrade: answer 403 with its text.
    Origin(OriginRefused),
    /// After the upgrade: let this session say why.
    Closing(RefusedSession),
}

impl Refused {
    /// What to count.
    pub fn cause(&self) -> Refusal {
        match self {
            Self::Origin(_) => Refusal::Origin,
            Self::Closing(session) => session.cause(),
        }
    }
}

/// A web page of an origin that the app does not list.
#[derive(Debug)]
pub struct OriginRefused {
    origin: String,
}

impl fmt::Display for OriginRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = crate::excerpt::beginning(&self.origin, 128);
        write!(f, "Origin {shown:?} may not connect: add it to the app's allowed_origins")
    }
}

enum Cause<'a> {
    UnknownApp,
    Disabled,
    Quota { limit: u32 },
    MalformedVersion { parameter: &'static str, value: &'a str },
    UnsupportedProtocol { value: &'a str },
    NoProtocol,
}

impl Cause<'_> {
    fn code(&self) -> u16 {
        match self {
            Self::UnknownApp => close::NO_SUCH_APP,
            Self::Disabled => close::APP_DISABLED,
            Self::Quota { .. } => close::OVER_QUOTA,
            Self::MalformedVersion { .. } => close::MALFORMED_VERSION,
            Self::UnsupportedProtocol { .. } => close::UNSUPPORTED_PROTOCOL,
            Self::NoProtocol => close::NO_PROTOCOL,
        }
    }

    fn counted(&self) -> Refusal {
        match self {
            Self::UnknownApp | Self::Disabled => Refusal::App,
            Self::Quota { .. } => Refusal::Quota,
            Self::MalformedVersion { .. } | Self::UnsupportedProtocol { .. } | Self::NoProtocol => {
                Refusal::Version
            }
        }
    }
}

struct Explained<'a> {
    cause: Cause<'a>,
    key: &'a str,
}

impl fmt::Display for Explained<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let short = |text| crate::excerpt::beginning(text, 64);
        match self.cause {
            Cause::UnknownApp => {
                write!(f, "App key {} does not exist: check the client's key", short(self.key))
            }
            Cause::Disabled => write!(f, "App with key {} is disabled: set enabled = true", short(self.key)),
            Cause::Quota { limit } => {
                write!(f, "App is over its quota of {limit} connections: raise max_connections")
            }
            Cause::MalformedVersion { parameter, value } => {
                write!(f, "Invalid version string: {parameter}={} is not a version", short(value))
            }
            Cause::UnsupportedProtocol { value } => {
                write!(f, "Unsupported protocol version {}: use protocol=7 (4 to 7 are served)", short(value))
            }
            Cause::NoProtocol => f.write_str("No protocol version given: connect with ?protocol=7"),
        }
    }
}

/// A connection that is opened only to say why it is refused.
///
/// It asks nothing of its [`Context`] but to send and close, as there may be no app to ask about.
#[derive(Debug)]
pub struct RefusedSession {
    code: u16,
    counted: Refusal,
    text: String,
    error_data_as_string: bool,
}

impl RefusedSession {
    /// What to count.
    pub fn cause(&self) -> Refusal {
        self.counted
    }

    /// Why, in the client's words.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The code that it closes with.
    pub fn code(&self) -> u16 {
        self.code
    }
}

impl Session for RefusedSession {
    fn opened(&mut self, ctx: &mut dyn Context) {
        ctx.send(&outgoing::error(Some(self.code), &self.text, self.error_data_as_string));
        close::with(ctx, self.code, &self.text);
    }

    fn text(&mut self, _text: &str, _ctx: &mut dyn Context) {}

    fn binary(&mut self, _data: &[u8], _ctx: &mut dyn Context) {}

    fn timer(&mut self, _ctx: &mut dyn Context) {}

    fn disconnect(&mut self, _reason: DisconnectReason, _ctx: &mut dyn Context) {}

    fn closed(&mut self, _ctx: &mut dyn Context) {}

    fn framing(&self) -> Framing {
        framing::PUSHER
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString as _;

    use baton_hub::AppId;

    use super::*;

    fn app() -> App {
        App::new(AppId(0), "1", "key", "secret")
    }

    fn code(target: &str, app: Option<&App>, connections: u64) -> Option<u16> {
        match ConnectRequest::parse(target).unwrap().judge(app, None, connections) {
            Ok(()) => None,
            Err(Refused::Closing(session)) => Some(session.code()),
            Err(Refused::Origin(refused)) => panic!("{refused}"),
        }
    }

    #[test]
    fn only_paths_of_apps_are_read() {
        let js = "/app/key?protocol=7&client=js&version=8.6.0&flash=false";
        assert_eq!(ConnectRequest::parse(js).map(|request| request.key), Some("key"));
        assert_eq!(ConnectRequest::parse("/app/").map(|request| request.key), Some(""));
        for target in
            ["/", "/app", "/apps/1/events", "/app/a/b", "/xapp/key", "app/key", "/app/key/?protocol=7"]
        {
            assert_eq!(ConnectRequest::parse(target), None, "{target}");
        }
    }

    #[test]
    fn versions_are_judged() {
        let app = app();
        for (query, expected) in [
            ("?protocol=7&client=js&version=8.6.0&flash=false", None),
            ("?protocol=4", None),
            ("?protocol=5&version=", None),
            ("?protocol=6&version=2.0.0-beta.1%2Bbuild", None),
            ("?x&protocol=7", None),
            ("", Some(4008)),
            ("?protocol", Some(4008)),
            ("?protocol=", Some(4008)),
            ("?Protocol=7", Some(4008)),
            ("?protocol=0", Some(4007)),
            ("?protocol=3", Some(4007)),
            ("?protocol=8", Some(4007)),
            ("?protocol=99999999999999999999", Some(4007)),
            ("?protocol=7.0", Some(4006)),
            ("?protocol=-7", Some(4006)),
            ("?protocol=+7", Some(4006)),
            ("?protocol=seven", Some(4006)),
            ("?protocol=7&version=<script>", Some(4006)),
            ("?protocol=3&protocol=7", Some(4007)),
        ] {
            assert_eq!(code(&["/app/key", query].concat(), Some(&app), 0), expected, "{query}");
        }
        let long = ["/app/key?protocol=7&version=", &"1".repeat(65)].concat();
        assert_eq!(code(&long, Some(&app), 0), Some(4006));
    }

    #[test]
    fn apps_are_judged() {
        let target = "/app/key?protocol=7";
        assert_eq!(code(target, None, 0), Some(4001));
        let disabled = App { enabled: false, ..app() };
        assert_eq!(code(target, Some(&disabled), 0), Some(4003));
        let two = App { max_connections: 2, ..app() };
        assert_eq!((code(target, Some(&two), 1), code(target, Some(&two), 2)), (None, Some(4004)));
    }

    #[test]
    fn foreign_pages_get_no_websocket() {
        let app = App { allowed_origins: alloc::vec!["example.com".to_owned()], ..app() };
        let request = ConnectRequest::parse("/app/key?protocol=7").unwrap();
        assert!(request.judge(Some(&app), Some("https://example.com"), 0).is_ok());
        assert!(request.judge(Some(&app), None, 0).is_ok());
        let refused = request.judge(Some(&app), Some("https://evil.net"), 0).unwrap_err();
        assert_eq!(refused.cause(), Refusal::Origin);
        let Refused::Origin(refused) = refused else { panic!("should be refused before the upgrade") };
        assert_eq!(
            refused.to_string(),
            "Origin \"https://evil.net\" may not connect: add it to the app's allowed_origins"
        );
    }
}
