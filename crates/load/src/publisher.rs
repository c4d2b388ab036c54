//! Publishing by the signed HTTP API over keep-alive connections, each with one request under way.

use std::io::ErrorKind;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use mio::net::TcpStream;
use mio::{Registry, Token};

use crate::fault::Fault;
use crate::ledger::excerpt;
use crate::signature;
use crate::stamp;
use crate::swarm::FOREIGN_TOKENS;
use crate::target::Target;
use crate::transport::Transport;

/// A reply is a head and `{}`; more than this is no reply to a publish.
const REPLY_BYTES: usize = 16 * 1024;

/// A connection that has been idle for so long is replaced before it is used: a server that ends
/// idle ones (Node's after 5 s) might just be ending it.
const IDLE_LIMIT: Duration = Duration::from_secs(3);

struct Connection {
    stream: Transport,
    busy: bool,
    used: Instant,
    reply: Vec<u8>,
}

/// A pool of connections to one server's HTTP API. It grows when all are busy: one that was opened
/// ahead, and had not sent a request within the server's deadline, would be closed by it just when
/// it is wanted.
pub(crate) struct Publisher {
    connections: Vec<Connection>,
    /// How many there may be.
    most: usize,
    registry: Registry,
    target: Target,
    path: String,
    accepted: u32,
}

impl Publisher {
    /// Connects, blocking, and registers with the swarm's event loop; there will be up to `most`
    /// connections. Fails if the server does not accept.
    pub(crate) fn connect(target: &Target, most: usize, registry: &Registry) -> Result<Self, Fault> {
        let registry = registry.try_clone().map_err(Fault::start("cannot share the event loop"))?;
        let path = format!("/apps/{}/events", target.app.id);
        let mut publisher =
            Self { connections: Vec::new(), most, registry, target: target.clone(), path, accepted: 0 };
        publisher.idle()?;
        Ok(publisher)
    }

    /// Publishes `data` in `channel`, unless every connection still awaits a reply: then `false`.
    /// Fails if the connection is broken.
    pub(crate) fn publish(&mut self, channel: &str, data: &str) -> Result<bool, Fault> {
        match self.idle()? {
            Some(number) => self.publish_on(number, channel, data).map(|()| true),
            None => Ok(false),
        }
    }

    /// A connection that awaits no reply; a new one if all do and there may be another. Fails if
    /// the server does not accept.
    pub(crate) fn idle(&mut self) -> Result<Option<usize>, Fault> {
        let idle = self.connections.iter().position(|connection| !connection.busy);
        let number = idle.unwrap_or(self.connections.len());
        match self.connections.get(number) {
            Some(connection) if connection.used.elapsed() < IDLE_LIMIT => return Ok(idle),
            None if number == self.most => return Ok(None),
            _ => {}
        }
        let stream = dial(&self.target, &self.registry, number)
            .map_err(Fault::start(format!("cannot connect to the HTTP API at {}", self.target.address)))?;
        let fresh = Connection { stream, busy: false, used: Instant::now(), reply: Vec::new() };
        match self.connections.get_mut(number) {
            Some(connection) => *connection = fresh,
            None => self.connections.push(fresh),
        }
        Ok(Some(number))
    }

