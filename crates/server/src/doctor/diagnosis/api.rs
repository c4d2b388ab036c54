//! The HTTP API: signatures, publishes, limits, CORS.

use std::time::Duration;

use super::super::finding::Finding;
use super::super::observation::{Arrival, Exchange, Response, RoundTrip};
use super::{ending, shown, silence};
use crate::terminal::excerpt;

/// An event that takes longer was held back somewhere: on any network of this planet a round trip
/// takes less.
const HELD_BACK: Duration = Duration::from_secs(2);
const SLOW: Duration = Duration::from_millis(700);

/// A signed GET; `signed` is the text that was signed.
pub(crate) fn signed(id: &str, signed: &str, seen: &Exchange) -> Finding {
    const CHECK: &str = "api";
    let fault = |code, seen: String| Finding::fault(CHECK, code, seen).why("The application cannot publish.");
    let response = match seen {
        Ok(response) => response,
        Err(why) => return fault("api-silent", silence(why)).of_proxy(),
    };
    let body = &response.body;
    match response.status {
        200 => Finding::ok(CHECK, format!("a signed request is accepted for the app {id}")),
        401 if body.contains("Invalid auth_key") => {
            fault("wrong-key", format!("401: the key is not the one of app {id}"))
                .fix("Take id, key and secret of the same app: `baton check` prints ids and keys.")
        }
        401 if body.contains("Timestamp expired") => fault("clock", format!("401: {}", excerpt(body))).fix(
            "Synchronise the clocks of this machine and of Baton's: `timedatectl set-ntp true`, or \
             chrony.",
        ),
        401 if body.contains("you should have sent") && !saw(body, signed) => fault(
            "path-rewritten",
            "401: Baton was asked for another path or query than was \
                signed"
                .into(),
        )
        .fix(
            "Let the proxy pass path and query on unchanged, or remove the whole prefix \
                     and nothing else.",
        )
        .of_proxy(),
        401 if body.contains("ignature") => {
            fault("wrong-secret", format!("401: the secret is not the one of app {id}")).fix(
                "Use the secret that the server has (`baton check` says where it comes from). \
                 After a change of .env: `php artisan config:clear`, and restart workers.",
            )
        }
        404 if response.header("content-type").is_some_and(|kind| kind.contains("html")) => {
            fault("api-not-routed", shown(response))
                .why(
                    "WebSockets reach Baton and /apps/ does not: the application cannot publish by \
                     this address.",
                )
                .fix(
                    "Route /apps/ to Baton as well as /app/, or let the application publish to \
                     Baton's own address.",
                )
                .of_proxy()
        }
        404 => fault("wrong-app-id", shown(response))
            .fix("Give the app's id by --app-id: `baton check` prints it."),
        403 if body.contains("disabled") => {
            fault("app-disabled", shown(response)).fix("Set enabled = true for the app.")
        }
        413 => too_large(response),
        429 if is_own_rate(response) => own_rate(CHECK, response),
        502..=504 => {
            fault("no-backend", shown(response)).fix("Let the proxy reach Baton for /apps/ too.").of_proxy()
        }
        _ => fault("api-refused", shown(response))
            .fix(
                "Exempt /apps/ from passwords, bot checks, CSRF checks and the web application \
                 firewall.",
            )
            .of_proxy(),
    }
}

/// Whether the refusal quotes the text that was signed, so that only the secret differs. A prefix
/// may stand before the path: Baton tries both.
fn saw(body: &str, signed: &str) -> bool {
    let (_, path_and_query) = signed.split_once('\n').unwrap_or_default();
    body.contains(&format!("{}\"", path_and_query.replace('\n', "\\n")))
}

/// Whether Baton refuses for a rate limit of the app, and not a proxy for one of its own.
fn is_own_rate(response: &Response) -> bool {
    response.status == 429
        && ["backend_events_per_second", "read_requests_per_second"]
            .iter()
            .any(|name| response.body.contains(name))
}

fn own_rate(check: &'static str, response: &Response) -> Finding {
    Finding::warning(check, "rate-limit", shown(response))
        .why("The app has used up a rate limit of its own, so this could not be checked.")
        .fix("Run this again when the app is idle, or raise the limit.")
}

fn too_large(response: &Response) -> Finding {
    Finding::fault("limits", "limit", shown(response)).fix("Send less, or raise event_data_bytes.")
}

