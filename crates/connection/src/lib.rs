//! What connections over the event loop have in common, whether the server owns them or an endpoint: parts that each owner
//! puts into its record of a connection.
//!
//! They are values without a connection around them. An owner decides what is read and when, what an event is, and how a
//! connection ends; these differ for good reasons ([decision 0056](../../../docs/internals/decisions/0056-shared-parts-of-connections.md)).

#![no_std]

mod deadline;
mod pace;

pub use deadline::MessageDeadline;
pub use pace::{Pace, Sent};
