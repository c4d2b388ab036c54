//! Name, addresses, TLS, clock.

use std::net::SocketAddr;
use std::time::{Duration, SystemTime};

use super::super::finding::Finding;
use super::super::observation::{Addresses, Chain, Dialled, Distrust, TlsSeen};
use super::super::target::Target;
use crate::terminal::excerpt;

/// How far, in seconds, the clocks may differ: signatures are valid for so long (`WINDOW_S` of the
/// HTTP API).
const WINDOW_S: u64 = 600;
/// From here on it is worth setting them.
const NOTICED_S: u64 = 60;

pub(crate) fn name(host: &str, resolved: &Result<Vec<SocketAddr>, String>) -> Finding {
    const CHECK: &str = "name";
    match resolved {
        Ok(addresses) if !addresses.is_empty() => {
            let all: Vec<String> = addresses.iter().map(|address| address.ip().to_string()).collect();
            Finding::ok(CHECK, format!("{host} is {}", all.join(", ")))
        }
        Ok(_) => Finding::fault(CHECK, "name", format!("{host} has no address"))
            .fix("Add an A or AAAA record for the host, or correct the host in the URL."),
        Err(why) => Finding::fault(CHECK, "name", format!("{host} cannot be resolved: {}", excerpt(why)))
            .why("Clients look the host up first.")
            .fix("Correct the host in the URL, or add its A or AAAA record."),
    }
}

pub(crate) fn addresses(addresses: &Addresses) -> Vec<Finding> {
    const CHECK: &str = "connect";
    let reached = addresses.iter().any(|(_, dialled)| *dialled == Dialled::Connected);
    let finding = |(address, dialled): &(SocketAddr, Dialled)| {
        let level = |code, seen: String| match reached {
            true => Finding::warning(CHECK, code, seen)
                .why("Clients that try this address first wait for it, or fail."),
            false => Finding::fault(CHECK, code, seen),
        };
        match dialled {
            Dialled::Connected => Finding::ok(CHECK, format!("{address} accepts connections")),
            Dialled::Refused => level("refused", format!("{address} refuses connections")).fix(
                "Nothing listens on that address and port: start the proxy or Baton, let it listen \
                 there (Baton: `listen`; 127.0.0.1 is reached from the same machine only), or \
                 remove the DNS record.",
            ),
            Dialled::TimedOut => level("filtered", format!("{address} does not answer")).fix(
                "A firewall or security group drops the packets: open the port, or correct the DNS \
                 record.",
            ),
            Dialled::NoRoute if reached => Finding::ok(
                CHECK,
                format!(
                    "{address} cannot be tried: this machine has no route \
                    there"
                ),
            ),
            Dialled::NoRoute => level("no-route", format!("{address}: this machine has no route there"))
                .fix("Run the command on a machine whose network reaches that address."),
            Dialled::Failed(why) => level("connect", format!("{address}: {}", excerpt(why)))
                .fix("Correct the host and port in the URL."),
        }
    };
    addresses.iter().map(finding).collect()
}

pub(crate) fn tls(target: &Target, seen: &TlsSeen) -> Finding {
    const CHECK: &str = "tls";
    let refused = |code, seen: String| {
        Finding::fault(CHECK, code, seen).why("Browsers and server SDKs refuse the connection.").of_proxy()
    };
    match seen {
        TlsSeen::Done(Chain { distrust: None, sent, .. }) => {
            Finding::ok(CHECK, format!("the certificate is trusted ({} sent)", certificates(*sent)))
        }
        TlsSeen::Done(chain) => distrusted(target, chain),
        TlsSeen::Failed { speaks_http: true, .. } => {
            refused("plain-port", format!("port {} speaks plain HTTP, not TLS", target.port)).fix(format!(
                "Use ws:// or http:// with this port, or give it a certificate (nginx: `listen {} \
                 ssl`; Baton: tls_certificate and tls_key).",
                target.port
            ))
        }
        TlsSeen::Failed { why, .. } => refused("tls", format!("no TLS: {}", excerpt(why))).fix(
            "Correct the port in the URL, or the proxy's TLS versions (1.2 or 1.3) and host names \
             (SNI).",
        ),
        TlsSeen::Closed => refused("tls", "the connection was closed in the TLS handshake".into())
            .fix("Correct the port in the URL, or the proxy's host names (SNI)."),
        TlsSeen::Late => refused("tls", "no answer to the TLS handshake".into())
            .fix("Correct the port in the URL: what listens there waits for another protocol."),
    }
}

