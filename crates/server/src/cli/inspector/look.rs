//! What the terminal can show: its width, colours, and characters beyond ASCII.

use std::io::{self, IsTerminal as _, Write as _};

use ratatui::crossterm::terminal;

use super::failure::Failure;

/// How lines are to look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Look {
    pub(super) colours: bool,
    /// Columns of the terminal; none for a file or a pipe, where nothing is cut.
    pub(super) width: Option<usize>,
    /// Whether characters beyond ASCII are shown.
    pub(super) unicode: bool,
}

/// A colour of the sixteen that every terminal has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Colour {
    Red,
    Green,
    Yellow,
    Cyan,
    /// Less bright than other text.
    Dim,
    Bold,
}

impl Colour {
    /// The parameter of the escape sequence (ECMA-48, SGR).
    fn code(self) -> u8 {
        match self {
            Self::Bold => 1,
            Self::Dim => 2,
            Self::Red => 31,
            Self::Green => 32,
            Self::Yellow => 33,
            Self::Cyan => 36,
        }
    }
}

impl Look {
    /// Of standard output and the environment, as they are now.
    pub(super) fn now() -> Self {
        let is_terminal = io::stdout().is_terminal();
        // https://no-color.org: set and not empty, whatever its value.
        let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let width =
            || terminal::size().ok().map(|(columns, _)| usize::from(columns)).filter(|width| *width > 0);
        Self {
            colours: is_terminal && !no_colour,
            width: if is_terminal { width() } else { None },
            unicode: is_unicode(|name| std::env::var(name).ok()),
        }
    }

    /// The text in a colour, where there are any. It must be clean already.
    pub(super) fn paint(self, colour: Colour, text: &str) -> String {
        if self.colours { format!("\u{1b}[{}m{text}\u{1b}[0m", colour.code()) } else { text.to_owned() }
    }

    /// What stands for the rest of a text that is cut.
    pub(super) fn ellipsis(self) -> char {
        if self.unicode { '…' } else { '~' }
    }
}

/// Whether the locale's characters are UTF-8: the first of the three variables that is set decides (POSIX).
fn is_unicode(variable: impl Fn(&str) -> Option<String>) -> bool {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(variable).find(|value| !value.is_empty());
    set.is_some_and(|locale| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

/// Prints to standard output at once.
///
/// # Errors
/// Nobody reads it any more.
pub(super) fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Prints a note to standard error. If nobody reads that, the command still does what it should.
pub(super) fn note(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

#[cfg(test)]
impl Look {
    /// As a pipe gets it.
    pub(super) const PLAIN: Self = Self { colours: false, width: None, unicode: true };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_variable_of_the_locale_that_is_set_decides() {
        let of = |set: &'static [(&str, &str)]| {
            is_unicode(|name| set.iter().find(|(of, _)| *of == name).map(|(_, value)| (*value).to_owned()))
        };
        assert!(of(&[("LANG", "de_DE.UTF-8")]));
        assert!(of(&[("LC_ALL", ""), ("LC_CTYPE", "C.utf8"), ("LANG", "C")]));
        assert!(!of(&[("LC_ALL", "C"), ("LANG", "en_US.UTF-8")]));
        assert!(!of(&[]));
    }

    #[test]
    fn colours_are_left_out_of_a_file() {
        assert_eq!(Look::PLAIN.paint(Colour::Red, "a"), "a");
        let coloured = Look { colours: true, ..Look::PLAIN };
        assert_eq!(coloured.paint(Colour::Red, "a"), "\u{1b}[31ma\u{1b}[0m");
    }
}
