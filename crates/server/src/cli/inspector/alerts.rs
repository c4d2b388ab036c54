//! `baton alerts`: the alerts of the settings, and trying whether their receivers take messages.

use serde_json::{Value, json};

use super::answer::{list, number, some_number, some_text, text};
use super::columns::whole;
use super::failure::Failure;
use super::look::{Look, print};
use super::server::{Query, Server};
use super::table::{Align, Table};
use super::units::{date_and_time, duration};
use crate::alerts::{Metric, spelled_seconds};
use crate::clock;

/// Prints them, with what their receivers do not take.
pub(super) async fn list_all(server: &mut Server, json: bool, look: Look) -> Result<(), Failure> {
    let app = server.named_app().map(ToOwned::to_owned);
    let answer = server.get("/alerts", Query::default().with_some("app", app)).await?;
    let alerts = list(&answer, "alerts");
    if json {
        return print(&format!("{}\n", json!({ "alerts": alerts })));
    }
    if alerts.is_empty() {
        let others = match server.named_app() {
            Some(_) => list(&server.get("/alerts", Query::default()).await?, "alerts").len(),
            None => 0,
        };
        return print(&none(server.named_app(), others, look));
    }
    let failures: String = alerts.iter().filter_map(|alert| failure(alert, look)).collect();
    print(&format!("{}{failures}", table(alerts, clock::unix_ms()).render(look)))
}

/// That there are no alerts, and how many there are of others than this app.
fn none(app: Option<&str>, others: usize, look: Look) -> String {
    match (app, others) {
        (Some(app), 1) => format!("No alert is for app {} (1 other exists)\n", whole(app, look)),
        (Some(app), 2..) => format!("No alert is for app {} ({others} others exist)\n", whole(app, look)),
        _ => {
            "There is no alert that this sign-in sees: [[alerts]] in the settings declares some.\n".to_owned()
        }
    }
}

fn table(alerts: &[Value], now_ms: u64) -> Table {
    let mut table = Table::new(&[
        ("STATE", Align::Left),
        ("FOR", Align::Right),
        ("ALERT", Align::Left),
        ("APP", Align::Left),
        ("METRIC", Align::Left),
        ("VALUE", Align::Right),
        ("THRESHOLD", Align::Left),
        ("RECEIVER", Align::Left),
        ("LAST FIRED", Align::Left),
    ]);
    for alert in alerts {
        let since = some_number(alert, "since_ms");
        let last = alert.get("last").and_then(|last| some_number(last, "since_ms"));
        table.push(vec![
            text(alert, "state").to_owned(),
            since.map(|since| duration(now_ms.saturating_sub(since))).unwrap_or_default(),
            text(alert, "name").to_owned(),
            text(alert, "app").to_owned(),
            text(alert, "metric").to_owned(),
            figure(alert, "value").unwrap_or_else(|| "-".into()),
            threshold(alert),
            alert.get("receiver").map(|receiver| text(receiver, "host").to_owned()).unwrap_or_default(),
            last.map(date_and_time).unwrap_or_default(),
        ]);
    }
    table
}

/// A number of an alert, with the unit of its metric.
fn figure(alert: &Value, key: &str) -> Option<String> {
    let number = alert.get(key)?.as_f64()?;
    Some(match Metric::of(text(alert, "metric")) {
        Some(metric) => metric.spelled(number),
        None => number.to_string(),
    })
}

fn threshold(alert: &Value) -> String {
    let held = match number(alert, "for_s") {
        0 => String::new(),
        seconds => format!(" for {}", spelled_seconds(seconds)),
    };
    let of = |key: &str| Some(format!("{key} {}{held}", figure(alert, key)?));
    of("above").or_else(|| of("below")).unwrap_or_default()
}

