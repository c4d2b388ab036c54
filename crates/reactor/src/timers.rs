//! The owner's timers: one for each connection, on a [wheel](crate::wheel) of ticks.

use crate::config::{Config, millis};
use crate::slab::Slab;
use crate::wheel::Wheel;

/// The timers of a loop, in milliseconds.
#[derive(Debug)]
pub(crate) struct Timers {
    wheel: Wheel,
    tick_ms: u64,
}

impl Timers {
    pub(crate) fn new(config: &Config, now_ms: u64) -> Self {
        let tick_ms = millis(config.tick);
        Self { wheel: Wheel::new(now_ms / tick_ms), tick_ms }
    }

    /// Sets a slot's timer: rounded up to the next tick, and in the next turn at the earliest.
    pub(crate) fn set(&mut self, slab: &mut Slab, slot: u32, at_ms: u64, now_ms: u64) {
        let next = now_ms / self.tick_ms + 1;
        let tick = at_ms.div_ceil(self.tick_ms).max(next);
        self.wheel.set(slab, slot, tick);
    }

    pub(crate) fn cancel(&mut self, slab: &mut Slab, slot: u32) {
        self.wheel.cancel(slab, slot);
    }

    /// When the next timer may be due.
    pub(crate) fn next_due(&self) -> Option<u64> {
        self.wheel.next_tick().map(|tick| tick.saturating_mul(self.tick_ms))
    }

    /// The next slot whose timer is due by `now_ms`; the timer is no longer set.
    pub(crate) fn expire(&mut self, slab: &mut Slab, now_ms: u64) -> Option<u32> {
        self.wheel.expire(slab, now_ms / self.tick_ms)
    }
}
