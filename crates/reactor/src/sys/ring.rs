//! Many sends with one system call, through io_uring.
//!
//! The ring is used as a list of calls, and nothing more: [`Ring::send_each`] fills it, enters the kernel once, and
//! returns when every send is over. Each carries `MSG_DONTWAIT`, with which the kernel neither parks it nor hands it
//! to another thread: it is done, or refused with EAGAIN, before the call returns. So buffers are borrowed for one
//! call, as with `send`, and there is no state between two calls.
//!
//! The twin is [`Socket::write`], call by call; a test compares the two.

#![allow(unsafe_code)]

use std::fmt;
use std::io;
use std::os::unix::net::UnixStream;

use io_uring::{IoUring, opcode, types};

use super::socket::{SEND, Socket};

/// Most sends of one call: 64 at once save two thirds of what 1,024 do, and 256 nearly all. The kernel's records of 1,024
/// sends and 2,048 results, which it allocates with them, take 100 KiB per loop.
pub(crate) const ENTRIES: usize = 1_024;

/// The result of a send that the kernel never took.
const NOT_TAKEN: i32 = i32::MIN;

const IORING_ENTER_GETEVENTS: u32 = 1;

/// See the module's text.
pub(crate) struct Ring {
    ring: IoUring,
    /// The results of the last call, by the place of the send in it.
    results: Vec<i32>,
    /// Every call so far was completed, and no entry was left in the ring.
    sound: bool,
    /// Sends that were not over when the kernel had taken them.
    late: u64,
}

impl Ring {
    /// A ring that has shown that it works here.
    ///
    /// # Errors
    /// The kernel does not have io_uring as it is needed (Linux 5.18), or refuses it
    /// (`kernel.io_uring_disabled`, a seccomp filter such as Docker's), or does not behave as the
    /// module's text describes.
    pub(crate) fn new() -> io::Result<Self> {
        let entries = u32::try_from(ENTRIES).map_err(io::Error::other)?;
        // A child process would share the ring; and one bad entry must not hold up those behind it.
        let ring = IoUring::builder().dontfork().setup_submit_all().build(entries)?;
        let mut ring = Self { ring, results: Vec::with_capacity(ENTRIES), sound: true, late: 0 };
        if ring.rehearse()? {
            Ok(ring)
        } else {
            Err(io::Error::new(
                io::ErrorKind::Unsupported,
                "sends through io_uring do not end as plain ones do",
            ))
        }
    }

    /// Sends each buffer on its socket, as [`Socket::write`] does, the first [`ENTRIES`] of them at
    /// most. [`result`] returns the result of each.
    ///
    /// [`result`]: Self::result
    pub(crate) fn send_each<'a>(&mut self, sends: impl Iterator<Item = (&'a Socket, &'a [u8])>) {
        self.results.clear();
        if !std::mem::replace(&mut self.sound, false) {
            return;
        }
        let count = self.fill(sends);
        self.results.resize(count, NOT_TAKEN);
        let taken = self.submit(count);
        let mut done = self.reap();
        self.late += (taken - done) as u64;
        while done < taken {
            self.wait(taken - done);
            done += self.reap();
        }
        self.sound = taken == count;
    }

    /// The result of a send of the last call: what [`Socket::write`] would have returned, or `None`
    /// if it was not made.
    pub(crate) fn result(&self, place: usize) -> Option<io::Result<usize>> {
        let result = self.results.get(place).copied().filter(|result| *result != NOT_TAKEN)?;
        Some(usize::try_from(result).map_err(|_| io::Error::from_raw_os_error(-result)))
    }

    /// False after a call that could not be made in full: the ring sends nothing any more.
    pub(crate) fn is_sound(&self) -> bool {
        self.sound
    }

    /// Puts sends into the ring; returns how many.
    fn fill<'a>(&mut self, sends: impl Iterator<Item = (&'a Socket, &'a [u8])>) -> usize {
        let mut queue = self.ring.submission();
        let mut count = 0;
        for (socket, bytes) in sends {
            // What is longer goes in part, as with any send that the kernel does not take in full.
            let len = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
            let send = opcode::Send::new(types::Fd(socket.descriptor()), bytes.as_ptr(), len)
                .flags(SEND)
                .build()
                .user_data(count as u64);
            // SAFETY: `bytes` is borrowed for as long as `send_each` runs, which does not return before the kernel
            // has reported every send that it took. What it did not take stays in a ring that is submitted never
            // again: `sound` is false from before the first entry is put in until all have been reported, also
            // where the iterator panics.
            if unsafe { queue.push(&send) }.is_err() {
                break;
            }
            count += 1;
        }
        count
    }

    /// Has the kernel take what was put in; returns how many it took: all, unless something is badly wrong.
    fn submit(&self, count: usize) -> usize {
        let mut taken = 0;
        while taken < count {
            match self.ring.submit() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Ok(0) | Err(_) => break,
                Ok(more) => taken += more,
            }
        }
        taken.min(count)
    }

    /// Takes results; returns how many there were.
    fn reap(&mut self) -> usize {
        let mut count = 0;
        for entry in self.ring.completion() {
            let place = usize::try_from(entry.user_data()).unwrap_or(usize::MAX);
            if let Some(result) = self.results.get_mut(place) {
                *result = entry.result();
                count += 1;
            }
        }
        count
    }

    fn wait(&self, missing: usize) {
        let missing = u32::try_from(missing).unwrap_or(1);
        // SAFETY: no argument is passed. An error (a signal, say) is as good as a result: the caller asks again until
        // all are there, since nothing else would let it give the buffers back.
        let _ = unsafe {
            self.ring.submitter().enter::<libc::sigset_t>(0, missing, IORING_ENTER_GETEVENTS, None)
        };
    }

    /// Sends to a peer that reads, one that has no room, and one that is gone. True if each got its answer at once.
    fn rehearse(&mut self) -> io::Result<bool> {
        let ((_reader, open), (_sleeper, full)) = (UnixStream::pair()?, UnixStream::pair()?);
        let (gone, broken) = UnixStream::pair()?;
        drop(gone);
        let [open, full, broken] = [open, full, broken].map(|socket| Socket::new(socket.into()));
        while full.write(&[0; 4_096]).is_ok() {}
        self.send_each([&full, &broken, &open].into_iter().map(|socket| (socket, &b"!"[..])));
        let kind = |place| self.result(place).map(|result| result.map_err(|error| error.kind()));
        let got = [kind(0), kind(1), kind(2)];
        let wanted = [Err(io::ErrorKind::WouldBlock), Err(io::ErrorKind::BrokenPipe), Ok(1)].map(Some);
        Ok(got == wanted && self.late == 0 && self.sound)
    }
}

