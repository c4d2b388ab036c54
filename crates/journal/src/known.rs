//! The list of damage that the first block after an opening carries.
//!
//! The list is in the same block as the first records that the program flushed then. Whatever the program did about
//! the damage therefore reached the journal together with the list, or neither did.

use std::collections::HashMap;

use crate::Damage;

/// Bytes of an entry: segment, offset, bytes, `is_torn`.
const ENTRY: usize = 25;
/// Entries of a list, 1 MB of them. Further damage is reported again by the next opening.
const ENTRIES: usize = 40_000;

/// Encodes the list.
pub(crate) fn encode_known(damage: &[Damage]) -> Vec<u8> {
    let mut list = Vec::new();
    for damage in damage.iter().take(ENTRIES) {
        for number in [damage.segment, damage.offset, damage.bytes] {
            list.extend_from_slice(&number.to_le_bytes());
        }
        list.push(u8::from(damage.is_torn));
    }
    list
}

/// A list that was read.
#[derive(Debug)]
pub(crate) struct Known(HashMap<[u8; 24], bool>);

impl Known {
    pub(crate) fn decode(list: &[u8]) -> Self {
        let entries = list.chunks_exact(ENTRY);
        Self(entries.filter_map(|entry| Some((*entry.first_chunk()?, *entry.last()? != 0))).collect())
    }

    /// Marks what the list contains. Damage that grew since then, or that is elsewhere, is new.
    pub(crate) fn mark(&self, damage: &mut [Damage]) {
        for damage in damage {
            let entry = encode_known(std::slice::from_ref(damage));
            let is_torn = entry.first_chunk::<24>().and_then(|place| self.0.get(place));
            if let Some(is_torn) = is_torn {
                (damage.is_known, damage.is_torn) = (true, *is_torn);
            }
        }
    }
}
