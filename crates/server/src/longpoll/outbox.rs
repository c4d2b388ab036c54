//! What waits for the next poll of a session.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Bytes of messages at which an answer is full; the rest is in the next one. A longer message comes alone.
pub(super) const ANSWER_BYTES: usize = 256 * 1024;

/// What a message takes beside its text: its entry here, and the counts of its reference.
const ENTRY_BYTES: usize = 40;

/// Bytes that wait for polls, of all sessions of the process.
#[derive(Debug, Clone, Default)]
pub(super) struct Total(Arc<AtomicUsize>);

impl Total {
    pub(super) fn bytes(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

/// What became of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pushed {
    /// It is queued, and polls have yet to be notified; or they will be for a message before it.
    Queued { is_first: bool },
    /// It does not fit, and nothing that counts is queued any more. Reported once.
    Overflowed,
    /// The session has ended, or has overflowed before.
    Refused,
}

/// The messages of one session, in their order. A message that many clients receive is here by reference.
#[derive(Debug)]
pub(super) struct Outbox {
    messages: VecDeque<Message>,
    /// What they take, and how much of that counts against the limit.
    bytes: usize,
    counted: usize,
    /// Since when more waits than one answer holds, in milliseconds.
    behind_since: Option<u64>,
    has_overflowed: bool,
    has_ended: bool,
    /// Polls have not been notified of what is queued.
    is_untold: bool,
    /// The loop does not read the client until no more than so much waits.
    room_wanted: Option<usize>,
    total: Total,
}

#[derive(Debug)]
struct Message {
    text: Arc<[u8]>,
    is_exempt: bool,
}

impl Message {
    fn bytes(&self) -> usize {
        self.text.len() + ENTRY_BYTES
    }
}

/// What a poll takes.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Taken {
    /// The next messages; whether the loop may read the client again, which it waits for.
    Messages(Vec<Arc<[u8]>>, bool),
    /// None has come.
    Nothing,
    /// None has, and none will.
    Ended,
}

impl Outbox {
    pub(super) fn new(total: Total) -> Self {
        Self {
            messages: VecDeque::new(),
            bytes: 0,
            counted: 0,
            behind_since: None,
            has_overflowed: false,
            has_ended: false,
            is_untold: false,
            room_wanted: None,
            total,
        }
    }

    /// Queues a message, which counts against the `limit` if there is one.
    pub(super) fn push(&mut self, text: Arc<[u8]>, limit: Option<usize>, now_ms: u64) -> Pushed {
        if self.has_ended || (limit.is_some() && self.has_overflowed) {
            return Pushed::Refused;
        }
        let message = Message { text, is_exempt: limit.is_none() };
        let bytes = message.bytes();
        if let Some(limit) = limit {
            if self.counted + bytes > limit {
                self.has_overflowed = true;
                return Pushed::Overflowed;
            }
            self.counted += bytes;
        }
        self.bytes += bytes;
        self.total.0.fetch_add(bytes, Ordering::Relaxed);
        self.messages.push_back(message);
        if self.bytes > ANSWER_BYTES {
            self.behind_since.get_or_insert(now_ms);
        }
        Pushed::Queued { is_first: !std::mem::replace(&mut self.is_untold, true) }
    }

    /// What one answer holds.
    pub(super) fn take(&mut self, now_ms: u64) -> Taken {
        let (mut taken, mut bytes) = (Vec::new(), 0);
        while let Some(next) = self.messages.front()
            && (taken.is_empty() || bytes + next.text.len() <= ANSWER_BYTES)
            && let Some(next) = self.messages.pop_front()
        {
            bytes += next.text.len();
            self.forget(&next);
            taken.push(next.text);
        }
        if taken.is_empty() {
            return if self.has_ended { Taken::Ended } else { Taken::Nothing };
        }
        if self.messages.is_empty() {
            self.messages = VecDeque::new(); // an idle session holds nothing
        }
        self.behind_since = (self.bytes > ANSWER_BYTES).then_some(now_ms);
        let has_room = self.room_wanted.is_some_and(|most| self.bytes <= most);
        if has_room {
            self.room_wanted = None;
        }
        Taken::Messages(taken, has_room)
    }

    /// Whether no more than `most` bytes wait. If more do, the poll that changes it [says so](Taken::Messages).
    pub(super) fn has_room(&mut self, most: usize) -> bool {
        let has_room = self.bytes <= most;
        self.room_wanted = (!has_room).then_some(most);
        has_room
    }

    /// Bytes that wait.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Polls have been notified of all that is queued.
    pub(super) fn tell(&mut self) {
        self.is_untold = false;
    }

    /// Since when more waits than one answer holds.
    pub(super) fn behind_since(&self) -> Option<u64> {
        self.behind_since
    }

    /// Nothing more comes; what waits may still be taken.
    pub(super) fn end(&mut self) {
        self.has_ended = true;
        self.behind_since = None;
    }

    /// Nothing more comes, and nobody takes what waits.
    pub(super) fn discard(&mut self) {
        self.end();
        for message in std::mem::take(&mut self.messages) {
            self.forget(&message);
        }
    }

