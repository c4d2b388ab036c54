//! The requests that a loop answers itself, as the access log and traces see them. While both are off, only a request that
//! brings an id is looked at: every other would pay for what nobody reads.

use std::net::IpAddr;
use std::sync::Arc;

use baton_reactor::Closed;
use baton_wire::handshake::RequestHead;

use super::EventLoop;
use super::client::Link;
use super::ends;
use crate::node::Node;
use crate::observe::{ConnectionLog, Ended, Observation, REQUEST_ID, RequestId, Seen};
use crate::peer::ClientAddress;

/// A request, if somebody wants to know of it.
pub(super) fn observe(
    node: &Node,
    head: &RequestHead<'_>,
    client: ClientAddress,
) -> Option<Arc<Observation>> {
    if head.header_bytes(REQUEST_ID).is_none() && !node.observes() {
        return None;
    }
    let header = |name: &str| head.header_bytes(name);
    let version = if head.version_minor() == 0 { "1.0" } else { "1.1" };
    let seen = Seen { method: head.method(), version, path: head.path(), client: client.ip, header: &header };
    Some(Observation::begin(node, &seen))
}

/// A whole response with the id of its request.
pub(super) fn with_id(response: Vec<u8>, observation: Option<&Arc<Observation>>) -> Vec<u8> {
    let Some(observation) = observation else { return response };
    let line = response.iter().position(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let (line, rest) = response.split_at(line);
    [line, format!("X-Request-Id: {}\r\n", observation.id.as_str()).as_bytes(), rest].concat()
}

/// The status and the bytes of the body of a whole response.
pub(super) fn status_and_bytes(response: &[u8]) -> (u16, usize) {
    let status = response.get(9..12).and_then(|digits| std::str::from_utf8(digits).ok()?.parse().ok());
    let body =
        response.windows(4).position(|four| four == b"\r\n\r\n").map_or(0, |end| response.len() - end - 4);
    (status.unwrap_or(0), body)
}

/// What the line of a WebSocket will say, if there may be one.
pub(super) fn connection_log(
    event_loop: &EventLoop,
    head: &RequestHead<'_>,
    (client, observation): (ClientAddress, Option<&Arc<Observation>>),
) -> Option<Box<ConnectionLog>> {
    let node = &event_loop.node;
    node.access_log.is_on().then(|| {
        let known = observation.map(|observation| observation.id.clone());
        let brought = || head.header_bytes(REQUEST_ID).and_then(RequestId::parse);
        Box::new(ConnectionLog {
            request_id: known.or_else(brought).unwrap_or_else(RequestId::random),
            client: client.ip,
            user_agent: head
                .header_bytes("user-agent")
                .map(|agent| node.refusals.beginning(&String::from_utf8_lossy(agent)).into()),
        })
    })
}

/// A request that could not be read is refused.
pub(super) fn refused_unread(node: &Node, client: IpAddr, response: &[u8]) {
    if node.access_log.is_on() {
        let (status, bytes) = status_and_bytes(response);
        crate::observe::unreadable(node, client, status, bytes);
    }
}

impl Link {
    /// The server closes it.
    pub(super) fn note_close(&mut self, code: u16, reason: &str) {
        self.record.ended(|| Ended::by_server(code, reason));
    }

    /// The client closes it.
    pub(super) fn note_close_of_client(&mut self, code: u16, reason: &str) {
        self.record.ended(|| Ended::by_client(code, reason));
    }

    /// Its socket is gone.
    pub(super) fn note_gone(&mut self, cause: Closed, node: &Node) {
        self.record.ended(|| Ended::Broken(ends::without_a_close(cause, node).map(Into::into)));
    }

    /// It has ended: its line.
    pub(super) fn write_log(&self, event_loop: &EventLoop) {
        if let Some(log) = &self.log {
            let socket = self.socket_id.to_string();
            let shown = |text: &str| event_loop.node.refusals.beginning(text);
            let log = (&**log, &self.record, event_loop.now);
            event_loop.node.access_log.write_connection(&self.app().id, &socket, log, shown);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::status_and_bytes;
    use crate::admission;

    #[test]
    fn a_response_says_its_status_and_length() {
        assert_eq!(status_and_bytes(&admission::plain(404, "Not Found", "nothing")), (404, 7));
        assert_eq!(status_and_bytes(b"HTTP/1.1 101 Switching Protocols\r\n\r\n"), (101, 0));
        assert_eq!(status_and_bytes(b""), (0, 0));
    }
}
