//! Connections against a real `redis-server`, and against stand-ins that do what a real one seldom does.

#![allow(clippy::unwrap_used, clippy::panic)] // a test that unwraps fails where it should

mod ask;
mod endings;
mod forks;
mod killed;
mod large;
mod opening;
mod phpredis;
mod redis;
mod signals;
mod stand_in;
mod tls;
