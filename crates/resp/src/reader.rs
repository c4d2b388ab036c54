//! Replies to nodes.
//!
//! The caller keeps the bytes; the reader keeps where it stands in them. [`Reader::next`] is given what has not been consumed
//! and answers with one node, or with nothing until more has come. A long string is announced without its bytes, so that the
//! caller makes room for it and fills that from the socket, and no byte of it is copied on the way.

use crate::error::Error;
use crate::limits::{Limits, MAX_LINE_BYTES};
use crate::line::{count, double, integer, length, line};
use crate::nesting::Nesting;
use crate::node::Node;

/// Reads the replies of one connection.
#[derive(Debug)]
pub struct Reader {
    limits: Limits,
    pub(crate) nesting: Nesting,
    /// How much of the input is known to hold no line end.
    scanned: usize,
    /// The bytes that are missing of the string announced last; its line end comes behind them.
    pub(crate) owed: Option<usize>,
}

/// A node and where it stood.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Read<'a> {
    /// The node.
    pub node: Node<'a>,
    /// How many bytes of the input it took: the next input begins behind them.
    pub consumed: usize,
    /// How many aggregates hold it: 0 for a whole reply or its beginning.
    pub depth: usize,
}

impl Reader {
    /// A reader at the beginning of a connection.
    #[must_use]
    pub const fn new(limits: Limits) -> Self {
        Self { limits, nesting: Nesting::new(), scanned: 0, owed: None }
    }

    /// Whether the last node ended a reply, or there has been none. A [`Node::Push`] is a reply here.
    #[must_use]
    pub const fn is_between_replies(&self) -> bool {
        self.nesting.is_between_replies() && self.owed.is_none()
    }

