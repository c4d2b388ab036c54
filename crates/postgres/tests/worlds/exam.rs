//! A server with worlds in it, those who follow their tables, and what differs from the judge.

use std::fmt::Write as _;
use std::sync::Arc;

use baton_postgres::access::{AccessError, Decision, Policies, Question};
use baton_postgres::feed::SubscriptionStatus;
use baton_postgres::source::Source;
use baton_postgres::testing::Postgres;
use futures_util::future::{join, join_all};
use serde_json::json;

use crate::differences::{differs, differs_when_gone};
use crate::explained::{differs_in_channel, differs_in_row};
use crate::fixture::Session;
use crate::fixture::feed::{Delivered, Feeding, Follower as Followed, settings};
use crate::judge::{self, Judge, Sight, cases, question};
use crate::world::{Follower, ROLES, World};

/// Of so many worlds one is explained.
const EXPLAINED: usize = 3;

/// A server of its own, with a feed for each login.
pub(crate) struct Exam {
    feedings: Vec<(Feeding, Source)>,
    judge: Judge,
    /// A superuser's session, which makes the worlds.
    admin: Session,
    worlds: usize,
    /// The server, which ends with the exam.
    _postgres: Arc<Postgres>,
}

/// A world, and the schema that it is in.
struct Placed<'a> {
    world: &'a World,
    schema: String,
}

/// For each login, each world and each of its followers.
type AllFollowed = Vec<Vec<Vec<Followed>>>;

impl Exam {
    pub(crate) async fn new() -> Self {
        let postgres = Arc::new(Postgres::start(&[]));
        let database = postgres.database();
        let mut admin = Session::open(&postgres, &database, "postgres").await;
        admin.set_up(Some("baton")).await;
        let mut sql = String::new();
        for (role, how) in
            [("member", "inherit"), ("loner", "noinherit"), ("passes", "bypassrls"), ("alice", "inherit")]
        {
            assert!(ROLES.contains(&role));
            _ = writeln!(
                sql,
                "create role {role} {how}; grant {role} to baton; grant usage on schema realtime, auth to {role};"
            );
        }
        _ = writeln!(
            sql,
            "grant authenticated to member, loner; {}
             alter publication supabase_realtime set (publish_via_partition_root = true);
             grant select, insert on realtime.messages to member, loner, passes, alice;
             grant execute on all functions in schema auth, realtime to public;
             set client_min_messages = error;",
            judge::FUNCTIONS
        );
        admin.execute(&sql).await.unwrap();
        let mut feedings = Vec::new();
        for (login, old_rows) in [("baton", false), ("postgres", true)] {
            let url = postgres.url(&database).replace("user=postgres", &format!("user={login}"));
            let source: Source = url.parse().unwrap();
            let mut settings = settings(&format!("worlds_{login}"));
            settings.old_rows = old_rows;
            feedings.push((Feeding::start(source.clone(), settings), source));
        }
        let judge = Judge::connect(&postgres.url(&database)).await;
        Self { feedings, judge, admin, worlds: 0, _postgres: postgres }
    }

    /// What differs in which of the worlds.
    pub(crate) async fn run(&mut self, worlds: &[World]) -> Vec<(usize, String)> {
        let placed = self.placed(worlds);
        self.in_all(&placed, World::setup).await;
        // In a transaction of their own: the stream then describes these tables before anybody
        // follows them, and those without such rows when they are followed.
        self.in_all(&placed, World::rows).await;
        self.caught_up().await;
        self.feedings.iter().for_each(|(feeding, _)| feeding.feed.reload());
        self.caught_up().await; // or the publication may be read twice
        let followed: AllFollowed = self
            .feedings
            .iter()
            .map(|(feeding, _)| placed.iter().map(|it| follow(feeding, it)).collect())
            .collect();
        let before = self.sights(&placed).await;
        self.admitted(&placed, &followed, &before).await;
        self.in_all(&placed, World::changes).await;
        let (after, ()) = join(self.sights(&placed), self.caught_up()).await;
        let each = || {
            let followers = |n: usize| (0..worlds[n].followers.len()).map(move |f| (n, f));
            (0..worlds.len()).flat_map(followers)
        };
        let mut differing = Vec::new();
        let delivered = |(n, f): (usize, usize)| {
            [0, 1].map(|login| self.feedings[login].0.delivered(&followed[login][n][f]))
        };
        for (n, f) in each() {
            let (world, follower) = (&worlds[n], &worlds[n].followers[f]);
            for delivered in delivered((n, f)) {
                let text = differs(&delivered, world, follower, &after[n][f]);
                differing.extend(text.map(|text| (n, format!("{follower:?}: {text}"))));
            }
        }
        differing.extend(self.explained_rows(&placed, &after).await);
        // Deleted rows are delivered as they were, where that is wanted and known.
        self.in_all(&placed, |_, schema| format!("delete from {schema}.t;\n")).await;
        self.caught_up().await;
        for (n, f) in each() {
            let (world, follower) = (&worlds[n], &worlds[n].followers[f]);
            let sights = (&before[n][f], &after[n][f]);
            let text = differs_when_gone(&delivered((n, f)), world, follower, sights);
            differing.extend(text.map(|text| (n, format!("{follower:?}: {text}"))));
        }
        for ((feeding, _), followed) in self.feedings.iter().zip(&followed) {
            followed.iter().flatten().for_each(|it| feeding.feed.unsubscribe(it.number));
        }
        differing.extend(self.all_channels(&placed).await);
        let drop = |_: &World, schema: &str| format!("drop schema {schema}, {schema}_hidden cascade;\n");
        self.in_all(&placed, drop).await;
        differing
    }

