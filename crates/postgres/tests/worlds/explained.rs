//! What an explanation says of a row or a channel, against what the judge found: whether it is visible, and whether the
//! policies that were evaluated one by one agree with that.

use baton_postgres::access::Decision;
use baton_postgres::explain::{
    self, Asker, ChannelQuestion, Outcome, Policy, RowExplanation, RowQuestion, RowSecurity,
};
use baton_postgres::source::Source;

use crate::judge::{Case, Sight};
use crate::world::Follower;

/// What differs of a row whose follower has no filter, if anything.
pub(crate) async fn differs_in_row(
    source: &Source,
    schema: &str,
    id: i64,
    (follower, sight): (&Follower, &Sight),
) -> Option<String> {
    let claims = follower.claims();
    let key = [("id".to_owned(), id.to_string())];
    let asker = asker(follower, &claims);
    let (claims, asker) = (claims.to_string(), asker);
    let asker = Asker { claims: &claims, ..asker };
    let question = RowQuestion { schema, table: "t", key: &key, asker };
    let found = explain::row(source, "supabase_realtime", question).await;
    let found = match found {
        // There is no key to name it by.
        Err(explain::ExplainError::Unfit(text)) if text.contains("no primary key") => return None,
        found => found.unwrap_or_else(|error| panic!("{schema} {id}: {error}")),
    };
    let is_seen = sight.rows.contains(&id);
    let is_visible = found.is_visible.clone()?;
    let said = format!("{follower:?} row {id}: seen {is_seen}, explained {found:?}");
    if is_visible.clone().unwrap_or(false) != is_seen {
        return Some(said);
    }
    let together = together(&found)?;
    (together != is_seen && is_visible.is_ok()).then_some(said)
}

/// The joint result of the policies, where every one that counts is known and none ended in an error: one of those may
/// have been left out by PostgreSQL.
fn together(found: &RowExplanation) -> Option<bool> {
    let rights = found.rights.as_ref()?;
    let decide = rights.has_any_column() && rights.row_security == RowSecurity::Policies;
    (decide && found.no_values.is_none()).then(|| passes(&found.policies, 0)).flatten()
}

fn passes(policies: &[Policy], place: usize) -> Option<bool> {
    let (mut is_let, mut is_refused) = (false, false);
    for policy in policies.iter().filter(|policy| policy.counts()) {
        let holds = match policy.outcomes.get(place)? {
            Outcome::True => true,
            Outcome::False | Outcome::Null => false,
            _ => return None,
        };
        is_let |= policy.is_permissive && holds;
        is_refused |= !policy.is_permissive && !holds;
    }
    Some(is_let && !is_refused)
}

/// What differs of a channel, if anything.
pub(crate) async fn differs_in_channel(
    source: &Source,
    (follower, topic, direction): Case<'_>,
    decision: Decision,
) -> Option<String> {
    let claims = follower.claims();
    let (text, asker) = (claims.to_string(), asker(follower, &claims));
    let question = ChannelQuestion { topic, asker: Asker { claims: &text, ..asker } };
    let found = explain::channel(source, question).await;
    let found = found.unwrap_or_else(|error| panic!("{topic}: {error}"));
    let (_, found) = found.into_iter().find(|(of, _)| *of == direction)?;
    let said = format!("{follower:?} {direction:?} {topic}: judged {decision:?}, explained {found:?}");
    if found.decision.clone().unwrap_or_default() != decision {
        return Some(said);
    }
    let rights = found.rights.as_ref()?;
    if !rights.has_any_column() || rights.row_security != RowSecurity::Policies || found.decision.is_err() {
        return None;
    }
    let each = [(0, decision.broadcast), (1, decision.presence)];
    let differs = |(place, allowed)| passes(&found.policies, place).is_some_and(|passes| passes != allowed);
    each.into_iter().any(differs).then_some(said)
}

fn asker<'a>(follower: &Follower, claims: &'a serde_json::Value) -> Asker<'a> {
    Asker { role: follower.role, claims: "", subject: claims["sub"].as_str().unwrap_or_default() }
}
