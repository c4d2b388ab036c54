//! Every delivery of a run with users accounted for.
//!
//! Each sender's messages to one channel are a stream with serial numbers. A visit, one session of
//! one user, must see of every stream of its channels a piece without gap or double: from the first
//! that was sent after its subscription was confirmed, to the last that was sent before it left.
//! What was on its way when it left may have been lost.

use std::collections::HashMap;

use ahash::RandomState;

use crate::fault::Fault;
use crate::ledger::excerpt;
use crate::stamp::Mark;

/// What was sent this long before a visit ended, and has not arrived, counts as lost; later it
/// counts as on its way.
pub(super) const ON_ITS_WAY_NS: u64 = 10_000_000_000;

/// The user of streams that the application publishes.
pub(super) const APPLICATION: u32 = u32::MAX;

/// One sender's messages to one channel.
#[derive(Debug)]
pub(super) struct Stream {
    pub(super) channel: u32,
    /// Who sends.
    pub(super) user: u32,
    /// When each message was handed to the socket, in nanoseconds of the run.
    pub(super) sent_ns: Vec<u64>,
    /// Messages from this one on were sent by a connection that was then lost, perhaps before the
    /// server read them.
    pub(super) uncertain_from: Option<usize>,
}

impl Stream {
    pub(super) fn new(channel: u32, user: u32) -> Self {
        Self { channel, user, sent_ns: Vec::new(), uncertain_from: None }
    }

    /// The serial number of its next message.
    pub(super) fn next(&self) -> u32 {
        u32::try_from(self.sent_ns.len()).unwrap_or(u32::MAX)
    }
}

/// What a visit has seen of one stream.
#[derive(Debug, Clone, Copy)]
struct Seen {
    first: u32,
    next: u32,
}

/// One session of one user.
#[derive(Debug)]
pub(super) struct Visit {
    pub(super) user: u32,
    pub(super) channels: Vec<u32>,
    /// When its last subscription was confirmed.
    pub(super) confirmed_ns: u64,
    /// When it left; the maximum while it is there.
    pub(super) left_ns: u64,
    /// Whether it does not read, so that the server may cut it off or skip messages.
    pub(super) excused: bool,
    seen: HashMap<u32, Seen, RandomState>,
    /// Messages that were skipped; none unless it is excused.
    pub(super) gaps: u64,
}

impl Visit {
    pub(super) fn new(user: u32, channels: Vec<u32>, excused: bool) -> Self {
        Self {
            user,
            channels,
            confirmed_ns: u64::MAX,
            left_ns: u64::MAX,
            excused,
            // Streams are numbered by this program: no attacker chooses them to collide.
            seen: HashMap::with_hasher(RandomState::with_seeds(1, 2, 3, 4)),
            gaps: 0,
        }
    }

    /// Enters one delivery. Fails if it is a second one, or if it proves a loss.
    pub(super) fn enter(&mut self, mark: Mark) -> Result<(), Fault> {
        let Some(seen) = self.seen.get_mut(&mark.stream) else {
            self.seen.insert(mark.stream, Seen { first: mark.serial, next: mark.serial + 1 });
            return Ok(());
        };
        if mark.serial < seen.next {
            return Err(Fault::Run(format!(
                "user {} received message {} of sender {} twice or out of order: the next was {}",
                self.user, mark.serial, mark.stream, seen.next
            )));
        }
        let gap = mark.serial - seen.next;
        if gap > 0 && !self.excused {
            return Err(Fault::Run(format!(
                "user {} never received message {} of sender {}: message {} has overtaken it",
                self.user, seen.next, mark.stream, mark.serial
            )));
        }
        self.gaps += u64::from(gap);
        seen.next = mark.serial + 1;
        Ok(())
    }
}

/// The whole of a run, gathered from all loops.
#[derive(Debug, Default)]
pub(super) struct Books {
    pub(super) streams: HashMap<u32, Stream>,
    pub(super) visits: Vec<Visit>,
}

impl Books {
    /// Closes them. Fails if a message is missing that a visit must have seen, or one was seen that
    /// was never sent.
    pub(super) fn settle(&self) -> Result<(), Fault> {
        let mut of_channel: HashMap<u32, Vec<u32>> = HashMap::new();
        for (&id, stream) in &self.streams {
            of_channel.entry(stream.channel).or_default().push(id);
        }
        for visit in self.visits.iter().filter(|visit| visit.confirmed_ns != u64::MAX && !visit.excused) {
            for id in visit.channels.iter().filter_map(|channel| of_channel.get(channel)).flatten() {
                if let Some(stream) = self.streams.get(id).filter(|stream| stream.user != visit.user) {
                    check(visit, *id, stream)?;
                }
            }
            if let Some(id) = visit.seen.keys().find(|id| !self.streams.contains_key(id)) {
                return Err(Fault::Run(format!(
                    "user {} received from sender {id}, who does not exist",
                    visit.user
                )));
            }
        }
        Ok(())
    }
}

