//! `baton publish`: an event by hand, and how many it was sent to.

use std::io::Read as _;

use serde_json::{Value, json};

use super::answer::{some_number, some_text};
use super::columns::whole;
use super::failure::Failure;
use super::look::{Look, print};
use super::server::{Query, Server};
use crate::cli::sign::quoted;

/// The most that is read from standard input: above it no server takes an event.
const MOST_BYTES: u64 = 64 << 20;

/// An event.
#[derive(Debug)]
pub(super) struct Event {
    pub(super) channel: String,
    pub(super) name: String,
    /// `-` for standard input.
    pub(super) data: String,
    /// A connection that does not get it.
    pub(super) except: Option<String>,
}

/// Publishes it, and says how many it was sent to; if nobody, why.
pub(super) async fn publish(
    server: &mut Server,
    event: Event,
    json: bool,
    look: Look,
) -> Result<(), Failure> {
    let app = server.app().await?;
    let data = if event.data == "-" { read_data()? } else { event.data };
    let Event { channel, name, except, .. } = event;
    let body = json!({ "app": app, "channel": channel, "event": name, "data": data, "socket_id": except });
    let answer = server.post("/publish", &body).await?;
    if json {
        return print(&format!("{answer}\n"));
    }
    let count = some_number(&answer, "subscriptions");
    print(&sent(count, &channel, look))?;
    if count == Some(0) {
        print(&hint(&nobody(server, &app, &channel, &name).await, &channel, look))?;
    }
    Ok(())
}

fn sent(count: Option<u64>, channel: &str, look: Look) -> String {
    let channel = whole(channel, look);
    match count {
        Some(1) => format!("Sent to 1 subscription of {channel}.\n"),
        Some(count) => format!("Sent to {count} subscriptions of {channel}.\n"),
        None => format!("Published to {channel}.\n"),
    }
}

fn read_data() -> Result<String, Failure> {
    let mut data = String::new();
    let read = std::io::stdin().lock().take(MOST_BYTES).read_to_string(&mut data);
    read.map_err(|error| Failure::Here(format!("standard input cannot be read as UTF-8 text: {error}")))?;
    Ok(data)
}

/// Why nobody gets events of a channel. The event was sent: that there is no answer to this is no failure.
async fn nobody(server: &mut Server, app: &str, channel: &str, name: &str) -> Value {
    let query = Query::default().with("app", app).with("channel", channel).with("event_name", name);
    server.get("/why", query).await.unwrap_or_default()
}

fn hint(why: &Value, channel: &str, look: Look) -> String {
    let verdict = some_text(why, "verdict").map(|verdict| whole(verdict, look) + "\n").unwrap_or_default();
    let channel = whole(&quoted(channel), look);
    format!("{verdict}`baton why --channel {channel}` shows each step.\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hint_has_the_verdict_and_the_next_command() {
        let why = json!({ "verdict": "Nobody is subscribed.\u{1b}" });
        assert_eq!(
            hint(&why, "news", Look::PLAIN),
            "Nobody is subscribed.\\u{1b}\n`baton why --channel 'news'` shows each step.\n"
        );
        assert_eq!(
            hint(&Value::Null, "a\n", Look::PLAIN),
            "`baton why --channel 'a\\u{a}'` shows each step.\n"
        );
    }
}
