//! Framings, and the frames of a publication: each is encoded once, for all loops.

use alloc::{boxed::Box, sync::Arc};

use once_cell::race::OnceBox;

/// The encoding of publications for a subscriber: a protocol, its serialiser, and its envelope, which
/// depends on the transport. The `protocols` crate assigns the numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Framing(pub u8);

/// How many framings there can be.
pub const FRAMINGS: usize = 19;

/// The encoded forms of one publication.
#[derive(Default)]
pub struct Frames([OnceBox<Option<Arc<[u8]>>>; FRAMINGS]);

impl Frames {
    /// The frame for `framing`, encoded by `encode` in the first call. `None`: the framing cannot
    /// express the publication, and its subscribers receive nothing.
    pub fn get_or_encode(
        &self,
        framing: Framing,
        encode: impl FnOnce() -> Option<Arc<[u8]>>,
    ) -> Option<&Arc<[u8]>> {
        let slot = self.0.get(usize::from(framing.0))?;
        slot.get_or_init(|| Box::new(encode())).as_ref()
    }
}

impl core::fmt::Debug for Frames {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Frames")
    }
}
