//! Who is where as far as receivers know: a return within the delay takes back what would have been said of the leaving.
//!
//! Pusher does the same (<https://pusher.com/docs/channels/server_api/webhooks/#delayed-events>): a page that is reloaded
//! does not make its user leave. After a restart all that was reported before counts as leaving, with a longer delay.

use std::collections::{BTreeMap, HashMap};

/// A channel that is occupied, or one member of it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Subject {
    /// The app's id.
    pub(super) app: Box<str>,
    /// The channel's name in Pusher's spelling.
    pub(super) channel: Box<str>,
    /// The member's user id; `None`: the channel itself.
    pub(super) user: Option<Box<str>>,
}

/// Subjects whose leaving is to be reported, and when.
#[derive(Debug, Default)]
pub(super) struct Leaving {
    due: HashMap<Subject, (u64, u64)>,
    by_time: BTreeMap<(u64, u64), Subject>,
    next: u64,
}

impl Leaving {
    /// Somebody came. True if that is to be reported: nothing was said of a leaving yet that this takes back.
    pub(super) fn came(&mut self, subject: &Subject) -> bool {
        match self.due.remove(subject) {
            Some(at) => {
                self.by_time.remove(&at);
                false
            }
            None => true,
        }
    }

    /// The last one left, which is to be reported at `due_ms`.
    pub(super) fn left(&mut self, subject: Subject, due_ms: u64) {
        // One that is noted already stays where it is.
        if self.due.contains_key(&subject) {
            return;
        }
        let at = (due_ms, self.next);
        self.next += 1;
        self.by_time.insert(at, subject.clone());
        self.due.insert(subject, at);
    }

    /// The next one that is due, in the order in which they are.
    pub(super) fn next_due(&mut self, now_ms: u64) -> Option<Subject> {
        let entry = self.by_time.first_entry().filter(|entry| entry.key().0 <= now_ms)?;
        let subject = entry.remove();
        self.due.remove(&subject);
        Some(subject)
    }

    /// When the next one is due.
    pub(super) fn next_at(&self) -> Option<u64> {
        self.by_time.keys().next().map(|(due_ms, _)| *due_ms)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use proptest::prelude::*;

    use super::*;

    /// What a receiver hears of a subject.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    enum Change {
        Came,
        Left,
    }

    fn subject(n: u8) -> Subject {
        Subject { app: "a".into(), channel: n.to_string().into(), user: None }
    }

    proptest! {
        /// What a receiver hears of each subject alternates, is what was so for the whole delay, and ends with what is so.
        #[test]
        fn receivers_hear_what_lasts(steps in prop::collection::vec((0u8..4, 0u64..5), 0..200)) {
            const DELAY: u64 = 3;
            let (mut leaving, mut now) = (Leaving::default(), 0);
            let (mut there, mut heard) = (HashSet::new(), HashMap::<u8, Vec<(Change, u64)>>::new());
            let mut left_at = HashMap::new();
            for (n, pause) in steps {
                now += pause;
                while let Some(gone) = leaving.next_due(now) {
                    let n: u8 = gone.channel.parse().unwrap();
                    prop_assert!(!there.contains(&n) && now >= left_at[&n] + DELAY);
                    heard.entry(n).or_default().push((Change::Left, now));
                }
                if there.insert(n) {
                    if leaving.came(&subject(n)) {
                        heard.entry(n).or_default().push((Change::Came, now));
                    }
                } else {
                    there.remove(&n);
                    left_at.insert(n, now);
                    leaving.left(subject(n), now + DELAY);
                }
            }
            while let Some(gone) = leaving.next_due(u64::MAX) {
                heard.entry(gone.channel.parse().unwrap()).or_default().push((Change::Left, u64::MAX));
            }
            prop_assert_eq!((leaving.due.len(), leaving.next_at()), (0, None));
            for (n, changes) in heard {
                let alternates = changes.iter().enumerate().all(|(at, (change, _))| {
                    *change == if at % 2 == 0 { Change::Came } else { Change::Left }
                });
                prop_assert!(alternates, "{n}: {changes:?}");
                prop_assert_eq!(there.contains(&n), changes.len() % 2 == 1);
            }
        }
    }

    #[test]
    fn a_second_leaving_does_not_postpone_the_first() {
        let mut leaving = Leaving::default();
        leaving.left(subject(1), 5);
        leaving.left(subject(1), 9);
        assert_eq!((leaving.next_at(), leaving.due.len()), (Some(5), 1));
        assert_eq!(leaving.next_due(4), None);
        assert_eq!(leaving.next_due(5), Some(subject(1)));
        assert_eq!(leaving.next_due(9), None, "nor is it reported twice");
    }
}
