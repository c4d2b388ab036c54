//! What TLS costs a loop: memory of a connection that rests, and CPU of a delivery, against the same without TLS.
//!
//! The two alternate, each followed by a pause in which a second thread reads everything (records are not opened
//! there), so that drift of the machine falls on both alike. Time is this thread's own CPU time.
//!
//! ```text
//! cargo run --release -p baton-reactor --example tls_cost -- [sockets] [bytes] [rounds]
//! ```

#![allow(unsafe_code, clippy::unwrap_used)] // mallinfo2 and clocks are libc's; a measurement that fails may stop

mod measure;
#[path = "../tests/sockets/party.rs"]
mod party;

use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};

use baton_reactor::{Config, ConnectionId, Reactor, Tls};
use rustls::client::Resumption;
use rustls::crypto::{CryptoProvider, aws_lc_rs};
use rustls::{ClientConfig, SupportedProtocolVersion};

use self::measure::{Peers, argument, connected, cpu_ns, median, pin, turn};
use self::party::{Party, connection};

/// Messages that are merged into one write.
const MERGED: [usize; 4] = [1, 4, 8, 16];

struct Scene {
    reactor: Reactor,
    connections: Vec<ConnectionId>,
    peers: Peers,
    /// Written before the peers began to count.
    before: u64,
}

fn main() {
    let (sockets, bytes, rounds) = (argument(1, 500), argument(2, 1_024), argument(3, 101));
    baton_reactor::raise_open_file_limit().unwrap();
    pin(0);
    let party = Party::with(provider());
    let mut plain = Scene::new(sockets, None, "plain");
    drop(Scene::new(sockets, Some((&party, &rustls::version::TLS12)), "TLS 1.2"));
    let mut secured = Scene::new(sockets, Some((&party, &rustls::version::TLS13)), "TLS 1.3");
    println!("{sockets} sockets, {bytes} bytes, {rounds} rounds; nanoseconds of CPU per delivery, median");
    for merged in MERGED {
        let mut times = [Vec::new(), Vec::new()];
        for round in 0..rounds {
            for place in [round % 2, (round + 1) % 2] {
                let scene = if place == 0 { &mut plain } else { &mut secured };
                times[place].push(scene.deliver(merged, bytes) / (sockets * merged) as f64);
            }
        }
        let more = median(times[1].iter().zip(&times[0]).map(|(tls, plain)| tls - plain));
        let [plain, tls] = times.map(|times| median(times.into_iter()));
        println!("{merged:>3} in a write: plain {plain:6.0}, TLS {tls:6.0}, more {more:6.0}");
    }
}

impl Scene {
    fn new(sockets: usize, tls: Option<(&Party, &'static SupportedProtocolVersion)>, name: &str) -> Self {
        let config =
            Config { tls: tls.map(|(party, _)| Tls::new(party.server.clone())), ..Config::default() };
        let mut reactor = Reactor::new(config).unwrap();
        let client = tls.map(|(party, version)| forgetful(party, version));
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (mut connections, mut peers) = (Vec::new(), Vec::new());
        connections.reserve(sockets);
        peers.reserve(sockets);
        let (held, began) = (allocated(), cpu_ns());
        for _ in 0..sockets {
            let (mut peer, socket) = connected(&listener);
            connections.push(match &client {
                None => reactor.adopt(socket).unwrap(),
                Some(_) => reactor.adopt_tls(socket).unwrap(),
            });
            if let Some(client) = &client {
                shake_hands(&mut reactor, &mut peer, client);
            }
            peers.push(peer);
        }
        let each = |value: u64| value / sockets as u64;
        println!(
            "{name:>8}: {} bytes a connection that rests; {} µs to connect, both sides",
            each(allocated() - held),
            each(cpu_ns() - began) / 1_000
        );
        let before = reactor.counters().bytes_written;
        Self { reactor, connections, peers: Peers::new(peers), before }
    }

    /// CPU of a turn in which each socket gets so many messages.
    fn deliver(&mut self, merged: usize, bytes: usize) -> f64 {
        let frames: Vec<Arc<[u8]>> = (0..merged).map(|_| vec![b'x'; bytes].into()).collect();
        let began = cpu_ns();
        for frame in &frames {
            for conn in &self.connections {
                self.reactor.send_shared(*conn, frame);
            }
        }
        self.reactor.flush();
        let spent = cpu_ns() - began;
        self.settle();
        spent as f64
    }

    /// Waits until the other thread has read everything, and takes the loop's events.
    fn settle(&mut self) {
        assert_eq!(self.reactor.outbox_bytes(), 0, "the kernel took all");
        self.peers.wait_for(self.reactor.counters().bytes_written - self.before);
        turn(&mut self.reactor);
    }
}

/// Both sides in one thread. The client's state is thrown away when it is done: what stays is the server's.
fn shake_hands(reactor: &mut Reactor, peer: &mut TcpStream, config: &Arc<ClientConfig>) {
    let mut client = connection(config);
    let wanted = reactor.counters().handshakes + 1;
    peer.set_nonblocking(true).unwrap();
    let end = Instant::now() + Duration::from_secs(10);
    while reactor.counters().handshakes < wanted || client.is_handshaking() {
        assert!(Instant::now() < end, "no handshake");
        let mut records = Vec::new();
        client.write_tls(&mut records).unwrap();
        peer.write_all(&records).unwrap();
        turn(reactor);
        if client.read_tls(peer).is_ok() {
            client.process_new_packets().unwrap();
        }
    }
    turn(reactor);
    while client.read_tls(peer).is_ok_and(|len| len > 0) {} // the ticket
    peer.set_nonblocking(false).unwrap();
}

/// A client that stores no tickets, since their memory would be counted.
fn forgetful(party: &Party, version: &'static SupportedProtocolVersion) -> Arc<ClientConfig> {
    let mut config = Arc::unwrap_or_clone(party.client(version));
    config.resumption = Resumption::disabled();
    Arc::new(config)
}

/// AES with 128 bits alone, as the server prefers it.
fn provider() -> CryptoProvider {
    let mut provider = aws_lc_rs::default_provider();
    provider.cipher_suites.retain(|suite| format!("{:?}", suite.suite()).contains("AES_128"));
    provider
}

/// Bytes that are allocated, as the allocator counts them for the main thread.
fn allocated() -> u64 {
    // SAFETY: the call takes and touches nothing of ours.
    unsafe { libc::mallinfo2() }.uordblks as u64
}
