//! Joins: connections that stand join private channels, which the database's policies decide about.
//!
//! Each connection belongs to a user of its own and joins channels in which it is a member, as a
//! table says. The first time no decision is known (*cold*); then all of them are left and joined
//! again, with the decisions known (*warm*). One join in [`REFUSED_EVERY`] is to a channel of which
//! the user is no member: it must be refused, and all others let in, or the run fails.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::rows::{prepare, token};
use super::{LONGEST_SECONDS, MOST_CLIENTS, within};
use crate::fault::Fault;
use crate::latency::{Latency, Percentiles};
use crate::opening::Opening;
use crate::process::{Meter, Usage};
use crate::protocol::{Protocol, SupabaseDatabase};
use crate::session::ClientEvent;
use crate::swarm::Swarm;
use crate::target::Target;

/// How long an answer may take.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);

/// One join in so many must be refused.
const REFUSED_EVERY: usize = 50;

/// The most channels that the server lets a connection join.
const MOST_CHANNELS: usize = 100;

/// Settings of a run with joins.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Joins {
    /// Connections, each of a user of its own.
    pub connections: usize,
    /// Channels that each joins, 1 to 100.
    pub channels: usize,
    /// How many users are members of a channel.
    pub members: usize,
    /// Cold joins a second, due at fixed times; 0 for as many as are answered. Warm ones are always
    /// that.
    pub per_second: f64,
    /// Without a rate: how many may be unanswered.
    pub at_once: usize,
    /// How often all channels are left and joined again.
    pub warm_rounds: usize,
    /// The longest that cold joins may take, in seconds.
    pub seconds: f64,
}

impl Default for Joins {
    fn default() -> Self {
        let seconds = 60.0;
        Self {
            connections: 200,
            channels: 20,
            members: 100,
            per_second: 0.0,
            at_once: 400,
            warm_rounds: 5,
            seconds,
        }
    }
}

/// What became of some joins.
#[derive(Debug, Clone, Serialize)]
pub struct JoinStats {
    /// How many there were.
    pub joins: usize,
    /// How many of them were refused, as they had to be.
    pub refused: usize,
    /// How many were answered in a second.
    pub per_second: f64,
    /// From when a join was due until its answer was read.
    pub latency: Percentiles,
    /// The server's CPU for each in microseconds, if its process is known.
    pub server_cpu_us: Option<f64>,
    /// PostgreSQL's.
    pub database_cpu_us: Option<f64>,
}

/// What a run with joins measured.
#[derive(Debug, Clone, Serialize)]
pub struct JoinsOutcome {
    /// The first time, with every user and channel new.
    pub cold: JoinStats,
    /// Later times; absent where there were none.
    pub warm: Option<JoinStats>,
    /// CPU of server and generator while cold joins were under way.
    pub usage: Usage,
}

impl Joins {
    pub(super) fn check(&self) -> Result<(), String> {
        within("connections", self.connections, 1, MOST_CLIENTS)?;
        within("channels", self.channels, 1, MOST_CHANNELS)?;
        within("members", self.members, 1, MOST_CLIENTS)?;
        within("per_second", self.per_second, 0.0, 1_000_000.0)?;
        within("at_once", self.at_once, 1, 1_000_000)?;
        within("warm_rounds", self.warm_rounds, 0, 100)?;
        within("seconds", self.seconds, 1.0, LONGEST_SECONDS)
    }

    /// How many joins a round has.
    fn joins(&self) -> usize {
        self.connections * self.channels
    }

    /// About how long it runs.
    pub(super) fn about_seconds(&self) -> f64 {
        #[allow(clippy::cast_precision_loss)] // at most 1,800,000
        let joins = self.joins() as f64;
        let rate = if self.per_second > 0.0 { self.per_second } else { 2_000.0 };
        #[allow(clippy::cast_precision_loss)] // at most 100
        let warm = self.warm_rounds as f64 * joins / 10_000.0;
        joins / rate + warm + 1.0
    }

    /// The channel that a connection joins as its n-th, and whether it is a member.
    fn channel(&self, connection: usize, n: usize) -> (String, bool) {
        let group = connection / self.members;
        if (connection * self.channels + n) % REFUSED_EVERY == REFUSED_EVERY - 1 {
            return (format!("closed-{group}-{n}"), false);
        }
        (format!("room-{group}-{n}"), true)
    }

