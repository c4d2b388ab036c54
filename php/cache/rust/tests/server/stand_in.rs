//! A server of a few lines, for what no real one does on demand.

use std::fs;
use std::io::{Read as _, Write as _};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::PathBuf;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use baton_cache::connection::{Connection, Settings};

use crate::redis::folder;

pub(crate) struct StandIn {
    folder: PathBuf,
    thread: Option<JoinHandle<()>>,
}

impl StandIn {
    /// Serves as many connections as there are parts, one after the other.
    pub(crate) fn start<const N: usize>(parts: [fn(&mut UnixStream); N]) -> Self {
        let folder = folder();
        let listener = UnixListener::bind(folder.join("s")).unwrap();
        let thread = thread::spawn(move || {
            for part in parts {
                let (mut stream, _) = listener.accept().unwrap();
                stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
                part(&mut stream);
            }
        });
        Self { folder, thread: Some(thread) }
    }

    pub(crate) fn settings(&self) -> Settings {
        let timeout = Some(Duration::from_secs(20));
        let settings = Settings::of(self.folder.join("s").to_str().unwrap(), 0);
        Settings { connect_timeout: timeout, read_timeout: timeout, ..settings }
    }

    pub(crate) fn connect(&self) -> Connection {
        Connection::new(self.settings()).unwrap()
    }

    /// All parts have been played.
    pub(crate) fn end(mut self) {
        self.thread.take().unwrap().join().unwrap();
    }
}

impl Drop for StandIn {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Reads so many commands of one word, `*1\r\n$4\r\nPING\r\n`.
pub(crate) fn read_pings(stream: &mut UnixStream, count: usize) {
    let mut bytes = vec![0; 14 * count];
    stream.read_exact(&mut bytes).unwrap();
    assert!(bytes.chunks(14).all(|command| command == b"*1\r\n$4\r\nPING\r\n"), "{}", bytes.escape_ascii());
}

/// Reads one of them and answers.
pub(crate) fn answer_ping(stream: &mut UnixStream) {
    read_pings(stream, 1);
    stream.write_all(b"+PONG\r\n").unwrap();
}

/// Waits until the other side has gone.
pub(crate) fn wait_for_the_end(stream: &mut UnixStream) {
    let _ = stream.read_to_end(&mut Vec::new()); // a reset is an end too
}
