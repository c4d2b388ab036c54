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
