//! Bytes of requests that are not complete yet: the memory that clients can make the server hold before it knows what they want.
//!
//! Each kind of sender, by what the head proves, has a share of the limit, and may use what the others leave free. At the limit, the
//! kind that holds more than its share gives way, the oldest request first: an honest one is complete within moments, and one that
//! is meant to hold memory is not. So nobody without an app's secret can evict signed publishes, and nobody with a token the
//! requests of those who come.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use baton_hub::LoopId;
use baton_reactor::ConnectionId;
use tokio::sync::Notify;

/// What the head of a request proves about its sender, the least first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Proof {
    /// Nothing, or it is incomplete too.
    None,
    /// The sender has a token or ticket, which everyone who uses an application may have.
    Token,
    /// The sender has a secret of the app's.
    Secret,
}

/// Who holds an incomplete request.
pub(crate) enum Holder {
    /// A connection of a loop, which gives way where the loop finds it among [`Evicted`].
    Connection(LoopId, ConnectionId),
    /// A task, which is notified.
    Task(Arc<Notify>),
}

/// The incomplete requests of the process.
pub(crate) struct Incomplete {
    /// The setting `request_bytes`.
    limit: usize,
    requests: Mutex<Requests>,
}

#[derive(Default)]
struct Requests {
    /// How many there have been; the number of the next one.
    begun: u64,
    /// By [`Proof`].
    kinds: [Kind; 3],
    /// Connections that give way as soon as their loops look.
    evicted: HashMap<LoopId, Vec<ConnectionId>>,
}

/// The requests of one kind of sender.
#[derive(Default)]
struct Kind {
    bytes: usize,
    /// By their numbers, the oldest first.
    held: BTreeMap<u64, Request>,
}

struct Request {
    bytes: usize,
    holder: Holder,
}

/// An incomplete request; its bytes count until this is dropped.
pub(crate) struct Holding {
    table: Arc<Incomplete>,
    proof: Proof,
    number: u64,
    of: Option<LoopId>,
}

/// What has to give way for a request.
#[derive(Debug, Default, PartialEq, Eq)]
#[must_use]
pub(crate) struct Evicted {
    /// Connections of the same loop, whose memory is not free before they have given way.
    pub(crate) here: Vec<ConnectionId>,
    /// Other loops, which have to [look](Incomplete::evicted).
    pub(crate) elsewhere: Vec<LoopId>,
}

impl Incomplete {
    pub(crate) fn new(limit: usize) -> Arc<Self> {
        Arc::new(Self { limit, requests: Mutex::default() })
    }

    /// A request begins to be held.
    pub(crate) fn begin(self: &Arc<Self>, proof: Proof, holder: Holder) -> Holding {
        let of = match holder {
            Holder::Connection(id, _) => Some(id),
            Holder::Task(_) => None,
        };
        let mut requests = self.table();
        let number = requests.begun;
        requests.begun += 1;
        requests.kinds[proof as usize].held.insert(number, Request { bytes: 0, holder });
        Holding { table: Arc::clone(self), proof, number, of }
    }

    /// Bytes that are held now.
    pub(crate) fn bytes(&self) -> usize {
        self.table().bytes()
    }

    /// The connections of a loop that give way.
    pub(crate) fn evicted(&self, of: LoopId) -> Vec<ConnectionId> {
        self.table().evicted.remove(&of).unwrap_or_default()
    }

    fn table(&self) -> MutexGuard<'_, Requests> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Requests {
    fn bytes(&self) -> usize {
        self.kinds.iter().map(|kind| kind.bytes).sum()
    }

    /// Takes out what gives way first of more than `limit` bytes.
    fn pop(&mut self, limit: usize) -> Option<Request> {
        // Half is for those with an app's secret. Of kinds that hold more than the limit, one holds more than its share.
        let shares = [limit / 4, limit / 4, limit / 2];
        let (kind, _) = self.kinds.iter_mut().zip(shares).find(|(kind, share)| kind.bytes > *share)?;
        let (_, request) = kind.held.pop_first()?;
        kind.bytes -= request.bytes;
        Some(request)
    }
}