/// What the receiver did not take last.
fn failure(alert: &Value, look: Look) -> Option<String> {
    let receiver = alert.get("receiver")?;
    let last = receiver.get("last")?;
    let error = some_text(last, "error")?;
    let (name, waiting) = (whole(text(alert, "name"), look), number(receiver, "waiting"));
    let when = date_and_time(number(last, "time_ms"));
    let fix =
        some_text(last, "fix").map(|fix| format!("    fix: {}\n", whole(fix, look))).unwrap_or_default();
    let error = whole(error, look);
    let waiting = match waiting {
        0 => String::new(),
        1 => "; 1 message is waiting".to_owned(),
        count => format!("; {count} messages are waiting"),
    };
    Some(format!("\nAlert \"{name}\": the last message was not delivered ({when}){waiting}: {error}\n{fix}"))
}

/// Has a test sent, and prints what the receiver said.
pub(super) async fn test(server: &mut Server, name: &str, json: bool, look: Look) -> Result<(), Failure> {
    let answer = server.post("/alerts/test", &json!({ "name": name })).await?;
    if json {
        print(&format!("{answer}\n"))?;
    }
    if answer.get("delivered").and_then(Value::as_bool) == Some(true) {
        let status = number(&answer, "status");
        return if json { Ok(()) } else { print(&format!("The receiver took the test ({status}).\n")) };
    }
    Err(Failure::Here(refused(&answer, look)))
}

fn refused(answer: &Value, look: Look) -> String {
    let fix = some_text(answer, "fix").map(|fix| format!("\nfix: {}", whole(fix, look))).unwrap_or_default();
    format!("the receiver did not take the test: {}{fix}", whole(text(answer, "error"), look))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alerts_are_a_table_with_what_was_not_delivered_below() {
        let firing = json!({"name": "a\u{1b}", "metric": "outbox_bytes", "app": null, "above": 1_048_576.0, "below": null, "for_s": 60,
            "state": "firing", "since_ms": 1_000, "value": 2_097_152.0, "last": {"since_ms": 0, "ended_ms": 1, "worst": 2.0},
            "receiver": {"host": "h", "waiting": 2, "last": {"delivered": false, "status": null, "error": "e\u{1b}", "fix": "f",
            "time_ms": 1_000}}});
        let ok = json!({"name": "b", "metric": "of another version", "app": "shop", "above": null, "below": 2.5, "for_s": 0,
            "state": "ok", "since_ms": null, "value": null, "last": null, "receiver": null});
        let shown = table(&[firing.clone(), ok.clone()], 61_000).render(Look::PLAIN);
        let lines: Vec<&str> = shown.lines().collect();
        assert!(
            lines[1].starts_with("firing  1 min  a\\u{1b}")
                && lines[1].contains("2 MiB  above 1 MiB for 1 min  h"),
            "{shown}"
        );
        assert!(lines[2].ends_with("-  below 2.5"), "{shown}");
        let failed = "\nAlert \"a\\u{1b}\": the last message was not delivered (1970-01-01 00:00:01Z); 2 messages are waiting: \
                      e\\u{1b}\n    fix: f\n";
        assert_eq!(
            (failure(&firing, Look::PLAIN).as_deref(), failure(&ok, Look::PLAIN)),
            (Some(failed), None)
        );
        let mut one = firing;
        one["receiver"]["waiting"] = json!(1);
        assert!(failure(&one, Look::PLAIN).unwrap().contains("; 1 message is waiting: e"));
        one["for_s"] = json!(5);
        assert_eq!(threshold(&one), "above 1 MiB for 5 s");
    }

    #[test]
    fn without_alerts_of_an_app_it_says_that_there_are_others() {
        assert_eq!(none(Some("plain"), 3, Look::PLAIN), "No alert is for app plain (3 others exist)\n");
        assert_eq!(none(Some("plain"), 1, Look::PLAIN), "No alert is for app plain (1 other exists)\n");
        for (app, others) in [(Some("plain"), 0), (None, 0)] {
            assert!(none(app, others, Look::PLAIN).starts_with("There is no alert"));
        }
    }

    #[test]
    fn a_test_that_failed_says_what_to_change() {
        let answer = json!({ "delivered": false, "error": "no\n", "fix": "do" });
        assert_eq!(refused(&answer, Look::PLAIN), "the receiver did not take the test: no\\u{a}\nfix: do");
    }
}
