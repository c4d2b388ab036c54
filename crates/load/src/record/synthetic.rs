//! Runs made up for tests: a small one of any figures, and a full one that looks like a real run.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use serde_json::json;

use super::notes::Notes;
use super::samples::{self, Sample};
use super::{Better, FORMAT, Form, Measure, Peer, Record, ScenarioInfo, Skipped, Target};
use crate::machine::Machine;
use crate::priority::Cores;
use crate::report::Conditions;

/// Scenario and case of the series in which Baton is not first in [`full`].
pub(super) const NOT_FIRST: [(&str, &str); 3] =
    [("message-runtime", "ws"), ("latency", ""), ("churn", "2,000 at a time")];

/// Series of [`full`] in which no peer has a figure.
pub(super) const ALONE: usize = 1;

/// Samples, and the record that is to become of them.
pub(super) struct Run {
    record: Record,
    samples: Vec<Sample>,
}

impl Run {
    /// With a failed sample in the last case and place, or in the only one.
    pub(super) fn failed(mut self, peer: &str, round: u32, reason: &str) -> Self {
        let (case, x) = self.samples.last().map_or((String::new(), None), |last| (last.case.clone(), last.x));
        let sample = sample(&self.record.scenarios[0].id, &case, x, peer, round, &[]);
        self.samples.push(Sample { fault: Some(reason.to_owned()), ..sample });
        self
    }

    /// With every sample in this case.
    pub(super) fn case(mut self, case: &str) -> Self {
        self.samples.iter_mut().for_each(|sample| sample.case = case.to_owned());
        self
    }

    /// With every sample at this place of the axis.
    pub(super) fn at(mut self, x: f64) -> Self {
        self.samples.iter_mut().for_each(|sample| sample.x = Some(x));
        self
    }

    /// With the samples of another run.
    pub(super) fn and(mut self, other: Self) -> Self {
        self.samples.extend(other.samples);
        self
    }

    /// The record of it.
    pub(super) fn record(&self) -> Record {
        let mut record = self.record.clone();
        record.rounds = samples::rounds(&self.samples);
        record.figures = samples::figures(&record.scenarios, &record.peers, &self.samples);
        record
    }

    /// Adds three rounds for each peer, each figure moved by up to 3 %, in a way that is the same
    /// in every test. Each line is a peer and its values of the scenario's measures.
    fn rounds(&mut self, scenario: &str, case: &str, x: Option<f64>, peers: &str) {
        let info = self.record.scenarios.iter().find(|info| info.id == scenario).unwrap();
        let names: Vec<String> = info.measures.iter().map(|measure| measure.name.clone()).collect();
        for round in 1..=3_u32 {
            for (place, line) in (0..).zip(peers.lines()) {
                let mut words = line.split_whitespace();
                let peer = words.next().unwrap();
                let values = words.zip(&names).zip(0..).filter(|((value, _), _)| *value != "-");
                let moved: Vec<(&str, f64)> = values
                    .map(|((value, name), n)| {
                        let value: f64 = value.parse().unwrap();
                        (name.as_str(), value * wobble(round * 31 + place * 7 + n))
                    })
                    .collect();
                self.samples.push(sample(scenario, case, x, peer, round, &moved));
            }
        }
    }

    fn fail(&mut self, peer: &str, case: &str, rounds: std::ops::RangeInclusive<u32>, reason: &str) {
        let failed = self.samples.iter_mut().filter(|sample| sample.peer == peer && sample.case == case);
        for sample in failed.filter(|sample| rounds.contains(&sample.round)) {
            sample.measures.clear();
            sample.fault = Some(reason.to_owned());
        }
    }
}

/// From 0.97 to 1.03, without an order.
fn wobble(seed: u32) -> f64 {
    0.97 + 0.06 * f64::from(seed.wrapping_mul(2_654_435_761) >> 16) / 65_536.0
}

