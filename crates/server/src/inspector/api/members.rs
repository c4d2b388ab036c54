//! The members of a channel, page by page: those of Pusher's presence channels in the order in which they joined, and what Supabase's
//! clients say of themselves by its key. The lock of the channel is held for one page.

use baton_hub::{Access, KeyRef, Presence};
use baton_protocols::Hub as _;
use serde_json::{Value, json};

use super::channels::{class, id_of, looked_at, named};
use super::{Call, Outcome};
use crate::inspector::redaction::redacted;
use crate::inspector::timeline::Label;
use crate::tenants::Answer;

/// Members that are shown with their channel.
pub(super) const OF_CHANNEL: usize = 1_000;

/// Some of a channel's members.
pub(super) struct Found {
    /// `None` on a channel that has none.
    pub(super) rows: Option<Vec<Value>>,
    pub(super) total: usize,
    /// Where the next page begins, if there is one.
    pub(super) next: Option<String>,
}

/// A page of a channel's members.
pub(super) fn list(call: &Call<'_>) -> Outcome {
    let state = call.one_app()?;
    let (access, name) = named(call, &state.app)?;
    let key = KeyRef { app: state.app.index, access, name: &name };
    looked_at(call, &state.app, key)?;
    let Found { rows, total, next } =
        page(call, key, call.parameters.get("after"), call.parameters.limit()?)?;
    Ok(call.answer(json!({
        "app": state.app.id, "id": id_of(access, &name), "channel": Label::of(key).to_string(), "class": class(access),
        "members": rows.unwrap_or_default(), "total": total, "next": next,
    })))
}

/// The members after the one that `after` names, which is the `next` of the page before.
pub(super) fn page(
    call: &Call<'_>,
    key: KeyRef<'_>,
    after: Option<&str>,
    limit: usize,
) -> Result<Found, Answer> {
    let hidden = call.hidden();
    let shown = |id: &str, info: &[u8]| {
        let info = (call.caller.payloads && !info.is_empty())
            .then(|| redacted(&String::from_utf8_lossy(info), &hidden).into_owned());
        json!({ "id": id, "info": info })
    };
    let wrong = || Answer::error(400, "after has to be the `next` of the page before");
    if key.access == Access::Presence {
        let number = after.map(|after| after.parse().map_err(|_| wrong())).transpose()?;
        if let Some(page) = call.node.members_after(key, number, limit) {
            let rows = Some(page.members.iter().map(|one| shown(&one.user_id, &one.info)).collect());
            let next = page.next.map(|number| number.to_string());
            return Ok(Found { rows, total: usize::try_from(page.total).unwrap_or(usize::MAX), next });
        }
    }
    let state = call.node.presences(key);
    let all = &state.presences;
    let from = match after {
        None => 0,
        Some(after) => {
            let (presence_key, reference): (String, u64) =
                serde_json::from_str(after).map_err(|_| wrong())?;
            all.partition_point(|one| (&*one.key, one.reference) <= (&*presence_key, reference))
        }
    };
    let end = all.len().min(from.saturating_add(limit));
    let rows =
        (!all.is_empty()).then(|| all[from..end].iter().map(|one| shown(&one.key, &one.info)).collect());
    let next = (end < all.len() && end > from).then(|| place(&all[end - 1]));
    Ok(Found { rows, total: all.len(), next })
}

fn place(last: &Presence) -> String {
    json!([&*last.key, last.reference]).to_string()
}
