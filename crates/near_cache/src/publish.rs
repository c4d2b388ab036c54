//! Writing: what is found from now on.

use core::fmt;

use crate::block::{Kind, UNIT};
use crate::bucket::Slot;
use crate::draft::Draft;
use crate::entry::{Entry, Marks};
use crate::heap::Damaged;
use crate::living::Living;
use crate::settings::Policy;
use crate::shard::Held;
use crate::sync::{Held as _, Ordering};
use crate::worker::Worker;

/// What is kept beside a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Meta {
    /// Which form of the value this is, in the owner's words. A key may have one entry of each sort.
    pub sort: u8,
    /// Anything of the owner's.
    pub tag: u16,
    /// When it expires, in milliseconds of the clock that finding asks; 0: never.
    pub expires: u64,
    /// The index of a [lease](crate::Table::lease), and the value that it must have. Index 0: none.
    pub lease: (u16, u64),
    /// Drops the key's entries of other sorts, which were made from another value.
    pub replaces_all: bool,
}

/// On what condition a draft is published. Entries that have expired, or whose lease has, are not there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum When {
    /// On none.
    #[default]
    Always,
    /// The key has no entry of any sort.
    Absent,
    /// The key's [version](Worker::version) is still this: nothing was published or invalidated since. If it is not, the order
    /// of the values is unknown, and all that is there for the key is dropped as well.
    Version(u32),
    /// The key has the entry of this stamp.
    Stamp(u64),
}

/// The condition did not hold; or the memory of the draft was lost with a writer that died, or its place in the index to another
/// entry under [`Policy::Keep`]; or another worker made the draft. The draft is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved;

impl fmt::Display for Moved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the key has changed meanwhile, so the value was not stored")
    }
}

impl std::error::Error for Moved {}

impl<L: Living> Worker<L> {
    /// Makes a draft the entry of its key and sort. A reader finds the one before or this one, whole.
    ///
    /// Gives the stamp of the entry, which no other entry has.
    ///
    /// # Errors
    /// [`Moved`], and the draft is dropped.
    pub fn publish(&self, mut draft: Draft<'_, L>, meta: &Meta, when: When) -> Result<u64, Moved> {
        let place = self.table.layout.shard(draft.hash);
        let Some(key) = self.key_of(&draft).filter(|_| draft.is_of(self)) else { return Err(Moved) };
        let held = self.hold(place);
        let published = held.repaired(|held| {
            if !draft.is_valid(held.control.rebuilds.get())
                || !self.condition_holds(held, &draft, &key, when)?
            {
                return Ok(None);
            }
            put(held, &draft, &key, meta)
        });
        if let Some(Some(stamp)) = published {
            draft.finish();
            drop(held);
            return Ok(stamp);
        }
        // The draft takes the lock again to free its block.
        drop(held);
        Err(Moved)
    }

    fn key_of(&self, draft: &Draft<'_, L>) -> Option<Vec<u8>> {
        self.table.region.bytes(draft.offset as usize * UNIT + crate::entry::HEAD, draft.key_len)
    }

    fn condition_holds(
        &self,
        held: &Held<'_>,
        draft: &Draft<'_, L>,
        key: &[u8],
        when: When,
    ) -> Result<bool, Damaged> {
        let (hash, space) = (draft.hash, draft.space);
        let exists = |condition: &dyn Fn(&Entry) -> bool| {
            held.entry_of(hash, space, key, |entry| !held.is_stale(entry) && condition(entry)).is_some()
        };
        Ok(match when {
            When::Always => true,
            When::Absent => !exists(&|_| true),
            When::Stamp(stamp) => exists(&|entry| entry.stamp.get() == stamp),
            When::Version(version) => {
                let is_same = self.version(hash) == version;
                if !is_same {
                    drop_all(held, hash, space, key)?;
                }
                is_same
            }
        })
    }

    /// Removes all entries of a key. Says whether there was one that could be found.
    pub fn remove(&self, hash: u64, space: u64, key: &[u8]) -> bool {
        let held = self.hold(self.table.layout.shard(hash));
        held.repaired(|held| drop_all(held, hash, space, key)).unwrap_or(false)
    }

