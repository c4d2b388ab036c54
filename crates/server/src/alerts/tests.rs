//! All alerts together: what a sample of the counters does to them, and what a reload does.

use std::sync::Arc;

use baton_protocols::Secret;

use super::*;
use crate::statistics::column::{CONNECTIONS, OF_APP, OF_SERVER, REFUSALS, Values};

/// One about more than ten connections of the whole server for a minute.
pub(super) fn alert(name: &str) -> Alert {
    Alert {
        name: name.into(),
        metric: Metric::Connections,
        threshold: Threshold::Above(10.0),
        for_s: 60,
        app: None,
        url: Secret::new("http://127.0.0.1:9/hidden?token=hidden"),
        format: Format::Json,
        secret: Secret::new(""),
        repeat_s: 0,
    }
}

fn at_once(name: &str) -> Alert {
    Alert { for_s: 0, ..alert(name) }
}

fn of_app(name: &str, app: &str) -> Alert {
    Alert { app: Some(app.into()), ..at_once(name) }
}

fn list(alerts: &[Alert]) -> AlertList {
    AlertList(alerts.iter().cloned().map(Arc::new).collect())
}

struct World {
    alerts: Alerts,
    now_s: u64,
    apps: Vec<&'static str>,
}

impl World {
    fn new(alerts: &[Alert]) -> Self {
        Self { alerts: Alerts::new("host/1", &list(alerts)), now_s: 1_000, apps: vec!["shop", "chat"] }
    }

    /// A sample: connections and refusals of the server (refusals of those that named no app), and of apps.
    fn sample(&mut self, server: [u64; 2], apps: &[(&str, [u64; 2])]) {
        let values = |columns: usize, [connections, refusals]: [u64; 2]| {
            let mut values = Values::zero(columns);
            values.0[CONNECTIONS] = connections;
            values.0[REFUSALS] = refusals;
            values
        };
        let apps = apps.iter().map(|(app, seen)| (Box::from(*app), values(OF_APP, *seen))).collect();
        let seen = Seen { server: values(OF_SERVER, server), apps };
        self.now_s += 5;
        let now = Moment { mono_ms: self.now_s * 1_000, unix_ms: self.now_s * 1_000 };
        let there = self.apps.clone();
        self.alerts.evaluate_at(now, &seen, |app| there.contains(&app));
    }

    /// Name, state and value of each.
    fn shown(&self, app: Option<&str>) -> String {
        let one = |shown: Shown| {
            let value = shown.value.map_or("-".to_owned(), |value| value.to_string());
            format!("{} {} {value}", shown.alert.name, shown.state)
        };
        self.alerts.shown(app).into_iter().map(one).collect::<Vec<_>>().join(", ")
    }

    /// How many messages wait for each.
    fn waiting(&self) -> Vec<usize> {
        self.alerts.shown(None).iter().map(|shown| shown.waiting).collect()
    }
}

#[test]
fn each_alert_reads_its_own_figure() {
    let refusals =
        Alert { metric: Metric::Refusals, threshold: Threshold::Above(5.0), ..of_app("refusals", "chat") };
    let mut world = World::new(&[at_once("all"), of_app("shop", "shop"), of_app("chat", "chat"), refusals]);
    world.sample([12, 0], &[("shop", [11, 100])]);
    assert_eq!(world.shown(None), "all firing 12, shop firing 11, chat ok 0, refusals ok -");
    world.sample([12, 900], &[("shop", [3, 900]), ("chat", [9, 6])]);
    assert_eq!(world.shown(None), "all firing 12, shop ok 3, chat ok 9, refusals firing 6");
    assert_eq!(world.shown(Some("shop")), "shop ok 3");
    assert_eq!(world.waiting(), [1, 2, 0, 1]);
}

#[test]
fn refusals_of_the_server_are_those_of_all_apps_also_when_one_is_removed() {
    let all = Alert { metric: Metric::Refusals, threshold: Threshold::Above(50.0), ..at_once("all") };
    let mut world = World::new(&[all]);
    world.sample([0, 100], &[("shop", [0, 1_000])]);
    world.sample([0, 110], &[("shop", [0, 1_020]), ("chat", [0, 15])]);
    assert_eq!(world.shown(None), "all ok 45", "the sums before are not of this time");
    world.sample([0, 110], &[("chat", [0, 15])]);
    assert_eq!(world.shown(None), "all ok 45", "a sum that falls is no refusal");
    world.sample([0, 116], &[("chat", [0, 15]), ("shop", [0, 1])]);
    assert_eq!(world.shown(None), "all firing 52");
}

