//! Both drivers against a model: whatever is queued, and however slowly it is read, each peer gets the same bytes.

use std::collections::VecDeque;
use std::io::{ErrorKind, Read};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::time::{Duration, Instant};

use baton_reactor::{Closed, Config, ConnectionId, Driver, Event, Reactor};
use proptest::collection::vec;
use proptest::prelude::*;
use socket2::SockRef;

use crate::world::{DEADLINE, World, pattern, read};

const PEERS: usize = 9;
/// What the frames that many share may be: two side by side, one that stays where it is, and one larger than a socket takes.
const SHARED: [usize; 4] = [7, 130, 9_000, 60_000];

#[derive(Clone, Debug)]
enum Step {
    /// A frame for one connection alone.
    Send(usize, usize),
    /// One of the shared frames to those whose bits are set.
    Share(u16, usize),
    Flush,
    /// A turn of the loop, in which it hears who can take more.
    Turn,
    /// A peer reads up to so much.
    Read(usize, usize),
    /// The loop ends a connection behind what is queued.
    Finish(usize),
    /// A peer goes without a word.
    Leave(usize),
}

fn step() -> impl Strategy<Value = Step> {
    let who = || 0..PEERS;
    prop_oneof![
        6 => (who(), 1..3_000usize).prop_map(|(who, len)| Step::Send(who, len)),
        10 => (any::<u16>(), 0..SHARED.len()).prop_map(|(set, which)| Step::Share(set, which)),
        6 => Just(Step::Flush),
        2 => Just(Step::Turn),
        6 => (who(), 1..100_000usize).prop_map(|(who, most)| Step::Read(who, most)),
        1 => who().prop_map(Step::Finish),
        1 => who().prop_map(Step::Leave),
    ]
}

/// A loop, its peers, and what the model says that they are still to read.
struct Twin {
    reactor: Reactor,
    shared: Vec<Arc<[u8]>>,
    lines: Vec<Line>,
    closed: Vec<(ConnectionId, Closed)>,
}

struct Line {
    conn: ConnectionId,
    peer: Option<UnixStream>,
    finished: bool,
    expected: VecDeque<u8>,
}

impl Twin {
    fn new(driver: Driver) -> Self {
        let config =
            Config { driver, outbox_bytes: 8 << 20, tick: Duration::from_millis(1), ..Config::default() };
        let mut reactor = Reactor::new(config).unwrap();
        let lines = (0..PEERS).map(|n| Line::new(&mut reactor, n)).collect();
        let shared = SHARED.iter().map(|len| pattern(*len).into()).collect();
        Self { reactor, shared, lines, closed: Vec::new() }
    }

    fn apply(&mut self, step: &Step) {
        match *step {
            Step::Send(who, len) => {
                let bytes = pattern(len);
                self.reactor.send(self.lines[who].conn, &bytes);
                self.lines[who].expect(&bytes);
            }
            Step::Share(set, which) => {
                for (_, line) in self.lines.iter_mut().enumerate().filter(|(n, _)| set >> n & 1 == 1) {
                    self.reactor.send_shared(line.conn, &self.shared[which]);
                    line.expect(&self.shared[which]);
                }
            }
            Step::Flush => self.reactor.flush(),
            Step::Turn => self.turn(),
            Step::Read(who, most) => self.lines[who].read(most),
            Step::Finish(who) => {
                self.reactor.finish(self.lines[who].conn);
                self.lines[who].finished = true;
            }
            Step::Leave(who) => self.lines[who].peer = None,
        }
    }

    fn turn(&mut self) {
        self.reactor.poll(Some(Duration::ZERO)).unwrap();
        while let Some(event) = self.reactor.next_event(&mut [0; 64]) {
            if let Event::Closed { conn, cause } = event {
                self.closed.push((conn, cause));
            }
        }
        self.reactor.flush();
    }

    /// Everybody reads until nothing is missing.
    fn settle(&mut self) {
        let end = Instant::now() + DEADLINE;
        while self.lines.iter().any(Line::is_owed) || self.reactor.outbox_bytes() > 0 {
            self.turn();
            self.lines.iter_mut().for_each(|line| line.read(1 << 20));
            let owed: Vec<_> = self.lines.iter().map(|line| line.expected.len()).collect();
            assert!(Instant::now() < end, "still owed {owed:?}, closed {:?}", self.closed);
        }
        self.turn();
        for line in &mut self.lines {
            line.read(1); // nothing comes that was not queued
            let cause = self.closed.iter().find(|(conn, _)| *conn == line.conn).map(|(_, cause)| *cause);
            assert!(cause.is_none() || line.peer.is_none(), "a peer that reads was closed: {cause:?}");
        }
    }
}

impl Line {
    /// Some peers take little at once.
    fn new(reactor: &mut Reactor, n: usize) -> Self {
        let (peer, ours) = UnixStream::pair().unwrap();
        peer.set_nonblocking(true).unwrap();
        if !n.is_multiple_of(3) {
            SockRef::from(&ours).set_send_buffer_size(1 << (10 + n)).unwrap();
        }
        let conn = reactor.adopt(ours).unwrap();
        Self { conn, peer: Some(peer), finished: false, expected: VecDeque::new() }
    }