    /// Removes one entry of a key, if it is still there.
    pub fn remove_stamp(&self, hash: u64, space: u64, key: &[u8], stamp: u64) -> bool {
        let held = self.hold(self.table.layout.shard(hash));
        let removed = held.repaired(|held| {
            let spot = held.entry_of(hash, space, key, |entry| entry.stamp.get() == stamp);
            let Some(spot) = spot else { return Ok(false) };
            let was_there = !held.is_stale(spot.entry);
            held.drop_entry(&spot)?;
            Ok(was_there)
        });
        removed.unwrap_or(false)
    }

    /// Says that the key has changed at its source: fills that are on their way are refused from now on, and what is
    /// there is removed. Says whether there was something.
    pub fn invalidate(&self, hash: u64, space: u64, key: &[u8]) -> bool {
        let held = self.hold(self.table.layout.shard(hash));
        self.count_version(hash);
        held.repaired(|held| drop_all(held, hash, space, key)).unwrap_or(false)
    }

    /// Changes when an entry expires, if it is still there; 0: never.
    pub fn set_expiry(&self, hash: u64, space: u64, key: &[u8], stamp: u64, expires: u64) -> bool {
        let held = self.hold(self.table.layout.shard(hash));
        let is_it = |entry: &Entry| entry.stamp.get() == stamp && !held.is_stale(entry);
        let Some(spot) = held.entry_of(hash, space, key, is_it) else { return false };
        held.writable(&spot).expires.store(expires, Ordering::Relaxed);
        true
    }

    /// The version of a key, to be taken before its value is asked for, and given to [`When::Version`]. Keys share
    /// 65,536 versions, so another key's change may refuse a fill.
    #[must_use]
    pub fn version(&self, hash: u64) -> u32 {
        self.table.layout.version(&self.table.region, hash).load(Ordering::Acquire)
    }

    /// The key has changed, or its value has.
    pub(crate) fn count_version(&self, hash: u64) {
        self.table.layout.version(&self.table.region, hash).fetch_add(1, Ordering::AcqRel);
    }
}

/// Drops every entry of a key. Says whether one of them could be found.
fn drop_all(held: &Held<'_>, hash: u64, space: u64, key: &[u8]) -> Result<bool, Damaged> {
    let mut was_there = false;
    while let Some(spot) = held.entry_of(hash, space, key, |_| true) {
        was_there |= !held.is_stale(spot.entry);
        held.drop_entry(&spot)?;
    }
    held.doubt(hash, space, key);
    Ok(was_there)
}

/// Links a draft, in the place of the entry of the same sort.
///
/// Entries of other sorts go first and the version counts up before the one store that commits: a writer that dies in
/// between has emptied the key, which is a miss; the other way round an old form could stay beside a new value.
///
/// None: the index is full where the key belongs, and the policy gives nothing up. Drafting has asked this, but others come meanwhile.
fn put<L: Living>(
    held: &Held<'_>,
    draft: &Draft<'_, L>,
    key: &[u8],
    meta: &Meta,
) -> Result<Option<u64>, Damaged> {
    let (hash, space) = (draft.hash, draft.space);
    let block = held.heap().block(draft.offset)?;
    let entry = held.table.region.view::<Entry>(draft.offset as usize * UNIT).ok_or(Damaged)?;
    if block.kind() != Some(Kind::Draft) || block.owner.get() != held.me {
        return Err(Damaged);
    }
    let same_sort = |entry: &Entry| entry.marks().sort == meta.sort;
    let keeps = held.table.settings.policy == Policy::Keep;
    if keeps && !held.has_place(hash) && held.entry_of(hash, space, key, same_sort).is_none() {
        return Ok(None);
    }
    if meta.replaces_all {
        while let Some(spot) = held.entry_of(hash, space, key, |entry| entry.marks().sort != meta.sort) {
            held.drop_entry(&spot)?;
        }
    }
    let stamp = held.next_stamp();
    entry.set_marks(Marks { sort: meta.sort, tag: meta.tag, lease_index: meta.lease.0 });
    entry.lease.set(meta.lease.1);
    entry.expires.set(meta.expires);
    entry.stamp.set(stamp);
    held.table.layout.version(&held.table.region, hash).fetch_add(1, Ordering::AcqRel);
    let instead = held.entry_of(hash, space, key, same_sort);
    if instead.is_none() {
        held.doubt(hash, space, key);
    }
    let used = instead.as_ref().map_or(0, |spot| Slot::used(spot.slot));
    held.put(draft.offset, hash, used, instead)?;
    Ok(Some(stamp))
}
