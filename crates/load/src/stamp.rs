//! What a payload carries so that its delivery can be accounted for: a serial number, or a whole
//! [`Mark`].
//!
//! At a million messages a second the generator may spend a few dozen nanoseconds on each. So the
//! place of a number is found once, or by one search for a byte, and a frame to be sent is masked
//! once, after which only the digits of its serial number are rewritten.

use baton_wire::{Opcode, encode_frame};

/// How many digits a serial number has in a payload. Ten: more than a run can send.
pub(crate) const SERIAL_DIGITS: usize = 10;

/// A serial number as the digits that a payload carries.
pub(crate) fn digits(serial: u32) -> [u8; SERIAL_DIGITS] {
    let mut text = [b'0'; SERIAL_DIGITS];
    let mut rest = serial;
    for digit in text.iter_mut().rev() {
        *digit = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    text
}

/// The serial number that stands at `offset`, if there are ten digits.
pub(crate) fn serial_at(payload: &[u8], offset: usize) -> Option<u32> {
    u32::try_from(number_at(payload, offset, SERIAL_DIGITS)?).ok()
}

/// The number of so many digits at `offset`; fewer than 20, so that it fits.
fn number_at(payload: &[u8], offset: usize, digits: usize) -> Option<u64> {
    let text = payload.get(offset..offset.checked_add(digits)?)?;
    text.iter().try_fold(0_u64, |number, byte| match byte.wrapping_sub(b'0') {
        digit @ 0..=9 => Some(number * 10 + u64::from(digit)),
        _ => None,
    })
}

/// Starts a mark. No name of a channel, event or member here contains it.
const MARK: u8 = b'~';

/// Digits of a time in nanoseconds: 18 last for 31 years.
const TIME_DIGITS: usize = 18;

/// Bytes of a mark in a payload.
pub(crate) const MARK_BYTES: usize = 1 + 2 * SERIAL_DIGITS + TIME_DIGITS;

/// Who sent a message, which of its messages it is, and when it should have been sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mark {
    /// One sender's messages to one channel.
    pub stream: u32,
    /// Its place in the stream, from 0.
    pub serial: u32,
    /// When it was due, in nanoseconds of the run. A message that left late is late to its
    /// receiver: nothing is omitted because the generator or the server was busy.
    pub due_ns: u64,
}

impl Mark {
    /// The mark as a payload carries it, padded with `x` to at least `bytes`.
    pub(crate) fn text(&self, bytes: usize) -> String {
        let mut text = String::with_capacity(bytes.max(MARK_BYTES));
        text.push(char::from(MARK));
        for digit in digits(self.stream).into_iter().chain(digits(self.serial)) {
            text.push(char::from(digit));
        }
        text.push_str(&format!("{:0width$}", self.due_ns, width = TIME_DIGITS));
        text.extend(std::iter::repeat_n('x', bytes.saturating_sub(MARK_BYTES)));
        text
    }

    /// The mark in a message, if there is one.
    pub(crate) fn find(message: &[u8]) -> Option<Self> {
        let at = memchr::memchr(MARK, message)? + 1;
        Some(Self {
            stream: serial_at(message, at)?,
            serial: serial_at(message, at + SERIAL_DIGITS)?,
            due_ns: number_at(message, at + 2 * SERIAL_DIGITS, TIME_DIGITS)?,
        })
    }
}

/// A masked frame whose serial number can be written again in place.
#[derive(Debug, Clone)]
pub(crate) struct Template {
    bytes: Vec<u8>,
    offset: usize,
    mask: [u8; SERIAL_DIGITS],
}

impl Template {
    /// Masks `payload`, whose ten digits of serial number start at `serial_offset`. `None` if they
    /// do not fit in it.
    pub(crate) fn new(payload: &[u8], serial_offset: usize, mask: [u8; 4]) -> Option<Self> {
        serial_at(payload, serial_offset)?;
        let mut bytes = Vec::with_capacity(payload.len() + 14);
        encode_frame(&mut bytes, Opcode::Text, payload, Some(mask));
        let offset = bytes.len() - payload.len() + serial_offset;
        let rotated = std::array::from_fn(|i| mask[(serial_offset + i) % 4]);
        Some(Self { bytes, offset, mask: rotated })
    }

    /// The frame's length.
    pub(crate) fn frame_bytes(&self) -> usize {
        self.bytes.len()
    }

    /// The frame as it was first written.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Writes a serial number into a copy of this frame. A slice of another length is left as it
    /// is.
    pub(crate) fn stamp(&self, frame: &mut [u8], serial: u32) {
        let Some(place) = frame.get_mut(self.offset..self.offset + SERIAL_DIGITS) else { return };
        for ((byte, digit), key) in place.iter_mut().zip(digits(serial)).zip(self.mask) {
            *byte = digit ^ key;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_found_in_a_message() {
        let mark = Mark { stream: 7, serial: u32::MAX, due_ns: 123_456_789_012_345_678 };
        let text = mark.text(100);
        assert_eq!(text.len(), 100);
        assert_eq!(Mark::find(format!(r#"{{"channel":"a","data":"{text}"}}"#).as_bytes()), Some(mark));
        assert_eq!(mark.text(0).len(), MARK_BYTES);
        for broken in ["", "~", "no mark", &text[..MARK_BYTES - 1], &text.replace('7', "a")] {
            assert_eq!(Mark::find(broken.as_bytes()), None, "{broken}");
        }
    }

    #[test]
    fn serial_numbers_survive_their_digits() {
        for serial in [0, 7, 1_234_567_890, u32::MAX] {
            assert_eq!(serial_at(&digits(serial), 0), Some(serial));
        }
        assert_eq!(serial_at(b"12345x7890", 0), None);
        assert_eq!(serial_at(b"9999999999", 0), None);
        assert_eq!(serial_at(b"123", 0), None);
        assert_eq!(serial_at(b"123", usize::MAX), None);
    }

    #[test]
    fn a_stamped_template_unmasks_to_the_new_serial() {
        let mask = [1, 2, 3, 4];
        let template = Template::new(br#"{"n":"0000000000","pad":""}"#, 6, mask).unwrap();
        let mut frame = template.as_bytes().to_vec();
        template.stamp(&mut frame, 42);
        let header = 6;
        let payload: Vec<u8> = frame[header..].iter().zip(mask.iter().cycle()).map(|(b, k)| b ^ k).collect();
        assert_eq!(payload, br#"{"n":"0000000042","pad":""}"#);
        assert!(Template::new(b"short", 0, mask).is_none());
    }
}
