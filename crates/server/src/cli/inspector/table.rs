//! Tables: columns as wide as what stands in them, and within the terminal.

use super::columns::{cut, pad, whole, width};
use super::look::{Colour, Look};

/// The widest that a column becomes in a terminal while others need room.
const WIDEST: usize = 40;
/// Between two columns.
const GAP: &str = "  ";

/// Where the text of a column stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Align {
    Left,
    Right,
}

/// Rows under titles.
pub(super) struct Table {
    titles: Vec<(&'static str, Align)>,
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(super) fn new(titles: &[(&'static str, Align)]) -> Self {
        Self { titles: titles.to_vec(), rows: Vec::new() }
    }

    /// Adds a row of untrusted texts, one for each title.
    pub(super) fn push(&mut self, row: Vec<String>) {
        self.rows.push(row);
    }

    pub(super) fn render(&self, look: Look) -> String {
        let rows: Vec<Vec<String>> = self.rows.iter().map(|row| self.shown(row, look)).collect();
        let widths: Vec<usize> = self
            .titles
            .iter()
            .enumerate()
            .map(|(at, (title, _))| {
                rows.iter()
                    .filter_map(|row| row.get(at))
                    .map(|cell| width(cell))
                    .max()
                    .unwrap_or(0)
                    .max(title.len())
            })
            .collect();
        let titles: Vec<String> = self.titles.iter().map(|(title, _)| (*title).to_owned()).collect();
        let mut page = look.paint(Colour::Bold, &self.line(&titles, &widths, look)) + "\n";
        for row in &rows {
            page.push_str(&self.line(row, &widths, look));
            page.push('\n');
        }
        page
    }

    fn shown(&self, row: &[String], look: Look) -> Vec<String> {
        let cell = |cell: &String| match look.width {
            Some(_) => cut(cell, WIDEST, look),
            None => whole(cell, look),
        };
        row.iter().map(cell).collect()
    }

    fn line(&self, cells: &[String], widths: &[usize], look: Look) -> String {
        let mut line = String::new();
        for ((cell, columns), (_, align)) in cells.iter().zip(widths).zip(&self.titles) {
            if !line.is_empty() {
                line.push_str(GAP);
            }
            let mut blanks = String::new();
            pad(&mut blanks, columns.saturating_sub(width(cell)));
            match align {
                Align::Left => line.extend([cell.as_str(), &blanks]),
                Align::Right => line.extend([blanks.as_str(), cell]),
            }
        }
        let line = line.trim_end();
        look.width.map_or_else(|| line.to_owned(), |columns| cut(line, columns, look))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut table = Table::new(&[("NAME", Align::Left), ("COUNT", Align::Right)]);
        table.push(vec!["日本".into(), "7".into()]);
        table.push(vec!["private-orders".into(), "1234567".into()]);
        table
    }

    #[test]
    fn columns_are_as_wide_as_what_stands_in_them() {
        assert_eq!(
            table().render(Look::PLAIN),
            "NAME              COUNT\n日本                  7\nprivate-orders  1234567\n"
        );
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        let mut table = table();
        table.push(vec!["x".repeat(10_000), "\u{1b}[31m".into()]);
        for columns in [1, 20, 80] {
            let look = Look { width: Some(columns), ..Look::PLAIN };
            assert!(table.render(look).lines().all(|line| width(line) <= columns), "{columns}");
        }
    }

    #[test]
    fn a_pipe_gets_whole_names() {
        let mut table = table();
        table.push(vec!["x".repeat(10_000), "1".into()]);
        assert!(table.render(Look::PLAIN).contains(&"x".repeat(10_000)));
    }
}
