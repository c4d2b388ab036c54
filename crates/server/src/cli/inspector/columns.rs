//! Text in columns of a terminal: untrusted names are escaped, measured as terminals show them, and cut.

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use super::look::Look;
use crate::terminal::clean;

/// Marks that one column may carry. Languages need two or three; hundreds would cover the lines above and below.
const MARKS_PER_COLUMN: usize = 4;
/// Characters of an untrusted text that are looked at, where nothing else limits it: more than a terminal is wide.
const MOST_CHARS: usize = 4_096;

/// The columns that a clean text takes.
pub(super) fn width(text: &str) -> usize {
    text.width()
}

/// An untrusted text, escaped, in at most so many columns.
pub(super) fn cut(text: &str, columns: usize, look: Look) -> String {
    // Not the whole text is cleaned: a payload may have megabytes.
    let most = columns.saturating_mul(MARKS_PER_COLUMN + 1).saturating_add(MARKS_PER_COLUMN).min(MOST_CHARS);
    let is_longer = text.chars().nth(most).is_some();
    let text = clean(&text.chars().take(most).collect::<String>());
    let text = if look.unicode { text } else { ascii(&text) };
    cut_clean(&text, columns, is_longer, look)
}

/// An untrusted text, escaped, whole.
pub(super) fn whole(text: &str, look: Look) -> String {
    let text = clean(text);
    if look.unicode { text } else { ascii(&text) }
}

/// The same with blanks up to these columns.
pub(super) fn fit(text: &str, columns: usize, look: Look) -> String {
    let mut text = cut(text, columns, look);
    pad(&mut text, columns);
    text
}

/// Adds blanks up to these columns.
pub(super) fn pad(text: &mut String, columns: usize) {
    let missing = columns.saturating_sub(width(text));
    text.extend(std::iter::repeat_n(' ', missing));
}

/// Characters beyond ASCII as their escapes.
fn ascii(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut out, c| {
        if c.is_ascii() {
            out.push(c)
        } else {
            out.extend(c.escape_unicode())
        }
        out
    })
}

fn cut_clean(text: &str, columns: usize, is_longer: bool, look: Look) -> String {
    let (mut out, mut used, mut marks) = (String::new(), 0, 0);
    // Where the last character but one column ends, so that the ellipsis has room.
    let mut room_at = 0;
    for c in text.chars() {
        let wide = c.width().unwrap_or(0);
        if wide == 0 {
            marks += 1;
            if marks <= MARKS_PER_COLUMN {
                out.push(c);
            }
            continue;
        }
        if used <= columns.saturating_sub(1) {
            room_at = out.len();
        }
        if used + wide > columns {
            return shortened(out, room_at, used, columns, look);
        }
        marks = 0;
        out.push(c);
        used += wide;
    }
    if is_longer { shortened(out, room_at, used, columns, look) } else { out }
}

/// Ends a text with an ellipsis in its last column.
fn shortened(mut out: String, room_at: usize, used: usize, columns: usize, look: Look) -> String {
    if used >= columns {
        out.truncate(room_at);
    }
    if columns > 0 {
        out.push(look.ellipsis());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const ASCII: Look = Look { unicode: false, ..Look::PLAIN };

    fn at(text: &str, columns: usize) -> String {
        cut(text, columns, Look::PLAIN)
    }

    #[test]
    fn a_text_that_has_room_stays_as_it_is() {
        assert_eq!(at("news", 4), "news");
        assert_eq!(at("", 0), "");
        assert_eq!(fit("news", 6, Look::PLAIN), "news  ");
    }

    #[test]
    fn a_longer_one_ends_with_an_ellipsis_in_the_last_column() {
        assert_eq!(at("newsletter", 5), "news…");
        assert_eq!(at("newsletter", 1), "…");
        assert_eq!(at("newsletter", 0), "");
        assert_eq!(cut("newsletter", 5, ASCII), "news~");
    }

    #[test]
    fn characters_of_two_columns_count_two() {
        assert_eq!(width("日本"), 4);
        for columns in 1..8 {
            let shown = at("日本語のチャンネル", columns);
            assert!(width(&shown) <= columns, "{shown} in {columns}");
            assert_eq!(width(&fit("日本語のチャンネル", columns, Look::PLAIN)), columns);
        }
        assert_eq!(at("日本語", 5), "日本…");
    }

    #[test]
    fn marks_belong_to_their_letter_and_do_not_pile_up() {
        assert_eq!(at("e\u{301}a", 2), "e\u{301}a");
        let pile = format!("a{}b", "\u{301}".repeat(10_000));
        let shown = at(&pile, 80);
        assert!(shown.chars().count() <= 2 + MARKS_PER_COLUMN, "{}", shown.chars().count());
    }

    #[test]
    fn nothing_that_a_terminal_obeys_or_that_turns_text_is_left() {
        let hostile = "\u{1b}[2J\u{1b}]0;owned\u{7}\u{9b}31m\u{202e}gnp.exe\u{200f}\r\nnext";
        for shown in [at(hostile, 500), whole(hostile, Look::PLAIN), cut(hostile, 500, ASCII)] {
            assert!(!shown.chars().any(crate::terminal::is_unsafe), "{shown:?}");
            assert!(shown.contains("\\u{1b}") && shown.contains("\\u{202e}"), "{shown}");
        }
    }

    #[test]
    fn a_name_of_ten_thousand_bytes_takes_its_column_alone() {
        let long = "x".repeat(10_240);
        assert_eq!(width(&fit(&long, 24, Look::PLAIN)), 24);
        assert_eq!(width(&fit(&"\u{1b}".repeat(10_240), 24, Look::PLAIN)), 24);
    }

    #[test]
    fn without_utf_8_there_is_ascii_alone() {
        assert_eq!(cut("é日", 40, ASCII), "\\u{e9}\\u{65e5}");
        assert!(whole("é", ASCII).is_ascii());
    }
}
