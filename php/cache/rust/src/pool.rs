//! Connections that outlive the objects they were opened for: those of the requests to come.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

/// What was given away under a key, at most `limit` of it.
#[derive(Debug)]
pub struct Pool<T> {
    limit: usize,
    /// The one given longest ago first. Looked through from the other end: a process has as many connections as it has
    /// servers, which are few, and what was given last is wanted first.
    kept: Mutex<VecDeque<(Box<[u8]>, T)>>,
}

impl<T> Pool<T> {
    /// An empty one. With a limit of 0 nothing is ever kept.
    #[must_use]
    pub fn new(limit: usize) -> Self {
        Self { limit, kept: Mutex::default() }
    }

    /// What was given last under this key.
    pub fn take(&self, key: &[u8]) -> Option<T> {
        // A panic of another thread left the list whole: each change of it is one step.
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().rposition(|(other, _)| **other == *key)?;
        kept.remove(at).map(|(_, found)| found)
    }

    /// Keeps it. What has no place any more comes back, to be dropped by the caller, when nobody waits for it.
    #[must_use]
    pub fn give(&self, key: &[u8], given: T) -> Option<T> {
        if self.limit == 0 {
            return Some(given);
        }
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let oldest = if kept.len() >= self.limit { kept.pop_front() } else { None };
        kept.push_back((key.into(), given));
        oldest.map(|(_, oldest)| oldest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_one_comes_back_first_and_the_oldest_goes() {
        let pool = Pool::new(3);
        for (key, number) in [(b"a", 1), (b"b", 2), (b"a", 3)] {
            assert_eq!(pool.give(key, number), None);
        }
        assert_eq!(pool.give(b"c", 4), Some(1));
        assert_eq!((pool.take(b"a"), pool.take(b"a")), (Some(3), None));
        assert_eq!((pool.take(b"c"), pool.take(b"b"), pool.take(b"b")), (Some(4), Some(2), None));
        assert_eq!(Pool::new(0).give(b"a", 1), Some(1));
    }
}
