//! The limit of fan-out: one `send` per socket, or one for several frames lying side by side.
//!
//! Its first socket steers it: a byte starts it, and another ends it. In between it sends without
//! pause, one pass over all sockets for each publish (or for each burst of `merge`). Each pass
//! writes new serial numbers into the frame, so the generator accounts for it as it does for the
//! server.

use std::io::{Read as _, Write as _};
use std::mem::MaybeUninit;
use std::net::TcpStream;

use baton_wire::{Opcode, encode_frame};
use socket2::SockRef;

use crate::fault::Fault;
use crate::limit::accept;
use crate::publisher;
use crate::stamp::{self, SERIAL_DIGITS};

/// What to send, and to how many.
#[derive(Debug, Clone)]
pub struct Send {
    /// How many sockets.
    pub sockets: usize,
    /// Bytes of `data` in each message.
    pub payload_bytes: usize,
    /// Frames in one `send`.
    pub merge: usize,
}

/// The message that a Pusher server delivers for a publish of this tool in `channel`.
#[must_use]
pub fn delivery(channel: &str, serial: u32, payload_bytes: usize) -> String {
    format!(r#"{{"event":"m","channel":"{channel}","data":"{}"}}"#, publisher::payload(serial, payload_bytes))
}

impl Send {
    /// Listens, prints the address, and sends.
    ///
    /// # Errors
    /// If it cannot listen, or if a socket fails before the generator asked to stop.
    pub fn run(&self) -> Result<(), Fault> {
        let (listener, address) = accept::listen()?;
        println!("listening on http://{address}");
        std::io::stdout().flush().map_err(Fault::start("standard output"))?;
        let mut sockets: Vec<TcpStream> = Vec::with_capacity(self.sockets);
        while sockets.len() < self.sockets {
            let (socket, _) = listener.accept().map_err(Fault::run("accept"))?;
            socket.set_nodelay(true).map_err(Fault::run("TCP_NODELAY"))?;
            sockets.push(socket);
        }
        let Some(mut first) = sockets.first() else { return Ok(()) };
        first.read_exact(&mut [0]).map_err(Fault::run("the byte that starts the loop"))?;
        let mut burst = Burst::new(self);
        while !take_input(first) {
            burst.renumber();
            for mut socket in &sockets {
                // One `send`, and more only if the kernel takes less.
                socket.write_all(&burst.bytes).map_err(Fault::run("send"))?;
            }
        }
        Ok(())
    }
}

/// Whether a byte has arrived on a socket, or its peer has closed. Takes the byte: closing a socket
/// with one unread would reset the connection, and the peer would lose what it has not read yet
/// (RFC 2525, section 2.17).
fn take_input(socket: &TcpStream) -> bool {
    let mut byte = [MaybeUninit::uninit()];
    SockRef::from(socket).recv_with_flags(&mut byte, libc::MSG_DONTWAIT).is_ok()
}

/// The bytes of one `send`, and where their serial numbers stand.
struct Burst {
    bytes: Vec<u8>,
    places: Vec<usize>,
    next: u32,
}

impl Burst {
    fn new(send: &Send) -> Self {
        let text = delivery("fanout", 0, send.payload_bytes);
        // The payload is the end of the text but for `"}`, and begins with the serial number.
        let from_end = send.payload_bytes.max(SERIAL_DIGITS) + 2;
        let mut burst = Self { bytes: Vec::new(), places: Vec::new(), next: 0 };
        for _ in 0..send.merge {
            encode_frame(&mut burst.bytes, Opcode::Text, text.as_bytes(), None);
            burst.places.push(burst.bytes.len() - from_end);
        }
        burst
    }

    fn renumber(&mut self) {
        for &place in &self.places {
            if let Some(digits) = self.bytes.get_mut(place..place + SERIAL_DIGITS) {
                digits.copy_from_slice(&stamp::digits(self.next));
            }
            self.next += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_burst_carries_the_next_serial_numbers() {
        let send = Send { sockets: 1, payload_bytes: 100, merge: 2 };
        let mut burst = Burst::new(&send);
        burst.renumber();
        burst.renumber();
        let mut expected = Vec::new();
        for serial in [2, 3] {
            encode_frame(&mut expected, Opcode::Text, delivery("fanout", serial, 100).as_bytes(), None);
        }
        assert_eq!(burst.bytes, expected);
    }
}
