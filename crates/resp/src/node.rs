//! One node of a reply.

/// A value, or the beginning of an aggregate whose elements follow as nodes of their own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Node<'a> {
    /// `+`: a short text such as `OK`.
    Status(&'a [u8]),
    /// `-`, or RESP3's `!`: an error's code and words.
    Error(&'a [u8]),
    /// `:`
    Integer(i64),
    /// `$`: a string.
    Bulk {
        /// How many bytes it has.
        len: usize,
        /// The bytes, or nothing if they are not all in the input: then they come next, and
        /// [`Reader::take`](crate::Reader::take) has to be called for them.
        bytes: Option<&'a [u8]>,
    },
    /// RESP3's `=`: a text with its format.
    Verbatim {
        /// `txt` or `mkd`.
        format: [u8; 3],
        /// How many bytes the text has.
        len: usize,
        /// As with [`Node::Bulk`].
        bytes: Option<&'a [u8]>,
    },
    /// `_`, or RESP2's string of length −1.
    Nil,
    /// RESP2's array of length −1: clients tell it from a string that is not there.
    NilArray,
    /// `*`: so many elements follow.
    Array(u32),
    /// `%`: so many pairs follow.
    Map(u32),
    /// `~`: so many elements follow, in no order.
    Set(u32),
    /// `>`: a message that answers no command; so many elements follow.
    Push(u32),
    /// `|`: so many pairs follow that tell something about the node behind them, which is the one that counts as an
    /// element of what holds it.
    Attribute(u32),
    /// `,`
    Double(f64),
    /// `#`
    Boolean(bool),
    /// `(`: the digits of an integer of any length.
    BigNumber(&'a [u8]),
}

impl Node<'_> {
    /// How many nodes follow that belong to this one, not counting those that belong to them.
    #[must_use]
    pub const fn children(&self) -> u32 {
        match self {
            Self::Array(count) | Self::Set(count) | Self::Push(count) => *count,
            // Twice 2^31 − 1 is within 32 bits.
            Self::Map(pairs) | Self::Attribute(pairs) => *pairs * 2,
            _ => 0,
        }
    }

    /// How many bytes of it have not been in the input.
    pub(crate) const fn missing(&self) -> Option<usize> {
        match self {
            Self::Bulk { len, bytes: None } | Self::Verbatim { len, bytes: None, .. } => Some(*len),
            _ => None,
        }
    }
}
