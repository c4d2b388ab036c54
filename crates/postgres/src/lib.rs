//! PostgreSQL as a source of what subscribers see: its changes as they are committed, which of them a subscriber asked
//! for, and which it may see by the database's own rules.
//!
//! [`stream`] brings changes, which consist of what stands in [`row`]; [`json`] writes their values. [`access`] decides who
//! may use a private channel. It knows no protocol of clients and no socket of theirs: the server puts the two together.

pub mod access;
pub mod json;
pub mod pg_type;
pub mod pgoutput;
pub mod row;
pub mod source;
pub mod stream;
mod elixir;
pub mod filter;
pub mod request;
pub mod row;
pub mod scalar;
#[cfg(feature = "testing")]
pub mod testing;
pub mod truth;
