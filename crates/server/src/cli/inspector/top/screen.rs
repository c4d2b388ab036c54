//! Draws the screen: a title, figures, a chart, and what fits of channels, apps and refusals.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::bar::{self, Set};
use ratatui::symbols::border;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Cell, Paragraph, Row, Sparkline, Table};

use super::figures::{Bound, Figures};
use super::state::State;
use crate::cli::inspector::answer::{channel, number, text};
use crate::cli::inspector::columns::{cut, fit};
use crate::cli::inspector::look::Look;
use crate::cli::inspector::units::{bytes, count, duration, micros, time_of_day};

/// Rows of the chart with its frame.
const CHART_ROWS: u16 = 5;
/// Rows of the figures.
const FIGURE_ROWS: u16 = 4;
/// Columns of a figure: its name and its value.
const FIGURE_WIDTH: usize = 26;

const ASCII_BARS: Set<'_> = Set {
    full: "#",
    seven_eighths: "#",
    three_quarters: "*",
    five_eighths: "+",
    half: "=",
    three_eighths: "-",
    one_quarter: ":",
    one_eighth: ".",
    empty: " ",
};

const ASCII_BORDER: border::Set<'_> = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

/// Draws everything.
pub(super) fn draw(frame: &mut Frame<'_>, state: &State, look: Look) {
    let [title, figures, chart, lists, keys] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(FIGURE_ROWS),
        Constraint::Length(CHART_ROWS),
        Constraint::Fill(1),
        Constraint::Length(1),
    ])
    .areas(frame.area());
    let pen = Pen { look };
    frame.render_widget(pen.title(state, title), title);
    frame.render_widget(pen.figures(&state.figures, figures), figures);
    pen.chart(frame, state, chart);
    let [left, right] =
        Layout::horizontal([Constraint::Percentage(55), Constraint::Percentage(45)]).areas(lists);
    frame.render_widget(pen.channels(state, left), left);
    let [apps, refusals] =
        Layout::vertical([Constraint::Percentage(60), Constraint::Percentage(40)]).areas(right);
    frame.render_widget(pen.apps(state, apps), apps);
    frame.render_widget(pen.refusals(&state.figures, refusals), refusals);
    frame.render_widget(pen.keys(state, keys), keys);
}

/// Draws as the terminal allows.
struct Pen {
    look: Look,
}

impl Pen {
    fn style(&self, colour: Color) -> Style {
        if self.look.colours { Style::new().fg(colour) } else { Style::new() }
    }

