//! Statistics in virtual time, from what is counted to what a chart shows.

use std::collections::BTreeMap;
use std::fs;

use baton_hub::{Access, AppId, LoopId};
use baton_protocols::{App, Refusal};
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::column::{
    CHANNELS, CONNECTIONS, DELIVERY, MESSAGES_IN, MESSAGES_OUT, OF_SERVER, REFUSALS, columns,
};
use super::hour::MINUTE_MS;
use super::places::Row;
use super::*;
use crate::config::Config;
use crate::metrics::Metrics;
use crate::refusals::Refused;

/// A directory that is removed with it.
pub(super) struct Directory(pub(super) PathBuf);

impl Directory {
    pub(super) fn new() -> Self {
        let name = format!("baton-statistics-{:016x}", crate::entropy::Entropy::new().next_u64());
        Self(std::env::temp_dir().join(name))
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0).or_else(|_| fs::remove_file(&self.0)));
    }
}

/// Numbers that look random and are the same each time.
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed | 1)
    }

    /// A number below this.
    pub(super) fn below(&mut self, end: u64) -> u64 {
        // xorshift64*
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16) % end
    }
}

/// What an app with some hundred clients does in a minute, or the server.
pub(super) fn busy(dice: &mut Dice, columns: usize) -> Values {
    let mut values = Values::zero(columns);
    for (column, value) in values.0.iter_mut().enumerate() {
        *value = match column {
            CONNECTIONS | CHANNELS => 300 + dice.below(100),
            MESSAGES_IN => 500 + dice.below(1_000),
            MESSAGES_OUT => 20_000 + dice.below(30_000),
            REFUSALS => dice.below(20) / 16,
            DELIVERY.. if column < DELIVERY + 8 => dice.below(3_000),
            DELIVERY.. => 0,
            _ => dice.below(1 << 20),
        };
    }
    values
}

pub(super) const AT: u64 = 20_000 * DAY_MS;
pub(super) const KEPT: u64 = 30 * DAY_MS;

pub(super) fn recorder(directory: Option<&Directory>) -> Recorder {
    Recorder {
        limits: Limits { kept_ms: KEPT, apps: 1_000 },
        minute: OpenMinute::default(),
        places: None,
        storage: Storage::new(directory.map(|directory| directory.0.clone())),
    }
}

fn of(columns: usize, connections: u64, messages_in: u64) -> Values {
    let mut values = Values::zero(columns);
    values.0[CONNECTIONS] = connections;
    values.0[MESSAGES_IN] = messages_in;
    values
}

/// A minute of the server, and of apps, by connections and messages.
pub(super) fn minute(at_ms: u64, server: (u64, u64), apps: &[(&str, u64, u64)]) -> Minute {
    let apps = apps
        .iter()
        .map(|(app, connections, messages)| (Box::from(*app), of(OF_APP, *connections, *messages)));
    Minute { at_ms, server: of(OF_SERVER, server.0, server.1), apps: apps.collect() }
}

/// Records a minute when it is over.
pub(super) fn store(recorder: &mut Recorder, minute: Minute) {
    let now_ms = minute.at_ms + MINUTE_MS;
    recorder.store(now_ms, minute);
    recorder.storage.tidy(now_ms, recorder.limits.kept_ms);
}

/// An array of a chart by the minute.
pub(super) fn array(
    recorder: &mut Recorder,
    app: Option<&str>,
    from_ms: u64,
    minutes: u64,
    name: &str,
) -> Vec<Option<u64>> {
    let to_ms = from_ms + minutes * MINUTE_MS;
    let series = recorder.query(to_ms, app, (from_ms, to_ms), 1_000);
    assert_eq!(series.step_s, 60);
    let json = series_as_json(&series);
    json["series"][name].as_array().unwrap().iter().map(Value::as_u64).collect()
}

