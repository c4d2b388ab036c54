//! Observations, and what each must be called.

use std::time::{Duration, SystemTime};

use super::super::finding::{Finding, Level};
use super::super::observation::{
    Arrival, Chain, Dialled, Distrust, Ending, Exchange, First, Idle, Response, RoundTrip, Silence,
    Subscribed, TlsSeen, UpgradeSeen,
};
use super::super::target::Target;
use super::*;
use Level::{Fault, NotChecked, Ok as Well, Warning};

const NO_UPGRADE: &str = "This is where WebSocket clients connect. If this request came from one, \
    a proxy in between drops the Upgrade and Connection headers.";

fn response(status: u16, headers: &[(&str, &str)], body: &str) -> Response {
    let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    Response { status, headers: headers.collect(), body: body.to_owned() }
}

fn target() -> Target {
    Target::parse("wss://ws.example.com").unwrap().0
}

#[track_caller]
fn is(finding: &Finding, level: Level, code: &str) {
    assert_eq!((finding.level, finding.code), (level, code), "{finding:?}");
    // A fault that says nothing to do helps nobody.
    if level == Fault && !matches!(code, "broken" | "refused") {
        assert!(!finding.fix.is_empty() || !finding.why.is_empty(), "{finding:?}");
    }
}

#[test]
fn texts_that_are_looked_for_are_those_of_the_server() {
    let routes = include_str!("../../http/routes.rs");
    assert!(routes.contains("This is where WebSocket clients connect."));
    assert!(routes.contains("Nothing is served under this path. Pusher clients connect to"));
    let body = include_str!("../../http/body.rs");
    assert!(body.contains("(setting http_body_bytes)"));
}

#[test]
fn addresses_that_fail_are_faults_only_if_none_is_reached() {
    let at = |dialled: Dialled| ("192.0.2.1:443".parse().unwrap(), dialled);
    let codes = |all: Vec<Dialled>| -> Vec<(Level, &str)> {
        let found = addresses(&all.into_iter().map(at).collect());
        found.iter().map(|finding| (finding.level, finding.code)).collect()
    };
    assert_eq!(codes(vec![Dialled::Refused]), [(Fault, "refused")]);
    assert_eq!(codes(vec![Dialled::TimedOut]), [(Fault, "filtered")]);
    assert_eq!(codes(vec![Dialled::NoRoute]), [(Fault, "no-route")]);
    assert_eq!(codes(vec![Dialled::Failed("x".into())]), [(Fault, "connect")]);
    assert_eq!(codes(vec![Dialled::Connected, Dialled::Refused]), [(Well, ""), (Warning, "refused")]);
    assert_eq!(codes(vec![Dialled::TimedOut, Dialled::Connected]), [(Warning, "filtered"), (Well, "")]);
    // IPv6 that this machine does not have says nothing of the server.
    assert_eq!(codes(vec![Dialled::NoRoute, Dialled::Connected]), [(Well, ""), (Well, "")]);
}

#[test]
fn a_name_has_to_have_an_address() {
    is(&name("a", &Ok(vec!["127.0.0.1:1".parse().unwrap()])), Well, "");
    is(&name("a", &Ok(vec![])), Fault, "name");
    is(&name("a", &Err("no such host".into())), Fault, "name");
}

