//! JSON as programs write it, read at the speed of a search: no blanks, strings without escapes, numbers without
//! exponents. What is read so needs no further look: it nests no deeper than it may, and every parser can read it.
//! Whatever is unusual, or wrong, is `None`, and left to serde_json.

use memchr::memchr2;

use crate::json::MAX_DEPTH;

/// A text, and how far it is read.
#[derive(Debug)]
pub(crate) struct Scan<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scan<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// How far it is read, in bytes.
    pub(crate) fn place(&self) -> usize {
        self.at
    }

    /// What has been read since then.
    pub(crate) fn since(&self, place: usize) -> Option<&'a str> {
        self.text.get(place..self.at)
    }

    /// Reads from there again.
    pub(crate) fn go_back(&mut self, place: usize) {
        self.at = place;
    }

    /// Whether nothing is left.
    pub(crate) fn is_done(&self) -> bool {
        self.at == self.text.len()
    }

    fn rest(&self) -> &'a [u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }

    /// The next byte.
    pub(crate) fn next(&mut self) -> Option<u8> {
        let byte = *self.rest().first()?;
        self.at += 1;
        Some(byte)
    }

    /// Skips `byte`, which must come next.
    pub(crate) fn take(&mut self, byte: u8) -> Option<()> {
        (self.next()? == byte).then_some(())
    }

    /// A string without escapes: what stands between its quotes.
    pub(crate) fn string(&mut self) -> Option<&'a str> {
        self.take(b'"')?;
        let rest = self.rest();
        let end = memchr2(b'"', b'\\', rest)?;
        let (inside, [b'"', ..]) = rest.split_at_checked(end)? else { return None };
        // A minimum is found many bytes at a time; control characters need escapes (RFC 8259 section 7).
        if inside.iter().fold(u8::MAX, |least, &byte| least.min(byte)) < 0x20 {
            return None;
        }
        let start = self.at;
        self.at += end + 1;
        self.text.get(start..start + end)
    }

    /// Any value. It and the `around` levels that it stands in, of which one is assumed at least, nest up to
    /// [`MAX_DEPTH`].
    pub(crate) fn value(&mut self, around: u32) -> Option<&'a str> {
        // A `u64` has room for the mark below and one bit for each level but one.
        const { assert!(MAX_DEPTH == 64) };
        let (start, room) = (self.at, around.max(1));
        // What is open, innermost lowest, below a mark: 1 is an object, 0 an array.
        let mut open = 1_u64;
        loop {
            let opened = match self.rest() {
                [b'"', ..] => self.string().map(|_| None)?,
                [b'{', b'}', ..] | [b'[', b']', ..] if open.leading_zeros() >= room => self.skip(2),
                [b'{', ..] => Some(1),
                [b'[', ..] => Some(0),
                [b't', b'r', b'u', b'e', ..] | [b'n', b'u', b'l', b'l', ..] => self.skip(4),
                [b'f', b'a', b'l', b's', b'e', ..] => self.skip(5),
                _ => self.number().map(|()| None)?,
            };
            if let Some(kind) = opened {
                if open.leading_zeros() < room {
                    return None;
                }
                open = open << 1 | kind;
                self.at += 1;
                self.key(kind)?;
                continue;
            }
            loop {
                if open == 1 {
                    return self.text.get(start..self.at);
                }
                match (self.next()?, open & 1) {
                    (b',', kind) => break self.key(kind)?,
                    (b'}', 1) | (b']', 0) => open >>= 1,
                    _ => return None,
                }
            }
        }
    }

    /// Skips what was seen, which opens nothing.
    fn skip(&mut self, bytes: usize) -> Option<u64> {
        self.at += bytes;
        None
    }

    /// The name in front of a value that stands in an object.
    fn key(&mut self, kind: u64) -> Option<()> {
        if kind == 1 {
            self.string()?;
            self.take(b':')?;
        }
        Some(())
    }

    /// A number without exponent.
    fn number(&mut self) -> Option<()> {
        if self.rest().first() == Some(&b'-') {
            self.at += 1;
        }
        let whole = self.digits();
        let leading_zero = whole.first() == Some(&b'0') && whole.len() > 1;
        if whole.is_empty() || leading_zero {
            return None;
        }
        if self.rest().first() == Some(&b'.') {
            self.at += 1;
            if self.digits().is_empty() {
                return None;
            }
        }
        (!matches!(self.rest().first(), Some(b'e' | b'E'))).then_some(())
    }

    fn digits(&mut self) -> &'a [u8] {
        let rest = self.rest();
        let count = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.at += count;
        rest.get(..count).unwrap_or_default()
    }
}
