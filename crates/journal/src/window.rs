//! Reads a file from its start to its end through one reused buffer.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;

/// Bytes that are read at once: few system calls, and what was read is still in the processor's cache when its
/// checksum is computed.
const CHUNK: usize = 512 * 1024;

/// Bytes that are compared with zero at once.
const PIECE: usize = 4096;

/// A part of a file in memory. It grows to the largest block of the file, and never beyond the file's length.
#[derive(Debug)]
pub(crate) struct Window {
    file: File,
    length: u64,
    buffer: Vec<u8>,
    /// Where in the file the buffer begins.
    start: u64,
    filled: usize,
}

impl Window {
    /// Starts with a file, and with the buffer of an earlier window.
    pub(crate) fn new(file: File, buffer: Vec<u8>) -> io::Result<Self> {
        let length = file.metadata()?.len();
        Ok(Self { file, length, buffer, start: 0, filled: 0 })
    }

    /// Ends, and returns the buffer for the next window.
    pub(crate) fn into_buffer(self) -> Vec<u8> {
        self.buffer
    }

    /// Bytes of the file.
    pub(crate) fn length(&self) -> u64 {
        self.length
    }

    /// The `count` bytes from `offset` on; fewer at the end of the file.
    pub(crate) fn at(&mut self, offset: u64, count: usize) -> io::Result<&[u8]> {
        let left = usize::try_from(self.length.saturating_sub(offset)).unwrap_or(usize::MAX);
        let count = count.min(left);
        let inside = offset.checked_sub(self.start).and_then(|at| usize::try_from(at).ok());
        match inside.filter(|at| *at <= self.filled) {
            Some(at) if count <= self.filled - at => Ok(&self.buffer[at..at + count]),
            inside => {
                self.refill(offset, inside.unwrap_or(self.filled), count.max(CHUNK.min(left)))?;
                Ok(&self.buffer[..count.min(self.filled)])
            }
        }
    }

    /// Whatever is in memory from `offset` on: at least one byte, except at the end of the file.
    pub(crate) fn chunk(&mut self, offset: u64) -> io::Result<&[u8]> {
        self.at(offset, 1)?;
        let at = usize::try_from(offset.saturating_sub(self.start)).unwrap_or(usize::MAX);
        Ok(self.buffer.get(at..self.filled).unwrap_or_default())
    }

    /// Whether there are only zeros from `offset` to the end of the file. Stops at the first other byte.
    pub(crate) fn is_zero_from(&mut self, mut offset: u64) -> io::Result<bool> {
        loop {
            let chunk = self.chunk(offset)?;
            if chunk.is_empty() {
                return Ok(true);
            }
            if !chunk.chunks(PIECE).all(is_zero) {
                return Ok(false);
            }
            offset += chunk.len() as u64;
        }
    }

    /// Where the zeros begin that fill the file from `offset` or later to its end. Reads all of it.
    pub(crate) fn zeros_from(&mut self, mut offset: u64) -> io::Result<u64> {
        let mut content = offset;
        loop {
            let chunk = self.chunk(offset)?;
            if chunk.is_empty() {
                return Ok(content);
            }
            let mut pieces = chunk.chunks(PIECE).enumerate();
            if let Some((index, piece)) = pieces.rfind(|(_, piece)| !is_zero(piece)) {
                let last = piece.iter().rposition(|byte| *byte != 0).unwrap_or(0);
                content = offset + (index * PIECE + last + 1) as u64;
            }
            offset += chunk.len() as u64;
        }
    }

    /// Makes the buffer begin at `offset`, of which `kept..filled` is already there, and reads on to `wanted` bytes.
    fn refill(&mut self, offset: u64, kept: usize, wanted: usize) -> io::Result<()> {
        self.buffer.copy_within(kept..self.filled, 0);
        self.filled -= kept;
        self.start = offset;
        if self.buffer.len() < wanted {
            self.buffer.resize(wanted, 0);
        }
        while self.filled < wanted {
            let at = self.start + self.filled as u64;
            match self.file.read_at(&mut self.buffer[self.filled..wanted], at) {
                Ok(0) => break,
                Ok(count) => self.filled += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// Without an early exit the compiler makes vector instructions of it.
fn is_zero(piece: &[u8]) -> bool {
    piece.iter().fold(0, |all, byte| all | byte) == 0
}
