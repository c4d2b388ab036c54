//! Whether a request reaches Baton, and under which prefix.

use std::net::SocketAddr;

use super::super::finding::{Finding, Level};
use super::super::observation::{Exchange, Response};
use super::{shown, silence};
use crate::terminal::excerpt;

/// The beginning of Baton's 426, `NO_UPGRADE` of `http/routes.rs`.
const WHERE_CLIENTS_CONNECT: &str = "This is where WebSocket clients connect.";
/// The beginning of its 404, `NOTHING_HERE` there.
const NOTHING_HERE: &str = "Nothing is served under this path. Pusher clients connect to";

/// Who answers a GET of `/app/…` that asks for no upgrade.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Baton,
    /// Baton, which was asked for another path.
    BatonElsewhere,
    /// A proxy that gets no response from what is behind it.
    NothingBehind,
    Redirect,
    /// Cloudflare between itself and the origin.
    CloudflareOrigin,
    Denied,
    /// Something else: a site, an application, a proxy without a rule for the path.
    Other,
}

/// Whether it is Baton's text for a WebSocket's path without an upgrade.
pub(super) fn is_no_upgrade(response: &Response) -> bool {
    response.status == 426 && response.body.contains(WHERE_CLIENTS_CONNECT)
}

pub(crate) fn place(response: &Response) -> Place {
    match response.status {
        _ if is_no_upgrade(response) => Place::Baton,
        404 if response.body.contains(NOTHING_HERE) => Place::BatonElsewhere,
        502..=504 => Place::NothingBehind,
        520..=527 if response.header("cf-ray").is_some() => Place::CloudflareOrigin,
        301 | 302 | 303 | 307 | 308 => Place::Redirect,
        401 | 403 | 407 | 429 => Place::Denied,
        _ => Place::Other,
    }
}

/// What the request under the given prefix came to; `elsewhere` is another prefix under which Baton
/// answered.
pub(crate) fn route(prefix: &str, seen: &Exchange, elsewhere: Option<&str>) -> Finding {
    const CHECK: &str = "route";
    let under = |prefix: &str| if prefix.is_empty() { "/".to_owned() } else { format!("{prefix}/") };
    let fault = |code, seen: String| Finding::fault(CHECK, code, seen).of_proxy();
    let response = match seen {
        Ok(response) if place(response) == Place::Baton => {
            return Finding::ok(CHECK, format!("Baton answers under {}", under(prefix)));
        }
        Ok(response) => response,
        Err(why) => {
            return fault("no-response", format!("GET {prefix}/app/…: {}", silence(why))).fix(
                "Look whether Baton runs and the proxy's address for it is right: `curl \
                 http://127.0.0.1:8080/up` on its machine prints {\"health\":\"OK\"}.",
            );
        }
    };
    if let Some(elsewhere) = elsewhere {
        return fault(
            "wrong-prefix",
            format!(
                "Baton answers under {}, not under {}: {}",
                under(elsewhere),
                under(prefix),
                shown(response)
            ),
        )
        .why("Clients connect to the prefix and /app/{key}.")
        .fix(match elsewhere {
            "" => {
                "Leave out wsPath in clients and the path in SDKs, or route the prefix to Baton.".to_owned()
            }
            elsewhere => {
                format!(
                    "Set wsPath: \"{elsewhere}\" in clients and the path in SDKs, or route / to \
                     Baton."
                )
            }
        });
    }
    match place(response) {
        Place::NothingBehind => {
            fault("no-backend", shown(response)).why("The proxy gets no response from Baton.").fix(
                "Start Baton (`systemctl status baton`), and let the proxy connect to the address \
                 that it listens on (`listen`; in containers the service's name, not 127.0.0.1). \
                 The proxy must speak HTTP/1.1 to it (not HTTP/2), without TLS unless \
                 tls_certificate is set.",
            )
        }
        Place::CloudflareOrigin => fault("cloudflare-origin", shown(response))
            .why(
                "Cloudflare cannot reach your server, or does not trust its certificate (525, \
                 526).",
            )
            .fix(
                "Open the port for Cloudflare's addresses, and give the origin a valid \
                 certificate.",
            ),
        Place::Redirect => {
            let to = response.header("location").map(excerpt).unwrap_or_default();
            fault("redirect", format!("status {}, to {to}", response.status))
                .why("WebSocket clients and server SDKs follow no redirect.")
                .fix("Name the final address in clients and SDKs (mostly https and wss).")
        }
        Place::Denied => fault("denied", shown(response))
            .why("Something in front refuses requests before they reach Baton.")
            .fix(
                "Exempt /app/ and /apps/ from passwords, bot checks and the web application \
                 firewall.",
            ),
        Place::BatonElsewhere => fault("path-rewritten", shown(response))
            .why(
                "Baton is asked for another path than the proxy was: the proxy adds or removes a \
                 part.",
            )
            .fix(
                "Let the proxy pass /app/… and /apps/… on unchanged, or remove the whole prefix; \
                 or set path_prefix in Baton to what the proxy leaves.",
            ),
        Place::Other | Place::Baton => fault("not-baton", shown(response))
            .why("What answers is not Baton: a web site or application, or another server.")
            .fix(
                "Route /app/ and /apps/ (below the prefix, if there is one) to Baton in the proxy, \
                 before the rule of the site; give the prefix in the URL.",
            ),
    }
}

/// A further address of the host, where the first one leads to Baton; `tls` is what its handshake came to, if that is to
/// be right.
pub(crate) fn other_address(address: SocketAddr, tls: Option<&Finding>, seen: &Exchange) -> Option<Finding> {
    let differs = match (tls, seen) {
        (Some(tls), _) if tls.level != Level::Ok => tls.seen.clone(),
        (_, Ok(response)) if place(response) == Place::Baton => return None,
        (_, Ok(response)) => shown(response),
        (_, Err(why)) => silence(why),
    };
    Some(
        Finding::fault("connect", "other-address", format!("{address} leads elsewhere: {differs}"))
            .why("Clients that take this address of the host do not reach Baton.")
            .fix(
                "Correct the A or AAAA record, or let the proxy listen on that address for this \
                host too.",
            ),
    )
}
