//! Cuts messages that are too large out of a stream of changes, while their bytes arrive.
//!
//! `pgwire-replication` refuses a message over its limit and with it the connection, and PostgreSQL
//! sends the same message again after each reconnect: one large row, or one call of
//! `pg_logical_emit_message`, would stop the stream for ever. It also reserves memory for the whole
//! of a message that it accepts, up to 1 GiB. So large messages are removed before they reach it. A
//! message of `pg_logical_emit_message` is dropped; in place of a row's change comes a short
//! message that names the table ([`OMITTED`]), so that its subscriptions can be notified. No more
//! than [`HEAD`] bytes of such a message are buffered.

use crate::pgoutput::OMITTED;

/// A message's kind and length.
const FRAME: usize = 5;
/// What precedes a message of `pgoutput`: `w`, two positions and a time.
const WAL: usize = 25;
/// What is read of a large message: up to the number of the table.
const HEAD: usize = FRAME + WAL + 1 + 4;

/// The smallest limit: the message that replaces another must fit.
pub(crate) const LEAST_BYTES: usize = 1_024;

/// Where in the server's bytes it is.
pub(super) struct Screen {
    limit: usize,
    head: [u8; HEAD],
    filled: usize,
    /// Bytes that follow of the message at hand.
    rest: usize,
    drops: bool,
}

impl Screen {
    /// `limit` is compared with a message's length without its kind and the length itself, as the
    /// library does.
    pub(super) fn new(limit: usize) -> Self {
        Self { limit: limit.max(LEAST_BYTES), head: [0; HEAD], filled: 0, rest: 0, drops: false }
    }

    /// Appends to `out` what remains of the server's next bytes.
    pub(super) fn pass(&mut self, mut bytes: &[u8], out: &mut Vec<u8>) {
        while !bytes.is_empty() {
            let wanted = if self.rest > 0 { self.rest } else { self.head_bytes() - self.filled };
            let (now, later) = bytes.split_at(wanted.min(bytes.len()));
            bytes = later;
            if self.rest > 0 {
                self.rest -= now.len();
                if !self.drops {
                    out.extend_from_slice(now);
                }
                continue;
            }
            self.head[self.filled..][..now.len()].copy_from_slice(now);
            self.filled += now.len();
            if self.filled == self.head_bytes() {
                self.decide(out);
            }
        }
    }

    /// How many bytes decide what becomes of the message at hand.
    fn head_bytes(&self) -> usize {
        let is_large = self.filled >= FRAME && self.head[0] == b'd' && self.payload() > self.limit;
        if is_large { HEAD } else { FRAME }
    }

    fn payload(&self) -> usize {
        let [_, a, b, c, d, ..] = self.head;
        usize::try_from(u32::from_be_bytes([a, b, c, d])).unwrap_or(usize::MAX).saturating_sub(4)
    }

    fn decide(&mut self, out: &mut Vec<u8>) {
        let (bytes, filled) = (self.payload(), std::mem::take(&mut self.filled));
        self.rest = bytes.saturating_sub(filled - FRAME);
        let kinds = (filled == HEAD).then(|| (self.head[FRAME], self.head[FRAME + WAL]));
        self.drops = matches!(kinds, Some((b'w', b'M' | b'I' | b'U' | b'D')));
        match kinds {
            Some((b'w', b'M')) => {
                tracing::info!(
                    bytes,
                    limit = self.limit,
                    "a message of pg_logical_emit_message is over the limit: it is skipped"
                );
            }
            Some((b'w', b'I' | b'U' | b'D')) => self.replace(bytes, out),
            _ => out.extend_from_slice(&self.head[..filled]), // the library refuses it if it is too large
        }
    }

    /// In place of a row's change, the table's number and how large the change was.
    fn replace(&self, bytes: usize, out: &mut Vec<u8>) {
        let length = u32::try_from(4 + WAL + 1 + 4 + 4).unwrap_or_default();
        out.push(b'd');
        out.extend_from_slice(&length.to_be_bytes());
        out.extend_from_slice(&self.head[FRAME..FRAME + WAL]);
        out.push(OMITTED);
        out.extend_from_slice(&self.head[FRAME + WAL + 1..]);
        out.extend_from_slice(&u32::try_from(bytes).unwrap_or(u32::MAX).to_be_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: [u8; 4] = [0, 0, 0x40, 7];

    fn framed(kind: u8, payload: &[u8]) -> Vec<u8> {
        let length = u32::try_from(payload.len() + 4).unwrap();
        [&[kind][..], &length.to_be_bytes(), payload].concat()
    }

    /// A message of pgoutput with `bytes` bytes behind the table's number.
    fn change(kind: u8, bytes: usize) -> Vec<u8> {
        let payload = [&[b'w'; WAL][..], &[kind], &TABLE, &vec![b'x'; bytes]].concat();
        framed(b'd', &payload)
    }

    fn omitted(original: &[u8]) -> Vec<u8> {
        let bytes = u32::try_from(original.len() - FRAME).unwrap();
        let payload = [&[b'w'; WAL][..], &[OMITTED], &TABLE, &bytes.to_be_bytes()].concat();
        framed(b'd', &payload)
    }

    /// What passes of `bytes`, in pieces of `piece`.
    fn passed(bytes: &[u8], piece: usize) -> Vec<u8> {
        let (mut screen, mut out) = (Screen::new(0), Vec::new());
        bytes.chunks(piece).for_each(|bytes| screen.pass(bytes, &mut out));
        out
    }

    #[test]
    fn large_messages_and_no_others_are_cut_out_wherever_reads_end() {
        let fits = change(b'I', LEAST_BYTES - WAL - 5);
        let [insert, update, delete, emitted] = [b'I', b'U', b'D', b'M'].map(|kind| change(kind, 5_000));
        let (small, other) = (framed(b'Z', b"I"), framed(b'N', &[b'x'; 3_000]));
        let relation = change(b'R', 3_000);
        let all = [&small, &insert, &fits, &emitted, &emitted, &relation, &update, &other, &delete, &small];
        let expected = [
            small.clone(),
            omitted(&insert),
            fits.clone(),
            relation.clone(),
            omitted(&update),
            other.clone(),
            omitted(&delete),
            small.clone(),
        ];
        let all: Vec<u8> = all.into_iter().flatten().copied().collect();
        for piece in [1, 2, 3, 7, 34, 35, 36, 1_000, all.len()] {
            assert_eq!(passed(&all, piece), expected.concat(), "{piece}");
        }
    }

    #[test]
    fn a_length_that_none_can_have_is_left_to_the_reader() {
        for length in [0_u32, 3] {
            let bytes = [&b"d"[..], &length.to_be_bytes(), &framed(b'Z', b"I")].concat();
            assert_eq!(passed(&bytes, 4), bytes);
        }
        let endless = [&b"d\xff\xff\xff\xff"[..], &[b'k'; 9_000]].concat();
        assert_eq!(passed(&endless, 100), endless);
    }
}