    /// Publishes `data` in `channel` over an idle connection. What one connection publishes is
    /// delivered in that order. Fails if the connection is broken.
    pub(crate) fn publish_on(&mut self, number: usize, channel: &str, data: &str) -> Result<(), Fault> {
        let Some(connection) = self.connections.get_mut(number) else { return Ok(()) };
        let body = format!(r#"{{"name":"m","channels":["{channel}"],"data":"{data}"}}"#);
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        let target = signature::signed_post(&self.target.app, &self.path, body.as_bytes(), now);
        let request = format!(
            "POST {target} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.target.address,
            body.len()
        );
        // A request of a few hundred bytes fits into the empty buffer of a socket whose last reply
        // has arrived.
        let taken = connection.stream.write(request.as_bytes()).map_err(Fault::run("publish"))?;
        if taken < request.len() {
            return Err(Fault::Run("a publish was too long for an empty socket".into()));
        }
        connection.busy = true;
        connection.used = Instant::now();
        Ok(())
    }

    /// Reads the reply that made `token` ready, if it is one of ours. Fails if the server refused
    /// the publish or closed the connection.
    pub(crate) fn ready(&mut self, token: Token) -> Result<(), Fault> {
        let number = token.0.wrapping_sub(FOREIGN_TOKENS);
        let Some(connection) = self.connections.get_mut(number) else { return Ok(()) };
        connection.stream.push().map_err(Fault::run("the HTTP API"))?;
        let mut buffer = [0; 4096];
        let mut has_ended = false;
        loop {
            match connection.stream.read(&mut buffer) {
                Ok(0) => {
                    has_ended = true;
                    break;
                }
                Ok(count) => connection.reply.extend_from_slice(buffer.get(..count).unwrap_or_default()),
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::ConnectionReset => {
                    has_ended = true;
                    break;
                }
                Err(error) => return Err(Fault::run("the HTTP API")(error)),
            }
        }
        if !connection.busy {
            // Nothing is awaited: a server ends an idle connection, perhaps after an error reply.
            has_ended |= !connection.reply.is_empty();
            connection.reply.clear();
        } else if let Some(reply) = whole_reply(&connection.reply)? {
            connection.reply.drain(..reply.length);
            connection.busy = false;
            self.accepted += 1;
            has_ended |= reply.closes;
        }
        if has_ended && connection.busy {
            return Err(Fault::Run(
                "the server closed a connection of the HTTP API before it replied".into(),
            ));
        }
        if has_ended {
            // A server that ends its connections pays for another one with each publish.
            connection.stream = dial(&self.target, &self.registry, number)
                .map_err(Fault::run("connecting to the HTTP API again"))?;
        }
        Ok(())
    }

    /// How many publishes the server has answered with 200.
    pub(crate) fn accepted(&self) -> u32 {
        self.accepted
    }
}

/// Connects, blocking, and registers the connection of that number.
fn dial(target: &Target, registry: &Registry, number: usize) -> std::io::Result<Transport> {
    let stream = std::net::TcpStream::connect(target.address)?;
    stream.set_nodelay(true)?;
    stream.set_nonblocking(true)?;
    let mut stream = Transport::new(TcpStream::from_std(stream), target.address, target.tls)?;
    stream.register(registry, Token(FOREIGN_TOKENS + number))?;
    Ok(stream)
}

/// A whole reply of 200.
#[derive(Debug, PartialEq, Eq)]
struct Reply {
    length: usize,
    /// Whether the server ends the connection after it.
    closes: bool,
}

/// The reply, `None` until all of it has arrived.
fn whole_reply(bytes: &[u8]) -> Result<Option<Reply>, Fault> {
    let refused = |why: &str| Err(Fault::Run(format!("{why}: {}", excerpt(bytes))));
    let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") else {
        return if bytes.len() > REPLY_BYTES { refused("an endless reply to a publish") } else { Ok(None) };
    };
    let head = String::from_utf8_lossy(bytes.get(..end).unwrap_or_default()).to_ascii_lowercase();
    let field = |name: &str| head.split("\r\n").find_map(|line| line.strip_prefix(name)).map(str::trim);
    let length = field("content-length:").and_then(|length| length.parse().ok());
    let Some(length): Option<usize> = length.filter(|&length| length <= REPLY_BYTES) else {
        return refused("a reply to a publish without a Content-Length");
    };
    if bytes.len() < end + 4 + length {
        return Ok(None);
    }
    if !head.starts_with("http/1.1 200 ") {
        return refused("the server refused a publish");
    }
    Ok(Some(Reply { length: end + 4 + length, closes: field("connection:") == Some("close") }))
}

/// A payload of exactly `bytes` bytes that needs no escaping in JSON and carries a serial number.
pub(crate) fn payload(serial: u32, bytes: usize) -> String {
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
        assert_eq!(whole_reply(reply).unwrap(), Some(Reply { length: reply.len(), closes: false }));
        assert_eq!(whole_reply(&reply[..reply.len() - 1]).unwrap(), None);
        assert_eq!(whole_reply(&reply[..10]).unwrap(), None);
    }

    #[test]
    fn a_server_may_end_its_connections() {
        let reply = b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}";
        assert!(whole_reply(reply).unwrap().unwrap().closes);
    }

    #[test]
    fn a_refusal_carries_the_servers_text() {
        let text = whole_reply(b"HTTP/1.1 401 X\r\ncontent-length: 3\r\n\r\nbad").unwrap_err().to_string();
        assert!(text.contains("refused a publish") && text.contains("bad"), "{text}");
        assert!(whole_reply(b"HTTP/1.1 200 OK\r\n\r\n").is_err());
    }

    #[test]
    fn payloads_have_the_length_asked_for() {
        assert_eq!(payload(7, 100).len(), 100);
        assert!(payload(7, 100).starts_with("0000000007xxx"));
    }
}