#[test]
fn each_fault_of_a_chain_has_its_name() {
    let chain = Chain { sent: 1, last_issuer: "R11".into(), ..Chain::default() };
    let with = |distrust| TlsSeen::Done(Chain { distrust: Some(distrust), ..chain.clone() });
    let unknown = |is_self_signed, ends_in_root| {
        TlsSeen::Done(Chain {
            is_self_signed,
            ends_in_root,
            distrust: Some(Distrust::UnknownIssuer),
            ..chain.clone()
        })
    };
    for (seen, level, code) in [
        (TlsSeen::Done(chain.clone()), Well, ""),
        (with(Distrust::Expired), Fault, "expired"),
        (with(Distrust::NotYetValid), Fault, "not-yet-valid"),
        (with(Distrust::OtherName(vec!["other.example".into()])), Fault, "wrong-name"),
        (with(Distrust::Other("odd".into())), Fault, "certificate"),
        (unknown(true, true), Fault, "self-signed"),
        (unknown(false, true), Fault, "private-authority"),
        (unknown(false, false), Fault, "incomplete-chain"),
        (TlsSeen::Failed { why: "x".into(), speaks_http: false }, Fault, "tls"),
        (TlsSeen::Failed { why: String::new(), speaks_http: true }, Fault, "plain-port"),
        (TlsSeen::Closed, Fault, "tls"),
        (TlsSeen::Late, Fault, "tls"),
    ] {
        is(&tls(&target(), &seen), level, code);
    }
    assert!(tls(&target(), &unknown(false, false)).seen.contains("\"R11\""));
    assert!(
        tls(&target(), &with(Distrust::OtherName(vec!["other.example".into()])))
            .seen
            .contains("other.example")
    );
    is(&scheme(&target()), Fault, "tls-port");
}

#[test]
fn clocks_differ_by_the_window_of_signatures_at_most() {
    let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_800_000_000);
    let at = |seconds: i64| {
        let offset = Duration::from_secs(seconds.unsigned_abs());
        let theirs = if seconds < 0 { now - offset } else { now + offset };
        clock(Some(&httpdate::fmt_http_date(theirs)), now, "nginx")
    };
    for (seconds, level) in
        [(0, Well), (60, Well), (62, Warning), (-62, Warning), (600, Warning), (602, Fault), (-602, Fault)]
    {
        let code = if level == Well { "" } else { "clock" };
        is(&at(seconds), level, code);
    }
    is(&clock(None, now, "nginx"), NotChecked, "");
    is(&clock(Some("yesterday"), now, "nginx"), NotChecked, "");
}

#[test]
fn what_answers_in_batons_place_is_told() {
    let elsewhere = "Nothing is served under this path. Pusher clients connect to /app/{key}";
    for (seen, code) in [
        (response(426, &[], NO_UPGRADE), ""),
        (response(426, &[], "Upgrade Required"), "not-baton"),
        (response(404, &[], elsewhere), "path-rewritten"),
        (response(404, &[("server", "nginx")], "<html>"), "not-baton"),
        (response(200, &[], "<html>"), "not-baton"),
        (response(502, &[("server", "nginx")], "<html>"), "no-backend"),
        (response(503, &[], ""), "no-backend"),
        (response(504, &[], ""), "no-backend"),
        (response(521, &[("cf-ray", "1")], ""), "cloudflare-origin"),
        (response(521, &[], ""), "not-baton"),
        (response(301, &[("location", "https://a.example/")], ""), "redirect"),
        (response(308, &[], ""), "redirect"),
        (response(401, &[], ""), "denied"),
        (response(403, &[], "cloudflare"), "denied"),
    ] {
        let level = if code.is_empty() { Well } else { Fault };
        is(&route("", &Ok(seen), None), level, code);
    }
    for silent in
        [Silence::Late, Silence::Closed, Silence::NotHttp("x".into()), Silence::NoConnection("x".into())]
    {
        is(&route("", &Err(silent), None), Fault, "no-response");
    }
    let found = route("/ws", &Ok(response(404, &[], "")), Some(""));
    is(&found, Fault, "wrong-prefix");
    assert!(found.seen.contains("under /, not under /ws/"), "{}", found.seen);
    assert!(route("", &Ok(response(404, &[], "")), Some("/ws")).fix.contains("wsPath: \"/ws\""));
}