#[test]
fn an_answer_has_the_arrays_of_the_contract() {
    let mut recorder = recorder(None);
    let mut server = of(OF_SERVER, 7, 12);
    server.0[DELIVERY] = 100;
    recorder.store(AT, Minute { at_ms: AT, server, apps: vec![("a".into(), of(OF_APP, 7, 12))] });
    let time = (AT + 1, AT + 2 * MINUTE_MS);
    let series = recorder.query(AT + 2 * MINUTE_MS, Some("a"), time, 300);
    let (known, zero) = (json!([7, null]), json!([0, null]));
    let of_app = json!({
        "step_s": 60, "from_ms": AT, "stored": false,
        "series": {
            "connections": known, "channels": zero, "messages_in": [12, null], "messages_out": zero, "refusals": zero,
        },
    });
    assert_eq!(series_as_json(&series), of_app);
    let series = recorder.query(AT + 2 * MINUTE_MS, None, time, 300);
    let of_server = json!({
        "step_s": 60, "from_ms": AT, "stored": false,
        "series": {
            "connections": known, "channels": zero, "messages_in": [12, null], "messages_out": zero, "refusals": zero,
            "subscriptions": zero, "outbox_bytes": zero, "slow_clients": zero, "cpu_ms": zero, "memory_bytes": zero,
            "p50_us": [50, null], "p95_us": [95, null], "p99_us": [99, null],
        },
    });
    assert_eq!(series_as_json(&series), of_server);
}

#[test]
fn what_is_counted_is_what_is_shown() {
    let mut recorder = recorder(None);
    let limits = recorder.limits;
    for (after_ms, connections, messages) in [(3, 1, 10), (5_000, 9, 11), (60_004, 2, 15), (120_000, 3, 16)] {
        let apps = vec![("a".into(), of(OF_APP, connections, messages))];
        recorder.record(AT + after_ms, limits, || Seen {
            server: of(OF_SERVER, connections + 1, 2 * messages),
            apps,
        });
    }
    assert_eq!(array(&mut recorder, Some("a"), AT, 3, "connections"), [Some(9), Some(2), None]);
    assert_eq!(array(&mut recorder, Some("a"), AT, 3, "messages_in"), [Some(5), Some(1), None]);
    assert_eq!(array(&mut recorder, None, AT, 3, "messages_in"), [Some(10), Some(2), None]);
    recorder.end(AT + 130_000, || Seen { server: of(OF_SERVER, 0, 33), apps: Vec::new() });
    assert_eq!(array(&mut recorder, None, AT, 3, "messages_in"), [Some(10), Some(2), Some(1)]);
}

#[test]
fn a_restart_keeps_everything() {
    let directory = Directory::new();
    let mut first = recorder(Some(&directory));
    for n in 0..5 {
        store(&mut first, minute(AT + n * MINUTE_MS, (n + 1, 10), &[("a", n + 1, 5)]));
    }
    drop(first);
    let mut second = recorder(Some(&directory));
    let before = [Some(1), Some(2), Some(3), Some(4), Some(5)];
    assert_eq!(array(&mut second, Some("a"), AT, 5, "connections"), before);
    let series = second.query(AT + HOUR_MS, None, (AT, AT + HOUR_MS), 1_000);
    assert!(series.stored);
    // The process ended within a minute, and goes on in it.
    store(&mut second, minute(AT + 4 * MINUTE_MS, (3, 7), &[("a", 9, 2)]));
    assert_eq!(array(&mut second, Some("a"), AT, 5, "connections")[3..], [Some(4), Some(9)]);
    assert_eq!(array(&mut second, Some("a"), AT, 5, "messages_in")[3..], [Some(5), Some(7)]);
    assert_eq!(array(&mut second, None, AT, 5, "messages_in")[3..], [Some(10), Some(17)]);
}

#[test]
fn places_survive_a_restart() {
    let directory = Directory::new();
    let mut first = recorder(Some(&directory));
    first.limits.apps = 1;
    store(&mut first, minute(AT, (3, 0), &[("a", 1, 0)]));
    drop(first);
    let mut second = recorder(Some(&directory));
    second.limits.apps = 1;
    store(&mut second, minute(AT + MINUTE_MS, (3, 0), &[("a", 1, 0), ("b", 50, 0)]));
    assert_eq!(array(&mut second, Some("a"), AT, 2, "connections"), [Some(1), Some(1)]);
    let left_out = array(&mut second, Some("b"), AT, 2, "connections");
    assert_eq!(left_out, [Some(0), None], "b was not used at first, and then had no place");
    assert_eq!(array(&mut second, None, AT, 2, "connections"), [Some(3), Some(3)], "the sum has it");
}

