//! Socket.IO over its WebSocket transport alone: Engine.IO 4 and the default namespace,
//! <https://socket.io/docs/v4/socket-io-protocol/>.
//!
//! Rooms are the server program's business. Ours takes `["subscribe", room]` with an
//! acknowledgement and `["publish", room, data]`, and sends `["m", room, data]` to the others.

use super::{Protocol, Roster, ServerMessage};
use crate::ledger::excerpt;
use crate::target::App;

/// Socket.IO 4.
#[derive(Debug, Clone, Copy)]
pub struct SocketIo;

impl Protocol for SocketIo {
    fn path(&self, _app: &App, _channels: &[String]) -> String {
        "/socket.io/?EIO=4&transport=websocket".to_owned()
    }

    fn hello(&self) -> Option<&'static str> {
        Some("40")
    }

    fn parse(&self, message: &str, answer: &mut String) -> Result<ServerMessage, String> {
        match message.as_bytes() {
            [b'4', b'2', ..] => Ok(ServerMessage::Delivery),
            [b'4', b'3', ..] => Ok(ServerMessage::Subscribed(Roster::default())),
            [b'4', b'0', ..] => Ok(ServerMessage::Greeted(String::new())),
            [b'2', ..] => {
                answer.push('3');
                Ok(ServerMessage::Other)
            }
            [b'0', ..] => Ok(ServerMessage::Other),
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
        for (packet, meaning) in [
            (r#"0{"sid":"x","pingInterval":25000}"#, ServerMessage::Other),
            (r#"40{"sid":"y"}"#, ServerMessage::Greeted(String::new())),
            ("430[]", ServerMessage::Subscribed(Roster::default())),
            (r#"42["m","room",{}]"#, ServerMessage::Delivery),
            ("2", ServerMessage::Other),
        ] {
            assert_eq!(SocketIo.parse(packet, &mut answer).unwrap(), meaning, "{packet}");
        }
        assert_eq!(answer, "3");
        for packet in [r#"44{"message":"no"}"#, "1", "41", ""] {
            assert!(SocketIo.parse(packet, &mut answer).is_err(), "{packet}");
        }
    }
}
