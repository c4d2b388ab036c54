//! The shared frames of one turn, and which socket gets which, without a copy per socket.
//!
//! The hot path is a few frames to a thousand sockets. The kernel takes 4.5 µs for a `send`,
//! whatever it carries, so the work around it must stay below a tenth of a microsecond; and that is
//! cache misses, because between two turns the kernel has evicted our data. A buffer per socket
//! costs three or four (0.6 µs measured, 1.1 µs with eight frames in it). So a socket gets a
//! *ticket*: the number of its only frame, or of a list of numbers which fills exactly one cache
//! line and is next to the lists of its neighbours in the fan-out; a full list is followed by
//! another one. The flush writes a single frame straight from the publication's bytes. For lists it
//! joins the frames in one buffer, and if the next socket has the same frames, as all subscribers
//! of a busy channel have, that buffer is right already.
//!
//! One reference to each frame is held per turn, not per socket: loops on several cores that send
//! the same frame do not contend for its counter.

use std::sync::Arc;

use crate::outbox::SHARED_FROM;

/// What a socket gets at the next flush.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ticket(u32);

impl Ticket {
    pub(crate) const NONE: Self = Self(u32::MAX);
    /// Set in numbers of lists, clear in numbers of frames.
    const LIST: u32 = 1 << 31;

    fn frame(self) -> Option<usize> {
        (self.0 & Self::LIST == 0).then_some(self.0 as usize)
    }

    fn list(self) -> Option<usize> {
        (self != Self::NONE && self.0 & Self::LIST != 0).then_some((self.0 & !Self::LIST) as usize)
    }
}

/// Frames that one list can hold: what fits a cache line with its other fields.
const LISTED: usize = 26;

/// Numbers of the frames of one socket, in order.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct FrameList {
    /// Sum of the frames, those of the lists before it included.
    bytes: u32,
    /// The full list that this one continues; [`FIRST`](Self::FIRST) if it is the first.
    previous: u32,
    count: u16,
    numbers: [u16; LISTED],
}

const _: () = assert!(size_of::<FrameList>() == 64);

impl FrameList {
    const FIRST: u32 = u32::MAX;
    const EMPTY: Self = Self { bytes: 0, previous: Self::FIRST, count: 0, numbers: [0; LISTED] };

    fn numbers(&self) -> &[u16] {
        &self.numbers[..usize::from(self.count)]
    }

    fn is_full(&self) -> bool {
        usize::from(self.count) == LISTED
    }

    /// The list that continues this full one of number `place`.
    fn next(&self, place: usize) -> Option<Self> {
        Some(Self { bytes: self.bytes, previous: u32::try_from(place).ok()?, ..Self::EMPTY })
    }

    /// Adds a frame of `len` bytes if there is room and `limit` bytes are not exceeded. False if it
    /// must be queued in another way: also if its number is too high, or if it is large and better
    /// not copied.
    #[inline]
    fn push(&mut self, number: usize, len: usize, limit: usize) -> bool {
        let bytes = self.bytes as usize + len;
        let place = self.numbers.get_mut(usize::from(self.count));
        match (u16::try_from(number), u32::try_from(bytes), place) {
            (Ok(number), Ok(sum), Some(place)) if len < SHARED_FROM && bytes <= limit => {
                *place = number;
                self.count += 1;
                self.bytes = sum;
                true
            }
            _ => false,
        }
    }
}

/// Capacity that is retained from turn to turn: 64 KiB of numbers and references, 256 KiB of lists,
/// and 256 KiB for joining, as much as a turn gathers before it is written. A larger turn allocates
/// again, which costs a page fault every 4 KiB of memory that the allocator takes from the kernel.
const RETAINED: usize = 4_096;
const RETAINED_JOINED: usize = 256 << 10;

/// A frame is searched among this many of the latest ones: subscribers of one message alternate
/// between the framings of their protocols.
const RECENT: usize = 4;

/// See the module's text.
#[derive(Debug)]
pub(crate) struct Batch {
    frames: Vec<Arc<[u8]>>,
    /// Sum of their lengths.
    bytes: usize,
    lists: Vec<FrameList>,
    /// Joined frames: those of several tickets one after the other, of which the last are
    /// `joined_of` and begin at `joined_from`.
    joined: Vec<u8>,
    joined_from: usize,
    /// Numbers of the frames that are joined.
    joined_of: Vec<u16>,
    /// The lists of the ticket that is being read, the last one first; retained for its capacity.
    chain: Vec<u32>,
}

/// Where the bytes of a ticket are, until [`Batch::forget_joined`] or the end of the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// In the frame of this number.
    Frame(usize),
    /// In the buffer of joined frames.
    Joined { from: usize, to: usize },
}