#[test]
fn a_clock_that_goes_back_merges_and_breaks_nothing() {
    let mut recorder = recorder(None);
    for (after, connections) in [(0, 1), (1, 2), (2, 3), (0, 7), (1, 1), (2, 1), (3, 1)] {
        store(&mut recorder, minute(AT + after * MINUTE_MS, (connections, 10), &[("a", connections, 1)]));
    }
    assert_eq!(array(&mut recorder, Some("a"), AT, 4, "connections"), [Some(7), Some(2), Some(3), Some(1)]);
    assert_eq!(array(&mut recorder, None, AT, 4, "messages_in"), [Some(20), Some(20), Some(20), Some(10)]);
    for at_ms in [0, MINUTE_MS, u64::MAX - u64::MAX % MINUTE_MS - MINUTE_MS, 1 << 53, AT] {
        store(&mut recorder, minute(at_ms, (1, 1), &[("a", 1, 1)]));
        let from_ms = at_ms.saturating_sub(HOUR_MS);
        recorder.query(at_ms, Some("a"), (from_ms, at_ms), 300);
        recorder.query(AT, None, (from_ms, u64::MAX), 300);
    }
}

#[test]
fn without_data_dir_the_last_day_is_in_memory() {
    let mut recorder = recorder(None);
    for hour in 0..30 {
        store(&mut recorder, minute(AT + hour * HOUR_MS, (1, 1), &[]));
    }
    let now_ms = AT + 30 * HOUR_MS;
    let series = recorder.query(now_ms, None, (AT, now_ms), 1_000);
    let json = series_as_json(&series);
    assert_eq!((series.step_s, &json["stored"]), (600, &json!(false)));
    let known: Vec<_> =
        json["series"]["connections"].as_array().unwrap().iter().map(|entry| entry.is_u64()).collect();
    let by_hour = known.chunks(6).map(|hour| hour[0]).collect::<Vec<_>>();
    assert_eq!(by_hour, (0..30).map(|hour| hour >= 5).collect::<Vec<_>>());
}

#[test]
fn statistics_that_are_off_open_no_file_and_count_anew_when_they_are_on() {
    let directory = Directory::new();
    let mut recorder = recorder(Some(&directory));
    let (on, off) = (recorder.limits, Limits { kept_ms: 0, apps: 10 });
    let seen = |messages| Seen { server: of(OF_SERVER, 1, messages), apps: Vec::new() };
    for n in 0..3 {
        recorder.record(AT + n * MINUTE_MS, off, || panic!("no sample is taken"));
    }
    let nothing = recorder.query(AT, None, (AT, AT + 3 * MINUTE_MS), 300);
    assert_eq!(series_as_json(&nothing)["series"]["connections"], json!([null, null, null]));
    recorder.end(AT, || panic!("no sample is taken"));
    assert!(!directory.0.exists());
    recorder.record(AT + 3 * MINUTE_MS, on, || seen(1_000));
    recorder.record(AT + 4 * MINUTE_MS, on, || seen(1_001));
    assert_eq!(array(&mut recorder, None, AT + 2 * MINUTE_MS, 2, "messages_in"), [None, Some(1)]);
    recorder.record(AT + 5 * MINUTE_MS, off, || panic!("no sample is taken"));
    recorder.record(AT + 6 * MINUTE_MS, on, || seen(2_000));
    recorder.record(AT + 7 * MINUTE_MS, on, || seen(2_002));
    let kept = array(&mut recorder, None, AT + 3 * MINUTE_MS, 4, "messages_in");
    assert_eq!(kept, [Some(1), None, None, Some(2)]);
}

