//! Bytes of requests that are not complete yet: the memory that clients can make the server hold before it knows what they want.
//!
//! Each kind of sender, by what the head proves, has a share of the limit, and may use what the others leave free. At the limit, the
//! kind that holds more than its share gives way, the oldest request first: an honest one is complete within moments, and one that
//! is meant to hold memory is not. So nobody without an app's secret can evict signed publishes, and nobody with a token the
//! requests of those who come. Within a kind, it is a request of the app that holds most.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use baton_hub::{AppId, LoopId};
use baton_reactor::ConnectionId;
use tokio::sync::Notify;

/// What the head of a request proves about its sender, the least first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Proof {
    /// Nothing, or it is incomplete too.
    None,
    /// The sender has a token of this app's, or a ticket, which everyone who uses an application may have.
    Token(Option<AppId>),
    /// The sender has a secret of this app's.
    Secret(AppId),
}

impl Proof {
    /// The place of its kind among the [`Requests::kinds`].
    fn kind(self) -> usize {
        match self {
            Self::None => 0,
            Self::Token(_) => 1,
            Self::Secret(_) => 2,
        }
    }

    fn app(self) -> Option<AppId> {
        match self {
            Self::None => None,
            Self::Token(app) => app,
            Self::Secret(app) => Some(app),
        }
    }
}

/// Who holds an incomplete request.
pub(crate) enum Holder {
    /// A connection of a loop, which gives way where the loop finds it among [`Evicted`].
    Connection(LoopId, ConnectionId),
    /// A task, which is notified.
    Task(Arc<Notify>),
    /// Bytes on their way to a task, which are given up at once.
    Ahead(Arc<Bytes>),
}

/// Bytes that a loop has read and hyper has not; `None` once they were given up.
type Bytes = Mutex<Option<Vec<u8>>>;

/// What a loop has read of a connection that it gives to hyper, until hyper reads it: the beginning of a request, or several.
pub(crate) struct ReadAhead {
    bytes: Arc<Bytes>,
    /// How many of them have been read.
    given: usize,
    _held: Holding,
}

/// Bytes had to give way to others' before they were read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct GivenUp;

impl ReadAhead {
    /// Counts these bytes, which begin with a request whose head proves so much.
    pub(crate) fn begin(all: &Arc<Incomplete>, proof: Proof, bytes: Vec<u8>) -> (Self, Evicted) {
        let len = bytes.capacity();
        let bytes = Arc::new(Mutex::new(Some(bytes)));
        let held = all.begin(proof, Holder::Ahead(bytes.clone()));
        let evicted = held.hold(len);
        (Self { bytes, given: 0, _held: held }, evicted)
    }

    /// Has `read` take some of the bytes that are left, and say how many; whether it was the rest.
    pub(crate) fn read(&mut self, read: impl FnOnce(&[u8]) -> usize) -> Result<bool, GivenUp> {
        let bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes = bytes.as_ref().ok_or(GivenUp)?;
        self.given += read(bytes.get(self.given..).unwrap_or_default());
        Ok(self.given >= bytes.len())
    }

    /// The bytes that nobody has read.
    pub(crate) fn into_rest(self) -> Result<Vec<u8>, GivenUp> {
        let mut bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner).take().ok_or(GivenUp)?;
        Ok(bytes.split_off(self.given.min(bytes.len())))
    }

    pub(crate) fn is_given_up(&self) -> bool {
        self.bytes.lock().unwrap_or_else(PoisonError::into_inner).is_none()
    }
}

/// The incomplete requests of the process.
pub(crate) struct Incomplete {
    /// The setting `request_bytes`.
    limit: AtomicUsize,
    requests: Mutex<Requests>,
}

#[derive(Default)]
struct Requests {
    /// How many there have been; the number of the next one.
    begun: u64,
    /// By [`Proof::kind`].
    kinds: [Kind; 3],
    /// Connections that give way as soon as their loops look.
    evicted: HashMap<LoopId, Vec<ConnectionId>>,
}

/// The requests of one kind of sender.
#[derive(Default)]
struct Kind {
    bytes: usize,
    /// Of each app that holds any.
    apps: HashMap<Option<AppId>, Held>,
}

/// The requests of one kind of sender of one app.
#[derive(Default)]
struct Held {
    bytes: usize,
    /// By their numbers, the oldest first.
    requests: BTreeMap<u64, Request>,
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
        Arc::new(Self { limit: AtomicUsize::new(limit), requests: Mutex::default() })
    }

    /// Replaces the limit; what is beyond it gives way when more comes.
    pub(crate) fn set_limit(&self, limit: usize) {
        self.limit.store(limit, Ordering::Relaxed);
    }

    /// A request begins to be held.
    pub(crate) fn begin(self: &Arc<Self>, proof: Proof, holder: Holder) -> Holding {
        let of = match holder {
            Holder::Connection(id, _) => Some(id),
            Holder::Task(_) | Holder::Ahead(_) => None,
        };
        let mut requests = self.table();
        let number = requests.begun;
        requests.begun += 1;
        let held = requests.kinds[proof.kind()].apps.entry(proof.app()).or_default();
        held.requests.insert(number, Request { bytes: 0, holder });
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
        let (&app, held) = kind.apps.iter().max_by_key(|(_, held)| held.bytes)?;
        let (&number, _) = held.requests.first_key_value()?;
        kind.take(app, number)
    }
}

