//! The hub from outside: one file for each behaviour, and a model of all of them.

#![allow(
    clippy::expect_used,
    clippy::cast_possible_truncation,
    reason = "a model that is wrong about itself must fail"
)]

mod counting;
mod fanout;
mod model;
mod nodes;
mod operation;
mod presence;
mod publishing;
mod resuming;
mod retention;
mod sharing;
mod subscribing;
mod tracking;
mod twin;
mod users;
mod world;
