//! PostgreSQL as a source of what subscribers see: its changes as they are committed, which of them a subscriber asked
//! for, and which it may see by the database's own rules.
//!
//! [`stream`] brings changes, which consist of what stands in [`row`]; [`json`] writes their values. [`request`] is what a
//! subscriber asks for and [`filter`] which rows that means; [`feed`] puts these together. [`access`] decides who may use a
//! private channel. [`setup`] makes what all this needs, and [`check`] says what of it is missing. It knows no protocol of
//! clients and no socket of theirs: the server puts the two together.

pub mod access;
pub mod check;
mod elixir;
pub mod feed;
pub mod filter;
pub mod json;
pub mod pg_type;
pub mod pgoutput;
pub mod request;
pub mod row;
pub mod scalar;
pub mod setup;
pub mod source;
pub mod stream;
#[cfg(feature = "testing")]
pub mod testing;
pub mod truth;
