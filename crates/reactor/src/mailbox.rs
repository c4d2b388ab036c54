//! A bounded queue from any thread to one loop, in which a place can be reserved before there is a message.
//!
//! A publisher must know that every loop can take its message *before* the message gets its offset,
//! so places are [reserved](Sender::try_reserve) first and used inside the critical section that
//! sets the order.
//!
//! **Waking.** A system call per message would cost more than the message. The receiver says when
//! it is about to sleep, and the sender that finds this mark clears it and wakes: one call per
//! sleep, and none while the loop is busy. Mark and queue are under one mutex, so there is no order
//! of events in which a message is in the queue, the mark is set, and no sender wakes: the sender
//! that pushed either ran before `prepare_to_sleep`, which then sees the message and refuses, or
//! after it, and then sees the mark.

use std::mem;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::Waker;

/// A mailbox for at most `capacity` reserved messages, whose receiver is woken by `waker`.
///
/// Memory: `capacity` messages in the queue, and as many again in the vector that the receiver drains into.
#[must_use]
pub fn mailbox<T>(capacity: usize, waker: Arc<Waker>) -> (Sender<T>, Receiver<T>) {
    let queue = Queue { messages: Vec::new(), reserved: 0, sleeping: false };
    let shared = Arc::new(Shared { capacity, taken: AtomicUsize::new(0), queue: Mutex::new(queue), waker });
    (Sender(Arc::clone(&shared)), Receiver(shared))
}

#[derive(Debug)]
struct Shared<T> {
    capacity: usize,
    /// Places that are reserved or used by a message in the queue.
    taken: AtomicUsize,
    queue: Mutex<Queue<T>>,
    waker: Arc<Waker>,
}

#[derive(Debug)]
struct Queue<T> {
    messages: Vec<T>,
    /// How many of the messages hold a place.
    reserved: usize,
    /// The receiver sleeps, or is about to.
    sleeping: bool,
}

impl<T> Shared<T> {
    fn queue(&self) -> MutexGuard<'_, Queue<T>> {
        // Nothing that can panic runs under this lock but the allocator, and a vector is whole at any time.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, message: T, reserved: usize) {
        let mut queue = self.queue();
        queue.messages.push(message);
        queue.reserved += reserved;
        let sleeping = mem::take(&mut queue.sleeping);
        drop(queue);
        if sleeping {
            self.waker.wake();
        }
    }
}

/// Puts messages into a mailbox; clone it for each thread.
#[derive(Debug)]
pub struct Sender<T>(Arc<Shared<T>>);

impl<T> Clone for Sender<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> Sender<T> {
    /// Reserves a place for one message. `false` when all are taken: the loop is overloaded, and
    /// the caller must refuse its publisher (503 with Retry-After) or pause it. A place must be
    /// used with [`push_reserved`](Self::push_reserved) or returned with
    /// [`cancel_reservation`](Self::cancel_reservation).
    #[must_use]
    pub fn try_reserve(&self) -> bool {
        // Only the count itself is agreed on here; messages are ordered by the mutex.
        let take = |taken: usize| (taken < self.0.capacity).then_some(taken + 1);
        self.0.taken.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).is_ok()
    }

    /// Uses a reserved place; never fails and never waits for the receiver.
    pub fn push_reserved(&self, message: T) {
        self.0.push(message, 1);
    }

    /// Returns a place that is not needed after all.
    pub fn cancel_reservation(&self) {
        self.0.taken.fetch_sub(1, Ordering::Relaxed);
    }

    /// Adds a message without a place. For messages that are limited in another way: an answer to a
    /// command of which each connection has one at most, a new connection, a shutdown.
    pub fn push_unreserved(&self, message: T) {
        self.0.push(message, 0);
    }

    /// Places in use, for metrics.
    #[must_use]
    pub fn taken(&self) -> usize {
        self.0.taken.load(Ordering::Relaxed)
    }
}

/// Takes messages out. One per mailbox, owned by the loop.
#[derive(Debug)]
pub struct Receiver<T>(Arc<Shared<T>>);

impl<T> Receiver<T> {
    /// Places in use: messages that wait, and some that are about to.
    #[must_use]
    pub fn taken(&self) -> usize {
        self.0.taken.load(Ordering::Relaxed)
    }

    /// Moves all messages to the end of `into`, oldest first, and frees their places. With an empty
    /// `into` the two vectors are swapped, so that neither is ever copied or reallocated.
    pub fn drain_into(&mut self, into: &mut Vec<T>) {
        let mut queue = self.0.queue();
        if into.is_empty() {
            mem::swap(&mut queue.messages, into);
        } else {
            into.append(&mut queue.messages);
        }
        let freed = mem::take(&mut queue.reserved);
        drop(queue);
        self.0.taken.fetch_sub(freed, Ordering::Relaxed);
    }

    /// To be called just before the loop waits: `true` if it may, and the next message will then wake it; `false`
    /// if there are messages already, and the wait must have timeout 0.
    #[must_use]
    pub fn prepare_to_sleep(&mut self) -> bool {
        let mut queue = self.0.queue();
        queue.sleeping = queue.messages.is_empty();
        queue.sleeping
    }

    /// To be called after the wait: senders need not wake the loop any more.
    pub fn awake(&mut self) {
        self.0.queue().sleeping = false;
    }
}

#[cfg(test)]
#[path = "mailbox_tests.rs"]
mod tests;
