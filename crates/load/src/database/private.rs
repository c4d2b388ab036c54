//! A PostgreSQL of a run's own, gone with it.

use std::panic;
use std::path::{Path, PathBuf};
use std::process::Command;

use baton_postgres::testing::Postgres;
use toml::{Table, Value};

use super::Database;
use crate::fault::Fault;
use crate::sys;

/// The role by which the server connects.
const ROLE: &str = "baton";

/// Settings beyond those of the tests: a checkpoint in the middle of a run is not measured.
const SETTINGS: &[&str] = &["max_wal_size=4GB", "checkpoint_timeout=30min", "shared_buffers=256MB"];

/// A PostgreSQL in a new directory, with one database that is ready for the server. It ends when
/// dropped, and dies with this process.
#[derive(Debug)]
pub struct Private {
    postgres: Postgres,
    name: String,
}

impl Private {
    /// Why there can be none here, if that is so.
    #[must_use]
    pub fn is_missing() -> Option<&'static str> {
        Postgres::is_missing()
    }

    /// Starts one, and has `server` make its database ready as an operator would.
    ///
    /// # Errors
    /// If PostgreSQL does not start, or if something is missing in the database afterwards.
    pub fn start(server: &Path) -> Result<Self, Fault> {
        if let Some(why) = Self::is_missing() {
            return Err(Fault::Start(why.to_owned()));
        }
        // Made for tests, which fail where it panics; its output is above this.
        let started = panic::catch_unwind(|| {
            let postgres = Postgres::start_as(SETTINGS, |command| sys::confine(command, &[]));
            let name = postgres.database();
            (postgres, name)
        });
        let (postgres, name) = started.map_err(|_| Fault::Start("PostgreSQL did not start".to_owned()))?;
        let private = Self { postgres, name };
        private.set_up(server)?;
        Ok(private)
    }

    fn set_up(&self, server: &Path) -> Result<(), Fault> {
        let mut command = Command::new(server);
        command.args(["pg", "setup", "--role", ROLE, "--database", &self.database().url]);
        let output = command.output().map_err(Fault::start("cannot run `baton pg setup`"))?;
        if output.status.success() {
            return Ok(());
        }
        let output = [output.stdout, output.stderr].concat();
        Err(Fault::Start(format!("`baton pg setup` failed: {}", String::from_utf8_lossy(&output))))
    }

    /// As the generator reaches it.
    #[must_use]
    pub fn database(&self) -> Database {
        Database { url: self.postgres.url(&self.name), pid: Some(self.postgres.pid()) }
    }

    /// Writes the settings file of a server that serves it: `config`, whose first app has this
    /// database.
    ///
    /// # Errors
    /// If `config` cannot be read, or has no app.
    pub fn config(&self, config: &Path) -> Result<PathBuf, Fault> {
        let shown = config.display();
        let text = std::fs::read_to_string(config).map_err(Fault::start(format!("cannot read {shown}")))?;
        let mut settings: Table =
            text.parse().map_err(|error| Fault::Settings(format!("{shown}: {error}")))?;
        let app = settings.get_mut("apps").and_then(|apps| apps.get_mut(0)).and_then(Value::as_table_mut);
        let Some(app) = app else { return Err(Fault::Settings(format!("{shown} declares no app"))) };
        let host = self.postgres.host().display();
        let url = format!("postgresql:///{}?host={host}&user={ROLE}", self.name);
        app.insert("database_url".to_owned(), Value::String(url));
        let path = self.postgres.host().join("baton.toml");
        std::fs::write(&path, settings.to_string())
            .map_err(Fault::start(format!("cannot write {}", path.display())))?;
        Ok(path)
    }
}
