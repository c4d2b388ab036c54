//! Whole runs with users, against a server that behaves and against some that do not.
#![allow(clippy::unwrap_used, clippy::panic)] // a test that unwraps fails where it should

mod pusher_server;

use baton_load::fault::Fault;
use baton_load::scenario::Users;
use baton_load::scenario::users::{Events, Publish, Slow, Stage, Storm, UsersOutcome};
use pusher_server::{Manners, start};

/// So many users at once, for so long.
fn users(users: usize, seconds: f64) -> Users {
    Users {
        stages: vec![Stage { users, seconds: 0.0 }, Stage { users, seconds }],
        channels: vec!["private-users".into()],
        ..Users::default()
    }
}

fn publish(per_second: f64) -> Option<Publish> {
    Some(Publish { per_second, channel: "private-users".into(), ..Publish::default() })
}

fn run(users: &Users, manners: Manners) -> Result<UsersOutcome, Fault> {
    users.run(&start(manners))
}

fn run_text(result: Result<UsersOutcome, Fault>) -> String {
    match result {
        Err(Fault::Run(text)) => text,
        other => panic!("the run should have failed a check: {other:?}"),
    }
}

#[test]
fn what_is_published_reaches_everybody() {
    let users = Users { publish: publish(200.0), ..users(20, 0.5) };
    let outcome = run(&users, Manners::Good).unwrap();
    assert_eq!((outcome.sessions, outcome.failed), (20, 0));
    assert_eq!(outcome.opening.count, 20);
    // How many were due before the run was asked to end, and after all had subscribed, is the
    // machine's affair.
    assert!(outcome.deliveries > 0, "{outcome:?}");
    assert_eq!(outcome.latency.count, outcome.deliveries);
    assert!(outcome.arrival_seconds.unwrap() > 0.0 && outcome.memory_after.unwrap().rss > 0);
    assert_eq!(outcome.stages.len(), 2);
    assert_eq!(outcome.stages[1].active, 20);
}

#[test]
fn users_come_and_go_and_send_to_each_other() {
    let users = Users {
        stages: vec![
            Stage { users: 2, seconds: 0.0 },
            Stage { users: 12, seconds: 0.5 },
            Stage { users: 12, seconds: 0.5 },
        ],
        pause_seconds: [0.0, 0.05],
        session_seconds: 0.3,
        channels: vec!["private-all".into(), "private-{user/2}".into()],
        events: Some(Events { one_in: 2, every_ms: 20.0, payload_bytes: 80, ..Events::default() }),
        ..Users::default()
    };
    let outcome = run(&users, Manners::Good).unwrap();
    assert!(outcome.sessions > 20 && outcome.failed == 0, "{outcome:?}");
    assert!(outcome.events_sent > 100 && outcome.deliveries > outcome.events_sent, "{outcome:?}");
    assert!(outcome.generator_lag.count >= outcome.events_sent);
}

#[test]
fn a_loss_or_a_double_leaves_no_figure() {
    let users = Users { publish: publish(200.0), ..users(20, 1.0) };
    // Late enough that all users are known to be there: what was sent before may rightly be
    // missing.
    let text = run_text(run(&users, Manners::Loses(1_000)));
    assert!(text.contains("never received message"), "{text}");
    let text = run_text(run(&users, Manners::Doubles(1_000)));
    assert!(text.contains("twice"), "{text}");
}

#[test]
fn those_who_do_not_get_in_are_counted() {
    let outcome = run(&users(5, 0.3), Manners::RefusesSubscriptions).unwrap();
    assert!(outcome.sessions >= 5 && outcome.failed == outcome.sessions, "{outcome:?}");
    assert!(outcome.first_failure.unwrap().contains("subscription_error"));
    assert!(outcome.arrival_seconds.is_none());
}

#[test]
fn members_are_told_of_each_other() {
    let users = Users { channels: vec!["presence-room".into()], ..users(15, 0.3) };
    let outcome = run(&users, Manners::Good).unwrap();
    assert_eq!(outcome.member_events, 15 * 14 / 2);
    let text = run_text(run(&users, Manners::ForgetsAMember));
    assert!(text.contains("presence channel"), "{text}");
}

#[test]
fn everybody_comes_back_after_a_storm() {
    let users = Users {
        publish: publish(100.0),
        storm: Some(Storm { at_seconds: 0.7, stable_one_in: 4 }), // a busy machine has all users by then
        ..users(20, 1.4)
    };
    let outcome = run(&users, Manners::Good).unwrap();
    assert_eq!(outcome.sessions, 20 + 15);
    assert_eq!(outcome.storm_opening.unwrap().count, 15);
    assert!(outcome.storm_seconds.unwrap() > 0.0);
}

#[test]
fn who_does_not_read_is_not_in_the_latency() {
    let users = Users {
        publish: publish(100.0),
        slow: Some(Slow { one_in: 5, ..Slow::default() }),
        ..users(10, 0.5)
    };
    let outcome = run(&users, Manners::Good).unwrap();
    assert_eq!((outcome.slow, outcome.slow_cut_off, outcome.slow_gaps), (2, 0, 0));
    assert!(outcome.latency.count < outcome.deliveries, "{outcome:?}");
    assert!(outcome.latency.max_ms < 400.0, "{outcome:?}");
}
