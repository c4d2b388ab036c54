//! The workbench of all figures: starts each side afresh, alternates them and gathers their samples.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Settings;
use super::record::{Figure, Samples, Wanted};
use crate::child::Running;
use crate::fault::Fault;
use crate::priority::Cores;
use crate::process;
use crate::scenario::MOST_CLIENTS;
use crate::swarm;
use crate::target::{App, Target};

/// One side's figure of one round.
pub(super) struct Sample {
    value: f64,
    outcome: Value,
}

impl Sample {
    /// The value that counts, and everything that was measured with it.
    pub(super) fn new(value: f64, outcome: &impl Serialize) -> Self {
        Self { value, outcome: serde_json::to_value(outcome).unwrap_or_default() }
    }
}

/// What a figure is called and what it should reach.
pub(super) struct Heading {
    pub(super) name: &'static str,
    pub(super) case: String,
    pub(super) unit: &'static str,
    pub(super) wanted: Option<Wanted>,
}

/// A side of a comparison: its name, and how to take one sample of it.
pub(super) type Side<'a> = (&'a str, &'a dyn Fn() -> Result<Sample, Fault>);

/// Programs, cores and app of a measurement.
pub(super) struct Bench {
    settings: Settings,
    tool: PathBuf,
    app: App,
    cores: Cores,
    children_cpu: Cell<f64>,
}

/// The part of the server's settings file that the generator has to know.
#[derive(Deserialize)]
struct Config {
    apps: Vec<ConfigApp>,
}

#[derive(Deserialize)]
struct ConfigApp {
    id: String,
    key: String,
    secret: String,
}

impl Bench {
    /// Checks that everything is there, before anything is started.
    pub(super) fn prepare(settings: &Settings) -> Result<Self, Fault> {
        let missing = |what: &str, path: &Path, how: &str| {
            if path.is_file() {
                return Ok(());
            }
            Err(Fault::Settings(format!("no {what} at {}: {how}", path.display())))
        };
        missing("server", &settings.server, "build it with `cargo build --release -p baton-server`")?;
        missing("settings file", &settings.config, "name it with --config")?;
        if settings.only.is_empty() || settings.only.iter().any(|name| name == "pairs") {
            let how =
                "build it with `cargo build --release --manifest-path bench/peers/tungstenite/Cargo.toml`";
            missing("tokio-tungstenite peer", &settings.peer, how)?;
        }
        swarm::require_open_files(MOST_CLIENTS)?;
        let tool = std::env::current_exe().map_err(Fault::start("the path of this program"))?;
        let cores = Cores::choose()?;
        Ok(Self {
            settings: settings.clone(),
            tool,
            app: app_of(&settings.config)?,
            cores,
            children_cpu: Cell::new(0.0),
        })
    }

    /// The cores of this measurement.
    pub(super) fn cores(&self) -> &Cores {
        &self.cores
    }

    /// How long each rate is measured.
    pub(super) fn seconds(&self) -> f64 {
        self.settings.seconds
    }

    /// CPU seconds of all servers, peers and limits that have been measured.
    pub(super) fn children_cpu_seconds(&self) -> f64 {
        self.children_cpu.get()
    }

    /// Runs `body` against a fresh server with `loops` event loops on the server's core.
    pub(super) fn with_server<T>(
        &self,
        loops: usize,
        body: impl FnOnce(&Target) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let mut command = Command::new(&self.settings.server);
        command.arg("serve").arg("--config").arg(&self.settings.config);
        command.args(["--listen", "127.0.0.1:0", "--echo", "true", "--loops", &loops.to_string()]);
        self.with(&mut command, body)
    }

    /// Runs `body` against a fresh peer that writes in this `way`.
    pub(super) fn with_peer<T>(
        &self,
        way: &str,
        body: impl FnOnce(&Target) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        self.with(Command::new(&self.settings.peer).arg(way), body)
    }

    /// Runs `body` against a fresh limit program.
    pub(super) fn with_limit<T>(
        &self,
        arguments: &[String],
        body: impl FnOnce(&Target) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        self.with(Command::new(&self.tool).arg("limit").args(arguments), body)
    }

    fn with<T>(
        &self,
        command: &mut Command,
        body: impl FnOnce(&Target) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let running = Running::start(command, &[self.cores.server])?;
        let target = Target::plain(running.address(), self.app.clone(), running.pid());
        let result = body(&target);
        self.children_cpu.set(self.children_cpu.get() + process::cpu_seconds(running.pid()));
        result
    }

    /// Takes samples of both sides in turn, and adds the figure. A failed check makes a failed figure; only a signal
    /// ends the measurement.
    pub(super) fn compare(
        &self,
        figures: &mut Vec<Figure>,
        heading: Heading,
        subject: Side<'_>,
        reference: Option<Side<'_>>,
    ) -> Result<(), Fault> {
        let mut sides = (Vec::new(), Vec::new());
        for round in 1..=self.settings.rounds {
            let taken = take(&heading, round, subject).and_then(|sample| {
                sides.0.push(sample);
                if let Some(reference) = reference {
                    sides.1.push(take(&heading, round, reference)?);
                }
                Ok(())
            });
            match taken {
                Ok(()) => {}
                Err(Fault::Interrupted) => return Err(Fault::Interrupted),
                Err(fault) => {
                    eprintln!("  {}: failed: {fault}", heading.case);
                    let Heading { name, case, unit, wanted } = heading;
                    figures.push(Figure::failed(name, case, unit, wanted, fault.to_string()));
                    return Ok(());
                }
            }
        }
        let Heading { name, case, unit, wanted } = heading;
        let reference = reference.map(|(name, _)| gather(name, sides.1));
        figures.push(Figure::new(name, case, unit, gather(subject.0, sides.0), reference, wanted));
        Ok(())
    }
}

fn take(heading: &Heading, round: usize, (name, sample): Side<'_>) -> Result<Sample, Fault> {
    let sample = sample()?;
    eprintln!("  {} round {round} {name}: {:.2} {}", heading.case, sample.value, heading.unit);
    Ok(sample)
}

fn gather(name: &str, samples: Vec<Sample>) -> Samples {
    let (values, outcomes) = samples.into_iter().map(|sample| (sample.value, sample.outcome)).unzip();
    Samples::new(name, values, outcomes)
}

/// The first app of the server's settings file.
pub(crate) fn app_of(path: &Path) -> Result<App, Fault> {
    let name = path.display();
    let text = std::fs::read_to_string(path).map_err(Fault::start(format!("cannot read {name}")))?;
    let config: Config =
        toml::from_str(&text).map_err(|error| Fault::Settings(format!("{name}: {error}")))?;
    match config.apps.into_iter().next() {
        Some(ConfigApp { id, key, secret }) => Ok(App { id, key, secret }),
        None => Err(Fault::Settings(format!("{name} declares no app"))),
    }
}
