//! What has been decided, for as long as it is believed.

use std::collections::HashMap;
use std::time::Instant;

use super::{Decision, KEPT_FOR, Question};

/// Decisions kept at once, each of some 500 bytes. At the limit those that are no longer believed leave, and where there
/// are none, all do: asking anew costs a millisecond each.
const KEPT: usize = 100_000;

/// Decisions by their questions.
#[derive(Debug, Default)]
pub(super) struct Decisions {
    kept: HashMap<Question, (Decision, Instant)>,
    /// How often all were forgotten because what they rest on has changed.
    age: u64,
}

impl Decisions {
    pub(super) fn get(&self, question: &Question, now: Instant) -> Option<Decision> {
        let (decision, decided) = self.kept.get(question)?;
        (now.saturating_duration_since(*decided) < KEPT_FOR).then_some(*decision)
    }

    pub(super) fn keep(&mut self, question: Question, decision: Decision, now: Instant) {
        if self.kept.len() >= KEPT {
            self.kept.retain(|_, (_, decided)| now.saturating_duration_since(*decided) < KEPT_FOR);
        }
        if self.kept.len() >= KEPT {
            self.kept.clear();
        }
        self.kept.insert(question, (decision, now));
    }

    /// Forgets all, and whatever is being decided now.
    pub(super) fn clear(&mut self) {
        self.kept.clear();
        self.age += 1;
    }

    /// Another number after each time that all were forgotten.
    pub(super) fn age(&self) -> u64 {
        self.age
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::Direction;
    use super::*;

    fn question(n: usize) -> Question {
        Question {
            role: "anon".into(),
            claims: "{}".into(),
            subject: None,
            topic: n.to_string().into(),
            direction: Direction::Read,
        }
    }

    #[test]
    fn a_decision_is_believed_for_a_while() {
        let (mut decisions, now) = (Decisions::default(), Instant::now());
        decisions.keep(question(1), Decision::ALL, now);
        let almost = now + KEPT_FOR - Duration::from_millis(1);
        assert_eq!(decisions.get(&question(1), almost), Some(Decision::ALL));
        assert_eq!(decisions.get(&question(1), now + KEPT_FOR), None);
        assert_eq!(decisions.get(&question(2), now), None);
        let write = Question { direction: Direction::Write, ..question(1) };
        assert_eq!(decisions.get(&write, now), None);
    }

    #[test]
    fn who_asked_before_all_was_forgotten_can_tell() {
        let mut decisions = Decisions::default();
        let before = decisions.age();
        decisions.keep(question(1), Decision::ALL, Instant::now());
        assert_eq!(decisions.age(), before);
        decisions.clear();
        assert_ne!(decisions.age(), before);
        assert_eq!(decisions.get(&question(1), Instant::now()), None);
    }

    #[test]
    fn there_are_so_many_at_most() {
        let (mut decisions, now) = (Decisions::default(), Instant::now());
        for n in 0..KEPT {
            decisions.keep(question(n), Decision::NONE, now);
        }
        let later = now + KEPT_FOR;
        decisions.keep(question(KEPT), Decision::ALL, later);
        assert_eq!(decisions.kept.len(), 1);
        (0..KEPT).for_each(|n| decisions.keep(question(n), Decision::NONE, later));
        assert!(decisions.kept.len() < KEPT && decisions.get(&question(KEPT - 1), later).is_some());
    }
}
