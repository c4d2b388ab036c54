//! `baton connections`, `baton connection` and `baton disconnect`: who is connected.

use serde_json::{Value, json};

use super::answer::{channel, list, number, some_text, text};
use super::columns::whole;
use super::detail::Detail;
use super::failure::Failure;
use super::look::{Look, print};
use super::pages;
use super::refusals;
use super::server::{Query, Server};
use super::table::{Align, Table};
use super::units::{bytes, date_and_time, duration};
use crate::cli::sign::quoted;
use crate::clock;

/// Which connections.
#[derive(Debug, Default)]
pub(super) struct Wanted {
    pub(super) search: Option<String>,
    pub(super) channel: Option<String>,
    pub(super) user: Option<String>,
    pub(super) limit: usize,
}

/// Prints them.
pub(super) async fn list_all(
    server: &mut Server,
    wanted: &Wanted,
    json: bool,
    look: Look,
) -> Result<(), Failure> {
    let app = server.named_app().map(ToOwned::to_owned);
    let query = Query::default()
        .with_some("app", app)
        .with_some("search", wanted.search.as_deref())
        .with_some("channel", wanted.channel.as_deref())
        .with_some("user", wanted.user.as_deref());
    let pages = pages::read(server, "/connections", &query, "connections", wanted.limit).await?;
    let total = number(&pages.last, "total");
    if json {
        return print(&format!("{}\n", json!({ "total": total, "connections": pages.entries })));
    }
    let shown = pages.entries.len();
    let mut page = if shown == 0 {
        "No connection.\n".to_owned()
    } else {
        table(&pages.entries, clock::unix_ms()).render(look)
    };
    if pages.has_more() {
        page.push_str(&format!(
            "{shown} of {total}: --limit {} shows more, SEARCH narrows.\n",
            wanted.limit.saturating_mul(10)
        ));
    }
    print(&page)
}

fn table(connections: &[Value], now_ms: u64) -> Table {
    let mut table = Table::new(&[
        ("SOCKET", Align::Left),
        ("APP", Align::Left),
        ("PROTOCOL", Align::Left),
        ("ADDRESS", Align::Left),
        ("USER", Align::Left),
        ("SUBSCRIPTIONS", Align::Right),
        ("OUTBOX", Align::Right),
        ("OPEN FOR", Align::Right),
        ("SILENT", Align::Right),
        ("STATE", Align::Left),
    ]);
    for one in connections {
        table.push(vec![
            text(one, "socket").to_owned(),
            text(one, "app").to_owned(),
            transport(one),
            text(one, "address").to_owned(),
            text(one, "user").to_owned(),
            number(one, "subscriptions").to_string(),
            bytes(number(one, "outbox_bytes")),
            duration(now_ms.saturating_sub(number(one, "opened_ms"))),
            duration(number(one, "silent_ms")),
            text(one, "state").to_owned(),
        ]);
    }
    table
}

/// The protocol, and how it travels where that is not by WebSocket.
fn transport(connection: &Value) -> String {
    match (text(connection, "protocol"), text(connection, "transport")) {
        (protocol, "websocket" | "") => protocol.to_owned(),
        (protocol, transport) => format!("{protocol}/{transport}"),
    }
}

/// Prints one connection, also one that has ended not long ago.
pub(super) async fn show(server: &mut Server, socket: &str, json: bool, look: Look) -> Result<(), Failure> {
    let answer = server.get("/connection", Query::default().with("socket", socket)).await?;
    let answer = answer.get("connection").filter(|one| one.is_object()).unwrap_or(&answer);
    print(&if json { format!("{answer}\n") } else { detail(answer, look) })
}

