//! The WebSocket: its upgrade, its greeting, its origin, its silence.

use std::time::Duration;

use super::super::finding::Finding;
use super::super::observation::{Ending, First, Idle, Response, Subscribed, UpgradeSeen};
use super::route::is_no_upgrade;
use super::{ending, shown, silence};
use crate::terminal::excerpt;

/// The upgrade itself, whatever is said afterwards.
pub(crate) fn upgrade(seen: &UpgradeSeen) -> Finding {
    const CHECK: &str = "upgrade";
    const PASS_ON: &str = "Let the proxy speak HTTP/1.1 to Baton and pass on both headers. nginx: \
        proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header \
        Connection $connection_upgrade. Apache: upgrade=websocket. Envoy: upgrade_configs.";
    let fault =
        |code, seen: String| Finding::fault(CHECK, code, seen).why("Clients get no WebSocket.").of_proxy();
    match seen {
        UpgradeSeen::Open(First::Nothing) => {
            fault("buffering", "the WebSocket opened, and nothing came on it".into())
                .why("Baton speaks first, at once. Something in between holds back what it sends.")
                .fix(
                    "Switch off response buffering for /app/ in the proxy, and what inspects or \
                     rewrites responses (web application firewall, antivirus).",
                )
        }
        UpgradeSeen::Open(First::Ended(end @ (Ending::Broken | Ending::Malformed(_)))) => {
            fault("broken", format!("the WebSocket opened, and then: {}", ending(end))).fix(
                "Look for a proxy that does not know WebSockets, or rewrites or compresses \
                 responses, and exempt /app/.",
            )
        }
        UpgradeSeen::Open(_) => Finding::ok(CHECK, "101: a WebSocket opens"),
        UpgradeSeen::Broken(header) => fault("altered", format!("101, but {header} is missing or wrong"))
            .fix(
                "Something in between answers in Baton's place or removes headers: exempt /app/ \
                 from it.",
            ),
        UpgradeSeen::Silent(why) => fault("upgrade-silent", silence(why)).fix(
            "A proxy that buffers, or does not know WebSockets, is in between: switch its request \
             and response buffering off for /app/, and its WebSockets on.",
        ),
        UpgradeSeen::Answered(response) if is_no_upgrade(response) => {
            fault("no-upgrade-headers", "426 from Baton: the request arrived without Upgrade".into())
                .fix(PASS_ON)
        }
        UpgradeSeen::Answered(response) => match response.status {
            400 if response.body.contains("HTTP/1.0 has no upgrades") => {
                fault("http-version", shown(response))
                    .fix("Let the proxy speak HTTP/1.1 to Baton (nginx: proxy_http_version 1.1;).")
            }
            400 if response.body.contains("not a valid WebSocket upgrade") => {
                fault("no-upgrade-headers", shown(response)).fix(PASS_ON)
            }
            400 | 405 | 426 | 505 => fault("upgrade-refused", shown(response))
                .why(
                    "The proxy or Baton does not take this for an upgrade by HTTP/1.1, for example \
                     as the proxy speaks HTTP/1.0 or HTTP/2 to Baton.",
                )
                .fix(PASS_ON),
            401 | 403 | 407 | 429 => {
                fault("upgrade-denied", shown(response)).why("Something in front refuses WebSockets.").fix(
                    "Allow WebSockets for /app/ in the firewall or CDN (Cloudflare: Network > \
                     WebSockets).",
                )
            }
            301 | 302 | 303 | 307 | 308 => fault("redirect", shown(response))
                .why("WebSocket clients follow no redirect.")
                .fix("Name the final address in clients (mostly wss)."),
            404 | 421 => fault("upgrade-not-routed", shown(response))
                .why("A plain request reaches Baton and an upgrade does not.")
                .fix(
                    "Look for a rule of its own for upgrades in the proxy, and let it lead to \
                     Baton too.",
                ),
            500..=599 => fault("upgrade-backend", shown(response))
                .why("The proxy could not open a WebSocket at Baton.")
                .fix(
                    "Let the proxy speak HTTP/1.1 to Baton for upgrades (not HTTP/2 or gRPC), and \
                     look into its error log.",
                ),
            _ => fault("upgrade-answered", shown(response)).fix(PASS_ON),
        },
    }
}

