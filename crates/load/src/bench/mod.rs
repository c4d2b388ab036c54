//! `make bench`: every scenario against every peer that can take part, in turns, and the record of it.
//!
//! Within a round the cases follow each other, and in each the peers, each freshly started on the server's core; the round
//! after it begins with the next one, so that whatever disturbs the machine for a while disturbs all of them.

pub mod document;
pub mod measures;
pub mod peers;
mod tls;

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use crate::child::Running;
use crate::database::Private;
use crate::fault::Fault;
use crate::figures::{app_of, record::median};
use crate::machine::{self, Machine, Noise};
use crate::priority::{Cores, Raised};
use crate::process::{self, Meter};
use crate::record::{self, Form, Record, Sample, ScenarioInfo, Skipped};
use crate::report::{Conditions, Outcome, TOOL, today};
use crate::scenario::{Connect, Fanout, Scenario};
use crate::swarm::require_open_files;
use crate::target::{App, Target};
use document::{Case, Document, Limit};
use peers::{BATON, LIMIT, Peer};

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
    /// Where records are kept. A run of everything writes `DATE-MACHINE/` in it.
    pub records: PathBuf,
    /// Where a run of a part writes, lest it take the place of a whole record.
    pub parts: PathBuf,
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
/// If something is missing before the start, on a signal, or, with the record written, if a run of Baton failed a check.
/// A peer's is in the record.
pub fn run(settings: &Settings) -> Result<(), Fault> {
    let mut bench = Bench::prepare(settings)?;
    let seconds: f64 =
        bench.documents.iter().map(|document| document.seconds() * bench.fair_share(document)).sum();
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
        eprintln!("{}", document.id);
        bench.measure(&document, &mut samples, &mut skipped)?;
    }
    let mut usage = meter.read()?;
    usage.server_cpu_seconds = Some(bench.children_cpu);
    let record = Record {
        format: record::FORMAT,
        tool: TOOL.to_owned(),
        date: today(),
        commit: machine::commit(),
        form: settings.form,
        machine: Machine::here(),
        conditions: Conditions::observed(&priority, &noise, &usage),
        cores: bench.cores.clone(),
        peers: bench.shown(&samples),
        scenarios: bench.documents.iter().map(info).collect(),
        samples,
        skipped,
    };
    drop(priority);
    let is_part = !settings.only.is_empty() || !settings.only_peers.is_empty();
    let parent = if is_part { &settings.parts } else { &settings.records };
    let folder = parent.join(format!("{}-{}", record.date, record.machine.slug()));
    record::write(&folder, &record)?;
    println!("written to {}", folder.display());
    let failed = record.samples.iter().filter(|sample| sample.peer == BATON && sample.fault.is_some());
    match failed.count() {
        0 => Ok(()),
        count => Err(Fault::Run(format!("{count} runs of Baton failed a check; the page says which"))),
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
        let mut peers = vec![Peer::baton(&settings.server, &settings.config)];
        for peer in Peer::read_all(&settings.peers, &settings.only_peers, &settings.server)? {
            match (peer.is_installed(), settings.only_peers.is_empty()) {
                (true, _) => peers.push(peer),
                (false, true) => eprintln!("{}: not installed, left out; {}", peer.id, peer.how_to_install()),
                (false, false) => {
                    return Err(Fault::Settings(format!(
                        "{} is not installed; {}",
                        peer.id,
                        peer.how_to_install()
                    )));
                }
            }
        }
        Ok(Self {
            documents,
            peers,
            cores: Cores::choose()?,
            app: app_of(&settings.config)?,
            tool: std::env::current_exe().map_err(Fault::start("the path of this program"))?,
            tls: tls::Certificate::make()?,
            children_cpu: 0.0,
            saturation: HashMap::new(),
        })
    }

    /// How many samples there are of each case and round, on average.
    fn fair_share(&self, document: &Document) -> f64 {
        let taking_part = document
            .cases
            .iter()
            .map(|case| self.peers.iter().filter(|peer| takes_part(document, case, peer).is_ok()).count());
        #[allow(clippy::cast_precision_loss)] // a handful
        let share = taking_part.sum::<usize>() as f64 / document.cases.len().max(1) as f64;
        share
    }

    fn measure(
        &mut self,
        document: &Document,
        samples: &mut Vec<Sample>,
        skipped: &mut Vec<Skipped>,
    ) -> Result<(), Fault> {
        let peers = self.peers.clone();
        let mut all_sides = Vec::new();
        for case in &document.cases {
            let mut sides: Vec<Option<&Peer>> = Vec::new();
            for peer in &peers {
                match takes_part(document, case, peer) {
                    Ok(()) => sides.push(Some(peer)),
                    Err(reason) => {
                        let one = Skipped { scenario: document.id.clone(), peer: peer.id.clone(), reason };
                        if !skipped.contains(&one) {
                            skipped.push(one);
                        }
                    }
                }
            }
            if case.limit.is_some() {
                sides.push(None);
            }
            all_sides.push(sides);
        }
        for round in 1..=document.rounds {
            for (case, sides) in document.cases.iter().zip(&all_sides) {
                let first = round as usize % sides.len().max(1);
                for side in sides.iter().cycle().skip(first).take(sides.len()) {
                    samples.push(self.sample(document, case, round, *side)?);
                }
            }
        }
        Ok(())
    }

    /// One run. A failed check is a sample too; only a signal ends the measurement.
    fn sample(
        &mut self,
        document: &Document,
        case: &Case,
        round: u32,
        side: Option<&Peer>,
    ) -> Result<Sample, Fault> {
        let peer = side.map_or(LIMIT, |peer| peer.id.as_str());
        let began = Instant::now();
        let outcome = match side {
            Some(peer) => self.run_peer(case, peer),
            None => self.run_limit(case),
        };
        let (measures, fault) = match outcome {
            Ok(outcome) => (measures::of(&outcome), None),
            Err(Fault::Interrupted) => return Err(Fault::Interrupted),
            Err(fault) => (BTreeMap::new(), Some(fault.to_string())),
        };
        let main = document.measures.iter().filter(|measure| measure.main);
        let shown: Vec<String> = main
            .filter_map(|measure| {
                Some(format!("{} {:.2} {}", measure.title, measures.get(&measure.name)?, measure.unit))
            })
            .collect();
        let told = fault.as_ref().map_or_else(|| shown.join(", "), |fault| format!("FAILED: {fault}"));
        let x = case.x.map(|x| x.to_string()).unwrap_or_default();
        let name = if case.name.is_empty() { &x } else { &case.name };
        eprintln!("  {name:<26} {round} {peer:<12} {:>5.1} s  {told}", began.elapsed().as_secs_f64());
        Ok(Sample {
            scenario: document.id.clone(),
            case: case.name.clone(),
            x: case.x,
            peer: peer.to_owned(),
            round,
            measures,
            fault,
        })
    }

    fn run_peer(&mut self, case: &Case, peer: &Peer) -> Result<Outcome, Fault> {
        let scenario = self.at_saturation(case, peer)?;
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
        if let (Ok(Outcome::Fanout(outcome)), Scenario::Fanout(fanout)) = (&outcome, &scenario)
            && fanout.outstanding == 1
        {
            #[allow(clippy::cast_precision_loss)] // at most 18,000
            let publishes = outcome.deliveries_per_second / fanout.subscribers as f64;
            self.saturation.entry(peer.id.clone()).or_default().push(publishes);
        }
        outcome
    }

    /// Runs a load with a PostgreSQL of its own behind the server.
    fn run_with_database(&mut self, scenario: &Scenario, peer: &Peer) -> Result<Outcome, Fault> {
        Raised::pin_to(&self.cores.all())?;
        let outcome = self.run_beside_database(scenario, peer);
        Raised::pin_to(&self.cores.generators)?;
        outcome
    }

    fn run_beside_database(&mut self, scenario: &Scenario, peer: &Peer) -> Result<Outcome, Fault> {
        let database = Private::start(peer.program().unwrap_or(&self.tool))?;
        let (running, target) = peer.start_with(&database, &self.cores, &self.app)?;
        let outcome = scenario.run(&target);
        self.children_cpu += process::cpu_seconds(running.pid());
        drop(running); // before the database that it serves
        outcome
    }

    /// The scenario of a case, with the rate that its part of the peer's saturation is.
    fn at_saturation(&mut self, case: &Case, peer: &Peer) -> Result<Scenario, Fault> {
        let Some(part) = case.of_saturation else { return Ok(case.scenario.clone()) };
        if !self.saturation.contains_key(&peer.id) {
            let fanout = Fanout { seconds: 1.0, ..Fanout::default() };
            let (running, target) = peer.start(&self.cores, &self.app, None)?;
            let outcome = fanout.run(&target)?;
            self.children_cpu += process::cpu_seconds(running.pid());
            #[allow(clippy::cast_precision_loss)] // at most 18,000
            let publishes = outcome.deliveries_per_second / fanout.subscribers as f64;
            self.saturation.insert(peer.id.clone(), vec![publishes]);
        }
        let rates = self.saturation.get(&peer.id).cloned().unwrap_or_default();
        let mut scenario = case.scenario.clone();
        if let Scenario::Users(users) = &mut scenario
            && let Some(publish) = &mut users.publish
        {
            publish.per_second = part * median(&rates).unwrap_or(0.0);
        }
        Ok(scenario)
    }

    fn run_limit(&mut self, case: &Case) -> Result<Outcome, Fault> {
        let sockets = format!("--sockets={}", case.scenario.clients());
        let mut command = Command::new(&self.tool);
        command.arg("limit");
        match (&case.limit, &case.scenario) {
            (Some(Limit::Send { merge }), Scenario::Fanout(fanout)) => {
                command.arg("send").arg(sockets).arg(format!("--merge={merge}"));
                command.arg(format!("--payload-bytes={}", fanout.payload_bytes));
            }
            _ => {
                command.arg("accept").arg(sockets);
            }
        }
        let running = Running::start(&mut command, &[self.cores.server])?;
        let generator_loops = self.cores.generators.len();
        let plain = Target::plain(running.address(), self.app.clone(), running.pid());
        let target = Target { generator_loops, ..plain };
        let outcome = match &case.scenario {
            Scenario::Fanout(fanout) => Outcome::Fanout(fanout.run_limit(&target)?),
            scenario => {
                let connect = Connect { clients: scenario.clients(), ..Connect::default() };
                Outcome::Connect(connect.run_limit(&target)?)
            }
        };
        self.children_cpu += process::cpu_seconds(running.pid());
        Ok(outcome)
    }

    /// Those who were measured, for the record.
    fn shown(&self, samples: &[Sample]) -> Vec<record::Peer> {
        let limit = record::Peer {
            id: LIMIT.to_owned(),
            name: "Limit".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            protocol: "none".to_owned(),
            about: "A raw loop of send(), or of accepting and upgrading: what the kernel itself takes."
                .to_owned(),
        };
        let all = self.peers.iter().map(|peer| peer.shown.clone()).chain([limit]);
        all.filter(|peer| samples.iter().any(|sample| sample.peer == peer.id)).collect()
    }
}

/// Whether a peer takes part in a case; otherwise why not.
fn takes_part(document: &Document, case: &Case, peer: &Peer) -> Result<(), String> {
    if peer.id != BATON && !document.peers.is_empty() && !document.peers.contains(&peer.id) {
        return Err("not one of those that this scenario compares".to_owned());
    }
    if peer.only_tls && !case.tls {
        return Err("is there for wss alone".to_owned());
    }
    if case.tls && peer.lacks(&["tls".to_owned()]).is_some() {
        return Err("has no TLS".to_owned());
    }
    if case.scenario.needs_database()
        && peer.id == BATON
        && let Some(why) = Private::is_missing()
    {
        return Err(why.to_owned());
    }
    match peer.lacks(&case.needs) {
        Some(need) => Err(format!("does not offer {need}")),
        None => Ok(()),
    }
}

fn info(document: &Document) -> ScenarioInfo {
    ScenarioInfo {
        id: document.id.clone(),
        title: document.title.clone(),
        question: document.question.clone(),
        source: document.source.clone(),
        settings: document.settings.clone(),
        measures: document.measures.clone(),
        axis: document.axis.clone(),
    }
}
