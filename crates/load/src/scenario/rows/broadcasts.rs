//! Broadcasts of the database: rows that `realtime.send` writes, which reach the members of their
//! channel.

use serde::{Deserialize, Serialize};

use super::audience::Audience;
use super::{Plan, RowsOutcome, Write, token};
use crate::fault::Fault;
use crate::protocol::SupabaseDatabase;
use crate::scenario::{MOST_CLIENTS, times, within};
use crate::target::Target;

/// Lets every signed-in client read the private channels: what a join's policy costs is a load of
/// its own.
const SCHEMA: &str = "drop policy if exists \"baton-load\" on realtime.messages; \
    create policy \"baton-load\" on realtime.messages for select to authenticated using (true)";

/// Settings of a run with broadcasts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Broadcasts {
    /// How many clients, 1 to 18,000.
    pub clients: usize,
    /// How many of them are in each channel.
    pub members: usize,
    /// Whether the channels are private.
    pub private: bool,
    /// The rows.
    pub write: Write,
    /// How long to measure, in seconds.
    pub seconds: f64,
    /// How long to write before measuring, in seconds.
    pub warmup_seconds: f64,
}

impl Default for Broadcasts {
    fn default() -> Self {
        Self {
            clients: 1_000,
            members: 100,
            private: true,
            write: Write { rows_per_commit: 100, ..Write::default() },
            seconds: 10.0,
            warmup_seconds: 0.5,
        }
    }
}

impl Broadcasts {
    pub(in super::super) fn check(&self) -> Result<(), String> {
        within("clients", self.clients, 1, MOST_CLIENTS)?;
        within("members", self.members, 1, self.clients)?;
        if !self.clients.is_multiple_of(self.members) {
            let (clients, members) = (self.clients, self.members);
            return Err(format!("members = {members} does not divide clients = {clients}"));
        }
        times(self.seconds, self.warmup_seconds)?;
        self.write.check()
    }

    /// Measures a server.
    ///
    /// # Errors
    /// If a client cannot join, if the database refuses a row, or if a client's messages are not
    /// those of its channel.
    pub fn run(&self, target: &Target) -> Result<RowsOutcome, Fault> {
        let private = self.private;
        let plan = Plan {
            clients: self.clients,
            protocol: &SupabaseDatabase::MEMBER,
            channel: Box::new(|client| format!("room-{}", client / self.members)),
            member: Box::new(move |client| {
                let token = private.then(|| token(&target.app, client));
                SupabaseDatabase::member(token.as_deref(), private, None)
            }),
            schema: SCHEMA.to_owned(),
            insert: format!(
                "select realtime.send(jsonb_build_object('m', text), 'm', 'room-' || key, {private}) \
                 from unnest($1::int4[], $2::text[]) as row (key, text)"
            ),
            keys: (self.clients / self.members) as u64,
            audience: Audience::Group { members: self.members },
            write: &self.write,
            seconds: self.seconds,
            warmup_seconds: self.warmup_seconds,
        };
        plan.run(target)
    }
}
