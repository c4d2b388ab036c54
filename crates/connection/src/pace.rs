//! What a peer sends within a second, against floods.

/// What counts against a peer's pace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sent {
    /// A ping or pong.
    ControlFrame,
    /// A message, however many frames it has.
    Message,
}

/// What a peer sent in the present second, each kind by itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pace {
    second: u32,
    control_frames: u32,
    messages: u32,
}

impl Pace {
    /// Counts one more; true if that is over `limit` a second. A limit of 0 is none.
    #[inline]
    pub fn exceeds(&mut self, sent: Sent, limit: u32, now_ms: u64) -> bool {
        if limit == 0 {
            return false;
        }
        let second = u32::try_from(now_ms / 1_000).unwrap_or(u32::MAX);
        if second != self.second {
            *self = Self { second, ..Self::default() };
        }
        let count = match sent {
            Sent::ControlFrame => &mut self.control_frames,
            Sent::Message => &mut self.messages,
        };
        *count = count.saturating_add(1);
        *count > limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_second_and_each_kind_is_counted_separately() {
        let mut pace = Pace::default();
        for second in [0, 1, 5] {
            for sent in [Sent::Message, Sent::ControlFrame] {
                assert!((0..3).all(|at| !pace.exceeds(sent, 3, second * 1_000 + at)));
                assert!(pace.exceeds(sent, 3, second * 1_000 + 999), "the fourth in one second");
            }
        }
        assert!((0..100_000).all(|_| !pace.exceeds(Sent::Message, 0, 5_999)), "0 is no limit");
    }

    #[test]
    fn a_limit_of_any_size_can_be_exceeded() {
        let mut pace = Pace::default();
        assert!((0..100_000).all(|_| !pace.exceeds(Sent::Message, 100_000, 0)));
        assert!(pace.exceeds(Sent::Message, 100_000, 0));
    }
}
