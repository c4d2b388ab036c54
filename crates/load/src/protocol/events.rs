//! Event streams of Baton, over plain HTTP: `docs/http-streams.md`.

use super::{Protocol, ServerMessage};
use crate::target::App;

/// Server-Sent Events of public channels, as `EventSource` asks for them.
#[derive(Debug, Clone, Copy)]
pub struct Events;

impl Protocol for Events {
    fn path(&self, app: &App, channels: &[String]) -> String {
        match channels {
            [channel] => format!("/apps/{}/channels/{channel}/events", app.id),
            several => format!("/apps/{}/events?channels={}", app.id, several.join(",")),
        }
    }

    fn is_event_stream(&self) -> bool {
        true
    }

    /// Of an event without a name: the others are the stream's own, and end it.
    fn parse(&self, _message: &str, _answer: &mut String) -> Result<ServerMessage, String> {
        Ok(ServerMessage::Delivery)
    }

    fn subscribe(&self, _app: &App, _socket_id: &str, _channel: &str, _member: &str) -> String {
        String::new()
    }

    fn event(&self, _channel: &str, _data: &str) -> String {
        String::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn channels_are_in_the_path() {
        let app = App { id: "1".into(), key: "k".into(), secret: "s".into() };
        let (a, b) = ("a".to_owned(), "b".to_owned());
        assert_eq!(Events.path(&app, std::slice::from_ref(&a)), "/apps/1/channels/a/events");
        assert_eq!(Events.path(&app, &[a, b]), "/apps/1/events?channels=a,b");
    }
}
