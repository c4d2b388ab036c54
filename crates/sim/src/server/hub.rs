//! The shards, and the mailboxes between them and the loops.

use std::{
    cell::{Cell, RefCell},
    collections::{BTreeSet, VecDeque},
    num::NonZero,
    sync::Arc,
};

use baton_hub::{AppId, Effects, Event, Full, HashSeed, Publication, Shard, Shards};

use baton_protocols::Ticket;

use super::node::Cluster;
use crate::Conditions;

/// All shards of the process.
pub(crate) struct Hub {
    seed: HashSeed,
    shards: Vec<RefCell<Shard>>,
    post: RefCell<Post>,
    limit: usize,
    /// Refusals for want of channels where a channel that nobody is on could have given way.
    unjust: Cell<u32>,
    tickets: Cell<u64>,
    /// Where it is one of several nodes.
    pub(super) cluster: Option<Cluster>,
    /// How often a command showed that others were missing.
    pub(super) gaps: Cell<u64>,
    /// Commands that were missing still when they had been read again.
    pub(super) unfilled: Cell<u64>,
}

struct Post {
    mailboxes: Vec<VecDeque<Arc<Publication>>>,
    room: usize,
    /// Loops whose mailbox was empty and is not.
    awake: BTreeSet<usize>,
}

impl Effects for Post {
    fn reserve(&mut self, loops: u64) -> Result<(), Full> {
        let full = |(index, mailbox): (usize, &VecDeque<_>)| bit(loops, index) && mailbox.len() >= self.room;
        if self.mailboxes.iter().enumerate().any(full) { Err(Full) } else { Ok(()) }
    }

    fn deliver(&mut self, loops: u64, publication: Arc<Publication>) {
        for (index, mailbox) in self.mailboxes.iter_mut().enumerate().filter(|(index, _)| bit(loops, *index))
        {
            if mailbox.is_empty() {
                self.awake.insert(index);
            }
            mailbox.push_back(Arc::clone(&publication));
        }
    }

    fn event(&mut self, _event: Event) {}
}

fn bit(loops: u64, index: usize) -> bool {
    loops.checked_shr(u32::try_from(index).unwrap_or(u32::MAX)).is_some_and(|loops| loops & 1 == 1)
}

impl Shards for Hub {
    fn with<R>(&self, hash: u64, work: impl FnOnce(&mut Shard, &mut dyn Effects) -> R) -> R {
        let index = usize::try_from((hash >> 40) % self.shards.len() as u64).unwrap_or(0);
        work(&mut self.shards[index].borrow_mut(), &mut *self.post.borrow_mut())
    }

    fn seed(&self) -> &HashSeed {
        &self.seed
    }
}

impl Hub {
    pub(super) fn new(conditions: &Conditions, cluster: Option<Cluster>) -> Self {
        // Each process has a seed of its own.
        let node = cluster.as_ref().map_or(0, |cluster| cluster.node as u64);
        let seed = HashSeed::new([11, 12, 13, 14 + node]);
        let shard = |index| {
            let shard = Shard::new(seed.clone(), index, conditions.limits);
            RefCell::new(if cluster.is_some() { shard.ordered_elsewhere() } else { shard })
        };
        let shards = (0..conditions.shards.max(1) as u64).map(shard).collect();
        let mailboxes = (0..conditions.loops).map(|_| VecDeque::new()).collect();
        let post = RefCell::new(Post { mailboxes, room: conditions.mailbox, awake: BTreeSet::new() });
        Self {
            seed,
            shards,
            post,
            limit: conditions.limits.channels,
            unjust: Cell::new(0),
            tickets: Cell::new(0),
            cluster,
            gaps: Cell::new(0),
            unfilled: Cell::new(0),
        }
    }

    /// A ticket that no other question has had.
    pub(crate) fn next_ticket(&self) -> Ticket {
        self.tickets.set(self.tickets.get() + 1);
        Ticket(NonZero::new(self.tickets.get()).unwrap_or(NonZero::<u64>::MIN))
    }

    /// A shard has said that all its channels are occupied: looks whether they are.
    pub(crate) fn said_full(&self, hash: u64, app: AppId) {
        let mut occupied = 0;
        self.with(hash, |shard, _| shard.for_each_occupied(app, &mut |_, _, _| occupied += 1));
        if occupied < self.limit {
            self.unjust.set(self.unjust.get() + 1);
        }
    }

    pub(crate) fn unjust_refusals(&self) -> u32 {
        self.unjust.get()
    }

    /// The oldest publication of a loop's mailbox.
    pub(crate) fn take_publication(&self, on: usize) -> Option<Arc<Publication>> {
        self.post.borrow_mut().mailboxes.get_mut(on)?.pop_front()
    }

    /// Gives back publications that were taken, in their order.
    pub(crate) fn put_back(&self, on: usize, publications: Vec<Arc<Publication>>) {
        if let Some(mailbox) = self.post.borrow_mut().mailboxes.get_mut(on) {
            publications.into_iter().rev().for_each(|publication| mailbox.push_front(publication));
        }
    }

    /// The loops whose mailboxes are nearly full, so that what clients say there waits: the last quarter is for the
    /// application.
    pub(crate) fn congested(&self) -> u64 {
        let post = self.post.borrow();
        let most = post.room - post.room / 4;
        let full = post.mailboxes.iter().enumerate().filter(|(_, mailbox)| mailbox.len() > most);
        full.fold(0, |loops, (index, _)| loops | 1 << index)
    }

    pub(crate) fn has_publications(&self, on: usize) -> bool {
        self.post.borrow().mailboxes.get(on).is_some_and(|mailbox| !mailbox.is_empty())
    }

    /// Loops that have got their first publication since the last question.
    pub(crate) fn awakened(&self) -> BTreeSet<usize> {
        std::mem::take(&mut self.post.borrow_mut().awake)
    }

    /// Lets what is due happen in all shards.
    pub(crate) fn tick(&self, now: u64) {
        for shard in &self.shards {
            let effects = &mut *self.post.borrow_mut();
            while shard.borrow_mut().tick(now, effects).is_some_and(|at| at <= now) {}
        }
    }

    /// Channels and bytes of all shards.
    pub(crate) fn size(&self) -> (usize, usize) {
        let sizes =
            self.shards.iter().map(|shard| (shard.borrow().channels(), shard.borrow().history_bytes()));
        sizes.fold((0, 0), |sum, size| (sum.0 + size.0, sum.1 + size.1))
    }
}
