//! Commands that wait to be sent, and those that wait for their replies.
//!
//! Commands are kept until they are answered, so that they can be sent again on another connection. That has a limit, and ends
//! while the connection is held.

use std::collections::VecDeque;

use baton_resp::command;

/// Queued commands leave when they are more than this: 64 KiB, a third of what a socket of Linux takes at first.
pub(super) const AT_ONCE: usize = 64 << 10;

/// Unanswered commands are kept to 1 MiB in all, or if there is only one. Over that, a connection that is lost is a failure.
const KEPT: usize = 1 << 20;

/// Commands in the order in which they are sent.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    bytes: Vec<u8>,
    /// How much of `bytes` has been given to the stream.
    written: usize,
    /// How much of `bytes` is answered.
    answered: usize,
    /// The unanswered commands, if all of them are in `bytes`.
    kept: VecDeque<Kept>,
    /// How many commands are unanswered.
    pending: usize,
    /// Set when a command is not kept, until all are answered.
    is_forgetful: bool,
}

#[derive(Debug)]
struct Kept {
    end: usize,
    /// Whether it may run twice.
    is_repeatable: bool,
}

/// How a command is to be treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// It is sent again if the connection is lost before a reply.
    Repeatable,
    /// The same, but only if the server cannot have had it.
    Once,
}

impl Outbox {
    /// Queues a command.
    #[inline]
    pub(super) fn push<'a>(
        &mut self,
        args: impl Iterator<Item = &'a [u8]> + Clone,
        delivery: Delivery,
        is_held: bool,
    ) {
        command(&mut self.bytes, args);
        self.pending += 1;
        self.is_forgetful |= is_held;
        if !self.is_forgetful {
            let end = self.bytes.len();
            self.kept.push_back(Kept { end, is_repeatable: delivery == Delivery::Repeatable });
            self.is_forgetful = self.kept.len() > 1 && end - self.answered > KEPT;
        }
        if self.is_forgetful {
            self.kept.clear();
        }
    }

    /// What has not been given to the stream.
    #[inline]
    pub(super) fn unwritten(&self) -> &[u8] {
        self.bytes.get(self.written..).unwrap_or_default()
    }

    /// So much of it has.
    #[inline]
    pub(super) fn wrote(&mut self, bytes: usize) {
        self.written += bytes;
        if self.is_forgetful && self.written == self.bytes.len() {
            self.forget_bytes();
        }
    }

    /// How many commands are unanswered.
    pub(super) const fn pending(&self) -> usize {
        self.pending
    }

    /// The next unanswered command has been answered.
    #[inline]
    pub(super) fn answer(&mut self) {
        self.pending = self.pending.saturating_sub(1);
        if let Some(kept) = self.kept.pop_front() {
            self.answered = kept.end;
        }
        if self.pending == 0 && self.written == self.bytes.len() {
            self.is_forgetful = false;
            self.forget_bytes();
        } else if self.answered > AT_ONCE {
            // Where some command is always on its way, the answered ones would pile up.
            self.drop_answered();
        }
    }

    /// Whether another connection may be sent what is unanswered.
    pub(super) fn is_resendable(&self) -> bool {
        let is_untouched = self.written <= self.answered;
        !self.is_forgetful && (is_untouched || self.kept.iter().all(|kept| kept.is_repeatable))
    }

    /// Begins again with the first unanswered command.
    pub(super) fn rewind(&mut self) {
        self.drop_answered();
        self.written = 0;
    }

    fn drop_answered(&mut self) {
        self.bytes.drain(..self.answered);
        for kept in &mut self.kept {
            kept.end -= self.answered;
        }
        self.written = self.written.saturating_sub(self.answered);
        self.answered = 0;
    }

    /// Nothing is to be sent, and no reply will come.
    pub(super) fn forget(&mut self) {
        self.kept.clear();
        (self.pending, self.is_forgetful) = (0, false);
        self.forget_bytes();
    }

    #[inline]
    fn forget_bytes(&mut self) {
        self.bytes.clear();
        (self.written, self.answered) = (0, 0);
        if self.bytes.capacity() > 2 * AT_ONCE {
            self.bytes = Vec::new();
            self.kept.shrink_to(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn push(outbox: &mut Outbox, name: &[u8], delivery: Delivery) {
        outbox.push([name].into_iter(), delivery, false);
    }

    #[test]
    fn what_is_unanswered_is_sent_again() {
        let mut outbox = Outbox::default();
        push(&mut outbox, b"A", Delivery::Repeatable);
        push(&mut outbox, b"B", Delivery::Repeatable);
        let all = outbox.unwritten().to_vec();
        outbox.wrote(all.len());
        outbox.answer();
        assert!(outbox.is_resendable());
        outbox.rewind();
        assert_eq!((outbox.unwritten(), outbox.pending()), (&b"*1\r\n$1\r\nB\r\n"[..], 1));
        outbox.wrote(11);
        outbox.answer();
        assert!(outbox.unwritten().is_empty() && outbox.bytes.is_empty());
    }

    #[test]
    fn what_may_run_once_is_sent_again_only_if_it_never_left() {
        let mut outbox = Outbox::default();
        push(&mut outbox, b"INCR", Delivery::Once);
        assert!(outbox.is_resendable());
        outbox.wrote(1);
        assert!(!outbox.is_resendable());
        outbox.forget();
        push(&mut outbox, b"GET", Delivery::Repeatable);
        outbox.wrote(13);
        assert!(outbox.is_resendable());
    }

    #[test]
    fn what_is_held_is_forgotten_once_it_is_written() {
        let mut outbox = Outbox::default();
        outbox.push([&b"MULTI"[..]].into_iter(), Delivery::Repeatable, true);
        let len = outbox.unwritten().len();
        outbox.wrote(len);
        assert!(!outbox.is_resendable() && outbox.bytes.is_empty());
        push(&mut outbox, b"A", Delivery::Repeatable);
        assert!(!outbox.is_resendable(), "one before it is forgotten");
        outbox.wrote(11);
        outbox.answer();
        outbox.answer();
        push(&mut outbox, b"A", Delivery::Repeatable);
        assert!(outbox.is_resendable());
    }

    #[test]
    fn answered_commands_do_not_pile_up() {
        let mut outbox = Outbox::default();
        push(&mut outbox, b"A", Delivery::Repeatable);
        for _ in 0..100_000 {
            push(&mut outbox, b"A", Delivery::Repeatable);
            let len = outbox.unwritten().len();
            outbox.wrote(len);
            outbox.answer();
        }
        assert!(outbox.bytes.capacity() <= 4 * AT_ONCE, "{}", outbox.bytes.capacity());
        outbox.rewind();
        assert_eq!((outbox.unwritten(), outbox.pending()), (&b"*1\r\n$1\r\nA\r\n"[..], 1));
    }

    #[test]
    fn too_much_is_not_kept() {
        let mut outbox = Outbox::default();
        let big = vec![7; 2 * KEPT];
        push(&mut outbox, &big, Delivery::Repeatable);
        assert!(outbox.is_resendable(), "one is kept whatever its length");
        push(&mut outbox, b"A", Delivery::Repeatable);
        assert!(!outbox.is_resendable());
        let len = outbox.unwritten().len();
        outbox.wrote(len);
        assert!(outbox.bytes.capacity() == 0);
    }
}
