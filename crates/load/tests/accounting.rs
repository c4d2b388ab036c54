//! Whole runs against a server that behaves and against some that do not: only the first have a
//! figure.
#![allow(clippy::unwrap_used, clippy::panic)] // a test that unwraps fails where it should

mod pusher_server;

use baton_load::fault::Fault;
use baton_load::protocol::Events;
use baton_load::scenario::{Connect, Fanout, Hold, Idle, Pairs, Scenario};
use baton_load::target::Target;
use pusher_server::{Manners, start};

fn fanout(outstanding: u32) -> Fanout {
    Fanout { subscribers: 7, outstanding, seconds: 0.2, warmup_seconds: 0.05, ..Fanout::default() }
}

/// Time enough for a busy machine to come to the delivery that a bad server treats badly; the run
/// ends there.
fn until_a_fault() -> Fanout {
    Fanout { seconds: 5.0, ..fanout(1) }
}

fn pairs() -> Pairs {
    Pairs { pairs: 3, payload_bytes: 64, window: 8, seconds: 0.2, warmup_seconds: 0.05, ..Pairs::default() }
}

fn run_text(result: Result<impl std::fmt::Debug, Fault>) -> String {
    match result {
        Err(Fault::Run(text)) => text,
        other => panic!("the run should have failed a check: {other:?}"),
    }
}

#[test]
fn a_fan_out_over_a_good_server_has_a_figure() {
    for (outstanding, generator_loops) in [(1, 1), (1, 3), (8, 1), (8, 7)] {
        let target = Target { generator_loops, ..start(Manners::Good) };
        let outcome = fanout(outstanding).run(&target).unwrap();
        assert!(outcome.deliveries >= 7, "{outcome:?}");
        assert!(u64::from(outcome.publishes) * 7 >= outcome.deliveries);
        assert!(outcome.server_cpu_us_per_delivery.unwrap() > 0.0);
        assert_eq!(outcome.message_bytes, 142);
    }
}

#[test]
fn event_streams_are_accounted_for_as_other_clients_are() {
    let streams = |manners| Target { protocol: &Events, ..start(manners) };
    let outcome = fanout(8).run(&streams(Manners::Good)).unwrap();
    assert!(outcome.deliveries >= 7, "{outcome:?}");
    let text = run_text(until_a_fault().run(&streams(Manners::Loses(20))));
    assert!(text.contains("never received publish 2"), "{text}");
    let text = run_text(until_a_fault().run(&streams(Manners::Doubles(20))));
    assert!(text.contains("received publish 2 twice"), "{text}");
    Hold { clients: 20, own_channel: true, seconds: 0.1 }.run(&streams(Manners::Good)).unwrap();

    let refused = Scenario::Pairs(pairs()).run(&streams(Manners::Good)).unwrap_err();
    assert!(matches!(&refused, Fault::Settings(text) if text.contains("only receive")), "{refused}");
}

#[test]
fn other_channels_are_subscribed_to_and_stay_silent() {
    let fanout = Fanout { other_channels: 20, ..fanout(1) };
    assert!(fanout.run(&start(Manners::Good)).unwrap().deliveries >= 7);
}

#[test]
fn a_lost_delivery_leaves_no_figure() {
    let text = run_text(until_a_fault().run(&start(Manners::Loses(20))));
    assert!(text.contains("never received publish 2"), "{text}");
}

#[test]
fn a_doubled_delivery_leaves_no_figure() {
    let text = run_text(until_a_fault().run(&start(Manners::Doubles(20))));
    assert!(text.contains("received publish 2 twice"), "{text}");
}

#[test]
fn a_refused_publish_is_told_with_the_servers_words() {
    let text = run_text(fanout(1).run(&start(Manners::RefusesPublishes)));
    assert!(text.contains("refused a publish") && text.contains("401"), "{text}");
}

#[test]
fn a_refused_subscription_is_told_with_the_servers_words() {
    let text = run_text(fanout(1).run(&start(Manners::RefusesSubscriptions)));
    assert!(text.contains("3 of 3 clients") && text.contains("subscription_error"), "{text}");
}

