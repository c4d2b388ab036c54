//! Mask keys that nobody can foresee, RFC 6455 section 10.3: a script that chooses what is sent must not choose what stands
//! on the wire, or it could speak to caches in between.

/// Keys of the operating system's randomness, 256 drawn at once: a system call for each frame would double what a small
/// one costs.
#[derive(Debug)]
pub(crate) struct Masks {
    keys: [u8; 1024],
    used: usize,
}

/// The system has no randomness. No frame is sent then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NoRandomness;

impl Masks {
    pub(crate) const fn new() -> Self {
        Self { keys: [0; 1024], used: 1024 }
    }

    /// The next key; none is given out twice.
    pub(crate) fn next_key(&mut self) -> Result<[u8; 4], NoRandomness> {
        if self.used == self.keys.len() {
            getrandom::fill(&mut self.keys).map_err(|_| NoRandomness)?;
            self.used = 0;
        }
        let key = self.keys.get(self.used..).and_then(<[u8]>::first_chunk).copied().ok_or(NoRandomness)?;
        self.used += key.len();
        Ok(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn keys_differ_over_several_draws() {
        let mut masks = Masks::new();
        let keys: HashSet<[u8; 4]> = (0..1000).map(|_| masks.next_key().unwrap()).collect();
        // Of 1,000 out of 2^32 two are the same about once in 8,600 runs; three such pairs never.
        assert!(keys.len() > 997, "{}", keys.len());
    }
}
