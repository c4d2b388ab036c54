//! PostgreSQL as a source of what subscribers see: its changes as they are committed, which of them
//! a subscriber asked for, and which it may see by the database's own rules.
//!
//! [`stream`] brings changes, which consist of what stands in [`row`]; [`json`] writes their
//! values. [`request`] is what a subscriber asks for, [`filter`] which rows that means, and
//! [`policy`] which of them it may see, as far as that can be decided without asking ([`truth`],
//! [`scalar`]); [`feed`] puts these together. [`access`] decides who may use a private channel.
//! What users of the database wrote is evaluated with their rights alone (`confined`). [`setup`]
//! makes what all this needs, [`check`] says what of it is missing, and [`explain`] why a user sees a row or not. It knows no socket of
//! clients and none of their protocols: a [`request::Request`] is what a protocol has read, a
//! [`feed::ChangeFormat`] writes what is sent, and the server puts the two together.

pub mod access;
pub mod check;
mod confined;
pub mod explain;
pub mod feed;
pub mod filter;
pub mod json;
pub mod pg_type;
pub mod pgoutput;
pub mod policy;
pub mod replay;
pub mod request;
pub mod row;
pub mod scalar;
pub mod setup;
pub mod source;
pub mod stream;
#[cfg(feature = "testing")]
pub mod testing;
pub mod truth;
