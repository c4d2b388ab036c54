//! Lists of operations on a table, and what a map says to each. Four bytes are one operation.
#![allow(unsafe_code, reason = "values are read in place")]

use std::collections::HashMap;

use baton_near_cache::{Cursor, Meta, Policy, When};

use super::world::{self, World};

/// Keys of a list: few, so that they meet.
const KEYS: u8 = 48;

/// One thing that is done.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Operation {
    Set { key: u8, sort: u8, size: u8 },
    SetIf { key: u8, size: u8, absent: bool },
    Capture { key: u8 },
    Fill { key: u8, size: u8 },
    Get { key: u8 },
    GetSort { key: u8, sort: u8 },
    Remove { key: u8 },
    Invalidate { key: u8 },
    RemoveStamp { key: u8, sort: u8 },
    Expire { key: u8, sort: u8, after: u8 },
    Pass { time: u8 },
    EndLease { index: u8 },
    Pin { key: u8 },
    Unpin,
    Sweep,
    Draft { key: u8, size: u8 },
    Die { key: u8, size: u8 },
    Scan,
}

impl Operation {
    pub(crate) fn decode([what, key, a, b]: [u8; 4]) -> Self {
        let (key, sort) = (key % KEYS, b % 3);
        match what % 32 {
            0..8 => Self::Set { key, sort, size: a },
            8..10 => Self::SetIf { key, size: a, absent: b % 2 == 0 },
            10 => Self::Capture { key },
            11..13 => Self::Fill { key, size: a },
            13..17 => Self::Get { key },
            17..20 => Self::GetSort { key, sort },
            20 => Self::Remove { key },
            21 => Self::Invalidate { key },
            22 => Self::RemoveStamp { key, sort },
            23 => Self::Expire { key, sort, after: a },
            24 => Self::Pass { time: a },
            25 => Self::EndLease { index: a },
            26 => Self::Pin { key },
            27 => Self::Unpin,
            28 => Self::Sweep,
            29 => Self::Draft { key, size: a },
            30 => Self::Die { key, size: a },
            _ => Self::Scan,
        }
    }
}

/// An entry that the table may have.
#[derive(Clone, Debug)]
struct Known {
    value: Vec<u8>,
    stamp: u64,
    expires: u64,
    lease: (u16, u64),
}

struct Twin {
    world: World,
    map: HashMap<(u8, u8), Known>,
    /// Versions that were captured, and whether the key has changed since.
    captured: HashMap<u8, (u32, bool)>,
    leases: [u64; 4],
    /// Values in place, and what they must stay.
    pinned: Vec<(*const u8, Vec<u8>)>,
    now: u64,
    written: u64,
    /// Bytes are flipped: what is found must be whole or fail its own checksum, and what is not may be lost.
    is_damaged: bool,
}

/// Runs a list and checks all that is found on the way. At the end nothing is left.
pub(crate) fn run(policy: Policy, len: usize, list: &[Operation]) -> World {
    let mut twin = Twin::new(policy, len, false);
    for operation in list {
        twin.act(*operation);
    }
    twin.finish()
}

/// The same while bytes of the region change by themselves: nothing ends the process, and no key gets another one's value.
pub(crate) fn run_damaged(policy: Policy, list: &[Operation], mut dice: u64) {
    let mut twin = Twin::new(policy, world::SMALL, true);
    for operation in list {
        twin.act(*operation);
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        if dice >> 62 == 0 {
            twin.world.memory.flip((dice >> 20) as usize, 1 << (dice >> 60 & 7));
        }
    }
}

fn key_bytes(key: u8) -> Vec<u8> {
    // Lengths from 1 to 48.
    vec![key + 1; usize::from(key) + 1]
}

/// From nothing to about 2 KiB; a few much larger.
fn length(size: u8) -> usize {
    match size {
        0..16 => usize::from(size),
        16..250 => usize::from(size) * 9,
        _ => usize::from(size) * 80,
    }
}

