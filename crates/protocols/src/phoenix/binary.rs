//! Binary frames of the second serialiser: a kind, the lengths of the header's texts in one byte each, the texts, and
//! then the payload up to the frame's end.
//!
//! | kind | from | lengths | texts |
//! | --- | --- | --- | --- |
//! | 0 push | client | join_ref, ref, topic, event | the same; answered with an error |
//! | 3 broadcast | client | join_ref, ref, topic, event, metadata, and the encoding | join_ref … metadata |
//! | 4 broadcast | server | topic, event, metadata, and the encoding | topic, event, metadata |
//!
//! Kinds 0 to 2 exist from the server as well in Phoenix; Supabase's JavaScript client cannot read them, so they are
//! never sent.

use alloc::vec::Vec;
use core::fmt;

use super::topic::Spelling;

const PUSH: u8 = 0;
const BROADCAST_IN: u8 = 3;
const BROADCAST_OUT: u8 = 4;

/// What the payload of a broadcast is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Encoding {
    /// Bytes with no format.
    Binary = 0,
    /// One JSON value.
    Json = 1,
}

/// A frame of a client, its texts not yet understood.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Frame<'a> {
    pub(super) join_ref: &'a str,
    pub(super) reference: &'a str,
    pub(super) topic: &'a str,
    pub(super) event: &'a str,
    /// What a broadcast has beside; `None` for a push.
    pub(super) broadcast: Option<(Encoding, &'a [u8])>,
    pub(super) payload: &'a [u8],
}

/// Reads a client's frame.
pub(super) fn read(data: &[u8]) -> Result<Frame<'_>, FrameError> {
    let mut left = Left(data);
    match left.byte()? {
        PUSH => {
            let lengths = left.lengths::<4>()?;
            left.frame(lengths, None)
        }
        BROADCAST_IN => {
            let lengths = left.lengths::<4>()?;
            let metadata = left.byte()?;
            let encoding = match left.byte()? {
                0 => Encoding::Binary,
                1 => Encoding::Json,
                other => return Err(FrameError::Encoding(other)),
            };
            left.frame(lengths, Some((encoding, metadata)))
        }
        kind => Err(FrameError::Kind(kind)),
    }
}

/// What of a frame is not read yet.
struct Left<'a>(&'a [u8]);

impl<'a> Left<'a> {
    fn bytes(&mut self, count: usize) -> Result<&'a [u8], FrameError> {
        let (head, rest) = self.0.split_at_checked(count).ok_or(FrameError::Cut)?;
        self.0 = rest;
        Ok(head)
    }

    fn byte(&mut self) -> Result<u8, FrameError> {
        let (byte, rest) = self.0.split_first().ok_or(FrameError::Cut)?;
        self.0 = rest;
        Ok(*byte)
    }

    fn lengths<const N: usize>(&mut self) -> Result<[u8; N], FrameError> {
        let (lengths, rest) = self.0.split_first_chunk().ok_or(FrameError::Cut)?;
        self.0 = rest;
        Ok(*lengths)
    }

    fn text(&mut self, length: u8, part: &'static str) -> Result<&'a str, FrameError> {
        core::str::from_utf8(self.bytes(length.into())?).map_err(|_| FrameError::NotText(part))
    }

    fn frame(mut self, lengths: [u8; 4], beside: Option<(Encoding, u8)>) -> Result<Frame<'a>, FrameError> {
        let [join_ref, reference, topic, event] = lengths;
        Ok(Frame {
            join_ref: self.text(join_ref, "join_ref")?,
            reference: self.text(reference, "ref")?,
            topic: self.text(topic, "topic")?,
            event: self.text(event, "event")?,
            broadcast: match beside {
                Some((encoding, metadata)) => Some((encoding, self.bytes(metadata.into())?)),
                None => None,
            },
            payload: self.0,
        })
    }
}

