//! What a protocol is given of a change, and how it writes it for its subscribers.
//!
//! The feed decides what of a change may be seen ([`super::visible`]); no format of a protocol is
//! known here.

use std::hash::{Hash, Hasher};

use crate::request::Kind;

/// A change as those see it who may see the same of it and ask for the same columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VisibleChange<'a> {
    /// The schema of the table.
    pub schema: &'a str,
    /// The table.
    pub table: &'a str,
    /// What happened to the row. One that was there before comes as an insert.
    pub kind: Kind,
    /// When it was committed, in microseconds since 1970.
    pub commit_time: i64,
    /// The columns that are sent, by name and type (`int4`, `_int4`), in the order of the table.
    pub columns: &'a [(&'a str, &'a str)],
    /// The row's values, each as JSON, in the same order, without those that are not known: a large
    /// one that an update left as it was. Nothing of a deletion.
    pub record: &'a [(&'a str, &'a [u8])],
    /// The same of the row before, as far as it is known and may be seen. Nothing of an insertion.
    pub old_record: &'a [(&'a str, &'a [u8])],
    /// Why there are no values, or not all.
    pub lack: Option<Lack>,
}

/// Why values are not sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lack {
    /// The table has no primary key; there are neither columns nor values.
    Key,
    /// The role may not select the primary key; there are neither columns nor values.
    Permission,
    /// The row is too large; there are its small values alone.
    Size,
}

/// What is published of a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangeMessage {
    /// The event.
    pub event: &'static str,
    /// What comes with it.
    pub payload: Vec<u8>,
}

/// Writes what all are sent who see the same of a change.
pub type WriteChange = fn(&VisibleChange<'_>) -> Vec<u8>;

/// Writes the message for a group of subscriptions, from what was written of a change of this kind,
/// and the numbers of their requests that asked for it.
pub type AddressChange = fn(Kind, &[u32], &[u8]) -> ChangeMessage;

/// How a protocol writes changes. A change is written in two steps, because there are few ways to
/// see it and many groups: the second must not need more than a copy.
#[derive(Debug, Clone, Copy)]
pub struct ChangeFormat {
    /// The first step.
    pub write: WriteChange,
    /// The second step.
    pub address: AddressChange,
}

/// Formats are the same if their functions are. The compiler may give one function two addresses,
/// so that the same is written twice; and two functions one address only if they do the same.
impl PartialEq for ChangeFormat {
    fn eq(&self, other: &Self) -> bool {
        writes_alike(self.write, other.write) && std::ptr::fn_addr_eq(self.address, other.address)
    }
}

impl Eq for ChangeFormat {}

impl Hash for ChangeFormat {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.write as usize, self.address as usize).hash(state);
    }
}

/// Whether the first step is the same.
pub(super) fn writes_alike(one: WriteChange, other: WriteChange) -> bool {
    std::ptr::fn_addr_eq(one, other)
}
