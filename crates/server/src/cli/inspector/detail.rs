//! One thing with its properties, one on each line.

use super::columns::whole;
use super::look::{Colour, Look};

/// Of the longest name, `subscriptions`.
const NAME_WIDTH: usize = 13;

/// Lines of name and value.
pub(super) struct Detail {
    look: Look,
    text: String,
}

impl Detail {
    pub(super) fn new(look: Look) -> Self {
        Self { look, text: String::new() }
    }

    /// Adds a line, unless the value is empty. The value is untrusted.
    pub(super) fn line(&mut self, name: &str, value: &str) {
        if !value.is_empty() {
            let name = self.look.paint(Colour::Dim, &format!("{name:NAME_WIDTH$}"));
            self.text.push_str(&format!("{name}  {}\n", whole(value, self.look)));
        }
    }

    pub(super) fn text(self) -> String {
        self.text
    }
}
