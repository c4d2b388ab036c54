//! The loop with real sockets on the loopback interface.

#[cfg(test)]
mod bytes;
#[cfg(test)]
mod drivers;
#[cfg(test)]
mod limits;
#[cfg(test)]
mod lives;
#[cfg(test)]
mod owner;
#[cfg(test)]
mod party;
#[cfg(test)]
mod tls;
#[cfg(test)]
mod world;