/// Appends a broadcast's header for a client; `None`, with nothing appended, if a text is too long for it.
pub(super) fn push_broadcast_header(
    out: &mut Vec<u8>,
    topic: Spelling<'_>,
    event: &str,
    metadata: &str,
    encoding: Encoding,
) -> Option<()> {
    let [topic_len, event_len, metadata_len] =
        [topic.len(), event.len(), metadata.len()].map(|len| u8::try_from(len).ok());
    out.extend_from_slice(&[BROADCAST_OUT, topic_len?, event_len?, metadata_len?, encoding as u8]);
    for text in [topic.prefix, topic.name, event, metadata] {
        out.extend_from_slice(text.as_bytes());
    }
    Some(())
}

/// Why a binary frame cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrameError {
    /// It ends inside its header.
    Cut,
    /// Its first byte is no kind that clients send.
    Kind(u8),
    /// Its payload is of no known encoding.
    Encoding(u8),
    /// This text of its header is not UTF-8.
    NotText(&'static str),
}

impl fmt::Display for FrameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cut => f.write_str("the binary frame ends inside its header"),
            Self::Kind(kind) => {
                write!(f, "a binary frame of kind {kind}; clients send 0 (push) and 3 (broadcast)")
            }
            Self::Encoding(encoding) => {
                write!(f, "the broadcast's encoding is {encoding}; 0 (binary) and 1 (JSON) are known")
            }
            Self::NotText(part) => write!(f, "the {part} in the binary frame's header is not UTF-8"),
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::{string::ToString, vec};

    use super::*;

    #[test]
    fn pushes_and_broadcasts_are_read() {
        let push = read(b"\0\x01\x02\x03\x04jrrtopevenpayload").unwrap();
        assert_eq!((push.join_ref, push.reference, push.topic, push.event), ("j", "rr", "top", "even"));
        assert_eq!((push.broadcast, push.payload), (None, &b"payload"[..]));
        let broadcast = read(b"\x03\0\x01\x03\x01\x02\x01rtope{}[1]").unwrap();
        assert_eq!((broadcast.join_ref, broadcast.reference, broadcast.event), ("", "r", "e"));
        assert_eq!(
            (broadcast.broadcast, broadcast.payload),
            (Some((Encoding::Json, &b"{}"[..])), &b"[1]"[..])
        );
    }

    #[test]
    fn every_cut_inside_the_header_is_found() {
        let whole = b"\x03\x01\x01\x03\x01\x02\0jrtope{}";
        for end in 0..whole.len() {
            assert_eq!(read(&whole[..end]), Err(FrameError::Cut), "{end}");
        }
        assert_eq!(read(whole).unwrap().payload, b"");
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (frame, error) in [
            (&b"\x01\0\0\0\0"[..], "a binary frame of kind 1; clients send 0 (push) and 3 (broadcast)"),
            (b"\x04\0\0\0\0", "a binary frame of kind 4; clients send 0 (push) and 3 (broadcast)"),
            (b"\x03\0\0\0\0\0\x02", "the broadcast's encoding is 2; 0 (binary) and 1 (JSON) are known"),
            (b"\0\0\0\x01\0\xff", "the topic in the binary frame's header is not UTF-8"),
            (b"", "the binary frame ends inside its header"),
        ] {
            assert_eq!(read(frame).unwrap_err().to_string(), error);
        }
    }

    #[test]
    fn headers_end_at_255_bytes() {
        let name = "x".repeat(256);
        let mut out = vec![];
        let topic = |len: usize| Spelling { prefix: "", name: &name[..len] };
        for (topic, event, metadata) in
            [(topic(256), "", ""), (topic(0), &name[..], ""), (topic(0), "", &name[..])]
        {
            assert_eq!(push_broadcast_header(&mut out, topic, event, metadata, Encoding::Json), None);
            assert!(out.is_empty());
        }
        assert!(push_broadcast_header(&mut out, topic(255), &name[..255], "{}", Encoding::Binary).is_some());
        assert_eq!(out[..5], [4, 255, 255, 2, 0]);
    }
}