impl Twin {
    fn new(policy: Policy, len: usize, is_damaged: bool) -> Self {
        let (world, leases, pinned) = (World::new(len, policy), [0; 4], Vec::new());
        Self {
            world,
            map: HashMap::new(),
            captured: HashMap::new(),
            leases,
            pinned,
            now: 1,
            written: 0,
            is_damaged,
        }
    }

    fn act(&mut self, operation: Operation) {
        match operation {
            Operation::Set { key, sort, size } => {
                let lease = u16::from(size % 4);
                let meta = Meta {
                    sort,
                    tag: u16::from(key) * 7,
                    expires: if size % 5 == 0 { self.now + u64::from(size) + 1 } else { 0 },
                    lease: (lease, self.leases[usize::from(lease)]),
                    replaces_all: size % 11 == 0,
                };
                self.publish(key, size, &meta, When::Always);
            }
            Operation::SetIf { key, size, absent } => {
                let stamp = self.map.get(&(key, 0)).map_or(1, |known| known.stamp);
                let when = if absent { When::Absent } else { When::Stamp(stamp) };
                self.publish(key, size, &Meta::default(), when);
            }
            Operation::Capture { key } => {
                let version = self.world.actor().version(self.hash(key));
                self.captured.insert(key, (version, false));
            }
            Operation::Fill { key, size } => {
                let version = self.captured.get(&key).map_or(0, |(version, _)| *version);
                self.publish(key, size, &Meta::default(), When::Version(version));
            }
            Operation::Get { key } => self.get(key),
            Operation::GetSort { key, sort } => self.get_sort(key, sort),
            Operation::Remove { key } => {
                let removed = self.world.actor().remove(self.hash(key), 0, &key_bytes(key));
                assert!(
                    self.is_damaged || !removed || self.lives(key),
                    "something was there that nobody wrote"
                );
                self.forget(key);
            }
            Operation::Invalidate { key } => {
                self.world.actor().invalidate(self.hash(key), 0, &key_bytes(key));
                self.forget(key);
                self.changed(key);
            }
            Operation::RemoveStamp { key, sort } => {
                let stamp = self.map.get(&(key, sort)).map_or(3, |known| known.stamp);
                self.world.actor().remove_stamp(self.hash(key), 0, &key_bytes(key), stamp);
                self.map.remove(&(key, sort));
            }
            Operation::Expire { key, sort, after } => self.expire(key, sort, after),
            Operation::Pass { time } => {
                self.now += u64::from(time);
                self.world.actor().set_now(self.now);
            }
            Operation::EndLease { index } => {
                let index = 1 + u16::from(index % 3);
                self.leases[usize::from(index)] += 1;
                let value = self.leases[usize::from(index)];
                self.world.table.lease(index).store(value, std::sync::atomic::Ordering::Release);
            }
            Operation::Pin { key } => self.pin(key),
            Operation::Unpin => self.unpin(),
            Operation::Sweep => self.world.actor().sweep(),
            Operation::Draft { key, size } => {
                drop(self.world.actor().draft(self.hash(key), 0, &key_bytes(key), length(size)));
            }
            Operation::Die { key, size } => {
                std::mem::forget(self.world.actor().draft(self.hash(key), 0, &key_bytes(key), length(size)));
                self.world.kill();
                self.world.actor().set_now(self.now);
            }
            Operation::Scan => self.scan(),
        }
        let stats = self.world.table.stats();
        assert_eq!(stats.used + stats.limbo + stats.free, stats.total);
    }

    fn hash(&self, key: u8) -> u64 {
        self.world.table.hash(0, &key_bytes(key))
    }

