//! `baton tail`: what happens on a server, as it happens.

use std::time::Duration;

use serde_json::Value;
use tokio::time::{Instant, sleep};

use super::answer::{channel, list, number, some_number, some_text, text};
use super::columns::{cut, fit, pad, whole, width};
use super::ending::ended;
use super::failure::Failure;
use super::look::{Colour, Look, note, print};
use super::server::{Query, Server};
use super::units::time_of_day;
use crate::inspector::timeline::Kind;

/// How long the server waits for an event before it answers that there was none; below the 25 s that it allows.
const WAIT: Duration = Duration::from_secs(20);
/// Between two attempts to reach a server that does not answer.
const RETRY: Duration = Duration::from_secs(1);
/// Of the longest type, `member_removed`.
const TYPE_WIDTH: usize = 14;
/// Of `subscribe`; longer ones are cut.
const NARROW_TYPE_WIDTH: usize = 9;
const COUNT_WIDTH: usize = 7;

/// What is shown.
#[derive(Debug, Default)]
pub(super) struct Filter {
    pub(super) channels: Vec<String>,
    pub(super) event: Option<String>,
    pub(super) types: Option<String>,
    pub(super) text: Option<String>,
    pub(super) no_payload: bool,
    pub(super) json: bool,
}

/// Checks names of types, with commas between.
///
/// # Errors
/// One is none, in words for the user.
pub(super) fn types(given: String) -> Result<String, String> {
    let is_type = |name: &&str| Kind::ALL.iter().any(|kind| kind.name() == *name);
    match given.split(',').find(|name| !name.is_empty() && !is_type(name)) {
        None => Ok(given),
        Some(name) => {
            let all: Vec<_> = Kind::ALL.iter().map(|kind| kind.name()).collect();
            Err(format!("--type: there is no type {name:?}; there are {}", all.join(", ")))
        }
    }
}

impl Filter {
    fn query(&self, app: Option<&str>, cursor: Option<&str>) -> Query {
        let channels = Some(self.channels.join(",")).filter(|channels| !channels.is_empty());
        Query::default()
            .with_some("app", app)
            .with_some("channel", channels)
            .with_some("event", self.event.as_deref())
            .with_some("type", self.types.as_deref())
            .with_some("text", self.text.as_deref())
            .with_some("after", cursor)
    }
}

/// Prints events until somebody ends it.
pub(super) async fn tail(server: &mut Server, filter: &Filter, look: Look) -> Result<(), Failure> {
    tokio::select! {
        () = ended() => Ok(()),
        result = follow(server, filter, look) => result,
    }
}

/// How far the list has been read, and of which server.
#[derive(Default)]
struct Place {
    cursor: Option<String>,
    node: String,
    /// The server has not answered since.
    is_lost: bool,
}

async fn follow(server: &mut Server, filter: &Filter, look: Look) -> Result<(), Failure> {
    let mut place = Place::default();
    loop {
        let app = server.named_app().map(ToOwned::to_owned);
        let query = filter.query(app.as_deref(), place.cursor.as_deref());
        let (asked, wait) = (Instant::now(), place.wait());
        match server.get_waiting("/timeline", query, wait).await {
            Ok(answer) => {
                place.went_on(&answer);
                show(filter, look, &answer)?;
                // A server that is stopping does not wait, and must not be asked all the time.
                if !wait.is_zero() && list(&answer, "events").is_empty() && asked.elapsed() < RETRY {
                    sleep(RETRY).await;
                }
            }
            Err(failure) => place.recover(failure).await?,
        }
    }
}

impl Place {
    /// How long the server may wait: not at all for the first cursor, nor where there may be a restart to report.
    fn wait(&self) -> Duration {
        if self.cursor.is_none() || self.is_lost { Duration::ZERO } else { WAIT }
    }

    /// Notes what an answer says of the server, and how far it has been read.
    fn went_on(&mut self, answer: &Value) {
        let node = text(answer, "node");
        let restarted = answer.get("restarted").and_then(Value::as_bool) == Some(true);
        if restarted || (!self.node.is_empty() && self.node != node) {
            note("the server restarted; events in between are not here");
        } else if self.is_lost {
            note("the server answers again");
        }
        for (count, why) in [
            (
                number(answer, "lost"),
                "were dropped before they were read: raise inspector_timeline_bytes, or narrow the filter",
            ),
            (number(answer, "sampled"), "were not recorded: they were more than inspector_events_per_second"),
        ] {
            if count > 0 {
                note(&format!("{count} events {why}"));
            }
        }
        node.clone_into(&mut self.node);
        self.is_lost = false;
        self.cursor = some_text(answer, "cursor").map(ToOwned::to_owned);
    }

