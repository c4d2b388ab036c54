//! The unsent bytes of one connection.
//!
//! Small frames are copied into one buffer and leave in one plain `send`, which measured 1.3 times
//! faster than a gathered write over many pieces. Frames of [`SHARED_FROM`] bytes and more are held
//! by reference, each at its place in the stream, and leave in gathered writes: a thousand
//! subscribers of one large message hold it once.
//!
//! The age of an outbox is found by sampling. When it falls behind, the last byte queued so far is
//! the sample, and its waiting time counts from then; when that byte has been written, the last
//! byte of that moment is the next sample. So a peer is closed only for a byte that did wait too
//! long, and no byte waits for more than twice the limit, at the cost of two numbers instead of a
//! time for each frame.

use std::collections::VecDeque;
use std::io::{self, IoSlice};
use std::sync::Arc;

use crate::sys::socket::{GATHERED, Socket};

/// From this size on a frame is referred to, not copied: a copy of 8 KiB costs about what the second piece of a
/// gathered write does, and evicts a quarter of the first-level cache besides.
pub(crate) const SHARED_FROM: usize = 8 << 10;

/// Room of a fresh buffer: a few small frames.
const FIRST_ROOM: usize = 512;

/// See the module's text. Belongs to a connection only while it holds bytes, else it is in the
/// [pool](crate::pool::Pool).
#[derive(Debug)]
pub(crate) struct Outbox {
    /// Copied bytes; those before `sent` are gone.
    bytes: Vec<u8>,
    sent: usize,
    /// Frames held by reference, in order.
    shared: VecDeque<Shared>,
    /// Records of TLS that the kernel did not take. They come before all others, since they are numbered, and
    /// those before `sealed_sent` are gone.
    sealed: Vec<u8>,
    sealed_sent: usize,
    /// Unsent bytes: sealed, copied and shared.
    len: usize,
    /// How many of them do not count against the limit, at most.
    exempt: usize,
    /// Unsent bytes up to and including the sample.
    before_sample: usize,
    /// When the sample began to wait, in milliseconds.
    pub(crate) since: u64,
    /// Neighbours in the list of outboxes that are behind, by slot.
    pub(crate) older: u32,
    pub(crate) newer: u32,
}

#[derive(Debug)]
struct Shared {
    /// It comes before the copied byte of this index.
    at: usize,
    frame: Arc<[u8]>,
    sent: usize,
}

/// What one write call did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wrote {
    pub(crate) bytes: usize,
    /// The kernel took less than it was offered: it is full.
    pub(crate) short: bool,
}

