//! The feed's task: it holds the connections, binds what is asked for to tables, and takes the stream's changes in batches.
//!
//! What is lost with a connection is read again from the slot: a change that was published is counted, and left out when it
//! comes a second time. Changes that wait are put into one batch, so that under load many rows are looked at with one
//! question; while little happens a batch is one change and nothing waits.

use std::collections::{HashMap, HashSet};
use std::num::NonZeroU64;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use tokio::time::{Instant, sleep, sleep_until};
use tokio_postgres::{Client, Error};

use super::bindings::Bindings;
use super::broadcast::Messages;
use super::groups::{Group, Identity};
use super::payload::{self, Telling};
use super::publication::{Published, policy_tables, published};
use super::table::{Table, View};
use super::visibility::{Ask, Probers};
use super::{FeedSettings, News, Shared, Sink};
use crate::filter::CellRef;
use crate::pg_type::Types;
use crate::policy::Policy;
use crate::request::Kind;
use crate::row::{Cell, Change, Lsn, Oid, OldRow, Relation};
use crate::source::{ConnectError, Source};
use crate::stream::{Event, Remedy, Stream, StreamError, StreamSettings, drop_slot};
use crate::truth::Verdict;

/// Changes that are looked at together.
const BATCH: usize = 512;
/// How long a broken feed rests before it begins anew: at first, and at most.
const REST: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(5));
/// How often the publication, and everybody's rights, are read anew, and what did not fit is tried again.
const RECHECK: Duration = Duration::from_secs(30);
/// How soon a publication is tried again for which there is no room.
const FULL_REST: Duration = Duration::from_millis(1);

/// What outlives a connection.
#[derive(Default)]
struct Memory {
    /// Whether there has been a slot: a new one then means that changes were lost.
    had_slot: bool,
    /// What ended before this is done with.
    done: Lsn,
    /// Of the transaction with this commit so many changes are done with.
    partly: (Lsn, u64),
    /// Followers who have been told that changes come.
    ready: HashSet<NonZeroU64>,
    /// Followers who have been told that they do not, for now.
    warned: HashSet<NonZeroU64>,
}

/// Why a feed begins anew.
enum Fault {
    Connect(ConnectError),
    Database(Error),
    Stream(StreamError),
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Self::Database(error)
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Connect(error) => error.fmt(f),
            Self::Database(error) => error.fmt(f),
            Self::Stream(error) => error.fmt(f),
        }
    }
}

/// Runs until its task is aborted.
pub(super) async fn run(source: Source, settings: FeedSettings, sink: Arc<dyn Sink>, shared: Arc<Shared>) {
    let mut memory = Memory::default();
    let mut rest = REST.0;
    loop {
        let began = Instant::now();
        let Err(fault) = session(&source, &settings, &*sink, &shared, &mut memory).await;
        tracing::warn!(error = %fault, slot = settings.slot.as_str(), "the database's changes are not read; trying again");
        if let Fault::Stream(StreamError::SlotLost(slot)) = &fault {
            memory = Memory { had_slot: true, ..Memory::default() };
            if let Ok(client) = source.connect().await {
                drop(drop_slot(&client, slot).await);
            }
        }
        warn_newcomers(&shared, &fault, &mut memory);
        if began.elapsed() > REST.1 {
            rest = REST.0; // it was well for a while
        }
        sleep(rest).await;
        rest = (rest * 2).min(REST.1);
    }
}

/// Those who follow since the database cannot be read are told so, once.
fn warn_newcomers(shared: &Shared, fault: &Fault, memory: &mut Memory) {
    let mut groups = shared.groups();
    let is_for_operators = matches!(fault, Fault::Stream(error) if error.remedy() == Remedy::PersonMustAct);
    let why =
        if is_for_operators { "it has to be set up: run `baton pg check`" } else { "it is tried again" };
    groups.all_fresh();
    for (follower, _) in groups.take_fresh() {
        if !memory.ready.contains(&follower)
            && memory.warned.insert(follower)
            && let Some(tell) = groups.teller(follower)
        {
            tell(
                follower,
                News::Failed(format!(
                    "Unable to subscribe to changes with given parameters: the database's changes cannot be read for now; {why}"
                )),
            );
        }
    }
    groups.all_fresh();
}

