//! What the reactor costs on top of the kernel: one frame to many sockets, against a bare loop of `send` over the
//! same sockets.
//!
//! The ways alternate (A B C, B C A, …), each followed by a pause in which a second thread reads everything, so that
//! drift of the machine falls on all alike. Time is this thread's own CPU time.
//!
//! ```text
//! cargo run --release -p baton-reactor --example fan_out -- [sockets] [bytes] [rounds]
//! ```

#![allow(unsafe_code, clippy::unwrap_used)] // the bare loop is libc's; a measurement that fails may stop

use std::net::{TcpListener, TcpStream};
use std::os::fd::AsRawFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use baton_reactor::{Config, ConnectionId, Event, Reactor};

struct Scene {
    reactor: Reactor,
    connections: Vec<ConnectionId>,
    descriptors: Vec<i32>,
    frame: Arc<[u8]>,
    small: Arc<[u8]>,
    read: Arc<AtomicU64>,
    sent: u64,
}

type Way = (&'static str, fn(&mut Scene) -> usize);

const WAYS: [Way; 5] = [
    ("bare loop of send", bare),
    ("send_shared + flush", shared),
    ("send (copy) + flush", copied),
    ("8 × send_shared + flush", merged),
    ("bare loop of send, 8 frames", bare_merged),
];

fn main() {
    let mut arguments = std::env::args().skip(1).map(|word| word.parse::<usize>().unwrap());
    let sockets = arguments.next().unwrap_or(1_000);
    let bytes = arguments.next().unwrap_or(130);
    let rounds = arguments.next().unwrap_or(101);
    let mut scene = Scene::new(sockets, bytes);
    let mut times: Vec<Vec<f64>> = vec![Vec::new(); WAYS.len()];
    let mut own = Vec::new();
    for round in 0..rounds {
        for place in 0..WAYS.len() {
            let place = (place + round) % WAYS.len();
            let ((_, way), times) = (WAYS[place], &mut times[place]);
            let before = cpu_ns();
            let frames = way(&mut scene);
            times.push((cpu_ns() - before) as f64 / sockets as f64);
            scene.settle((sockets * frames) as u64);
        }
        // The queueing half alone, which is all our own.
        let before = cpu_ns();
        for conn in &scene.connections {
            scene.reactor.send_shared(*conn, &scene.small);
        }
        own.push((cpu_ns() - before) as f64 / sockets as f64);
        scene.reactor.flush();
        scene.settle(sockets as u64);
    }
    println!(
        "{sockets} sockets, frames of {bytes} bytes, {rounds} rounds; nanoseconds of CPU per socket, median"
    );
    for (place, (name, _)) in WAYS.iter().enumerate() {
        let base = &times[if place < 3 { 0 } else { 4 }];
        let ratio = median(times[place].iter().zip(base).map(|(own, base)| own / base));
        println!("{name:>30}: {:7.0}   × {ratio:.3}", median(times[place].iter().copied()));
    }
    println!("{:>30}: {:7.1}", "send_shared alone", median(own.into_iter()));
}

fn bare(scene: &mut Scene) -> usize {
    for descriptor in &scene.descriptors {
        bare_send(*descriptor, &scene.small);
    }
    1
}

fn bare_merged(scene: &mut Scene) -> usize {
    for descriptor in &scene.descriptors {
        bare_send(*descriptor, &scene.frame);
    }
    8
}

fn bare_send(descriptor: i32, bytes: &[u8]) {
    let flags = libc::MSG_DONTWAIT | libc::MSG_NOSIGNAL;
    // SAFETY: the bytes are valid for the call, and the descriptor is an open socket.
    let sent = unsafe { libc::send(descriptor, bytes.as_ptr().cast(), bytes.len(), flags) };
    assert_eq!(sent.unsigned_abs(), bytes.len());
}

fn shared(scene: &mut Scene) -> usize {
    for conn in &scene.connections {
        scene.reactor.send_shared(*conn, &scene.small);
    }
    scene.reactor.flush();
    1
}

fn copied(scene: &mut Scene) -> usize {
    for conn in &scene.connections {
        scene.reactor.send(*conn, &scene.small);
    }
    scene.reactor.flush();
    1
}

fn merged(scene: &mut Scene) -> usize {
    for _ in 0..8 {
        for conn in &scene.connections {
            scene.reactor.send_shared(*conn, &scene.small);
        }
    }
    scene.reactor.flush();
    8
}

impl Scene {
    fn new(sockets: usize, bytes: usize) -> Self {
        baton_reactor::raise_open_file_limit().unwrap();
        pin(0);
        let mut reactor = Reactor::new(Config::default()).unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (mut connections, mut descriptors, mut peers) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..sockets {
            peers.push(TcpStream::connect(listener.local_addr().unwrap()).unwrap());
            let (socket, _) = listener.accept().unwrap();
            socket.set_nodelay(true).unwrap();
            descriptors.push(socket.as_raw_fd());
            connections.push(reactor.adopt(socket).unwrap());
        }
        let read = Arc::new(AtomicU64::new(0));
        let counter = Arc::clone(&read);
        std::thread::spawn(move || read_everything(peers, &counter));
        let (small, frame) = (vec![b'x'; bytes].into(), vec![b'x'; bytes * 8].into());
        let mut scene = Self { reactor, connections, descriptors, frame, small, read, sent: 0 };
        scene.settle(0);
        scene
    }

    /// Waits until the other thread has read `frames` more small frames, and takes what the loop has to tell.
    fn settle(&mut self, frames: u64) {
        self.sent += frames * self.small.len() as u64;
        while self.read.load(Ordering::Relaxed) < self.sent {
            std::thread::sleep(Duration::from_micros(200));
        }
        self.reactor.poll(Some(Duration::ZERO)).unwrap();
        while let Some(event) = self.reactor.next_event(&mut [0; 64]) {
            assert!(!matches!(event, Event::Closed { .. }), "{event:?}");
        }
    }
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