#[test]
fn nobody_asks_for_all_apps_by_an_empty_id() {
    let mut recorder = recorder(None);
    store(&mut recorder, minute(AT, (5, 5), &[("", 3, 3)]));
    assert_eq!(array(&mut recorder, Some(""), AT, 1, "connections"), [None]);
    assert_eq!(array(&mut recorder, None, AT, 1, "connections"), [Some(5)]);
}

/// A node of one loop that has these apps.
fn node(ids: &[String]) -> Node {
    let apps = ids.iter().map(|id| App::new(AppId(0), id, id, "secret")).collect();
    let settings = Settings { apps, ..Settings::default() };
    Node::new(Config::new(settings, None, 1).unwrap(), Vec::new(), Arc::new(Metrics::new(1)))
}

#[test]
fn a_sample_of_a_node_has_what_it_counts() {
    let node = node(&["a", "b"].map(String::from));
    let state = node.state_by_id("b").unwrap();
    state.connect();
    state.message_received(LoopId(0));
    state.messages_sent(LoopId(0), 5);
    assert!(state.occupy(Access::Public, 0));
    let loop_0 = &node.metrics.loops[0];
    loop_0.connections.add(2);
    loop_0.messages_out.add(6);
    loop_0.delivered(200_000, 3);
    let refused = Refused::new(Refusal::ALL[0], &"why");
    node.refusals.note(&Refused { app: Some(&state.app), ..refused });
    node.refusals.note(&refused);
    let seen = sample::take(&node);
    assert_eq!(seen.apps, [("b".into(), Values([1, 1, 1, 5, 1].into()))]);
    let of_server =
        [CONNECTIONS, CHANNELS, MESSAGES_IN, MESSAGES_OUT, REFUSALS].map(|column| seen.server.get(column));
    assert_eq!(of_server, [2, 1, 0, 6, 1]);
    assert!(seen.server.get(column::MEMORY_BYTES) > 0);
    assert_eq!(seen.server.delivery()[..3], [0, 3, 0]);
}

#[tokio::test]
async fn a_query_is_answered_from_a_thread_of_its_own() {
    let statistics = Arc::new(Statistics::new(&Settings::default()));
    let now_ms = unix_ms();
    let (app, at_ms) = ("a", now_ms - now_ms % MINUTE_MS - MINUTE_MS);
    statistics.recorder().store(now_ms, minute(at_ms, (3, 3), &[(app, 2, 2)]));
    let (of_app, of_server) = tokio::join!(
        statistics.query(Some(app), at_ms, at_ms + MINUTE_MS, 300),
        statistics.query(None, at_ms, at_ms + MINUTE_MS, 300),
    );
    assert_eq!(series_as_json(&of_app)["series"]["connections"], json!([2]));
    assert_eq!(series_as_json(&of_server)["series"]["connections"], json!([3]));
}

/// What was recorded, one minute after the other.
type Recorded = BTreeMap<(u64, Box<str>), Values>;

/// The same entry of a chart, from all minutes that are in it.
fn naive(recorded: &Recorded, app: Option<&str>, from_ms: u64, to_ms: u64) -> Option<Values> {
    let mut entry: Option<Values> = None;
    for ((_, of), values) in recorded.range((from_ms, Box::default())..(to_ms, Box::default())) {
        let values = match app {
            // An app that has no values while the server has some was not used.
            Some(_) if of.is_empty() => Values::zero(OF_APP),
            _ if **of == *app.unwrap_or("") => values.clone(),
            _ => continue,
        };
        match &mut entry {
            Some(entry) => entry.merge(&values),
            None => entry = Some(values),
        }
    }
    entry
}

