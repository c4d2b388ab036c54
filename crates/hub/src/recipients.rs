//! The connections of one loop that receive a publication.

use core::{iter::FusedIterator, slice};

use crate::{
    Framing, Interest,
    listeners::{Group, Listener, is_later},
};

/// A connection's number in its loop. The loop reuses low numbers: the table of connections is as
/// long as the highest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConnectionSlot(pub u32);

/// The recipients of a publication, one group or more for each framing: encode once, then iterate
/// over the group.
#[derive(Debug, Clone)]
pub struct Recipients<'a> {
    groups: slice::Iter<'a, Group>,
    seq: u32,
    kind: Interest,
}

impl<'a> Recipients<'a> {
    pub(crate) fn new(groups: &'a [Group], seq: u32, kind: Interest) -> Self {
        Self { groups: groups.iter(), seq, kind }
    }
}

impl<'a> Iterator for Recipients<'a> {
    type Item = (Framing, GroupRecipients<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        let kind = self.kind;
        let group = self.groups.find(|group| group.interest.hears(kind))?;
        let (settled, recent) = group.parts();
        Some((
            group.framing,
            GroupRecipients { settled: settled.iter(), recent: recent.iter(), seq: self.seq },
        ))
    }
}

impl FusedIterator for Recipients<'_> {}

/// The connections of one framing that receive a publication.
#[derive(Debug, Clone)]
pub struct GroupRecipients<'a> {
    settled: slice::Iter<'a, Listener>,
    recent: slice::Iter<'a, Listener>,
    seq: u32,
}

impl Iterator for GroupRecipients<'_> {
    type Item = ConnectionSlot;

    #[inline]
    fn next(&mut self) -> Option<ConnectionSlot> {
        if let Some(listener) = self.settled.next() {
            return Some(ConnectionSlot(listener.slot));
        }
        let seq = self.seq;
        let listener = self.recent.find(|listener| is_later(seq, listener.joined_at))?;
        Some(ConnectionSlot(listener.slot))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let settled = self.settled.len();
        (settled, settled.checked_add(self.recent.len()))
    }
}

impl FusedIterator for GroupRecipients<'_> {}