impl Batch {
    pub(crate) fn new() -> Self {
        Self {
            frames: Vec::new(),
            bytes: 0,
            lists: Vec::new(),
            joined: Vec::new(),
            joined_from: 0,
            joined_of: Vec::new(),
            chain: Vec::new(),
        }
    }

    /// A ticket for what `ticket` stands for and then `frame`. `None` if that were more than `limit` bytes, or if it must
    /// go into an outbox instead.
    #[inline]
    pub(crate) fn add(&mut self, ticket: Ticket, frame: &Arc<[u8]>, limit: usize) -> Option<Ticket> {
        let number = self.number(frame);
        if ticket == Ticket::NONE {
            let number = u32::try_from(number).ok().filter(|number| number & Ticket::LIST == 0);
            return number.filter(|_| frame.len() <= limit).map(Ticket);
        }
        if let Some(list) = ticket.list().and_then(|place| self.lists.get_mut(place))
            && list.push(number, frame.len(), limit)
        {
            return Some(ticket);
        }
        self.add_list(ticket, number, frame.len(), limit)
    }

    /// The same with a new list, where `ticket` stands for a single frame or for a list that is full.
    #[inline(never)] // once in a while, and the way around it is short
    fn add_list(&mut self, ticket: Ticket, number: usize, len: usize, limit: usize) -> Option<Ticket> {
        let mut list = if let Some(place) = ticket.list() {
            self.lists.get(place).filter(|list| list.is_full())?.next(place)?
        } else {
            let first = ticket.frame()?;
            let mut list = FrameList::EMPTY;
            list.push(first, self.frames.get(first)?.len(), limit).then_some(list)?
        };
        if !list.push(number, len, limit) {
            return None;
        }
        let place = u32::try_from(self.lists.len()).ok().filter(|place| *place < Ticket::LIST - 1)?;
        self.lists.push(list);
        Some(Ticket(place | Ticket::LIST))
    }

    /// Bytes of the turn's frames, each counted once however many sockets get it.
    pub(crate) fn frame_bytes(&self) -> usize {
        self.bytes
    }

    /// Bytes that a ticket stands for.
    pub(crate) fn len(&self, ticket: Ticket) -> usize {
        match (ticket.frame(), ticket.list()) {
            (Some(number), _) => self.frames.get(number).map_or(0, |frame| frame.len()),
            (_, Some(list)) => self.lists.get(list).map_or(0, |list| list.bytes as usize),
            _ => 0,
        }
    }

    /// The frames that a ticket stands for, in order.
    pub(crate) fn frames(&self, ticket: Ticket) -> impl Iterator<Item = &Arc<[u8]>> {
        let mut chain = Vec::new();
        self.trace(ticket, &mut chain);
        let lists = chain.into_iter().rev().filter_map(|place| self.lists.get(place as usize));
        let listed = lists.flat_map(|list| list.numbers().iter().map(|number| usize::from(*number)));
        ticket.frame().into_iter().chain(listed).filter_map(|number| self.frames.get(number))
    }

    /// The lists of a ticket, the last one first.
    fn trace(&self, ticket: Ticket, chain: &mut Vec<u32>) {
        chain.clear();
        let mut place = ticket.list().and_then(|place| u32::try_from(place).ok()).unwrap_or(FrameList::FIRST);
        while let Some(list) = self.lists.get(place as usize) {
            chain.push(place);
            place = list.previous;
        }
    }

    /// The frames of a ticket, joined. Invalidates every [`Place`].
    pub(crate) fn bytes(&mut self, ticket: Ticket) -> &[u8] {
        let place = self.join_after(ticket, Self::forget_joined);
        self.at(place)
    }

    /// Joins the frames of a ticket, after those that are joined already.
    pub(crate) fn join(&mut self, ticket: Ticket) -> Place {
        self.join_after(ticket, |_| {})
    }

    /// Joins frames, after a call of `before`, unless they are what was joined last.
    #[inline]
    fn join_after(&mut self, ticket: Ticket, before: impl FnOnce(&mut Self)) -> Place {
        if let Some(number) = ticket.frame() {
            return Place::Frame(number);
        }
        let mut chain = std::mem::take(&mut self.chain);
        self.trace(ticket, &mut chain);
        if !self.is_joined(&chain) {
            before(self);
            self.append(&chain);
        }
        self.chain = chain;
        Place::Joined { from: self.joined_from, to: self.joined.len() }
    }

    /// The bytes of a place.
    pub(crate) fn at(&self, place: Place) -> &[u8] {
        let bytes = match place {
            Place::Frame(number) => self.frames.get(number).map(|frame| &frame[..]),
            Place::Joined { from, to } => self.joined.get(from..to),
        };
        bytes.unwrap_or_default()
    }

