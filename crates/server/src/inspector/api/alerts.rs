//! Alerts as they are, and trying whether their receivers take messages.

use serde_json::{Value, json};

use super::{Call, Outcome, object, text};
use crate::alerts::{Delivery, Past, Refused, Shown, Tested, as_json};
use crate::tenants::Answer;

/// Characters of a name that was asked for.
const MOST_SHOWN: usize = 100;
/// Names that an answer lists.
const NAMES_SHOWN: usize = 20;

/// The alerts, in the order of the settings. Where they are sent is the operators' business: the session of an app is not
/// shown it.
pub(super) fn list(call: &Call<'_>) -> Outcome {
    let app = call.app()?.map(|state| state.app.id.clone());
    let shows_receiver = call.caller.credential.app_id().is_none();
    let shown = call.node.alerts.shown(app.as_deref());
    let alerts: Vec<_> = shown.iter().map(|one| row(one, shows_receiver)).collect();
    Ok(call.answer(json!({ "alerts": alerts })))
}

fn row(shown: &Shown, shows_receiver: bool) -> Value {
    let Shown { alert, state, since_ms, value, worst, last, waiting, delivery } = shown;
    let last = last.map(|Past { since_ms, ended_ms, worst }| {
        json!({ "since_ms": since_ms, "ended_ms": ended_ms, "worst": as_json(worst) })
    });
    let mut row = json!({
        "name": alert.name, "metric": alert.metric.name(), "app": alert.app, "above": null, "below": null, "for_s": alert.for_s,
        "repeat_s": alert.repeat_s, "state": state, "since_ms": since_ms, "value": value.map(as_json), "worst": worst.map(as_json),
        "last": last, "receiver": null,
    });
    row[alert.threshold.key()] = as_json(alert.threshold.number());
    if shows_receiver {
        row["receiver"] = json!({
            "host": alert.host(), "format": alert.format.to_string(), "waiting": waiting,
            "last": delivery.as_ref().map(tried),
        });
    }
    row
}

fn tried(delivery: &Delivery) -> Value {
    let mut tried = result(&delivery.result);
    tried["time_ms"] = json!(delivery.at_ms);
    tried
}

fn result(result: &Result<u16, Refused>) -> Value {
    match result {
        Ok(status) => json!({ "delivered": true, "status": status, "error": null, "fix": null }),
        Err(refused) => json!({
            "delivered": false, "status": refused.status, "error": refused.why, "fix": refused.fix,
        }),
    }
}

/// Sends a message that is marked as a test, and answers what the receiver said.
pub(super) async fn test(call: &Call<'_>) -> Outcome {
    call.changes()?;
    call.for_all_apps()?;
    let body = object(call.body)?;
    let name = text(&body, "name")?;
    call.audit("test alert", &format!("alert {name}"));
    match call.node.alerts.test(call.node, name).await {
        Tested::Answered(said) => Ok(call.answer(result(&said))),
        Tested::Unknown => {
            let shown = call.node.alerts.shown(None);
            Err(Answer::error(404, &unknown(name, shown.iter().map(|one| &*one.alert.name))))
        }
        Tested::Busy => Err(Answer::error(503, "Other tests are under way: try again")),
    }
}

/// Says which alerts there are. A name has no control characters, by the settings; the one that was asked for may.
fn unknown<'n>(name: &str, known: impl ExactSizeIterator<Item = &'n str>) -> String {
    let name: String = name.chars().take(MOST_SHOWN).collect();
    let more = match known.len() {
        0 => ": the settings declare none".to_owned(),
        count => {
            let names: Vec<_> = known.take(NAMES_SHOWN).map(|name| format!("{name:?}")).collect();
            let rest = count.saturating_sub(NAMES_SHOWN);
            let and = if rest > 0 { format!(" and {rest} more") } else { String::new() };
            format!("; there {} {}{and}", if count == 1 { "is" } else { "are" }, names.join(", "))
        }
    };
    format!("There is no alert {name:?}{more}")
}

#[cfg(test)]
mod tests {
    use super::unknown;

    #[test]
    fn an_unknown_name_is_answered_with_those_that_are_there() {
        assert_eq!(unknown("x\n", [].into_iter()), r#"There is no alert "x\n": the settings declare none"#);
        assert_eq!(unknown("x", ["a"].into_iter()), r#"There is no alert "x"; there is "a""#);
        assert_eq!(unknown("x", ["a", "b c"].into_iter()), r#"There is no alert "x"; there are "a", "b c""#);
        assert!(unknown("x", ["a"; 23].into_iter()).ends_with(r#", "a" and 3 more"#));
    }
}
