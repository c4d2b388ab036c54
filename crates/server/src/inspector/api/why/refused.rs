//! Refusals that explain what is missing.

use baton_hub::AppId;

use crate::inspector::RecentRefusal;
use crate::inspector::api::Call;
use crate::inspector::api::diagnosis::Diagnosis;
use crate::inspector::help::{Help, help};

/// Refusals that are named.
const REFUSALS: usize = 5;

/// Names refusals that have to do with it.
pub(super) fn note_refusals(
    call: &Call<'_>,
    diagnosis: &mut Diagnosis,
    wanted: impl Fn(&RecentRefusal) -> bool,
) {
    for one in refusals(call, wanted) {
        let Help { fix, page } = help(one.cause, &one.why);
        let verdict = format!("It was refused: {}. {fix}", one.why.trim_end_matches('.'));
        diagnosis.bad(&what_is_refused(&one), &*one.why, verdict).fix(fix, page);
    }
}

/// The same of what may be the reason, beside the verdict.
pub(super) fn suspect_refusals(
    call: &Call<'_>,
    diagnosis: &mut Diagnosis,
    wanted: impl Fn(&RecentRefusal) -> bool,
) {
    let found = refusals(call, wanted);
    if let (Some(newest), Some(verdict)) = (found.first(), &mut diagnosis.verdict) {
        let Help { fix, .. } = help(newest.cause, &newest.why);
        verdict.push_str(&format!(" A page could not connect: {}. {fix}", newest.why.trim_end_matches('.')));
    }
    mention(diagnosis, found);
}

/// The same of what may concern others.
pub(super) fn mention_refusals(
    call: &Call<'_>,
    diagnosis: &mut Diagnosis,
    wanted: impl Fn(&RecentRefusal) -> bool,
) {
    let found = refusals(call, wanted);
    mention(diagnosis, found);
}

fn mention(diagnosis: &mut Diagnosis, found: Vec<RecentRefusal>) {
    for one in found {
        let Help { fix, page } = help(one.cause, &one.why);
        diagnosis.unknown(&what_is_refused(&one), &*one.why).fix(fix, page);
    }
}

/// The newest refusals that the caller sees.
fn refusals(call: &Call<'_>, wanted: impl Fn(&RecentRefusal) -> bool) -> Vec<RecentRefusal> {
    let own = call.caller.credential.app_id().and_then(|id| call.node.state_by_id(id));
    let own = own.map(|state| state.app.index);
    let is_seen = |app: Option<AppId>| call.caller.credential.app_id().is_none() || app == own;
    let found = call.node.inspector.refusals.newest(None, REFUSALS, |one| is_seen(one.app) && wanted(one));
    found.into_iter().map(|(_, one)| one).collect()
}

fn what_is_refused(one: &RecentRefusal) -> String {
    match &one.channel {
        Some(channel) => format!("Refused on {channel} ({})", one.cause.label()),
        None => format!("Refused ({})", one.cause.label()),
    }
}

/// Whether something was refused that a subscription does not make good.
pub(super) fn is_of_a_message(one: &RecentRefusal) -> bool {
    one.why.starts_with("Client event")
}
