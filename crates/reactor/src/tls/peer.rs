//! The other end of a loop's connection, in the same thread, for tests that look inside the loop.

use std::io::{ErrorKind, Read};
use std::os::unix::net::UnixStream;
use std::time::Duration;

use rustls::ClientConnection;

use crate::{ConnectionId, Reactor};

/// A peer, which speaks TLS if it has a client of it.
pub(crate) struct Peer {
    stream: UnixStream,
    client: Option<ClientConnection>,
    pub(crate) conn: ConnectionId,
}

impl Peer {
    pub(crate) fn new(reactor: &mut Reactor, client: Option<ClientConnection>) -> Self {
        let (stream, ours) = UnixStream::pair().unwrap();
        stream.set_nonblocking(true).unwrap();
        let adopted = if client.is_some() { reactor.adopt_tls(ours) } else { reactor.adopt(ours) };
        let mut peer = Self { stream, client, conn: adopted.unwrap() };
        while peer.client.as_ref().is_some_and(|client| client.is_handshaking()) {
            peer.speak();
            turn(reactor);
            peer.received();
        }
        peer.speak();
        turn(reactor);
        peer
    }

    /// One that sends its first message and disconnects.
    pub(crate) fn hello(reactor: &mut Reactor, mut client: ClientConnection) {
        let (mut stream, ours) = UnixStream::pair().unwrap();
        reactor.adopt_tls(ours).unwrap();
        client.write_tls(&mut stream).unwrap();
    }

    /// One whose first message is on its way.
    pub(crate) fn begin(reactor: &mut Reactor, client: ClientConnection) -> Self {
        let (stream, ours) = UnixStream::pair().unwrap();
        stream.set_nonblocking(true).unwrap();
        let mut peer = Self { stream, client: Some(client), conn: reactor.adopt_tls(ours).unwrap() };
        peer.speak();
        peer
    }

    /// Reads what has arrived, and answers. Returns what the client has against it.
    pub(crate) fn exchange(&mut self) -> Option<String> {
        let client = self.client.as_mut()?;
        while client.read_tls(&mut self.stream).is_ok_and(|len| len > 0) {
            if let Err(error) = client.process_new_packets() {
                return Some(error.to_string());
            }
        }
        self.speak();
        None
    }

    /// Whether the server has said that it sends no more.
    pub(crate) fn has_ended(&mut self) -> bool {
        let client = self.client.as_mut().unwrap();
        client.process_new_packets().unwrap().peer_has_closed()
    }

    /// The certificate that it was shown.
    pub(crate) fn leaf(&self) -> Vec<u8> {
        self.client.as_ref().unwrap().peer_certificates().unwrap()[0].to_vec()
    }

    fn speak(&mut self) {
        let Some(client) = &mut self.client else { return };
        while client.wants_write() {
            client.write_tls(&mut self.stream).unwrap();
        }
    }

    /// Plain bytes that have arrived.
    pub(crate) fn received(&mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let Some(client) = &mut self.client else {
            assert_eq!(self.stream.read_to_end(&mut bytes).unwrap_err().kind(), ErrorKind::WouldBlock);
            return bytes;
        };
        while client.read_tls(&mut self.stream).is_ok() {
            client.process_new_packets().unwrap();
        }
        let _ = client.reader().read_to_end(&mut bytes); // ends with WouldBlock
        bytes
    }
}

/// Takes all events of a loop, without a wait.
pub(crate) fn turn(reactor: &mut Reactor) {
    let mut buffer = vec![0; 64 << 10];
    reactor.poll(Some(Duration::ZERO)).unwrap();
    while reactor.next_event(&mut buffer).is_some() {}
}
