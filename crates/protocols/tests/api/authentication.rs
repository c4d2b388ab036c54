//! Whose requests are believed: the reference's vector, and a matrix of forgeries.

use baton_protocols::{App, Refusal, Secret, pusher::api::Request};

use crate::world::{Answer, Call, KEY, NOW_S, World};

const BODY: &str = r#"{"name":"foo","channels":["project-3"],"data":"{\"some\":\"data\"}"}"#;

fn events() -> Call {
    Call::new("POST", "events").body(BODY)
}

fn refused(answer: &Answer, text: &str) {
    assert_eq!(answer.status, 401, "{}", answer.text);
    assert!(answer.text.contains(text), "{} lacks {text}", answer.text);
}

#[test]
fn the_documented_request_is_believed() {
    let query = "auth_key=278d425bdf160c739803&auth_timestamp=1353088179&auth_version=1.0\
                 &body_md5=ec365a775a4cd0599faeb73354201b6f\
                 &auth_signature=da454824c97ba181a32ccc17a72625ba02771f50b50e1e7430e47a1f3f457e6c";
    assert_eq!(events().query(), query, "the tests sign as the reference does");
    let world = World::new();
    world.subscribe("project-3", None);
    let request = Request {
        method: "POST",
        path: "/apps/3/events",
        query,
        body: BODY.as_bytes(),
        idempotency_key: None,
    };
    let answer = world.raw(&request);
    assert_eq!((answer.status, &*answer.text, answer.content_type), (200, "{}", "application/json"));
    let delivered = world.delivered();
    assert_eq!(delivered.len(), 1);
    assert_eq!((&*delivered[0].channel, &*delivered[0].event), ("project-3", "foo"));
    assert_eq!(delivered[0].data, r#""{\"some\":\"data\"}""#, "as the publisher wrote it");
}

#[test]
fn each_parameter_is_needed() {
    for name in ["auth_key", "auth_timestamp", "auth_version", "auth_signature", "body_md5"] {
        let world = World::new();
        // Left out before signing: the signature is right for what remains.
        let mut call = events();
        call.parameters.retain(|(other, _)| other != name);
        let query = if name == "auth_signature" { call.unsigned_query() } else { call.query() };
        refused(&world.raw(&call.request(&query)), &format!("Parameter {name} is missing"));
        assert_eq!(*world.refused.borrow(), [Refusal::Signature]);
    }
}

#[test]
fn whoever_does_not_know_the_secret_is_refused() {
    let world = World::new();
    let mut call = events();
    call.secret = "8ad3773142a6692b25b8".into();
    let answer = world.send(&call);
    refused(
        &answer,
        "Invalid signature: you should have sent HmacSHA256Hex(\"POST\\n/apps/3/events\\nauth_key=278d425bdf160c739803&auth_timestamp=1353088179",
    );
    refused(&answer, "your_secret_key), but you sent \"");
    assert!(!answer.text.contains(&events().signature()), "the right signature is not given away");

    for signature in [
        "",
        "0",
        &"0".repeat(64),
        &"z".repeat(64),
        &events().signature()[..63],
        &(events().signature() + "0"),
    ] {
        let query = format!("{}&auth_signature={signature}", events().unsigned_query());
        refused(&world.raw(&events().request(&query)), "Invalid signature");
    }
    let mut call = events();
    call.set("x", &"\u{7}".repeat(10_000));
    call.secret = "another".into();
    let answer = world.send(&call);
    refused(
        &answer,
        "Invalid signature: you should have sent HmacSHA256Hex(\"POST\\n/apps/3/events\\nauth_key=",
    );
    assert!(answer.text.contains("… and ") && answer.text.len() < 10_000, "{}", answer.text.len());
    assert_eq!(world.delivered(), []);
}

#[test]
fn keys_belong_to_their_app() {
    let world = World::new();
    let mut call = events();
    call.set("auth_key", "unknown");
    refused(&world.send(&call), "Invalid auth_key \"unknown\": it is not the key of app 3");
    call.set("auth_key", "");
    refused(&world.send(&call), "Invalid auth_key \"\"");
    call.set("auth_key", &KEY.to_uppercase());
    refused(&world.send(&call), "Invalid auth_key");
    // The other app's own key and secret do not open this one.
    call.set("auth_key", "other-key");
    call.secret = "other-secret".into();
    refused(&world.send(&call), "Invalid auth_key \"other-key\"");
    // Nor do ours open the other.
    let mut call = events();
    call.path = "/apps/4/events".into();
    refused(&world.send(&call), "it is not the key of app 4");
}

#[test]
fn an_empty_secret_signs_nothing() {
    let world = World::with(|app: &mut App| app.secret = Secret::new(""));
    let mut call = events();
    call.secret = String::new();
    refused(&world.send(&call), "Invalid signature");
}

#[test]
fn requests_live_ten_minutes_on_either_side() {
    let world = World::new();
    for (time, status) in [
        (NOW_S - 601, 401),
        (NOW_S - 600, 200),
        (NOW_S, 200),
        (NOW_S + 600, 200),
        (NOW_S + 601, 401),
        (0, 401),
        (u64::MAX, 401),
    ] {
        let mut call = events();
        call.set("auth_timestamp", &time.to_string());
        let answer = world.send(&call);
        assert_eq!(answer.status, status, "{time}");
        if status == 401 {
            refused(
                &answer,
                &format!(
                    "Timestamp expired: Given timestamp ({time}) not within 600s of server time (1353088179)"
                ),
            );
        }
    }
    // The same request, replayed later.
    world.unix_time_s.set(NOW_S + 601);
    refused(&world.send(&events()), "Timestamp expired");
}

#[test]
fn timestamps_and_versions_are_read_strictly() {
    let world = World::new();
    for text in [
        "",
        "x",
        "+1353088179",
        "-1",
        " 1353088179",
        "1353088179.0",
        "0x50A67A33",
        "18446744073709551616",
        "1e9",
    ] {
        let mut call = events();
        call.set("auth_timestamp", text);
        refused(&world.send(&call), "Invalid auth_timestamp");
    }
    for text in ["", "1", "1.1", "2.0", "1.0 "] {
        let mut call = events();
        call.set("auth_version", text);
        refused(&world.send(&call), "Invalid auth_version");
    }
}

#[test]
fn nothing_that_was_signed_can_be_changed() {
    let world = World::new();
    world.subscribe("project-3", None);
    let call = events();
    let signature = call.signature();
    let replay = |change: &dyn Fn(&mut Call)| {
        let mut forged = call.clone();
        change(&mut forged);
        let query = format!("{}&auth_signature={signature}", forged.unsigned_query());
        world.raw(&forged.request(&query))
    };
    assert_eq!(replay(&|_| ()).status, 200);
    assert_eq!(world.delivered().len(), 1);
    refused(&replay(&|call| call.body = BODY.replace("foo", "bar").into()), "Invalid body_md5");
    refused(&replay(&|call| call.body.clear()), "Invalid body_md5");
    refused(&replay(&|call| *call = call.clone().body(&BODY.replace("foo", "bar"))), "Invalid signature");
    refused(&replay(&|call| call.path = "/apps/3/batch_events".into()), "Invalid signature");
    refused(&replay(&|call| call.path = "/apps/3/channels/x/events".into()), "Invalid signature");
    refused(&replay(&|call| call.path = "/apps/%33/events".into()), "Invalid signature");
    refused(&replay(&|call| call.set("auth_timestamp", "1353088180")), "Invalid signature");
    refused(&replay(&|call| call.set("info", "subscription_count")), "Invalid signature");
    refused(&replay(&|call| call.parameters.push(("x".into(), String::new()))), "Invalid signature");
    assert_eq!(world.delivered(), []);
    // The method is signed too, where two would be taken at the same path.
    let mut call = Call::new("GET", "channels");
    call.method = "POST".into();
    let signature = call.signature();
    call.method = "GET".into();
    let query = format!("{}&auth_signature={signature}", call.unsigned_query());
    refused(&world.raw(&call.request(&query)), "Invalid signature");
}

#[test]
fn the_md5_of_no_body_may_be_given_and_must_be_right() {
    let world = World::new();
    let mut call = Call::new("GET", "channels");
    call.set("body_md5", "d41d8cd98f00b204e9800998ecf8427e");
    assert_eq!(world.send(&call).status, 200);
    for wrong in [
        "",
        "ec365a775a4cd0599faeb73354201b6f",
        "d41d8cd98f00b204e9800998ecf8427",
        "d41d8cd98f00b204e9800998ecf8427e0",
        "é",
    ] {
        call.set("body_md5", wrong);
        refused(&world.send(&call), "Invalid body_md5");
    }
}

#[test]
fn names_of_parameters_may_be_in_any_case_and_digits_too() {
    let world = World::new();
    let mut call = events();
    for (name, value) in &mut call.parameters {
        *name = name.to_uppercase();
        if name == "BODY_MD5" {
            *value = value.to_uppercase();
        }
    }
    assert_eq!(world.send(&call).status, 200);
    let query = format!("{}&Auth_Signature={}", call.unsigned_query(), call.signature().to_uppercase());
    assert_eq!(world.raw(&call.request(&query)).status, 200);
}

#[test]
fn a_parameter_that_stands_twice_is_refused() {
    let world = World::new();
    for name in ["auth_key", "auth_timestamp", "auth_version", "body_md5", "info", "AUTH_KEY"] {
        let mut call = events();
        call.set("info", "subscription_count");
        let value =
            call.parameters.iter().find(|(other, _)| *other == name.to_lowercase()).unwrap().1.clone();
        call.parameters.push((name.to_owned(), value));
        refused(&world.send(&call), "stands twice");
    }
    let query = events().query();
    let signature = query.rsplit('&').next().unwrap();
    refused(
        &world.raw(&events().request(&format!("{query}&{signature}"))),
        "\"auth_signature\" stands twice",
    );
}

#[test]
fn borders_between_parameters_cannot_be_moved() {
    let world = World::new();
    // Signed: info=subscription_count and x=y. Forged: one parameter whose value holds the other.
    let call = Call::new("GET", "channels?filter_by_prefix=a&info=subscription_count");
    let signature = call.signature();
    for forged in
        ["filter_by_prefix=a%26info%3Dsubscription_count", "filter_by_prefix%3Da%26info=subscription_count"]
    {
        let mut base = call.clone();
        base.parameters.truncate(3);
        let query = format!("{}&{forged}&auth_signature={signature}", base.unsigned_query());
        let answer = world.raw(&base.request(&query));
        assert_eq!(answer.status, 400, "{}", answer.text);
        assert!(answer.text.contains("a signature does not protect"), "{}", answer.text);
    }
}

#[test]
fn a_parameter_cannot_be_made_an_array() {
    let world = World::new();
    world.subscribe("x", None);
    let call = Call::new("POST", "channels/x/events?name=e&socket_id=1.2").body("data");
    let signature = call.signature();
    for name in ["name", "socket_id", "body_md5"] {
        let mut forged = call.clone();
        for (other, _) in &mut forged.parameters {
            if other == name {
                other.push_str("[]");
            }
        }
        if name == "body_md5" {
            forged.body.clear();
        }
        let query = format!("{}&auth_signature={signature}", forged.unsigned_query());
        refused(&world.raw(&forged.request(&query)), "Invalid signature");
    }
    assert_eq!(world.delivered(), []);
    assert_eq!(world.send(&call).status, 202);
}

#[test]
fn values_are_signed_unescaped() {
    let world = World::new();
    world.subscribe("private-a=@,.;b", None);
    let answer = world.get("channels?filter_by_prefix=private-a=@,.;");
    assert_eq!((answer.status, &*answer.text), (200, r#"{"channels":{"private-a=@,.;b":{}}}"#));
}

#[test]
fn arrays_may_be_signed_in_both_ways() {
    let world = World::new();
    for channel in ["a", "b"] {
        world.subscribe(channel, None);
    }
    for (joined, names) in [
        (false, ["channels[]"; 3]),
        (true, ["channels[]"; 3]),
        (true, ["channels[0]", "channels[1]", "channels[2]"]),
    ] {
        let mut call = Call::new("GET", "channels");
        call.joined = joined;
        for (name, value) in names.into_iter().zip(["b", "a", "c"]) {
            call.parameters.push((name.to_owned(), value.to_owned()));
        }
        let answer = world.send(&call);
        assert_eq!((answer.status, &*answer.text), (200, r#"{"channels":{"b":{},"a":{}}}"#));
    }
    // Two elements cannot be passed off as one that holds a comma.
    let mut call = Call::new("GET", "channels?channels[]=a&channels[]=b");
    call.joined = true;
    let signature = call.signature();
    let mut forged = Call::new("GET", "channels?channels[]=a,b");
    forged.joined = true;
    assert_eq!(forged.signature(), signature);
    refused(&world.send(&forged), "Invalid signature");
}

#[test]
fn a_prefix_of_the_path_may_be_signed_or_not() {
    let world = World::new();
    for (path, signed, status) in [
        ("/ws/apps/3/events", "/ws/apps/3/events", 200),
        ("/ws/apps/3/events", "/apps/3/events", 200),
        ("/a/b/apps/3/events", "/apps/3/events", 200),
        ("/apps/3/events", "/ws/apps/3/events", 401),
        ("/ws/apps/3/events", "/xy/apps/3/events", 401),
    ] {
        let mut call = events();
        call.path = path.into();
        call.signed_path = Some(signed.into());
        assert_eq!(world.send(&call).status, status, "{path} signed as {signed}");
    }
}

#[test]
fn a_disabled_app_says_so_only_to_those_who_know_its_secret() {
    let world = World::with(|app| app.enabled = false);
    let answer = world.send(&events());
    assert_eq!(
        (answer.status, &*answer.text),
        (403, "App 3 is disabled. Set enabled = true in its settings.")
    );
    let mut call = events();
    call.secret = "guess".into();
    refused(&world.send(&call), "Invalid signature");
}
