//! The core of the PHP extension `websocket`, behind a C interface: `include/*.h` declare what stands here.
//!
//! Everything is pulled: C asks for what happened and calls PHP itself, so that no callback, `exit` or long jump of PHP ever
//! crosses a frame of Rust. There are no statics, and nothing is kept for a caller beyond the handle that it was given.
//! A panic ends at the entry it happened in ([`baton_c_abi::guard`]); what the handle stands for is not used again then.

mod client;

pub mod certificate;
pub mod client_ffi;
pub mod codec;
pub mod listening;
pub mod parser;
pub mod relay;
pub mod request;
pub mod server;