    /// The title, or why there is no answer.
    fn title(&self, state: &State, area: Rect) -> Line<'static> {
        let columns = usize::from(area.width);
        if let Some(why) = &state.silence {
            return Line::styled(
                cut(&format!("no answer: {why}"), columns, self.look),
                self.style(Color::Red),
            );
        }
        let overview = &state.overview;
        let paused = if state.is_paused { "  PAUSED" } else { "" };
        let title = format!(
            "baton {} at {}  node {}  up {}  {}Z{paused}",
            text(overview, "version"),
            state.url,
            text(overview, "node"),
            duration(number(overview, "uptime_s").saturating_mul(1_000)),
            time_of_day(number(overview, "time_ms")).split('.').next().unwrap_or_default(),
        );
        Line::styled(cut(&title, columns, self.look), Style::new().add_modifier(Modifier::BOLD))
    }

    fn figures(&self, figures: &Figures, area: Rect) -> Paragraph<'static> {
        let all = named(figures);
        let in_row = (usize::from(area.width) / FIGURE_WIDTH).clamp(1, 4);
        let rows = all.chunks(in_row).map(|row| {
            let spans = row.iter().flat_map(|(name, value)| {
                [
                    Span::styled(format!("{name:12} "), self.style(Color::DarkGray)),
                    Span::raw(format!("{value:<13}")),
                ]
            });
            Line::from(spans.collect::<Vec<_>>())
        });
        Paragraph::new(rows.collect::<Vec<_>>())
    }

    fn chart(&self, frame: &mut Frame<'_>, state: &State, area: Rect) {
        let block = self.block(format!(" messages out: {}/s ", rate(state.figures.messages_out)));
        let shown = usize::from(block.inner(area).width);
        let newest: Vec<u64> =
            state.history.iter().skip(state.history.len().saturating_sub(shown)).copied().collect();
        let bars = if self.look.unicode { bar::NINE_LEVELS } else { ASCII_BARS };
        let chart =
            Sparkline::default().block(block).data(newest).bar_set(bars).style(self.style(Color::Cyan));
        frame.render_widget(chart, area);
    }

    fn channels(&self, state: &State, area: Rect) -> Table<'static> {
        let columns = usize::from(area.width).saturating_sub(2 + 2 * 10 + 2);
        let rows = state.channels.iter().skip(state.first_row()).take(usize::from(area.height)).map(|one| {
            Row::new([
                Cell::new(fit(channel(one), columns, self.look)),
                Cell::new(cut(text(one, "class"), 10, self.look)),
                Cell::new(format!("{:>10}", count(number(one, "subscriptions")))),
            ])
        });
        let widths = [Constraint::Fill(1), Constraint::Length(10), Constraint::Length(10)];
        let place =
            if state.first_row() > 0 { format!(" from {}", state.first_row() + 1) } else { String::new() };
        Table::new(rows, widths).block(self.block(format!(" busiest channels{place}: subscriptions ")))
    }

    fn apps(&self, state: &State, area: Rect) -> Table<'static> {
        let columns = usize::from(area.width).saturating_sub(2 + 3 * 9 + 3);
        let rows = state.apps.iter().take(usize::from(area.height)).map(|app| {
            let rates =
                [app.messages_in, app.messages_out].map(|value| Cell::new(format!("{:>9}", rate(value))));
            let [messages_in, messages_out] = rates;
            let id = Cell::new(fit(&app.id, columns, self.look));
            Row::new([id, Cell::new(format!("{:>9}", count(app.connections))), messages_in, messages_out])
        });
        let titles = ["app", "  connect.", "     in/s", "    out/s"];
        let widths =
            [Constraint::Fill(1), Constraint::Length(9), Constraint::Length(9), Constraint::Length(9)];
        let header = Row::new(titles).style(self.style(Color::DarkGray));
        Table::new(rows, widths).header(header).block(self.block(format!(" apps by {} ", state.sort.name())))
    }

    fn refusals(&self, figures: &Figures, area: Rect) -> Table<'static> {
        let columns = usize::from(area.width).saturating_sub(2 + 10 + 1);
        let rows = figures.refusals.iter().take(usize::from(area.height)).map(|(cause, times)| {
            Row::new([Cell::new(fit(cause, columns, self.look)), Cell::new(format!("{:>10}", count(*times)))])
        });
        let widths = [Constraint::Fill(1), Constraint::Length(10)];
        Table::new(rows, widths)
            .style(self.style(Color::Red))
            .block(self.block(" refusals since the start ".into()))
    }

    fn keys(&self, state: &State, area: Rect) -> Line<'static> {
        let pause = if state.is_paused { "go on" } else { "pause" };
        let arrows = if self.look.unicode { "↑↓" } else { "up/down" };
        let keys = format!("q quit  p {pause}  s sort apps  {arrows} channels");
        Line::styled(cut(&keys, usize::from(area.width), self.look), self.style(Color::DarkGray))
    }

    fn block(&self, title: String) -> Block<'static> {
        let block = Block::bordered().title(title).border_style(self.style(Color::DarkGray));
        if self.look.unicode { block } else { block.border_set(ASCII_BORDER) }
    }
}

/// The figures with their names; an app has fewer.
fn named(figures: &Figures) -> Vec<(&'static str, String)> {
    let mut all = vec![
        ("connections", count(figures.connections)),
        ("channels", count(figures.channels)),
        ("in", format!("{}/s", rate(figures.messages_in))),
        ("out", format!("{}/s", rate(figures.messages_out))),
    ];
    if figures.is_whole {
        all.extend([
            ("subscript.", count(figures.subscriptions)),
            ("opened", format!("{}/s", rate(figures.opened))),
            ("publishes", format!("{}/s", rate(figures.publishes))),
            ("slow clients", count(figures.slow_clients)),
            ("outbox", bytes(figures.outbox_bytes)),
            ("history", bytes(figures.history_bytes)),
            ("memory", bytes(figures.memory_bytes)),
            ("cpu", format!("{:.0} %", figures.cpu * 100.0)),
        ]);
    }
    if let Some(bounds) = figures.latency {
        let names = ["latency p50", "p95", "p99"];
        all.extend(names.into_iter().zip(bounds.map(bound)));
    }
    if figures.is_whole {
        all.push(("open files", count(figures.open_files)));
    }
    all
}

