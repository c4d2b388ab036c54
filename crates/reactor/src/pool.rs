//! The pool of empty outboxes.
//!
//! An outbox is returned as soon as it is empty, and the next connection with something to send
//! takes the one that was used last, whose buffer is still in the cache. So a steady load allocates
//! nothing, and an idle connection holds no outbox.

use crate::outbox::Outbox;

/// A stack of empty outboxes, bounded by their memory.
#[derive(Debug)]
pub(crate) struct Pool {
    #[allow(clippy::vec_box)] // connections hold them boxed: 8 bytes in a record instead of 120
    free: Vec<Box<Outbox>>,
    bytes: usize,
    /// Most memory to retain; outboxes that are returned above it are freed.
    limit: usize,
}

impl Pool {
    pub(crate) fn new(limit: usize) -> Self {
        Self { free: Vec::new(), bytes: 0, limit }
    }

    pub(crate) fn take(&mut self) -> Box<Outbox> {
        match self.free.pop() {
            Some(outbox) => {
                self.bytes -= outbox.footprint();
                outbox
            }
            None => Box::new(Outbox::new()),
        }
    }

    pub(crate) fn give(&mut self, mut outbox: Box<Outbox>) {
        let footprint = outbox.footprint();
        if self.bytes + footprint <= self.limit {
            outbox.clear();
            self.bytes += footprint;
            self.free.push(outbox);
        }
    }

    /// Memory held now.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_back_is_empty_and_used_again() {
        let mut pool = Pool::new(1 << 20);
        let mut outbox = pool.take();
        outbox.push(b"left over");
        let address = std::ptr::from_ref(&*outbox);
        pool.give(outbox);
        let again = pool.take();
        assert_eq!(address, std::ptr::from_ref(&*again));
        assert!(again.is_empty() && again.to_vec().is_empty());
        assert_eq!(pool.bytes(), 0);
    }

    #[test]
    fn memory_above_the_limit_is_freed() {
        let mut pool = Pool::new(4_096);
        let outboxes: Vec<_> = (0..100).map(|_| pool.take()).collect();
        outboxes.into_iter().for_each(|outbox| pool.give(outbox));
        assert!(pool.bytes() > 2_048 && pool.bytes() <= 4_096, "{}", pool.bytes());
        let mut large = Box::new(Outbox::new());
        large.push(&[0; 8_192]);
        let before = pool.bytes();
        pool.give(large);
        assert_eq!(pool.bytes(), before);
    }
}
