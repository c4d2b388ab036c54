//! The product in a world without sockets, threads and clocks.
//!
//! [`World`] runs the same sessions and the same hub as the server, with simulated clients, a bad network and
//! virtual time, all driven by one seed: what a seed has found, it finds again. [`ledger`] records what was
//! published and what arrived, and proves what was lost, doubled, reordered or made up; programs that test real
//! processes write the same ledger.

#![forbid(unsafe_code)]

pub mod ledger;
