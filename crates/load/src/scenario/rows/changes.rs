//! Changes: clients follow a table that rows are inserted into.

use serde::{Deserialize, Serialize};

use super::audience::Audience;
use super::{Plan, RowsOutcome, Write, token, user};
use crate::fault::Fault;
use crate::protocol::SupabaseDatabase;
use crate::scenario::{MOST_CLIENTS, times, within};
use crate::target::Target;

/// The table that is followed.
const TABLE: &str = "baton_load_rows";

/// Settings of a run with changes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Changes {
    /// How many clients follow the table, 1 to 18,000.
    pub clients: usize,
    /// Who may see a row.
    pub policy: Policy,
    /// With the policy `membership`, in how many teams the clients are: each sees the rows of its
    /// own.
    pub teams: usize,
    /// Whether each client asks for the rows of its own alone, by a filter.
    pub own_filter: bool,
    /// Whether each client is signed in by itself; always so where a policy reads its claims.
    pub signed_in: bool,
    /// The rows.
    pub write: Write,
    /// How long to measure, in seconds.
    pub seconds: f64,
    /// How long to write before measuring, in seconds.
    pub warmup_seconds: f64,
}

/// Who may see a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Policy {
    /// There is no row-level security.
    None,
    /// Its owner: `auth.uid() = owner`, which the row alone decides.
    Owner,
    /// The members of its team, by another table.
    Membership,
}

impl Default for Changes {
    fn default() -> Self {
        Self {
            clients: 500,
            policy: Policy::None,
            teams: 5,
            own_filter: false,
            signed_in: false,
            write: Write::default(),
            seconds: 10.0,
            warmup_seconds: 0.5,
        }
    }
}

impl Changes {
    pub(in super::super) fn check(&self) -> Result<(), String> {
        within("clients", self.clients, 1, MOST_CLIENTS)?;
        within("teams", self.teams, 1, MOST_CLIENTS)?;
        if self.policy == Policy::Membership && !self.clients.is_multiple_of(self.teams) {
            let (clients, teams) = (self.clients, self.teams);
            return Err(format!("teams = {teams} does not divide clients = {clients}"));
        }
        times(self.seconds, self.warmup_seconds)?;
        self.write.check()
    }

    /// Measures a server.
    ///
    /// # Errors
    /// If a client cannot follow, if the database refuses a row, or if a client's rows are not
    /// those that it may see.
    pub fn run(&self, target: &Target) -> Result<RowsOutcome, Fault> {
        let signed_in = self.signed_in || self.policy != Policy::None;
        let plan = Plan {
            clients: self.clients,
            protocol: &SupabaseDatabase::FOLLOWER,
            channel: Box::new(|_| "rows".to_owned()),
            member: Box::new(move |client| {
                let token = signed_in.then(|| token(&target.app, client));
                SupabaseDatabase::member(token.as_deref(), false, Some(&self.request(client)))
            }),
            schema: self.schema(),
            insert: self.insert(),
            keys: self.clients as u64,
            audience: self.audience(),
            write: &self.write,
            seconds: self.seconds,
            warmup_seconds: self.warmup_seconds,
        };
        plan.run(target)
    }

    fn audience(&self) -> Audience {
        match self.policy {
            _ if self.own_filter => Audience::Group { members: 1 },
            Policy::None => Audience::Everyone,
            Policy::Owner => Audience::Group { members: 1 },
            Policy::Membership => Audience::Team { teams: self.teams },
        }
    }

    fn request(&self, client: usize) -> String {
        let filter = match self.own_filter {
            true => format!(r#","filter":"owner=eq.{}""#, user(client)),
            false => String::new(),
        };
        format!(r#"{{"event":"*","schema":"public","table":"{TABLE}"{filter}}}"#)
    }

    fn schema(&self) -> String {
        let (teams, last) = (self.teams, self.clients - 1);
        let security = match self.policy {
            Policy::None => return format!("{}{}", tables(teams, last), "analyze"),
            Policy::Owner => "(select auth.uid()) = owner".to_owned(),
            Policy::Membership => format!(
                "exists (select from baton_load_members m \
                 where m.user_id = (select auth.uid()) and m.team = {TABLE}.team)"
            ),
        };
        format!(
            "{} alter table {TABLE} enable row level security; \
             create policy seen on {TABLE} for select to authenticated using ({security}); analyze",
            tables(teams, last)
        )
    }

    fn insert(&self) -> String {
        let (id, teams) = (USER_OF_KEY, self.teams);
        format!(
            "insert into {TABLE} (owner, team, text) \
             select {id}, key % {teams}, text from unnest($1::int4[], $2::text[]) as row (key, text)"
        )
    }
}

/// The id of user `key`, as [`user`] writes it.
const USER_OF_KEY: &str = "('00000000-0000-0000-0000-' || lpad(key::text, 12, '0'))::uuid";

/// The table that is followed, and the table of teams.
fn tables(teams: usize, last: usize) -> String {
    format!(
        "drop table if exists {TABLE}, baton_load_members; \
         create table {TABLE} (id bigint generated always as identity primary key, \
             owner uuid not null, team int not null, text text not null); \
         create table baton_load_members (user_id uuid, team int, primary key (user_id, team)); \
         insert into baton_load_members select {USER_OF_KEY}, key % {teams} from generate_series(0, {last}) as key; \
         grant select on {TABLE}, baton_load_members to anon, authenticated; \
         alter publication supabase_realtime add table {TABLE};"
    )
}
