//! Policies that look at some entries and give up the least of them: by recency, by frequency, or any.
//!
//! Time is counted in entries that came, not in seconds: a tick passes when a 64th of what the arena holds is new. So
//! no clock is read, and a shard in which nothing changes keeps what it has.

#![allow(clippy::cast_possible_truncation, reason = "times are counted modulo what the bits hold")]

use crate::shard::{Held, Spot};
use crate::sync::Held as _;
use crate::{Policy, eviction};

/// Entries that are compared.
const CANDIDATES: usize = 16;

/// Uses that are all counted, so that what is used a little stands out from what is not …
const CERTAIN: u8 = 4;

/// … and of so many one is counted beyond, so that what is used a lot is seldom written.
const COUNTED: u32 = 16;

/// Ticks after which half of a frequency is forgotten.
const HALF_LIFE: u32 = 256;

/// Notes the time, if it has moved on.
#[inline]
pub(super) fn touched_recently(used: u16, tick: u32) -> Option<u16> {
    let now = tick as u16;
    (used != now).then_some(now)
}

/// Counts a use: 8 bits of count, halved with age, and 8 bits of the half-lives that have passed.
pub(super) fn touched_often(used: u16, tick: u32, dice: u32) -> Option<u16> {
    let age = (tick / HALF_LIFE) as u8;
    let count = decayed(used, age);
    let is_counted = count < CERTAIN || dice.is_multiple_of(COUNTED);
    let counted = u16::from(age) << 8 | u16::from(count.saturating_add(1));
    (is_counted && counted != used).then_some(counted)
}

fn decayed(used: u16, age: u8) -> u8 {
    let [count, then] = used.to_le_bytes();
    count.checked_shr(u32::from(age.wrapping_sub(then))).unwrap_or(0)
}

pub(super) fn fresh_recent(shard: &Held<'_>) -> u16 {
    eviction::tick(shard.control) as u16
}

/// A newcomer counts as used once, so that it is not given up before those that nobody uses.
pub(super) fn fresh_often(shard: &Held<'_>) -> u16 {
    ((eviction::tick(shard.control) / HALF_LIFE) as u16) << 8 | 1
}

/// The later, the higher.
pub(super) fn recency(shard: &Held<'_>, used: u16) -> u32 {
    let age = (eviction::tick(shard.control) as u16).wrapping_sub(used);
    u32::from(u16::MAX - age)
}

/// The more often, the higher.
pub(super) fn frequency(shard: &Held<'_>, used: u16) -> u32 {
    u32::from(decayed(used, (eviction::tick(shard.control) / HALF_LIFE) as u8))
}

pub(super) fn entry_came(shard: &Held<'_>) {
    let since = shard.control.since_tick().get() + 1;
    let enough = (shard.control.entries.get() / 64).max(1);
    if u64::from(since) < enough {
        shard.control.since_tick().set(since);
        return;
    }
    shard.control.since_tick().set(0);
    shard.control.tick.0.set(shard.control.tick.0.get().wrapping_add(1));
}

/// The least of the entries from some bucket on.
pub(super) fn choose<'a>(shard: &Held<'a>) -> Option<Spot<'a>> {
    let count = shard.place.bucket_count;
    let start = (shard.dice() % u64::from(count)) as u32; // below a u32
    let buckets = (start..count).chain(0..start);
    let mut candidates = buckets.flat_map(|number| shard.bucket_entries(number)).take(CANDIDATES);
    if shard.table.settings.policy == Policy::Random {
        return candidates.next();
    }
    candidates.min_by_key(|spot| eviction::rank(shard, spot))
}
