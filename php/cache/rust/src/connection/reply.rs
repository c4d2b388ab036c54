//! One node of a reply, without borrowing what it was read from.

use std::ops::Range;

use baton_resp::{Node, Read};

use super::inbox::Inbox;

/// What kind of node it is: `bc_kind` of include/client.h, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum Kind {
    /// A short text such as `OK`.
    Status,
    /// An error's code and words.
    Error,
    /// A whole number.
    Integer,
    /// A string.
    Bulk,
    /// Nothing.
    Nil,
    /// Elements follow.
    Array,
    /// Pairs follow.
    Map,
    /// Elements follow.
    Set,
    /// Elements follow, and it answers no command.
    Push,
    /// A number with a fraction.
    Double,
    /// True or false.
    Boolean,
    /// The digits of a whole number of any length.
    Big,
    /// A text with its format.
    Verbatim,
}

/// A node. Its bytes are [`Connection::bytes`](super::Connection::bytes), until the connection is used again.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// Which fields have a meaning.
    pub kind: Kind,
    /// How many aggregates hold it.
    pub depth: usize,
    /// A number, how many elements or pairs follow, or 0 and 1.
    pub integer: i64,
    /// A number with a fraction.
    pub number: f64,
    /// Where its bytes are; nothing for a string that has not come whole.
    pub bytes: Option<Range<usize>>,
    /// How many bytes it has.
    pub len: usize,
    /// Of a verbatim string.
    pub format: [u8; 3],
}

impl Reply {
    /// What was read from `inbox`; `None` for an attribute, which is no value.
    #[inline]
    pub(super) fn of(read: &Read<'_>, inbox: &Inbox) -> Option<Self> {
        let plain = |kind, integer| Self {
            kind,
            depth: read.depth,
            integer,
            number: 0.0,
            bytes: None,
            len: 0,
            format: [0; 3],
        };
        let text = |kind, bytes: &[u8]| Self {
            bytes: Some(inbox.range_of(bytes)),
            len: bytes.len(),
            ..plain(kind, 0)
        };
        Some(match read.node {
            Node::Bulk { len, bytes } => {
                Self { len, bytes: bytes.map(|bytes| inbox.range_of(bytes)), ..plain(Kind::Bulk, 0) }
            }
            Node::Verbatim { format, len, bytes } => {
                let bytes = bytes.map(|bytes| inbox.range_of(bytes));
                Self { format, len, bytes, ..plain(Kind::Verbatim, 0) }
            }
            Node::Status(line) => text(Kind::Status, line),
            Node::Error(line) => text(Kind::Error, line),
            Node::BigNumber(digits) => text(Kind::Big, digits),
            Node::Integer(number) => plain(Kind::Integer, number),
            Node::Nil => plain(Kind::Nil, 0),
            Node::NilArray => plain(Kind::Nil, 1),
            Node::Array(count) => plain(Kind::Array, count.into()),
            Node::Map(count) => plain(Kind::Map, count.into()),
            Node::Set(count) => plain(Kind::Set, count.into()),
            Node::Push(count) => plain(Kind::Push, count.into()),
            Node::Double(number) => Self { number, ..plain(Kind::Double, 0) },
            Node::Boolean(is_true) => plain(Kind::Boolean, is_true.into()),
            Node::Attribute(_) => return None,
        })
    }

    /// Whether its bytes have to be taken from the socket.
    #[must_use]
    pub fn is_announced(&self) -> bool {
        matches!(self.kind, Kind::Bulk | Kind::Verbatim) && self.bytes.is_none()
    }
}