impl Holding {
    /// The request holds so many bytes by now.
    pub(crate) fn hold(&self, bytes: usize) -> Evicted {
        let mut requests = self.table.table();
        let mut evicted = Evicted::default();
        let kind = &mut requests.kinds[self.proof as usize];
        if let Some(request) = kind.held.get_mut(&self.number) {
            let before = std::mem::replace(&mut request.bytes, bytes);
            kind.bytes = kind.bytes - before + bytes;
        } // else it gives way already
        while requests.bytes() > self.table.limit && !baton_planted::planted!("no request bytes limit") {
            let Some(request) = requests.pop(self.table.limit) else { break };
            match request.holder {
                Holder::Task(task) => task.notify_one(),
                Holder::Connection(id, conn) => {
                    let waiting = requests.evicted.entry(id).or_default();
                    if waiting.is_empty() && self.of != Some(id) {
                        evicted.elsewhere.push(id);
                    }
                    waiting.push(conn);
                }
            }
        }
        if let Some(of) = self.of {
            evicted.here = requests.evicted.remove(&of).unwrap_or_default();
        }
        evicted
    }
}

impl Drop for Holding {
    fn drop(&mut self) {
        let mut requests = self.table.table();
        let kind = &mut requests.kinds[self.proof as usize];
        if let Some(request) = kind.held.remove(&self.number) {
            kind.bytes -= request.bytes;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: LoopId = LoopId(0);
    const THERE: LoopId = LoopId(1);

    fn conn(n: u64) -> ConnectionId {
        ConnectionId::from_bits(1 << 32 | n).unwrap()
    }

    #[test]
    fn the_oldest_give_way_until_the_rest_fits() {
        let table = Incomplete::new(100);
        let begin = |n: u64| table.begin(Proof::None, Holder::Connection(HERE, conn(n)));
        let held: Vec<_> = (0..4).map(begin).collect();
        for one in &held {
            assert_eq!(one.hold(25), Evicted::default());
        }
        assert_eq!(table.bytes(), 100);
        assert_eq!(held[3].hold(60).here, [conn(0), conn(1)]);
        assert_eq!(table.bytes(), 85);
        assert_eq!(held[0].hold(99), Evicted::default());
        assert_eq!(table.bytes(), 85, "what gives way is not counted any more");
        assert_eq!(held[2].hold(10), Evicted::default());
        assert_eq!(table.bytes(), 70, "less is held");
        drop(held);
        assert_eq!(table.bytes(), 0);
    }

    #[test]
    fn the_kind_that_holds_more_than_its_share_gives_way() {
        let table = Incomplete::new(100);
        let mut held = Vec::new();
        let mut begin = |n, proof, bytes| {
            let one = table.begin(proof, Holder::Connection(HERE, conn(n)));
            let evicted = one.hold(bytes);
            held.push(one);
            evicted.here
        };
        assert_eq!(begin(0, Proof::Secret, 50), []);
        assert_eq!(begin(1, Proof::None, 25), []);
        assert_eq!(begin(2, Proof::Token, 25), []);
        assert_eq!(begin(3, Proof::Token, 1), [conn(2)], "its own kind, and neither less nor more proof");
        assert_eq!(begin(4, Proof::None, 30), [conn(1)]);
        assert_eq!(begin(5, Proof::Secret, 20), [conn(4)], "what is within its share stays");
        assert_eq!(begin(6, Proof::Secret, 30), [conn(0)], "also of those who have the secret");
        assert_eq!(table.bytes(), 51);
    }

    #[test]
    fn another_loop_is_told_once_until_it_looks() {
        let table = Incomplete::new(100);
        let there: Vec<_> =
            (0..3).map(|n| table.begin(Proof::None, Holder::Connection(THERE, conn(n)))).collect();
        there.iter().for_each(|one| assert_eq!(one.hold(30), Evicted::default()));
        let here = table.begin(Proof::Token, Holder::Connection(HERE, conn(9)));
        assert_eq!(here.hold(30), Evicted { here: vec![], elsewhere: vec![THERE] });
        assert_eq!(here.hold(60), Evicted::default(), "it has been told");
        assert_eq!(table.evicted(THERE), [conn(0), conn(1)]);
        assert_eq!(table.evicted(THERE), []);
        assert_eq!(here.hold(90).elsewhere, [THERE]);
        assert_eq!(there[2].hold(99).here, [conn(2)], "a loop finds its own whoever evicted them");
    }

    #[tokio::test]
    async fn one_that_is_larger_than_all_may_be_gives_way_itself() {
        let table = Incomplete::new(100);
        let task = Arc::new(Notify::new());
        let one = table.begin(Proof::Secret, Holder::Task(task.clone()));
        assert_eq!(one.hold(101), Evicted::default());
        task.notified().await;
        assert_eq!(table.bytes(), 0);
    }
}
