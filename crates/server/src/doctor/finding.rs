//! What one check came to.

use crate::terminal::clean;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    Ok,
    /// It could not be checked, or was not asked for.
    NotChecked,
    Warning,
    Fault,
}

impl Level {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::NotChecked => "not checked",
            Self::Warning => "warning",
            Self::Fault => "FAULT",
        }
    }
}

/// One line of the report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Finding {
    /// The check: a word.
    pub(super) check: &'static str,
    pub(super) level: Level,
    /// What is wrong, as a word for programs; empty if nothing is.
    pub(super) code: &'static str,
    /// What was seen.
    pub(super) seen: String,
    /// Why it matters.
    pub(super) why: String,
    /// What to change.
    pub(super) fix: String,
    /// Whether a proxy's configuration may be the cause, so that it helps to show a right one.
    pub(super) is_of_proxy: bool,
}

impl Finding {
    pub(super) fn ok(check: &'static str, seen: impl AsRef<str>) -> Self {
        Self::new(check, Level::Ok, "", seen)
    }

    pub(super) fn not_checked(check: &'static str, seen: impl AsRef<str>) -> Self {
        Self::new(check, Level::NotChecked, "", seen)
    }

    pub(super) fn warning(check: &'static str, code: &'static str, seen: impl AsRef<str>) -> Self {
        Self::new(check, Level::Warning, code, seen)
    }

    pub(super) fn fault(check: &'static str, code: &'static str, seen: impl AsRef<str>) -> Self {
        Self::new(check, Level::Fault, code, seen)
    }

    fn new(check: &'static str, level: Level, code: &'static str, seen: impl AsRef<str>) -> Self {
        let seen = clean(seen.as_ref());
        Self { check, level, code, seen, why: String::new(), fix: String::new(), is_of_proxy: false }
    }

    pub(super) fn why(self, why: impl AsRef<str>) -> Self {
        Self { why: clean(why.as_ref()), ..self }
    }

    pub(super) fn fix(self, fix: impl AsRef<str>) -> Self {
        Self { fix: clean(fix.as_ref()), ..self }
    }

    /// A proxy's configuration may be the cause.
    pub(super) fn of_proxy(self) -> Self {
        Self { is_of_proxy: true, ..self }
    }
}
