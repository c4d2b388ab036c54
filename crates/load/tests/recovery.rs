//! The exam of clients whose connections break, against a server that does not resume them: what it loses,
//! doubles or forgets must be found.
#![allow(clippy::unwrap_used, clippy::panic)] // a test that unwraps fails where it should

mod pusher_server;

use baton_load::recovery::{Break, Drops, DropsOutcome};
use pusher_server::{Manners, start};

/// A short exam of seven clients in three channels.
fn drops(drops: u32) -> Drops {
    Drops {
        clients: 7,
        channels: 3,
        channels_each: 2,
        per_second: 50.0,
        drops,
        kinds: Break::ALL.to_vec(),
        down_seconds: 0.2,
        up_seconds: 0.2,
        positions: false,
        seed: 1,
    }
}

/// An exam in which nothing breaks, but for what the server does to one delivery.
fn unbroken(manners: Manners) -> DropsOutcome {
    // Long enough for the delivery that is treated badly: the exam is over when all are live.
    Drops { drops: 1, down_seconds: 0.0, up_seconds: 0.3, ..drops(1) }.run(&start(manners)).unwrap()
}

#[test]
fn clients_that_are_not_resumed_have_lost_what_was_published_meanwhile() {
    let outcome = drops(2).run(&start(Manners::Good)).unwrap();
    assert!(!outcome.is_exact());
    assert_eq!(outcome.breaks, 14);
    assert!(outcome.tally.not_recognised >= 14, "{:?}", outcome.tally);
    // 0.2 s at 50 events a second, twice, in two channels of each.
    assert!(outcome.tally.lost > 7 * 2 * 2 * 5, "{:?}", outcome.tally);
    assert_eq!((outcome.tally.out_of_order, outcome.tally.misdirected), (0, 0));
    assert!(outcome.tally.first_faults.iter().any(|fault| fault.contains("never came")));
}

#[test]
fn clients_whose_connections_hold_have_everything() {
    let outcome = drops(0).run(&start(Manners::Good)).unwrap();
    assert!(outcome.is_exact(), "{:?}", outcome.tally);
}

#[test]
fn a_delivery_that_comes_twice_is_found() {
    let outcome = unbroken(Manners::Doubles(5));
    assert_eq!(outcome.tally.out_of_order, 1, "{:?}", outcome.tally);
}

#[test]
fn settings_are_checked() {
    for (settings, name) in [
        (Drops { clients: 9_001, ..drops(1) }, "--clients"),
        (Drops { channels_each: 4, ..drops(1) }, "--channels-each"),
        (Drops { up_seconds: 0.0, ..drops(1) }, "--up-seconds"),
    ] {
        let fault = settings.check().unwrap_err();
        assert!(fault.to_string().contains(name), "{fault}");
        assert_eq!(fault.exit_status(), 2);
    }
}
