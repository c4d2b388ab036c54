//! The core of the PHP extension `baton_cache`, behind a C interface: `include/*.h` declare what stands here.
//!
//! C asks and calls PHP itself, so that no callback, `exit` or long jump of PHP ever crosses a frame of Rust. There is one
//! static, which counts forks, and nothing is kept for a caller beyond the handle that it was given. A panic ends at the entry it happened in
//! ([`baton_c_abi::guard`]); what the handle stands for is not used again then.

#[cfg(test)]
mod c_tests;
mod glob;
#[cfg(test)]
mod layout_tests;
mod near;
mod process;
mod reading;
#[cfg(test)]
mod view_tests;
mod words;

pub mod compress;
pub mod compress_ffi;
pub mod connection;
pub mod connection_ffi;
pub mod decide_ffi;
pub mod find_ffi;
pub mod fork_ffi;
pub mod listener_ffi;
pub mod memory;
pub mod near_ffi;
pub mod pool;
pub mod pool_ffi;
pub mod seats;
pub mod table_ffi;
