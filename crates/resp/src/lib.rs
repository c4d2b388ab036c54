//! The wire protocol of Redis and Valkey, RESP2 and RESP3, from the client's side.
//!
//! This crate turns commands into bytes and bytes into the nodes of replies. It has no socket, clock or thread, so that a
//! blocking client, an event loop and a fuzzer use it alike.
//!
//! * [`command`] writes a command.
//! * [`Reader`] reads replies node by node. It builds no tree: its caller makes the values of its own language at once,
//!   and long strings go from the socket straight into the caller's memory.
//! * [`slot`] says which part of a cluster a key belongs to.
//!
//! # A reply
//!
//! ```
//! use baton_resp::{Limits, Node, Reader, command};
//!
//! let mut out = Vec::new();
//! command(&mut out, [&b"MGET"[..], b"a", b"b"].into_iter());
//! assert_eq!(out, b"*3\r\n$4\r\nMGET\r\n$1\r\na\r\n$1\r\nb\r\n");
//!
//! let mut input = &b"*2\r\n$5\r\nhello\r\n$-1\r\n"[..]; // as it came from the socket
//! let mut reader = Reader::new(Limits::default());
//! let mut nodes = Vec::new();
//! while let Some(read) = reader.next(input)? {
//!     nodes.push(read.node);
//!     input = &input[read.consumed..];
//! }
//! assert_eq!(nodes, [Node::Array(2), Node::Bulk { len: 5, bytes: Some(b"hello") }, Node::Nil]);
//! assert!(reader.is_between_replies());
//! # Ok::<(), baton_resp::Error>(())
//! ```

#![no_std]

extern crate alloc;

mod encode;
mod error;
mod limits;
mod line;
mod nesting;
mod node;
mod reader;
mod skip;
mod slot;

pub use encode::command;
pub use error::Error;
pub use limits::{Limits, MAX_DEPTH, MAX_ELEMENTS, MAX_LINE_BYTES};
pub use node::Node;
pub use reader::{Read, Reader};
pub use skip::Skipped;
pub use slot::{SLOTS, slot};
