//! `make bench` and `make figures`: every scenario against every server that can take part, in
//! turns, and the record of it.
//!
//! Within a round the cases follow each other, and in each the servers, each freshly started on its
//! own core; the round after it begins with the next one, so that whatever disturbs the machine for
//! a while disturbs all of them.

pub mod document;
mod measures;
mod peers;
mod sides;
mod tls;

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use crate::child::Running;
use crate::database::Private;
use crate::fault::Fault;
use crate::machine::{self, Machine, Noise};
use crate::priority::{Cores, Raised};
use crate::process::{self, Meter};
use crate::record::samples::{self, Sample};
use crate::record::spread::median;
use crate::record::{self, Form, Record, Skipped};
use crate::report::{Conditions, ScenarioOutcome, TOOL, today};
use crate::scenario::{Connect, Fanout, Scenario};
use crate::swarm::require_open_files;
use crate::target::{App, Target};
use document::{Case, Document, Limit};
use peers::{BATON, Peer};
use sides::Side;

/// What to measure, and with what.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The server's program.
    pub server: PathBuf,
    /// Its settings file.
    pub config: PathBuf,
    /// The folder of scenarios.
    pub scenarios: PathBuf,
    /// The folder of peers.
    pub peers: PathBuf,
    /// Where records are kept. A run of everything writes `DATE-MACHINE/` or `DATE-MACHINE-NAME/`
    /// in it.
    pub records: PathBuf,
    /// Where a run of a part writes, so that it replaces no whole record.
    pub parts: PathBuf,
    /// Distinguishes these scenarios' records from others of the day.
    pub name: Option<String>,
    /// How long and how large.
    pub form: Form,
    /// The scenarios; empty for all.
    pub only: Vec<String>,
    /// The peers; empty for all. Baton is always there.
    pub only_peers: Vec<String>,
    /// Rounds, where the scenario's own number will not do.
    pub rounds: Option<u32>,
}

/// Everything that a run needs, checked.
struct Bench {
    documents: Vec<Document>,
    peers: Vec<Peer>,
    cores: Cores,
    app: App,
    tool: PathBuf,
    tls: tls::Certificate,
    children_cpu: f64,
    /// What each peer delivered in the fan-out with one outstanding, per second and subscriber.
    saturation: HashMap<String, Vec<f64>>,
}

/// Measures and writes the record.
///
/// # Errors
/// If something is missing before the start, on a signal, or, with the record written, if a run of
/// Baton failed a check. A peer's is in the record.
pub fn run(settings: &Settings) -> Result<(), Fault> {
    let mut bench = Bench::prepare(settings)?;
    let seconds: f64 =
        bench.documents.iter().map(|document| document.seconds() * bench.mean_sides(document)).sum();
    eprintln!(
        "{} scenarios, {} servers: about {:.0} minutes",
        bench.documents.len(),
        bench.peers.len(),
        seconds / 60.0
    );
    let priority = Raised::raise();
    Raised::pin_to(&bench.cores.generators)?;
    let (noise, meter) = (Noise::start(), Meter::start(None)?);
    let (mut samples, mut skipped) = (Vec::new(), Vec::new());
    for document in bench.documents.clone() {
        eprintln!("{}", document.info.id);
        bench.measure(&document, &mut samples, &mut skipped)?;
    }
    let mut usage = meter.read()?;
    usage.server_cpu_seconds = Some(bench.children_cpu);
    let (peers, scenarios) = (
        bench.measured(&samples),
        bench.documents.iter().map(|document| document.info.clone()).collect::<Vec<_>>(),
    );
    let record = Record {
        format: record::FORMAT,
        tool: TOOL.to_owned(),
        name: settings.name.clone(),
        date: today(),
        commit: machine::commit(),
        form: settings.form,
        machine: Machine::here(),
        conditions: Conditions::observed(&priority, &noise, &usage),
        cores: bench.cores.clone(),
        rounds: samples::rounds(&samples),
        figures: samples::figures(&scenarios, &peers, &samples),
        peers,
        scenarios,
        skipped,
    };
    drop(priority);
    let folder = settings.folder(&record);
    record::write(&folder, &record)?;
    println!("written to {}", folder.display());
    let failed = samples.iter().filter(|sample| sample.peer == BATON && sample.fault.is_some());
    match failed.count() {
        0 => Ok(()),
        count => Err(Fault::Run(format!("{count} runs of Baton failed a check; the page says which"))),
    }
}