async fn session(
    source: &Source,
    settings: &FeedSettings,
    sink: &dyn Sink,
    shared: &Shared,
    memory: &mut Memory,
) -> Result<std::convert::Infallible, Fault> {
    let client = source.connect().await.map_err(Fault::Connect)?;
    // Policies' texts name everything in full where the path is empty.
    client.batch_execute("set search_path = ''").await?;
    let probers = Probers::connect(source, settings.connections).await.map_err(Fault::Connect)?;
    let stream_settings = StreamSettings {
        slot: settings.slot.clone(),
        publications: publications(&client, settings).await?,
        message_bytes: crate::stream::MESSAGE_BYTES,
        done: memory.done,
    };
    let (mut stream, opened) = Stream::open(source, &stream_settings).await.map_err(Fault::Stream)?;
    if memory.had_slot && (opened.is_new || opened.went_back) {
        memory.ready.clear();
        memory.partly = Default::default();
        shared.groups().tell_all(&News::Failed(
            "Changes were missed: the database no longer has them. Read the tables again; what changes from now on comes".into(),
        ));
    }
    memory.had_slot = true;
    tracing::info!(slot = settings.slot.as_str(), position = %format_args!("{:X}", opened.position.0), "reading the database's changes");
    let mut session = Session {
        client,
        probers,
        settings,
        sink,
        shared,
        memory,
        types: Types::built_in(),
        tables: HashMap::new(),
        bindings: Bindings::default(),
        failed: HashMap::new(),
        markers: HashMap::new(),
        marked: 0,
        policy_tables: HashSet::new(),
        messages: HashMap::new(),
        batch: Vec::new(),
        transaction: (Lsn::default(), 0, 0),
        finished: None,
    };
    session.shared.groups().all_fresh();
    session.recheck().await?;
    let mut recheck = Instant::now() + RECHECK;
    loop {
        tokio::select! {
            event = stream.next() => session.take(event.map_err(Fault::Stream)?).await?,
            () = shared.fresh.notified() => session.welcome().await?,
            () = sleep_until(recheck) => {
                session.recheck().await?;
                recheck = Instant::now() + RECHECK;
            }
        }
        while session.batch.len() < BATCH
            && let Some(event) = stream.next().now_or_never()
        {
            session.take(event.map_err(Fault::Stream)?).await?;
        }
        session.process().await?;
        if let Some(lsn) = session.finished.take() {
            stream.acknowledge(lsn);
            session.memory.done = lsn;
        }
    }
}

/// A change that waits to be looked at.
struct Item {
    table: Oid,
    change: Change,
    commit_time: i64,
    /// Its transaction's commit, and its place in it.
    place: (Lsn, u64),
}

struct Session<'a> {
    client: Client,
    probers: Probers,
    settings: &'a FeedSettings,
    sink: &'a dyn Sink,
    shared: &'a Shared,
    memory: &'a mut Memory,
    types: Types,
    tables: HashMap<Oid, Table>,
    bindings: Bindings,
    /// Groups whose requests do not fit, with their followers.
    failed: HashMap<u32, Vec<NonZeroU64>>,
    /// Followers who wait until what they asked for is in force: by the number of the mark that was put into the log.
    markers: HashMap<u64, Vec<NonZeroU64>>,
    marked: u64,
    /// Tables that policies on private channels read.
    policy_tables: HashSet<Oid>,
    /// `realtime.messages`, and its partitions where the publication names those.
    messages: HashMap<Oid, Messages>,
    batch: Vec<Item>,
    /// The transaction at hand: its commit, when that was, and how many of its changes have come.
    transaction: (Lsn, i64, u64),
    /// What may be acknowledged.
    finished: Option<Lsn>,
}

