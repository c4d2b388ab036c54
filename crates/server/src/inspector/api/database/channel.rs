//! Why somebody may use a private channel, or not.

use baton_postgres::access::{Decision, Direction};
use baton_postgres::explain::{ChannelExplanation, Policy};
use serde_json::{Value, json};

use super::asked::Asked;
use super::policies::{PAGE, as_json, capitalized, check_rights, note_unknown, sentence};
use crate::inspector::api::diagnosis::Diagnosis;

/// Both, in the order of the answer.
pub(super) const DIRECTIONS: [Direction; 2] = [Direction::Read, Direction::Write];
/// What a policy's outcomes are for.
const KINDS: [&str; 2] = ["broadcast", "presence"];

/// The answer.
pub(super) fn answer(asked: &Asked, found: &[(Direction, ChannelExplanation)]) -> Value {
    let who = asked.who();
    let mut diagnosis = Diagnosis::of(asked.subject());
    let (mut parts, mut policies, mut allowed) = (Vec::new(), Vec::new(), Vec::new());
    for (direction, of) in found {
        let (verb, name) = match direction {
            Direction::Read => ("select", "read"),
            Direction::Write => ("insert", "write"),
        };
        let before = diagnosis.verdict.is_some();
        let decides = check_rights(&mut diagnosis, asked, of.rights.as_ref(), ("realtime.messages", verb));
        let (words, decision) = match &of.decision {
            Ok(decision) => (words(*decision), *decision),
            Err(error) => {
                let verdict = format!(
                    "The policies for {verb} on realtime.messages fail, and refuse everybody: {error}."
                );
                diagnosis
                    .bad(&format!("The policies for {verb} can be evaluated"), error.to_string(), verdict)
                    .fix("Correct the policy, or grant what it needs.", PAGE);
                ("nothing", Decision { broadcast: false, presence: false })
            }
        };
        let because =
            if decides { because(&of.policies, decision, (&who.role, verb)) } else { String::new() };
        let is_refused = !decision.broadcast && !decision.presence;
        if is_refused && decides && of.decision.is_ok() {
            let verdict = match direction {
                Direction::Read => {
                    format!("{} may not join the channel: {because}.", capitalized(&who.name()))
                }
                Direction::Write => {
                    format!(
                        "{} may join the channel, but sends nothing on it: {because}.",
                        capitalized(&who.name())
                    )
                }
            };
            let fix = format!(
                "create policy … on realtime.messages for {verb} to {} {} (realtime.topic() = '…');",
                who.role,
                if *direction == Direction::Read { "using" } else { "with check" }
            );
            diagnosis
                .bad(&format!("The policies for {verb} let the topic pass"), words, verdict)
                .fix(fix, PAGE);
        } else if diagnosis.verdict.is_some() == before {
            diagnosis.good(&format!("The role may {name}"), words);
        }
        parts.push(format!("{name} {words}"));
        allowed.push((name, json!({ "broadcast": decision.broadcast, "presence": decision.presence })));
        for policy in of.policies.iter().filter(|policy| policy.is_for_command) {
            let mut shown = as_json(policy, &KINDS);
            shown["direction"] = json!(name);
            policies.push(shown);
        }
    }
    let mut body = diagnosis.into_json(format!("{} may {}.", capitalized(&who.name()), parts.join(", and ")));
    for (name, decision) in allowed {
        body[name] = decision;
    }
    body["policies"] = json!(policies);
    body
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
