//! Random policies against PostgreSQL: what each follower is sent of a table's changes, and what it may read and write in
//! private channels, is what PostgreSQL shows its role, and takes from it, at that moment.
//!
//! Nothing changes between the changes and the judgement. A world that differs is made smaller, and printed as SQL.
//! `BATON_POLICY_WORLDS` is how many there are, `BATON_POLICY_SEED` which ones.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test fails where it unwraps

#[path = "../fixture/mod.rs"]
mod fixture;
mod judge;
mod world;

use std::fmt::Write as _;
use std::sync::Arc;

use baton_postgres::access::{AccessError, Decision, Direction, Policies, Question};
use baton_postgres::feed::SubscriptionStatus;
use baton_postgres::row::ReplicaIdentity;
use baton_postgres::source::Source;
use baton_postgres::testing::Postgres;
use fixture::Session;
use fixture::feed::{Feeding, Follower as Followed, Told, changes, settings};
use futures_util::future::join_all;
use judge::{Judge, question};
use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::{Value, json};
use world::{ROLES, TOPICS, World, world};

/// Worlds that are there at once.
const AT_ONCE: usize = 50;
/// Attempts to make a world that differs smaller.
const SMALLER: usize = 150;

/// A server with one feed for each login.
struct Exam {
    postgres: Arc<Postgres>,
    database: String,
    feedings: Vec<(Feeding, Arc<Policies>)>,
    judge: Judge,
    worlds: usize,
}

impl Exam {
    async fn new() -> Self {
        let postgres = Arc::new(Postgres::start(&[]));
        let database = postgres.database();
        let mut admin = Session::open(&postgres, &database, "postgres").await;
        admin.set_up(Some("baton")).await;
        let mut roles = String::new();
        for (role, how) in
            [("member", "inherit"), ("loner", "noinherit"), ("passes", "bypassrls"), ("alice", "inherit")]
        {
            assert!(ROLES.contains(&role));
            _ = writeln!(
                roles,
                "create role {role} {how}; grant {role} to baton; grant usage on schema realtime, auth to {role};"
            );
        }
        postgres
            .psql(&database, &format!("{roles} grant authenticated to member, loner; {}", judge::FUNCTIONS));
        postgres.psql(
            &database,
            "alter publication supabase_realtime set (publish_via_partition_root = true);
             grant select, insert on realtime.messages to member, loner, passes, alice; grant execute on all functions in schema auth, realtime to public",
        );
        let mut feedings = Vec::new();
        for (login, old_rows) in [("baton", false), ("postgres", true)] {
            let url = postgres.url(&database).replace("user=postgres", &format!("user={login}"));
            let source: Source = url.parse().unwrap();
            let mut settings = settings(&format!("worlds_{login}"));
            settings.old_rows = old_rows;
            let policies = Policies::start(&source, 1);
            feedings.push((Feeding::start(source, settings), policies));
        }
        let judge = Judge::connect(&postgres.url(&database)).await;
        Self { postgres, database, feedings, judge, worlds: 0 }
    }

    fn psql(&self, sql: &str) {
        self.postgres.psql(&self.database, sql);
    }

    /// What differs in which of the worlds.
    async fn run(&mut self, worlds: &[World]) -> Vec<(usize, String)> {
        let schemas: Vec<String> = (0..worlds.len()).map(|n| format!("w{}", self.worlds + n)).collect();
        self.worlds += worlds.len();
        let all = || worlds.iter().zip(&schemas);
        self.psql(&all().map(|(world, schema)| world.setup(schema)).collect::<String>());
        let mut differing = Vec::new();
        self.feedings.iter().for_each(|(feeding, _)| feeding.feed.reload());
        let followed: Vec<Vec<Vec<Followed>>> =
            self.feedings.iter().map(|(feeding, _)| all().map(|it| follow(feeding, it)).collect()).collect();
        // Those who may select nothing may be refused. A table that is new may be unknown for a moment.
        let mut refused = Vec::new();
        let mut before = Vec::new();
        for (world, schema) in all() {
            for follower in &world.followers {
                let columns = self.judge.columns(follower, &format!("{schema}.t")).await;
                refused.push(columns.is_empty() || follower.lacks(&columns));
                before.push(self.sees(follower, world, schema).await);
            }
        }
        for ((feeding, _), followed) in self.feedings.iter().zip(&followed) {
            for (follower, may_be_refused) in followed.iter().flatten().zip(&refused) {
                let is_settled = |told: &[Told]| match may_be_refused {
                    true => !told.is_empty(),
                    false => told.contains(&Told::News(SubscriptionStatus::Ready)),
                };
                feeding.until(follower, is_settled).await;
            }
        }
        self.psql(&all().map(|(world, schema)| world.changes(schema)).collect::<String>());
        self.caught_up().await;
        let mut views = Vec::new();
        for (n, (world, schema)) in all().enumerate() {
            for (f, follower) in world.followers.iter().enumerate() {
                let view = self.view(follower, world, schema).await;
                for (feeding, followed) in self.feedings.iter().map(|it| &it.0).zip(&followed) {
                    let told = feeding.told(&followed[n][f]);
                    differing.extend(differs(&told, &view).map(|text| (n, format!("{follower:?}: {text}"))));
                }
                views.push(view);
            }
        }
        // Rows that are deleted are told by what they were, where that is wanted and known.
        self.psql(&schemas.iter().map(|schema| format!("delete from {schema}.t;\n")).collect::<String>());
        self.caught_up().await;
        let mut of_followers = views.iter().zip(&before);
        for (n, world) in worlds.iter().enumerate() {
            for (f, follower) in world.followers.iter().enumerate() {
                let (view, before) = of_followers.next().unwrap();
                let told = [0, 1].map(|feeding| self.feedings[feeding].0.told(&followed[feeding][n][f]));
                let text = differs_when_gone(&told, world, (view, before));
                differing.extend(text.map(|text| (n, format!("{follower:?}: {text}"))));
            }
        }
        for ((feeding, _), followed) in self.feedings.iter().zip(&followed) {
            followed.iter().flatten().for_each(|it| feeding.feed.unsubscribe(it.number));
        }
        for (n, (world, schema)) in all().enumerate() {
            differing.extend(self.channels(world, schema).await.into_iter().map(|text| (n, text)));
        }
        let drop = |schema: &String| format!("drop schema {schema}, {schema}_hidden cascade;\n");
        self.psql(&format!(
            "set client_min_messages = error; {}",
            schemas.iter().map(drop).collect::<String>()
        ));
        differing
    }

