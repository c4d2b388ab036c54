//! One Pusher client as a state machine: bytes that arrived go in, bytes to send and the new phase come out.
//!
//! It has no socket and no clock, so a whole session is testable with byte strings. The order of a session is the one
//! that pusher-js keeps: upgrade, `connection_established`, one `pusher:subscribe` per channel, one
//! `subscription_succeeded` for each.

use serde::Deserialize;

use crate::fault::Fault;
use crate::frame;
use crate::ledger::excerpt;
use crate::signature;
use crate::target::App;

/// The sample key of RFC 6455, section 1.3. A constant, so that the answer to it is one too and the raw accept loop
/// needs no SHA-1.
const KEY: &str = "dGhlIHNhbXBsZSBub25jZQ==";

/// The accept value that RFC 6455, section 1.3 derives from [`KEY`].
pub const ACCEPT: &str = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";

/// An answer to the upgrade is a few hundred bytes; at 16 KiB without an end something else is talking.
const RESPONSE_BYTES: usize = 16 * 1024;

/// How far a client goes before it counts as open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// A TCP connection only: the receiving end of the raw send loop.
    Connected,
    /// The 101 has arrived: the raw accept loop.
    Upgraded,
    /// Every subscription has been confirmed: a Pusher server.
    Subscribed,
}

/// Where a session stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// The TCP handshake is under way.
    Connecting,
    /// The upgrade has been asked for.
    Upgrading,
    /// Upgraded; `connection_established` is awaited.
    Greeting,
    /// Subscribed to some channels, with this many confirmations to come.
    Subscribing(u32),
    /// Open: what arrives now is delivered.
    Ready,
}

/// What a client is told about its run.
pub struct Script<'a> {
    /// How far to go.
    pub depth: Depth,
    /// Whose key connects, and whose secret signs private channels.
    pub app: &'a App,
    /// The channels to subscribe to.
    pub channels: &'a [String],
}

/// Why a session ended.
#[derive(Debug)]
pub enum Broken {
    /// The server misbehaved or refused; the text says how.
    Session(String),
    /// A delivery failed the run's accounting.
    Delivery(Fault),
}

/// One client's session.
#[derive(Debug)]
pub struct Session {
    /// Where it stands.
    pub phase: Phase,
    /// What the socket is still to be given.
    pub outgoing: Vec<u8>,
    mask: [u8; 4],
}

/// A message of the protocol itself; `data` is an object or a string that holds one.
#[derive(Deserialize)]
struct Message<'a> {
    event: &'a str,
    #[serde(default)]
    data: serde_json::Value,
}

impl Session {
    /// A session whose frames are masked with `mask`.
    #[must_use]
    pub fn new(mask: [u8; 4]) -> Self {
        Self { phase: Phase::Connecting, outgoing: Vec::new(), mask }
    }

    /// The TCP connection stands: asks for the upgrade.
    pub fn connected(&mut self, script: &Script<'_>) {
        if script.depth == Depth::Connected {
            self.phase = Phase::Ready;
            return;
        }
        self.phase = Phase::Upgrading;
        self.outgoing = format!(
            "GET /app/{}?protocol=7&client=baton-load&version={}&flash=false HTTP/1.1\r\nHost: 127.0.0.1\r\n\
             Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {KEY}\r\nSec-WebSocket-Version: 13\r\n\r\n",
            script.app.key,
            env!("CARGO_PKG_VERSION"),
        )
        .into_bytes();
    }

    /// Takes what arrived and returns how many bytes of it are done with; the rest must be offered again, in front of
    /// what arrives next. Messages of channels go to `deliver`.
    ///
    /// # Errors
    /// If the server refuses, breaks the protocol or closes, or if `deliver` fails.
    pub fn consume(
        &mut self,
        script: &Script<'_>,
        bytes: &[u8],
        deliver: &mut impl FnMut(&[u8]) -> Result<(), Fault>,
    ) -> Result<usize, Broken> {
        let mut used = 0;
        if self.phase == Phase::Upgrading {
            used = self.take_response(script, bytes)?;
        }
        while self.phase != Phase::Upgrading {
            let rest = bytes.get(used..).unwrap_or_default();
            let Some(frame) = frame::scan(rest).map_err(|text| Broken::Session(text.to_owned()))? else {
                break;
            };
            used += frame.length;
            match frame.opcode {
                1 if self.phase == Phase::Ready && !is_protocol(frame.payload) => {
                    deliver(frame.payload).map_err(Broken::Delivery)?;
                }
                1 => self.take_message(script, frame.payload)?,
                8 => {
                    return Err(Broken::Session(format!("the server closed: {}", close_text(frame.payload))));
                }
                9 => frame::push_masked(&mut self.outgoing, 10, frame.payload, self.mask),
                10 => {}
                other => {
                    return Err(Broken::Session(format!(
                        "a frame with opcode {other}, which Pusher does not use"
                    )));
                }
            }
        }
        Ok(used)
    }

