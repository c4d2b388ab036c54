//! PostgreSQL as a source of what subscribers see: its changes as they are committed, which of them a subscriber asked
//! for, and which it may see by the database's own rules.
//!
//! [`row`] is what a change consists of. It knows no protocol of clients and no socket of theirs: the server puts the
//! two together.

mod elixir;
pub mod filter;
pub mod policy;
pub mod request;
pub mod row;
pub mod scalar;
#[cfg(feature = "testing")]
pub mod testing;
pub mod truth;