impl Settings {
    /// Where a record is written.
    fn folder(&self, record: &Record) -> PathBuf {
        let is_part = !self.only.is_empty() || !self.only_peers.is_empty();
        let parent = if is_part { &self.parts } else { &self.records };
        let name = self.name.as_ref().map(|name| format!("-{name}")).unwrap_or_default();
        parent.join(format!("{}-{}{name}", record.date, record.machine.slug()))
    }
}

impl Bench {
    fn prepare(settings: &Settings) -> Result<Self, Fault> {
        if !settings.server.is_file() {
            let shown = settings.server.display();
            return Err(Fault::Settings(format!("no server at {shown}: build it with `make build`")));
        }
        let documents = Document::read_all(&settings.scenarios, &settings.only, settings.form)?;
        let documents: Vec<Document> = documents
            .into_iter()
            .map(|document| Document { rounds: settings.rounds.unwrap_or(document.rounds), ..document })
            .collect();
        let most =
            documents.iter().flat_map(|document| &document.cases).map(|case| case.scenario.clients()).max();
        require_open_files(most.unwrap_or(0))?;
        let named = match settings.only_peers.is_empty() {
            true => Document::peers_of(&documents),
            false => settings.only_peers.clone(),
        };
        let mut peers = vec![Peer::baton(&settings.server, &settings.config)];
        for peer in Peer::read_all(&settings.peers, &named, &settings.server)? {
            let how = peer.how_to_install();
            match (peer.is_installed(), named.is_empty()) {
                (true, _) => peers.push(peer),
                (false, true) => eprintln!("{}: not installed, left out; {how}", peer.id),
                (false, false) => {
                    return Err(Fault::Settings(format!("{} is not installed; {how}", peer.id)));
                }
            }
        }
        Ok(Self {
            documents,
            peers,
            cores: Cores::choose()?,
            app: App::of(&settings.config)?,
            tool: std::env::current_exe().map_err(Fault::start("the path of this program"))?,
            tls: tls::Certificate::make()?,
            children_cpu: 0.0,
            saturation: HashMap::new(),
        })
    }

    fn measure(
        &mut self,
        document: &Document,
        samples: &mut Vec<Sample>,
        skipped: &mut Vec<Skipped>,
    ) -> Result<(), Fault> {
        let mut all_sides = Vec::new();
        for case in &document.cases {
            let (sides, left_out) = self.sides(document, case);
            let new = left_out.into_iter().filter(|one| !skipped.contains(one)).collect::<Vec<_>>();
            skipped.extend(new);
            all_sides.push(sides);
        }
        for round in 1..=document.rounds {
            for (case, sides) in document.cases.iter().zip(&all_sides) {
                let first = round as usize % sides.len().max(1);
                for side in sides.iter().cycle().skip(first).take(sides.len()) {
                    samples.push(self.sample(document, case, round, side)?);
                }
            }
        }
        Ok(())
    }

    /// One run. A failed check is a sample too; only a signal ends the measurement.
    fn sample(&mut self, document: &Document, case: &Case, round: u32, side: &Side) -> Result<Sample, Fault> {
        let began = Instant::now();
        let outcome = match side {
            Side::Server(peer, scenario) => self.run_peer(case, scenario, peer),
            Side::Limit(limit) => self.run_limit(limit, &case.scenario),
        };
        let (measures, fault) = match outcome {
            Ok(outcome) => (measures::of(&outcome), None),
            Err(Fault::Interrupted) => return Err(Fault::Interrupted),
            Err(fault) => (BTreeMap::new(), Some(fault.to_string())),
        };
        let main = document.info.measures.iter().filter(|measure| measure.main);
        let shown: Vec<String> = main
            .filter_map(|measure| {
                Some(format!("{} {:.2} {}", measure.title, measures.get(&measure.name)?, measure.unit))
            })
            .collect();
        let shown = fault.as_ref().map_or_else(|| shown.join(", "), |fault| format!("FAILED: {fault}"));
        let x = case.x.map(|x| x.to_string()).unwrap_or_default();
        let name = if case.name.is_empty() { &x } else { &case.name };
        let seconds = began.elapsed().as_secs_f64();
        eprintln!("  {name:<26} {round} {:<12} {seconds:>5.1} s  {shown}", side.id());
        Ok(Sample {
            scenario: document.info.id.clone(),
            case: case.name.clone(),
            x: case.x,
            peer: side.id().to_owned(),
            round,
            measures,
            fault,
        })
    }