    /// The rows that a follower sees and asked for: none where its filter is on a column that it may not select.
    async fn sees(&self, follower: &world::Follower, world: &World, schema: &str) -> Vec<i64> {
        let relation = world.relation(schema);
        if follower.lacks(&self.judge.columns(follower, &format!("{schema}.t")).await) {
            return Vec::new();
        }
        let seen = self.judge.seen(follower, &relation, world.rows.len()).await;
        self.judge.passing(seen, follower, &relation).await
    }

    async fn view(&self, follower: &world::Follower, world: &World, schema: &str) -> View {
        let table = format!("{schema}.t");
        let columns = self.judge.columns(follower, &table).await;
        View {
            rows: self.sees(follower, world, schema).await,
            tells_values: world.table.has_key && columns.contains(&"id"),
            is_guarded: self.judge.is_guarded(follower, &table).await,
            filter: follower.filter,
            columns,
        }
    }

    async fn caught_up(&self) {
        for (feeding, _) in &self.feedings {
            feeding.caught_up().await;
        }
    }

    /// What differs in private channels.
    async fn channels(&self, world: &World, schema: &str) -> Vec<String> {
        self.psql(&world.channels(schema));
        let mut differing = Vec::new();
        for (_, policies) in &self.feedings {
            policies.forget();
        }
        let cases = world.followers.iter().flat_map(|follower| {
            let topics = TOPICS.iter().map(move |topic| (follower, *topic));
            topics.flat_map(|it| [Direction::Read, Direction::Write].map(|direction| (it, direction)))
        });
        let cases: Vec<_> = cases.collect();
        let asked = |policies: &Arc<Policies>| {
            let questions: Vec<_> = cases
                .iter()
                .map(|((follower, topic), direction)| question(follower, topic, *direction))
                .collect();
            let policies = Arc::clone(policies);
            async move {
                join_all(questions.into_iter().map(|question| answer(Arc::clone(&policies), question))).await
            }
        };
        let told = join_all(self.feedings.iter().map(|(_, policies)| asked(policies))).await;
        for (n, ((follower, topic), direction)) in cases.iter().enumerate() {
            let decision = self.judge.decides(follower, topic, *direction).await;
            for told in told.iter().map(|answers| &answers[n]) {
                // A policy that raises an error lets nobody in.
                let decided = match told {
                    Err(AccessError::Failed(_)) => &Decision::default(),
                    Ok(decided) => decided,
                    Err(error) => panic!("{error}"),
                };
                if *decided != decision {
                    differing
                        .push(format!("{follower:?} {direction:?} {topic}: {told:?} and not {decision:?}"));
                }
            }
        }
        differing
    }
}

/// Asks, and again where a busy machine takes longer than PostgreSQL is given.
async fn answer(policies: Arc<Policies>, question: Question) -> Result<Decision, AccessError> {
    for _ in 0..3 {
        match policies.ask(question.clone()).await {
            Err(AccessError::Cancelled) => {}
            answer => return answer,
        }
    }
    policies.ask(question).await
}

/// What a follower may know of a table.
struct View {
    /// Those that it sees and asked for.
    rows: Vec<i64>,
    columns: Vec<&'static str>,
    /// Whether there is a key, and its role may select it.
    tells_values: bool,
    /// Whether policies decide which rows it sees.
    is_guarded: bool,
    filter: Option<&'static world::Filter>,
}

