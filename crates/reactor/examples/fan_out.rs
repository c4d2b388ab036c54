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

mod measure;

use std::net::TcpListener;
use std::os::fd::AsRawFd;
use std::sync::Arc;

use baton_reactor::{Config, ConnectionId, Reactor};

use self::measure::{Peers, argument, connected, cpu_ns, median, pin, turn};

struct Scene {
    reactor: Reactor,
    connections: Vec<ConnectionId>,
    descriptors: Vec<i32>,
    frame: Arc<[u8]>,
    small: Arc<[u8]>,
    peers: Peers,
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
    let (sockets, bytes, rounds) = (argument(1, 1_000), argument(2, 130), argument(3, 101));
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
            let (peer, socket) = connected(&listener);
            peers.push(peer);
            descriptors.push(socket.as_raw_fd());
            connections.push(reactor.adopt(socket).unwrap());
        }
        let peers = Peers::new(peers);
        let (small, frame) = (vec![b'x'; bytes].into(), vec![b'x'; bytes * 8].into());
        let mut scene = Self { reactor, connections, descriptors, frame, small, peers, sent: 0 };
        scene.settle(0);
        scene
    }

    /// Waits until the other thread has read `frames` more small frames, and takes the loop's
    /// events.
    fn settle(&mut self, frames: u64) {
        self.sent += frames * self.small.len() as u64;
        self.peers.wait_for(self.sent);
        turn(&mut self.reactor);
    }
}