pub(crate) fn round_trip(seen: &RoundTrip) -> Finding {
    const CHECK: &str = "publish";
    match &seen.published {
        Ok(Response { status: 200, .. }) => {}
        Ok(response) if is_own_rate(response) => return own_rate(CHECK, response),
        Ok(response) => {
            return Finding::fault(CHECK, "publish-refused", shown(response))
                .why("A signed GET was accepted and this POST was not.")
                .fix("Let the proxy pass POST and bodies to /apps/ on unchanged.")
                .of_proxy();
        }
        Err(why) => {
            return Finding::fault(CHECK, "publish-silent", silence(why))
                .fix("Let the proxy pass POST to /apps/ on.")
                .of_proxy();
        }
    }
    match &seen.arrived {
        Arrival::After(time) if *time >= HELD_BACK => Finding::fault(
            CHECK,
            "buffering",
            format!("the event arrived {:.1} s after the publish", time.as_secs_f64()),
        )
        .why("Something in between holds messages back.")
        .fix("Switch off response buffering and inspection for /app/ in every proxy on the way.")
        .of_proxy(),
        Arrival::After(time) if *time >= SLOW => Finding::warning(
            CHECK,
            "slow",
            format!("the event arrived {} ms after the publish", time.as_millis()),
        )
        .why("That is long even between continents.")
        .fix(
            "Look for a proxy that buffers, and at the load of the server \
             (baton_delivery_seconds).",
        ),
        Arrival::After(time) => {
            Finding::ok(CHECK, format!("an event arrives {} ms after its publish", time.as_millis()))
        }
        Arrival::Ended(end) => Finding::fault(CHECK, "broken", ending(end)).of_proxy(),
        Arrival::Never(waited) => Finding::fault(
            CHECK,
            "not-delivered",
            format!(
                "the publish was accepted, and its event did not arrive within {} \
                s",
                waited.as_secs()
            ),
        )
        .why(
            "Publishes and WebSockets lead to different servers, or something holds messages \
            back.",
        )
        .fix(
            "Let /app/ and /apps/ lead to the same Baton process: it does not form a cluster, so a \
             load balancer must not have several. Switch off buffering for /app/.",
        )
        .of_proxy(),
    }
}

/// Publishes of known lengths.
pub(crate) struct Limits {
    /// What was announced when it was exceeded.
    pub(crate) announced: Option<usize>,
    /// One byte more than that.
    pub(crate) above: Option<Exchange>,
    /// Exactly that much.
    pub(crate) at: Option<RoundTrip>,
    /// The largest body: its bytes, and what came back.
    pub(crate) body: Option<(usize, Exchange)>,
}

impl Limits {
    /// The limit that a refusal of Baton's names.
    pub(crate) fn announced(seen: &Exchange) -> Option<usize> {
        let body = &seen.as_ref().ok().filter(|response| response.status == 413)?.body;
        let (_, rest) = body.split_once("exceeds the allowed maximum (")?;
        rest.split_once(" bytes)")?.0.parse().ok()
    }
}

pub(crate) fn limits(seen: &Limits) -> Vec<Finding> {
    const CHECK: &str = "limits";
    let mut findings = Vec::new();
    match (seen.announced, &seen.above, &seen.at) {
        (Some(limit), above, Some(at)) => {
            let is_delivered = matches!(at.arrived, Arrival::After(_));
            let is_refused = matches!(above, Some(Ok(Response { status: 413, .. })));
            if !matches!(at.published, Ok(Response { status: 200, .. })) {
                findings.push(body_limit(limit, &at.published));
            } else if !is_delivered {
                findings.push(
                    Finding::fault(
                        CHECK,
                        "frame-limit",
                        format!("an event of {limit} bytes is accepted and does not arrive"),
                    )
                    .why("Something in between drops or cuts long WebSocket messages.")
                    .fix(
                        "Raise its limit of WebSocket messages, or lower event_data_bytes in \
                         Baton.",
                    )
                    .of_proxy(),
                );
            } else if is_refused {
                findings.push(Finding::ok(
                    CHECK,
                    format!("an event may have {limit} bytes (event_data_bytes); more gets 413"),
                ));
            } else {
                findings.push(Finding::warning(
                    CHECK,
                    "limit",
                    format!(
                        "an event of {} bytes is not refused, though the limit is \
                        {limit}",
                        limit + 1
                    ),
                ));
            }
        }
        (_, Some(above), _) => match above {
            Ok(Response { status: 200, .. }) => {
                findings.push(Finding::ok(CHECK, "no limit of an event was found"))
            }
            other => findings.push(body_limit(0, other)),
        },
        _ => findings.push(Finding::not_checked(CHECK, "the publishes before failed")),
    }
    if let Some((bytes, exchange)) = &seen.body {
        match exchange {
            Ok(Response { status: 200, .. }) => {
                findings.push(Finding::ok(CHECK, format!("a body of {bytes} bytes passes")));
            }
            other => findings.push(body_limit(*bytes, other)),
        }
    }
    findings
}