impl Session<'_> {
    async fn take(&mut self, event: Event) -> Result<(), Fault> {
        match event {
            Event::Begin { final_lsn, commit_time, .. } => self.transaction = (final_lsn, commit_time, 0),
            Event::Relation(relation) => {
                // What came before is judged by the table as it was.
                self.process().await?;
                self.know(relation).await?;
            }
            Event::Change { relation, change } => {
                let (commit, commit_time, count) = &mut self.transaction;
                let place = (*commit, *count);
                *count += 1;
                let (partly, done) = self.memory.partly;
                if place.0 != partly || place.1 >= done {
                    self.batch.push(Item { table: relation.oid, change, commit_time: *commit_time, place });
                }
            }
            // Its changes wait with those of the next, and are acknowledged once they have been published.
            Event::Commit { end_lsn, .. } => self.finished = Some(end_lsn),
            Event::KeepAlive { wal_end } => {
                self.process().await?;
                self.finished = Some(wal_end);
            }
            Event::Message { prefix, content, .. } => {
                self.process().await?;
                self.pass_mark(&prefix, &content);
            }
            Event::Truncate { relations, .. } => {
                if relations.iter().any(|relation| self.policy_tables.contains(&relation.oid)) {
                    self.sink.policies_changed();
                }
            }
        }
        Ok(())
    }

    /// Takes in a table as the stream describes it, where that is new.
    async fn know(&mut self, relation: Arc<Relation>) -> Result<(), Fault> {
        // A change of a policy or of a right comes to the stream as another description of the table.
        if self.policy_tables.contains(&relation.oid) {
            self.sink.policies_changed();
        }
        if let Some(messages) = Messages::of(&relation) {
            self.messages.insert(messages.oid, messages);
            if !self.tables.contains_key(&relation.oid) {
                return Ok(()); // it is not for those who follow tables
            }
        }
        self.probers.forget(relation.oid);
        self.load(relation).await?;
        Ok(())
    }

    async fn load(&mut self, relation: Arc<Relation>) -> Result<(), Error> {
        let oid = relation.oid;
        self.types.load(&self.client, relation.columns.iter().map(|column| column.type_oid)).await?;
        let table = Table::load(&self.client, relation).await?;
        self.tables.insert(oid, table);
        // Those who follow it are bound anew: its columns may be others, and who asked for all tables asked for this one.
        for group in self.bindings.groups() {
            if group.1.requests.iter().flatten().any(|(_, request)| self.means(request, oid)) {
                drop(self.bind(group.0, &group.1).await?);
            }
        }
        Ok(())
    }

    fn means(&self, request: &crate::request::Request, table: Oid) -> bool {
        let relation = self.tables.get(&table).map(|table| &table.relation);
        relation.is_some_and(|relation| request.includes(&relation.schema, &relation.table))
    }

    /// Reads anew what the stream does not tell: which tables are published, and who may do what.
    async fn recheck(&mut self) -> Result<(), Fault> {
        self.policy_tables = policy_tables(&self.client).await?;
        self.tables.values_mut().for_each(Table::forget_views);
        let Published { tables } = published(&self.client, &self.settings.publication).await?;
        let there: HashSet<Oid> = tables.iter().map(|relation| relation.oid).collect();
        self.tables.retain(|oid, _| there.contains(oid));
        for relation in tables {
            if !self.tables.contains_key(&relation.oid) {
                self.load(Arc::new(relation)).await?;
            }
        }
        let fresh = self.shared.groups().take_fresh();
        let again = self.failed.drain();
        let again = again.flat_map(|(group, followers)| followers.into_iter().map(move |it| (it, group)));
        let newcomers = again.chain(fresh).collect();
        self.admit(newcomers).await
    }

    /// Takes in those who are new.
    async fn welcome(&mut self) -> Result<(), Fault> {
        let (ended, fresh) = {
            let mut groups = self.shared.groups();
            (groups.take_ended(), groups.take_fresh())
        };
        for group in ended {
            self.bindings.remove(group);
            self.failed.remove(&group);
        }
        self.admit(fresh).await
    }

    async fn admit(&mut self, newcomers: Vec<(NonZeroU64, u32)>) -> Result<(), Fault> {
        let mut by_group: HashMap<u32, Vec<NonZeroU64>> = HashMap::new();
        newcomers.into_iter().for_each(|(follower, group)| by_group.entry(group).or_default().push(follower));
        let mut waiting = Vec::new();
        for (number, followers) in by_group {
            let Some(group) = self.shared.groups().get(number) else { continue };
            let outcome =
                if self.bindings.contains(number) { Ok(()) } else { self.bind(number, &group).await? };
            match outcome {
                Ok(()) => waiting.extend(followers),
                Err(refusal) => {
                    for &follower in &followers {
                        // Once: it is tried again, and may fail again in the same way.
                        if self.memory.warned.insert(follower) {
                            self.tell(follower, News::Failed(refusal.clone()));
                        }
                    }
                    if group.requests.is_ok() {
                        self.failed.insert(number, followers);
                    }
                }
            }
        }
        waiting.retain(|follower| !self.memory.ready.contains(follower));
        if !waiting.is_empty() {
            self.mark(waiting).await?;
        }
        // Those who have gone are forgotten.
        let groups = self.shared.groups();
        self.memory.ready.retain(|&follower| groups.teller(follower).is_some());
        self.memory.warned.retain(|&follower| groups.teller(follower).is_some());
        Ok(())
    }

    /// Puts a mark into the log. When it comes in the stream, every change that is committed later comes behind it.
    async fn mark(&mut self, followers: Vec<NonZeroU64>) -> Result<(), Fault> {
        self.marked += 1;
        let number = self.marked.to_string();
        // Within a transaction it is written out at its commit; alone it might wait for somebody else's.
        let slot = self.settings.slot.as_str();
        self.client.execute("select pg_logical_emit_message(true, $1, $2::text)", &[&slot, &number]).await?;
        self.markers.insert(self.marked, followers);
        Ok(())
    }

    fn pass_mark(&mut self, prefix: &str, content: &[u8]) {
        let number = std::str::from_utf8(content).ok().and_then(|text| text.parse().ok());
        let Some(number) = number.filter(|_| prefix == self.settings.slot.as_str()) else { return };
        for follower in self.markers.remove(&number).unwrap_or_default() {
            self.memory.warned.remove(&follower);
            if self.memory.ready.insert(follower) {
                self.tell(follower, News::Ready);
            }
        }
    }

    fn tell(&self, follower: NonZeroU64, news: News) {
        let tell = self.shared.groups().teller(follower);
        if let Some(tell) = tell {
            tell(follower, news);
        }
    }

    /// Binds a group's requests to tables; the refusal for its followers if one does not fit.
    async fn bind(&mut self, number: u32, group: &Arc<Group>) -> Result<Result<(), String>, Error> {
        self.bindings.remove(number);
        let requests = match &group.requests {
            Ok(requests) => requests,
            Err(error) => return Ok(Err(error.to_string())),
        };
        let mut bound = Vec::new();
        for (id, request) in requests {
            let mut is_any = false;
            for table in self.tables.values_mut() {
                let Relation { oid, schema, table: name, .. } = &*table.relation;
                if !request.includes(schema, name) {
                    continue;
                }
                is_any = true;
                let oid = *oid;
                let view = table.view(&self.client, &group.identity.role).await?;
                let columns = |name: &str| {
                    let column = table.columns.get(name)?;
                    (view.may_select.get(column.index) == Some(&true)).then(|| Arc::clone(column))
                };
                let filter = match request.filter.bind(&columns) {
                    Ok(filter) => filter,
                    Err(error) => return Ok(Err(request.refusal(&error))),
                };
                for check in filter.checks() {
                    if let Err(error) = ask(&self.client, &check.question).await {
                        let Some(said) = error.as_db_error() else { return Err(error) };
                        let refusal = check.refusal(said.code().code(), said.message());
                        return Ok(Err(request.refusal(&refusal)));
                    }
                }
                bound.push((*id, oid, request.clone(), filter));
            }
            if !is_any {
                return Ok(Err(request.not_enabled()));
            }
        }
        self.bindings.add(number, Arc::clone(group), bound);
        Ok(Ok(()))
    }

    /// Looks at the changes that wait, and publishes them.
    async fn process(&mut self) -> Result<(), Fault> {
        let batch = std::mem::take(&mut self.batch);
        let Some(last) = batch.last() else { return Ok(()) };
        let place = last.place;
        if batch.iter().any(|item| self.policy_tables.contains(&item.table)) {
            self.sink.policies_changed();
        }
        let meant = self.meant(&batch).await?;
        let seen = self.seen(&batch, &meant).await?;
        self.publish(&batch, &meant, &seen).await;
        self.memory.partly = (place.0, place.1 + 1);
        Ok(())
    }

    /// For each change the groups that asked for it, with the numbers of their requests.
    async fn meant(&self, batch: &[Item]) -> Result<Vec<Vec<Meant>>, Error> {
        let mut all = Vec::with_capacity(batch.len());
        for item in batch {
            let Some(table) = self.tables.get(&item.table) else {
                all.push(Vec::new());
                continue;
            };
            let row = |index| cell(&item.change, &table.relation, index);
            let mut meant: Vec<Meant> = Vec::new();
            let mut places = HashMap::new();
            for binding in self.bindings.candidates(item.table, Kind::from(&item.change), &row) {
                let is_meant = match binding.filter.verdict(&row) {
                    Verdict::True => true,
                    Verdict::False | Verdict::Unknown => false,
                    Verdict::AskDatabase => match ask(&self.client, &binding.filter.question(&row)).await {
                        Ok(is_meant) => is_meant,
                        Err(error) if error.as_db_error().is_some() => false,
                        Err(error) => return Err(error),
                    },
                };
                if is_meant {
                    let key = (binding.group, binding.select_of);
                    match places.get(&key).and_then(|&place: &usize| meant.get_mut(place)) {
                        Some(known) => known.ids.push(binding.id),
                        None => {
                            places.insert(key, meant.len());
                            meant.push(Meant { group: key.0, request: key.1, ids: vec![binding.id] });
                        }
                    }
                }
            }
            meant.sort_unstable_by_key(|it| it.group);
            meant.iter_mut().for_each(|it| it.ids.sort_unstable());
            all.push(meant);
        }
        Ok(all)
    }

    /// Which groups may see which changes: those that are in it, and all that nobody has to be asked about.
    async fn seen(&mut self, batch: &[Item], meant: &[Vec<Meant>]) -> Result<Seen, Error> {
        // Everybody's view first: the rest only looks.
        for (item, meant) in batch.iter().zip(meant) {
            let Some(table) = self.tables.get_mut(&item.table) else { continue };
            for it in meant {
                if let Some(group) = self.bindings.group(it.group) {
                    table.view(&self.client, &group.identity.role).await?;
                }
            }
        }
        let mut seen = Seen::default();
        let mut questions: HashMap<(Oid, &Identity), Vec<usize>> = HashMap::new();
        for (n, (item, meant)) in batch.iter().zip(meant).enumerate() {
            let Some(table) = self.tables.get(&item.table) else { continue };
            let row = |index| cell(&item.change, &table.relation, index);
            for it in meant {
                let Some(group) = self.bindings.group(it.group) else { continue };
                let Some(view) = table.known_view(&group.identity.role) else { continue };
                if !is_guarded(&view, table, &item.change) {
                    continue;
                }
                let verdict = match (&view.policy, &group.claims) {
                    (Policy::Never, _) => Verdict::False,
                    (policy, Some(claims)) => policy.verdict(&row, claims),
                    (_, None) => Verdict::AskDatabase,
                };
                match verdict {
                    Verdict::True => drop(seen.0.insert((n, it.group))),
                    Verdict::False | Verdict::Unknown => {}
                    Verdict::AskDatabase => {
                        let rows = questions.entry((item.table, &group.identity)).or_default();
                        if rows.last() != Some(&n) {
                            rows.push(n);
                        }
                    }
                }
            }
        }
        let questions: Vec<((Oid, &Identity), Vec<usize>)> = questions.into_iter().collect();
        let asks: Vec<Ask<'_>> = questions
            .iter()
            .filter_map(|((oid, identity), rows)| {
                let table = self.tables.get(oid)?;
                let column =
                    |index: usize| rows.iter().map(move |&row| key_text(batch.get(row), index)).collect();
                let keys = table.primary_key.iter().map(|key| column(key.index)).collect();
                Some(Ask { table: *oid, probe: &table.probe, identity, keys })
            })
            .collect();
        let answers = self.probers.visible(&asks).await?;
        for (((_, identity), rows), places) in questions.iter().zip(answers) {
            let visible: HashSet<usize> = places.into_iter().filter_map(|it| rows.get(it).copied()).collect();
            for &n in rows.iter().filter(|n| visible.contains(n)) {
                let groups = meant.get(n).into_iter().flatten().filter(|it| {
                    let group = self.bindings.group(it.group);
                    group.is_some_and(|group| group.identity == **identity)
                });
                seen.0.extend(groups.map(|it| (n, it.group)));
            }
        }
        Ok(seen)
    }

    /// Sends what the database says, if a change is that.
    async fn broadcast(&self, item: &Item) {
        let Some(messages) = self.messages.get(&item.table) else { return };
        let Change::Insert { new } = &item.change else { return };
        let Some(broadcast) = messages.read(new) else { return };
        while !self.sink.broadcast(&broadcast) {
            sleep(FULL_REST).await;
        }
    }

    async fn publish(&self, batch: &[Item], meant: &[Vec<Meant>], seen: &Seen) {
        for (n, (item, meant)) in batch.iter().zip(meant).enumerate() {
            self.broadcast(item).await;
            let Some(table) = self.tables.get(&item.table) else { continue };
            let mut told: Vec<Told<'_>> = Vec::new();
            for it in meant {
                let Some(group) = self.bindings.group(it.group) else { continue };
                let Some(view) = table.known_view(&group.identity.role) else { continue };
                if is_guarded(&view, table, &item.change) && !seen.0.contains(&(n, it.group)) {
                    continue;
                }
                let select = self.bindings.select(it.request);
                let known = told.iter().position(|told| told.view.tells_like(&view) && told.select == select);
                let data = match known {
                    Some(place) => place,
                    None => {
                        let commit_time = item.commit_time;
                        let telling = Telling { table, types: &self.types, view: &view, select, commit_time };
                        let data = telling.of(&item.change);
                        told.push(Told { view: Arc::clone(&view), select, data });
                        told.len() - 1
                    }
                };
                let Some(Told { data, .. }) = told.get(data) else { continue };
                let event = if group.is_legacy {
                    payload::name(Kind::from(&item.change))
                } else {
                    "postgres_changes"
                };
                let payload = if group.is_legacy { data.clone() } else { with_ids(&it.ids, data) };
                while !self.sink.publish(&group.name, event, &payload) {
                    sleep(FULL_REST).await;
                }
            }
        }
    }
}