    fn run_peer(&mut self, case: &Case, scenario: &Scenario, peer: &Peer) -> Result<ScenarioOutcome, Fault> {
        let scenario = self.at_saturation(case, scenario, peer)?;
        if scenario.needs_database() {
            return self.run_with_database(&scenario, peer);
        }
        let tls = case.tls.then(|| self.tls.files());
        let (running, mut target) = peer.start(&self.cores, &self.app, tls.as_ref())?;
        if let Some(protocol) = case.protocol {
            target.protocol = protocol;
        }
        let outcome = scenario.run(&target);
        self.children_cpu += process::cpu_seconds(running.pid());
        match (&outcome, &scenario) {
            (Ok(ScenarioOutcome::Fanout(outcome)), Scenario::Fanout(fanout)) if fanout.outstanding == 1 => {
                let publishes = fanout.publishes_per_second(outcome);
                self.saturation.entry(peer.id.clone()).or_default().push(publishes);
            }
            (Ok(ScenarioOutcome::Connect(outcome)), _) => outcome.require_every_client()?,
            _ => {}
        }
        outcome
    }

    /// Runs a load with a PostgreSQL of its own behind the server.
    fn run_with_database(&mut self, scenario: &Scenario, peer: &Peer) -> Result<ScenarioOutcome, Fault> {
        Raised::pin_to(&self.cores.all())?;
        let outcome = self.run_beside_database(scenario, peer);
        Raised::pin_to(&self.cores.generators)?;
        outcome
    }

    fn run_beside_database(&mut self, scenario: &Scenario, peer: &Peer) -> Result<ScenarioOutcome, Fault> {
        let database = Private::start(peer.program().unwrap_or(&self.tool))?;
        let (running, target) = peer.start_with(&database, &self.cores, &self.app)?;
        let outcome = scenario.run(&target);
        self.children_cpu += process::cpu_seconds(running.pid());
        drop(running); // before the database that it serves
        outcome
    }

    /// The scenario of a case, with the rate that its part of the peer's saturation is.
    fn at_saturation(&mut self, case: &Case, scenario: &Scenario, peer: &Peer) -> Result<Scenario, Fault> {
        let mut scenario = scenario.clone();
        let Some(part) = case.of_saturation else { return Ok(scenario) };
        if !self.saturation.contains_key(&peer.id) {
            let fanout = Fanout { seconds: 1.0, ..Fanout::default() };
            let (running, target) = peer.start(&self.cores, &self.app, None)?;
            let publishes = fanout.publishes_per_second(&fanout.run(&target)?);
            self.children_cpu += process::cpu_seconds(running.pid());
            self.saturation.insert(peer.id.clone(), vec![publishes]);
        }
        let rates = self.saturation.get(&peer.id).cloned().unwrap_or_default();
        if let Scenario::Users(users) = &mut scenario
            && let Some(publish) = &mut users.publish
        {
            publish.per_second = part * median(&rates).unwrap_or(0.0);
        }
        Ok(scenario)
    }

    fn run_limit(&mut self, limit: &Limit, scenario: &Scenario) -> Result<ScenarioOutcome, Fault> {
        let mut command = Command::new(&self.tool);
        command.arg("limit").arg(match limit {
            Limit::Send { .. } => "send",
            Limit::Accept => "accept",
        });
        command.arg(format!("--sockets={}", scenario.clients()));
        if let (Limit::Send { merge }, Scenario::Fanout(fanout)) = (limit, scenario) {
            command.arg(format!("--merge={merge}")).arg(format!("--payload-bytes={}", fanout.payload_bytes));
        }
        let running = Running::start(&mut command, &[self.cores.server])?;
        let generator_loops = self.cores.generators.len();
        let plain = Target::plain(running.address(), self.app.clone(), running.pid());
        let target = Target { generator_loops, ..plain };
        let outcome = match scenario {
            Scenario::Fanout(fanout) => ScenarioOutcome::Fanout(fanout.run_limit(&target)?),
            scenario => {
                let all = Connect { clients: scenario.clients(), ..Connect::default() };
                let connect = if let Scenario::Connect(connect) = scenario { connect } else { &all };
                let outcome = connect.run_limit(&target)?;
                outcome.require_every_client()?;
                ScenarioOutcome::Connect(outcome)
            }
        };
        self.children_cpu += process::cpu_seconds(running.pid());
        Ok(outcome)
    }
}
