//! The servers that are measured: Baton, and the folders of `bench/peers`.

use std::collections::BTreeMap;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use super::document::Beside;
use crate::child::Running;
use crate::database::Private;
use crate::fault::Fault;
use crate::files;
use crate::priority::Cores;
use crate::protocol::{self, Protocol};
use crate::record;
pub(crate) use crate::record::contest::{BATON, LIMIT};
use crate::target::{App, Target};

/// What Baton offers.
const BATONS_FEATURES: [&str; 8] =
    ["publish", "client-events", "presence", "echo", "tls", "limits", "supabase", "database"];

/// A server that can be measured.
#[derive(Debug, Clone)]
pub(super) struct Peer {
    /// The name of its folder.
    pub id: String,
    /// For the record.
    pub shown: record::Peer,
    /// What it offers.
    pub features: Vec<String>,
    /// Whether it takes part in cases over TLS alone.
    pub only_tls: bool,
    /// Where its files are, if it has to be installed.
    installed: Option<PathBuf>,
    /// Event loops, if it is Baton.
    loops: usize,
    /// What is added to its environment.
    environment: BTreeMap<String, String>,
    protocol: &'static dyn Protocol,
    start: Start,
}

#[derive(Debug, Clone)]
enum Start {
    /// Baton's own program.
    Baton { program: PathBuf, config: PathBuf },
    /// A command in a peer's folder.
    Folder { folder: PathBuf, command: Vec<String>, server: PathBuf },
}

/// A `peer.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: String,
    about: String,
    source: String,
    version: String,
    protocol: String,
    features: Vec<String>,
    install: Vec<String>,
    start: Vec<String>,
    /// Whether it only shows what TLS costs elsewhere.
    #[serde(default)]
    only_tls: bool,
    /// Whether it is several processes. All that a server starts is measured with it, so this is
    /// for people.
    #[serde(default, rename = "processes")]
    _processes: Option<String>,
}

/// Where the server's certificate and key are, for cases over TLS.
#[derive(Debug, Clone)]
pub(super) struct Tls {
    /// PEM.
    pub certificate: PathBuf,
    /// PEM.
    pub key: PathBuf,
}

impl Peer {
    /// Baton itself.
    pub(super) fn baton(program: &Path, config: &Path) -> Self {
        Self {
            id: BATON.to_owned(),
            shown: record::Peer {
                id: BATON.to_owned(),
                name: "Baton".to_owned(),
                version: env!("CARGO_PKG_VERSION").to_owned(),
                protocol: "pusher".to_owned(),
                about: "This server.".to_owned(),
            },
            features: BATONS_FEATURES.map(str::to_owned).to_vec(),
            only_tls: false,
            installed: None,
            loops: 1,
            environment: BTreeMap::new(),
            protocol: &protocol::Pusher,
            start: Start::Baton { program: program.to_owned(), config: config.to_owned() },
        }
    }

    /// The peers of a folder: those named, in that order, or all in the order of their names. Baton
    /// is none of them.
    pub(super) fn read_all(folder: &Path, only: &[String], server: &Path) -> Result<Vec<Self>, Fault> {
        let name = |path: &Path| {
            let is_peer = path.join("peer.toml").is_file();
            Some(path.file_name()?.to_string_lossy().into_owned()).filter(|_| is_peer)
        };
        let ids = files::names(folder, "peer", (only, &[BATON, LIMIT]), name)?;
        ids.iter().map(|id| Self::read(&folder.join(id), id, server)).collect()
    }

    fn read(folder: &Path, id: &str, server: &Path) -> Result<Self, Fault> {
        // Its start script is run in the folder, from where a relative path would lead elsewhere.
        let folder = &folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        let path = folder.join("peer.toml");
        let wrong = |why: String| Fault::Settings(format!("{}: {why}", path.display()));
        let file: File = files::toml(&path)?;
        let protocol = protocol::by_name(&file.protocol)
            .ok_or_else(|| wrong(format!("protocol \"{}\" is none that baton-load speaks", file.protocol)))?;
        if file.start.is_empty() || file.install.is_empty() {
            return Err(wrong("start and install must name a program".to_owned()));
        }
        Ok(Self {
            id: id.to_owned(),
            shown: record::Peer {
                id: id.to_owned(),
                name: file.name,
                version: file.version,
                protocol: file.protocol,
                about: format!("{} ({})", file.about, file.source),
            },
            features: file.features,
            only_tls: file.only_tls,
            installed: Some(folder.join("../../../.cache/peers").join(id)),
            loops: 1,
            environment: BTreeMap::new(),
            protocol,
            start: Start::Folder {
                folder: folder.to_owned(),
                command: file.start,
                server: server.canonicalize().unwrap_or_else(|_| server.to_owned()),
            },
        })
    }