#[test]
fn an_app_that_is_removed_has_no_value_and_one_that_is_unused_has_none_of_anything() {
    let idle = Alert { threshold: Threshold::Below(1.0), ..of_app("idle", "shop") };
    let mut world = World::new(&[idle]);
    world.sample([0, 0], &[]);
    assert_eq!(world.shown(None), "idle firing 0");
    world.apps.clear();
    world.sample([0, 0], &[]);
    assert_eq!(world.shown(None), "idle ok -");
    assert_eq!(world.waiting(), [2], "that it is over was sent");
}

#[test]
fn a_reload_keeps_the_states_of_alerts_that_are_as_they_were() {
    let mut world = World::new(&[at_once("a"), alert("b"), at_once("c")]);
    world.sample([11, 0], &[]);
    assert_eq!(world.shown(None), "a firing 11, b pending 11, c firing 11");
    // The same in another order, of new values; one is changed, and one is new.
    let changed = Alert { repeat_s: 600, ..at_once("c") };
    world.alerts.configure(&list(&[changed, alert("b"), at_once("a"), at_once("d")]));
    assert_eq!(world.shown(None), "c ok -, b pending 11, a firing 11, d ok -");
    assert_eq!(world.alerts.due().len(), 2, "of a, and of the c that was");
    let parted = world.alerts.book().parted.clone();
    assert_eq!(
        parted.iter().map(|outbox| outbox.waiting()).collect::<Vec<_>>(),
        [2],
        "it fired, and is over"
    );
    for _ in 0..12 {
        world.sample([11, 0], &[]);
    }
    assert_eq!(world.shown(None), "c firing 11, b firing 11, a firing 11, d firing 11");
    assert_eq!(world.waiting(), [1, 1, 1, 1], "a was reported once");
    world.alerts.configure(&list(&[]));
    assert!(!world.alerts.are_there());
    world.sample([11, 0], &[]);
    assert_eq!(world.shown(None), "");
}

#[test]
fn a_reload_says_whether_an_alert_that_fired_was_changed_or_removed() {
    let mut world = World::new(&[at_once("a"), at_once("b")]);
    world.sample([11, 0], &[]);
    world.alerts.configure(&list(&[Alert { url: Secret::new("http://127.0.0.1:9/other"), ..at_once("a") }]));
    let parted = world.alerts.book().parted.clone();
    let mut bodies: Vec<String> = parted.iter().map(|outbox| outbox.newest_body()).collect();
    bodies.sort_by_key(|body| !body.contains("CLOSED: a."));
    assert!(bodies[0].contains(r#""reason":"changed""#), "{bodies:?}");
    assert!(bodies[1].contains(r#""reason":"removed""#) && bodies[1].contains("CLOSED: b."), "{bodies:?}");
}

#[test]
fn repetitions_that_wait_are_one() {
    let mut world = World::new(&[Alert { repeat_s: 5, ..at_once("a") }]);
    for connections in [11, 12, 13, 14] {
        world.sample([connections, 0], &[]);
    }
    assert_eq!(world.waiting(), [2], "that it fires, and the last repetition");
    let outbox = Arc::clone(&world.alerts.book().entries[0].outbox);
    assert!(outbox.newest_body().contains(r#""value":14"#), "{}", outbox.newest_body());
    for connections in [0, 15, 16, 17] {
        world.sample([connections, 0], &[]);
    }
    assert_eq!(world.waiting(), [5], "resolved, fires anew, and a repetition of that");
    assert!(outbox.newest_body().contains(r#""value":17"#), "{}", outbox.newest_body());
}

#[test]
fn outboxes_of_removed_alerts_are_bounded() {
    let mut world = World::new(&[at_once("0")]);
    for n in 1..3 * MOST_PARTED {
        world.sample([11, 0], &[]);
        world.alerts.configure(&list(&[at_once(&n.to_string())]));
    }
    assert_eq!(world.alerts.book().parted.len(), MOST_PARTED);
}