    /// The answer to the upgrade, once its head is whole.
    fn take_response(&mut self, script: &Script<'_>, bytes: &[u8]) -> Result<usize, Broken> {
        let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") else {
            if bytes.len() > RESPONSE_BYTES {
                return Err(Broken::Session(format!("over {RESPONSE_BYTES} bytes of HTTP head")));
            }
            return Ok(0);
        };
        let head = String::from_utf8_lossy(bytes.get(..end).unwrap_or_default());
        if !head.starts_with("HTTP/1.1 101 ") || !head.contains(ACCEPT) {
            return Err(Broken::Session(format!("the upgrade was refused: {}", excerpt(bytes))));
        }
        self.phase = if script.depth == Depth::Upgraded { Phase::Ready } else { Phase::Greeting };
        Ok(end + 4)
    }

    /// A message of the protocol, in any phase.
    fn take_message(&mut self, script: &Script<'_>, payload: &[u8]) -> Result<(), Broken> {
        let message: Message<'_> = serde_json::from_slice(payload).map_err(|error| {
            Broken::Session(format!("not a Pusher message ({error}): {}", excerpt(payload)))
        })?;
        match (message.event, self.phase) {
            ("pusher:connection_established", Phase::Greeting) => self.subscribe(script, &message.data),
            ("pusher_internal:subscription_succeeded", Phase::Subscribing(awaited)) => {
                self.phase = if awaited > 1 { Phase::Subscribing(awaited - 1) } else { Phase::Ready };
                Ok(())
            }
            ("pusher:ping", _) => {
                frame::push_masked(&mut self.outgoing, 1, br#"{"event":"pusher:pong","data":{}}"#, self.mask);
                Ok(())
            }
            ("pusher:error" | "pusher:subscription_error", _) => Err(Broken::Session(excerpt(payload))),
            _ => Ok(()),
        }
    }

    fn subscribe(&mut self, script: &Script<'_>, established: &serde_json::Value) -> Result<(), Broken> {
        let data: serde_json::Value = match established.as_str() {
            Some(text) => serde_json::from_str(text).unwrap_or_default(),
            None => established.clone(),
        };
        let Some(socket_id) = data.get("socket_id").and_then(|id| id.as_str()) else {
            return Err(Broken::Session("connection_established names no socket_id".to_owned()));
        };
        for channel in script.channels {
            let auth = if channel.starts_with("private-") {
                signature::private_channel(script.app, socket_id, channel)
            } else {
                String::new()
            };
            let text =
                format!(r#"{{"event":"pusher:subscribe","data":{{"auth":"{auth}","channel":"{channel}"}}}}"#);
            frame::push_masked(&mut self.outgoing, 1, text.as_bytes(), self.mask);
        }
        let awaited = u32::try_from(script.channels.len()).unwrap_or(u32::MAX);
        self.phase = if awaited == 0 { Phase::Ready } else { Phase::Subscribing(awaited) };
        Ok(())
    }
}

