//! A PostgreSQL of a test's own: in a new directory, reached by a Unix socket in it, and gone with the last who uses it. The
//! load generator measures with one too.
//!
//! `postgres` must be installed (Debian's `postgresql-15`); `make test` sees to it. It is run as the user `postgres` where
//! the tests run as root, since it refuses root.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // for tests, which fail where they unwrap

use std::ffi::OsStr;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

/// How long PostgreSQL may take to start on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server of the tests' own.
#[derive(Debug)]
pub struct Postgres {
    directory: PathBuf,
    settings: Vec<String>,
    prepare: fn(&mut Command),
    child: Mutex<Child>,
    databases: AtomicU32,
}

/// The server that tests share which change nothing for others.
static SHARED: Mutex<Weak<Postgres>> = Mutex::new(Weak::new());

impl Postgres {
    /// The server that the tests of one process share; each takes a [database](Postgres::database) of its own.
    pub fn shared() -> Arc<Self> {
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        shared.upgrade().unwrap_or_else(|| {
            // A slot for each test that follows changes: by default there are ten.
            let server = Arc::new(Self::start(&["max_replication_slots=64", "max_wal_senders=64"]));
            *shared = Arc::downgrade(&server);
            server
        })
    }

    /// A server with further settings, such as `max_slot_wal_keep_size=1MB`. What is not set is as Debian has it, but for
    /// `wal_level=logical`, and for syncing, which tests do without.
    pub fn start(settings: &[&str]) -> Self {
        Self::start_as(settings, |_| {})
    }

    /// The same, with the command that starts it changed by `prepare`.
    pub fn start_as(settings: &[&str], prepare: fn(&mut Command)) -> Self {
        let directory = new_directory();
        let data = directory.join("data");
        let output = command("initdb")
            .args(["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"])
            .arg("--pgdata")
            .arg(&data)
            .output()
            .expect("initdb should run");
        assert!(output.status.success(), "initdb: {}", String::from_utf8_lossy(&output.stderr));
        let given = ["wal_level=logical", "fsync=off", "listen_addresses=", "max_connections=100"];
        let settings: Vec<String> = given.iter().chain(settings).map(|&setting| setting.to_owned()).collect();
        let child = Mutex::new(launch(&directory, &settings, prepare));
        let server = Self { directory, settings, prepare, child, databases: AtomicU32::new(0) };
        server.wait();
        server
    }

    /// Why none can be started here, if that is so.
    pub fn is_missing() -> Option<&'static str> {
        let is_there = command("postgres").arg("--version").output().is_ok_and(|it| it.status.success());
        (!is_there).then_some("PostgreSQL 15 is not installed here; `tools/need postgres` installs it")
    }

    /// The process that all others of the server are children of.
    pub fn pid(&self) -> u32 {
        self.child.lock().unwrap_or_else(PoisonError::into_inner).id()
    }

    /// The directory of its socket, which stands in a connection string as `host`.
    pub fn host(&self) -> &Path {
        &self.directory
    }

    /// A connection string for the superuser and `database`.
    pub fn url(&self, database: &str) -> String {
        format!("postgresql:///{database}?host={}&user=postgres", self.directory.display())
    }

    /// A new database; its name.
    pub fn database(&self) -> String {
        let name = format!("test_{}", self.databases.fetch_add(1, Ordering::Relaxed));
        self.psql("postgres", &format!("create database {name}"));
        name
    }

    /// Runs statements as the superuser; what they print, unaligned and without headings.
    pub fn psql(&self, database: &str, sql: &str) -> String {
        let output = self.run_psql(database, sql);
        assert!(output.status.success(), "{sql}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim_end().to_owned()
    }

    fn run_psql(&self, database: &str, sql: &str) -> std::process::Output {
        command("psql")
            .args([
                "-X",
                "-q",
                "-A",
                "-t",
                "-v",
                "ON_ERROR_STOP=1",
                "-U",
                "postgres",
                "-d",
                database,
                "-c",
                sql,
            ])
            .arg("-h")
            .arg(&self.directory)
            .output()
            .expect("psql should run")
    }

    /// Stops it at once, as a crash would, and starts it again on the same data.
    pub fn restart(&self) {
        self.stop();
        self.resume();
    }

    /// Stops it at once, as a crash would.
    pub fn stop(&self) {
        end(&mut self.child.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Starts it again after [`Postgres::stop`].
    pub fn resume(&self) {
        *self.child.lock().unwrap_or_else(PoisonError::into_inner) =
            launch(&self.directory, &self.settings, self.prepare);
        self.wait();
    }

    fn wait(&self) {
        let deadline = Instant::now() + PATIENCE;
        while !self.run_psql("postgres", "select").status.success() {
            let log = || std::fs::read_to_string(self.directory.join("log")).unwrap_or_default();
            assert!(Instant::now() < deadline, "PostgreSQL did not start: {}", log());
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.stop();
        drop(std::fs::remove_dir_all(&self.directory));
    }
}

fn new_directory() -> PathBuf {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    // Short: the path of a socket has 107 bytes.
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let directory = std::env::temp_dir().join(format!("baton-pg-{}-{number}", std::process::id()));
    drop(std::fs::remove_dir_all(&directory)); // an earlier process of the same number left it
    std::fs::create_dir(&directory).expect("a directory for PostgreSQL");
    if let Some((user, group)) = unprivileged() {
        std::os::unix::fs::chown(&directory, Some(user), Some(group)).expect("chown");
    }
    directory
}

fn launch(directory: &Path, settings: &[String], prepare: fn(&mut Command)) -> Child {
    let log = std::fs::File::options().create(true).append(true).open(directory.join("log")).unwrap();
    let mut command = command("postgres");
    command.arg("-D").arg(directory.join("data")).arg("-k").arg(directory);
    for setting in settings {
        command.arg("-c").arg(setting);
    }
    prepare(&mut command);
    command.stdin(Stdio::null()).stdout(log.try_clone().unwrap()).stderr(log);
    command.spawn().expect("postgres should run: it comes with Debian's postgresql-15")
}

/// SIGQUIT: the postmaster ends its children and itself without a checkpoint.
fn end(child: &mut Child) {
    let ended = matches!(child.try_wait(), Ok(Some(_)));
    if !ended {
        let _ = Command::new("kill").args(["-QUIT", &child.id().to_string()]).status();
        drop(child.wait());
    }
}

/// A program of PostgreSQL, as a user whom it accepts.
fn command(program: &str) -> Command {
    let debian = Path::new("/usr/lib/postgresql/15/bin").join(program);
    let mut command = Command::new(if debian.exists() { debian.as_os_str() } else { OsStr::new(program) });
    command.current_dir("/").env_remove("PGDATABASE").env_remove("PGUSER").env_remove("PGHOST");
    if let Some((user, group)) = unprivileged() {
        command.uid(user).gid(group);
    }
    command
}

/// The user and group to become, where this is root.
fn unprivileged() -> Option<(u32, u32)> {
    let id = |option: &str, name: &[&str]| -> Option<u32> {
        let output = Command::new("id").arg(option).args(name).output().expect("id should run");
        String::from_utf8_lossy(&output.stdout).trim().parse().ok()
    };
    // Without a user postgres PostgreSQL is not installed, or says by itself that it does not run as root.
    (id("-u", &[]) == Some(0)).then(|| Some((id("-u", &["postgres"])?, id("-g", &["postgres"])?))).flatten()
}
