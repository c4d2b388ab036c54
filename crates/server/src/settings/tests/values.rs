//! Values as they are written, and what is told of wrong ones.

use std::ffi::OsString;

use baton_protocols::settings::Bounds;

use super::{env, faults, file};
use crate::settings::environment::Environment;
use crate::settings::field::{Compression, Expected, Field, Given, LogFormat};

#[test]
fn values_are_read_as_toml_and_as_text() {
    let settings = file(
        "message_bytes = 0x1_0000\ncompression = 'shared'\nlog_format = \"json\"\nlisten = 'localhost:0'",
    );
    assert_eq!(settings.message_bytes, 65_536);
    assert_eq!(settings.compression, Compression::Shared);
    assert_eq!(settings.log_format, LogFormat::Json);
    assert_eq!(settings.listen.to_string(), "127.0.0.1:0");
    let settings = env(&[("BATON_MESSAGE_BYTES", "131_072"), ("BATON_APP_CLIENT_EVENTS", "off")]);
    assert_eq!(settings.message_bytes, 131_072);
    assert!(!settings.apps[0].pusher.client_events);
    let origins = env(&[("BATON_APP_ALLOWED_ORIGINS", "example.com, https://*.example.org:8443")]);
    assert_eq!(origins.apps[0].allowed_origins, ["example.com", "https://*.example.org:8443"]);
}

#[test]
fn a_path_prefix_is_brought_into_one_form() {
    for (text, prefix) in [("", ""), ("/", ""), ("ws", "/ws"), ("/ws/", "/ws"), ("/a/b", "/a/b")] {
        assert_eq!(&*file(&format!("path_prefix = '{text}'")).path_prefix, prefix);
    }
    for text in ["a b", "a//b", "a?b", "é"] {
        assert!(
            faults(&format!("path_prefix = '{text}'"))[0].contains("expected a path such as /ws"),
            "{text}"
        );
    }
}

#[test]
fn a_wrong_value_is_told_with_its_place_and_what_was_expected() {
    let wrong = [
        ("loops = -1", "loops = -1: expected a whole number from 0 to 64"),
        ("loops = 1.5", "loops = 1.5: expected a whole number from 0 to 64"),
        ("loops = '8'", "loops = \"8\": expected a whole number from 0 to 64"),
        (
            "loops = 99999999999999999999",
            "loops = 99999999999999999999: expected a whole number from 0 to 64",
        ),
        ("loops = [1]", "loops = this array: expected a whole number from 0 to 64"),
        ("compression = 'on'", "compression = \"on\": expected one of `off` `shared` `full`"),
        ("compression = true", "compression = true: expected one of `off` `shared` `full`"),
        ("log_level = 'loud'", "log_level = \"loud\": expected one of `error` `warn` `info` `debug` `trace`"),
        ("[app_defaults]\nclient_events = 1", "client_events = 1: expected true or false"),
        (
            "[app_defaults]\nallowed_origins = '*'",
            "allowed_origins = \"*\": expected texts in [ ]: 1 to 256 origins",
        ),
        ("[app_defaults]\nallowed_origins = []", "allowed_origins = this array: expected 1 to 256 origins"),
        (
            "[app_defaults]\nallowed_origins = ['a', 'https://a/b']",
            "allowed_origins = this array: expected 1 to 256 origins, each `*`, a host, or scheme://host[:port] without a path; \
             number 2, \"https://a/b\", is none",
        ),
        (
            "[app_defaults]\nchannel_name_bytes = 201",
            "channel_name_bytes = 201: expected a whole number from 1 to 200",
        ),
    ];
    for (text, expected) in wrong {
        let reported = faults(text).join("\n");
        let line = text.lines().count();
        assert!(reported.starts_with(&format!("baton.toml:{line}: {expected}")), "{reported}");
    }
    for address in ["8080", ":8080", "127.0.0.1", "127.0.0.1:99999", "no such host:1", "::1:8080:"] {
        let reported = faults(&format!("listen = '{address}'")).join("\n");
        assert!(
            reported.starts_with(&format!("baton.toml:1: listen = {address:?}: expected an address")),
            "{reported}"
        );
    }
}

#[test]
fn control_characters_of_a_value_do_not_reach_the_terminal() {
    let reported = faults("compression = \"\\u001b[31m\\n\"\n\"a\\u0007b\" = 1").join("\n");
    assert!(!reported.contains('\u{1b}') && !reported.contains('\u{7}'), "{reported:?}");
    assert_eq!(reported.lines().count(), 2, "{reported:?}");
}

#[test]
fn every_whole_number_type_refuses_what_it_cannot_hold() {
    let mut number = 7_u32;
    let any = Bounds { lowest: 0, highest: u64::MAX };
    assert_eq!(
        number.set(Given::Text("4294967296"), any),
        Err(Expected(format!("a whole number from 0 to {}", u64::MAX)))
    );
    assert_eq!(number, 7, "a refused value leaves the old one");
}

#[test]
fn a_value_that_is_no_text_is_refused() {
    use std::os::unix::ffi::OsStringExt as _;
    let broken = (OsString::from("BATON_APP_SECRET"), OsString::from_vec(vec![0xff, 0xfe]));
    let reported = Environment::read([broken].into_iter()).unwrap_err().to_string();
    assert_eq!(reported, "BATON_APP_SECRET: the value is not valid UTF-8");
    let foreign = (OsString::from("PATH"), OsString::from_vec(vec![0xff]));
    assert!(Environment::read([foreign].into_iter()).is_ok());
}

#[test]
fn one_body_fits_into_what_all_incomplete_requests_may_hold() {
    let said = &faults("request_bytes = 2_000_000\nhttp_body_bytes = 3_000_000")[0];
    assert!(
        said.starts_with("baton.toml:1: request_bytes = 2000000: one body may have 3000000 bytes"),
        "{said}"
    );
    assert_eq!(file("request_bytes = 3_000_000\nhttp_body_bytes = 3_000_000").request_bytes, 3_000_000);
}
