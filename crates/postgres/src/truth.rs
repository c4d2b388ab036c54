//! What a condition may come to, where not everything about it is known.
//!
//! PostgreSQL's conditions are true, false or unknown (`NULL`), or end in an error. Which one is
//! not always certain here: a comparison may be one that only PostgreSQL can make, and of `a OR b`
//! it may evaluate `b` first and fail there. So a [`Truth`] is the set of what a condition may come
//! to, and a [`Verdict`] is certain only where that set is.

/// The set of what a condition may come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Truth(u8);

/// What is done about a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The condition holds.
    True,
    /// It does not hold: it is false, or an error in PostgreSQL, or it may be either of these or
    /// unknown.
    False,
    /// It is unknown: something that it reads is `NULL` or not known. It does not hold.
    Unknown,
    /// Only PostgreSQL knows.
    AskDatabase,
}

impl Truth {
    /// True.
    pub const TRUE: Self = Self(1);
    /// False.
    pub const FALSE: Self = Self(2);
    /// Unknown: `NULL`.
    pub const UNKNOWN: Self = Self(4);
    /// An error.
    pub const ERROR: Self = Self(8);
    /// Anything: only PostgreSQL knows.
    pub const ANY: Self = Self(15);

    const SINGLE: [Self; 4] = [Self::TRUE, Self::FALSE, Self::UNKNOWN, Self::ERROR];

    /// Whether a condition that comes to this holds.
    pub fn verdict(self) -> Verdict {
        match self {
            Self::TRUE => Verdict::True,
            Self::UNKNOWN => Verdict::Unknown,
            _ if self.may(Self::TRUE) => Verdict::AskDatabase,
            _ => Verdict::False,
        }
    }

    /// `a AND b`, where PostgreSQL may evaluate either first and leave the other out.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        self.combined(other, |a, b| match (a, b) {
            (Self::ERROR, Self::FALSE) | (Self::FALSE, Self::ERROR) => Self(Self::ERROR.0 | Self::FALSE.0),
            (Self::ERROR, _) | (_, Self::ERROR) => Self::ERROR,
            (Self::FALSE, _) | (_, Self::FALSE) => Self::FALSE,
            (Self::UNKNOWN, _) | (_, Self::UNKNOWN) => Self::UNKNOWN,
            _ => Self::TRUE,
        })
    }

    /// `a OR b`, in the same way.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        self.not().and(other.not()).not()
    }

    /// `NOT a`.
    #[must_use]
    #[allow(clippy::should_implement_trait)] // the word of SQL; `!` reads as if it were of two values
    pub fn not(self) -> Self {
        let rest = self.0 & (Self::UNKNOWN.0 | Self::ERROR.0);
        Self(rest | (self.0 & Self::TRUE.0) << 1 | (self.0 & Self::FALSE.0) >> 1)
    }

    /// `NOT a` where `negated`.
    #[must_use]
    pub fn negated(self, negated: bool) -> Self {
        if negated { self.not() } else { self }
    }

    /// Whether it may come to one of `other`.
    pub fn may(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// What each thing that it may come to becomes.
    #[must_use]
    pub fn mapped(self, becomes: impl Fn(Self) -> Self) -> Self {
        let each = Self::SINGLE.into_iter().filter(|&single| self.may(single));
        Self(each.fold(0, |all, single| all | becomes(single).0))
    }

    fn combined(self, other: Self, combine: impl Fn(Self, Self) -> Self) -> Self {
        self.mapped(|a| other.mapped(|b| combine(a, b)))
    }
}

impl From<bool> for Truth {
    fn from(holds: bool) -> Self {
        if holds { Self::TRUE } else { Self::FALSE }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_values_are_those_of_sql() {
        let (t, f, u) = (Truth::TRUE, Truth::FALSE, Truth::UNKNOWN);
        let ands = [(t, t, t), (t, f, f), (t, u, u), (f, f, f), (f, u, f), (u, u, u)];
        for (a, b, expected) in ands {
            assert_eq!((a.and(b), b.and(a)), (expected, expected));
            assert_eq!((a.not().or(b.not()), b.not().or(a.not())), (expected.not(), expected.not()));
        }
        assert_eq!((t.not(), f.not(), u.not()), (f, t, u));
    }

    #[test]
    fn an_error_that_may_be_left_out_leaves_a_doubt() {
        let error = Truth::ERROR;
        assert_eq!(Truth::TRUE.or(error).verdict(), Verdict::AskDatabase);
        assert_eq!(Truth::FALSE.and(error).verdict(), Verdict::False);
        assert_eq!(Truth::FALSE.and(error).not().verdict(), Verdict::AskDatabase);
        assert_eq!(Truth::FALSE.or(error).verdict(), Verdict::False);
        assert_eq!(Truth::TRUE.and(error).verdict(), Verdict::False);
    }

    #[test]
    fn what_only_postgres_can_tell_need_not_be_asked_where_it_changes_nothing() {
        assert_eq!(Truth::FALSE.and(Truth::ANY).verdict(), Verdict::False);
        assert_eq!(Truth::UNKNOWN.and(Truth::ANY).verdict(), Verdict::False);
        assert_eq!(Truth::TRUE.and(Truth::ANY).verdict(), Verdict::AskDatabase);
        assert_eq!(Truth::FALSE.or(Truth::ANY).verdict(), Verdict::AskDatabase);
    }
}
