//! Dropping what nobody wants of a reply.

use crate::error::Error;
use crate::reader::Reader;

/// How far dropping came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// How many bytes of the input were dropped.
    pub consumed: usize,
    /// Whether that is all; if not, more input is needed.
    pub is_done: bool,
}

impl Reader {
    /// Drops the rest of what belongs to a node that stood at `depth` ([`Read::depth`](crate::Read::depth)): the bytes that
    /// it owes, and everything below it that has not been read. With depth 0 that is the rest of the reply. If the node has
    /// been read to its end, nothing is dropped.
    ///
    /// # Errors
    /// As [`Reader::next`]: what is dropped is read all the same.
    pub fn skip(&mut self, input: &[u8], depth: usize) -> Result<Skipped, Error> {
        let mut consumed = 0;
        loop {
            let rest = input.get(consumed..).unwrap_or_default();
            if self.owed.is_some() {
                let payload = self.take(rest).len();
                consumed += payload;
                match self.end(rest.get(payload..).unwrap_or_default())? {
                    Some(end) => consumed += end,
                    None => return Ok(Skipped { consumed, is_done: false }),
                }
            } else if self.nesting.depth() <= depth {
                return Ok(Skipped { consumed, is_done: true });
            } else {
                match self.next(rest)? {
                    Some(read) => consumed += read.consumed,
                    None => return Ok(Skipped { consumed, is_done: false }),
                }
            }
        }
    }
}
