use std::io::{ErrorKind, Read};
use std::os::unix::net::UnixStream;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use rustls::ClientConnection;

use super::*;
use crate::tls::party::{Party, connection};
use crate::{Config, ConnectionId, Tls};

/// A peer, which speaks TLS if it has a client of it.
struct Peer {
    stream: UnixStream,
    client: Option<ClientConnection>,
    conn: ConnectionId,
}

impl Peer {
    fn new(reactor: &mut Reactor, client: Option<ClientConnection>) -> Self {
        let (stream, ours) = UnixStream::pair().unwrap();
        stream.set_nonblocking(true).unwrap();
        let adopted = if client.is_some() { reactor.adopt_tls(ours) } else { reactor.adopt(ours) };
        let mut peer = Self { stream, client, conn: adopted.unwrap() };
        while peer.client.as_ref().is_some_and(|client| client.is_handshaking()) {
            peer.speak();
            turn(reactor);
            peer.hear();
        }
        peer.speak();
        turn(reactor);
        peer
    }

    fn speak(&mut self) {
        let Some(client) = &mut self.client else { return };
        while client.wants_write() {
            client.write_tls(&mut self.stream).unwrap();
        }
    }

    /// Plain bytes of what has come.
    fn hear(&mut self) -> Vec<u8> {
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

fn turn(reactor: &mut Reactor) {
    let mut buffer = vec![0; 64 << 10];
    reactor.poll(Some(std::time::Duration::ZERO)).unwrap();
    while reactor.next_event(&mut buffer).is_some() {}
}

#[test]
fn a_ring_that_fails_in_the_middle_of_a_flush_loses_nothing() {
    let party = Party::new();
    let config = Config { tls: Some(Tls::new(party.server.clone())), ..Config::default() };
    let mut reactor = Reactor::new(config).unwrap();
    let client = party.client(&rustls::version::TLS13);
    let mut peers: Vec<_> =
        (0..12).map(|n| Peer::new(&mut reactor, (n % 2 == 0).then(|| connection(&client)))).collect();
    let Some(ring) = &mut reactor.volleys.ring else { return };
    let panics = std::iter::from_fn(|| panic!("in the caller's own code"));
    assert!(catch_unwind(AssertUnwindSafe(|| ring.send_each(panics))).is_err());

    let frame: Arc<[u8]> = Arc::from(&b"shared"[..]);
    for (n, peer) in peers.iter().enumerate() {
        reactor.send_shared(peer.conn, &frame);
        if n % 3 == 0 {
            reactor.send(peer.conn, b" and own");
        }
    }
    reactor.flush();
    assert_eq!((reactor.driver(), reactor.outbox_bytes()), (Driver::Epoll, 0));
    for (n, peer) in peers.iter_mut().enumerate() {
        assert_eq!(peer.hear(), if n % 3 == 0 { &b"shared and own"[..] } else { b"shared" });
    }
}
