//! Worlds of many seeds in which Supabase clients and a database stand beside Pusher's clients, on the same channels.
//!
//! The variables are those of `world.rs`: `BATON_SIM_SEED=7` runs one seed, `BATON_SIM_SEEDS=10000` that many.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a helper of a test fails as the test does")]

mod seeds;

use baton_sim::{Conditions, Outcome, World};
use seeds::{assert_nothing_wrong, number, run};

/// Seeds of an ordinary run: a few seconds in a debug build.
const SEEDS: u64 = 45;

/// What these worlds together must have met, or they have not looked everywhere.
const MUST_HAPPEN: [&str; 33] = [
    "broadcasts",
    "broadcasts refused",
    "broadcasts replayed",
    "broadcasts sent",
    "cache hits",
    "client events",
    "closed with 1001",
    "closed with 1012",
    "closed with 1013",
    "cuts",
    "gaps noticed",
    "joins closed",
    "joins ended by an error",
    "late answers of the database",
    "presence changes",
    "presence states judged",
    "refused: ChannelRateLimitReached",
    "refused: ClientPresenceRateLimitReached",
    "refused: InvalidJWTToken",
    "refused: JwtSignatureError",
    "refused: MessageRateLimitReached",
    "refused: PresenceLimitReached",
    "refused: PublicBroadcastNotAllowed",
    "refused: QueryCanceled",
    "refused: UnableToConnectToProject",
    "refused: UnableToReplayMessages",
    "refused: Unauthorized",
    "refused: unmatched topic",
    "row changes sent",
    "stalls",
    "times that a client was not read because of the database",
    "times that a client was not read for want of room",
    "tokens revoked",
];

/// Of one node, or of two or three.
fn world(seed: u64) -> Outcome {
    let nodes = usize::try_from(seed % 3).unwrap() + 1;
    let conditions = Conditions::new(seed).with_supabase(seed);
    let conditions = if nodes > 1 { conditions.with_nodes(nodes) } else { conditions };
    World::new(seed, conditions).run()
}

#[test]
fn a_seed_makes_the_same_world_again() {
    for seed in [1, 2] {
        let (first, second) = (world(seed), world(seed));
        assert_eq!(first.tally, second.tally, "seed {seed}");
        assert_eq!(first.ledger.lines, second.ledger.lines, "seed {seed}");
    }
}

const REPEAT: &str = "supabase";

#[test]
fn supabase_clients_are_served_as_they_must_be() {
    match number("BATON_SIM_SEED") {
        Some(seed) => assert_nothing_wrong(seed, REPEAT, &world(seed)),
        None => run(SEEDS, REPEAT, world).assert_happened(&MUST_HAPPEN),
    }
}