/// Whether a message belongs to the protocol and not to a channel. All servers write `event` first.
fn is_protocol(payload: &[u8]) -> bool {
    payload.starts_with(br#"{"event":"pusher"#)
}

fn close_text(payload: &[u8]) -> String {
    match payload {
        [high, low, reason @ ..] => {
            format!("{} {}", u16::from_be_bytes([*high, *low]), String::from_utf8_lossy(reason))
        }
        _ => "without a code".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn app() -> App {
        App { id: "1".into(), key: "k".into(), secret: "s".into() }
    }

    fn text(payload: &str) -> Vec<u8> {
        let mut out = Vec::new();
        frame::push_text(&mut out, payload.as_bytes());
        out
    }

    /// Feeds bytes and returns what was delivered.
    fn feed(session: &mut Session, script: &Script<'_>, bytes: &[u8]) -> Result<Vec<Vec<u8>>, Broken> {
        let mut delivered = Vec::new();
        let used = session.consume(script, bytes, &mut |payload| {
            delivered.push(payload.to_vec());
            Ok(())
        })?;
        assert_eq!(used, bytes.len());
        Ok(delivered)
    }

    fn response() -> Vec<u8> {
        format!("HTTP/1.1 101 Switching Protocols\r\nSec-WebSocket-Accept: {ACCEPT}\r\n\r\n").into_bytes()
    }

    const ESTABLISHED: &str = r#"{"event":"pusher:connection_established","data":"{\"socket_id\":\"1.2\",\"activity_timeout\":120}"}"#;

    #[test]
    fn a_session_goes_from_upgrade_to_delivery() {
        let (app, channels) = (app(), ["a".to_owned(), "b".to_owned()]);
        let script = Script { depth: Depth::Subscribed, app: &app, channels: &channels };
        let mut session = Session::new([0; 4]);
        session.connected(&script);
        assert!(session.outgoing.starts_with(b"GET /app/k?protocol=7&"));
        session.outgoing.clear();

        // The head and the greeting may come in one segment.
        feed(&mut session, &script, &[response(), text(ESTABLISHED)].concat()).unwrap();
        assert_eq!(session.phase, Phase::Subscribing(2));
        let sent = String::from_utf8_lossy(&session.outgoing).into_owned();
        assert!(sent.contains(r#""channel":"a""#) && sent.contains(r#""channel":"b""#), "{sent}");

        let confirmed =
            text(r#"{"event":"pusher_internal:subscription_succeeded","channel":"a","data":"{}"}"#);
        feed(&mut session, &script, &[confirmed.clone(), confirmed].concat()).unwrap();
        assert_eq!(session.phase, Phase::Ready);

        session.outgoing.clear();
        let event = r#"{"event":"m","channel":"a","data":"x"}"#;
        let ping = text(r#"{"event":"pusher:ping","data":"{}"}"#);
        let delivered = feed(&mut session, &script, &[text(event), ping, text(event)].concat()).unwrap();
        assert_eq!(delivered, [event.as_bytes(), event.as_bytes()]);
        assert!(String::from_utf8_lossy(&session.outgoing).contains("pusher:pong"));
    }

    #[test]
    fn a_private_channel_is_signed() {
        let (app, channels) = (app(), ["private-a".to_owned()]);
        let script = Script { depth: Depth::Subscribed, app: &app, channels: &channels };
        let mut session = Session::new([0; 4]);
        session.phase = Phase::Greeting;
        feed(&mut session, &script, &text(ESTABLISHED)).unwrap();
        let auth = signature::private_channel(&app, "1.2", "private-a");
        assert!(String::from_utf8_lossy(&session.outgoing).contains(&auth));
    }

    #[test]
    fn a_partial_head_or_frame_is_left_for_later() {
        let (app, channels) = (app(), []);
        let script = Script { depth: Depth::Subscribed, app: &app, channels: &channels };
        let mut session = Session::new([0; 4]);
        session.phase = Phase::Upgrading;
        let head = response();
        assert_eq!(session.consume(&script, &head[..20], &mut |_| Ok(())).unwrap(), 0);
        let mut more = head.clone();
        more.extend_from_slice(&text(ESTABLISHED)[..10]);
        assert_eq!(session.consume(&script, &more, &mut |_| Ok(())).unwrap(), head.len());
        feed(&mut session, &script, &text(ESTABLISHED)).unwrap();
        assert_eq!(session.phase, Phase::Ready);
    }

    #[test]
    fn refusals_say_what_the_server_said() {
        let (app, channels) = (app(), []);
        let script = Script { depth: Depth::Subscribed, app: &app, channels: &channels };
        let refused = |phase, bytes: &[u8]| {
            let mut session = Session::new([0; 4]);
            session.phase = phase;
            match session.consume(&script, bytes, &mut |_| Ok(())) {
                Err(Broken::Session(text)) => text,
                other => panic!("{other:?}"),
            }
        };
        assert!(refused(Phase::Upgrading, b"HTTP/1.1 403 Forbidden\r\n\r\n").contains("403"));
        assert!(
            refused(Phase::Upgrading, b"HTTP/1.1 101 X\r\nSec-WebSocket-Accept: no\r\n\r\n")
                .contains("refused")
        );
        assert!(refused(Phase::Ready, &[0x88, 4, 0x10, 0x04, b'n', b'o']).contains("4100 no"));
        let error = text(r#"{"event":"pusher:error","data":{"code":4301,"message":"too many"}}"#);
        assert!(refused(Phase::Ready, &error).contains("too many"));
        assert!(refused(Phase::Greeting, &text("junk")).contains("junk"));
    }

    #[test]
    fn a_failed_delivery_ends_the_session() {
        let (app, channels) = (app(), []);
        let script = Script { depth: Depth::Subscribed, app: &app, channels: &channels };
        let mut session = Session::new([0; 4]);
        session.phase = Phase::Ready;
        let result = session.consume(&script, &text("{}"), &mut |_| Err(Fault::Run("twice".into())));
        assert!(matches!(result, Err(Broken::Delivery(Fault::Run(text))) if text == "twice"));
    }
}