/// What Baton says first.
pub(crate) fn greeting(first: &First) -> Finding {
    const CHECK: &str = "key";
    match first {
        First::Established { activity_timeout_s } => Finding::ok(
            CHECK,
            format!("the key is accepted; clients ping after {activity_timeout_s} s of silence"),
        ),
        First::Error { code: Some(code), text } => refusal(CHECK, *code, text),
        First::Error { code: None, text } => Finding::fault(CHECK, "refused", excerpt(text)),
        First::Ended(Ending::Closed(Some(code), reason)) => refusal(CHECK, *code, reason),
        First::Ended(end) => Finding::fault(CHECK, "refused", ending(end))
            .fix("Look into the server's log (`--log-level debug` reports each refusal)."),
        First::Strange(text) => {
            Finding::fault(CHECK, "not-pusher", format!("the first message is {}", excerpt(text)))
                .why("Clients of Pusher wait for pusher:connection_established.")
                .fix("Another WebSocket server answers: route /app/ to Baton.")
        }
        First::Nothing => Finding::fault(CHECK, "buffering", "nothing came on the WebSocket")
            .fix("Switch off response buffering for /app/ in the proxy.")
            .of_proxy(),
    }
}

/// Each code that a server of Pusher's protocol refuses with.
fn refusal(check: &'static str, code: u16, text: &str) -> Finding {
    let (word, fix) = match code {
        4000 => ("tls-required", "Connect by wss:// and forceTLS: true."),
        4001 => (
            "wrong-key",
            "Compare the client's key with the server's: `baton check` prints it. With several \
             apps, each has its own. After a change of .env run `php artisan config:clear` and \
             build the pages again (VITE_REVERB_APP_KEY).",
        ),
        4003 => ("app-disabled", "Set enabled = true for the app."),
        4004 => (
            "quota",
            "Raise max_connections of the app, or look for pages that connect again and \
                again.",
        ),
        4005 => ("path", "Connect to /app/{key}."),
        4006..=4008 => (
            "version",
            "Use a client of Pusher's protocol 4 to 7, and let the proxy pass the \
                query on.",
        ),
        4009 => (
            "unauthorized",
            "The page's origin is not in allowed_origins, or the app wants connections to \
             authenticate (authorized_connections).",
        ),
        4100 => (
            "over-capacity",
            "The server has no room: raise max_connections or its limit of open \
                files.",
        ),
        4101 | 4200 => ("restarting", "The server is restarting: run this command again."),
        _ => ("refused", "Look into the server's log (`--log-level debug` reports each refusal)."),
    };
    Finding::fault(check, word, format!("{code}: {}", excerpt(text))).why("Clients are refused.").fix(fix)
}

/// The same connection from a page.
pub(crate) fn origin(page: &str, seen: &UpgradeSeen) -> Finding {
    const CHECK: &str = "origin";
    let blocked = |seen: String| {
        Finding::fault(CHECK, "origin", seen).why("Pages of this origin cannot connect.").fix(format!(
            "Add the host of {page} to allowed_origins of the app, and reload (`systemctl reload \
             baton`)."
        ))
    };
    match seen {
        UpgradeSeen::Answered(response)
            if response.status == 403 && response.body.contains("allowed_origins") =>
        {
            blocked(format!("403: {}", excerpt(&response.body)))
        }
        UpgradeSeen::Open(First::Error { code: Some(4009), text }) => {
            blocked(format!("4009: {}", excerpt(text)))
        }
        UpgradeSeen::Open(First::Ended(Ending::Closed(Some(4009), reason))) => {
            blocked(format!("4009: {}", excerpt(reason)))
        }
        UpgradeSeen::Open(First::Established { .. }) => Finding::ok(CHECK, format!("{page} may connect")),
        UpgradeSeen::Answered(Response { status: 403, .. }) => {
            let UpgradeSeen::Answered(response) = seen else { return upgrade(seen) };
            Finding::fault(CHECK, "origin-proxy", shown(response))
                .why(
                    "The same upgrade without an Origin header is not refused, so a proxy judges \
                     the origin.",
                )
                .fix("Remove the proxy's own rule for Origin, and set allowed_origins in Baton.")
                .of_proxy()
        }
        UpgradeSeen::Open(first) => Finding { check: CHECK, ..greeting(first) },
        other => Finding { check: CHECK, ..upgrade(other) },
    }
}

/// Whether messages are compressed for clients that offer it.
pub(crate) fn compression(negotiated: Option<bool>) -> Finding {
    const CHECK: &str = "compression";
    match negotiated {
        Some(true) => Finding::ok(CHECK, "permessage-deflate is negotiated"),
        Some(false) => Finding::ok(
            CHECK,
            "none (setting compression, or a proxy that drops \
                Sec-WebSocket-Extensions)",
        ),
        None => Finding::not_checked(CHECK, "the second WebSocket did not open"),
    }
}

