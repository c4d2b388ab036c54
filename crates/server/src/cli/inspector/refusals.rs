//! `baton refusals`: what the server has refused, and what to change.

use std::time::Duration;

use baton_protocols::Refusal;
use serde_json::{Value, json};
use tokio::time::sleep;

use super::answer::{number, some_text, text};
use super::columns::{cut, whole};
use super::documentation::address;
use super::ending::ended;
use super::failure::Failure;
use super::look::{Colour, Look, note, print};
use super::pages;
use super::server::{Query, Server};
use super::units::date_and_time;

/// Between two looks with `--follow`.
const PAUSE: Duration = Duration::from_secs(1);
/// The most that one look reads: the server records a hundred in a second.
const MOST_NEW: usize = 1_000;

/// Which refusals.
#[derive(Debug, Default)]
pub(super) struct Wanted {
    pub(super) search: Option<String>,
    pub(super) cause: Option<String>,
    pub(super) channel: Option<String>,
    pub(super) socket: Option<String>,
    pub(super) limit: usize,
    pub(super) follow: bool,
    pub(super) json: bool,
}

/// Checks the name of a cause.
///
/// # Errors
/// It is none, in words for the user.
pub(super) fn cause(given: String) -> Result<String, String> {
    if Refusal::ALL.iter().any(|cause| cause.label() == given) {
        return Ok(given);
    }
    let all: Vec<_> = Refusal::ALL.iter().map(|cause| cause.label()).collect();
    Err(format!("--cause: there is no cause {given:?}; there are {}", all.join(", ")))
}

impl Wanted {
    fn query(&self, app: Option<&str>) -> Query {
        Query::default()
            .with_some("app", app)
            .with_some("search", self.search.as_deref())
            .with_some("cause", self.cause.as_deref())
            .with_some("channel", self.channel.as_deref())
            .with_some("socket", self.socket.as_deref())
    }

    fn shown(&self, refusal: &Value, look: Look) -> String {
        if self.json { format!("{refusal}\n") } else { entry(refusal, look) }
    }
}

/// Prints them, the newest first; with `--follow` the newest last, and then each new one.
pub(super) async fn refusals(server: &mut Server, wanted: &Wanted, look: Look) -> Result<(), Failure> {
    if wanted.follow {
        return tokio::select! {
            () = ended() => Ok(()),
            result = follow(server, wanted, look) => result,
        };
    }
    let app = server.named_app().map(ToOwned::to_owned);
    let pages =
        pages::read(server, "/refusals", &wanted.query(app.as_deref()), "refusals", wanted.limit).await?;
    if wanted.json {
        return print(&format!(
            "{}\n",
            json!({ "omitted": number(&pages.last, "omitted"), "refusals": pages.entries })
        ));
    }
    let mut page: String = pages.entries.iter().map(|refusal| entry(refusal, look)).collect();
    if page.is_empty() {
        page.push_str("Nothing was refused that this sign-in sees.\n");
    }
    print(&page)?;
    note_omitted(number(&pages.last, "omitted"));
    Ok(())
}

async fn follow(server: &mut Server, wanted: &Wanted, look: Look) -> Result<(), Failure> {
    let (mut last, mut omitted, mut is_first) = (0, 0, true);
    loop {
        let app = server.named_app().map(ToOwned::to_owned);
        let most = if is_first { wanted.limit } else { MOST_NEW };
        match pages::read(server, "/refusals", &wanted.query(app.as_deref()), "refusals", most).await {
            Ok(pages) => {
                let newest = pages.entries.first().map_or(0, |newest| number(newest, "id"));
                if newest < last {
                    note("the server restarted; refusals in between are not here");
                    last = 0;
                }
                let new = pages.entries.iter().rev().filter(|refusal| number(refusal, "id") > last);
                let page: String = new.map(|refusal| wanted.shown(refusal, look)).collect();
                if !page.is_empty() {
                    print(&page)?;
                }
                note_omitted(number(&pages.last, "omitted").saturating_sub(omitted));
                (last, omitted, is_first) = (newest.max(last), number(&pages.last, "omitted"), false);
            }
            Err(Failure::Unreachable(_)) if !is_first => {}
            Err(failure) => return Err(failure),
        }
        sleep(PAUSE).await;
    }
}

fn note_omitted(count: u64) {
    if count > 0 {
        note(&format!("{count} more were not recorded: they were more than 100 in a second"));
    }
}

/// A refusal: who, what and why, and the fix.
pub(super) fn entry(refusal: &Value, look: Look) -> String {
    let mut who: Vec<String> = vec![text(refusal, "address").to_owned()];
    for (key, name) in [("app", "app"), ("key", "key"), ("socket", "socket"), ("channel", "channel")] {
        who.extend(some_text(refusal, key).map(|value| format!("{name} {value}")));
    }
    let who = match look.width {
        Some(columns) => cut(&who.join("  "), columns.saturating_sub(44), look),
        None => whole(&who.join("  "), look),
    };
    let cause = look.paint(Colour::Red, &super::columns::fit(text(refusal, "cause"), 18, look));
    let mut lines =
        format!("{}  {cause}  {who}\n", look.paint(Colour::Dim, &date_and_time(number(refusal, "time_ms"))));
    for (key, name) in [("why", ""), ("fix", "fix: ")] {
        if let Some(value) = some_text(refusal, key) {
            lines.push_str(&format!("    {name}{}\n", whole(value, look)));
        }
    }
    if let Some(page) = some_text(refusal, "page") {
        lines.push_str(&format!("    see: {}\n", address(page, look)));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_says_who_why_and_what_to_change() {
        let refusal = json!({"id": 17, "time_ms": 1_000, "cause": "signature", "app": "1", "key": null, "address": "203.0.113.7",
            "channel": "private-a\u{1b}", "socket": "1.2", "why": "The secret differs.", "fix": "Set it.", "page": "clients.md#a"});
        assert_eq!(
            entry(&refusal, Look::PLAIN),
            "1970-01-01 00:00:01Z  signature           203.0.113.7  app 1  socket 1.2  channel private-a\\u{1b}\n\
             \x20   The secret differs.\n    fix: Set it.\n    see: https://github.com/baton-realtime/baton/blob/main/docs/clients.md#a\n"
        );
    }
}