    pub(super) fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// A message is not queued any more.
    fn forget(&mut self, message: &Message) {
        let bytes = message.bytes();
        self.bytes -= bytes;
        if !message.is_exempt {
            self.counted -= bytes;
        }
        self.total.0.fetch_sub(bytes, Ordering::Relaxed);
    }
}

impl Drop for Outbox {
    fn drop(&mut self) {
        self.discard();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(len: usize) -> Arc<[u8]> {
        vec![b'x'; len].into()
    }

    fn lengths(taken: Taken) -> Vec<usize> {
        match taken {
            Taken::Messages(messages, _) => messages.iter().map(|message| message.len()).collect(),
            Taken::Nothing | Taken::Ended => Vec::new(),
        }
    }

    #[test]
    fn an_answer_has_a_size_and_what_is_left_comes_next() {
        let mut outbox = Outbox::new(Total::default());
        for len in [100_000, 100_000, 100_000, 2, 300_000, 1] {
            outbox.push(text(len), Some(1 << 20), 0);
        }
        assert_eq!(lengths(outbox.take(0)), [100_000, 100_000]);
        assert_eq!(lengths(outbox.take(0)), [100_000, 2]);
        assert_eq!(lengths(outbox.take(0)), [300_000], "a longer one comes alone");
        assert_eq!(lengths(outbox.take(0)), [1]);
        assert_eq!(outbox.take(0), Taken::Nothing);
    }

    #[test]
    fn what_counts_has_a_limit_and_after_that_only_what_does_not_is_queued() {
        let total = Total::default();
        let mut outbox = Outbox::new(total.clone());
        let entry = 100 + ENTRY_BYTES;
        assert_eq!(outbox.push(text(5_000), None, 0), Pushed::Queued { is_first: true });
        assert_eq!(outbox.push(text(100), Some(2 * entry), 0), Pushed::Queued { is_first: false });
        assert_eq!(outbox.push(text(100), Some(2 * entry), 0), Pushed::Queued { is_first: false });
        assert_eq!(outbox.push(text(1), Some(2 * entry), 0), Pushed::Overflowed);
        assert_eq!(outbox.push(text(1), Some(2 * entry), 0), Pushed::Refused, "it is reported once");
        outbox.push(text(3), None, 0);
        assert_eq!(total.bytes(), outbox.bytes());
        assert_eq!(lengths(outbox.take(0)), [5_000, 100, 100, 3]);
        assert_eq!((outbox.bytes(), outbox.counted, total.bytes()), (0, 0, 0));
    }

    #[test]
    fn what_an_answer_does_not_hold_has_an_age() {
        let mut outbox = Outbox::new(Total::default());
        outbox.push(text(ANSWER_BYTES - ENTRY_BYTES), None, 1);
        assert_eq!(outbox.behind_since(), None);
        outbox.push(text(1), None, 2);
        outbox.push(text(ANSWER_BYTES), None, 3);
        assert_eq!(outbox.behind_since(), Some(2));
        outbox.take(4);
        assert_eq!(outbox.behind_since(), Some(4), "it is read, and the rest waits from now on");
        outbox.take(5);
        outbox.take(6);
        assert_eq!(outbox.behind_since(), None);
    }

    #[test]
    fn what_came_before_the_end_is_taken_before_the_end() {
        let total = Total::default();
        let mut outbox = Outbox::new(total.clone());
        outbox.push(text(1), None, 0);
        outbox.end();
        assert_eq!(outbox.push(text(2), None, 0), Pushed::Refused);
        assert_eq!(lengths(outbox.take(0)), [1]);
        assert_eq!(outbox.take(0), Taken::Ended);
        let mut other = Outbox::new(total.clone());
        other.push(text(1), None, 0);
        other.discard();
        assert_eq!((other.take(0), total.bytes()), (Taken::Ended, 0));
    }

    #[test]
    fn the_poll_that_makes_room_says_so_once() {
        let mut outbox = Outbox::new(Total::default());
        outbox.push(text(10), None, 0);
        assert!(outbox.has_room(50));
        assert!(matches!(outbox.take(0), Taken::Messages(_, false)), "nobody waits for it");
        outbox.push(text(ANSWER_BYTES), None, 0);
        outbox.push(text(ANSWER_BYTES), None, 0);
        assert!(!outbox.has_room(50));
        assert!(matches!(outbox.take(0), Taken::Messages(_, false)), "there is too much yet");
        assert!(matches!(outbox.take(0), Taken::Messages(_, true)));
        outbox.push(text(1), None, 0);
        assert!(matches!(outbox.take(0), Taken::Messages(_, false)));
    }

    #[test]
    fn polls_are_told_once_of_what_comes_together() {
        let mut outbox = Outbox::new(Total::default());
        assert_eq!(outbox.push(text(1), None, 0), Pushed::Queued { is_first: true });
        assert_eq!(outbox.push(text(1), None, 0), Pushed::Queued { is_first: false });
        outbox.tell();
        assert_eq!(outbox.push(text(1), None, 0), Pushed::Queued { is_first: true });
    }
}
