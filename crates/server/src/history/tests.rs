//! Processes that end in any way, one after the other over one store: what readers are told is compared with
//! all that was ever published.

mod damage;

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use baton_hub::{
    Access, AppId, Form, HistoryPage, HistoryRange, Interest, KeyRef, LoopId, Message, Position,
    PublishError, Shards as _, SocketId, SubscribeRequest, UnsubscribeRequest,
};
use baton_protocols::{App, Hub as _, rules};
use proptest::prelude::*;

use super::*;
use crate::entropy::random_hex;
use crate::metrics::Metrics;
use crate::settings::Settings;

const CHANNELS: [&str; 4] = ["quiet", "cache-c", "busy", "other"];
/// Bytes of a channel's history; a longer message is not stored.
const CHANNEL_BYTES: u32 = 40_000;

fn config(ids: &[&str]) -> Config {
    let app = |id: &&str| {
        let mut app = App::new(AppId(0), id, id, "secret");
        (app.history_messages, app.history_ttl_s) = (20, 600);
        (app.recovery, app.recovery_window_s) = (true, 120);
        app.history_channel_bytes = CHANNEL_BYTES;
        app
    };
    let apps = ids.iter().map(app).collect();
    Config::new(Settings { apps, history_bytes: 16 << 20, ..Settings::default() }, None, 0).unwrap()
}

/// A directory that is removed with it.
struct Directory(PathBuf);

impl Directory {
    fn new() -> Self {
        let path = std::env::temp_dir().join(format!("baton-history-{}", random_hex(8).unwrap()));
        fs::create_dir(&path).unwrap();
        Self(path)
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

/// A process.
struct Process {
    node: Arc<Node>,
    store: Arc<Store>,
}

/// Opens the store. Between fork and exec a child of another test has the lock of the process that ended.
fn opened(options: &Options, config: &Config) -> Opened {
    for _ in 0..200 {
        match Store::open_with(options.clone(), 0, config) {
            Err(error) if error.contains("in use") => std::thread::sleep(Duration::from_millis(10)),
            outcome => return outcome.unwrap(),
        }
    }
    panic!("the store stays locked");
}

fn key(name: &str) -> KeyRef<'_> {
    KeyRef { app: AppId(0), access: Access::Public, name }
}

impl Process {
    fn start(directory: &Path, ids: &[&str]) -> Self {
        Self::start_with(Options { segment_bytes: 4_096, ..Options::new(directory) }, ids)
    }

    fn start_with(options: Options, ids: &[&str]) -> Self {
        let config = config(ids);
        let opened = opened(&options, &config);
        let store = Arc::clone(&opened.store);
        let node = Node::with_history(config, Vec::new(), Arc::new(Metrics::new(0)), Some(opened));
        Self { node: Arc::new(node), store }
    }

    fn key(channel: usize) -> KeyRef<'static> {
        KeyRef { app: AppId(0), access: Access::Public, name: CHANNELS[channel] }
    }

    fn publish(&self, channel: usize, text: &str) -> Result<Position, PublishError> {
        self.publish_to(Self::key(channel), text)
    }

    fn publish_to(&self, key: KeyRef<'_>, text: &str) -> Result<Position, PublishError> {
        let rules = rules::of(key, &self.node.config().app(AppId(0)).unwrap().app);
        let data = text.as_bytes().into();
        let message = Message { event: "e".into(), data, form: Form::Binary, id: None, user: None };
        let published = self.node.publish(key, Arc::new(message), Some(SocketId { high: 1, low: 2 }), rules);
        self.store.flush();
        published.map(|published| published.position)
    }

    fn subscribe(&self, channel: usize) -> Position {
        let key = Self::key(channel);
        let hash = self.node.seed().hash(key);
        let rules = rules::of(key, &self.node.config().app(AppId(0)).unwrap().app);
        let (join, place, socket) = (None, None, SocketId::default());
        let (from, interest) = (LoopId(0), Interest::ALL);
        let request = SubscribeRequest { key, hash, from, join, socket, interest, rules, place };
        let subscribed = self.node.with(hash, |shard, fx| shard.subscribe(clock::now_ms(), request, fx));
        self.store.flush();
        subscribed.unwrap().position
    }

    fn unsubscribe(&self, channel: usize) {
        let key = Self::key(channel);
        let hash = self.node.seed().hash(key);
        let (from, last_on_loop, member, socket) = (LoopId(0), true, None, SocketId::default());
        let request = UnsubscribeRequest { key, hash, from, last_on_loop, member, socket };
        self.node.with(hash, |shard, fx| shard.unsubscribe(clock::now_ms(), request, fx));
        self.store.flush();
    }

    fn page(&self, channel: usize, after: Position) -> Option<HistoryPage> {
        self.page_of(Self::key(channel), after)
    }

