//! Runs worlds seed after seed, for the programs beside this. `BATON_SIM_FROM` and `BATON_SIM_SEEDS` choose others.

use std::collections::BTreeMap;

use baton_sim::Outcome;

/// How often each thing happened, in all worlds together.
pub(crate) struct Tally {
    counts: BTreeMap<&'static str, u64>,
    is_complete: bool,
}

/// A number from the environment.
pub(crate) fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name}={text} is no number")))
}

/// Runs `seeds` worlds, or as many as the environment says; `repeat` is what runs one again, behind
/// `cargo test -p baton-sim --test`.
pub(crate) fn run(seeds: u64, repeat: &str, world: impl Fn(u64) -> Outcome) -> Tally {
    let (from, chosen) = (number("BATON_SIM_FROM").unwrap_or(0), number("BATON_SIM_SEEDS").unwrap_or(seeds));
    let mut counts: BTreeMap<_, u64> = BTreeMap::new();
    for seed in from..from + chosen {
        let outcome = world(seed);
        assert_nothing_wrong(seed, repeat, &outcome);
        outcome.tally.into_iter().for_each(|(what, times)| *counts.entry(what).or_default() += times);
    }
    println!("{counts:#?}");
    Tally { counts, is_complete: chosen >= seeds }
}

pub(crate) fn assert_nothing_wrong(seed: u64, repeat: &str, outcome: &Outcome) {
    let wrongs = outcome.wrongs();
    let wrongs: Vec<_> = wrongs.iter().take(20).map(String::as_str).collect();
    assert!(
        wrongs.is_empty(),
        "seed {seed}:\n{}\nrepeat with BATON_SIM_SEED={seed} cargo test -p baton-sim --test {repeat}",
        wrongs.join("\n")
    );
}

impl Tally {
    /// Each of these happened, unless fewer worlds were run than by default.
    pub(crate) fn assert_happened<'a>(&self, all: impl IntoIterator<Item = &'a &'static str>) {
        for what in all.into_iter().filter(|_| self.is_complete) {
            let times = self.counts.get(what).copied().unwrap_or(0);
            assert!(times > 0, "in no world happened: {what}");
        }
    }
}
