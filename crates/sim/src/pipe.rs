//! One direction of a connection: messages arrive late, but in order.

use std::collections::VecDeque;

/// What was sent and has not arrived.
#[derive(Debug)]
pub(crate) struct Pipe<T> {
    messages: VecDeque<T>,
    /// When the newest of them arrives; no later one overtakes it.
    newest: u64,
}

impl<T> Pipe<T> {
    pub(crate) fn new() -> Self {
        Self { messages: VecDeque::new(), newest: 0 }
    }

    /// Sends a message that would arrive at `at` on an empty line; returns when it does.
    pub(crate) fn send(&mut self, message: T, at: u64) -> u64 {
        self.newest = self.newest.max(at);
        self.messages.push_back(message);
        self.newest
    }

    /// Nothing arrives before `at` from now on.
    pub(crate) fn stall(&mut self, at: u64) {
        self.newest = self.newest.max(at);
    }

    pub(crate) fn arrive(&mut self) -> Option<T> {
        self.messages.pop_front()
    }

    pub(crate) fn len(&self) -> usize {
        self.messages.len()
    }

    /// What is on its way is lost.
    pub(crate) fn cut(&mut self) {
        self.messages.clear();
    }
}
