//! Memory and servers as the tests of this module need them.

use std::io::Write as _;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use baton_near_cache::Worker;

use crate::connection::{Connection, Settings};
use crate::memory::{Memory, Opened};
use crate::seats::Seat;

/// Memory of its own.
pub(super) fn opened() -> Opened {
    let settings = baton_near_cache::Settings { workers: 8, ..Default::default() };
    Memory::reserve(1 << 20, settings).unwrap().open().unwrap()
}

/// A seat at it.
pub(super) fn worker(opened: &Opened) -> Worker<Seat> {
    Worker::join(Arc::clone(&opened.table), Seat(Arc::clone(&opened.seats))).unwrap()
}

/// A server of a few lines: it serves one connection.
pub(super) struct StandIn {
    path: PathBuf,
    thread: Option<JoinHandle<()>>,
}

impl StandIn {
    pub(super) fn start(serve: impl FnOnce(UnixStream) + Send + 'static) -> Self {
        let (path, listener) = Self::bind();
        let thread = std::thread::spawn(move || {
            let (stream, _) = listener.accept().unwrap();
            stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
            serve(stream);
        });
        Self { path, thread: Some(thread) }
    }

    /// One that serves any number of connections, each by a thread of its own, for as long as the process lives.
    pub(super) fn start_many(serve: fn(UnixStream)) -> Self {
        let (path, listener) = Self::bind();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
                std::thread::spawn(move || serve(stream));
            }
        });
        Self { path, thread: None }
    }

    fn bind() -> (PathBuf, UnixListener) {
        let path = std::env::temp_dir().join(format!("baton-near-{:016x}", fastrand::u64(..)));
        let listener = UnixListener::bind(&path).unwrap();
        (path, listener)
    }

    /// One that says this in so many pieces, with a moment between them.
    pub(super) fn saying(pieces: Vec<Vec<u8>>) -> Self {
        Self::start(move |mut stream| {
            for piece in pieces {
                stream.write_all(&piece).unwrap();
                std::thread::sleep(Duration::from_millis(2));
            }
        })
    }

    pub(super) fn settings(&self) -> Settings {
        let timeout = Some(Duration::from_secs(20));
        let settings = Settings::of(self.path.to_str().unwrap(), 0);
        Settings { connect_timeout: timeout, read_timeout: timeout, max_retries: 0, ..settings }
    }

    pub(super) fn connect(&self) -> Connection {
        let mut connection = Connection::new(self.settings()).unwrap();
        connection.open().unwrap();
        connection
    }
}

impl Drop for StandIn {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
        if let Some(thread) = self.thread.take().filter(|_| !std::thread::panicking()) {
            thread.join().unwrap();
        }
    }
}
