//! What a server may send at most.

/// The most bytes of one line, without its type and its end: 64 KiB. Lines are short by nature (a number, a status, the
/// text of an error), and one has to be buffered whole before it means anything.
pub const MAX_LINE_BYTES: usize = 64 << 10;

/// How many aggregates may stand in each other. Replies of commands nest a handful of levels and those of scripts as many as
/// their tables; who makes values of them does so by recursion, and 128 levels of it fit any stack.
pub const MAX_DEPTH: usize = 128;

/// The most elements of an aggregate; pairs count once.
pub const MAX_ELEMENTS: u32 = i32::MAX as u32;

/// The limits that can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most bytes of one bulk string. 512 MiB unless told, which is `proto-max-bulk-len` of a server that nobody
    /// configured.
    pub bulk_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bulk_bytes: 512 << 20 }
    }
}