fn bound(bound: Bound) -> String {
    match bound {
        Bound::Within(us) => format!("< {}", micros(us)),
        Bound::Beyond(us) => format!("> {}", micros(us)),
    }
}

/// `0`, `0.4`, `123`, `12.3k`.
fn rate(value: f64) -> String {
    if value > 0.0 && value < 10.0 {
        return format!("{value:.1}");
    }
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // saturating, and for people
    let whole = value.round() as u64;
    count(whole)
}

#[cfg(test)]
mod tests {
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use serde_json::json;

    use super::super::Seen;
    use super::*;

    fn state() -> State {
        let overview = |time_ms: u64, out: u64| {
            json!({"node": "n", "version": "0.1.0", "time_ms": time_ms, "uptime_s": 90_000, "server": {"connections": 12,
                "subscriptions": 34, "channels": 5, "messages_out": out, "outbox_bytes": 2_048, "memory_bytes": 1 << 20,
                "latency": {"bounds_us": [100, 200], "counts": [1, 0, 0]}, "refusals": {"signature": 3}},
                "apps": [{"app": "1", "connections": 12, "messages_out": out}]})
        };
        let mut state = State::new("http://s", overview(0, 0));
        state.take(Seen::Overview(overview(1_000, 250)));
        state.take(Seen::Channels(vec![
            json!({"channel": "news", "class": "public", "subscriptions": 34}),
            json!({"channel": "\u{1b}[2J\u{202e}日本語", "class": "public", "subscriptions": 1}),
        ]));
        state
    }

    fn drawn(state: &State, columns: u16, rows: u16, look: Look) -> String {
        let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
        terminal.draw(|frame| draw(frame, state, look)).unwrap();
        let buffer = terminal.backend().buffer().clone();
        let symbols: Vec<&str> = buffer.content().iter().map(|cell| cell.symbol()).collect();
        let rows: Vec<String> = symbols.chunks(usize::from(columns)).map(|row| row.concat()).collect();
        rows.join("\n")
    }

    #[test]
    fn the_screen_has_figures_channels_apps_and_refusals() {
        let shown = drawn(&state(), 110, 30, Look::PLAIN);
        for expected in [
            "baton 0.1.0 at http://s  node n  up 1 d 1 h",
            "connections  12",
            "out          250/s",
            "latency p50  < 100 us",
            "messages out: 250/s",
            "news",
            "apps by connections",
            "signature",
            "q quit",
            "█",
            "outbox       2.0 KiB",
        ] {
            assert!(shown.contains(expected), "{expected}:\n{shown}");
        }
    }

    #[test]
    fn it_is_drawn_on_terminals_of_any_size() {
        for (columns, rows) in [(1, 1), (3, 2), (20, 10), (80, 24), (400, 100)] {
            drawn(&state(), columns, rows, Look::PLAIN);
        }
    }

    #[test]
    fn untrusted_text_is_escaped_before_the_terminal() {
        let shown = drawn(&state(), 110, 30, Look::PLAIN);
        assert!(shown.contains("\\u{1b}[2J\\u{202e}"), "{shown}");
        assert!(!shown.chars().any(|c| c != '\n' && crate::terminal::is_unsafe(c)));
    }

    #[test]
    fn without_utf_8_it_is_ascii() {
        let shown = drawn(&state(), 110, 30, Look { unicode: false, ..Look::PLAIN });
        assert!(shown.is_ascii(), "{shown}");
    }

    #[test]
    fn silence_stands_in_the_title() {
        let mut state = state();
        state.take(Seen::Silence("nothing answers at 127.0.0.1:1".into()));
        assert!(drawn(&state, 80, 24, Look::PLAIN).starts_with("no answer: nothing answers at 127.0.0.1:1"));
    }
}
