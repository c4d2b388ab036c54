//! An endpoint and clients on real sockets: what it does about clients that do not read, do not answer, or go on for ever.

#[cfg(test)]
mod backpressure;
#[cfg(test)]
mod closing;
#[cfg(test)]
mod deadlines;
#[cfg(test)]
mod limits;
#[cfg(test)]
mod opening;
#[cfg(test)]
mod world;