    /// Waits until the server may answer again; gives up where it never did, or where waiting changes nothing.
    async fn recover(&mut self, failure: Failure) -> Result<(), Failure> {
        match failure {
            Failure::Unreachable(why) if !self.node.is_empty() => {
                if !self.is_lost {
                    note(&format!("{why}; trying again until it answers (Ctrl-C ends)"));
                }
                self.is_lost = true;
                sleep(RETRY).await;
                Ok(())
            }
            // It is starting, stopping or overloaded.
            Failure::Refused(429 | 500..600, _) if !self.node.is_empty() => {
                sleep(RETRY).await;
                Ok(())
            }
            // A cursor of a server that is no longer there.
            Failure::Refused(400 | 404 | 410, _) if self.is_lost && self.cursor.is_some() => {
                note("the server restarted; events in between are not here");
                *self = Self::default();
                Ok(())
            }
            failure => Err(failure),
        }
    }
}

fn show(filter: &Filter, look: Look, answer: &Value) -> Result<(), Failure> {
    let shown = list(answer, "events").iter().cloned().map(|mut event| {
        if filter.no_payload
            && let Some(data) = event.get_mut("data")
        {
            *data = Value::Null;
        }
        if filter.json { event.to_string() } else { line(&event, filter, look) }
    });
    let lines: String = shown.map(|line| line + "\n").collect();
    if lines.is_empty() { Ok(()) } else { print(&lines) }
}

/// One event on one line.
fn line(event: &Value, filter: &Filter, look: Look) -> String {
    let kind = text(event, "type");
    let (type_width, channel_width, event_width) = widths(look);
    let mut line = look.paint(Colour::Dim, &time_of_day(number(event, "time_ms")));
    for (name, columns, colour) in [
        (kind, type_width, colour(kind)),
        (channel(event), channel_width, Some(Colour::Bold)),
        (text(event, "event"), event_width, None),
    ] {
        let shown = match look.width {
            Some(_) => fit(name, columns, look),
            None => padded(whole(name, look), columns),
        };
        line.push_str("  ");
        line.push_str(&colour.map_or(shown.clone(), |colour| look.paint(colour, &shown)));
    }
    line.push_str(&format!("  {:>COUNT_WIDTH$}  ", deliveries(event)));
    let used = time_of_day(0).len() + type_width + channel_width + event_width + COUNT_WIDTH + 5 * 2;
    let detail = detail(event, filter);
    line.push_str(&match look.width {
        Some(columns) => cut(&detail, columns.saturating_sub(used), look),
        None => whole(&detail, look),
    });
    line.trim_end().to_owned()
}

/// Columns of type, channel and event: the payload has the rest. In less than 60 columns lines are wrapped.
fn widths(look: Look) -> (usize, usize, usize) {
    let columns = look.width.unwrap_or(120);
    let type_width = if columns < 80 { NARROW_TYPE_WIDTH } else { TYPE_WIDTH };
    (type_width, (columns / 5).clamp(8, 40), (columns / 7).clamp(6, 30))
}

fn padded(mut text: String, columns: usize) -> String {
    if width(&text) < columns {
        pad(&mut text, columns);
    }
    text
}

fn colour(kind: &str) -> Option<Colour> {
    Some(match kind {
        "message" => Colour::Cyan,
        "subscribe" | "connect" | "member_added" | "occupied" => Colour::Green,
        "unsubscribe" | "disconnect" | "member_removed" | "vacated" => Colour::Yellow,
        "refused" => Colour::Red,
        _ => return None,
    })
}

/// How many have received it, of how many subscriptions.
fn deliveries(event: &Value) -> String {
    let received = event.get("delivery").and_then(|delivery| some_number(delivery, "received"));
    match (received, some_number(event, "subscriptions")) {
        (Some(received), Some(all)) => format!("{received}/{all}"),
        (None, Some(all)) => all.to_string(),
        _ => String::new(),
    }
}

