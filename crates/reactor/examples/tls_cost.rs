//! What TLS costs a loop: memory of a connection that rests, and CPU of a delivery, against the same without TLS.
//!
//! The two alternate, each followed by a pause in which a second thread reads everything (records are not opened
//! there), so that drift of the machine falls on both alike. Time is this thread's own CPU time.
//!
//! ```text
//! cargo run --release -p baton-reactor --example tls_cost -- [sockets] [bytes] [rounds]
//! ```

#![allow(unsafe_code, clippy::unwrap_used)] // mallinfo2 and clocks are libc's; a measurement that fails may stop

use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use baton_reactor::{Config, ConnectionId, Event, Reactor, Tls};
use rustls::crypto::{CryptoProvider, aws_lc_rs};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, ServerConfig, SupportedProtocolVersion};

/// Messages that are merged into one write.
const MERGED: [usize; 4] = [1, 4, 8, 16];

struct Scene {
    reactor: Reactor,
    connections: Vec<ConnectionId>,
    read: Arc<AtomicU64>,
    /// Written before the other thread began to count.
    before: u64,
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|word| word.parse::<usize>().unwrap());
    let sockets = arguments.next().unwrap_or(500);
    let bytes = arguments.next().unwrap_or(1_024);
    let rounds = arguments.next().unwrap_or(101);
    baton_reactor::raise_open_file_limit().unwrap();
    pin(0);
    let party = Party::new();
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
        let client = tls.map(|(party, version)| party.client(version));
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (mut connections, mut peers) = (Vec::new(), Vec::new());
        connections.reserve(sockets);
        peers.reserve(sockets);
        let (held, began) = (allocated(), cpu_ns());
        for _ in 0..sockets {
            let mut peer = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
            let (socket, _) = listener.accept().unwrap();
            socket.set_nodelay(true).unwrap();
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
        let read = Arc::new(AtomicU64::new(0));
        let counter = Arc::clone(&read);
        let before = reactor.counters().bytes_written;
        std::thread::spawn(move || read_everything(peers, &counter));
        Self { reactor, connections, read, before }
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

    /// Waits until the other thread has read everything, and takes what the loop has to tell.
    fn settle(&mut self) {
        assert_eq!(self.reactor.outbox_bytes(), 0, "the kernel took all");
        while self.read.load(Ordering::Relaxed) < self.reactor.counters().bytes_written - self.before {
            std::thread::sleep(Duration::from_micros(200));
        }
        turn(&mut self.reactor);
    }
}

fn turn(reactor: &mut Reactor) {
    let mut buffer = [0; 64 << 10];
    reactor.poll(Some(Duration::ZERO)).unwrap();
    while let Some(event) = reactor.next_event(&mut buffer) {
        assert!(!matches!(event, Event::Closed { .. }), "{event:?}");
    }
    reactor.flush();
}

/// Both sides in one thread. The client's state is thrown away when it is done: what stays is the server's.
fn shake_hands(reactor: &mut Reactor, peer: &mut TcpStream, config: &Arc<ClientConfig>) {
    let mut client =
        ClientConnection::new(config.clone(), ServerName::try_from("localhost").unwrap()).unwrap();
    let wanted = reactor.counters().handshakes + 1;
    peer.set_nonblocking(true).unwrap();
    let end = Instant::now() + Duration::from_secs(10);
    while reactor.counters().handshakes < wanted || client.is_handshaking() {
        assert!(Instant::now() < end, "no handshake");
        let mut words = Vec::new();
        client.write_tls(&mut words).unwrap();
        peer.write_all(&words).unwrap();
        turn(reactor);
        if client.read_tls(peer).is_ok() {
            client.process_new_packets().unwrap();
        }
    }
    turn(reactor);
    while client.read_tls(peer).is_ok_and(|len| len > 0) {} // the ticket
    peer.set_nonblocking(false).unwrap();
}

struct Party {
    server: Arc<ServerConfig>,
    roots: RootCertStore,
}

impl Party {
    fn new() -> Self {
        let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        let certificate: CertificateDer<'static> = made.cert.der().clone();
        let key = PrivateKeyDer::Pkcs8(made.signing_key.serialize_der().into());
        let mut server = ServerConfig::builder_with_provider(Arc::new(provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![certificate.clone()], key)
            .unwrap();
        server.ticketer = aws_lc_rs::Ticketer::new().unwrap();
        server.session_storage = Arc::new(rustls::server::NoServerSessionStorage {});
        let mut roots = RootCertStore::empty();
        roots.add(certificate).unwrap();
        Self { server: Arc::new(server), roots }
    }

    fn client(&self, version: &'static SupportedProtocolVersion) -> Arc<ClientConfig> {
        let mut config = ClientConfig::builder_with_provider(Arc::new(provider()))
            .with_protocol_versions(&[version])
            .unwrap()
            .with_root_certificates(self.roots.clone())
            .with_no_client_auth();
        config.resumption = rustls::client::Resumption::disabled();
        Arc::new(config)
    }
}

/// AES with 128 bits alone, as the server prefers it.
fn provider() -> CryptoProvider {
    let mut provider = aws_lc_rs::default_provider();
    provider.cipher_suites.retain(|suite| format!("{:?}", suite.suite()).contains("AES_128"));
    provider
}

/// The peers: a reactor of their own, on the other core.
fn read_everything(peers: Vec<TcpStream>, counter: &AtomicU64) {
    pin(1);
    let mut reactor = Reactor::new(Config::default()).unwrap();
    for peer in peers {
        reactor.adopt(peer).unwrap();
    }
    let mut buffer = vec![0; 64 << 10];
    loop {
        reactor.poll(None).unwrap();
        while let Some(event) = reactor.next_event(&mut buffer) {
            if let Event::Data { len, .. } = event {
                counter.fetch_add(len as u64, Ordering::Relaxed);
            }
        }
    }
}

/// Bytes that are allocated, as the allocator counts them for the main thread.
fn allocated() -> u64 {
    // SAFETY: the call takes and touches nothing of ours.
    unsafe { libc::mallinfo2() }.uordblks as u64
}

fn cpu_ns() -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is valid for the call.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    time.tv_sec.unsigned_abs() * 1_000_000_000 + time.tv_nsec.unsigned_abs()
}

/// Keeps this thread on one core, if there is such a core.
fn pin(core: usize) {
    // SAFETY: a zeroed set is an empty one, and the call only reads it.
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        libc::CPU_SET(core, &mut set);
        libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &raw const set);
    }
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<_> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
