//! All chance of a world, from one seed.

/// SplitMix64: small, and good enough to shuffle events. The same seed rolls the same numbers everywhere.
#[derive(Debug, Clone)]
pub(crate) struct Dice(u64);

impl Dice {
    /// Dice that roll what this seed says.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Any number.
    pub(crate) fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`; 0 if there is none.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        // The bias of the remainder is far below what a test of this kind could see.
        self.roll().checked_rem(end).unwrap_or(0)
    }

    /// A number from `low` to `high`, both included.
    pub(crate) fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.below(high.saturating_sub(low) + 1)
    }

    /// True in so many of a hundred cases.
    pub(crate) fn chance(&mut self, per_cent: u64) -> bool {
        self.below(100) < per_cent
    }

    /// One of these, each as often as its weight beside the others.
    pub(crate) fn weighted<T: Copy>(&mut self, from: &[(u64, T)]) -> Option<T> {
        let mut roll = self.below(from.iter().map(|(weight, _)| weight).sum());
        from.iter().find_map(|&(weight, it)| match roll.checked_sub(weight) {
            Some(rest) => {
                roll = rest;
                None
            }
            None => Some(it),
        })
    }

    /// One of these; `None` of none.
    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        let index = self.below(from.len() as u64);
        from.get(usize::try_from(index).ok()?)
    }
}
