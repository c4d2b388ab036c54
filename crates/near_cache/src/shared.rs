//! Which types lie in a region: the one list of what processes share beside plain atomics.
#![allow(unsafe_code, reason = "each is made of atomics alone")]

use crate::block::Block;
use crate::bucket::Bucket;
use crate::entry::Entry;
use crate::event;
use crate::flight::Flight;
use crate::header::Header;
use crate::region::Shared;
use crate::seat::Seat;
use crate::shard::control::Control;

// SAFETY: these are repr(C) and hold atomics alone; their definitions say so.
unsafe impl Shared for Bucket {}
// SAFETY: as above.
unsafe impl Shared for Seat {}
// SAFETY: as above.
unsafe impl Shared for Header {}
// SAFETY: as above.
unsafe impl Shared for Block {}
// SAFETY: as above.
unsafe impl Shared for Entry {}
// SAFETY: as above.
unsafe impl Shared for Control {}
// SAFETY: as above.
unsafe impl Shared for Flight {}
// SAFETY: as above.
unsafe impl Shared for event::Slot {}