    /// A value that says whose it is, and whether it is whole.
    fn value(&mut self, key: u8, len: usize) -> Vec<u8> {
        self.written += 1;
        let mut value: Vec<u8> = (0..len).map(|place| (place as u64 * 31 + self.written * 7) as u8).collect();
        if len >= 16 {
            value[0] = key;
            let sum = checksum(&value[..len - 8]).to_le_bytes();
            value[len - 8..].copy_from_slice(&sum);
        }
        value
    }

    fn publish(&mut self, key: u8, size: u8, meta: &Meta, when: When) {
        let (hash, value) = (self.hash(key), self.value(key, length(size)));
        let actor = self.world.actor();
        let Ok(mut draft) = actor.draft(hash, 0, &key_bytes(key), value.len()) else { return };
        assert!(draft.write(0, &value));
        let published = actor.publish(draft, meta, when);
        if self.is_damaged {
            self.map.retain(|(other, sort), _| *other != key || *sort != meta.sort);
        } else {
            self.judge(key, when, published.is_ok());
        }
        if let Ok(stamp) = published {
            if meta.replaces_all {
                self.forget(key);
            }
            self.changed(key);
            self.map
                .insert((key, meta.sort), Known { value, stamp, expires: meta.expires, lease: meta.lease });
        }
    }

    /// Whether the condition could hold, as far as the map knows: the table may have lost what the map has.
    fn judge(&mut self, key: u8, when: When, was_published: bool) {
        match (when, was_published) {
            (When::Always, _) => assert!(was_published),
            (When::Absent, true) => self.lose(key),
            (When::Absent, false) => assert!(self.lives(key), "the key was absent"),
            (When::Stamp(stamp), true) => {
                assert!(
                    self.known(key).any(|known| known.stamp == stamp && self.is_live(known)),
                    "it is another"
                );
            }
            (When::Stamp(_), false) => {}
            (When::Version(_), true) => {
                assert!(
                    !self.captured.get(&key).is_some_and(|(_, changed)| *changed),
                    "the key has changed since"
                );
            }
            (When::Version(_), false) => self.forget(key),
        }
    }

    fn known(&self, key: u8) -> impl Iterator<Item = &Known> {
        self.map.iter().filter(move |((other, _), _)| *other == key).map(|(_, known)| known)
    }

    fn is_live(&self, known: &Known) -> bool {
        let (index, value) = known.lease;
        (known.expires == 0 || known.expires > self.now)
            && (index == 0 || self.leases[usize::from(index)] == value)
    }

    fn lives(&self, key: u8) -> bool {
        self.known(key).any(|known| self.is_live(known))
    }

    /// The table had none of what could be found, so it has given it up.
    fn lose(&mut self, key: u8) {
        let live: Vec<_> =
            self.map.iter().filter(|((other, _), known)| *other == key && self.is_live(known)).collect();
        let live: Vec<_> = live.into_iter().map(|(place, _)| *place).collect();
        self.world.lost += live.len();
        live.iter().for_each(|place| drop(self.map.remove(place)));
    }

    fn forget(&mut self, key: u8) {
        self.map.retain(|(other, _), _| *other != key);
    }

    fn changed(&mut self, key: u8) {
        if let Some((_, changed)) = self.captured.get_mut(&key) {
            *changed = true;
        }
    }

    fn get(&mut self, key: u8) {
        let now = self.now;
        let Some(found) = self.world.actor().find(self.hash(key), 0, &key_bytes(key), || now) else { return };
        let (sort, stamp, value) = (found.sort(), found.stamp(), found.to_vec().unwrap());
        assert!(self.is_damaged || [0, u16::from(key) * 7].contains(&found.tag()));
        self.check(key, sort, stamp, &value);
        self.map.retain(|(other, _), known| *other != key || known.stamp <= stamp);
    }

