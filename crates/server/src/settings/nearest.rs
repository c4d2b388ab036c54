//! The known name that a mistyped one was probably meant to be.

/// The candidate with the fewest edits, if they are few enough to be a slip: one for each three letters.
pub(crate) fn nearest<'a>(typed: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // A longer name than any of ours is no slip, and would cost the square of its length.
    let typed = typed.get(..typed.len().min(64))?;
    known
        .map(|name| (edits(typed, name), name))
        .min_by_key(|(edits, _)| *edits)
        .filter(|(edits, name)| *edits <= name.len().div_ceil(3))
        .map(|(_, name)| name)
}

/// Insertions, deletions and replacements between two names (Levenshtein), one row of the table at a time.
fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut corner = i;
        let mut left = i + 1;
        let mut next = vec![left];
        for (above, to) in row[1..].iter().zip(&b) {
            let replaced = corner + usize::from(from != *to);
            left = replaced.min(left + 1).min(above + 1);
            next.push(left);
            corner = *above;
        }
        row = next;
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{edits, nearest};

    #[test]
    fn edits_are_counted() {
        assert_eq!(edits("", "abc"), 3);
        assert_eq!(edits("abc", ""), 3);
        assert_eq!(edits("kitten", "sitting"), 3);
        assert_eq!(edits("same", "same"), 0);
    }

    #[test]
    fn a_slip_finds_its_name_and_another_word_does_not() {
        let known = || ["listen", "loops", "log_level"].into_iter();
        assert_eq!(nearest("lisen", known()), Some("listen"));
        assert_eq!(nearest("log-level", known()), Some("log_level"));
        assert_eq!(nearest("telemetry", known()), None);
        assert_eq!(nearest(&"x".repeat(1_000_000), known()), None);
        assert_eq!(nearest(&"é".repeat(100), known()), None);
    }
}
