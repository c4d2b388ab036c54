//! The settings of an app's PostgreSQL database, to which a server connects: its policies decide who
//! may use private channels, and it is the source of changes and broadcasts.

use alloc::string::String;

use crate::{Secret, settings::settings};

settings! {
    /// Which database an app has, and what is read from it.
    pub struct DatabaseSettings, |app| app.database;
    "The database of Supabase clients" {
        /// The PostgreSQL database as `postgresql://USER:PASSWORD@HOST:PORT/NAME` (`host=/a/directory` in the query
        /// for a Unix socket). Its policies on `realtime.messages` decide who may use private channels; without a
        /// database only the service role may. Broadcast and presence on public channels need none. `baton pg
        /// setup` prepares it. The URL is never printed or logged.
        database_url: Secret = Secret::new(""), in 0..=2048;
        /// Connections that evaluate policies: as many for private channels as for changes. Each has several
        /// queries in progress.
        database_connections: u32 = 4, in 1..=100;
        /// The replication slot, named with lower-case letters, digits and `_`. Each server, and each app, needs
        /// one of its own; the server creates it at start. PostgreSQL retains its log for the slot while the server
        /// is down: set `max_slot_wal_keep_size`.
        database_slot: String = String::from("baton"), in 1..=63;
        /// The publication of the tables whose changes clients may receive.
        database_publication: String = String::from("supabase_realtime"), in 1..=63;
        /// `true`: uses the old rows of tables with `replica identity full`. Policies decide which clients receive
        /// a deleted row, which is sent completely; an update that makes a row invisible to a client, or makes it
        /// fail the filter, is sent to it as a `DELETE`. Policies are evaluated for rows as they were at the
        /// change. `false`: as by Supabase's server, the key of a deleted row is sent to all subscribers of the
        /// table, and a client that can no longer see a row is not notified.
        database_old_rows: bool = false;
        /// Rows that a client may request initially (`snapshot: true` with `postgres_changes`); if there are more,
        /// the request is refused, and the error says to use a filter. They are read with the client's role, under
        /// its grants and policies. 0 refuses all such requests, because reading rows costs the database what the
        /// client's filter costs.
        snapshot_rows: u32 = 0, in 0..=10_000;
        /// Hours that rows of `realtime.messages` are stored, if `baton pg setup` created the table; 0 for no
        /// limit. Whole days are dropped at once.
        database_messages_hours: u32 = 72, in 0..=87_600;
    }
}
