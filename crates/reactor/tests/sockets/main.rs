//! The loop with real sockets on the loopback interface.

mod bytes;
mod world;
