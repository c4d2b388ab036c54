//! Records made up for tests: a small one of any figures, and a full one that looks like a real run.

use std::collections::BTreeMap;

use serde_json::json;

use super::notes::Notes;
use super::{Better, FORMAT, Form, Measure, Peer, Record, Sample, ScenarioInfo, Skipped};
use crate::machine::Machine;
use crate::priority::Cores;
use crate::report::Conditions;

/// Scenario and case of the series in which Baton is not first in [`full`].
pub(super) const NOT_FIRST: [(&str, &str); 4] =
    [("hold", "idle"), ("message-runtime", "ws"), ("latency", ""), ("churn", "2,000 at a time")];

/// Series of [`full`] in which no peer has a figure.
pub(super) const ALONE: usize = 1;

/// A record of one scenario, `contest`, with one measure, `rate`: for each peer a value per round.
pub(super) fn contest(peers: &[(&str, &[f64])]) -> Record {
    let measure = measure("rate", "Rate", "messages/s", Better::Higher, false);
    let mut record = record(vec![scenario("contest", "A contest", None, vec![measure])]);
    for (peer, values) in peers {
        record.peers.push(described(peer, peer));
        for (round, value) in (1..).zip(*values) {
            record.samples.push(sample("contest", "", None, peer, round, &[("rate", *value)]));
        }
    }
    record
}

