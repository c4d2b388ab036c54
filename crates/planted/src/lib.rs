//! Faults that a test chooses, to see that the test which guards a rule fails where the rule is broken.
//!
//! `if !planted!("no head deadline") { … }` reads as `if true { … }` in every build but one: with the feature `planted` each
//! such place asks whether its fault was chosen. So a hundred faults cost one build, and a test run for each.
//! `tools/planted-server --absent` proves that a release has none of it.

#![no_std]

#[cfg(feature = "planted")]
extern crate alloc;

/// Whether this fault was chosen. A constant `false` without the feature `planted`.
#[macro_export]
macro_rules! planted {
    ($name:literal) => {
        $crate::is_planted($name)
    };
}

/// The faults that were chosen, with `;` between them.
#[cfg(feature = "planted")]
static CHOSEN: once_cell::race::OnceBox<alloc::string::String> = once_cell::race::OnceBox::new();

/// The variable of the environment that chooses faults.
#[cfg(feature = "planted")]
pub const VARIABLE: &str = "BATON_PLANTED";

/// Chooses faults by their names, with `;` between them. The first call counts.
#[cfg(feature = "planted")]
pub fn choose(names: &str) {
    let _ = CHOSEN.set(alloc::boxed::Box::new(names.into()));
}

/// What [`planted!`] asks.
#[cfg(feature = "planted")]
#[must_use]
pub fn is_planted(name: &str) -> bool {
    CHOSEN.get().is_some_and(|chosen| chosen.split(';').any(|one| one.trim() == name))
}

/// What [`planted!`] asks.
#[cfg(not(feature = "planted"))]
#[must_use]
#[inline(always)]
#[allow(clippy::inline_always)] // so that nothing of it is left
pub const fn is_planted(_name: &str) -> bool {
    false
}

#[cfg(test)]
mod tests {
    #[test]
    #[cfg(not(feature = "planted"))]
    fn nothing_is_planted_by_itself() {
        assert!(!planted!("anything"));
    }

    #[test]
    #[cfg(feature = "planted")]
    fn what_is_chosen_is_planted() {
        super::choose("one; two");
        assert!(planted!("one") && planted!("two") && !planted!("on") && !planted!(""));
    }
}