#[test]
fn a_further_address_has_to_lead_to_the_same() {
    let address = "[2001:db8::1]:443".parse().unwrap();
    let baton = || Ok(response(426, &[], NO_UPGRADE));
    let (trusted, expired) =
        (Finding::ok("tls", "trusted"), Finding::fault("tls", "expired", "it has expired"));
    assert_eq!(other_address(address, None, &baton()), None);
    assert_eq!(other_address(address, Some(&trusted), &baton()), None);
    for (tls, seen, shown) in [
        (Some(&expired), baton(), "it has expired"),
        (Some(&trusted), Ok(response(404, &[], "")), "status 404"),
        (None, Err(Silence::Closed), "closed without a response"),
    ] {
        let found = other_address(address, tls, &seen).unwrap();
        is(&found, Fault, "other-address");
        assert!(found.seen.starts_with("[2001:db8::1]:443") && found.seen.contains(shown), "{}", found.seen);
    }
}

#[test]
fn each_answer_to_an_upgrade_tells_a_fault_of_a_proxy() {
    let answered = |status, body| UpgradeSeen::Answered(response(status, &[], body));
    for (seen, code) in [
        (UpgradeSeen::Open(First::Established { activity_timeout_s: 120 }), ""),
        (UpgradeSeen::Open(First::Error { code: Some(4001), text: String::new() }), ""),
        (UpgradeSeen::Open(First::Ended(Ending::Closed(Some(4001), String::new()))), ""),
        (UpgradeSeen::Open(First::Nothing), "buffering"),
        (UpgradeSeen::Open(First::Ended(Ending::Broken)), "broken"),
        (UpgradeSeen::Open(First::Ended(Ending::Malformed("x".into()))), "broken"),
        (UpgradeSeen::Broken("Sec-WebSocket-Accept".into()), "altered"),
        (UpgradeSeen::Silent(Silence::Late), "upgrade-silent"),
        (UpgradeSeen::Silent(Silence::Closed), "upgrade-silent"),
        (answered(426, NO_UPGRADE), "no-upgrade-headers"),
        (
            answered(400, "not a valid WebSocket upgrade: Connection must have the token Upgrade"),
            "no-upgrade-headers",
        ),
        (answered(400, "not a valid WebSocket upgrade: HTTP/1.0 has no upgrades"), "http-version"),
        (answered(400, "Bad Request"), "upgrade-refused"),
        (answered(426, ""), "upgrade-refused"),
        (answered(505, ""), "upgrade-refused"),
        (answered(403, ""), "upgrade-denied"),
        (answered(301, ""), "redirect"),
        (answered(404, ""), "upgrade-not-routed"),
        (answered(502, ""), "upgrade-backend"),
        (answered(200, "<html>"), "upgrade-answered"),
    ] {
        let level = if code.is_empty() { Well } else { Fault };
        is(&upgrade(&seen), level, code);
    }
}

#[test]
fn each_code_of_pushers_is_explained() {
    is(&greeting(&First::Established { activity_timeout_s: 30 }), Well, "");
    for (code, word) in [
        (4000, "tls-required"),
        (4001, "wrong-key"),
        (4003, "app-disabled"),
        (4004, "quota"),
        (4005, "path"),
        (4006, "version"),
        (4007, "version"),
        (4008, "version"),
        (4009, "unauthorized"),
        (4100, "over-capacity"),
        (4101, "restarting"),
        (4200, "restarting"),
        (4999, "refused"),
    ] {
        is(&greeting(&First::Error { code: Some(code), text: "x".into() }), Fault, word);
        is(&greeting(&First::Ended(Ending::Closed(Some(code), "x".into()))), Fault, word);
    }
    is(&greeting(&First::Error { code: None, text: "x".into() }), Fault, "refused");
    is(&greeting(&First::Ended(Ending::Broken)), Fault, "refused");
    is(&greeting(&First::Strange("hello".into())), Fault, "not-pusher");
    is(&greeting(&First::Nothing), Fault, "buffering");
}

