//! Settings that had another name.

use super::*;

#[test]
fn a_former_name_is_read_in_every_layer_and_noticed() {
    let loaded = load(
        &[("mailbox-messages", "300")],
        &[("BATON_UNFINISHED_PER_IP", "7"), ("BATON_APP_FINAL_REFUSALS", "true")],
        "hub_kept_bytes = 1000",
    )
    .unwrap();
    let settings = &loaded.settings;
    assert_eq!(
        (settings.loop_queue_messages, settings.pending_handshakes_per_ip, settings.history_bytes),
        (300, 7, 1000)
    );
    assert!(settings.apps[0].supabase.close_channel_on_auth_failure);
    let of = |name: &str| settings.notices.iter().filter(|notice| notice.contains(name)).collect::<Vec<_>>();
    assert_eq!(
        of("hub_kept_bytes"),
        ["baton.toml:1: hub_kept_bytes is now named history_bytes; the former name is still read"]
    );
    for name in ["mailbox_messages", "unfinished_per_ip", "final_refusals"] {
        assert_eq!(of(name).len(), 1, "{:?}", settings.notices);
    }
    assert!(
        settings.notices.iter().all(|notice| !notice.contains("names no setting")),
        "{:?}",
        settings.notices
    );
}

#[test]
fn the_present_name_overrides_the_former_one_of_its_layer() {
    let settings = file("history_bytes = 2000\nhub_kept_bytes = 1000");
    assert_eq!(settings.history_bytes, 2000);
    let loaded = load(&[("mailbox-messages", "300")], &[("BATON_LOOP_QUEUE_MESSAGES", "400")], "").unwrap();
    assert_eq!(loaded.settings.loop_queue_messages, 300, "flags override the environment, by whatever name");
    assert_eq!(origin(&loaded, "loop_queue_messages"), "--mailbox-messages");
}

#[test]
fn a_wrong_value_is_reported_where_it_stands() {
    let faults = load(&[], &[("BATON_UNFINISHED_PER_IP", "many")], "").unwrap_err();
    assert!(faults[0].starts_with("BATON_UNFINISHED_PER_IP"), "{faults:?}");
}
