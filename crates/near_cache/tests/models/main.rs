//! Every order in which the threads of small models can meet, tried by `loom`, over the product's own files: they are compiled
//! here once more, with loom's atomics in the place of the machine's.
//!
//! Most models that hold stand beside one from which a necessary step is missing, and which fails: so it is known that the
//! model would notice.
//!
//! They take some seconds with the bound on preemptions that [`explore`] sets. `LOOM_MAX_PREEMPTIONS=9` tries
//! all orders that there are; those of the three who claim take very long then.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails, fails here")]
#![allow(clippy::cast_possible_truncation, reason = "numbers of tests are small")]

#[allow(dead_code, reason = "the models use a part of it")]
#[path = "../../src/bucket.rs"]
mod bucket;
#[path = "../../src/flight.rs"]
mod flight;
#[path = "../../src/lock.rs"]
mod lock;
#[path = "../../src/pins.rs"]
mod pins;

#[path = "sync.rs"]
mod sync;

#[path = "claims.rs"]
mod claims;
#[path = "locks.rs"]
mod locks;
#[path = "pinning.rs"]
mod pinning;
#[path = "reading.rs"]
mod reading;

/// Tries all orders with up to three preemptions, or as many as `LOOM_MAX_PREEMPTIONS` says.
fn explore(model: impl Fn() + Sync + Send + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = builder.preemption_bound.or(Some(3));
    builder.check(model);
}
