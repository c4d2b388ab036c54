//! Why somebody may use a private channel, or not.

use baton_postgres::access::{Decision, Direction};
use baton_postgres::explain::{ChannelExplanation, Policy};
use baton_postgres::setup::identifier;
use serde_json::{Value, json};

use super::asked::Asked;
use super::policies::{
    PAGE, as_json, capitalized, check_rights, fix_of, note_unknown, sentence, uncapitalized,
};
use crate::inspector::api::diagnosis::Diagnosis;

/// What a policy's outcomes are for.
const KINDS: [&str; 2] = ["broadcast", "presence"];

/// The answer. Who may not read may not join; who may not write joins and listens.
pub(super) fn answer(asked: &Asked, found: &[(Direction, ChannelExplanation); 2]) -> Value {
    let who = asked.who();
    let mut diagnosis = Diagnosis::of(asked.subject());
    let (mut parts, mut policies, mut allowed) = (Vec::new(), Vec::new(), Vec::new());
    for (direction, of) in found {
        let (verb, name) = match direction {
            Direction::Read => ("select", "read"),
            Direction::Write => ("insert", "write"),
        };
        let decision = of.decision.clone().unwrap_or_default();
        let mut rights = Diagnosis::of(String::new());
        let decides = check_rights(&mut rights, asked, of.rights.as_ref(), ("realtime", "messages", verb));
        let refused = match &of.decision {
            Err(error) => Some(format!("the policies for {verb} fail, and refuse everybody: {error}")),
            Ok(_) if decision != Decision::default() => None,
            Ok(_) if decides => Some(because(&of.policies, decision, (&who.role, verb))),
            Ok(_) => rights.verdict.as_ref().map(|why| uncapitalized(why.trim_end_matches('.'))),
        };
        let value = match &refused {
            Some(why) => format!("nothing: {why}"),
            None => words(decision).to_owned(),
        };
        if *direction == Direction::Read {
            diagnosis = rights.about(asked.subject());
        }
        note_unknown(&mut diagnosis, &of.policies);
        let what = format!("What {} may {name}", who.name());
        match (&refused, direction) {
            (Some(why), Direction::Read) => {
                let verdict = format!("{} may not join the channel: {why}.", capitalized(&who.name()));
                let failed =
                    of.decision.as_ref().err().and_then(|error| fix_of(&error.to_string(), Some(&who.role)));
                let fix = failed.unwrap_or_else(|| fix(&who.role, verb));
                diagnosis.bad(&what, value, verdict).fix(fix, PAGE);
            }
            (Some(why), Direction::Write) => {
                parts.push(format!("sends nothing on it: {why}"));
                diagnosis.good(&what, value);
            }
            (None, Direction::Read) => {
                parts.push(format!("may join the channel, and hears {}", words(decision)));
                diagnosis.good(&what, value);
            }
            (None, Direction::Write) => {
                parts.push(format!("may send {}", words(decision)));
                diagnosis.good(&what, value);
            }
        }
        allowed.push((name, json!({ "broadcast": decision.broadcast, "presence": decision.presence })));
        for policy in of.policies.iter().filter(|policy| policy.is_for_command) {
            let mut shown = as_json(policy, &KINDS);
            shown["direction"] = json!(name);
            policies.push(shown);
        }
    }
    if let Asked::Channel { topic, .. } = asked
        && let Some(bare) = topic.strip_prefix("private-")
    {
        let hint = format!("Pusher's channel {topic} is the topic {bare} for policies: ask for that");
        diagnosis.good("The name is that of a topic", hint);
    }
    let mut body = diagnosis.into_json(format!("{} {}.", capitalized(&who.name()), parts.join("; ")));
    for (name, decision) in allowed {
        body[name] = decision;
    }
    body["policies"] = json!(policies);
    body
}

fn fix(role: &str, verb: &str) -> String {
    let clause = if verb == "select" { "using" } else { "with check" };
    format!(
        "Compare the policies' expressions with the topic and the claims, or create one: create policy \"…\" on \
         realtime.messages for {verb} to {} {clause} (realtime.topic() = '…');",
        identifier(role)
    )
}

fn words(decision: Decision) -> &'static str {
    match (decision.broadcast, decision.presence) {
        (true, true) => "broadcast and presence",
        (true, false) => "broadcast",
        (false, true) => "presence",
        (false, false) => "nothing",
    }
}

/// Why: about broadcast, which most channels are for, unless presence alone is allowed.
fn because(policies: &[Policy], decision: Decision, (role, verb): (&str, &str)) -> String {
    let place = usize::from(!decision.broadcast && decision.presence);
    sentence(policies, place, ("the topic", role, verb))
}