impl fmt::Debug for Ring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ring").field("sound", &self.sound).field("late", &self.late).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    /// A socket and its peer, which has left if `None`.
    type Pair = (Socket, Option<UnixStream>);

    fn pair(alive: bool) -> Pair {
        let (peer, ours) = UnixStream::pair().unwrap();
        peer.set_nonblocking(true).unwrap();
        (Socket::new(ours.into()), alive.then_some(peer))
    }

    fn read_all(pair: &mut Pair) -> Vec<u8> {
        let mut bytes = Vec::new();
        if let Some(peer) = &mut pair.1 {
            let _ = peer.read_to_end(&mut bytes); // ends with WouldBlock
        }
        bytes
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        /// Plain writes on sockets of their own are the twin.
        #[test]
        fn a_call_does_what_as_many_writes_do(
            alive in vec(prop::bool::weighted(0.8), 1..6),
            calls in vec((vec((0..6usize, 0..300_000usize), 0..12), any::<bool>()), 1..8),
        ) {
            let Ok(mut ring) = Ring::new() else { return Ok(()) };
            let (mut ours, mut twins): (Vec<_>, Vec<_>) =
                alive.iter().map(|alive| (pair(*alive), pair(*alive))).unzip();
            let bytes: Vec<u8> = (0..300_000u32).map(|n| (n * 31 % 251) as u8).collect();
            for (sends, peers_read) in calls {
                let sends: Vec<_> = sends.iter().map(|(which, len)| (which % ours.len(), &bytes[..*len])).collect();
                ring.send_each(sends.iter().map(|(which, bytes)| (&ours[*which].0, *bytes)));
                prop_assert!(ring.is_sound() && ring.late == 0);
                for (place, (which, bytes)) in sends.iter().enumerate() {
                    let expected = twins[*which].0.write(bytes).map_err(|error| error.raw_os_error());
                    let got = ring.result(place).unwrap().map_err(|error| error.raw_os_error());
                    prop_assert_eq!(got, expected);
                }
                prop_assert!(ring.result(sends.len()).is_none());
                if peers_read {
                    for (own, twin) in ours.iter_mut().zip(&mut twins) {
                        prop_assert!(read_all(own) == read_all(twin));
                    }
                }
            }
        }
    }

    #[test]
    fn more_than_it_holds_is_left_to_the_caller() {
        let Ok(mut ring) = Ring::new() else { return };
        let mut one = pair(true);
        ring.send_each((0..ENTRIES + 5).map(|_| (&one.0, &b"x"[..])));
        let sent = (0..ENTRIES + 5).filter(|place| matches!(ring.result(*place), Some(Ok(1)))).count();
        assert_eq!(read_all(&mut one).len(), sent);
        assert!(sent > 100 && ring.result(ENTRIES).is_none() && ring.is_sound());
    }

    #[test]
    fn after_a_panic_it_sends_nothing_any_more() {
        let Ok(mut ring) = Ring::new() else { return };
        let mut one = pair(true);
        let sends =
            (0..3).map(|n| if n < 2 { (&one.0, &b"x"[..]) } else { panic!("in the caller's own code") });
        let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| ring.send_each(sends)));
        assert!(caught.is_err() && !ring.is_sound());
        ring.send_each([(&one.0, &b"y"[..])].into_iter());
        assert!(ring.result(0).is_none());
        drop(ring);
        assert_eq!(read_all(&mut one), b"");
    }
}
