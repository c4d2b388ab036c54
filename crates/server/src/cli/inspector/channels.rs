//! `baton channels` and `baton channel`: who is subscribed to what.

use serde_json::{Value, json};

use super::MOST_ENTRIES;
use super::answer::{channel, id, list, number, some_number, some_text, text};
use super::columns::whole;
use super::detail::Detail;
use super::failure::Failure;
use super::look::{Look, print};
use super::pages;
use super::server::{Query, Server};
use super::table::{Align, Table};
use super::units::duration;

/// Prints the occupied channels.
pub(super) async fn list_all(
    server: &mut Server,
    search: Option<&str>,
    sort: &str,
    limit: usize,
    json: bool,
    look: Look,
) -> Result<(), Failure> {
    let app = server.named_app().map(ToOwned::to_owned);
    let query = Query::default().with_some("app", app).with_some("search", search).with("sort", sort);
    let pages = pages::read(server, "/channels", &query, "channels", limit).await?;
    let total = number(&pages.last, "total");
    if json {
        return print(&format!("{}\n", json!({ "total": total, "channels": pages.entries })));
    }
    let shown = pages.entries.len();
    let mut page =
        if shown == 0 { "No channel is occupied.\n".to_owned() } else { table(&pages.entries).render(look) };
    if pages.has_more() {
        page.push_str(&format!(
            "{shown} of {total}: --limit {} shows more, SEARCH narrows.\n",
            limit.saturating_mul(10)
        ));
    }
    print(&page)
}

fn table(channels: &[Value]) -> Table {
    let has_apps = channels
        .iter()
        .any(|one| text(one, "app") != channels.first().map_or("", |first| text(first, "app")));
    let mut titles = vec![
        ("CHANNEL", Align::Left),
        ("CLASS", Align::Left),
        ("SUBSCRIPTIONS", Align::Right),
        ("USERS", Align::Right),
    ];
    if has_apps {
        titles.push(("APP", Align::Left));
    }
    let mut table = Table::new(&titles);
    for one in channels {
        let users = some_number(one, "users").map(|users| users.to_string()).unwrap_or_default();
        let mut row = vec![
            channel(one).to_owned(),
            text(one, "class").to_owned(),
            number(one, "subscriptions").to_string(),
            users,
        ];
        if has_apps {
            row.push(text(one, "app").to_owned());
        }
        table.push(row);
    }
    table
}

/// Prints one channel.
pub(super) async fn show(
    server: &mut Server,
    name: &str,
    all: bool,
    json: bool,
    look: Look,
) -> Result<(), Failure> {
    let app = server.app().await?;
    let query = Query::default().with("app", app).with("channel", name);
    let mut answer = server.get("/channel", query.clone()).await?;
    if all {
        answer["users"] = members(server, &answer, &query).await?.into();
        answer["users_next"] = Value::Null;
    }
    print(&if json { format!("{answer}\n") } else { detail(&answer, all, look) })
}

/// All members: those that the channel came with, and the pages after them.
async fn members(server: &mut Server, channel: &Value, query: &Query) -> Result<Vec<Value>, Failure> {
    let mut members = list(channel, "users").to_vec();
    if let Some(next) = some_text(channel, "users_next") {
        let most = usize::try_from(MOST_ENTRIES).unwrap_or(usize::MAX);
        members
            .extend(pages::read_after(server, "/members", query, "members", most, Some(next)).await?.entries);
    }
    Ok(members)
}