    /// Bytes of joined frames.
    pub(crate) fn joined(&self) -> usize {
        self.joined.len()
    }

    /// Empties the buffer of joined frames.
    pub(crate) fn forget_joined(&mut self) {
        self.joined.clear();
        self.joined_from = 0;
        self.joined_of.clear();
    }

    /// Whether the frames of these lists are what was joined last.
    fn is_joined(&self, chain: &[u32]) -> bool {
        let mut rest = &self.joined_of[..];
        for &place in chain.iter().rev() {
            let numbers = self.lists.get(place as usize).map_or(&[][..], FrameList::numbers);
            match rest.split_at_checked(numbers.len()) {
                Some((same, others)) if same == numbers => rest = others,
                _ => return false,
            }
        }
        rest.is_empty()
    }

    fn append(&mut self, chain: &[u32]) {
        self.joined_from = self.joined.len();
        self.joined_of.clear();
        for &place in chain.iter().rev() {
            let numbers = self.lists.get(place as usize).map_or(&[][..], FrameList::numbers);
            self.joined_of.extend_from_slice(numbers);
            let frames = numbers.iter().filter_map(|number| self.frames.get(usize::from(*number)));
            frames.for_each(|frame| self.joined.extend_from_slice(frame));
        }
    }

    /// The turn's frames have been written: all tickets are invalid.
    pub(crate) fn clear(&mut self) {
        self.frames.clear();
        self.bytes = 0;
        self.frames.shrink_to(RETAINED);
        self.lists.clear();
        self.lists.shrink_to(RETAINED);
        self.forget_joined();
        self.joined.shrink_to(RETAINED_JOINED);
        self.joined_of.shrink_to(RETAINED);
    }

    /// The number of a frame; a fan-out asks for the same one again and again.
    #[inline]
    fn number(&mut self, frame: &Arc<[u8]>) -> usize {
        match self.frames.last() {
            Some(last) if Arc::ptr_eq(last, frame) => self.frames.len() - 1,
            _ => self.find_or_hold(frame),
        }
    }

