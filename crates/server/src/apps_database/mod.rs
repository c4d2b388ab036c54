//! Apps in a table of PostgreSQL or MySQL that another program writes: Soketi's table, as it is.
//!
//! The table is read whole, every few seconds ([`follow`]). What differs from the last time reaches the server as a reload
//! does: the rows ([`Row`]) are one more source of apps for the loader (`settings/rows.rs`), which has what Soketi's JSON
//! file goes through as well. A copy of the rows in effect is in `data_dir` ([`cache`]), so that a server starts while its
//! database is down ([`start`]).

mod address;
mod cache;
mod client;
mod column;
mod failure;
mod follow;
mod health;
mod mysql;
mod postgres;
mod row;
mod snapshot;
mod start;
mod table;

pub(crate) use address::{Address, url_of};
pub(crate) use column::COLUMNS;
pub(crate) use follow::follow;
pub(crate) use health::Health;
pub(crate) use row::Row;
pub(crate) use snapshot::{Rows, Snapshot};
pub(crate) use start::{at_start, for_command};
pub(crate) use table::TableName;