    /// The next node, or nothing if it is not all in `input`: then more has to be appended to the same bytes.
    ///
    /// What is left of a string that was announced without its bytes is passed over.
    ///
    /// # Errors
    /// If the server broke the protocol or a limit; the connection is of no more use then.
    // Inlined, a short reply is read without the node going through memory.
    #[inline]
    pub fn next<'a>(&mut self, input: &'a [u8]) -> Result<Option<Read<'a>>, Error> {
        let Some(start) = self.start(input)? else { return Ok(None) };
        let rest = input.get(start..).unwrap_or_default();
        let Some((node, size)) = self.node(rest)? else { return Ok(None) };
        let depth = self.nesting.depth();
        self.nesting.enter(&node)?;
        self.owed = node.missing();
        Ok(Some(Read { node, consumed: start + size, depth }))
    }

    /// How many bytes of the string announced last are still to be taken; 0 if there are none.
    #[must_use]
    pub const fn owed(&self) -> usize {
        match self.owed {
            Some(owed) => owed,
            None => 0,
        }
    }

    /// Whether the last node is a string that was announced, and its bytes or its end have not been taken.
    #[must_use]
    pub const fn is_in_string(&self) -> bool {
        self.owed.is_some()
    }

    /// The bytes at the beginning of `input` that belong to the string announced last. They are consumed.
    pub fn take<'a>(&mut self, input: &'a [u8]) -> &'a [u8] {
        let taken = input.get(..self.owed()).unwrap_or(input);
        self.received(taken.len());
        taken
    }

    /// The same for so many bytes, at most [`Reader::owed`], that went past this reader into the caller's memory.
    pub fn received(&mut self, bytes: usize) {
        self.owed = self.owed.map(|owed| owed.saturating_sub(bytes));
    }

    /// How many bytes of `input` end the string whose bytes were taken, or nothing if they are not there yet. It need not
    /// be called, as [`Reader::next`] passes over them; but then it takes the reply behind this one to know that this one
    /// is complete.
    ///
    /// # Errors
    /// If there is something else.
    pub fn end(&mut self, input: &[u8]) -> Result<Option<usize>, Error> {
        let Some(end) = self.start(input)? else { return Ok(None) };
        self.owed = None;
        Ok(Some(end))
    }

    /// Where the next node begins, behind the string before it.
    fn start(&self, input: &[u8]) -> Result<Option<usize>, Error> {
        let Some(owed) = self.owed else { return Ok(Some(0)) };
        match input.get(owed..).unwrap_or_default() {
            [b'\r', b'\n', ..] => Ok(Some(owed + 2)),
            [] | [b'\r'] => Ok(None),
            _ => Err(Error::BulkEnd),
        }
    }

    fn node<'a>(&mut self, input: &'a [u8]) -> Result<Option<(Node<'a>, usize)>, Error> {
        let Some(kind) = input.first() else { return Ok(None) };
        if !b"$:+*-_,#!=(%~>|".contains(kind) {
            return Err(Error::UnknownType { byte: *kind });
        }
        let Some((line, size)) = line(input, &mut self.scanned)? else { return Ok(None) };
        let node = match kind {
            b'$' => return self.bulk(line, input, size),
            b'=' => return self.verbatim(line, input, size),
            b'!' => return error(line, input, size),
            b'+' => Node::Status(line),
            b'-' => Node::Error(line),
            b':' => Node::Integer(integer(line)?),
            b'*' => count(line)?.map_or(Node::NilArray, Node::Array),
            b'%' => count(line)?.map_or(Node::Nil, Node::Map),
            b'~' => count(line)?.map_or(Node::Nil, Node::Set),
            b'>' => Node::Push(count(line)?.ok_or(Error::NegativeLength)?),
            b'|' => Node::Attribute(count(line)?.ok_or(Error::NegativeLength)?),
            b',' => Node::Double(double(line)?),
            b'#' => Node::Boolean(boolean(line)?),
            b'(' => Node::BigNumber(big_number(line)?),
            _ if line.is_empty() => Node::Nil,
            _ => return Err(Error::Null),
        };
        Ok(Some((node, size)))
    }

    fn bulk<'a>(&self, line: &[u8], input: &'a [u8], at: usize) -> Result<Option<(Node<'a>, usize)>, Error> {
        let Some(len) = length(line)? else { return Ok(Some((Node::Nil, at))) };
        let len = self.fitting(len)?;
        let (bytes, size) = payload(input, at, len)?;
        Ok(Some((Node::Bulk { len, bytes }, size)))
    }

    fn verbatim<'a>(
        &self,
        line: &[u8],
        input: &'a [u8],
        at: usize,
    ) -> Result<Option<(Node<'a>, usize)>, Error> {
        let len = self.fitting(length(line)?.ok_or(Error::NegativeLength)?)?;
        let len = len.checked_sub(4).ok_or(Error::Verbatim)?;
        let format = match input.get(at..at + 4) {
            None => return Ok(None),
            Some(&[a, b, c, b':']) => [a, b, c],
            Some(_) => return Err(Error::Verbatim),
        };
        let (bytes, size) = payload(input, at + 4, len)?;
        Ok(Some((Node::Verbatim { format, len, bytes }, size)))
    }

    fn fitting(&self, len: u64) -> Result<usize, Error> {
        let limit = self.limits.bulk_bytes;
        usize::try_from(len).ok().filter(|fitting| *fitting <= limit).ok_or(Error::BulkTooLong { len, limit })
    }
}

/// The `len` bytes from `at`, if they are there with their end, and how much of the input that takes.
#[inline]
fn payload(input: &[u8], at: usize, len: usize) -> Result<(Option<&[u8]>, usize), Error> {
    match input.get(at + len..at + len + 2) {
        Some(b"\r\n") => Ok((input.get(at..at + len), at + len + 2)),
        Some(_) => Err(Error::BulkEnd),
        None => Ok((None, at)),
    }
}

/// RESP3's long errors are waited for as a whole, as those of RESP2 are.
fn error<'a>(line: &[u8], input: &'a [u8], at: usize) -> Result<Option<(Node<'a>, usize)>, Error> {
    let len = length(line)?.ok_or(Error::NegativeLength)?;
    let len = usize::try_from(len).ok().filter(|len| *len <= MAX_LINE_BYTES).ok_or(Error::LineTooLong)?;
    let (bytes, size) = payload(input, at, len)?;
    Ok(bytes.map(|text| (Node::Error(text), size)))
}

fn boolean(line: &[u8]) -> Result<bool, Error> {
    match line {
        b"t" => Ok(true),
        b"f" => Ok(false),
        _ => Err(Error::Boolean),
    }
}

fn big_number(line: &[u8]) -> Result<&[u8], Error> {
    let digits = match line {
        [b'-' | b'+', digits @ ..] => digits,
        all => all,
    };
    let is_number = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    if is_number { Ok(line) } else { Err(Error::Number) }
}