    fn schema(&self) -> String {
        let (connections, channels, members) = (self.connections - 1, self.channels - 1, self.members);
        format!(
            "drop policy if exists \"baton-load\" on realtime.messages; \
             drop table if exists baton_load_rooms; \
             create table baton_load_rooms (user_id uuid, room text, primary key (user_id, room)); \
             insert into baton_load_rooms \
                 select ('00000000-0000-0000-0000-' || lpad(n::text, 12, '0'))::uuid, \
                        'room-' || n / {members} || '-' || channel \
                 from generate_series(0, {connections}) as n, generate_series(0, {channels}) as channel; \
             grant select on baton_load_rooms to authenticated; \
             create policy \"baton-load\" on realtime.messages for select to authenticated using \
                 (exists (select from baton_load_rooms r \
                  where r.user_id = (select auth.uid()) and r.room = realtime.topic())); \
             analyze baton_load_rooms"
        )
    }

    /// Measures a server.
    ///
    /// # Errors
    /// If a connection is lost, if a join is not answered, or if the answer is not what the policy
    /// decides.
    pub fn run(&self, target: &Target) -> Result<JoinsOutcome, Fault> {
        let Some(database) = &target.database else {
            return Err(Fault::Settings(
                "this load asks a database: name the one that the server serves by --database".to_owned(),
            ));
        };
        drop(prepare(database, &self.schema())?);
        let mut connections = self.open(target)?;
        database.raise();
        let (server, asked) = (Meter::start(target.pid)?, Meter::start(database.pid)?);
        let cold = connections.join(self.per_second)?;
        let (usage, database_usage) = (server.read()?, asked.read()?);
        let mut warm: Option<Round> = None;
        let (mut warm_cpu, mut warm_database) = (Some(0.0), Some(0.0));
        for _ in 0..self.warm_rounds {
            connections.leave()?;
            let (server, asked) = (Meter::start(target.pid)?, Meter::start(database.pid)?);
            let round = connections.join(0.0)?;
            warm_cpu = plus(warm_cpu, server.read()?.server_cpu_seconds);
            warm_database = plus(warm_database, asked.read()?.server_cpu_seconds);
            match &mut warm {
                Some(warm) => warm.add(&round),
                None => warm = Some(round),
            }
        }
        let (cold_cpu, cold_database) = (usage.server_cpu_seconds, database_usage.server_cpu_seconds);
        Ok(JoinsOutcome {
            cold: cold.stats(cold_cpu, cold_database),
            warm: warm.map(|warm| warm.stats(warm_cpu, warm_database)),
            usage,
        })
    }

    fn open<'a>(&'a self, target: &'a Target) -> Result<Connections<'a>, Fault> {
        let opening =
            Opening { protocol: Some(&SupabaseDatabase::MEMBER), ..Opening::new(target, self.connections) };
        let (swarm, _) = opening.open_every()?;
        let member = |connection| SupabaseDatabase::member(Some(&token(&target.app, connection)), true, None);
        Ok(Connections {
            settings: self,
            swarm,
            members: (0..self.connections).map(member).collect(),
            asked: (0..self.connections).map(|_| VecDeque::new()).collect(),
            answered: 0,
            refused: 0,
            latency: Latency::default(),
            target,
        })
    }
}

fn plus(sum: Option<f64>, more: Option<f64>) -> Option<f64> {
    Some(sum? + more?)
}

/// What a round of joins came to.
struct Round {
    joins: usize,
    refused: usize,
    took: Duration,
    latency: Latency,
}

impl Round {
    fn add(&mut self, other: &Self) {
        self.joins += other.joins;
        self.refused += other.refused;
        self.took += other.took;
        self.latency.add(&other.latency);
    }

    fn stats(&self, server: Option<f64>, database: Option<f64>) -> JoinStats {
        #[allow(clippy::cast_precision_loss)] // a few million
        let joins = self.joins as f64;
        JoinStats {
            joins: self.joins,
            refused: self.refused,
            per_second: joins / self.took.as_secs_f64(),
            latency: self.latency.percentiles(),
            server_cpu_us: server.map(|seconds| 1e6 * seconds / joins),
            database_cpu_us: database.map(|seconds| 1e6 * seconds / joins),
        }
    }
}

/// What a connection has asked for, and when. Answers come in the order of the questions.
#[derive(Debug, Clone, Copy)]
enum Pending {
    /// To join; when it was due, and whether it must be let in.
    Join(Instant, bool),
    /// To leave.
    Leave,
}