/// A run of one scenario, `contest`, with one measure, `rate`: for each peer a value per round.
pub(super) fn contest(peers: &[(&str, &[f64])]) -> Run {
    let measure = measure("rate", "Rate", "messages/s", Better::Higher, false);
    let mut run =
        Run { record: record(vec![scenario("contest", "A contest", vec![measure])]), samples: Vec::new() };
    for (peer, values) in peers {
        run.record.peers.push(described(peer, peer));
        for (round, value) in (1..).zip(*values) {
            run.samples.push(sample("contest", "", None, peer, round, &[("rate", *value)]));
        }
    }
    run
}

/// One reason and one quoted table, both for `contest`.
pub(super) fn notes() -> Notes {
    Notes::parse(
        "[[reason]]\nscenario = \"contest\"\nmeasure = \"rate\"\nreason = \"It does less.\"\n",
        "[[quoted]]\nscenario = \"contest\"\ntitle = \"T\"\nsource = \"A page\"\nlink = \"https://example.org/\"\n\
         machine = \"a laptop\"\nmeasures = [\"a\", \"b\"]\nrows = [{ who = \"W\", values = [\"9,000\", \"\"] }]\n",
    )
    .unwrap()
}

/// A folder of this process and call alone.
pub(super) fn folder() -> PathBuf {
    static CALLS: AtomicU32 = AtomicU32::new(0);
    let call = CALLS.fetch_add(1, Relaxed);
    let folder = std::env::temp_dir().join(format!("baton-record-{}-{call}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn record(scenarios: Vec<ScenarioInfo>) -> Record {
    Record {
        format: FORMAT,
        tool: "baton-load 0.1.0".into(),
        name: None,
        date: "2026-01-31".into(),
        commit: "c4566d6".into(),
        form: Form::Full,
        machine: Machine {
            processor: "AMD EPYC".into(),
            processors: 2,
            kernel: "Linux 6.18".into(),
            memory: 25_276_502_016,
        },
        conditions: Conditions {
            priority: "nice -10, autogroup -10".into(),
            foreign_processors: 0.06,
            stolen_processors: 0.01,
        },
        cores: Cores { server: 0, generator: 1, generators: vec![1] },
        rounds: 0,
        peers: Vec::new(),
        scenarios,
        skipped: Vec::new(),
        figures: Vec::new(),
    }
}

fn described(id: &str, name: &str) -> Peer {
    Peer {
        id: id.into(),
        name: name.into(),
        version: "1.2.3".into(),
        protocol: "pusher".into(),
        about: "a server made up for a test".into(),
    }
}

fn measure(name: &str, title: &str, unit: &str, better: Better, log: bool) -> Measure {
    Measure { name: name.into(), title: title.into(), unit: unit.into(), better, main: true, log }
}

fn scenario(id: &str, title: &str, measures: Vec<Measure>) -> ScenarioInfo {
    ScenarioInfo {
        id: id.into(),
        title: title.into(),
        question: "What somebody wants to know of a server, in a sentence or two.".into(),
        source: String::new(),
        settings: json!({ "clients": 1000, "payload": "100 B", "rounds": 3, "seconds": 2.5 }),
        measures,
        axis: None,
        targets: Vec::new(),
    }
}

fn sample(
    scenario: &str,
    case: &str,
    x: Option<f64>,
    peer: &str,
    round: u32,
    measures: &[(&str, f64)],
) -> Sample {
    Sample {
        scenario: scenario.into(),
        case: case.into(),
        x,
        peer: peer.into(),
        round,
        measures: measures.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect(),
        fault: None,
    }
}

/// A record that looks like a real run: three rounds, five servers, the limit, failures and
/// absences.
pub(super) fn full() -> Record {
    let mut run = Run { record: record(scenarios()), samples: Vec::new() };
    for (id, name) in [
        ("baton", "Baton"),
        ("baton-alone", "One channel"),
        ("uws", "uWebSockets"),
        ("soketi", "Soketi"),
        ("sockudo", "Sockudo"),
        ("reverb", "Laravel Reverb"),
        ("limit", "Limit"),
    ] {
        run.record.peers.push(described(id, name));
    }
    let one = "limit 272000 3.58 1\nbaton 251000 3.9 1\nuws 220600 4.44 1\nsoketi 109500 9.2 1\n\
               sockudo 84200 12 1.5\nreverb 58700 17 2";
    run.rounds("fanout", "1 outstanding", None, one);
    let eight = "limit 1665000 0.59 8\nbaton 1640000 0.6 8\nuws 1645000 0.59 7.8\nsoketi 117000 8.6 1\n\
                 sockudo 102100 9.6 1.5\nreverb 94000 10.5 2";
    run.rounds("fanout", "8 outstanding", None, eight);
    run.rounds("hold", "a channel each", None, "baton 626\nbaton-alone 314");
    let echo = "limit 1835000 4100000\nbaton 900000 2100000\nuws 1106000 650000\nsoketi - 120000";
    run.rounds("message-runtime", "ws", None, echo);
    for (offered, peers) in [
        (5_000.0, "limit 0.5 0.2\nbaton 0.9 0.4\nuws 0.7 0.3\nsoketi 2.1 0.9\nsockudo 3.4 1.5"),
        (50_000.0, "limit 1.2 0.5\nbaton 2.1 0.9\nuws 3.3 1.5\nsoketi 9.2 4.2\nsockudo 38 17"),
        (200_000.0, "limit 8.4 3.8\nbaton 14 6.3\nuws 45 20\nsoketi 2400 1100\nsockudo"),
    ] {
        run.rounds("latency", "", Some(offered), peers);
    }
    for sample in run.samples.iter_mut().filter(|sample| sample.measures.is_empty()) {
        sample.fault = Some("only 161,204 of 200,000 deliveries/s arrived".to_owned());
    }
    let calm = "limit 25800\nbaton 25900\nuws 26000\nreverb 6900";
    run.rounds("churn", "200 at a time", None, calm);
    run.rounds("churn", "2,000 at a time", None, calm);
    run.fail("reverb", "2,000 at a time", 1..=3, "118 of 18,000 connections were refused");
    run.fail("baton", "2,000 at a time", 2..=2, "1 of 18,000 connections was not answered within 10 s");
    run.record.skipped.push(Skipped {
        scenario: "message-runtime".into(),
        peer: "reverb".into(),
        reason: "does not offer echo".into(),
    });
    run.record()
}

fn scenarios() -> Vec<ScenarioInfo> {
    use Better::{Higher, Lower, Neither};
    let minor = |measure| Measure { main: false, ..measure };
    let fanout = vec![
        measure("deliveries_per_second", "Deliveries per second", "deliveries/s", Higher, false),
        minor(measure("cpu", "Server CPU per delivery", "µs", Lower, false)),
        minor(measure("per_read", "Messages per read", "messages", Neither, false)),
    ];
    let runtime = vec![
        measure("echo", "Echo", "messages/s", Higher, false),
        measure("broadcast", "Broadcast", "deliveries/s", Higher, false),
    ];
    let latency = vec![
        measure("p99", "Latency, 99 of 100", "ms", Lower, true),
        minor(measure("p50", "Latency, half", "ms", Lower, true)),
    ];
    let churn = vec![measure("connections", "Connections per second", "connections/s", Higher, false)];
    let target = |case: &str, of: Option<&str>, at_least| Target {
        case: case.into(),
        measure: "deliveries_per_second".into(),
        of: of.map(str::to_owned),
        at_least: Some(at_least),
        at_most: None,
    };
    vec![
        ScenarioInfo {
            targets: vec![
                target("1 outstanding", Some("limit"), 0.8),
                target("8 outstanding", None, 2_000_000.0),
            ],
            ..scenario("fanout", "Fan-out to 1,000 subscribers", fanout)
        },
        scenario("hold", "Connections held", vec![measure("bytes", "Memory", "B", Lower, true)]),
        scenario("message-runtime", "Messages of 1,024 B through 50 connections", runtime),
        ScenarioInfo {
            axis: Some("offered deliveries/s".into()),
            ..scenario("latency", "Latency over the offered rate", latency)
        },
        ScenarioInfo {
            source: "https://example.org/benchmark".into(),
            ..scenario("churn", "Connections that come and go", churn)
        },
    ]
}