fn check(visit: &Visit, id: u32, stream: &Stream) -> Result<(), Fault> {
    let until = match visit.left_ns {
        u64::MAX => u64::MAX,
        left => left.saturating_sub(ON_ITS_WAY_NS),
    };
    let from = stream.sent_ns.partition_point(|&sent| sent <= visit.confirmed_ns);
    let to = stream.sent_ns.partition_point(|&sent| sent <= until);
    let to = stream.uncertain_from.map_or(to, |uncertain| to.min(uncertain));
    let (first, next) = visit.seen.get(&id).map_or((0, 0), |seen| (seen.first as usize, seen.next as usize));
    if next > stream.sent_ns.len() {
        return Err(Fault::Run(format!(
            "user {} received message {} of sender {id}, which was never sent",
            visit.user,
            next - 1
        )));
    }
    if from >= to {
        return Ok(());
    }
    let lost = match visit.seen.contains_key(&id) {
        false => Some((from, to - from)),
        true if first > from => Some((from, first - from)),
        true if next < to => Some((next, to - next)),
        true => None,
    };
    match lost {
        Some((serial, count)) => Err(Fault::Run(format!(
            "user {} never received message {serial} of sender {id}, nor {} others of it",
            visit.user,
            count - 1
        ))),
        None => Ok(()),
    }
}

/// The mark of a delivery. Fails if it has none: then it is no message of this run.
pub(super) fn mark_of(message: &str) -> Result<Mark, Fault> {
    Mark::find(message.as_bytes())
        .ok_or_else(|| Fault::Run(format!("not a message of this run: {}", excerpt(message.as_bytes()))))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: u64 = 1_000_000_000;

    fn mark(serial: u32) -> Mark {
        Mark { stream: 1, serial, due_ns: 0 }
    }

    /// A stream of ten messages, one a second from the first second on, and a visit that saw some
    /// of them.
    fn books(
        seen: impl IntoIterator<Item = u32>,
        shape: impl FnOnce(&mut Visit, &mut Stream),
    ) -> Result<(), Fault> {
        let sent_ns = (1..=10).map(|second| second * SECOND).collect();
        let mut stream = Stream { channel: 5, user: 0, sent_ns, uncertain_from: None };
        let mut visit = Visit::new(9, vec![5], false);
        visit.confirmed_ns = 0;
        shape(&mut visit, &mut stream);
        seen.into_iter().try_for_each(|serial| visit.enter(mark(serial)))?;
        Books { streams: HashMap::from([(1, stream)]), visits: vec![visit] }.settle()
    }

    fn refused(result: Result<(), Fault>, reason: &str) {
        let text = result.unwrap_err().to_string();
        assert!(text.contains(reason), "{text}");
    }

    #[test]
    fn a_visit_sees_all_that_is_sent_while_it_is_there() {
        books(0..10, |_, _| {}).unwrap();
        books(3..10, |visit, _| visit.confirmed_ns = 3 * SECOND + 1).unwrap();
        // One more than it must: sent before the confirmation was read, and delivered all the same.
        books(2..10, |visit, _| visit.confirmed_ns = 3 * SECOND + 1).unwrap();
        books([], |visit, _| visit.channels = vec![6]).unwrap();
        books([], |visit, _| visit.user = 0).unwrap(); // its own
        books([], |visit, _| visit.confirmed_ns = u64::MAX).unwrap(); // was never there
    }

    #[test]
    fn a_loss_fails_the_run() {
        refused(books(1..10, |_, _| {}), "never received message 0");
        refused(books(0..9, |_, _| {}), "never received message 9");
        refused(books([], |_, _| {}), "nor 9 others");
        refused(books([0, 2], |_, _| {}), "overtaken");
    }

    #[test]
    fn a_double_or_a_stranger_fails_the_run() {
        refused(books([0, 0], |_, _| {}), "twice");
        refused(books([1, 0], |_, _| {}), "out of order");
        refused(books(0..11, |_, _| {}), "never sent");
        refused(
            books(0..10, |visit, _| visit.enter(Mark { stream: 2, ..mark(0) }).unwrap()),
            "does not exist",
        );
        assert!(mark_of("no mark").is_err());
    }

    #[test]
    fn what_was_on_its_way_may_be_lost() {
        // It left at 12 s: what was sent until 2 s must have arrived.
        books(0..2, |visit, _| visit.left_ns = 12 * SECOND).unwrap();
        refused(books(0..1, |visit, _| visit.left_ns = 12 * SECOND), "never received message 1");
        books(0..4, |_, stream| stream.uncertain_from = Some(4)).unwrap();
        refused(books(0..4, |_, stream| stream.uncertain_from = Some(5)), "never received message 4");
    }

    #[test]
    fn who_does_not_read_may_miss_messages_but_none_twice() {
        books([0, 5], |visit, _| visit.excused = true).unwrap();
        refused(books([0, 0], |visit, _| visit.excused = true), "twice");
    }
}