    fn page_of(&self, key: KeyRef<'_>, after: Position) -> Option<HistoryPage> {
        let range = HistoryRange { after: Some(after), limit: 1_000, newest_first: false };
        self.node.history(key, range)
    }
}

/// All that was ever published on a channel, and the positions that readers were given: each with how many
/// messages it has.
#[derive(Default)]
struct Ledger {
    published: Vec<String>,
    given: HashMap<Position, usize>,
    subscribed: bool,
}

impl Ledger {
    fn give(&mut self, position: Position) {
        let known = self.given.insert(position, self.published.len());
        assert!(known.is_none_or(|known| known == self.published.len()), "{position:?} was given twice");
    }
}

#[derive(Debug, Clone)]
enum Step {
    Publish {
        channel: usize,
        length: usize,
    },
    Subscribe(usize),
    Unsubscribe(usize),
    Clean,
    /// The process ends, or is killed.
    Restart {
        closes: bool,
    },
}

fn step() -> impl Strategy<Value = Step> {
    let channel = 0..CHANNELS.len();
    prop_oneof![
        8 => (channel.clone(), prop_oneof![9 => 0..400_usize, 1 => Just(50_000)])
            .prop_map(|(channel, length)| Step::Publish { channel, length }),
        2 => channel.clone().prop_map(Step::Subscribe),
        2 => channel.prop_map(Step::Unsubscribe),
        2 => Just(Step::Clean),
        2 => any::<bool>().prop_map(|closes| Step::Restart { closes }),
    ]
}

/// Checks what every reader would be told; returns which of them are told that nothing is missing.
fn check(process: &Process, ledgers: &[Ledger]) -> Vec<(usize, Position)> {
    let mut complete = Vec::new();
    for (channel, ledger) in ledgers.iter().enumerate() {
        for (position, had) in &ledger.given {
            let Some(page) = process.page(channel, *position) else { continue };
            let texts = page.messages.iter().map(|recorded| {
                assert_eq!(recorded.except, Some(SocketId { high: 1, low: 2 }));
                String::from_utf8(recorded.message.data.to_vec()).unwrap()
            });
            if page.complete {
                assert_eq!(
                    texts.collect::<Vec<_>>(),
                    ledger.published[*had..],
                    "after {position:?} of {channel}"
                );
                complete.push((channel, *position));
            }
        }
    }
    complete
}

/// A store, all processes that it had so far, and what was published and given by them.
struct World {
    directory: Directory,
    ledgers: [Ledger; CHANNELS.len()],
    process: Option<Process>,
}

impl World {
    fn new() -> Self {
        let directory = Directory::new();
        let process = Some(Process::start(&directory.0.join("history"), &["a"]));
        Self { directory, ledgers: Default::default(), process }
    }

    fn path(&self) -> PathBuf {
        self.directory.0.join("history")
    }

    fn process(&self) -> &Process {
        self.process.as_ref().unwrap()
    }

    fn check(&self) -> Vec<(usize, Position)> {
        check(self.process(), &self.ledgers)
    }

    fn kill(&mut self) {
        self.process = None;
        self.ledgers.iter_mut().for_each(|ledger| ledger.subscribed = false);
    }

    fn start(&mut self) {
        self.process = Some(Process::start(&self.path(), &["a"]));
    }

