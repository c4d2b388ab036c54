//! The server that is examined: started with a configuration of its own, on its own core.

use std::collections::BTreeMap;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::child::Running;
use crate::fault::Fault;
use crate::target::{App, Target};

/// How long an answer of its metrics may take.
const METRICS: Duration = Duration::from_secs(10);

/// What is asked of it beside the settings that all have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Setting {
    /// What it is called in reports.
    pub name: &'static str,
    /// Lines of the app's table.
    pub lines: &'static str,
    /// History is on disk too (`history_store`).
    pub stores: bool,
}

/// With recovery, and without.
pub(super) const ON: Setting = Setting { name: "recovery on", lines: "recovery = true\n", stores: false };
pub(super) const OFF: Setting = Setting { name: "recovery off", lines: "recovery = false\n", stores: false };

/// A program and where it runs.
#[derive(Debug, Clone)]
pub struct Program {
    /// Its path.
    pub path: PathBuf,
    /// Its core.
    pub core: usize,
    /// Its event loops.
    pub loops: usize,
    /// Further lines of its app's table.
    pub lines: String,
}

/// A running server.
pub(super) struct Server {
    running: Running,
    config: PathBuf,
    store: PathBuf,
    app: App,
}

impl Server {
    /// Starts one. Its configuration is written to a file of this process.
    pub(super) fn start(program: &Program, setting: Setting) -> Result<Self, Fault> {
        let app = App { id: "bench".into(), key: "bench-key".into(), secret: "bench-secret".into() };
        let config = std::env::temp_dir().join(format!("baton-recovery-{}.toml", std::process::id()));
        let text = format!(
            "listen = \"127.0.0.1:0\"\nloops = {}\n[[apps]]\nid = \"{}\"\nkey = \"{}\"\nsecret = \"{}\"\n\
             backend_events_per_second = 0\ncommands_per_second = 0\n{}{}\n",
            program.loops, app.id, app.key, app.secret, setting.lines, program.lines
        );
        std::fs::write(&config, text).map_err(Fault::start(format!("cannot write {}", config.display())))?;
        let mut command = Command::new(&program.path);
        command.arg("serve").arg("--config").arg(&config);
        let store = std::env::temp_dir().join(format!("baton-recovery-{}-history", std::process::id()));
        if setting.stores {
            command.env("BATON_HISTORY_STORE", &store);
        }
        let running = Running::start(&mut command, &[program.core])?;
        Ok(Self { running, config, store, app })
    }

    /// What the generator has to know.
    pub(super) fn target(&self) -> Target {
        Target::plain(self.running.address(), self.app.clone(), self.running.pid())
    }

    /// The server's own counters of recovery, if it has any.
    pub(super) fn metrics(&self) -> BTreeMap<String, f64> {
        read_metrics(self.running.address()).unwrap_or_default()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // They lie in a temporary folder. The server that still writes there ends after this.
        let _ = std::fs::remove_file(&self.config);
        let _ = std::fs::remove_dir_all(&self.store);
    }
}

fn read_metrics(address: SocketAddr) -> std::io::Result<BTreeMap<String, f64>> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(METRICS))?;
    stream.write_all(b"GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")?;
    let mut text = String::new();
    stream.read_to_string(&mut text)?;
    Ok(recovery_metrics(&text))
}

fn recovery_metrics(text: &str) -> BTreeMap<String, f64> {
    let lines = text.lines().filter(|line| line.starts_with("baton_recovery"));
    let pairs = lines.filter_map(|line| line.rsplit_once(' '));
    pairs.filter_map(|(name, value)| Some((name.to_owned(), value.trim().parse().ok()?))).collect()
}

/// Fails if there is no such program.
pub(super) fn require(path: &Path) -> Result<(), Fault> {
    if path.exists() {
        return Ok(());
    }
    Err(Fault::Start(format!(
        "there is no {}: build the server first, or name it by --server",
        path.display()
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_of_recovery_are_read() {
        let text =
            "# HELP baton_recovery_x y\nbaton_other 1\nbaton_recovery_messages_total{kind=\"a\"} 7\r\n";
        let metrics = recovery_metrics(text);
        assert_eq!(
            metrics.into_iter().collect::<Vec<_>>(),
            [("baton_recovery_messages_total{kind=\"a\"}".to_owned(), 7.0)]
        );
    }
}
