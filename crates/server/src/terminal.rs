//! Text of strangers on its way to a terminal.

/// The longest part of a stranger's text that a finding repeats.
const SHOWN_CHARS: usize = 160;

/// A text without characters that control a terminal or reorder what it shows: each stands as its
/// escape.
pub(crate) fn clean(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_unsafe(c) { out.extend(c.escape_unicode()) } else { out.push(c) }
    }
    out
}

/// The beginning of a stranger's text, on one line.
pub(crate) fn excerpt(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    let mut shown: String = clean(&line.chars().take(SHOWN_CHARS).collect::<String>());
    if line.chars().nth(SHOWN_CHARS).is_some() {
        shown.push('…');
    }
    shown
}

/// What must not reach a terminal or a line-based reader as it is: controls (C0, DEL, C1), line and paragraph separators,
/// marks that turn the direction of text, and characters without width.
pub(crate) fn is_unsafe(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_a_terminal_obeys_is_left() {
        let shown = excerpt("a\u{1b}[2Jb\r\nc\u{9b}d\u{202e}e\u{7f}");
        assert_eq!(shown, "a\\u{1b}[2Jb c\\u{9b}d\\u{202e}e\\u{7f}");
    }

    #[test]
    fn a_long_text_is_cut_between_characters() {
        let shown = excerpt(&"é".repeat(SHOWN_CHARS + 1));
        assert_eq!(shown, "é".repeat(SHOWN_CHARS) + "…");
        assert_eq!(excerpt(&"é".repeat(SHOWN_CHARS)), "é".repeat(SHOWN_CHARS));
    }
}
