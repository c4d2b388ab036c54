//! The loop with real sockets on the loopback interface.

#[cfg(test)]
mod bytes;
#[cfg(test)]
mod world;
