//! Tests of the journal through its public face.
#![allow(clippy::unwrap_used, clippy::panic)] // the helpers of tests may, as the tests do

mod basics;
mod blocks;
mod damage;
mod model;
mod scratch;