    fn expect(&mut self, bytes: &[u8]) {
        if !self.finished {
            self.expected.extend(bytes);
        }
    }

    fn is_owed(&self) -> bool {
        self.peer.is_some() && !self.expected.is_empty()
    }

    fn read(&mut self, most: usize) {
        let Some(peer) = &mut self.peer else { return };
        let mut buffer = vec![0; most];
        match peer.read(&mut buffer) {
            Ok(0) => {
                assert!(self.finished && self.expected.is_empty(), "ended with {} owed", self.expected.len())
            }
            Ok(len) => {
                assert!(len <= self.expected.len(), "{len} bytes came, {} were owed", self.expected.len());
                assert!(self.expected.drain(..len).eq(buffer[..len].iter().copied()), "other bytes came");
            }
            Err(error) => assert_eq!(error.kind(), ErrorKind::WouldBlock),
        }
    }
}

proptest! {
    // What is lost shows as a wait for it, so a long search for the shortest loss would look like a hang.
    #![proptest_config(ProptestConfig { cases: 48, max_shrink_iters: 8, ..ProptestConfig::default() })]
    #[test]
    fn every_driver_delivers_what_was_queued(steps in vec(step(), 1..80)) {
        for driver in [Driver::Epoll, Driver::Auto] {
            let mut twin = Twin::new(driver);
            steps.iter().for_each(|step| twin.apply(step));
            twin.settle();
            prop_assert!(driver == Driver::Auto || twin.reactor.counters().submissions == 0);
        }
    }
}

#[test]
fn a_fan_out_is_one_submission_where_the_kernel_offers_it() {
    for driver in [Driver::Epoll, Driver::Auto] {
        let mut world = World::new(Config { driver, ..World::quick() });
        let mut peers: Vec<_> = (0..40).map(|_| world.connect()).collect();
        let frame: Arc<[u8]> = pattern(130).into();
        let before = world.reactor.counters();
        peers.iter().for_each(|(_, conn)| world.reactor.send_shared(*conn, &frame));
        world.reactor.send(peers[3].1, b"own");
        world.reactor.flush();
        let after = world.reactor.counters();
        assert_eq!(after.writes - before.writes, 40);
        assert_eq!(
            after.submissions - before.submissions,
            u64::from(world.reactor.driver() == Driver::IoUring)
        );
        for (n, (peer, _)) in peers.iter_mut().enumerate() {
            assert!(read(peer, 130) == frame[..]);
            assert!(n != 3 || read(peer, 3) == b"own");
        }
    }
}

/// Peers on Unix sockets, each of which gets the frames that `frames` returns; how many submissions
/// that took, and what came.
fn submissions_of(count: usize, frames: impl Fn(usize) -> Vec<Arc<[u8]>>) -> Option<u64> {
    baton_reactor::raise_open_file_limit().unwrap();
    let mut reactor = Reactor::new(Config::default()).unwrap();
    let mut lines: Vec<_> = (0..count).map(|_| Line::new(&mut reactor, 0)).collect();
    for (n, line) in lines.iter_mut().enumerate() {
        for frame in frames(n) {
            reactor.send_shared(line.conn, &frame);
            line.expect(&frame);
        }
    }
    reactor.flush();
    for line in &mut lines {
        line.read(1 << 20);
        assert!(!line.is_owed());
    }
    assert_eq!(reactor.counters().writes, count as u64);
    (reactor.driver() == Driver::IoUring).then(|| reactor.counters().submissions)
}

#[test]
fn a_submission_has_as_many_sockets_as_the_ring_holds() {
    let frame: Arc<[u8]> = pattern(7).into();
    for (sockets, submissions) in [(3, 0), (4, 1), (1_024, 1), (1_025, 2)] {
        let got = submissions_of(sockets, |_| vec![frame.clone()]);
        assert!(got.is_none_or(|got| got == submissions), "{sockets} sockets: {got:?}");
    }
}

/// Each socket has frames of its own, of which 32 times two fill the room for laying them side by side.
#[test]
fn a_submission_has_as_many_bytes_as_are_joined() {
    let frames: Vec<Arc<[u8]>> = (0..66).map(|_| pattern(4 << 10).into()).collect();
    for (sockets, submissions) in [(32, 1), (33, 2)] {
        let got = submissions_of(sockets, |n| vec![frames[2 * n].clone(), frames[2 * n + 1].clone()]);
        assert!(got.is_none_or(|got| got == submissions), "{sockets} sockets: {got:?}");
    }
}

#[test]
fn a_driver_asked_for_by_name_is_the_one_in_force_or_refused() {
    let of = |driver| Reactor::new(Config { driver, ..Config::default() }).map(|reactor| reactor.driver());
    assert_eq!(of(Driver::Epoll).unwrap(), Driver::Epoll);
    match of(Driver::IoUring) {
        Ok(driver) => assert_eq!((driver, of(Driver::Auto).unwrap()), (Driver::IoUring, Driver::IoUring)),
        Err(error) => {
            assert!(error.to_string().contains("io_uring cannot be used here"), "{error}");
            assert_eq!(of(Driver::Auto).unwrap(), Driver::Epoll);
        }
    }
}
