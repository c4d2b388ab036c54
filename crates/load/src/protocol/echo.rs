//! A server that sends every message back to its sender: the bare codec and loop.

use super::{Protocol, ServerMessage};
use crate::target::App;

/// The path at which servers echo, by agreement of this benchmark.
const PATH: &str = "/echo";

/// Raw echo: upgraded is ready, and every message is a delivery.
#[derive(Debug, Clone, Copy)]
pub struct Echo;

impl Protocol for Echo {
    fn path(&self, _app: &App, _channels: &[String]) -> String {
        PATH.to_owned()
    }

    fn greets(&self) -> bool {
        false
    }

    fn parse(&self, _message: &str, _answer: &mut String) -> Result<ServerMessage, String> {
        Ok(ServerMessage::Delivery)
    }

    fn subscribe(&self, _app: &App, _socket_id: &str, _channel: &str, _member: &str) -> String {
        String::new()
    }

    fn event(&self, _channel: &str, data: &str) -> String {
        data.to_owned()
    }
}
