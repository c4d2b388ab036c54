//! The exam and the benchmark of clients that come back after their connection broke.
//!
//! Clients follow pusher-js' rules: they connect as `/resume/NAME/app/KEY`, answer pings at once, subscribe
//! when they are greeted, and come back after an unclean end. (One rule they do not follow: an attempt that
//! is refused costs pusher-js 15 s, and these one.) Every event carries its channel's number, so that each
//! client's account says whether something was lost, doubled or came in another order.
//!
//! | module | what it is |
//! | --- | --- |
//! | `drops` | connections that break again and again, by [`Break`] |
//! | `storm` | all connections break at once and come back at once |
//! | `idle` | memory and CPU of connections that do nothing |
//! | `cost` | a fan-out with recovery or history, and without |
//! | `crowd`, `connection`, `messages`, `breaks` | the clients' sockets, one connection, the messages it receives, how it breaks |
//! | `inbox`, `account`, `books` | what clients got: where they stand, number by number, and what all add up to |
//! | `feed` | the publisher |
//! | `rounds` | variants that take turns |
//! | `server` | the server, started anew for each part |
//! | `report` | the JSON, and the summary for people |

mod account;
mod books;
mod breaks;
mod connection;
pub mod cost;
mod crowd;
pub mod drops;
mod feed;
pub mod idle;
mod inbox;
mod messages;
pub mod report;
mod rounds;
mod server;
pub mod storm;

use crate::fault::Fault;

pub use books::Tally;
pub use breaks::Break;
pub use cost::{Cost, CostRound};
pub use drops::{Drops, DropsOutcome};
pub use idle::{Idle, IdleRound};
pub use server::Program;
pub use storm::{Storm, StormRound};

/// Refuses a value outside `low..=high`, naming all three.
fn within<T: PartialOrd + std::fmt::Display>(key: &str, value: T, low: T, high: T) -> Result<(), Fault> {
    if value >= low && value <= high {
        return Ok(());
    }
    Err(Fault::Settings(format!("--{key} {value} is outside {low} to {high}")))
}

/// Examines a server started for each list of kinds, and returns what each exam found.
///
/// # Errors
/// If the server does not start, or as [`Drops::run`].
pub fn examine_drops(program: &Program, exams: &[Drops]) -> Result<Vec<DropsOutcome>, Fault> {
    server::require(&program.path)?;
    let mut outcomes = Vec::new();
    for drops in exams {
        drops.check()?;
        let server = server::Server::start(program, server::ON)?;
        let mut outcome = drops.run(&server.target())?;
        outcome.server = server.metrics();
        println!("{}", report::drops_summary(&outcome));
        outcomes.push(outcome);
    }
    Ok(outcomes)
}