fn detail(answer: &Value, all: bool, look: Look) -> String {
    let mut detail = Detail::new(look);
    detail.line("channel", channel(answer));
    detail.line("class", text(answer, "class"));
    detail.line("app", text(answer, "app"));
    detail.line("subscriptions", &number(answer, "subscriptions").to_string());
    if let Some(total) = some_number(answer, "users_total") {
        detail.line("users", &if all { total.to_string() } else { users(answer, total) });
    }
    if let Some(position) = answer.get("position").filter(|position| position.is_object()) {
        detail.line("position", &format!("{} of {}", number(position, "offset"), id(position, "epoch")));
    }
    if let Some(cached) = answer.get("cached").filter(|cached| cached.is_object()) {
        detail.line("cached", &stored(cached));
    }
    let mut page = detail.text();
    if all && !list(answer, "users").is_empty() {
        page.push_str("\nMembers:\n");
        list(answer, "users")
            .iter()
            .for_each(|user| page.push_str(&format!("  {}\n", whole(&id(user, "id"), look))));
    }
    let recent = list(answer, "recent");
    if !recent.is_empty() {
        page.push_str("\nRecent messages:\n");
        recent.iter().for_each(|one| page.push_str(&format!("  {}\n", line(&stored(one), look))));
    }
    page
}

fn line(text: &str, look: Look) -> String {
    look.width.map_or_else(
        || whole(text, look),
        |columns| super::columns::cut(text, columns.saturating_sub(2), look),
    )
}

fn users(answer: &Value, total: u64) -> String {
    let ids: Vec<String> = list(answer, "users").iter().map(|user| id(user, "id")).collect();
    match ids.len() as u64 {
        0 => total.to_string(),
        shown if shown < total => format!("{total}: {} … (--all lists all)", ids.join(", ")),
        _ => format!("{total}: {}", ids.join(", ")),
    }
}

/// A stored message: its age, event and payload.
fn stored(message: &Value) -> String {
    let data = some_text(message, "data")
        .map_or_else(|| format!("({} bytes)", number(message, "bytes")), ToOwned::to_owned);
    let offset = some_number(message, "offset").map(|offset| format!("{offset}  ")).unwrap_or_default();
    // Of a cached message that is not the newest of the history the age is not known.
    let age = some_number(message, "age_ms").map(|ms| format!("{} ago  ", duration(ms))).unwrap_or_default();
    format!("{offset}{age}{}  {data}", text(message, "event"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn channels_are_a_table_with_the_app_where_there_are_several() {
        let mut channels = vec![
            json!({"app": "1", "id": "public:news", "channel": "news", "class": "public", "subscriptions": 3, "users": null}),
            json!({"app": "1", "id": "changes:1", "channel": null, "class": "changes", "subscriptions": 12, "users": 2}),
        ];
        assert_eq!(
            table(&channels).render(Look::PLAIN),
            "CHANNEL    CLASS    SUBSCRIPTIONS  USERS\n\
             news       public               3\n\
             changes:1  changes             12      2\n"
        );
        channels[1]["app"] = "2".into();
        assert!(table(&channels).render(Look::PLAIN).contains("USERS  APP\n"));
    }

    #[test]
    fn a_channel_is_shown_with_what_it_stores() {
        let answer = json!({"app": "1", "id": "presence:a", "channel": "presence-a", "class": "presence", "occupied": true,
            "subscriptions": 2, "users": [{"id": "7", "info": "{}"}], "users_total": 1,
            "position": {"epoch": "e", "offset": 17}, "cached": {"event": "c", "data": "d", "age_ms": null},
            "recent": [{"offset": 17, "age_ms": 250, "event": "e\u{1b}", "data": "d\n", "bytes": 2}]});
        let shown = detail(&answer, false, Look::PLAIN);
        assert!(
            shown.contains("users          1: 7\n") && shown.contains("position       17 of e\n"),
            "{shown}"
        );
        assert!(shown.contains("\ncached         c  d\n"), "{shown}");
        let all = detail(&answer, true, Look::PLAIN);
        assert!(all.contains("users          1\n") && all.contains("\nMembers:\n  7\n\nRecent"), "{all}");
        let first = json!({"users": [{"id": "7"}], "users_total": 2});
        assert_eq!(users(&first, 2), "2: 7 … (--all lists all)");
        assert!(shown.ends_with("\nRecent messages:\n  17  250 ms ago  e\\u{1b}  d\\u{a}\n"), "{shown}");
    }
}
