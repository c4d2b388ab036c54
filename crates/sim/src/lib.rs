//! The product in a world without sockets, threads and clocks.
//!
//! [`World`] runs the sessions of both protocols and the hub of the server, with simulated clients, a modelled
//! database, a bad network and virtual time, all driven by one seed: what a seed has found, it finds again. [`ledger`] records what was
//! published and what arrived, and proves what was lost, doubled, reordered or made up; programs that test real
//! processes write the same ledger.
//!
//! A world is judged three times: by the ledger, which knows only what clients saw; by an expectation kept
//! beside the server, which knows at once what may be sent; and at rest, when what clients believe, what the hub
//! says and what is so must be the same, and after all have left, when nothing may remain.

#![forbid(unsafe_code)]

mod agenda;
mod client;
mod conditions;
mod dice;
mod expectation;
pub mod ledger;
mod notes;
mod pipe;
mod server;
mod supabase;
mod world;

use dice::Dice;

pub use conditions::{Conditions, Sabotage};
pub use world::{Outcome, World};
