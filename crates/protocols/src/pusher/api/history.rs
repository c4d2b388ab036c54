//! `GET channels/NAME/history`: what was said lately, for those who were away.
//!
//! `{"epoch":"E","offset":N,"complete":true,"messages":[{"offset":N,"age_ms":T,"event":"…","data":"…"}]}`
//!
//! `epoch` and `offset` are the channel's present place. A reader keeps them, and asks next time with
//! `after=EPOCH-OFFSET`; `complete` then says whether nothing is missing between: nothing was lost, and `limit` left
//! nothing out. The epoch is a string, as it uses all 64 bits, more than the numbers of JavaScript hold.

use baton_hub::{HistoryPage, HistoryRange, Millis, Position, Recorded};

use super::{Failure, Response, body::Body, failure::Shown, query::Query};
use crate::{App, Hub, pusher::channel::ChannelName};

/// Messages of one answer unless `limit` asks for fewer or more.
const DEFAULT_LIMIT: usize = 100;
/// The most that `limit` may ask for; more is refused with 400. With data of 10 KiB each an answer has up to 10 MiB.
const MAX_LIMIT: usize = 1_000;

/// Answers the call.
pub(super) fn read(name: &str, query: &Query<'_>, app: &App, hub: &dyn Hub) -> Result<Response, Failure> {
    let channel = ChannelName::parse(name, app).map_err(Failure::malformed)?;
    let range = HistoryRange {
        after: query.get("after").map(position).transpose()?,
        limit: limit(query.get("limit"))?,
        newest_first: newest_first(query.get("order"))?,
    };
    if channel.rules(app).history_messages == 0 {
        return Err(match app.history_messages {
            0 => Failure::switched_off(format_args!(
                "App {} stores no history. Set history_messages above 0 in its settings.",
                app.id
            )),
            _ => Failure::switched_off(format_args!(
                "Channel {} stores no history: an entry of history_rules sets messages = 0 for it.",
                Shown(name)
            )),
        });
    }
    // One more than asked for, which shows whether there are more.
    let one_more = HistoryRange { limit: range.limit + 1, ..range };
    let mut page = hub.history(channel.key(app.index), one_more).unwrap_or_else(|| unknown(&range));
    page.complete &= page.messages.len() <= range.limit;
    page.messages.truncate(range.limit);
    Ok(written(&page, hub.now()).into_response())
}

/// A page as an answer has it.
pub(in crate::pusher) fn written(page: &HistoryPage, now: Millis) -> Body {
    let mut body = Body::new("{\"epoch\":\"");
    body.number(page.position.epoch);
    body.raw("\",\"offset\":");
    body.number(page.position.offset);
    body.raw(if page.complete {
        ",\"complete\":true,\"messages\":["
    } else {
        ",\"complete\":false,\"messages\":["
    });
    for (index, recorded) in page.messages.iter().enumerate() {
        body.raw(if index == 0 { "{\"offset\":" } else { ",{\"offset\":" });
        write(recorded, now, &mut body);
    }
    body.raw("]}");
    body
}

/// A channel that keeps nothing and has nobody: a reader who has a place of it has lost what came after.
pub(in crate::pusher) fn unknown(range: &HistoryRange) -> HistoryPage {
    HistoryPage {
        position: Position::default(),
        seq: 0,
        messages: alloc::vec![],
        complete: range.after.is_none(),
    }
}

fn write(recorded: &Recorded, now: Millis, body: &mut Body) {
    body.number(recorded.offset);
    body.raw(",\"age_ms\":");
    body.number(now.saturating_sub(recorded.at));
    body.raw(",\"event\":");
    body.string(&recorded.message.event);
    body.raw(",\"data\":");
    body.data(&recorded.message);
    if let Some(user) = &recorded.message.user {
        body.raw(",\"user_id\":");
        body.string(user);
    }
    body.raw("}");
}

fn position(text: &str) -> Result<Position, Failure> {
    crate::position(text).ok_or_else(|| {
        Failure::malformed(format_args!(
            "Parameter after is \"{}\": it must be EPOCH-OFFSET, two whole numbers from an earlier answer.",
            Shown(text)
        ))
    })
}

fn limit(text: Option<&str>) -> Result<usize, Failure> {
    let Some(text) = text else { return Ok(DEFAULT_LIMIT) };
    let limit = number(text).and_then(|limit| usize::try_from(limit).ok());
    limit.filter(|limit| (1..=MAX_LIMIT).contains(limit)).ok_or_else(|| {
        Failure::malformed(format_args!(
            "Parameter limit is \"{}\": it must be a whole number from 1 to {MAX_LIMIT}.",
            Shown(text)
        ))
    })
}

fn newest_first(text: Option<&str>) -> Result<bool, Failure> {
    match text {
        None | Some("oldest") => Ok(false),
        Some("newest") => Ok(true),
        Some(other) => Err(Failure::malformed(format_args!(
            "Parameter order is \"{}\": it must be oldest (the oldest message first) or newest.",
            Shown(other)
        ))),
    }
}

/// Digits alone: `parse` would also take a plus sign.
fn number(text: &str) -> Option<u64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}