#[test]
fn an_origin_is_refused_by_the_server_or_by_a_proxy() {
    let page = "https://a.example";
    let refused = "Origin \"https://a.example\" may not connect: add it to the app's \
        allowed_origins";
    for (seen, code) in [
        (UpgradeSeen::Open(First::Established { activity_timeout_s: 120 }), ""),
        (UpgradeSeen::Answered(response(403, &[], refused)), "origin"),
        (UpgradeSeen::Answered(response(403, &[], "<html>")), "origin-proxy"),
        (UpgradeSeen::Open(First::Error { code: Some(4009), text: "Origin not allowed".into() }), "origin"),
        (UpgradeSeen::Open(First::Ended(Ending::Closed(Some(4009), String::new()))), "origin"),
        (UpgradeSeen::Open(First::Error { code: Some(4004), text: String::new() }), "quota"),
        (UpgradeSeen::Silent(Silence::Late), "upgrade-silent"),
    ] {
        let found = origin(page, &seen);
        is(&found, if code.is_empty() { Well } else { Fault }, code);
        assert_eq!(found.check, "origin");
    }
}

#[test]
fn a_refused_signature_names_what_is_wrong() {
    let signed_text = "GET\n/apps/1/channels\nauth_key=k&auth_timestamp=1&auth_version=1.0";
    let quoted = |path: &str, query: &str| {
        format!(
            "Invalid signature: you should have sent HmacSHA256Hex(\"GET\\n{path}\\n{query}\", \
             your_secret_key)"
        )
    };
    let query = "auth_key=k&auth_timestamp=1&auth_version=1.0";
    let html = [("content-type", "text/html")];
    for (seen, code) in [
        (response(200, &[], "{}"), ""),
        (response(401, &[], &quoted("/apps/1/channels", query)), "wrong-secret"),
        (response(401, &[], &quoted("/ws/apps/1/channels", query)), "wrong-secret"),
        (response(401, &[], &quoted("/api/1/channels", query)), "path-rewritten"),
        (response(401, &[], &quoted("/apps/1/channels", "auth_key=k&auth_version=1.0")), "path-rewritten"),
        (response(401, &[], &quoted("/apps/1/channels", &format!("a=1&{query}"))), "path-rewritten"),
        (response(401, &[], &quoted("/apps/1/channels", &format!("{query}&b=1"))), "path-rewritten"),
        (response(401, &[], "Authentication signature invalid."), "wrong-secret"),
        (response(401, &[], "Invalid auth_key \"k\": it is not the key of app 1."), "wrong-key"),
        (
            response(
                401,
                &[],
                "Timestamp expired: Given timestamp (1) not within 600s of server \
                time (2)",
            ),
            "clock",
        ),
        (response(401, &[], "<html>"), "api-refused"),
        (response(403, &[], "The app is disabled"), "app-disabled"),
        (response(403, &[], "<html>"), "api-refused"),
        (response(404, &[], "No matching application for ID [1]."), "wrong-app-id"),
        (response(404, &html, "<html>"), "api-not-routed"),
        (response(413, &[], ""), "limit"),
        (response(502, &[], ""), "no-backend"),
    ] {
        is(&signed("1", signed_text, &Ok(seen)), if code.is_empty() { Well } else { Fault }, code);
    }
    is(&signed("1", signed_text, &Err(Silence::Closed)), Fault, "api-silent");
}

fn accepted(arrived: Arrival) -> RoundTrip {
    RoundTrip { published: Ok(response(200, &[], "{}")), arrived }
}

#[test]
fn an_event_that_is_late_was_held_back() {
    for (trip, level, code) in [
        (accepted(Arrival::After(Duration::from_millis(699))), Well, ""),
        (accepted(Arrival::After(Duration::from_millis(700))), Warning, "slow"),
        (accepted(Arrival::After(Duration::from_secs(2))), Fault, "buffering"),
        (accepted(Arrival::Never(Duration::from_secs(5))), Fault, "not-delivered"),
        (accepted(Arrival::Ended(Ending::Broken)), Fault, "broken"),
        (
            RoundTrip { published: Ok(response(405, &[], "")), arrived: Arrival::Never(Duration::ZERO) },
            Fault,
            "publish-refused",
        ),
        (
            RoundTrip { published: Err(Silence::Closed), arrived: Arrival::Never(Duration::ZERO) },
            Fault,
            "publish-silent",
        ),
    ] {
        is(&round_trip(&trip), level, code);
    }
}

