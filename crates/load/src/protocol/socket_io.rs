//! Socket.IO over its WebSocket transport alone: Engine.IO 4 and the default namespace,
//! <https://socket.io/docs/v4/socket-io-protocol/>.
//!
//! Rooms are the server program's business. Ours takes `["subscribe", room]` with an acknowledgement and
//! `["publish", room, data]`, and sends `["m", room, data]` to the others.

use super::{Heard, Protocol, Roster};
use crate::ledger::excerpt;
use crate::target::App;

/// Socket.IO 4.
#[derive(Debug, Clone, Copy)]
pub struct SocketIo;

impl Protocol for SocketIo {
    fn path(&self, _app: &App) -> String {
        "/socket.io/?EIO=4&transport=websocket".to_owned()
    }

    fn hello(&self) -> Option<&'static str> {
        Some("40")
    }

    fn hear(&self, message: &str, answer: &mut String) -> Result<Heard, String> {
        match message.as_bytes() {
            [b'4', b'2', ..] => Ok(Heard::Delivery),
            [b'4', b'3', ..] => Ok(Heard::Subscribed(Roster::default())),
            [b'4', b'0', ..] => Ok(Heard::Greeted(String::new())),
            [b'2', ..] => {
                answer.push('3');
                Ok(Heard::Other)
            }
            [b'0', ..] => Ok(Heard::Other),
            _ => Err(format!("not an expected Socket.IO packet: {}", excerpt(message.as_bytes()))),
        }
    }

    fn subscribe(&self, _app: &App, _socket_id: &str, channel: &str, _member: &str) -> String {
        format!(r#"420["subscribe","{channel}"]"#)
    }

    fn event(&self, channel: &str, data: &str) -> String {
        format!(r#"42["publish","{channel}",{data}]"#)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packets_mean_what_the_protocol_says() {
        let mut answer = String::new();
        for (packet, heard) in [
            (r#"0{"sid":"x","pingInterval":25000}"#, Heard::Other),
            (r#"40{"sid":"y"}"#, Heard::Greeted(String::new())),
            ("430[]", Heard::Subscribed(Roster::default())),
            (r#"42["m","room",{}]"#, Heard::Delivery),
            ("2", Heard::Other),
        ] {
            assert_eq!(SocketIo.hear(packet, &mut answer).unwrap(), heard, "{packet}");
        }
        assert_eq!(answer, "3");
        for packet in [r#"44{"message":"no"}"#, "1", "41", ""] {
            assert!(SocketIo.hear(packet, &mut answer).is_err(), "{packet}");
        }
    }
}