/// A body that is refused: by Baton or by a proxy.
fn body_limit(bytes: usize, exchange: &Exchange) -> Finding {
    const CHECK: &str = "limits";
    let size = if bytes == 0 { "a large body".to_owned() } else { format!("a body with {bytes} bytes") };
    match exchange {
        Ok(response) if is_own_rate(response) => own_rate(CHECK, response),
        Ok(response) if response.status == 413 && response.body.contains("http_body_bytes") => {
            Finding::warning(
                CHECK,
                "server-body-limit",
                format!("{size} is refused by Baton: {}", excerpt(&response.body)),
            )
            .fix(
                "Raise http_body_bytes, if the application sends such bodies (a batch has up to 10 \
                 events).",
            )
        }
        Ok(response) if response.status == 413 && response.body.contains("the limit is") => Finding::warning(
            CHECK,
            "limit",
            format!("{size} is refused by Baton: {}", excerpt(&response.body)),
        ),
        Ok(response) if response.status == 413 => Finding::fault(
            CHECK,
            "proxy-body-limit",
            format!("{size} is refused by a proxy, not by Baton: {}", shown(response)),
        )
        .why("Publishes that Baton would accept fail.")
        .fix(
            "Raise the proxy's limit to Baton's http_body_bytes, 1 MiB by default (nginx: \
             client_max_body_size 1m; Caddy: request_body max_size; Traefik: \
             buffering.maxRequestBodyBytes).",
        )
        .of_proxy(),
        Ok(response) => Finding::fault(CHECK, "body-refused", format!("{size}: {}", shown(response)))
            .fix("Look for a limit of bodies, or a web application firewall, in the proxy.")
            .of_proxy(),
        Err(why) => Finding::fault(CHECK, "proxy-body-limit", format!("{size}: {}", silence(why)))
            .why("A proxy that ends the connection has mostly a limit of bodies.")
            .fix("Raise the proxy's limit of bodies to Baton's http_body_bytes, 1 MiB by default.")
            .of_proxy(),
    }
}

/// A preflight of a page for each of the two APIs.
pub(crate) fn cors(page: &str, pusher: &Exchange, supabase: &Exchange) -> Vec<Finding> {
    const CHECK: &str = "cors";
    const ALLOW: &str = "access-control-allow-origin";
    let mut findings = Vec::new();
    if let Ok(response) = supabase
        && response.all(ALLOW).count() > 1
    {
        findings.push(
            Finding::fault(CHECK, "cors-twice", format!("{ALLOW} comes twice"))
                .why(
                    "Browsers refuse a response with two of them. Baton sends it where pages may \
                     call (/realtime/v1/api).",
                )
                .fix("Remove the proxy's own CORS headers.")
                .of_proxy(),
        );
    }
    if let Ok(response) = pusher
        && let Some(allowed) = response.header(ALLOW)
    {
        findings.push(
            Finding::warning(
                CHECK,
                "cors-added",
                format!("a proxy allows {} to call /apps/", excerpt(allowed)),
            )
            .why(
                "Calls of /apps/ are signed with the secret, which no page may have; Baton sends \
                 no CORS there.",
            )
            .fix("Remove the proxy's CORS headers for /apps/.")
            .of_proxy(),
        );
    }
    if findings.is_empty() {
        let seen = match supabase {
            Ok(response) if response.header(ALLOW).is_some() => {
                format!("{page} may call /realtime/v1/api/, and no page /apps/, which is right")
            }
            _ => "no page may call /apps/, which is right; WebSockets need no CORS".to_owned(),
        };
        findings.push(Finding::ok(CHECK, seen));
    }
    findings
}

/// Whether strangers can read the metrics.
pub(crate) fn exposed_metrics(seen: &Exchange) -> Option<Finding> {
    let response = seen.as_ref().ok()?;
    (response.status == 200 && response.body.contains("baton_")).then(|| {
        Finding::warning("metrics", "metrics-public", "/metrics can be read from here")
            .why("It needs no password, and shows ids of apps and how much they are used.")
            .fix("Let the proxy answer 404 for /metrics, or set metrics_token or metrics_listen.")
            .of_proxy()
    })
}