fn a_step() -> impl Strategy<Value = u64> {
    prop_oneof![Just(MINUTE_MS), 2..30 * MINUTE_MS, HOUR_MS..5 * HOUR_MS]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Whatever was packed meanwhile, the answer is what a list of all minutes says.
    #[test]
    fn queries_of_any_time_are_those_of_a_list(
        steps in vec((a_step(), any::<u64>()), 1..150),
        queries in vec((0..8 * DAY_MS, 0..5 * DAY_MS, 1..400_usize, 0..3_usize), 8),
        is_in_file: bool,
    ) {
        let directory = Directory::new();
        let mut recorder = recorder(is_in_file.then_some(&directory));
        let mut recorded = Recorded::new();
        let mut now_ms = AT;
        for (step_ms, seed) in steps {
            now_ms += step_ms;
            let at_ms = now_ms - now_ms % MINUTE_MS;
            let mut dice = Dice::new(seed);
            let mut apps = Vec::new();
            for app in ["a", "b"] {
                if dice.below(3) > 0 {
                    apps.push((Box::from(app), busy(&mut dice, OF_APP)));
                }
            }
            let server = busy(&mut dice, OF_SERVER);
            let of_server: Row = (SERVER.into(), server.clone());
            for (app, values) in apps.iter().chain([&of_server]) {
                recorded.entry((at_ms, app.clone())).and_modify(|known| known.merge(values)).or_insert_with(|| values.clone());
            }
            let mut server = server;
            server.0[LEFT_OUT] = 0;
            recorder.store(now_ms, Minute { at_ms, server, apps });
            recorder.storage.tidy(now_ms, KEPT);
        }
        for (begin, length, points, app) in queries {
            let app = [None, Some("a"), Some("b")][app];
            let from_ms = (AT + begin).min(now_ms);
            let to_ms = (from_ms + length).min(now_ms);
            let mut series = recorder.query(now_ms, app, (from_ms, to_ms), points);
            prop_assert!(series.entries().len() <= points && series.stored == is_in_file);
            let step_ms = series.step_s * 1_000;
            // In memory there is the last day alone.
            let begin_ms = if is_in_file { 0 } else { hour_of(now_ms.saturating_sub(DAY_MS)) + DAY_MS / 2 };
            for n in 0..series.entries().len() {
                let at_ms = series.from_ms + n as u64 * step_ms;
                if at_ms < begin_ms { continue }
                let mut expected = naive(&recorded, app, at_ms, at_ms + step_ms);
                // How many were left out is no part of an answer.
                for values in expected.iter_mut().chain(series.entries_mut()[n].iter_mut()).filter(|_| app.is_none()) {
                    values.0[LEFT_OUT] = 0;
                }
                prop_assert_eq!(&series.entries()[n], &expected, "entry {} of {}", n, step_ms);
            }
        }
    }
}

/// Statistics of 30 days of so many apps in a file, all of them in use all the time.
fn thirty_days(directory: &Directory, apps: u64) -> Recorder {
    let mut dice = Dice::new(17);
    let mut store = store::Store::open(&directory.0).unwrap();
    for hour in 0..30 * 24 {
        let step = if hour < 28 * 24 { hour::Step::TenMinutes } else { hour::Step::Minute };
        let ids = (0..apps).map(|n| format!("app-{n}")).chain([String::new()]);
        let all: Vec<_> = ids
            .map(|app| {
                let slots = (0..step.slots()).map(|_| Some(busy(&mut dice, columns(&app))));
                let mut hour = hour::Hour { step, slots: slots.collect() };
                for values in hour.slots.iter_mut().flatten().filter(|values| values.0.len() > LEFT_OUT) {
                    values.0[LEFT_OUT] = 0;
                }
                (app, hour)
            })
            .collect();
        store.put(AT + hour * HOUR_MS, &all).unwrap();
    }
    drop(store);
    recorder(Some(directory))
}

#[test]
fn a_query_of_thirty_days_has_a_value_for_each_step() {
    let directory = Directory::new();
    let mut recorder = thirty_days(&directory, 20);
    let now_ms = AT + KEPT;
    for app in [Some("app-7"), None] {
        let series = recorder.query(now_ms, app, (AT, now_ms), 1_000);
        let json = series_as_json(&series);
        let values = json["series"]["connections"].as_array().unwrap();
        assert!(
            (500..=1_000).contains(&values.len()) && values.iter().all(Value::is_u64),
            "{}",
            values.len()
        );
    }
}