    /// The same with so many event loops, if it is Baton.
    pub(super) fn with_loops(self, loops: usize) -> Self {
        Self { loops, ..self }
    }

    /// The same as a case has it beside the others.
    pub(super) fn beside(self, beside: &Beside) -> Self {
        let (id, name) = (beside.id.clone(), beside.name.clone());
        Self {
            id: id.clone(),
            shown: record::Peer { id, name, ..self.shown },
            loops: beside.loops,
            environment: beside.environment.clone(),
            ..self
        }
    }

    /// Whether its install script has been run.
    pub(super) fn is_installed(&self) -> bool {
        self.installed.as_ref().is_none_or(|folder| folder.is_dir())
    }

    /// What to do if it is not.
    pub(super) fn how_to_install(&self) -> String {
        format!("install it with `bench/install {}`", self.id)
    }

    /// Which of `needs` it does not offer.
    pub(super) fn lacks<'a>(&self, needs: &'a [String]) -> Option<&'a str> {
        needs.iter().find(|need| !self.features.contains(need)).map(String::as_str)
    }

    /// Starts it on the server's core, over TLS if `tls` is given. Fails if it does not start; with
    /// its last output.
    pub(super) fn start(
        &self,
        cores: &Cores,
        app: &App,
        tls: Option<&Tls>,
    ) -> Result<(Running, Target), Fault> {
        let running = match &self.start {
            Start::Baton { program, config } => {
                let mut command = Command::new(program);
                command.arg("serve").arg("--config").arg(config);
                command.args(["--listen", "127.0.0.1:0", "--echo", "true", "--loops"]);
                command.arg(self.loops.to_string()).envs(&self.environment);
                if let Some(tls) = tls {
                    command.arg("--tls-certificate").arg(&tls.certificate).arg("--tls-key").arg(&tls.key);
                }
                Running::start(&mut command, &[cores.server])?
            }
            Start::Folder { folder, command, server } => {
                let address = free_address()?;
                let [program, arguments @ ..] = command.as_slice() else {
                    return Err(Fault::Start(format!("{} names no program to start", self.id)));
                };
                let mut command = Command::new(folder.join(program));
                command.args(arguments).current_dir(folder);
                command.env("HOST", address.ip().to_string()).env("PORT", address.port().to_string());
                command.env("APP_ID", &app.id).env("APP_KEY", &app.key).env("APP_SECRET", &app.secret);
                command.env("BATON", server).envs(&self.environment);
                if let Some(tls) = tls {
                    command.env("TLS_CERT", &tls.certificate).env("TLS_KEY", &tls.key);
                }
                Running::start_at(&mut command, &[cores.server], address)?
            }
        };
        let target = Target {
            protocol: self.protocol,
            generator_loops: cores.generators.len(),
            tls: tls.is_some(),
            ..Target::plain(running.address(), app.clone(), running.pid())
        };
        Ok((running, target))
    }

    /// Starts it with its defaults and a database behind it. Server, PostgreSQL and generator share
    /// all cores: three programs on two of them would only wait for each other if each had its own.
    pub(super) fn start_with(
        &self,
        database: &Private,
        cores: &Cores,
        app: &App,
    ) -> Result<(Running, Target), Fault> {
        let Start::Baton { program, config } = &self.start else {
            return Err(Fault::Start(format!("{} serves no database", self.id)));
        };
        let mut command = Command::new(program);
        command.arg("serve").arg("--config").arg(database.config(config)?);
        command.args(["--listen", "127.0.0.1:0"]);
        let running = Running::start(&mut command, &[])?;
        let target = Target {
            generator_loops: cores.generators.len(),
            database: Some(database.database()),
            ..Target::plain(running.address(), app.clone(), running.pid())
        };
        Ok((running, target))
    }

    /// Its program, if it is Baton.
    pub(super) fn program(&self) -> Option<&Path> {
        match &self.start {
            Start::Baton { program, .. } => Some(program),
            Start::Folder { .. } => None,
        }
    }
}

/// A free address. Another program may take it before the peer does; then the peer says so.
fn free_address() -> Result<SocketAddr, Fault> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).map_err(Fault::start("no free port"))?;
    listener.local_addr().map_err(Fault::start("no free port"))
}
