//! Publishing by the signed HTTP API over keep-alive connections, each with one request under way.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::SocketAddr;
use std::time::{SystemTime, UNIX_EPOCH};

use mio::net::TcpStream;
use mio::{Interest, Registry, Token};

use crate::fault::Fault;
use crate::ledger::excerpt;
use crate::signature;
use crate::stamp;
use crate::swarm::FOREIGN_TOKENS;
use crate::target::App;

/// A reply is a head and `{}`; more than this is no reply to a publish.
const REPLY_BYTES: usize = 16 * 1024;

struct Connection {
    stream: TcpStream,
    busy: bool,
    reply: Vec<u8>,
}

/// A pool of connections to one server's HTTP API.
pub struct Publisher {
    connections: Vec<Connection>,
    app: App,
    address: SocketAddr,
    path: String,
    accepted: u32,
}

impl Publisher {
    /// Connects `connections` times, blocking, and registers all with the swarm's event loop.
    ///
    /// # Errors
    /// If the server does not accept.
    pub fn connect(
        address: SocketAddr,
        app: &App,
        connections: usize,
        registry: &Registry,
    ) -> Result<Self, Fault> {
        let open = |number| -> std::io::Result<Connection> {
            let stream = std::net::TcpStream::connect(address)?;
            stream.set_nodelay(true)?;
            stream.set_nonblocking(true)?;
            let mut stream = TcpStream::from_std(stream);
            registry.register(&mut stream, Token(FOREIGN_TOKENS + number), Interest::READABLE)?;
            Ok(Connection { stream, busy: false, reply: Vec::new() })
        };
        let connections = (0..connections)
            .map(open)
            .collect::<Result<_, _>>()
            .map_err(Fault::start(format!("cannot connect to the HTTP API at {address}")))?;
        let path = format!("/apps/{}/events", app.id);
        Ok(Self { connections, app: app.clone(), address, path, accepted: 0 })
    }

    /// Publishes `data` in `channel`, unless every connection still awaits a reply: then `false`.
    ///
    /// # Errors
    /// If the connection is broken.
    pub fn publish(&mut self, channel: &str, data: &str) -> Result<bool, Fault> {
        match self.idle() {
            Some(number) => self.publish_on(number, channel, data).map(|()| true),
            None => Ok(false),
        }
    }

    /// A connection that awaits no reply.
    #[must_use]
    pub fn idle(&self) -> Option<usize> {
        self.connections.iter().position(|connection| !connection.busy)
    }

    /// Publishes `data` in `channel` over an idle connection. What one connection publishes is delivered in that order.
    ///
    /// # Errors
    /// If the connection is broken.
    pub fn publish_on(&mut self, number: usize, channel: &str, data: &str) -> Result<(), Fault> {
        let Some(connection) = self.connections.get_mut(number) else { return Ok(()) };
        let body = format!(r#"{{"name":"m","channels":["{channel}"],"data":"{data}"}}"#);
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        let target = signature::signed_post(&self.app, &self.path, body.as_bytes(), now);
        let request = format!(
            "POST {target} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        // A request of a few hundred bytes fits into the empty buffer of a socket whose last reply has arrived.
        connection.stream.write_all(request.as_bytes()).map_err(Fault::run("publish"))?;
        connection.busy = true;
        Ok(())
    }

    /// Reads the reply that made `token` ready, if it is one of ours.
    ///
    /// # Errors
    /// If the server refused the publish or closed the connection.
    pub fn ready(&mut self, token: Token) -> Result<(), Fault> {
        let number = token.0.wrapping_sub(FOREIGN_TOKENS);
        let Some(connection) = self.connections.get_mut(number) else { return Ok(()) };
        let mut buffer = [0; 4096];
        loop {
            match connection.stream.read(&mut buffer) {
                Ok(0) => {
                    return Err(Fault::Run(
                        "the server closed a keep-alive connection of the HTTP API".into(),
                    ));
                }
                Ok(count) => connection.reply.extend_from_slice(buffer.get(..count).unwrap_or_default()),
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(Fault::run("the HTTP API")(error)),
            }
        }
        if let Some(length) = reply_length(&connection.reply)? {
            connection.reply.drain(..length);
            connection.busy = false;
            self.accepted += 1;
        }
        Ok(())
    }

    /// How many publishes the server has answered with 200.
    #[must_use]
    pub fn accepted(&self) -> u32 {
        self.accepted
    }
}

/// The length of the whole reply, `None` until it has arrived.
fn reply_length(bytes: &[u8]) -> Result<Option<usize>, Fault> {
    let refused = |why: &str| Err(Fault::Run(format!("{why}: {}", excerpt(bytes))));
    let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") else {
        return if bytes.len() > REPLY_BYTES { refused("an endless reply to a publish") } else { Ok(None) };
    };
    let head = String::from_utf8_lossy(bytes.get(..end).unwrap_or_default()).to_ascii_lowercase();
    let length =
        head.split("\r\n").find_map(|line| line.strip_prefix("content-length:")?.trim().parse().ok());
    let Some(length): Option<usize> = length.filter(|&length| length <= REPLY_BYTES) else {
        return refused("a reply to a publish without a Content-Length");
    };
    if bytes.len() < end + 4 + length {
        return Ok(None);
    }
    if !head.starts_with("http/1.1 200 ") {
        return refused("the server refused a publish");
    }
    Ok(Some(end + 4 + length))
}

/// A payload of exactly `bytes` bytes that needs no escaping in JSON and carries a serial number.
#[must_use]
pub fn payload(serial: u32, bytes: usize) -> String {
    let mut text = String::with_capacity(bytes);
    text.extend(stamp::digits(serial).iter().map(|&digit| char::from(digit)));
    text.extend(std::iter::repeat_n('x', bytes.saturating_sub(text.len())));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_is_whole_only_with_its_body() {
        let reply = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
        assert_eq!(reply_length(reply).unwrap(), Some(reply.len()));
        assert_eq!(reply_length(&reply[..reply.len() - 1]).unwrap(), None);
        assert_eq!(reply_length(&reply[..10]).unwrap(), None);
    }

    #[test]
    fn a_refusal_carries_the_servers_text() {
        let text = reply_length(b"HTTP/1.1 401 X\r\ncontent-length: 3\r\n\r\nbad").unwrap_err().to_string();
        assert!(text.contains("refused a publish") && text.contains("bad"), "{text}");
        assert!(reply_length(b"HTTP/1.1 200 OK\r\n\r\n").is_err());
    }

    #[test]
    fn payloads_have_the_length_asked_for() {
        assert_eq!(payload(7, 100).len(), 100);
        assert!(payload(7, 100).starts_with("0000000007xxx"));
    }
}
