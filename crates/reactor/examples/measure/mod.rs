//! What the measurements share: peers that read everything on another core, and a clock of this thread's own CPU time.

use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use baton_reactor::{Config, Event, Reactor};

/// The number at this place of the command line.
pub(crate) fn argument(place: usize, default: usize) -> usize {
    std::env::args().nth(place).map_or(default, |text| text.parse().unwrap())
}

/// A peer, and the socket that a loop is to take.
pub(crate) fn connected(listener: &TcpListener) -> (TcpStream, TcpStream) {
    let peer = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let (socket, _) = listener.accept().unwrap();
    socket.set_nodelay(true).unwrap();
    (peer, socket)
}

/// The other ends, in a thread and a reactor of their own.
pub(crate) struct Peers(Arc<AtomicU64>);

impl Peers {
    pub(crate) fn new(sockets: Vec<TcpStream>) -> Self {
        let read = Arc::new(AtomicU64::new(0));
        let counter = Arc::clone(&read);
        std::thread::spawn(move || read_everything(sockets, &counter));
        Self(read)
    }

    /// Waits until they have read so many bytes since they began.
    pub(crate) fn wait_for(&self, bytes: u64) {
        while self.0.load(Ordering::Relaxed) < bytes {
            std::thread::sleep(Duration::from_micros(200));
        }
    }
}

fn read_everything(sockets: Vec<TcpStream>, counter: &AtomicU64) {
    pin(1);
    let mut reactor = Reactor::new(Config::default()).unwrap();
    for socket in sockets {
        reactor.adopt(socket).unwrap();
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

/// One turn without a wait, in which no connection may close.
pub(crate) fn turn(reactor: &mut Reactor) {
    let mut buffer = [0; 64 << 10];
    reactor.poll(Some(Duration::ZERO)).unwrap();
    while let Some(event) = reactor.next_event(&mut buffer) {
        assert!(!matches!(event, Event::Closed { .. }), "{event:?}");
    }
    reactor.flush();
}

/// CPU time of this thread, in nanoseconds.
pub(crate) fn cpu_ns() -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is valid for the call.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    time.tv_sec.unsigned_abs() * 1_000_000_000 + time.tv_nsec.unsigned_abs()
}

/// Pins this thread to one core, if there is such a core.
pub(crate) fn pin(core: usize) {
    // SAFETY: a zeroed set is an empty one, and the call only reads it.
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        libc::CPU_SET(core, &mut set);
        libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &raw const set);
    }
}

pub(crate) fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<_> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
