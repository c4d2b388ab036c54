//! Pusher's HTTP API, from signed requests to what subscribers receive.

// Helpers of tests are not tests to clippy; what fails to unwrap here fails the test that called it.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod anything;
mod authentication;
mod channels;
mod history;
mod idempotency;
mod publish;
mod refusals;
mod tokens;
mod users;
mod world;