    #[inline(never)] // once for each framing of a publication, as a rule
    fn find_or_hold(&mut self, frame: &Arc<[u8]>) -> usize {
        let count = self.frames.len();
        let recent = self.frames.iter().rev().take(RECENT).position(|known| Arc::ptr_eq(known, frame));
        match recent {
            Some(back) => count - 1 - back,
            None => {
                self.frames.push(Arc::clone(frame));
                self.bytes += frame.len();
                count
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No limit.
    const ALL: usize = usize::MAX;

    fn frame(byte: u8, len: usize) -> Arc<[u8]> {
        vec![byte; len].into()
    }

    #[test]
    fn a_ticket_grows_from_nothing_to_a_list() {
        let (mut batch, a, b) = (Batch::new(), frame(b'a', 3), frame(b'b', 2));
        assert_eq!(batch.len(Ticket::NONE), 0);
        let one = batch.add(Ticket::NONE, &a, ALL).unwrap();
        assert_eq!((batch.len(one), batch.bytes(one)), (3, &b"aaa"[..]));
        let two = batch.add(one, &b, ALL).unwrap();
        let three = batch.add(two, &a, ALL).unwrap();
        assert_eq!(two, three, "the list is the socket's own, and grows in place");
        assert_eq!((batch.len(three), batch.bytes(three)), (8, &b"aaabbaaa"[..]));
        assert_eq!(batch.frames(three).count(), 3);
        assert_eq!(batch.bytes(one), b"aaa", "other sockets that have one frame still have it");
    }

    #[test]
    fn a_ticket_stands_for_no_more_than_the_limit() {
        let (mut batch, a) = (Batch::new(), frame(b'a', 10));
        assert_eq!(batch.add(Ticket::NONE, &a, 9), None);
        let one = batch.add(Ticket::NONE, &a, 10).unwrap();
        assert_eq!(batch.add(one, &a, 19), None);
        let two = batch.add(one, &a, 20).unwrap();
        assert_eq!(batch.add(two, &a, 29), None);
        let three = batch.add(two, &a, 30).unwrap();
        assert_eq!(batch.len(three), 30);
        let full = (3..LISTED).fold(three, |ticket, _| batch.add(ticket, &a, ALL).unwrap());
        assert_eq!(batch.add(full, &a, 10 * LISTED + 9), None);
        let next = batch.add(full, &a, 10 * LISTED + 10).unwrap();
        assert_eq!(batch.len(next), 10 * LISTED + 10);
    }

    #[test]
    fn equal_lists_are_joined_once_and_others_again() {
        let (mut batch, a, b) = (Batch::new(), frame(b'a', 1), frame(b'b', 1));
        let [first, second, other] = [[&a, &b], [&a, &b], [&b, &a]].map(|frames| {
            let one = batch.add(Ticket::NONE, frames[0], ALL).unwrap();
            batch.add(one, frames[1], ALL).unwrap()
        });
        assert_ne!(first, second);
        assert_eq!(batch.frames.len(), 2, "each frame is held once");
        let address = batch.bytes(first).as_ptr();
        batch.joined[0] = b'!';
        assert_eq!(batch.bytes(second), b"!b", "not copied again");
        assert_eq!(batch.bytes(other), b"ba");
        assert_eq!(batch.bytes(first), b"ab");
        assert_eq!(address, batch.bytes(first).as_ptr());
    }

    #[test]
    fn tickets_of_a_submission_are_joined_one_after_another() {
        let (mut batch, a, b) = (Batch::new(), frame(b'a', 1), frame(b'b', 2));
        let [ab, same, ba] = [[&a, &b], [&a, &b], [&b, &a]].map(|frames| {
            let one = batch.add(Ticket::NONE, frames[0], ALL).unwrap();
            batch.add(one, frames[1], ALL).unwrap()
        });
        let alone = batch.add(Ticket::NONE, &b, ALL).unwrap();
        let places = [ab, same, alone, ba].map(|ticket| batch.join(ticket));
        assert_eq!(places[0], places[1], "the same frames are joined once");
        let bytes = places.map(|place| batch.at(place));
        assert_eq!(bytes, [&b"abb"[..], b"abb", b"bb", b"bba"]);
        assert_eq!(batch.joined(), 6);
        let nothing = batch.join(Ticket::NONE);
        assert_eq!(batch.at(nothing), b"");
        assert_eq!(batch.bytes(ab), b"abb");
        assert_eq!(batch.joined(), 3, "and one by one they take each other's room");
    }

    #[test]
    fn what_fits_no_list_is_sent_elsewhere() {
        let (mut batch, small, large) = (Batch::new(), frame(1, 10), frame(2, SHARED_FROM));
        let one = batch.add(Ticket::NONE, &large, ALL).unwrap();
        assert_eq!(batch.len(one), SHARED_FROM, "a large frame alone needs no copy");
        assert_eq!(batch.add(one, &small, ALL), None);
        let mut ticket = batch.add(Ticket::NONE, &small, ALL).unwrap();
        assert_eq!(batch.add(ticket, &large, ALL), None);
        for _ in 1..LISTED {
            ticket = batch.add(ticket, &small, ALL).unwrap();
        }
        assert_eq!(batch.add(ticket, &large, ALL), None);
        assert_eq!(batch.len(ticket), LISTED * 10, "and what it stood for is still there");
    }

    #[test]
    fn a_full_list_is_followed_by_another() {
        let mut batch = Batch::new();
        let frames: Vec<_> =
            (0..3 * LISTED).map(|n| frame(b"abcdefghijklmnopqrstuvwxyz"[n % 26], 1 + n % 5)).collect();
        let expected: Vec<u8> = frames.iter().flat_map(|frame| frame.iter().copied()).collect();
        let mut tickets = [Ticket::NONE; 2];
        for frame in &frames {
            tickets = tickets.map(|ticket| batch.add(ticket, frame, ALL).unwrap());
        }
        let [first, second] = tickets;
        assert_ne!(first, second);
        assert_eq!(batch.len(first), expected.len());
        assert_eq!(batch.bytes(first), expected);
        batch.joined[0] = b'!';
        assert_eq!(batch.bytes(second)[0], b'!', "the same frames are not copied again");
        assert_eq!(batch.frames(second).count(), frames.len());
        let shorter =
            batch.add(Ticket::NONE, &frames[0], ALL).and_then(|one| batch.add(one, &frames[1], ALL)).unwrap();
        assert_eq!(
            batch.bytes(shorter),
            &expected[..frames[0].len() + frames[1].len()],
            "a beginning is not the whole"
        );
        assert_eq!(batch.bytes(first), expected);
    }

    #[test]
    fn a_turn_with_very_many_frames_goes_on_with_outboxes() {
        let mut batch = Batch::new();
        let frames: Vec<_> = (0..65_540).map(|_| frame(0, 1)).collect();
        let tickets: Vec<_> =
            frames.iter().map(|frame| batch.add(Ticket::NONE, frame, ALL).unwrap()).collect();
        assert_eq!(batch.add(tickets[65_536], &frames[0], ALL), None, "its number does not fit a list");
        batch.clear();
        assert!(batch.frames.capacity() <= RETAINED);
        assert_eq!(batch.len(tickets[3]), 0);
    }
}