fn distrusted(target: &Target, chain: &Chain) -> Finding {
    const CHECK: &str = "tls";
    let fault = |code, seen: String| {
        Finding::fault(CHECK, code, seen).why("Browsers and server SDKs refuse the connection.").of_proxy()
    };
    match &chain.distrust {
        Some(Distrust::Expired) => fault("expired", "the certificate has expired".into()).fix(
            "Renew it, and reload the server that has it: after a renewal the old one stays loaded \
             until then.",
        ),
        Some(Distrust::NotYetValid) => fault("not-yet-valid", "the certificate is not valid yet".into())
            .fix("Set the clock of this machine, or wait until the certificate is valid."),
        Some(Distrust::OtherName(names)) => {
            let names: Vec<String> = names.iter().take(5).map(|name| excerpt(name)).collect();
            fault("wrong-name", format!("the certificate is for {}, not {}", names.join(", "), target.host))
                .fix(format!(
                    "Get a certificate for {}, or let the proxy choose it by this name (nginx: \
                     server_name).",
                    target.host
                ))
        }
        Some(Distrust::UnknownIssuer) if chain.is_self_signed => {
            fault("self-signed", "the certificate is signed by itself".into()).fix(
                "Use a certificate of an authority that clients trust, such as Let's Encrypt. For \
                 a test, add it to the clients' trust store; SSL_CERT_FILE names a file of trusted \
                 certificates for this command.",
            )
        }
        Some(Distrust::UnknownIssuer) if chain.ends_in_root => fault(
            "private-authority",
            format!("the certificates end in {}, which is not trusted here", issuer(chain)),
        )
        .fix(
            "Add that authority to the trust store of every client, or use a public one. \
             SSL_CERT_FILE names its file for this command.",
        ),
        Some(Distrust::UnknownIssuer) => fault(
            "incomplete-chain",
            format!(
                "{} sent, and the issuer of the last one, {}, is neither among them nor trusted",
                certificates(chain.sent),
                issuer(chain)
            ),
        )
        .fix(
            "Serve the whole chain: the server's certificate first, then the intermediate ones \
             (Let's Encrypt: fullchain.pem, not cert.pem). Browsers often hide this fault; PHP, \
             Node and phones do not.",
        ),
        Some(Distrust::Other(why)) => {
            fault("certificate", format!("the certificate is refused: {}", excerpt(why)))
                .fix("Get a new certificate.")
        }
        None => Finding::ok(CHECK, "the certificate is trusted"),
    }
}

fn certificates(count: usize) -> String {
    if count == 1 { "1 certificate".into() } else { format!("{count} certificates") }
}

fn issuer(chain: &Chain) -> String {
    if chain.last_issuer.is_empty() { "unnamed".into() } else { format!("{:?}", excerpt(&chain.last_issuer)) }
}

/// A plain URL whose port speaks TLS.
pub(crate) fn scheme(target: &Target) -> Finding {
    Finding::fault("scheme", "tls-port", format!("port {} speaks TLS, and the URL has none", target.port))
        .why("Plain HTTP and ws:// get no useful answer there.")
        .fix(
            "Use wss:// or https://; in clients forceTLS: true, in server SDKs useTLS (Laravel: \
             REVERB_SCHEME=https).",
        )
}

/// The time of a response, by its `Date` header, beside ours.
pub(crate) fn clock(date: Option<&str>, now: SystemTime, who: &str) -> Finding {
    const CHECK: &str = "clock";
    let Some(theirs) = date.and_then(|date| httpdate::parse_http_date(date).ok()) else {
        return Finding::not_checked(CHECK, "the response has no Date header");
    };
    let difference = now
        .duration_since(theirs)
        .unwrap_or_else(|error| error.duration())
        .saturating_sub(Duration::from_secs(1));
    let seconds = difference.as_secs();
    let seen = format!("the clock of {who} differs from this machine's by {seconds} s");
    let fix = "Synchronise both clocks: `timedatectl set-ntp true`, or chrony.";
    if seconds > WINDOW_S {
        Finding::fault(CHECK, "clock", seen)
            .why(format!(
                "Requests of the HTTP API are signed with the time, and refused beyond {WINDOW_S} \
                 s."
            ))
            .fix(fix)
    } else if seconds > NOTICED_S {
        Finding::warning(CHECK, "clock", seen)
            .why(format!("Signed requests are refused beyond {WINDOW_S} s."))
            .fix(fix)
    } else {
        Finding::ok(CHECK, seen)
    }
}