/// The publications to read: that of `realtime.messages` only where it is there, as changes do not need it, and the other
/// way round.
async fn publications(client: &Client, settings: &FeedSettings) -> Result<Vec<String>, Error> {
    let all = [settings.publication.clone(), settings.messages_publication.clone()];
    let rows = client
        .query("select pubname::text from pg_publication where pubname = any($1)", &[&all.as_slice()])
        .await?;
    let there: Vec<String> = rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?;
    let there: Vec<String> = all.iter().filter(|name| there.contains(name)).cloned().collect();
    // None at all: the stream says what is missing.
    Ok(if there.is_empty() { vec![settings.publication.clone()] } else { there })
}

/// A group that asked for a change: by which of its requests, as far as those ask for the same columns.
struct Meant {
    group: u32,
    request: u32,
    ids: Vec<u32>,
}

/// What was written of a change.
struct Told<'a> {
    view: Arc<View>,
    select: Option<&'a [Box<str>]>,
    data: Vec<u8>,
}

/// The changes of a batch, by their places, that policies let a group see.
#[derive(Default)]
struct Seen(HashSet<(usize, u32)>);

/// Whether policies decide who sees a change. Nobody can ask them of a row that is gone: its key is told to all.
fn is_guarded(view: &View, table: &Table, change: &Change) -> bool {
    view.has_policies
        && view.sees_key(table)
        && !table.primary_key.is_empty()
        && !matches!(change, Change::Delete { .. })
}

