//! Tests that make file operations fail.

pub(crate) mod disk_faults;
mod faults;
#[path = "../../tests/journal/scratch.rs"]
mod scratch;
