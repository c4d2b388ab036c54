//! Limits of the memory that one connection can use, checked before it is allocated.

/// Limits of one connection's incoming messages.
///
/// A reader holds at most the message so far and, if it is compressed, its inflated form: at most
/// twice `message_bytes` and a few hundred bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Longest message in bytes, summed over its fragments and counted after inflation. A longer one fails with
    /// [`Error::MessageTooLarge`](crate::Error::MessageTooLarge) (close code 1009), at the frame header that
    /// announces it or, inflating, at the byte that exceeds it.
    pub message_bytes: usize,
    /// Longest message in bytes, on the wire, that is skipped if it exceeds `message_bytes`: that
    /// is no error, only its first [`EXCERPT_BYTES`](Self::EXCERPT_BYTES) are held, and it is
    /// reported as [`Event::TooLarge`](crate::Event::TooLarge), so that its sender can get a
    /// response. 0: none is skipped. Never skipped: a message whose compressed form alone exceeds
    /// the limit, and one of a compressed stream that the next message continues.
    pub skipped_bytes: usize,
    /// Most fragments without payload in one message. Each costs the sender two to six bytes and
    /// the reader a turn, and never completes the message; non-empty ones need no count, as the sum
    /// of their bytes is limited. More fail with
    /// [`Error::TooManyEmptyFragments`](crate::Error::TooManyEmptyFragments) (1008).
    pub empty_fragments: u32,
}

impl Limits {
    /// 64 KiB: over six times the largest event that Pusher's clients may send (10,240 bytes), and small enough
    /// that 10,000 connections that all hold one in the middle stay at 640 MB.
    pub const DEFAULT_MESSAGE_BYTES: usize = 64 * 1024;

    /// Most bytes that are held of a message that is skipped.
    pub const EXCERPT_BYTES: usize = 1024;

    /// 1,024. Well-behaved senders use one empty frame, at the end of a stream whose end they
    /// learned late.
    pub const DEFAULT_EMPTY_FRAGMENTS: u32 = 1024;
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            message_bytes: Self::DEFAULT_MESSAGE_BYTES,
            skipped_bytes: 0,
            empty_fragments: Self::DEFAULT_EMPTY_FRAGMENTS,
        }
    }
}
