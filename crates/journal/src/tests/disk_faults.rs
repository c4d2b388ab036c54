//! Faults of the disk that a test switches on and off while a journal is in use.

use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::sync::{Arc, Mutex};

use crate::disk::Operation;

/// Shared by a test and the [`Disk`](crate::disk::Disk) of its journal.
#[derive(Clone, Debug, Default)]
pub(crate) struct DiskFaults(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    errors: HashMap<Operation, i32>,
    /// Bytes that can be written before the disk is full.
    room: Option<usize>,
    boot: Option<[u8; 16]>,
    counts: HashMap<Operation, usize>,
}

impl DiskFaults {
    /// From now on, this operation fails with this error number.
    pub(crate) fn fail(&self, operation: Operation, errno: i32) {
        self.0.lock().unwrap().errors.insert(operation, errno);
    }

    /// From now on, all operations succeed.
    pub(crate) fn repair(&self) {
        let mut state = self.0.lock().unwrap();
        state.errors.clear();
        state.room = None;
    }

    /// The disk is full after this many further bytes; a write is cut there.
    pub(crate) fn limit(&self, room: usize) {
        self.0.lock().unwrap().room = Some(room);
    }

    pub(crate) fn set_boot(&self, boot: [u8; 16]) {
        self.0.lock().unwrap().boot = Some(boot);
    }

    pub(crate) fn boot(&self) -> Option<[u8; 16]> {
        self.0.lock().unwrap().boot
    }

    /// How often an operation was tried.
    pub(crate) fn count(&self, operation: Operation) -> usize {
        self.0.lock().unwrap().counts.get(&operation).copied().unwrap_or(0)
    }

    pub(crate) fn check(&self, operation: Operation) -> io::Result<()> {
        let mut state = self.0.lock().unwrap();
        *state.counts.entry(operation).or_default() += 1;
        state.errors.get(&operation).map_or(Ok(()), |errno| Err(io::Error::from_raw_os_error(*errno)))
    }

    pub(crate) fn write_within_room(&self, file: &File, bytes: &[u8], offset: u64) -> io::Result<()> {
        let mut state = self.0.lock().unwrap();
        let Some(room) = &mut state.room else { return Ok(()) };
        let written = bytes.len().min(*room);
        *room -= written;
        file.write_all_at(&bytes[..written], offset)?;
        if written < bytes.len() { Err(io::Error::from_raw_os_error(28)) } else { Ok(()) }
    }
}
