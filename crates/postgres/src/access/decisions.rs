//! What has been decided, for as long as it is believed.

use std::collections::HashMap;
use std::time::Instant;

use super::{Decision, Question, VALID_FOR};

/// Decisions cached at once, each of some 500 bytes. At the limit those that are no longer believed
/// leave, and where there are none, all do: asking again costs a millisecond each.
const KEPT: usize = 100_000;

/// Decisions by their questions.
#[derive(Debug, Default)]
pub(super) struct Decisions(HashMap<Question, (Decision, Instant)>);

impl Decisions {
    pub(super) fn get(&self, question: &Question, now: Instant) -> Option<Decision> {
        let (decision, decided) = self.0.get(question)?;
        (now.saturating_duration_since(*decided) < VALID_FOR).then_some(*decision)
    }

    pub(super) fn keep(&mut self, question: Question, decision: Decision, now: Instant) {
        if self.0.len() >= KEPT {
            self.0.retain(|_, (_, decided)| now.saturating_duration_since(*decided) < VALID_FOR);
        }
        if self.0.len() >= KEPT {
            self.0.clear();
        }
        self.0.insert(question, (decision, now));
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
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
            headers: "{}".into(),
            topic: n.to_string().into(),
            direction: Direction::Read,
        }
    }

    #[test]
    fn a_decision_is_believed_for_a_while() {
        let (mut decisions, now) = (Decisions::default(), Instant::now());
        decisions.keep(question(1), Decision::ALL, now);
        let almost = now + VALID_FOR - Duration::from_millis(1);
        assert_eq!(decisions.get(&question(1), almost), Some(Decision::ALL));
        assert_eq!(decisions.get(&question(1), now + VALID_FOR), None);
        assert_eq!(decisions.get(&question(2), now), None);
        let write = Question { direction: Direction::Write, ..question(1) };
        assert_eq!(decisions.get(&write, now), None);
    }

    #[test]
    fn there_are_so_many_at_most() {
        let (mut decisions, now) = (Decisions::default(), Instant::now());
        for n in 0..KEPT {
            decisions.keep(question(n), Decision::NONE, now);
        }
        let later = now + VALID_FOR;
        decisions.keep(question(KEPT), Decision::ALL, later);
        assert_eq!(decisions.0.len(), 1);
        (0..KEPT).for_each(|n| decisions.keep(question(n), Decision::NONE, later));
        assert!(decisions.0.len() < KEPT && decisions.get(&question(KEPT - 1), later).is_some());
    }
}