/// The connections.
struct Connections<'a> {
    settings: &'a Joins,
    swarm: Swarm,
    members: Vec<String>,
    asked: Vec<VecDeque<Pending>>,
    answered: usize,
    refused: usize,
    latency: Latency,
    target: &'a Target,
}

impl Connections<'_> {
    /// Joins every channel of every connection: those of the first place first, so that neighbours
    /// belong to different connections.
    fn join(&mut self, per_second: f64) -> Result<Round, Fault> {
        let (joins, began) = (self.settings.joins(), Instant::now());
        (self.answered, self.refused, self.latency) = (0, 0, Latency::default());
        let mut asked = 0;
        let mut deadline = began + ANSWER_TIMEOUT;
        while self.answered < joins {
            while asked < joins {
                #[allow(clippy::cast_precision_loss)] // at most 1,800,000
                let due = if per_second > 0.0 {
                    began + Duration::from_secs_f64(asked as f64 / per_second)
                } else {
                    Instant::now()
                };
                let has_room = per_second > 0.0 || asked - self.answered < self.settings.at_once;
                if due > Instant::now() || !has_room {
                    break;
                }
                self.ask(asked % self.settings.connections, asked / self.settings.connections, due);
                asked += 1;
                deadline = Instant::now() + ANSWER_TIMEOUT;
            }
            if began.elapsed().as_secs_f64() > self.settings.seconds || Instant::now() > deadline {
                let answered = self.answered;
                return Err(Fault::Run(format!("{answered} of {joins} joins were answered in time")));
            }
            // A sleep of a whole millisecond would make what is due late.
            self.read(Duration::from_millis(u64::from(per_second <= 0.0 || asked == joins)))?;
        }
        let latency = std::mem::take(&mut self.latency);
        Ok(Round { joins, refused: self.refused, took: began.elapsed(), latency })
    }

    fn ask(&mut self, connection: usize, n: usize, due: Instant) {
        let (channel, is_member) = self.settings.channel(connection, n);
        let member = self.members.get(connection).map_or("", String::as_str);
        let text = SupabaseDatabase::MEMBER.subscribe(&self.target.app, "", &channel, member);
        if let Some(asked) = self.asked.get_mut(connection) {
            asked.push_back(Pending::Join(due, is_member));
        }
        self.swarm.send_text(connection, &text);
    }

    /// Leaves all channels that were joined.
    fn leave(&mut self) -> Result<(), Fault> {
        for connection in 0..self.settings.connections {
            for n in 0..self.settings.channels {
                let (channel, is_member) = self.settings.channel(connection, n);
                if is_member {
                    if let Some(asked) = self.asked.get_mut(connection) {
                        asked.push_back(Pending::Leave);
                    }
                    self.swarm.send_text(connection, &SupabaseDatabase::leave(&channel));
                }
            }
        }
        let deadline = Instant::now() + ANSWER_TIMEOUT;
        while self.asked.iter().any(|asked| !asked.is_empty()) {
            if Instant::now() > deadline {
                return Err(Fault::Run("not every leave was answered".to_owned()));
            }
            self.read(Duration::from_millis(1))?;
        }
        Ok(())
    }

    /// Enters the answers that have come.
    fn read(&mut self, timeout: Duration) -> Result<(), Fault> {
        let Self { swarm, asked, answered, refused, latency, .. } = self;
        swarm.turn(timeout, |connection, at, event| {
            let (is_let_in, text) = match event {
                ClientEvent::Confirmed(_) => (true, ""),
                ClientEvent::Refused(text) => (false, text),
                ClientEvent::Ended(text) => {
                    return Err(Fault::Run(format!("connection {connection}: {text}")));
                }
                _ => return Ok(()),
            };
            match asked.get_mut(connection).and_then(VecDeque::pop_front) {
                Some(Pending::Join(due, is_member)) if is_member == is_let_in => {
                    *answered += 1;
                    *refused += usize::from(!is_let_in);
                    latency.record(at.saturating_duration_since(due));
                    Ok(())
                }
                Some(Pending::Leave) if is_let_in => Ok(()),
                Some(Pending::Join(_, false)) => Err(Fault::Run(format!(
                    "connection {connection} was let into a channel of which its user is no member"
                ))),
                Some(_) => Err(Fault::Run(format!("connection {connection} was refused: {text}"))),
                None => Err(Fault::Run(format!("connection {connection} was answered what it did not ask"))),
            }
        })
    }
}