    /// Carries out the n-th step.
    fn apply(&mut self, n: usize, step: &Step) {
        match *step {
            Step::Publish { channel, length } => {
                let text = format!("{n}:{}", "x".repeat(length));
                let position = self.process().publish(channel, &text).unwrap();
                self.ledgers[channel].published.push(text);
                self.ledgers[channel].give(position);
            }
            Step::Subscribe(channel) if !self.ledgers[channel].subscribed => {
                let position = self.process().subscribe(channel);
                self.ledgers[channel].subscribed = true;
                self.ledgers[channel].give(position);
            }
            Step::Unsubscribe(channel) if self.ledgers[channel].subscribed => {
                self.ledgers[channel].subscribed = false;
                self.process().unsubscribe(channel);
            }
            Step::Clean => _ = self.process().store.clean_oldest(&self.process().node),
            Step::Restart { closes } => {
                let before = self.check();
                if closes {
                    self.process().store.journal.close().unwrap();
                }
                self.kill();
                self.start();
                let after = self.check();
                for reader in before {
                    assert!(after.contains(&reader), "{reader:?} lost its place");
                }
            }
            Step::Subscribe(_) | Step::Unsubscribe(_) => {}
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn no_reader_misses_a_message_without_being_told(steps in proptest::collection::vec(step(), 1..80)) {
        let mut world = World::new();
        for (n, step) in steps.iter().enumerate() {
            world.apply(n, step);
        }
        world.check();
    }
}

#[test]
fn an_app_that_is_made_anew_does_not_have_the_history_of_the_one_before() {
    let directory = Directory::new();
    let path = directory.0.join("history");
    let process = Process::start(&path, &["a", "b"]);
    let position = process.publish(2, "secret").unwrap();
    drop(
        process
            .node
            .configure(process.node.config().after(config(&["b"]).settings.clone(), None, 0).unwrap()),
    );
    process.store.flush();
    drop(process);
    let process = Process::start(&path, &["a", "b"]);
    assert!(process.page(2, Position { offset: 0, ..position }).is_none());
}

#[test]
fn an_app_that_is_removed_while_the_server_is_stopped_takes_its_history_along() {
    let directory = Directory::new();
    let path = directory.0.join("history");
    let process = Process::start(&path, &["a", "b"]);
    let position = process.publish(2, "secret").unwrap();
    drop(process);
    drop(Process::start(&path, &["b"]));
    let process = Process::start(&path, &["a", "b"]);
    assert!(process.page(2, Position { offset: 0, ..position }).is_none());
}

#[test]
fn nothing_before_a_reset_counts() {
    let directory = Directory::new();
    let path = directory.0.join("history");
    let process = Process::start(&path, &["a"]);
    let position = process.publish(2, "before").unwrap();
    record::write_reset(|parts| process.store.journal.append(parts));
    let later = process.publish(2, "after").unwrap();
    drop(process);
    let process = Process::start(&path, &["a"]);
    let complete = |after| process.page(2, after).unwrap().complete;
    assert_eq!(
        [complete(Position { offset: 0, ..position }), complete(position), complete(later)],
        [false, true, true]
    );
}

#[test]
fn a_pass_of_the_cleaner_ends_though_all_is_needed() {
    let directory = Directory::new();
    let process = Process::start(&directory.0.join("history"), &["a"]);
    let keys: Vec<_> = (0..500).map(|n| format!("key-{n}")).collect();
    for key in &keys {
        let (partly, fingerprint, answer) = (None, [7; 32], b"{}".as_slice());
        let what = Remembered { key, fingerprint, partly, answer, left_ms: 60_000 };
        process.store.published(AppId(0), &what);
        process.node.idempotency.restore(AppId(0), &what, clock::now_ms());
        process.store.flush();
    }
    let (segments, mut cleaner) = (process.store.journal.segments(), Cleaner::default());
    let steps = (0..1_000).take_while(|_| process.store.clean(&mut cleaner, &process.node)).count();
    assert!(steps > 0 && steps as u64 <= segments, "{steps} of {segments}");
    assert!(!process.store.clean(&mut cleaner, &process.node), "nothing has grown since");
}

#[test]
fn the_cleaner_copies_the_newest_record_of_a_client_alone() {
    let directory = Directory::new();
    let process = Process::start(&directory.0.join("history"), &["a"]);
    let place = StoredPlace::new(Process::key(0), Position { epoch: 1, offset: 2 }, 3);
    let client = |serial| StoredClient {
        app: "a",
        serial,
        name: 5,
        is_named: true,
        channels: vec![place],
        ..StoredClient::default()
    };
    let (recoveries, seed) = (&process.node.recoveries, process.node.seed());
    recoveries.restore(AppId(0), &client(7), (seed, clock::unix_ms()), 1 << 20);
    assert!(!recoveries.record_again(&client(6), true), "an older one");
    assert!(recoveries.record_again(&client(7), true));
    assert!(!recoveries.record_again(&client(7), true), "there is a newer one now");
}

#[test]
fn a_restart_drops_nothing_though_shards_are_full() {
    let directory = Directory::new();
    let path = directory.0.join("history");
    let names: Vec<_> = (0..700).map(|number| format!("full-{number}")).collect();
    let stored = |process: &Process| {
        let range = HistoryRange { after: None, limit: 1, newest_first: false };
        let has = |name: &&String| {
            process.node.history(key(name), range).is_some_and(|page| !page.messages.is_empty())
        };
        names.iter().filter(has).cloned().collect::<Vec<_>>()
    };
    let mut process = Process::start(&path, &["a"]);
    for name in &names {
        process.publish_to(key(name), &"x".repeat(30_000)).unwrap();
    }
    let before = stored(&process);
    assert!((400..700).contains(&before.len()), "{}: shards are full", before.len());
    for _ in 0..3 {
        drop(process);
        process = Process::start(&path, &["a"]);
        assert_eq!(stored(&process), before);
    }
}

#[test]
fn a_store_that_is_in_use_is_refused() {
    let directory = Directory::new();
    let path = directory.0.join("history");
    let _first = Process::start(&path, &["a"]);
    let second = Store::open(&path, &config(&["a"])).map(drop);
    assert!(second.unwrap_err().contains("in use by another process"));
}