#[test]
fn a_limit_of_the_server_is_told_from_one_of_a_proxy() {
    let announces = "The data content of this event exceeds the allowed maximum (10240 bytes): the \
        data of \"a\" has 10241 bytes and the limit is 10240. Send less";
    let refused = |body: &str| -> Exchange { Ok(response(413, &[], body)) };
    assert_eq!(Limits::announced(&refused(announces)), Some(10_240));
    for other in
        ["", "<html>413</html>", "exceeds the allowed maximum (many bytes)", "exceeds the allowed maximum ("]
    {
        assert_eq!(Limits::announced(&refused(other)), None, "{other}");
    }
    let arrives = || accepted(Arrival::After(Duration::from_millis(1)));
    let known = |above: Exchange, at: RoundTrip, body: Exchange| Limits {
        announced: Some(10_240),
        above: Some(above),
        at: Some(at),
        body: Some((103_000, body)),
    };
    let unknown = |above: Option<Exchange>| Limits { announced: None, above, at: None, body: None };
    let well: fn() -> Exchange = || Ok(response(200, &[], "{}"));
    let server = "The body is over 65536 bytes (setting http_body_bytes).";
    for (seen, expected) in [
        (known(refused(announces), arrives(), well()), vec![(Well, ""), (Well, "")]),
        (known(well(), arrives(), well()), vec![(Warning, "limit"), (Well, "")]),
        (
            known(refused(announces), accepted(Arrival::Never(Duration::from_secs(5))), well()),
            vec![(Fault, "frame-limit"), (Well, "")],
        ),
        (
            known(refused(announces), arrives(), refused("<html>")),
            vec![(Well, ""), (Fault, "proxy-body-limit")],
        ),
        (
            known(refused(announces), arrives(), refused(server)),
            vec![(Well, ""), (Warning, "server-body-limit")],
        ),
        (
            known(refused(announces), arrives(), Err(Silence::Closed)),
            vec![(Well, ""), (Fault, "proxy-body-limit")],
        ),
        (unknown(Some(refused("<html>"))), vec![(Fault, "proxy-body-limit")]),
        (unknown(Some(refused(server))), vec![(Warning, "server-body-limit")]),
        (unknown(Some(Ok(response(403, &[], "blocked")))), vec![(Fault, "body-refused")]),
        (unknown(Some(well())), vec![(Well, "")]),
        (unknown(None), vec![(NotChecked, "")]),
    ] {
        let found = limits(&seen);
        let found: Vec<(Level, &str)> = found.iter().map(|finding| (finding.level, finding.code)).collect();
        assert_eq!(found, expected);
    }
}

#[test]
fn cors_headers_belong_where_baton_sends_them() {
    const ALLOW: &str = "access-control-allow-origin";
    let none = || -> Exchange { Ok(response(404, &[], "")) };
    let codes = |pusher: Exchange, supabase: Exchange| -> Vec<&str> {
        cors("https://a.example", &pusher, &supabase).iter().map(|finding| finding.code).collect()
    };
    assert_eq!(codes(none(), none()), [""]);
    assert_eq!(codes(none(), Ok(response(204, &[(ALLOW, "*")], ""))), [""]);
    let twice = [(ALLOW, "*"), (ALLOW, "https://a.example")];
    assert_eq!(codes(none(), Ok(response(204, &twice, ""))), ["cors-twice"]);
    assert_eq!(codes(Ok(response(204, &[(ALLOW, "*")], "")), none()), ["cors-added"]);
}

#[test]
fn a_rate_limit_of_the_app_is_not_blamed_on_a_proxy() {
    let own = |setting: &str| Ok(response(429, &[], &format!("the app is over its limit of 1 ({setting})")));
    is(&signed("1", "", &own("read_requests_per_second")), Warning, "rate-limit");
    let published = own("backend_events_per_second");
    is(&round_trip(&RoundTrip { published, arrived: Arrival::Never(Duration::ZERO) }), Warning, "rate-limit");
    is(&signed("1", "", &Ok(response(429, &[], "Too many requests"))), Fault, "api-refused");
}

