//! Worlds of many seeds, none of which may find anything; and worlds with a planted fault, which must.
//!
//! `BATON_SIM_SEED=7` runs one seed, prints what happened in it, and writes its ledger to the file that
//! `BATON_SIM_LEDGER` names. `BATON_SIM_SEEDS=10000` runs that many, from `BATON_SIM_FROM` on.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a helper of a test fails as the test does")]

mod seeds;

use std::{
    fs::File,
    io::{BufWriter, Write as _},
    process::{Command, Stdio},
};

use baton_sim::{Conditions, Outcome, Sabotage, World};
use seeds::{assert_nothing_wrong, number, run};

/// Seeds of an ordinary run: a few seconds in a debug build.
const SEEDS: u64 = 200;
/// A planted fault must show within so many.
const SEEDS_TO_FIND_SABOTAGE: u64 = 10;

/// What many worlds together must have met, or they have not looked everywhere.
const MUST_HAPPEN: [&str; 20] = [
    "cache hits",
    "cache misses",
    "client events refused",
    "client events",
    "closed with 4009",
    "closed with 4100",
    "closed with 4200",
    "closed with 4201",
    "cuts",
    "histories",
    "messages sent",
    "publishes refused by a full mailbox",
    "publishes refused for want of channels",
    "returns",
    "sign-ins",
    "slow clients cut off",
    "stalls",
    "subscriptions refused",
    "times that a client was not read for want of room",
    "users watched",
];

fn world(seed: u64) -> Outcome {
    World::new(seed, Conditions::new(seed)).run()
}

fn sabotaged(seed: u64, sabotage: Sabotage) -> Outcome {
    World::new(seed, Conditions { sabotage: Some(sabotage), ..Conditions::new(seed) }).run()
}

/// Two or three nodes.
fn cluster(seed: u64, sabotage: Option<Sabotage>) -> Outcome {
    let conditions = Conditions::new(seed).with_nodes(2 + usize::from(seed % 2 == 1));
    World::new(seed, Conditions { sabotage, ..conditions }).run()
}

fn bytes(outcome: &Outcome) -> Vec<u8> {
    let mut bytes = Vec::new();
    outcome.ledger.write(&mut bytes).unwrap();
    bytes
}

const REPEAT: &str = "world seeds -- --nocapture";

fn run_one(seed: u64) {
    println!("{:?}", Conditions::new(seed));
    let outcome = world(seed);
    println!("{:#?}", outcome.tally);
    if let Ok(path) = std::env::var("BATON_SIM_LEDGER") {
        outcome.ledger.write(BufWriter::new(File::create(path).unwrap())).unwrap();
    }
    assert_nothing_wrong(seed, REPEAT, &outcome);
}

#[test]
fn seeds_find_nothing_wrong() {
    if let Some(seed) = number("BATON_SIM_SEED") {
        return run_one(seed);
    }
    run(SEEDS, REPEAT, world).assert_happened(&MUST_HAPPEN);
}

/// Seeds of worlds with several nodes.
const SEEDS_OF_CLUSTERS: u64 = 60;

#[test]
fn nodes_whose_commands_an_engine_orders_find_nothing_wrong() {
    let tally = run(SEEDS_OF_CLUSTERS, REPEAT, |seed| cluster(seed, None));
    let elsewhere = ["publishes refused for want of channels"]; // what is ordered is never refused
    let must_happen = MUST_HAPPEN.iter().filter(|what| !elsewhere.contains(what)).chain(&["gaps noticed"]);
    tally.assert_happened(must_happen);
}

#[test]
fn a_seed_makes_the_same_world_again() {
    for seed in 0..5 {
        let (first, second) = (world(seed), world(seed));
        assert!(bytes(&first) == bytes(&second), "seed {seed} made two ledgers");
        assert_eq!(first.tally, second.tally, "seed {seed}");
    }
    assert_ne!(bytes(&world(0)), bytes(&world(1)));
}

#[test]
fn the_ledger_finds_each_planted_fault() {
    for (sabotage, kind) in [
        (Sabotage::Lose, "lost"),
        (Sabotage::Double, "doubled"),
        (Sabotage::Exchange, "reordered"),
        (Sabotage::Echo, "phantom"),
    ] {
        let kinds = |seed| sabotaged(seed, sabotage).ledger.check().into_iter().map(|finding| finding.kind());
        let found = (0..SEEDS_TO_FIND_SABOTAGE).find(|seed| kinds(*seed).any(|found| found == kind));
        assert!(found.is_some(), "{sabotage:?} was not found in {SEEDS_TO_FIND_SABOTAGE} seeds");
    }
}

#[test]
fn the_world_finds_each_planted_fault_where_it_happens() {
    for (sabotage, words) in [
        (Sabotage::Lose, "without"),
        (Sabotage::Double, "again"),
        (Sabotage::Exchange, "without"),
        (Sabotage::Echo, "kept from it"),
    ] {
        let faults = |seed| sabotaged(seed, sabotage).faults.into_iter();
        let found = (0..SEEDS_TO_FIND_SABOTAGE).find(|seed| faults(*seed).any(|fault| fault.contains(words)));
        assert!(found.is_some(), "{sabotage:?} was not found in {SEEDS_TO_FIND_SABOTAGE} seeds");
    }
}

/// Where letters get lost, so does the news of who came and went.
#[test]
fn beliefs_that_are_wrong_at_rest_are_found() {
    for words in ["believes", "counts", "did not know it there"] {
        let faults = |seed| sabotaged(seed, Sabotage::Lose).faults.into_iter();
        assert!(
            (0..100).any(|seed| faults(seed).any(|fault| fault.contains(words))),
            "no fault says: {words}"
        );
    }
}

#[test]
fn the_judge_of_ledgers_reads_what_a_world_wrote() {
    let judge = |outcome: &Outcome| {
        let judge = Command::new(env!("CARGO_BIN_EXE_baton-ledger"))
            .arg("-")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let mut judge = judge.unwrap();
        let mut stdin = judge.stdin.take().unwrap();
        stdin.write_all(&bytes(outcome)).unwrap();
        drop(stdin);
        let output = judge.wait_with_output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (code, said) = judge(&world(3));
    assert_eq!(code, Some(0), "{said}");
    assert!(said.trim_end().ends_with(", 0 findings"), "{said}");
    let (code, said) = judge(&sabotaged(3, Sabotage::Double));
    assert_eq!(code, Some(1), "{said}");
    assert!(said.lines().any(|line| line.starts_with("doubled: ")), "{said}");
}
