//! The checker is only worth what it finds: each kind of fault is planted and must be named, and what is no
//! fault must not be.

#![allow(clippy::unwrap_used, reason = "a helper of a test fails as the test does")]

use std::{
    io::Write as _,
    process::{Command, Stdio},
};

use baton_sim::ledger::{Finding, Ledger, Line, Publish};

fn publish(publisher: &str, n: u64) -> Publish {
    Publish {
        channel: "x".into(),
        publisher: publisher.into(),
        n,
        uuid: format!("{publisher}{n}"),
        acked: true,
        refused: false,
        except: None,
    }
}

fn subscribe(client: &str) -> Line {
    Line::Subscribe { client: client.into(), channel: "x".into() }
}

fn unsubscribe(client: &str) -> Line {
    Line::Unsubscribe { client: client.into(), channel: "x".into() }
}

fn deliver(client: &str, uuid: &str) -> Line {
    Line::Deliver { client: client.into(), channel: "x".into(), uuid: uuid.into() }
}

/// Two publishers and three clients; bob comes late, cy leaves early. The order is p0 q0 p1 q1 p2 q2.
fn healthy() -> Ledger {
    let mut lines = vec![subscribe("ann"), subscribe("cy")];
    for n in 0..3 {
        for publisher in ["p", "q"] {
            lines.push(Line::Publish(publish(publisher, n)));
            lines.push(deliver("ann", &format!("{publisher}{n}")));
            if n >= 1 {
                lines.push(deliver("bob", &format!("{publisher}{n}")));
            }
            if n <= 1 {
                lines.push(deliver("cy", &format!("{publisher}{n}")));
            }
        }
        if n == 0 {
            lines.push(subscribe("bob"));
        }
        if n == 1 {
            lines.push(unsubscribe("cy"));
        }
    }
    Ledger { lines }
}

fn position(ledger: &Ledger, line: &Line) -> usize {
    ledger.lines.iter().position(|other| other == line).unwrap()
}

fn kinds(ledger: &Ledger) -> Vec<&'static str> {
    let mut kinds: Vec<_> = ledger.check().iter().map(Finding::kind).collect();
    kinds.dedup();
    kinds
}

fn in_words(ledger: &Ledger) -> Vec<String> {
    ledger.check().iter().map(Finding::to_string).collect()
}

#[test]
fn a_healthy_ledger_has_no_findings() {
    assert_eq!(in_words(&healthy()), [""; 0]);
    assert_eq!(healthy().counts(), (6, 14));
}

#[test]
fn each_missing_delivery_is_lost_but_at_the_end_of_what_has_ended() {
    let deliveries: Vec<Line> =
        healthy().lines.into_iter().filter(|line| matches!(line, Line::Deliver { .. })).collect();
    for missing in deliveries {
        let mut ledger = healthy();
        ledger.lines.remove(position(&ledger, &missing));
        // At the edges of cy's closed subscription nobody can say whether the message came in time.
        let Line::Deliver { client, uuid, .. } = &missing else { unreachable!() };
        let edge = client == "cy" && (uuid == "p0" || uuid == "q1");
        assert_eq!(kinds(&ledger), if edge { &[][..] } else { &["lost"][..] }, "{missing:?}");
    }
}

#[test]
fn a_message_between_those_of_its_publisher_is_lost_even_if_nobody_got_it() {
    let mut ledger = healthy();
    ledger.lines.retain(|line| !matches!(line, Line::Deliver { uuid, .. } if uuid == "p1"));
    ledger.lines.push(unsubscribe("ann"));
    ledger.lines.push(unsubscribe("bob"));
    assert_eq!(
        in_words(&ledger),
        ["lost: ann did not get p1 on x, but an earlier and a later one of its publisher"]
    );
}

#[test]
fn each_repeated_delivery_is_doubled() {
    for at in 0..healthy().lines.len() {
        let mut ledger = healthy();
        if matches!(ledger.lines[at], Line::Deliver { .. }) {
            ledger.lines.push(ledger.lines[at].clone());
            assert_eq!(kinds(&ledger), ["doubled"], "{:?}", ledger.lines[at]);
        }
    }
}

#[test]
fn each_exchange_of_neighbours_is_reordered() {
    for client in ["ann", "bob", "cy"] {
        let of_client = |line: &Line| matches!(line, Line::Deliver { client: other, .. } if other == client);
        let ledger = healthy();
        let places: Vec<usize> = (0..ledger.lines.len()).filter(|at| of_client(&ledger.lines[*at])).collect();
        for pair in places.windows(2) {
            let mut ledger = healthy();
            ledger.lines.swap(pair[0], pair[1]);
            assert_eq!(kinds(&ledger), ["reordered"], "{client} {pair:?}");
        }
    }
}

#[test]
fn a_publishers_order_counts_even_if_all_clients_agree() {
    let mut ledger = Ledger { lines: vec![subscribe("ann"), subscribe("bob")] };
    ledger.lines.extend([0, 1].map(|n| Line::Publish(publish("p", n))));
    for client in ["ann", "bob"] {
        ledger.lines.extend(["p1", "p0"].map(|uuid| deliver(client, uuid)));
    }
    assert_eq!(
        in_words(&ledger),
        ["reordered: ann got number 1 of p before 0 on x", "reordered: bob got number 1 of p before 0 on x",]
    );
}

