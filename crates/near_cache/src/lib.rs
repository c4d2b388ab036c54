//! A hash table in memory that many processes share.
//!
//! Reading takes no lock, makes no system call and stores nothing but the reader's own counter: a hit costs the
//! same whatever the others do. Writing takes a lock of one of up to 64 shards. Values can be read where they lie.
//! It knows nothing of where the values come from, and what they mean: keys and values are bytes.
//!
//! ```
//! use std::sync::Arc;
//! use baton_near_cache::{Meta, Settings, Table, When, Worker};
//! # use baton_near_cache::{Living, Region};
//! # struct Alone;
//! # impl Living for Alone {
//! #     fn claim(&self, _: u16) -> bool { true }
//! #     fn release(&self, _: u16) {}
//! #     fn is_alive(&self, _: u16) -> bool { true }
//! # }
//! # let mut memory = vec![[0_u128; 4]; (1 << 20) / 64 + 1];
//! # let start = memory.as_mut_ptr().cast::<u8>();
//! # let start = std::ptr::NonNull::new(start.wrapping_add(start.align_offset(64))).unwrap();
//! # let region = unsafe { Region::new(start, start, 1 << 20) };
//! let settings = Settings { workers: 8, ..Settings::default() };
//! let table = Arc::new(Table::open_or_format(region, &settings)?);
//! let worker = Worker::join(Arc::clone(&table), Alone)?;
//!
//! let hash = table.hash(0, b"greeting");
//! let mut draft = worker.draft(hash, 0, b"greeting", 5)?;
//! assert!(draft.write(0, b"hello"));
//! worker.publish(draft, &Meta::default(), When::Always)?;
//!
//! let found = worker.find(hash, 0, b"greeting", || 0).unwrap();
//! assert_eq!(found.to_vec().unwrap(), b"hello");
//! # drop(worker);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where things are
//!
//! `layout` says how a region is divided. A key's hash picks a `shard`, and in it a `bucket` of the index,
//! whose slots name entries (`entry`) in the shard's arena. An arena is a `heap` of blocks (`block`). What leaves the
//! index waits in limbo for readers that pinned (`pins`) it. `shard::eviction` chooses what is evicted.
//!
//! # The dead
//!
//! Any process may end at any instruction. The index is the one truth, and each change of it is one store, so:
//!
//! - A `lock` is taken from a dead owner, and the shard rebuilt from its index: what the dead one was about to link is lost,
//!   nothing else.
//! - What a dead worker had drafted is freed when somebody takes its slot (`seat`), or [sweeps](Worker::sweep).
//! - Its pins are passed over, and its flights ended by those who wait.
//! - A reader never waits for a writer, dead or alive.
//!
//! # What is trusted
//!
//! A process that can write the region can put anything into it; processes of different users are given different regions. Still
//! nothing that is read from it is believed: offsets and lengths are checked, so a damaged region loses entries and
//! never ends a process.

mod arena;
mod block;
mod bucket;
mod draft;
mod entry;
mod event;
mod events;
mod find;
mod flight;
mod flights;
mod found;
mod hash;
mod header;
mod heap;
mod layout;
mod living;
mod lock;
mod lookup_cache;
mod pins;
mod publish;
mod recall;
mod region;
mod scan;
mod seat;
mod settings;
mod shard;
mod shared;
mod stats;
mod sync;
mod table;
#[cfg(test)]
mod testing;
mod watch;
mod worker;
#[cfg(test)]
mod worker_tests;

pub use draft::{Draft, Refused};
pub use event::{EVENT_KEY, Event, FLUSHED};
pub use events::{Events, Overrun};
pub use find::Unsure;
pub use flights::Claim;
pub use found::Found;
pub use living::Living;
pub use publish::{Meta, Moved, When};
pub use region::Region;
pub use scan::{Cursor, Scanned};
pub use seat::{COUNTERS, EXPIRED, HITS, MISSES, OWN};
pub use settings::{OpenError, Policy, Settings};
pub use stats::Stats;
pub use table::Table;
pub use watch::Watch;
pub use worker::{Full, Worker};