#[test]
fn pairs_over_a_good_server_have_a_figure() {
    for generator_loops in [1, 2, 99] {
        let outcome = pairs().run(&Target { generator_loops, ..start(Manners::Good) }).unwrap();
        assert!(outcome.messages > 0 && outcome.sent >= outcome.messages, "{outcome:?}");
    }
}

#[test]
fn a_lost_or_doubled_client_event_leaves_no_figure() {
    let text = run_text(pairs().run(&start(Manners::Loses(20))));
    assert!(text.contains("too early"), "{text}");
    let text = run_text(pairs().run(&start(Manners::Doubles(20))));
    assert!(text.contains("again"), "{text}");
}

#[test]
fn echoes_have_a_figure_and_their_accounts() {
    let echoes = Pairs { echo: true, ..pairs() };
    let outcome = echoes.run(&start(Manners::Good)).unwrap();
    assert!(outcome.messages > 0, "{outcome:?}");
    let to_all = Pairs { pairs: 1, receivers: 3, ..echoes };
    let outcome = to_all.run(&start(Manners::EchoesToAll)).unwrap();
    assert!(outcome.sent >= outcome.messages && outcome.sent.is_multiple_of(3), "{outcome:?}");
}

#[test]
fn an_echo_among_silent_clients_is_timed() {
    let idle = Idle { others: 20, seconds: 0.2, warmup_seconds: 0.05, ..Idle::default() };
    let outcome = idle.run(&start(Manners::Good)).unwrap();
    assert_eq!((outcome.others, outcome.latency.count), (20, outcome.echoes));
    assert!(outcome.echoes > 0 && outcome.latency.p99_ms > 0.0, "{outcome:?}");
    assert!(outcome.server_cpu_us_per_echo.unwrap() > 0.0 && outcome.bytes_per_client.is_some());

    let several = Idle { talkers: 5, payload_bytes: 60_000, ..idle.clone() };
    assert!(several.run(&start(Manners::Good)).unwrap().echoes >= 5);
    let alone = Idle { others: 0, ..idle.clone() };
    assert_eq!(alone.run(&start(Manners::Good)).unwrap().bytes_per_client, None);

    let text = run_text(idle.run(&start(Manners::Doubles(20))));
    assert!(text.contains("not the echo"), "{text}");
    let text = run_text(idle.run(&start(Manners::EchoesToAll)));
    assert!(text.contains("silent client") || text.contains("not the echo"), "{text}");
}

#[test]
fn connecting_counts_those_who_failed() {
    let connect = Connect { clients: 20, at_once: 5, deadline_seconds: 10 };
    let outcome = connect.run(&start(Manners::Good)).unwrap();
    assert_eq!((outcome.opened, outcome.failed, outcome.latency.count), (20, 0, 20));
    assert!(outcome.server_cpu_us_per_client.unwrap() > 0.0);

    let outcome = connect.run(&start(Manners::RefusesUpgrades)).unwrap();
    assert_eq!((outcome.opened, outcome.failed), (0, 20));
    assert!(outcome.first_failure.unwrap().contains("503"));
}

#[test]
fn clients_that_hang_have_failed_at_the_deadline() {
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let mut target = start(Manners::Good);
    target.address = silent.local_addr().unwrap();
    let outcome = Connect { clients: 3, at_once: 2, deadline_seconds: 1 }.run(&target).unwrap();
    assert_eq!(outcome.opened, 0);
    assert!(outcome.first_failure.unwrap().contains("Upgrading after 1 s"));
}

#[test]
fn holding_reads_the_memory_of_the_server() {
    for own_channel in [false, true] {
        let outcome = Hold { clients: 20, own_channel, seconds: 0.1 }.run(&start(Manners::Good)).unwrap();
        assert_eq!(outcome.clients, 20);
        assert!(outcome.memory_after.unwrap().rss > 0);
    }
}
