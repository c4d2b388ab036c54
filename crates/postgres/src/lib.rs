//! PostgreSQL as a source of what subscribers see: its changes as they are committed, which of them a subscriber asked
//! for, and which it may see by the database's own rules.
//!
//! [`row`] is what a change consists of. [`request`] and [`filter`] are what a subscriber asked for, [`policy`] is what it
//! may see, and both decide by [`scalar`] values; they do no I/O, and where only PostgreSQL can tell ([`truth`]) they say
//! so. It knows no protocol of clients and no socket of theirs: the server puts the
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