pub(crate) fn subscribed(channel: &str, seen: &Subscribed) -> Finding {
    const CHECK: &str = "subscribe";
    match seen {
        Subscribed::Done => Finding::ok(CHECK, format!("subscribed to {}", excerpt(channel))),
        Subscribed::Refused(text) => Finding::fault(CHECK, "wrong-secret", excerpt(text))
            .why("Private and presence channels are signed with the app's secret.")
            .fix(
                "Use the secret that the server has for this key (`baton check`; after a change of \
                 .env `php artisan config:clear`).",
            ),
        Subscribed::Ended(end) => Finding::fault(CHECK, "broken", ending(end)),
        Subscribed::Nothing => Finding::fault(CHECK, "buffering", "no response to a subscription")
            .fix("Look for a proxy that holds back messages, and exempt /app/ from it.")
            .of_proxy(),
    }
}

/// A silent connection.
pub(crate) fn idle(seen: &Idle) -> Finding {
    const CHECK: &str = "idle";
    let Idle { waited, end, pinged, activity_timeout_s } = seen;
    let seconds = waited.as_secs_f64();
    match end {
        Some(Ending::Closed(Some(code @ (4201 | 1001 | 4200 | 4101)), _)) => Finding::warning(
            CHECK,
            "closed",
            format!("the server closed the silent connection after {seconds:.0} s with {code}"),
        ),
        Some(end) => Finding::fault(
            CHECK,
            "idle-timeout",
            format!("the silent connection ended after {seconds:.1} s: {}", ending(end)),
        )
        .why(format!(
            "A proxy has a time-out shorter than activity_timeout_s ({activity_timeout_s} s), \
             after which Baton and clients ping: clients reconnect again and again."
        ))
        .fix(format!(
            "Raise it above {} s (activity_timeout_s + pong_timeout_s; nginx: proxy_read_timeout \
             and proxy_send_timeout, HAProxy: timeout tunnel, Apache: ProxyTimeout, Envoy: \
             stream_idle_timeout), or lower activity_timeout_s in Baton below {seconds:.0}.",
            activity_timeout_s + 30
        ))
        .of_proxy(),
        None if *pinged || seconds > *activity_timeout_s as f64 => Finding::ok(
            CHECK,
            format!("the connection survived {seconds:.0} s of silence, until the server's ping"),
        ),
        None => Finding::ok(
            CHECK,
            format!(
                "the connection survived {seconds:.0} s of silence; `--patience {}` waits for the \
                 server's ping",
                activity_timeout_s + 5
            ),
        ),
    }
}

/// What came on a channel that the user wants to hear something on.
pub(crate) struct Listened {
    pub(crate) subscribed: Subscribed,
    /// The event's name.
    pub(crate) event: Option<String>,
    pub(crate) waited: Duration,
    /// The variables of the application that say where its events go, as they are known.
    pub(crate) connection: Option<String>,
}

pub(crate) fn listened(channel: &str, seen: &Listened) -> Finding {
    const CHECK: &str = "listen";
    if seen.subscribed != Subscribed::Done {
        return Finding { check: CHECK, ..subscribed(channel, &seen.subscribed) };
    }
    let channel = excerpt(channel);
    match &seen.event {
        Some(event) => Finding::ok(CHECK, format!("{} arrived on {channel}", excerpt(event))),
        None => {
            let known = seen.connection.as_ref().map(|text| format!(" (here {})", excerpt(text)));
            Finding::fault(
                CHECK,
                "no-event",
                format!("no event on {channel} within {} s", seen.waited.as_secs()),
            )
            .why(
                "Baton is reached, so the application has not published, or to another channel, \
                 app or server.",
            )
            .fix(format!(
                "In Laravel: 1. `php artisan queue:work` must run, unless the event implements \
                 ShouldBroadcastNow or QUEUE_CONNECTION=sync: `php artisan queue:failed` shows \
                 failed jobs. 2. BROADCAST_CONNECTION (before Laravel 11 BROADCAST_DRIVER) must be \
                 reverb or pusher, not log or null{}. 3. `php artisan config:clear` after each \
                 change of .env, and restart the worker. 4. PrivateChannel(\"a\") is named \
                 private-a here, PresenceChannel presence-a. Elsewhere: read the response of the \
                 publish.",
                known.unwrap_or_default()
            ))
        }
    }
}
