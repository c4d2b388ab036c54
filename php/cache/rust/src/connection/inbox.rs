//! What has come from the server and has not been read.

use std::ops::Range;

/// How much is read at once, and kept between replies: most replies are shorter, and a longer string goes past this buffer.
const USUAL: usize = 16 << 10;

/// The most that is kept while more is sent than the server takes: 1 GiB of replies, of which it must have sent all.
pub(super) const MOST: usize = 1 << 30;

/// Received bytes, of which those in front have been read.
#[derive(Debug)]
pub(super) struct Inbox {
    /// Initialised to its whole length, once for each time that it grows.
    buffer: Vec<u8>,
    start: usize,
    end: usize,
}

impl Inbox {
    pub(super) fn new() -> Self {
        Self { buffer: vec![0; USUAL], start: 0, end: 0 }
    }

    /// What has not been read.
    #[inline]
    pub(super) fn unread(&self) -> &[u8] {
        self.buffer.get(self.start..self.end).unwrap_or_default()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.start == self.end
    }

    /// So many bytes have been read. They stay where they are until [`Inbox::room`].
    #[inline]
    pub(super) fn consume(&mut self, bytes: usize) {
        self.start = self.end.min(self.start + bytes);
    }

    /// Where a slice of [`Inbox::unread`] is, for [`Inbox::at`].
    #[inline]
    pub(super) fn range_of(&self, slice: &[u8]) -> Range<usize> {
        let start = slice.as_ptr().addr().wrapping_sub(self.buffer.as_ptr().addr());
        start..start.wrapping_add(slice.len())
    }

    #[inline]
    pub(super) fn at(&self, range: Range<usize>) -> &[u8] {
        self.buffer.get(range).unwrap_or_default()
    }

    /// Room for more: what has been read makes place, and if all is unread the buffer grows. `None` at its limit.
    #[inline]
    pub(super) fn room(&mut self) -> Option<&mut [u8]> {
        if self.is_empty() {
            (self.start, self.end) = (0, 0);
            if self.buffer.len() > USUAL {
                self.buffer = vec![0; USUAL];
            }
        } else if self.end == self.buffer.len() {
            self.make_room()?;
        }
        self.buffer.get_mut(self.end..)
    }

    #[cold]
    fn make_room(&mut self) -> Option<()> {
        // Moving costs less than it brings once half of the buffer has been read.
        if self.start >= self.buffer.len() / 2 {
            self.buffer.copy_within(self.start..self.end, 0);
            (self.start, self.end) = (0, self.end - self.start);
        } else if self.buffer.len() < MOST {
            self.buffer.resize(self.buffer.len() * 2, 0);
        } else {
            return None;
        }
        Some(())
    }

    /// So many bytes of the room have been filled.
    #[inline]
    pub(super) fn filled(&mut self, bytes: usize) {
        self.end = self.buffer.len().min(self.end + bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put(inbox: &mut Inbox, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let room = inbox.room().unwrap();
            let len = room.len().min(bytes.len());
            room[..len].copy_from_slice(&bytes[..len]);
            inbox.filled(len);
            bytes = &bytes[len..];
        }
    }

    #[test]
    fn it_grows_for_what_is_unread_and_shrinks_when_all_is_read() {
        let mut inbox = Inbox::new();
        let bytes: Vec<u8> = (0..100_000_u32).map(|index| index.to_le_bytes()[0]).collect();
        put(&mut inbox, &bytes);
        assert_eq!(inbox.unread(), bytes);
        inbox.consume(99_000);
        assert_eq!(inbox.unread(), &bytes[99_000..]);
        put(&mut inbox, &bytes);
        assert_eq!(inbox.unread(), [&bytes[99_000..], &bytes].concat());
        inbox.consume(101_000);
        assert_eq!(inbox.room().unwrap().len(), USUAL);
    }

    #[test]
    fn what_has_been_read_makes_place() {
        let mut inbox = Inbox::new();
        for _ in 0..100 {
            put(&mut inbox, &[7; 10_000]);
            inbox.consume(9_999);
            put(&mut inbox, &[8; 1]);
            inbox.consume(1);
            assert_eq!(inbox.unread(), [8]);
            inbox.consume(1);
        }
        assert_eq!(inbox.buffer.len(), USUAL);
    }

    #[test]
    fn a_range_finds_its_bytes_again() {
        let mut inbox = Inbox::new();
        put(&mut inbox, b"+OK\r\n");
        let range = inbox.range_of(&inbox.unread()[1..3]);
        inbox.consume(5);
        assert_eq!(inbox.at(range), b"OK");
    }
}