#[test]
fn metrics_are_told_only_if_they_are_shown() {
    let shown = exposed_metrics(&Ok(response(200, &[], "# TYPE baton_connections gauge"))).unwrap();
    is(&shown, Warning, "metrics-public");
    assert!(exposed_metrics(&Ok(response(404, &[], "baton_"))).is_none());
    assert!(exposed_metrics(&Ok(response(200, &[], "<html>"))).is_none());
    assert!(exposed_metrics(&Err(Silence::Late)).is_none());
}

#[test]
fn silence_that_ends_a_connection_is_a_proxys_time_out() {
    let idle_for = |seconds, end, pinged| {
        idle(&Idle { waited: Duration::from_secs(seconds), end, pinged, activity_timeout_s: 120 })
    };
    is(&idle_for(5, None, false), Well, "");
    is(&idle_for(120, None, true), Well, "");
    is(&idle_for(60, Some(Ending::Broken), false), Fault, "idle-timeout");
    is(&idle_for(60, Some(Ending::Closed(None, String::new())), false), Fault, "idle-timeout");
    is(&idle_for(60, Some(Ending::Closed(Some(4200), String::new())), false), Warning, "closed");
    assert!(idle_for(60, Some(Ending::Broken), false).fix.contains("above 150 s"));
    assert!(idle_for(5, None, false).seen.contains("--patience 125"));
}

#[test]
fn nothing_heard_means_that_nothing_was_published() {
    let heard = |subscribed, event: Option<&str>| {
        let listened = Listened {
            subscribed,
            event: event.map(str::to_owned),
            waited: Duration::from_secs(30),
            connection: Some("log".into()),
        };
        super::listened("orders", &listened)
    };
    is(&heard(Subscribed::Done, Some("placed")), Well, "");
    let none = heard(Subscribed::Done, None);
    is(&none, Fault, "no-event");
    assert!(
        none.fix.contains("queue:work") && none.fix.contains("not log or null (here log)"),
        "{}",
        none.fix
    );
    is(&heard(Subscribed::Refused("x".into()), None), Fault, "wrong-secret");
    is(&heard(Subscribed::Nothing, None), Fault, "buffering");
    is(&heard(Subscribed::Ended(Ending::Broken), None), Fault, "broken");
}

#[test]
fn what_strangers_say_is_cut_and_cannot_control_a_terminal() {
    let long = "\u{1b}]0;title\u{7}".repeat(1_000);
    for finding in [
        route("", &Ok(response(502, &[("server", &long)], &long)), None),
        route("", &Ok(response(301, &[("location", &long)], "")), None),
        upgrade(&UpgradeSeen::Answered(response(418, &[("server", &long)], &long))),
        greeting(&First::Error { code: Some(4001), text: long.clone() }),
        greeting(&First::Strange(long.clone())),
        origin("https://a.example", &UpgradeSeen::Answered(response(403, &[], &long))),
        signed("1", "GET", &Ok(response(404, &[], &long))),
        round_trip(&RoundTrip {
            published: Err(Silence::NotHttp(long.clone())),
            arrived: Arrival::Never(Duration::ZERO),
        }),
        subscribed("a", &Subscribed::Refused(long.clone())),
        tls(&target(), &TlsSeen::Failed { why: long.clone(), speaks_http: false }),
        tls(
            &target(),
            &TlsSeen::Done(Chain {
                distrust: Some(Distrust::OtherName(vec![long.clone(); 99])),
                ..Chain::default()
            }),
        ),
    ] {
        let all = [&finding.seen, &finding.why, &finding.fix].map(String::as_str).concat();
        assert!(!all.chars().any(char::is_control), "{finding:?}");
        assert!(all.len() < 10_000, "{} bytes: {finding:?}", all.len());
    }
}