impl Outbox {
    pub(crate) fn new() -> Self {
        Self {
            bytes: Vec::with_capacity(FIRST_ROOM),
            sent: 0,
            shared: VecDeque::new(),
            sealed: Vec::new(),
            sealed_sent: 0,
            len: 0,
            exempt: 0,
            before_sample: 0,
            since: 0,
            older: u32::MAX,
            newer: u32::MAX,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Bytes that count against the limit.
    pub(crate) fn counted(&self) -> usize {
        self.len.saturating_sub(self.exempt)
    }

    /// Memory that it holds while it is in the pool.
    pub(crate) fn footprint(&self) -> usize {
        let shared = self.shared.capacity() * size_of::<Shared>();
        size_of::<Self>() + self.bytes.capacity() + shared + self.sealed.capacity()
    }

    /// Queues a copy.
    #[inline]
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        if self.sent > 0 && self.bytes.len() + bytes.len() > self.bytes.capacity() {
            self.compact();
        }
        self.bytes.extend_from_slice(bytes);
        self.len += bytes.len();
    }

    /// Queues copies of two pieces, one after the other.
    #[inline]
    pub(crate) fn push_parts(&mut self, first: &[u8], second: &[u8]) {
        let len = first.len() + second.len();
        if self.bytes.len() + len > self.bytes.capacity() {
            self.make_room(len);
        }
        self.bytes.extend_from_slice(first);
        self.bytes.extend_from_slice(second);
        self.len += len;
    }

    #[cold]
    fn make_room(&mut self, len: usize) {
        if self.sent > 0 {
            self.compact();
        }
        self.bytes.reserve(len);
    }

    /// Queues a frame from byte `skip` on: by reference if what is left is large, else by copy.
    pub(crate) fn push_shared(&mut self, frame: &Arc<[u8]>, skip: usize) {
        let rest = frame.get(skip..).unwrap_or_default();
        if rest.len() < SHARED_FROM {
            return self.push(rest);
        }
        self.shared.push_back(Shared { at: self.bytes.len(), frame: Arc::clone(frame), sent: skip });
        self.len += rest.len();
    }

    /// Exempts the last `len` bytes queued from the limit.
    pub(crate) fn exempt(&mut self, len: usize) {
        self.exempt += len;
    }

    /// Begins to measure the age.
    pub(crate) fn begin_waiting(&mut self, now_ms: u64) {
        self.since = now_ms;
        self.before_sample = self.len;
    }

    /// All unsent bytes, if they are contiguous.
    pub(crate) fn contiguous(&self) -> Option<&[u8]> {
        (self.shared.is_empty() && !self.has_sealed()).then(|| &self.bytes[self.sent..])
    }

    /// Applies the kernel's result for the [`contiguous`](Self::contiguous) bytes; returns how many
    /// are gone.
    pub(crate) fn wrote(&mut self, result: io::Result<usize>) -> io::Result<usize> {
        let bytes = taken(result)?;
        self.advance(bytes);
        Ok(bytes)
    }

    /// One write call. An error of the kind `WouldBlock` is a short write of nothing.
    pub(crate) fn write_to(&mut self, socket: &Socket) -> io::Result<Wrote> {
        let mut pieces = [IoSlice::new(&[]); GATHERED];
        let (offered, result) = if self.shared.is_empty() {
            let rest = &self.bytes[self.sent..];
            (rest.len(), socket.write(rest))
        } else {
            let (count, offered) = self.gather(&mut pieces);
            (offered, socket.write_gathered(&pieces[..count]))
        };
        let bytes = self.wrote(result)?;
        Ok(Wrote { bytes, short: bytes < offered })
    }

    /// Queues TLS records, after the queued ones and in front of everything plain.
    pub(crate) fn push_sealed(&mut self, records: &[u8]) {
        self.sealed.extend_from_slice(records);
        self.len += records.len();
    }

    pub(crate) fn has_sealed(&self) -> bool {
        !self.sealed().is_empty()
    }

    /// Records that were not sent yet.
    pub(crate) fn sealed(&self) -> &[u8] {
        &self.sealed[self.sealed_sent..]
    }

    /// One write call for the sealed records.
    pub(crate) fn write_sealed(&mut self, socket: &Socket) -> io::Result<Wrote> {
        let offered = self.sealed().len();
        let bytes = taken(socket.write(self.sealed()))?;
        self.sealed_sent += bytes;
        self.len -= bytes;
        self.exempt = self.exempt.min(self.len);
        if !self.has_sealed() {
            self.sealed.clear();
            self.sealed_sent = 0;
        }
        Ok(Wrote { bytes, short: bytes < offered })
    }

    /// Removes up to `most` plain bytes from the front, piece by piece. A piece for which `take`
    /// fails stays; those before it are gone.
    pub(crate) fn take_plain(
        &mut self,
        most: usize,
        mut take: impl FnMut(&[u8]) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut taken = 0;
        while taken < most {
            let mut first: &[u8] = &[];
            self.for_each_piece(|piece| {
                first = piece;
                false
            });
            let len = first.len().min(most - taken);
            if len == 0 {
                break;
            }
            take(&first[..len])?;
            self.advance(len);
            taken += len;
        }
        Ok(())
    }

    /// Counts written bytes towards the sample; true when it has been written and the next one waits from now on.
    pub(crate) fn sample(&mut self, written: usize, now_ms: u64) -> bool {
        if written < self.before_sample {
            self.before_sample -= written;
            return false;
        }
        self.begin_waiting(now_ms);
        true
    }

    /// All unsent plain bytes as one vector.
    pub(crate) fn to_vec(&self) -> Vec<u8> {
        let mut all = Vec::with_capacity(self.len);
        self.for_each_piece(|piece| {
            all.extend_from_slice(piece);
            true
        });
        all
    }

    /// Empties it for its next use.
    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        self.shared.clear();
        self.sealed.clear();
        self.sealed_sent = 0;
        (self.sent, self.len, self.exempt) = (0, 0, 0);
    }

    /// Collects pieces in order of the stream; returns their number and sum.
    fn gather<'a>(&'a self, pieces: &mut [IoSlice<'a>; GATHERED]) -> (usize, usize) {
        let (mut count, mut sum) = (0, 0);
        self.for_each_piece(|piece| {
            pieces[count] = IoSlice::new(piece);
            count += 1;
            sum += piece.len();
            count < GATHERED
        });
        (count, sum)
    }

    /// Visits the unsent pieces in order until `visit` returns false.
    fn for_each_piece<'a>(&'a self, mut visit: impl FnMut(&'a [u8]) -> bool) {
        let mut from = self.sent;
        for shared in &self.shared {
            let copied = &self.bytes[from..shared.at];
            from = shared.at;
            if (!copied.is_empty() && !visit(copied)) || !visit(&shared.frame[shared.sent..]) {
                return;
            }
        }
        let copied = &self.bytes[from..];
        if !copied.is_empty() {
            visit(copied);
        }
    }

    /// Removes written bytes from the front.
    fn advance(&mut self, mut written: usize) {
        self.len -= written;
        self.exempt = self.exempt.min(self.len);
        while written > 0 {
            let Some(shared) = self.shared.front_mut() else {
                self.sent += written;
                return;
            };
            let copied = written.min(shared.at - self.sent);
            self.sent += copied;
            written -= copied;
            let referred = written.min(shared.frame.len() - shared.sent);
            shared.sent += referred;
            written -= referred;
            if shared.sent == shared.frame.len() {
                self.shared.pop_front();
            }
        }
    }

    /// Moves unsent bytes to the front, if at least as many are gone: each byte is then moved about once in its
    /// life, and the buffer grows only where more than half of it is unsent: to four times the most that ever was.
    fn compact(&mut self) {
        if self.sent * 2 < self.bytes.len() {
            return;
        }
        self.bytes.drain(..self.sent);
        for shared in &mut self.shared {
            shared.at -= self.sent;
        }
        self.sent = 0;
    }
}

/// Bytes that the kernel took: a socket that is full took none.
pub(crate) fn taken(result: io::Result<usize>) -> io::Result<usize> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(0),
        result => result,
    }
}

#[cfg(test)]
#[path = "outbox_tests.rs"]
mod tests;
