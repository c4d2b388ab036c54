//! The HTTP APIs, from requests to what subscribers receive: Pusher's, and the part of Supabase's that decides who may broadcast.

// Helpers of tests are not tests to clippy; what fails to unwrap here fails the test that called it.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod anything;
mod authentication;
mod broadcast;
mod channels;
mod history;
mod hooks;
mod idempotency;
mod publish;
mod rates;
mod refusals;
mod tokens;
mod users;
mod world;
