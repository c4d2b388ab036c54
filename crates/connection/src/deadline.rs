//! By when a message that has begun must be complete.
//!
//! RFC 6455 has no such limit, so a peer could hold memory for ever with a message that never ends. Bytes that follow do not
//! postpone the deadline; the end of the message does away with it.

/// See the module's text. One word, as each connection has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MessageDeadline(u64);

impl Default for MessageDeadline {
    fn default() -> Self {
        Self::NONE
    }
}

impl MessageDeadline {
    /// No message is incomplete.
    pub const NONE: Self = Self(u64::MAX);

    /// When it is, in the milliseconds of the loop's clock; `u64::MAX` for never.
    #[inline]
    #[must_use]
    pub fn due(self) -> u64 {
        self.0
    }

    /// Whether it is over.
    #[must_use]
    pub fn is_over(self, now_ms: u64) -> bool {
        now_ms >= self.0
    }

    /// A message was completed. The next one, which may have begun in the same read, has its own time.
    #[inline]
    pub fn message_ended(&mut self) {
        *self = Self::NONE;
    }

    /// All that was read is decoded, and is whole messages if `is_idle`. True if a message has begun, whose deadline is
    /// `after_ms` from now: the connection's timer has to be set.
    #[inline]
    #[must_use]
    pub fn watch(&mut self, is_idle: bool, now_ms: u64, after_ms: u64) -> bool {
        let begins = !is_idle && *self == Self::NONE;
        if is_idle {
            *self = Self::NONE;
        } else if begins {
            *self = Self(now_ms.saturating_add(after_ms));
        }
        begins
    }

    /// The peer was not read until now: a message that is incomplete has its whole time again.
    pub fn restart(&mut self, now_ms: u64, after_ms: u64) {
        if *self != Self::NONE {
            *self = Self(now_ms.saturating_add(after_ms));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_do_not_postpone_it_and_the_end_of_the_message_ends_it() {
        let mut deadline = MessageDeadline::default();
        assert!(!deadline.watch(true, 0, 100) && deadline.due() == u64::MAX);
        assert!(deadline.watch(false, 10, 100), "it begins");
        assert!(!deadline.watch(false, 50, 100), "it goes on");
        assert_eq!((deadline.due(), deadline.is_over(109), deadline.is_over(110)), (110, false, true));
        assert!(!deadline.watch(true, 60, 100) && !deadline.is_over(u64::MAX - 1));
    }

    #[test]
    fn the_next_message_of_the_same_read_has_its_own_time() {
        let mut deadline = MessageDeadline::NONE;
        assert!(deadline.watch(false, 0, 100));
        deadline.message_ended();
        assert!(deadline.watch(false, 90, 100), "its timer is set");
        assert_eq!(deadline.due(), 190);
    }

    #[test]
    fn who_was_not_read_has_the_whole_time_again() {
        let mut deadline = MessageDeadline::NONE;
        deadline.restart(5, 100);
        assert_eq!(deadline, MessageDeadline::NONE, "nothing has begun");
        assert!(deadline.watch(false, 0, 100));
        deadline.restart(70, 100);
        assert_eq!(deadline.due(), 170);
    }
}