#[test]
fn three_who_disagree_only_together_are_found() {
    let mut ledger = Ledger::default();
    for (client, seen) in [("ann", ["p0", "q0"]), ("bob", ["q0", "r0"]), ("cy", ["r0", "p0"])] {
        ledger.lines.push(subscribe(client));
        ledger.lines.extend(seen.map(|uuid| deliver(client, uuid)));
        ledger.lines.push(unsubscribe(client));
    }
    ledger.lines.extend(["p", "q", "r"].map(|publisher| Line::Publish(publish(publisher, 0))));
    assert_eq!(
        in_words(&ledger),
        [
            "reordered: clients disagree about x: ann saw p0 before q0, bob saw q0 before r0, cy saw r0 before p0"
        ]
    );
}

#[test]
fn phantoms_of_each_kind_are_found() {
    type Damage = fn(&mut Ledger);
    let cases: [(&str, Damage); 5] = [
        ("which nobody published", |ledger| ledger.lines.push(deliver("ann", "p9"))),
        ("which the server refused", |ledger| {
            ledger.lines.push(Line::Publish(Publish { acked: false, refused: true, ..publish("p", 3) }));
            ledger.lines.push(deliver("ann", "p3"));
        }),
        ("which was published on another channel", |ledger| {
            ledger.lines.push(Line::Publish(Publish { channel: "y".into(), ..publish("r", 0) }));
            ledger.lines.push(deliver("ann", "r0"));
        }),
        ("which was to be kept from it", |ledger| {
            let except = Some("ann".to_owned());
            ledger.lines.push(Line::Publish(Publish { except, ..publish("r", 0) }));
            ledger.lines.push(deliver("bob", "r0"));
            ledger.lines.push(deliver("ann", "r0"));
        }),
        ("to which it never subscribed", |ledger| ledger.lines.push(deliver("dan", "p2"))),
    ];
    for (because, damage) in cases {
        let mut ledger = healthy();
        damage(&mut ledger);
        let findings = in_words(&ledger);
        assert_eq!(findings.len(), 1, "{findings:?}");
        assert!(findings[0].starts_with("phantom: ") && findings[0].ends_with(because), "{findings:?}");
    }
}

#[test]
fn a_message_of_unknown_fate_may_appear_or_not() {
    let mut ledger = healthy();
    ledger.lines.push(Line::Publish(Publish { acked: false, ..publish("p", 3) }));
    assert_eq!(in_words(&ledger), [""; 0]);
    ledger.lines.push(deliver("ann", "p3"));
    assert_eq!(in_words(&ledger), [""; 0]);
}

#[test]
fn an_excepted_client_misses_nothing() {
    let mut ledger = healthy();
    ledger.lines.push(Line::Publish(Publish { except: Some("ann".into()), ..publish("p", 3) }));
    ledger.lines.push(deliver("bob", "p3"));
    ledger.lines.push(Line::Publish(publish("p", 4)));
    ledger.lines.extend(["ann", "bob"].map(|client| deliver(client, "p4")));
    assert_eq!(in_words(&ledger), [""; 0]);
}

#[test]
fn a_second_subscription_may_begin_with_a_message_that_the_first_saw() {
    let mut ledger = healthy();
    let late = [unsubscribe("bob"), deliver("bob", "q2"), subscribe("bob"), deliver("bob", "q2")];
    let last = position(&ledger, &deliver("bob", "q2"));
    ledger.lines.splice(last..=last, late);
    assert_eq!(in_words(&ledger), [""; 0], "what was on its way, and then the channel's last message");
}

#[test]
fn the_file_says_what_the_module_says() {
    let text = r#"{"t":"subscribe","client":"ann","channel":"x"}
{"t":"publish","channel":"x","publisher":"p","n":0,"uuid":"p0","acked":true}

{"t":"deliver","client":"ann","channel":"x","uuid":"p0"}
{"t":"unsubscribe","client":"ann","channel":"x"}
"#;
    let ledger = Ledger::read(text.as_bytes()).unwrap();
    let expected =
        [subscribe("ann"), Line::Publish(publish("p", 0)), deliver("ann", "p0"), unsubscribe("ann")];
    assert_eq!(ledger.lines, expected);
    let written: String =
        ledger.lines.iter().map(|line| serde_json::to_string(line).unwrap() + "\n").collect();
    assert_eq!(written, text.replace("\n\n", "\n"));
    let error = Ledger::read(&b"\n{\"t\":\"guess\"}\n"[..]).unwrap_err();
    assert!(error.to_string().starts_with("line 2: unknown variant `guess`"), "{error}");
}

/// Runs the binary on a ledger: its exit status and what it says.
fn judge(input: &str) -> (Option<i32>, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_baton-ledger"))
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).unwrap())
}

#[test]
fn the_binary_exits_with_its_verdict() {
    let write = |ledger: &Ledger| -> String {
        ledger.lines.iter().map(|line| serde_json::to_string(line).unwrap() + "\n").collect()
    };
    let healthy_verdict = "6 messages acknowledged, 14 deliveries, 0 findings\n".to_owned();
    assert_eq!(judge(&write(&healthy())), (Some(0), healthy_verdict));
    let mut damaged = healthy();
    damaged.lines.remove(position(&damaged, &deliver("ann", "q1")));
    let (status, text) = judge(&write(&damaged));
    assert_eq!(status, Some(1));
    assert!(text.starts_with("lost: ann did not get q1 on x"), "{text}");
    let (status, text) = judge("hello");
    assert_eq!(status, Some(2));
    assert!(text.starts_with("- is no ledger: line 1: "), "{text}");
}