    /// What explanations say otherwise, of one row of every third world: each takes connections of its own.
    async fn explained_rows(&self, placed: &[Placed<'_>], sights: &[Vec<Sight>]) -> Vec<(usize, String)> {
        let mut differing = Vec::new();
        for (n, Placed { world, schema }) in placed.iter().enumerate().step_by(EXPLAINED) {
            let (_, source) = &self.feedings[n / EXPLAINED % self.feedings.len()];
            let mut followers = world.followers.iter().zip(&sights[n]);
            let Some(it) = followers.find(|(follower, _)| follower.filter.is_none()) else { continue };
            let count = world.rows.len().max(1);
            let id = i64::try_from(n / EXPLAINED % count + 1).unwrap();
            let text = differs_in_row(source, schema, id, it).await;
            differing.extend(text.map(|text| (n, text)));
        }
        differing
    }

    fn placed<'a>(&mut self, worlds: &'a [World]) -> Vec<Placed<'a>> {
        let first = self.worlds;
        self.worlds += worlds.len();
        let schemas = (first..).map(|number| format!("w{number}"));
        worlds.iter().zip(schemas).map(|(world, schema)| Placed { world, schema }).collect()
    }

    /// Runs statements of all worlds, as one message.
    async fn in_all(&self, placed: &[Placed<'_>], sql: impl Fn(&World, &str) -> String) {
        let sql: String = placed.iter().map(|it| sql(it.world, &it.schema)).collect();
        self.execute(&sql).await;
    }

    async fn execute(&self, sql: &str) {
        self.admin.execute(sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    }

    async fn sights(&self, placed: &[Placed<'_>]) -> Vec<Vec<Sight>> {
        join_all(placed.iter().map(|it| self.judge.sights(it.world, &it.schema))).await
    }

    /// Waits until all followers are ready for changes. Those who may select nothing may be refused; a table that is
    /// new may be unknown for a moment.
    async fn admitted(&self, placed: &[Placed<'_>], followed: &AllFollowed, sights: &[Vec<Sight>]) {
        let refused = placed.iter().zip(sights).flat_map(|(it, sights)| {
            let is_refused = |(follower, sight): (&Follower, &Sight)| {
                sight.columns.is_empty() || follower.lacks(&sight.columns)
            };
            it.world.followers.iter().zip(sights).map(is_refused)
        });
        let refused: Vec<bool> = refused.collect();
        for ((feeding, _), followed) in self.feedings.iter().zip(followed) {
            for (follower, may_be_refused) in followed.iter().flatten().zip(&refused) {
                let is_settled = |delivered: &[Delivered]| match may_be_refused {
                    true => !delivered.is_empty(),
                    false => delivered.contains(&Delivered::News(SubscriptionStatus::Ready)),
                };
                feeding.until(follower, is_settled).await;
            }
        }
    }

    async fn caught_up(&self) {
        join_all(self.feedings.iter().map(|(feeding, _)| feeding.caught_up())).await;
    }

    /// What differs in private channels, and in which of the worlds. The connections that are asked
    /// end with it: what PostgreSQL remembers of former policies makes each change of one slower.
    async fn all_channels(&self, placed: &[Placed<'_>]) -> Vec<(usize, String)> {
        let sources = self.feedings.iter().map(|(_, source)| source);
        let policies: Vec<_> = sources.map(|source| Policies::start(source, 1)).collect();
        let mut differing = Vec::new();
        for (n, placed) in placed.iter().enumerate() {
            let texts = self.channels(placed, &policies, n).await;
            differing.extend(texts.into_iter().map(|text| (n, text)));
        }
        differing
    }

    /// What differs in a world's private channels.
    async fn channels(&self, placed: &Placed<'_>, policies: &[Arc<Policies>], n: usize) -> Vec<String> {
        let world = placed.world;
        self.execute(&world.channels(&placed.schema)).await;
        policies.iter().for_each(|policies| policies.forget());
        let asked = |policies: &Arc<Policies>| {
            let ask = |case| answer(Arc::clone(policies), question(case));
            join_all(cases(world).map(ask))
        };
        // What the judge writes is nowhere but in its transactions.
        let delivered = join_all(policies.iter().map(asked));
        let (decisions, delivered) = join(self.judge.decides(world), delivered).await;
        let mut differing = Vec::new();
        if n.is_multiple_of(EXPLAINED) && !decisions.is_empty() {
            let place = n / EXPLAINED % decisions.len();
            let (_, source) = &self.feedings[n / EXPLAINED % self.feedings.len()];
            if let Some(case) = cases(world).nth(place) {
                differing.extend(differs_in_channel(source, case, decisions[place]).await);
            }
        }
        for (n, ((follower, topic, direction), decision)) in cases(world).zip(decisions).enumerate() {
            for delivered in delivered.iter().map(|answers| &answers[n]) {
                // A policy that raises an error lets nobody in.
                let decided = match delivered {
                    Err(AccessError::Failed(_)) => Decision::default(),
                    Ok(decided) => *decided,
                    Err(error) => panic!("{error}"),
                };
                if decided != decision {
                    differing.push(format!(
                        "{follower:?} {direction:?} {topic}: {delivered:?} and not {decision:?}"
                    ));
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

fn follow(feeding: &Feeding, Placed { world, schema }: &Placed<'_>) -> Vec<Followed> {
    // On one topic, so that those who may see the same share what they are sent, and the others must not.
    let follow = |follower: &Follower| {
        let mut request = json!({"event": "*", "schema": schema, "table": "t"});
        if let Some(filter) = follower.filter {
            request["filter"] = filter.text.into();
        }
        feeding.follow((follower.role, &follower.claims()), schema, &request, None)
    };
    world.followers.iter().map(follow).collect()
}
