//! A private `redis-server`, on a Unix socket and ports of this machine, in a folder that goes with it.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use baton_cache::connection::{Connection, Settings};

pub(crate) struct Redis {
    child: Child,
    pub(crate) folder: PathBuf,
    pub(crate) port: u16,
    arguments: Vec<String>,
}

impl Redis {
    /// Starts one with further arguments; `None`, with the reason on standard error, where there is none to start.
    pub(crate) fn start(arguments: &[&str]) -> Option<Self> {
        if Command::new("redis-server").arg("--version").stdout(Stdio::null()).status().is_err() {
            eprintln!("skipped: redis-server is not installed");
            return None;
        }
        let folder = folder();
        let port = free_port();
        let arguments: Vec<_> = arguments.iter().map(ToString::to_string).collect();
        let child = spawn(&folder, port, &arguments);
        let server = Self { child, folder, port, arguments };
        server.wait();
        Some(server)
    }

    pub(crate) fn socket(&self) -> PathBuf {
        self.folder.join("redis.sock")
    }

    fn wait(&self) {
        let until = Instant::now() + Duration::from_secs(20);
        while !self.answers() {
            assert!(Instant::now() < until, "redis-server did not start");
            sleep(Duration::from_millis(10));
        }
    }

    /// It listens before it has read all of its settings, and may not like them.
    fn answers(&self) -> bool {
        let Ok(mut stream) = UnixStream::connect(self.socket()) else { return false };
        stream.set_read_timeout(Some(Duration::from_secs(1))).unwrap();
        stream.write_all(b"PING\r\n").is_ok() && stream.read(&mut [0]).is_ok_and(|read| read > 0)
    }

    /// Settings for its Unix socket, with timeouts, so that a test which waits for ever fails.
    pub(crate) fn unix(&self) -> Settings {
        patient(Settings::of(self.socket().to_str().unwrap(), 0))
    }

    /// The same for its port.
    pub(crate) fn tcp(&self) -> Settings {
        patient(Settings::of("127.0.0.1", self.port))
    }

    pub(crate) fn connect(&self) -> Connection {
        Connection::new(self.unix()).unwrap()
    }

    /// Ends it and starts another in its place.
    pub(crate) fn restart(&mut self) {
        self.stop();
        self.start_again();
    }

    pub(crate) fn stop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_file(self.socket());
    }

    pub(crate) fn start_again(&mut self) {
        self.child = spawn(&self.folder, self.port, &self.arguments);
        self.wait();
    }
}

fn patient(settings: Settings) -> Settings {
    let timeout = Some(Duration::from_secs(30));
    Settings { connect_timeout: timeout, read_timeout: timeout, ..settings }
}

fn spawn(folder: &Path, port: u16, arguments: &[String]) -> Child {
    let mut command = Command::new("redis-server");
    command.current_dir(folder).args(["--unixsocket", "redis.sock", "--bind", "127.0.0.1"]);
    command.args(["--port", &port.to_string(), "--save", "", "--appendonly", "no", "--loglevel", "warning"]);
    command.args(["--enable-debug-command", "yes"]).args(arguments);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// A folder for one test; the path of a socket in it is short enough.
pub(crate) fn folder() -> PathBuf {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("baton-cache-{}-{number}", std::process::id()));
    fs::create_dir(&folder).unwrap();
    folder
}

/// One that was free a moment ago.
pub(crate) fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

impl Drop for Redis {
    fn drop(&mut self) {
        self.stop();
        let _ = fs::remove_dir_all(&self.folder);
    }
}