/// Who took part, who did not get it, why it was refused or ended, and the payload.
fn detail(event: &Value, filter: &Filter) -> String {
    let mut parts: Vec<String> = Vec::new();
    if let Some(socket) = some_text(event, "socket") {
        parts.push(socket.to_owned());
    }
    if let Some(user) = some_text(event, "user") {
        parts.push(format!("user {user}"));
    }
    if let Some(delivery) = event.get("delivery") {
        parts.extend(skipped(delivery));
    }
    parts.extend(some_text(event, "why").map(ToOwned::to_owned));
    match some_text(event, "data") {
        Some(_) if filter.no_payload => {}
        Some(data) => parts.push(data.to_owned()),
        None if number(event, "bytes") > 0 => parts.push(format!("({} bytes)", number(event, "bytes"))),
        None => {}
    }
    parts.join(" ")
}

/// `[2 excluded, 1 behind]`.
fn skipped(delivery: &Value) -> Option<String> {
    let total = number(delivery, "skipped_total");
    if total == 0 {
        return None;
    }
    let mut reasons: Vec<&str> = list(delivery, "skipped").iter().map(|one| text(one, "why")).collect();
    reasons.sort_unstable();
    reasons.dedup();
    Some(format!("[{total} skipped: {}]", reasons.join(", ")))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn message() -> Value {
        json!({"id": "1", "time_ms": 45_296_789, "type": "message", "app": "1", "channel": "news", "event": "headline",
               "data": "{\"a\":1}", "bytes": 7, "from": "http", "socket": null, "subscriptions": 3,
               "delivery": {"received": 2, "pending": 0, "skipped": [{"socket": "1.2", "why": "excluded"}], "skipped_total": 1}})
    }

    fn at(columns: usize) -> Look {
        Look { width: Some(columns), ..Look::PLAIN }
    }

    #[test]
    fn an_event_is_one_aligned_line() {
        assert_eq!(
            line(&message(), &Filter::default(), at(120)),
            "12:34:56.789  message         news                      headline               2/3  \
             [1 skipped: excluded] {\"a\":1}"
        );
        let mut joined = message();
        joined["type"] = "member_added".into();
        let column = |line: &str| line.find("headline");
        let filter = Filter::default();
        assert_eq!(column(&line(&joined, &filter, at(120))), column(&line(&message(), &filter, at(120))));
    }

    #[test]
    fn a_payload_is_cut_to_the_terminal_and_whole_in_a_pipe() {
        let mut event = message();
        event["data"] = "日本語".repeat(2_000).into();
        for columns in [60, 80, 200] {
            let shown = line(&event, &Filter::default(), at(columns));
            assert!(width(&shown) <= columns, "{columns}: {shown}");
        }
        assert!(line(&event, &Filter::default(), Look::PLAIN).contains(&"日本語".repeat(2_000)));
    }

    #[test]
    fn untrusted_text_is_escaped_before_the_terminal() {
        let hostile = "\u{1b}[2J\u{202e}\u{9b}1m\n\u{7f}";
        let event = json!({"type": hostile, "channel": hostile, "event": hostile, "data": hostile, "socket": hostile,
                           "user": hostile, "why": hostile, "delivery": {"skipped_total": 1, "skipped": [{"why": hostile}]}});
        for look in [at(200), Look::PLAIN, Look { unicode: false, ..at(80) }] {
            let shown = line(&event, &Filter::default(), look);
            assert!(!shown.chars().any(crate::terminal::is_unsafe), "{shown:?}");
        }
    }

    #[test]
    fn a_payload_that_may_not_be_seen_is_its_length() {
        let mut event = message();
        event["data"] = Value::Null;
        assert!(line(&event, &Filter::default(), at(120)).ends_with("(7 bytes)"));
        let filter = Filter { no_payload: true, ..Filter::default() };
        assert!(!line(&message(), &filter, at(120)).contains("\"a\""));
    }

    #[test]
    fn the_filter_is_the_query() {
        let filter = Filter {
            channels: vec!["news".into(), "private-*".into()],
            types: Some("message,refused".into()),
            ..Filter::default()
        };
        let expected = Query::default()
            .with("app", "1")
            .with("channel", "news,private-*")
            .with("type", "message,refused");
        assert_eq!(filter.query(Some("1"), None), expected.clone());
        assert_eq!(filter.query(Some("1"), Some("c")), expected.with("after", "c"));
    }
}
