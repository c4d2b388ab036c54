//! A session that returns every message: for conformance suites and for measuring the server without a protocol.

use baton_hub::{DisconnectReason, Framing};
use baton_protocols::{Context, Session, framing};

use crate::admission::{Admission, MessageLengths, Protocol};

/// Served under `/echo`, if the setting `echo` is on.
pub(crate) const PROTOCOL: Protocol = Protocol {
    name: "echo",
    serves: |node, path| node.config().settings.echo && path == "/echo",
    subprotocol: None,
    admit: |node, _| {
        let state = node.nobody().clone();
        state.connect();
        let message_lengths = MessageLengths::new(node.config().settings.message_bytes, 0);
        Ok(Admission { state, session: Box::new(Echo), message_lengths })
    },
};

/// The session; it knows nothing.
struct Echo;

impl Session for Echo {
    fn opened(&mut self, _cx: &mut dyn Context) {}

    fn text(&mut self, text: &str, cx: &mut dyn Context) {
        cx.send(text.as_bytes());
    }

    fn binary(&mut self, data: &[u8], cx: &mut dyn Context) {
        cx.send_binary(data);
    }

    fn timer(&mut self, _cx: &mut dyn Context) {}

    fn disconnect(&mut self, reason: DisconnectReason, cx: &mut dyn Context) {
        // RFC 6455 section 7.4.1, and the registry of close codes for 1013.
        match reason {
            DisconnectReason::Terminated => cx.close(1008, "The connection was terminated."),
            DisconnectReason::Reconnect | DisconnectReason::Restart => {
                cx.close(1001, "The server is going away.")
            }
            DisconnectReason::Disabled | DisconnectReason::Removed => {
                cx.close(1001, "This endpoint is no longer served.")
            }
            DisconnectReason::TakenOver => cx.close(1013, "Another connection has the same name."),
            DisconnectReason::TooSlow => cx.close(1013, "Messages came faster than this client read them."),
        }
    }

    fn closed(&mut self, _cx: &mut dyn Context) {}

    fn framing(&self) -> Framing {
        framing::PUSHER // it subscribes to nothing
    }
}