    fn get_sort(&mut self, key: u8, sort: u8) {
        let now = self.now;
        let mut result = None;
        if self.world.actor().recall(0, &key_bytes(key), sort, |found| result = Some(found)) {
            let found = result.unwrap();
            let (stamp, value) = (found.stamp(), found.to_vec().unwrap());
            self.check(key, sort, stamp, &value);
        }
        match self.world.actor().find_sort(self.hash(key), 0, &key_bytes(key), sort, || now) {
            Some(found) => {
                assert_eq!(found.sort(), sort);
                let (stamp, value) = (found.stamp(), found.to_vec().unwrap());
                self.check(key, sort, stamp, &value);
            }
            None => {
                let lost = self.map.get(&(key, sort)).is_some_and(|known| self.is_live(known));
                self.world.lost += usize::from(lost);
                if lost {
                    self.map.remove(&(key, sort));
                }
            }
        }
    }

    fn check(&self, key: u8, sort: u8, stamp: u64, value: &[u8]) {
        if self.is_damaged {
            let whole = value.len() >= 16
                && checksum(&value[..value.len() - 8]).to_le_bytes() == value[value.len() - 8..];
            assert!(!whole || value[0] == key, "the value of key {} was found for {key}", value[0]);
            return;
        }
        let known = self.map.get(&(key, sort)).expect("found what is not there");
        assert_eq!((known.stamp, known.value.as_slice()), (stamp, value));
        assert!(self.is_live(known), "found what has expired");
    }

    fn expire(&mut self, key: u8, sort: u8, after: u8) {
        let (hash, expires) = (self.hash(key), self.now + u64::from(after) + 1);
        let Some(known) = self.map.get_mut(&(key, sort)) else { return };
        if self.world.actor.as_ref().unwrap().set_expiry(hash, 0, &key_bytes(key), known.stamp, expires) {
            known.expires = expires;
        }
    }

    /// Keeps a value by a pin, or by a loan.
    fn pin(&mut self, key: u8) {
        let (reader, now) = (&self.world.reader, self.now);
        if key.is_multiple_of(2) {
            reader.pin();
        }
        let Some(found) = reader.find(self.hash(key), 0, &key_bytes(key), || now) else { return };
        let value = found.to_vec().unwrap();
        if key.is_multiple_of(2) || (reader.borrow(found.value(), found.len()) && found.still()) {
            self.pinned.push((found.value(), value));
        }
    }

    fn unpin(&mut self) {
        for (start, value) in self.pinned.drain(..).filter(|_| !self.is_damaged) {
            // SAFETY: the reader has a pin since before it was found, or has borrowed it.
            let now = unsafe { std::slice::from_raw_parts(start, value.len()) };
            assert_eq!(now, value, "it changed under a pin or a loan");
        }
        self.world.reader.unpin();
        self.world.reader.give_back();
    }

    fn scan(&mut self) {
        let (mut cursor, mut met) = (Cursor::default(), Vec::new());
        while self.world.table.scan(&mut cursor, &mut |entry| {
            let value = entry.found.to_vec().unwrap();
            met.push((entry.key.clone(), entry.found.sort(), entry.found.stamp(), value));
        }) {}
        if self.is_damaged {
            return;
        }
        let mut seen = std::collections::HashSet::new();
        for (key, sort, stamp, value) in met {
            assert!(seen.insert((key.clone(), sort)), "met twice");
            let known = self.map.get(&(key[0] - 1, sort)).expect("met what is not there");
            assert_eq!((known.stamp, &known.value), (stamp, &value));
        }
    }

    fn finish(mut self) -> World {
        self.unpin();
        for key in 0..KEYS {
            for sort in 0..3 {
                self.get_sort(key, sort);
            }
            self.world.actor().remove(self.hash(key), 0, &key_bytes(key));
        }
        self.world.actor().sweep();
        let stats = self.world.table.stats();
        assert_eq!((stats.entries, stats.used, stats.limbo), (0, 0, 0), "something was left behind");
        assert_eq!(stats.rebuilds, 0, "the shard was found damaged");
        self.world
    }
}

fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xCBF2_9CE4_8422_2325, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x100_0000_01B3))
}
