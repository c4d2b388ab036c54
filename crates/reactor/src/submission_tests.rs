use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::*;
use crate::tls::party::{Party, connection};
use crate::tls::peer::Peer;
use crate::{Config, Tls};

#[test]
fn a_ring_that_fails_in_the_middle_of_a_flush_loses_nothing() {
    let party = Party::new();
    let config = Config { tls: Some(Tls::new(party.server.clone())), ..Config::default() };
    let mut reactor = Reactor::new(config).unwrap();
    let client = party.client(&rustls::version::TLS13);
    let mut peers: Vec<_> =
        (0..12).map(|n| Peer::new(&mut reactor, (n % 2 == 0).then(|| connection(&client)))).collect();
    let Some(ring) = &mut reactor.submissions.ring else { return };
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
        assert_eq!(peer.received(), if n % 3 == 0 { &b"shared and own"[..] } else { b"shared" });
    }
}
