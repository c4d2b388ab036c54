//! A channel that nobody is subscribed to, and others with similar names.

use std::sync::Arc;

use baton_hub::{AppId, ChannelKey};
use baton_protocols::Hub as _;

use crate::app_state::AppState;
use crate::inspector::api::Call;
use crate::inspector::api::diagnosis::Diagnosis;
use crate::inspector::timeline::Label;

/// Occupied channels that are compared with a name that nobody is subscribed to.
const COMPARED: usize = 100_000;
/// Names that are suggested.
const SUGGESTED: usize = 3;

/// Nobody is subscribed to a channel: perhaps to one with a similar name.
pub(super) fn note_nobody(
    call: &Call<'_>,
    diagnosis: &mut Diagnosis,
    app: Option<&AppState>,
    channel: &Label<'_>,
) {
    let name = channel.to_string();
    let similar = app.map(|state| similar_channels(call, state.app.index, &name)).unwrap_or_default();
    let mut verdict = format!("Nobody was subscribed to {name}.");
    if !similar.is_empty() {
        verdict.push_str(&format!(" Somebody is to {}.", similar.join(", ")));
    }
    diagnosis.bad("Somebody is subscribed", "nobody", verdict).fix(
        "Compare the name that is published to with the one that the page subscribes to: private- and presence- are parts of a \
         name, which Laravel Echo adds for private() and join(), and Laravel for PrivateChannel and PresenceChannel.",
        "start.md#troubleshooting",
    );
}

/// Occupied channels whose names differ from this one in their class, in case or in separators, or little otherwise.
fn similar_channels(call: &Call<'_>, app: AppId, name: &str) -> Vec<String> {
    let wanted = essence(name);
    let (mut found, mut compared) = (Vec::new(), 0);
    call.node.for_each_occupied(app, &mut |key: &Arc<ChannelKey>, _, _| {
        compared += 1;
        if compared <= COMPARED && found.len() < SUGGESTED && key.name().len() <= 2 * name.len() + 20 {
            let label = Label::of(key.borrowed()).to_string();
            if label != name && essence(&label) == wanted {
                found.push(label);
            }
        }
    });
    found
}

/// A name without what is easily mistaken.
fn essence(name: &str) -> String {
    let name = name.to_lowercase();
    let bare =
        ["private-encrypted-", "private-", "presence-"].iter().find_map(|prefix| name.strip_prefix(prefix));
    bare.unwrap_or(&name).chars().filter(|c| c.is_alphanumeric()).collect()
}