impl Kind {
    fn hold(&mut self, app: Option<AppId>, number: u64, bytes: usize) {
        let Some(held) = self.apps.get_mut(&app) else { return };
        let Some(request) = held.requests.get_mut(&number) else { return }; // it gives way already
        let before = std::mem::replace(&mut request.bytes, bytes);
        held.bytes = held.bytes - before + bytes;
        self.bytes = self.bytes - before + bytes;
    }

    fn take(&mut self, app: Option<AppId>, number: u64) -> Option<Request> {
        let held = self.apps.get_mut(&app)?;
        let request = held.requests.remove(&number)?;
        held.bytes -= request.bytes;
        self.bytes -= request.bytes;
        if held.requests.is_empty() {
            self.apps.remove(&app);
        }
        Some(request)
    }
}

impl Holding {
    /// The request holds so many bytes by now.
    pub(crate) fn hold(&self, bytes: usize) -> Evicted {
        let mut requests = self.table.table();
        let mut evicted = Evicted::default();
        requests.kinds[self.proof.kind()].hold(self.proof.app(), self.number, bytes);
        let limit = self.table.limit.load(Ordering::Relaxed);
        while requests.bytes() > limit && !baton_planted::planted!("no request bytes limit") {
            let Some(request) = requests.pop(limit) else { break };
            match request.holder {
                Holder::Task(task) => task.notify_one(),
                Holder::Ahead(bytes) => *bytes.lock().unwrap_or_else(PoisonError::into_inner) = None,
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
        drop(self.table.table().kinds[self.proof.kind()].take(self.proof.app(), self.number));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const APP: AppId = AppId(7);
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
        let (token, secret) = (Proof::Token(Some(APP)), Proof::Secret(APP));
        assert_eq!(begin(0, secret, 50), []);
        assert_eq!(begin(1, Proof::None, 25), []);
        assert_eq!(begin(2, token, 25), []);
        assert_eq!(begin(3, token, 1), [conn(2)], "its own kind, and neither less nor more proof");
        assert_eq!(begin(4, Proof::None, 30), [conn(1)]);
        assert_eq!(begin(5, secret, 20), [conn(4)], "what is within its share stays");
        assert_eq!(begin(6, secret, 30), [conn(0)], "also of those who have the secret");
        assert_eq!(table.bytes(), 51);
    }

    #[test]
    fn the_app_that_holds_most_gives_way() {
        let table = Incomplete::new(100);
        let begin = |n, app| table.begin(Proof::Secret(AppId(app)), Holder::Connection(HERE, conn(n)));
        let modest = begin(0, 1);
        assert_eq!(modest.hold(30).here, []);
        let greedy: Vec<_> = (1..4).map(|n| begin(n, 2)).collect();
        assert_eq!(greedy[0].hold(30).here, []);
        assert_eq!(greedy[1].hold(40).here, []);
        assert_eq!(greedy[2].hold(10).here, [conn(1)], "though another app's is older");
        assert_eq!(modest.hold(45).here, [], "this fits");
        assert_eq!(modest.hold(60).here, [conn(0)]);
        drop((modest, greedy));
        assert_eq!(table.bytes(), 0);
        assert!(table.table().kinds.iter().all(|kind| kind.apps.is_empty()));
    }

    #[test]
    fn what_is_read_ahead_is_given_up_until_it_is_read() {
        let table = Incomplete::new(100);
        let (mut first, evicted) = ReadAhead::begin(&table, Proof::None, vec![1; 40]);
        assert_eq!(evicted, Evicted::default());
        let (mut second, _) = ReadAhead::begin(&table, Proof::None, vec![2; 40]);
        assert_eq!(first.read(|bytes| bytes.len().min(30)), Ok(false));
        assert_eq!(second.read(|bytes| bytes.len()), Ok(true));
        assert_eq!(table.bytes(), 80, "until it is dropped");
        let (third, _) = ReadAhead::begin(&table, Proof::None, vec![3; 40]);
        assert_eq!(first.read(|_| unreachable!()), Err(GivenUp));
        assert!(first.is_given_up() && !third.is_given_up());
        assert_eq!((first.into_rest(), third.into_rest()), (Err(GivenUp), Ok(vec![3; 40])));
        drop(second);
        assert_eq!(table.bytes(), 0);
    }

    #[test]
    fn another_loop_is_told_once_until_it_looks() {
        let table = Incomplete::new(100);
        let there: Vec<_> =
            (0..3).map(|n| table.begin(Proof::None, Holder::Connection(THERE, conn(n)))).collect();
        there.iter().for_each(|one| assert_eq!(one.hold(30), Evicted::default()));
        let here = table.begin(Proof::Token(None), Holder::Connection(HERE, conn(9)));
        assert_eq!(here.hold(30), Evicted { here: vec![], elsewhere: vec![THERE] });
        assert_eq!(here.hold(60), Evicted::default(), "it has been notified");
        assert_eq!(table.evicted(THERE), [conn(0), conn(1)]);
        assert_eq!(table.evicted(THERE), []);
        assert_eq!(here.hold(90).elsewhere, [THERE]);
        assert_eq!(
            there[2].hold(99).here,
            [conn(2)],
            "a loop finds its own, evicted by itself or by another"
        );
    }

    #[tokio::test]
    async fn one_that_is_larger_than_all_may_be_gives_way_itself() {
        let table = Incomplete::new(100);
        let task = Arc::new(Notify::new());
        let one = table.begin(Proof::Secret(APP), Holder::Task(task.clone()));
        assert_eq!(one.hold(101), Evicted::default());
        task.notified().await;
        assert_eq!(table.bytes(), 0);
    }
}
