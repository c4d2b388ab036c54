//! What the screen shows, and what the keys change of it.

use std::collections::VecDeque;

use serde_json::Value;

use super::Seen;
use super::figures::{Figures, per_second, seconds};
use crate::cli::inspector::answer::{list, number, text};

/// Seconds of the chart: more than a terminal is wide.
const HISTORY: usize = 300;

/// By what apps are sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    Connections,
    MessagesOut,
    MessagesIn,
    Name,
}

impl Sort {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Connections => "connections",
            Self::MessagesOut => "messages out",
            Self::MessagesIn => "messages in",
            Self::Name => "id",
        }
    }

    fn next(self) -> Self {
        match self {
            Self::Connections => Self::MessagesOut,
            Self::MessagesOut => Self::MessagesIn,
            Self::MessagesIn => Self::Name,
            Self::Name => Self::Connections,
        }
    }
}

/// An app's line.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct AppLine {
    pub(super) id: String,
    pub(super) connections: u64,
    pub(super) channels: u64,
    pub(super) messages_in: f64,
    pub(super) messages_out: f64,
}

/// The screen's contents.
pub(super) struct State {
    pub(super) url: String,
    pub(super) overview: Value,
    pub(super) figures: Figures,
    pub(super) apps: Vec<AppLine>,
    pub(super) channels: Vec<Value>,
    /// Messages out, each second, the newest last.
    pub(super) history: VecDeque<u64>,
    pub(super) sort: Sort,
    pub(super) is_paused: bool,
    /// Why the server does not answer now.
    pub(super) silence: Option<String>,
    first_row: usize,
}

impl State {
    pub(super) fn new(url: &str, overview: Value) -> Self {
        let mut state = Self {
            url: url.to_owned(),
            figures: Figures::of(&overview, &overview),
            apps: Vec::new(),
            channels: Vec::new(),
            history: VecDeque::new(),
            sort: Sort::Connections,
            is_paused: false,
            silence: None,
            first_row: 0,
            overview,
        };
        state.apps = app_lines(&state.overview, &state.overview);
        state.sort_apps();
        state
    }

    /// Takes what was seen. While it is paused the screen stands, and the next figures are of the whole pause.
    pub(super) fn take(&mut self, seen: Seen) {
        match seen {
            Seen::Silence(why) => self.silence = Some(why),
            _ if self.is_paused => self.silence = None,
            Seen::Channels(channels) => {
                self.channels = channels;
                self.scroll(0);
            }
            Seen::Overview(now) => {
                self.figures = Figures::of(&self.overview, &now);
                self.apps = app_lines(&self.overview, &now);
                self.sort_apps();
                self.silence = None;
                self.overview = now;
                #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a rate, for people
                self.history.push_back(self.figures.messages_out.round() as u64);
                if self.history.len() > HISTORY {
                    self.history.pop_front();
                }
            }
        }
    }

    pub(super) fn toggle_pause(&mut self) {
        self.is_paused = !self.is_paused;
    }

    pub(super) fn next_sort(&mut self) {
        self.sort = self.sort.next();
        self.sort_apps();
    }

    /// Moves the list of channels.
    pub(super) fn scroll(&mut self, rows: isize) {
        self.first_row =
            self.first_row.saturating_add_signed(rows).min(self.channels.len().saturating_sub(1));
    }

    /// Of the list of channels.
    pub(super) fn first_row(&self) -> usize {
        self.first_row
    }

    fn sort_apps(&mut self) {
        let sort = self.sort;
        self.apps.sort_by(|one, other| {
            let by_figure = match sort {
                Sort::Connections => other.connections.cmp(&one.connections),
                Sort::MessagesOut => other.messages_out.total_cmp(&one.messages_out),
                Sort::MessagesIn => other.messages_in.total_cmp(&one.messages_in),
                Sort::Name => std::cmp::Ordering::Equal,
            };
            by_figure.then_with(|| one.id.cmp(&other.id))
        });
    }
}

fn app_lines(former: &Value, now: &Value) -> Vec<AppLine> {
    let elapsed_s = seconds(number(former, "time_ms"), number(now, "time_ms"));
    let line = |app: &Value| {
        let was = list(former, "apps").iter().find(|was| text(was, "app") == text(app, "app"));
        let rate = |key| was.map_or(0.0, |was| per_second(number(was, key), number(app, key), elapsed_s));
        AppLine {
            id: text(app, "app").to_owned(),
            connections: number(app, "connections"),
            channels: number(app, "channels"),
            messages_in: rate("messages_in"),
            messages_out: rate("messages_out"),
        }
    };
    list(now, "apps").iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn overview(time_ms: u64, out: [u64; 2]) -> Value {
        json!({"time_ms": time_ms, "server": {"messages_out": out[0] + out[1]}, "apps": [
            {"app": "a", "connections": 1, "messages_out": out[0]}, {"app": "b", "connections": 2, "messages_out": out[1]}]})
    }

    fn ids(state: &State) -> Vec<&str> {
        state.apps.iter().map(|app| app.id.as_str()).collect()
    }

    #[test]
    fn apps_are_sorted_by_what_the_key_chooses() {
        let mut state = State::new("", overview(0, [0, 0]));
        state.take(Seen::Overview(overview(1_000, [10, 5])));
        assert_eq!(ids(&state), ["b", "a"]);
        state.next_sort();
        assert_eq!((state.sort, ids(&state)), (Sort::MessagesOut, vec!["a", "b"]));
        (0..3).for_each(|_| state.next_sort());
        assert_eq!(state.sort, Sort::Connections);
    }

    #[test]
    fn while_it_is_paused_nothing_moves() {
        let mut state = State::new("", overview(0, [0, 0]));
        state.toggle_pause();
        state.take(Seen::Overview(overview(1_000, [10, 5])));
        assert_eq!((state.history.len(), number(&state.overview, "time_ms")), (0, 0));
        state.toggle_pause();
        state.take(Seen::Overview(overview(2_000, [10, 6])));
        assert_eq!(state.history, [8]);
    }

    #[test]
    fn the_chart_has_a_limit_and_a_shorter_list_is_scrolled_back() {
        let mut state = State::new("", overview(0, [0, 0]));
        (1..=400).for_each(|s| state.take(Seen::Overview(overview(s * 1_000, [s, s]))));
        assert_eq!(state.history.len(), HISTORY);
        state.take(Seen::Channels(vec![json!({}); 50]));
        state.scroll(isize::MAX);
        assert_eq!(state.first_row(), 49);
        state.take(Seen::Channels(vec![json!({}); 3]));
        assert_eq!(state.first_row(), 2);
    }
}
