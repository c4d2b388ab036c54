//! What a connection adds to a round trip: GETs of 85 bytes over a Unix socket, beside a bare loop of `send` and `recv`
//! on a socket of its own to the same server.
//!
//! The two take turns of a tenth of a second, so that a machine with others on it treats both alike; what counts are the
//! median and the best of each. A server at 127.0.0.1 is measured as well if its port is given.
//!
//! ```sh
//! redis-server --unixsocket /tmp/r.sock --port 7777 --save '' --daemonize yes
//! cargo run --release -p baton-cache --example round_trip -- /tmp/r.sock 7777
//! ```

#![allow(clippy::unwrap_used, reason = "a measurement that fails says where")]

use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use baton_cache::connection::{Connection, Delivery, Settings};

const KEY: &[u8] = b"round_trip";
const VALUE: [u8; 85] = [b'v'; 85];
const SLICE: Duration = Duration::from_millis(100);
const TURNS: usize = 50;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let socket = arguments.next().unwrap_or_else(|| {
        eprintln!(
            "which server? give the path of its Unix socket, and its port if TCP is to be measured too"
        );
        std::process::exit(2);
    });
    let floor = UnixStream::connect(&socket).unwrap();
    compare("unix", floor, Settings::of(&socket, 0));
    if let Some(port) = arguments.next() {
        let floor = TcpStream::connect(("127.0.0.1", port.parse().unwrap())).unwrap();
        floor.set_nodelay(true).unwrap();
        compare("tcp", floor, Settings::of("127.0.0.1", port.parse().unwrap()));
    }
}

fn compare(name: &str, mut floor: impl Read + Write, settings: Settings) {
    let mut connection = Connection::new(settings).unwrap();
    connection.send([&b"SET"[..], KEY, &VALUE].into_iter(), Delivery::Repeatable).unwrap();
    connection.reply().unwrap();
    let (mut bare, mut ours) = (Vec::new(), Vec::new());
    for _ in 0..TURNS {
        bare.push(per_second(|| bare_get(&mut floor)));
        ours.push(per_second(|| get(&mut connection)));
    }
    let (bare, ours) = (Spread::of(bare), Spread::of(ours));
    println!("{name}: bare send and recv    {:8.0}/s median, {:8.0}/s best", bare.median, bare.best);
    println!("{name}: a connection's GET    {:8.0}/s median, {:8.0}/s best", ours.median, ours.best);
    let added = 1e9 / ours.median - 1e9 / bare.median;
    println!(
        "{name}: {:.1} % of the bare loop, {added:+.0} ns per round trip",
        100.0 * ours.median / bare.median
    );
}

fn bare_get(floor: &mut (impl Read + Write)) {
    floor.write_all(b"*2\r\n$3\r\nGET\r\n$10\r\nround_trip\r\n").unwrap();
    let mut buffer = [0; 256];
    let read = floor.read(&mut buffer).unwrap();
    assert_eq!(read, 5 + VALUE.len() + 2);
}

fn get(connection: &mut Connection) {
    connection.send([&b"GET"[..], KEY].into_iter(), Delivery::Repeatable).unwrap();
    let reply = connection.reply().unwrap();
    assert_eq!(connection.bytes(&reply).unwrap().len(), VALUE.len());
}

fn per_second(mut once: impl FnMut()) -> f64 {
    let (began, mut count) = (Instant::now(), 0);
    while began.elapsed() < SLICE {
        for _ in 0..100 {
            once();
        }
        count += 100;
    }
    f64::from(count) / began.elapsed().as_secs_f64()
}

struct Spread {
    median: f64,
    best: f64,
}

impl Spread {
    fn of(mut rates: Vec<f64>) -> Self {
        rates.sort_by(f64::total_cmp);
        Self { median: rates[rates.len() / 2], best: rates[rates.len() - 1] }
    }
}
