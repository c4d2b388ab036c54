//! The roles, tables, functions and publications that changes, private channels and broadcasts from the database take, with
//! the names that Supabase gives them: SQL written for the one works with the other.
//!
//! Setting up is a list of [`steps`]. Each is idempotent, tells why it is there, and is a transaction of its own: on a
//! managed PostgreSQL some of them need rights that only the provider has, and the others are done nevertheless ([`run`]).
//! Nothing that was there before is replaced; what is wanting is added to it. Whatever is made carries a comment that
//! begins with `baton:`, and [`teardown`] drops what carries one.

mod name;
mod run;
mod statements;
mod steps;
mod teardown;

pub use name::{Name, NameError, identifier};
pub use run::{Outcome, Refusal, run};
pub use steps::{MESSAGES_PUBLICATION, Step, Subject, steps};
pub use teardown::teardown;
pub use tokio_postgres::{Client, Error};