fn detail(connection: &Value, look: Look) -> String {
    let mut detail = Detail::new(look);
    for key in ["socket", "state", "app"] {
        detail.line(key, text(connection, key));
    }
    detail.line("protocol", &transport(connection));
    for key in ["address", "user"] {
        detail.line(key, text(connection, key));
    }
    detail.line("opened", &date_and_time(number(connection, "opened_ms")));
    if connection.get("silent_ms").is_some() {
        detail.line("silent", &duration(number(connection, "silent_ms")));
        detail.line("outbox", &bytes(number(connection, "outbox_bytes")));
    }
    detail.line("messages in", &number(connection, "messages_in").to_string());
    if let Some(closed) = connection.get("closed").filter(|closed| closed.is_object()) {
        detail.line("closed", &ending(closed));
    }
    let mut page = detail.text();
    let channels = list(connection, "channels");
    if !channels.is_empty() {
        page.push_str(&format!("\n{} channels:\n", channels.len()));
    }
    for one in channels {
        let user =
            some_text(one, "user").map(|user| format!("  user {}", whole(user, look))).unwrap_or_default();
        page.push_str(&format!("  {}{user}\n", whole(channel(one), look)));
    }
    let refused = list(connection, "refusals");
    if !refused.is_empty() {
        page.push_str("\nRefusals:\n");
        refused.iter().for_each(|one| page.push_str(&refusals::entry(one, look)));
    }
    page
}

/// When, by whom and why a connection ended.
fn ending(closed: &Value) -> String {
    let code =
        closed.get("code").and_then(Value::as_u64).map(|code| format!(", code {code}")).unwrap_or_default();
    let reason = some_text(closed, "reason").map(|reason| format!(": {reason}")).unwrap_or_default();
    format!("{} by the {}{code}{reason}", date_and_time(number(closed, "time_ms")), text(closed, "by"))
}

/// Closes a connection, or all of a user.
pub(super) async fn close(
    server: &mut Server,
    socket: Option<&str>,
    user: Option<&str>,
    reconnect: bool,
    json: bool,
    look: Look,
) -> Result<(), Failure> {
    let answer = match (socket, user) {
        (Some(socket), _) => {
            server.post("/connection/close", &json!({ "socket": socket, "reconnect": reconnect })).await?
        }
        (None, user) => {
            let app = server.app().await?;
            server.post("/user/close", &json!({ "app": app, "user": user, "reconnect": reconnect })).await?
        }
    };
    let closed = number(&answer, "closed");
    if json {
        print(&format!("{answer}\n"))?;
    }
    if closed == 0 {
        return Err(Failure::Here(nobody(socket, user, look)));
    }
    if json {
        return Ok(());
    }
    print(&match closed {
        1 => "1 connection is closed.\n".to_owned(),
        count => format!("{count} connections are closed.\n"),
    })
}

/// What is said where there was nothing to close. A script must not take that for success.
fn nobody(socket: Option<&str>, user: Option<&str>, look: Look) -> String {
    match (socket, user) {
        (None, Some(user)) => {
            format!(
                "the user {} has no connection: `baton connections` lists those there are",
                whole(&quoted(user), look)
            )
        }
        _ => "there is no such connection: it may just have ended".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_are_a_table() {
        let one = json!({"socket": "123.456", "app": "1", "protocol": "pusher", "transport": "websocket", "address": "203.0.113.7",
            "user": "7\u{1b}", "subscriptions": 3, "outbox_bytes": 2048, "messages_in": 12, "opened_ms": 1_000, "silent_ms": 250,
            "loop": 0, "state": "open"});
        let poll = json!({"socket": "1.2", "app": "1", "protocol": "phoenix", "transport": "longpoll", "state": "waiting"});
        let shown = table(&[one, poll], 61_000).render(Look::PLAIN);
        let lines: Vec<&str> = shown.lines().collect();
        assert!(lines[1].starts_with("123.456  1    pusher") && lines[1].contains("7\\u{1b}"), "{shown}");
        assert!(lines[1].ends_with("3  2.0 KiB     1 min  250 ms  open"), "{shown}");
        assert!(lines[2].contains("phoenix/longpoll"), "{shown}");
    }

    #[test]
    fn one_that_has_ended_says_by_whom_and_why() {
        let closed = json!({"socket": "1.2", "state": "closed", "opened_ms": 0, "channels": [{"id": "public:a", "channel": "a", "user": null}],
            "closed": {"time_ms": 1_000, "by": "server", "code": 4100, "reason": "slow\u{202e}"}});
        let shown = detail(&closed, Look::PLAIN);
        assert!(
            shown.contains("closed         1970-01-01 00:00:01Z by the server, code 4100: slow\\u{202e}\n"),
            "{shown}"
        );
        assert!(shown.ends_with("\n1 channels:\n  a\n"), "{shown}");
    }
}
