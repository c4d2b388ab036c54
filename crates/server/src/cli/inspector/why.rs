//! `baton why`: the server's answer to "why does this not arrive?", step by step.

use serde_json::Value;

use super::answer::{list, some_number, some_text, text};
use super::columns::whole;
use super::documentation::address;
use super::failure::Failure;
use super::look::{Colour, Look, print};
use super::server::{Query, Server};
use super::units::micros;

/// What is asked about.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Subject {
    /// A connection.
    Socket(String),
    /// An event of the timeline, and perhaps the connection that should have received it.
    Event { id: String, socket: Option<String> },
    /// A channel, and who should get what there.
    Channel { name: String, event: Option<String>, user: Option<String> },
}

impl Subject {
    /// Socket ids are two numbers with a dot between; anything else is an event's id, to which a socket id may be added.
    pub(super) fn of(text: &str, socket: Option<String>) -> Self {
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        match text.split_once('.') {
            Some((first, second)) if is_number(first) && is_number(second) => Self::Socket(text.to_owned()),
            _ => Self::Event { id: text.to_owned(), socket },
        }
    }
}

/// Asks, and prints the verdict and its steps.
pub(super) async fn why(
    server: &mut Server,
    subject: Subject,
    json: bool,
    look: Look,
) -> Result<(), Failure> {
    let query = match subject {
        Subject::Socket(socket) => Query::default().with("socket", socket),
        Subject::Event { id, socket } => Query::default().with("event", id).with_some("socket", socket),
        Subject::Channel { name, event, user } => {
            let app = server.app().await?;
            Query::default()
                .with("app", app)
                .with("channel", name)
                .with_some("event_name", event)
                .with_some("user", user)
        }
    };
    let answer = server.get("/why", query).await?;
    print(&if json { format!("{answer}\n") } else { page(&answer, look) })
}

/// The answer in one sentence, and whether it is certain.
pub(super) fn verdict(answer: &Value, look: Look) -> String {
    let mut line = look.paint(Colour::Bold, &whole(text(answer, "verdict"), look));
    if answer.get("certain").and_then(Value::as_bool) == Some(false) {
        line.push_str(" (not certain)");
    }
    line.push('\n');
    line
}

fn page(answer: &Value, look: Look) -> String {
    let mut page = verdict(answer, look);
    for step in list(answer, "steps") {
        page.push_str(&step_lines(step, look));
    }
    page
}

/// A step with what fixes it.
pub(super) fn step_lines(step: &Value, look: Look) -> String {
    let value = some_text(step, "value").map(|value| format!(": {}", whole(value, look))).unwrap_or_default();
    let at = some_number(step, "at_us").map(|us| format!(" ({})", micros(us))).unwrap_or_default();
    let mut lines = format!("  {} {}{value}{at}\n", mark(step, look), whole(text(step, "what"), look));
    if let Some(fix) = some_text(step, "fix") {
        lines.push_str(&format!("      fix: {}\n", whole(fix, look)));
    }
    if let Some(page) = some_text(step, "page") {
        lines.push_str(&format!("      see: {}\n", address(page, look)));
    }
    lines
}

fn mark(step: &Value, look: Look) -> String {
    let (sign, letters, colour) = match step.get("ok").and_then(Value::as_bool) {
        Some(true) => ("✓", "ok  ", Colour::Green),
        Some(false) => ("✗", "FAIL", Colour::Red),
        None => ("?", "?   ", Colour::Yellow),
    };
    look.paint(colour, if look.unicode { sign } else { letters })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn answer() -> Value {
        json!({"verdict": "The client is not subscribed.", "certain": false, "steps": [
            {"what": "the channel is occupied", "ok": true, "value": "3 subscriptions", "at_us": 120, "fix": null, "page": null},
            {"what": "the client is subscribed", "ok": false, "value": null, "fix": "Subscribe\u{1b}.", "page": "clients.md#a"},
            {"what": "the client reads", "ok": null}]})
    }

    #[test]
    fn each_step_has_its_mark_and_what_fixes_it() {
        assert_eq!(
            page(&answer(), Look::PLAIN),
            "The client is not subscribed. (not certain)\n\
             \x20 ✓ the channel is occupied: 3 subscriptions (120 us)\n\
             \x20 ✗ the client is subscribed\n\
             \x20     fix: Subscribe\\u{1b}.\n\
             \x20     see: https://github.com/baton-realtime/baton/blob/main/docs/clients.md#a\n\
             \x20 ? the client reads\n"
        );
    }

    #[test]
    fn without_utf_8_the_marks_are_words() {
        let shown = page(&answer(), Look { unicode: false, ..Look::PLAIN });
        assert!(shown.is_ascii() && shown.contains("\n  FAIL the client is subscribed\n"), "{shown}");
    }

    #[test]
    fn a_socket_id_differs_from_an_event_s() {
        assert_eq!(Subject::of("123.456", None), Subject::Socket("123.456".into()));
        for id in ["17", "a.b", "1.", "1.2.3", "e:17"] {
            let socket = Some("1.2".to_owned());
            assert_eq!(Subject::of(id, socket.clone()), Subject::Event { id: id.into(), socket }, "{id}");
        }
    }
}