/// A failed sample for a record of [`contest`].
pub(super) fn failed(peer: &str, round: u32, reason: &str) -> Sample {
    Sample { fault: Some(reason.to_owned()), ..sample("contest", "", None, peer, round, &[]) }
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

fn record(scenarios: Vec<ScenarioInfo>) -> Record {
    Record {
        format: FORMAT,
        tool: "baton-load 0.1.0".into(),
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
        peers: Vec::new(),
        scenarios,
        samples: Vec::new(),
        skipped: Vec::new(),
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

fn told(measure: Measure) -> Measure {
    Measure { main: false, ..measure }
}

fn scenario(id: &str, title: &str, axis: Option<&str>, measures: Vec<Measure>) -> ScenarioInfo {
    ScenarioInfo {
        id: id.into(),
        title: title.into(),
        question:
            "What somebody wants to know of a server, in a sentence or two, so that the charts can be read."
                .into(),
        source: String::new(),
        settings: json!({ "clients": 1000, "payload": "100 B", "rounds": 3, "seconds": 2.5 }),
        measures,
        axis: axis.map(str::to_owned),
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
        measures: measures
            .iter()
            .map(|(name, value)| ((*name).to_owned(), *value))
            .collect::<BTreeMap<_, _>>(),
        fault: None,
    }
}

/// A record that looks like a real run: three rounds, seven servers, the limit, failures and absences.
pub(super) fn full() -> Record {
    let mut record = record(Vec::new());
    for (id, name) in [
        ("baton", "Baton"),
        ("baton-wss", "Baton, wss"),
        ("uws", "uWebSockets"),
        ("soketi", "Soketi"),
        ("anycable", "AnyCable"),
        ("centrifugo", "Centrifugo"),
        ("sockudo", "Sockudo"),
        ("reverb", "Laravel Reverb"),
        ("limit", "Limit"),
    ] {
        record.peers.push(described(id, name));
    }
    fanout(&mut record);
    hold(&mut record);
    message_runtime(&mut record);
    latency(&mut record);
    many_channels(&mut record);
    churn(&mut record);
    record
}

/// Adds three rounds for each peer, each figure moved by up to 3 %, in a way that is the same in every test.
fn rounds(record: &mut Record, scenario: &str, case: &str, x: Option<f64>, peers: &[(&str, &[(&str, f64)])]) {
    for round in 1..=3_u32 {
        for (place, (peer, measures)) in (0..).zip(peers) {
            let moved: Vec<(&str, f64)> = (0..)
                .zip(*measures)
                .map(|(n, (name, value))| (*name, value * wobble(round * 31 + place * 7 + n)))
                .collect();
            record.samples.push(sample(scenario, case, x, peer, round, &moved));
        }
    }
}

/// From 0.97 to 1.03, without an order.
fn wobble(seed: u32) -> f64 {
    0.97 + 0.06 * f64::from(seed.wrapping_mul(2_654_435_761) >> 16) / 65_536.0
}

fn fanout(record: &mut Record) {
    const RATE: &str = "deliveries_per_second";
    record.scenarios.push(scenario(
        "fanout",
        "Fan-out to 1,000 subscribers",
        None,
        vec![
            measure(RATE, "Deliveries per second", "deliveries/s", Better::Higher, false),
            told(measure("cpu", "Server CPU per delivery", "µs", Better::Lower, false)),
            told(measure("per_read", "Messages per read", "messages", Better::Neither, false)),
        ],
    ));
    let one: [(&str, &[(&str, f64)]); 8] = [
        ("limit", &[(RATE, 272_000.0), ("cpu", 3.58), ("per_read", 1.0)]),
        ("baton", &[(RATE, 251_000.0), ("cpu", 3.9), ("per_read", 1.0)]),
        ("uws", &[(RATE, 220_600.0), ("cpu", 4.44), ("per_read", 1.0)]),
        ("anycable", &[(RATE, 113_700.0), ("cpu", 8.75), ("per_read", 1.5)]),
        ("soketi", &[(RATE, 109_500.0), ("cpu", 9.2), ("per_read", 1.0)]),
        ("centrifugo", &[(RATE, 105_300.0), ("cpu", 9.4), ("per_read", 2.6)]),
        ("sockudo", &[(RATE, 84_200.0), ("cpu", 12.0), ("per_read", 1.5)]),
        ("reverb", &[(RATE, 58_700.0), ("cpu", 17.0), ("per_read", 2.0)]),
    ];
    rounds(record, "fanout", "1 outstanding", None, &one);
    let eight: [(&str, &[(&str, f64)]); 8] = [
        ("limit", &[(RATE, 1_665_000.0), ("cpu", 0.59), ("per_read", 8.0)]),
        ("baton", &[(RATE, 1_640_000.0), ("cpu", 0.6), ("per_read", 8.0)]),
        ("uws", &[(RATE, 1_645_000.0), ("cpu", 0.59), ("per_read", 7.8)]),
        ("anycable", &[(RATE, 136_600.0), ("cpu", 7.3), ("per_read", 1.5)]),
        ("soketi", &[(RATE, 117_000.0), ("cpu", 8.6), ("per_read", 1.0)]),
        ("centrifugo", &[(RATE, 240_500.0), ("cpu", 4.15), ("per_read", 2.6)]),
        ("sockudo", &[(RATE, 102_100.0), ("cpu", 9.6), ("per_read", 1.5)]),
        ("reverb", &[(RATE, 94_000.0), ("cpu", 10.5), ("per_read", 2.0)]),
    ];
    rounds(record, "fanout", "8 outstanding", None, &eight);
}

fn hold(record: &mut Record) {
    let bytes = measure("bytes", "Memory per connection", "B", Better::Lower, true);
    record.scenarios.push(scenario("hold", "18,000 connections held", None, vec![bytes]));
    let idle: [(&str, &[(&str, f64)]); 8] = [
        ("limit", &[("bytes", 180.0)]),
        ("baton", &[("bytes", 314.0)]),
        ("uws", &[("bytes", 257.0)]),
        ("soketi", &[("bytes", 3_500.0)]),
        ("centrifugo", &[("bytes", 34_000.0)]),
        ("anycable", &[("bytes", 20_700.0)]),
        ("reverb", &[("bytes", 20_600.0)]),
        ("sockudo", &[("bytes", 184_000.0)]),
    ];
    rounds(record, "hold", "idle", None, &idle);
    rounds(record, "hold", "a channel each", None, &[("baton", &[("bytes", 626.0)])]);
}

fn message_runtime(record: &mut Record) {
    record.scenarios.push(scenario(
        "message-runtime",
        "Messages of 1,024 B through 50 connections",
        None,
        vec![
            measure("echo", "Echo", "messages/s", Better::Higher, false),
            measure("broadcast", "Broadcast", "deliveries/s", Better::Higher, false),
        ],
    ));
    let plain: [(&str, &[(&str, f64)]); 4] = [
        ("limit", &[("echo", 1_835_000.0), ("broadcast", 4_100_000.0)]),
        ("baton", &[("echo", 900_000.0), ("broadcast", 2_100_000.0)]),
        ("uws", &[("echo", 1_106_000.0), ("broadcast", 650_000.0)]),
        ("soketi", &[("broadcast", 120_000.0)]),
    ];
    rounds(record, "message-runtime", "ws", None, &plain);
    let tls: [(&str, &[(&str, f64)]); 2] = [
        ("baton-wss", &[("echo", 520_000.0), ("broadcast", 1_100_000.0)]),
        ("uws", &[("echo", 300_000.0), ("broadcast", 470_000.0)]),
    ];
    rounds(record, "message-runtime", "wss", None, &tls);
    record.skipped.push(Skipped {
        scenario: "message-runtime".into(),
        peer: "centrifugo".into(),
        reason: "has no raw echo, and its client messages are of another protocol".into(),
    });
}

fn latency(record: &mut Record) {
    record.scenarios.push(scenario(
        "latency",
        "Latency over the offered rate",
        Some("offered deliveries/s"),
        vec![
            measure("p99", "Latency, 99 of 100", "ms", Better::Lower, true),
            told(measure("p50", "Latency, half", "ms", Better::Lower, true)),
        ],
    ));
    for (offered, baton, uws, soketi, sockudo) in [
        (5_000.0, 0.9, 0.7, 2.1, 3.4),
        (10_000.0, 1.0, 1.2, 2.6, 4.4),
        (20_000.0, 1.3, 1.8, 3.9, 7.7),
        (50_000.0, 2.1, 3.3, 9.2, 38.0),
        (100_000.0, 4.9, 7.4, 80.0, 900.0),
        (200_000.0, 14.0, 45.0, 2_400.0, 0.0),
    ] {
        let mut peers: Vec<(&str, Vec<(&str, f64)>)> = Vec::new();
        for (peer, p99) in
            [("limit", baton * 0.6), ("baton", baton), ("uws", uws), ("soketi", soketi), ("sockudo", sockudo)]
        {
            if p99 > 0.0 {
                peers.push((peer, vec![("p99", p99), ("p50", p99 / 2.2)]));
            }
        }
        let peers: Vec<(&str, &[(&str, f64)])> =
            peers.iter().map(|(peer, m)| (*peer, m.as_slice())).collect();
        rounds(record, "latency", "", Some(offered), &peers);
    }
    let fault = Some("only 161,204 of 200,000 deliveries/s arrived".to_owned());
    for round in 1..=3 {
        let gone = sample("latency", "", Some(200_000.0), "sockudo", round, &[]);
        record.samples.push(Sample { fault: fault.clone(), ..gone });
    }
}

fn many_channels(record: &mut Record) {
    let cpu = measure("cpu", "Server CPU per delivery", "µs", Better::Lower, false);
    record.scenarios.push(scenario("many-channels", "Growth with the channels", Some("channels"), vec![cpu]));
    for channels in [1.0, 1_000.0, 10_000.0, 100_000.0_f64] {
        let growth = channels.log10();
        let peers: [(&str, &[(&str, f64)]); 3] = [
            ("baton", &[("cpu", 5.4)]),
            ("centrifugo", &[("cpu", 9.4 + growth * 0.4)]),
            ("reverb", &[("cpu", 17.0 + growth * 1.9)]),
        ];
        rounds(record, "many-channels", "", Some(channels), &peers);
    }
}

fn churn(record: &mut Record) {
    let rate = measure("connections", "Connections per second", "connections/s", Better::Higher, false);
    let mut churn = scenario("churn", "Connections that come and go", None, vec![rate]);
    churn.source = "https://example.org/benchmark".into();
    record.scenarios.push(churn);
    let calm: [(&str, &[(&str, f64)]); 4] = [
        ("limit", &[("connections", 25_800.0)]),
        ("baton", &[("connections", 25_900.0)]),
        ("uws", &[("connections", 26_000.0)]),
        ("reverb", &[("connections", 6_900.0)]),
    ];
    rounds(record, "churn", "200 at a time", None, &calm);
    rounds(record, "churn", "2,000 at a time", None, &calm);
    let fault = |sample: &mut Sample, reason: &str| {
        sample.measures.clear();
        sample.fault = Some(reason.to_owned());
    };
    for sample in record.samples.iter_mut().filter(|sample| sample.case == "2,000 at a time") {
        match (sample.peer.as_str(), sample.round) {
            ("reverb", _) => {
                fault(sample, "118 of 18,000 connections were refused: the listen backlog of 511 was full")
            }
            ("baton", 2) => fault(sample, "1 of 18,000 connections was not answered within 10 s"),
            _ => {}
        }
    }
}
