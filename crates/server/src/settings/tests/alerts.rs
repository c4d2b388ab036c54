//! Alerts in a settings file: where an error is, what the operator should know, and what a reload reports.

use super::{OWN, faults, file, load};
use crate::settings::changed_settings;

const ALERT: &str =
    "[[alerts]]\nname = 'a'\nmetric = 'connections'\nabove = 1\nurl = 'http://10.0.0.1/hidden'\n";

#[test]
fn an_error_names_the_file_the_line_and_the_entry() {
    let wrong = format!("{OWN}{ALERT}{ALERT}metrics = 1\n");
    let expected = "baton.toml:10: alerts, entry 2: unknown key `metrics`; did you mean `metric`?";
    let faults = faults(&wrong);
    assert!(matches!(&faults[..], [one] if one.starts_with(expected)), "{faults:?}");
}

#[test]
fn the_operator_is_told_of_an_address_that_is_not_allowed_and_of_an_app_that_is_not_there() {
    let noticed = |more: &str, alert: &str| {
        let mut notices = file(&format!("{more}\n{OWN}{ALERT}{alert}")).notices;
        notices.retain(|notice| notice.starts_with("alerts, "));
        assert!(!notices.concat().contains("hidden"), "{notices:?}");
        notices
    };
    assert_eq!(noticed("", "app = 'a'"), [""; 0]);
    let of_app = noticed("", "app = 'b'");
    assert!(matches!(&of_app[..], [one] if one.contains("entry 1: there is no app \"b\"")), "{of_app:?}");
    assert_eq!(noticed("apps_database_url = 'mysql://u@h/db'", "app = 'b'"), [""; 0], "it may come");
    let address = noticed("webhook_addresses = 'public'", "");
    assert!(
        matches!(&address[..], [one] if one.contains("at 10.0.0.1, which webhook_addresses")),
        "{address:?}"
    );
}

#[test]
fn a_report_names_alerts_and_shows_no_url_and_a_reload_notices_another_one() {
    let text = format!("{OWN}{ALERT}secret = 'hidden'\n");
    let report = crate::settings::report(load(&[], &[], &text).unwrap());
    assert!(report.contains("alerts                     = [\"a\"]"), "{report}");
    assert!(!report.contains("hidden") && !report.contains("10.0.0.1"), "{report}");
    let (mut one, mut other) = (file(&text), file(&text.replace("10.0.0.1", "10.0.0.2")));
    assert_eq!(changed_settings(&mut one, &mut other), ["alerts"]);
    assert_eq!(changed_settings(&mut one, &mut file(&text)), [""; 0]);
}