fn follow(feeding: &Feeding, (world, schema): (&World, &String)) -> Vec<Followed> {
    // On one topic, so that those who may see the same share what they are sent, and the others must not.
    let follow = |follower: &world::Follower| {
        let mut request = json!({"event": "*", "schema": schema, "table": "t"});
        if let Some(filter) = follower.filter {
            request["filter"] = filter.text.into();
        }
        feeding.follow((follower.role, &follower.claims()), schema, &request, None)
    };
    world.followers.iter().map(follow).collect()
}

/// The keys of the rows that were told, in order.
fn ids(told: &[Told], kind: &str, record: &str) -> Vec<i64> {
    let data = changes(told);
    let of_kind = data.iter().filter(|data| data["type"] == kind);
    let mut ids: Vec<i64> = of_kind.filter_map(|data| data[record]["id"].as_i64()).collect();
    ids.sort_unstable();
    ids
}

/// What differs between what a follower was told and what it sees.
fn differs(told: &[Told], View { rows, columns, tells_values, is_guarded, filter }: &View) -> Option<String> {
    let mut heard = [ids(told, "INSERT", "record"), ids(told, "UPDATE", "record")].concat();
    heard.sort_unstable();
    if !tells_values {
        if !heard.is_empty() {
            return Some(format!("told of {heard:?} without a key that it may select"));
        }
        // A filter on rows that are hidden would show what is in them.
        let is_oracle = *is_guarded && filter.is_some() && !changes(told).is_empty();
        return is_oracle.then(|| format!("told which rows pass its filter: {told:?}"));
    }
    if heard != *rows {
        return Some(format!("told of {heard:?}, and sees {rows:?}: {told:?}"));
    }
    let wrong = |data: &Value| {
        let Some(record) = data["record"].as_object() else { return false };
        let mut names: Vec<&str> = record.keys().map(String::as_str).collect();
        let mut may = columns.to_vec();
        names.sort_unstable();
        may.sort_unstable();
        names != may
    };
    // Clients find the row of an update by its key, which is told whether it has changed or not.
    let is_lost = |data: &Value| data["type"] == "UPDATE" && data["old_record"]["id"] != data["record"]["id"];
    if let Some(data) = changes(told).iter().find(|data| is_lost(data)) {
        return Some(format!("{data} lacks the key in old_record"));
    }
    changes(told)
        .iter()
        .find(|data| wrong(data))
        .map(|data| format!("{data} has other columns than {columns:?}"))
}

/// What differs, once all rows are deleted, in what a follower was told of rows that are gone: by the feed that is not to look at
/// old rows, and by the one that is, which also tells of rows that an update took out of its sight. `before` are the rows that it saw
/// before the changes.
fn differs_when_gone(
    told: &[Vec<Told>; 2],
    world: &World,
    (view, before): (&View, &[i64]),
) -> Option<String> {
    let View { rows, tells_values, is_guarded, filter, .. } = view;
    if world.identity() != ReplicaIdentity::Full || !tells_values {
        return None;
    }
    let [told_by_key, told] = told;
    let by_key = ids(told_by_key, "DELETE", "old_record");
    if *is_guarded && filter.is_some_and(|filter| filter.column != "id") && !by_key.is_empty() {
        return Some(format!("told which of the deleted rows passed its filter: {by_key:?}"));
    }
    let left = before.iter().filter(|id| !rows.contains(id));
    let mut expected: Vec<i64> = rows.iter().chain(left).copied().collect();
    expected.sort_unstable();
    let gone = ids(told, "DELETE", "old_record");
    (gone != expected).then(|| format!("told of deleted rows {gone:?}, and saw {rows:?}, before {before:?}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn followers_hear_what_postgres_shows_them() {
    let number = |name: &str, default: u64| {
        std::env::var(name).ok().map_or(default, |text| text.parse().expect("a number"))
    };
    let (mut left, seed) =
        (usize::try_from(number("BATON_POLICY_WORLDS", 500)).unwrap(), number("BATON_POLICY_SEED", 1));
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let mut exam = Exam::new().await;
    while left > 0 {
        let count = left.min(AT_ONCE);
        left -= count;
        let mut trees: Vec<_> = (0..count).map(|_| world().new_tree(&mut runner).unwrap()).collect();
        let worlds: Vec<World> = trees.iter().map(proptest::strategy::ValueTree::current).collect();
        let Some((n, mut what)) = exam.run(&worlds).await.into_iter().next() else { continue };
        let tree = &mut trees[n];
        let mut smallest = tree.current();
        let mut is_smaller = tree.simplify();
        for _ in 0..SMALLER {
            if !is_smaller {
                break;
            }
            is_smaller = match exam.run(&[tree.current()]).await.into_iter().next() {
                Some((_, text)) => {
                    (smallest, what) = (tree.current(), text);
                    tree.simplify()
                }
                None => tree.complicate(),
            };
        }
        panic!(
            "BATON_POLICY_SEED={seed}: {what}\n{}{}{}",
            smallest.setup("w"),
            smallest.changes("w"),
            smallest.channels("w")
        );
    }
}
