//! Worlds of many seeds in which Supabase clients and a database stand beside Pusher's clients, on the same channels.
//!
//! The variables are those of `world.rs`: `BATON_SIM_SEED=7` runs one seed, `BATON_SIM_SEEDS=10000` that many.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a helper of a test fails as the test does")]

use std::collections::BTreeMap;

use baton_sim::{Conditions, Outcome, World};

/// Seeds of an ordinary run: a few seconds in a debug build.
const SEEDS: u64 = 50;

fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name}={text} is no number")))
}

/// Of one node, or of two or three.
fn world(seed: u64) -> Outcome {
    let nodes = usize::try_from(seed % 3).unwrap() + 1;
    let conditions = Conditions::new(seed).with_supabase(seed);
    let conditions = if nodes > 1 { conditions.with_nodes(nodes) } else { conditions };
    World::new(seed, conditions).run()
}

#[test]
fn supabase_clients_are_served_as_they_must_be() {
    let one = number("BATON_SIM_SEED");
    let (from, seeds) = match one {
        Some(seed) => (seed, 1),
        None => (number("BATON_SIM_FROM").unwrap_or(0), number("BATON_SIM_SEEDS").unwrap_or(SEEDS)),
    };
    let mut tally: BTreeMap<&str, u64> = BTreeMap::new();
    for seed in from..from + seeds {
        let outcome = world(seed);
        let wrongs = outcome.wrongs();
        let wrongs: Vec<_> = wrongs.iter().take(20).map(String::as_str).collect();
        assert!(
            wrongs.is_empty(),
            "seed {seed}:\n{}\nrepeat with BATON_SIM_SEED={seed} cargo test -p baton-sim --test supabase",
            wrongs.join("\n")
        );
        outcome.tally.into_iter().for_each(|(what, times)| *tally.entry(what).or_default() += times);
    }
    println!("{tally:#?}");
}
