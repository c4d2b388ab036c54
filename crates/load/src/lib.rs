//! The load generator of Baton, and the raw loops that show what the machine itself can do.
//!
//! A figure here is always a pair: the server, and beside it in the same run a limit program or a
//! peer, so that a noisy machine moves both. One thread and one event loop open every client, read
//! every delivery and account for it: a message that is lost, doubled or out of order fails the run
//! instead of making it faster.
//!
//! | module | what it is |
//! | --- | --- |
//! | `scenario` | what to do: the kinds, their files and their checks |
//! | `protocol`, `session`, `event_stream` | what a client sends and receives, and one client as a state machine |
//! | `swarm`, `opening` | thousands of clients in one event loop |
//! | `publisher`, `signature` | the signed HTTP API on keep-alive connections |
//! | `database` | the PostgreSQL behind a server, written to and private |
//! | `ledger` | every delivery accounted for, per subscriber and per publish |
//! | `limit` | the raw `send` and accept loops, run as processes of their own |
//! | `process`, `machine` | CPU and memory of another process; the machine's identity and noise |
//! | `report` | the JSON of one scenario run |
//! | `bench` | every scenario against every server in turns, for `make bench` and `make figures` |
//! | `recovery` | clients whose connections break: an exam of what they get, and what that costs |
//! | `record` | the record of such a run, who is first in it, and its page |

pub mod bench;
pub mod child;
pub mod database;
mod event_stream;
pub mod fault;
mod files;
mod latency;
mod ledger;
pub mod limit;
mod machine;
mod opening;
pub mod priority;
mod process;
pub mod protocol;
mod publisher;
pub mod record;
pub mod recovery;
pub mod report;
pub mod scenario;
mod session;
pub mod signals;
mod signature;
mod stamp;
mod swarm;
mod sys;
pub mod target;
mod transport;

pub use session::ACCEPT;
pub use swarm::require_open_files;