fn with_ids(ids: &[u32], data: &[u8]) -> Vec<u8> {
    let mut payload = Vec::with_capacity(data.len() + 12 * ids.len() + 20);
    payload.extend_from_slice(br#"{"ids":["#);
    for (n, id) in ids.iter().enumerate() {
        if n > 0 {
            payload.push(b',');
        }
        payload.extend_from_slice(id.to_string().as_bytes());
    }
    payload.extend_from_slice(br#"],"data":"#);
    payload.extend_from_slice(data);
    payload.push(b'}');
    payload
}

/// A value of the row that filters look at: the new one, or the one that is gone.
fn cell<'c>(change: &'c Change, relation: &Relation, index: usize) -> CellRef<'c> {
    let is_identity = relation.columns.get(index).is_some_and(|column| column.is_identity);
    match change {
        Change::Insert { new } => new.get(index).map_or(CellRef::Missing, CellRef::of),
        Change::Update { old, new } => match (new.get(index), old) {
            (Some(Cell::Unchanged), Some(old)) => CellRef::of_old(old, index, is_identity),
            (cell, _) => cell.map_or(CellRef::Missing, CellRef::of),
        },
        Change::Delete { old } => CellRef::of_old(old, index, is_identity),
    }
}

/// A value of the key, as text.
fn key_text(item: Option<&Item>, index: usize) -> &str {
    let new = match item.map(|item| &item.change) {
        Some(Change::Insert { new } | Change::Update { new, .. }) => new,
        Some(Change::Delete { old: OldRow::Key(row) | OldRow::Full(row) }) => row,
        None => return "",
    };
    match new.get(index) {
        Some(Cell::Text(bytes)) => std::str::from_utf8(bytes).unwrap_or_default(),
        _ => "",
    }
}

/// Asks PostgreSQL for one boolean.
async fn ask(client: &Client, question: &crate::filter::Question) -> Result<bool, Error> {
    let parameters: Vec<&(dyn tokio_postgres::types::ToSql + Sync)> =
        question.parameters.iter().map(|it| it as &(dyn tokio_postgres::types::ToSql + Sync)).collect();
    let row = client.query_opt(&question.sql, &parameters).await?;
    Ok(row.is_some_and(|row| row.try_get::<_, Option<bool>>(0).ok().flatten() == Some(true)))
}
