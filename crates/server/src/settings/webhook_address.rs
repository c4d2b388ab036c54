//! Receivers of webhooks, and hooks, whose address stands in their URL and is one that no request may go to. A name is looked up,
//! and checked, when a request is made.

use std::net::{IpAddr, Ipv4Addr};

use baton_protocols::{App, DeclaredIn};
use hyper::Uri;

use super::apps::Candidate;
use super::field::WebhookAddresses;
use super::load::Loader;
use super::server::Settings;
use crate::outbound::{Reach, is_allowed};

impl WebhookAddresses {
    /// Where the receivers of what operators alone declare may be.
    pub(crate) fn reach_of_server(self) -> Reach {
        match self {
            Self::Private | Self::ByApp => Reach::Private,
            Self::Public => Reach::Public,
        }
    }

    /// Where the receivers and hooks of an app may be.
    pub(crate) fn reach(self, app: &App) -> Reach {
        match self {
            Self::Private => Reach::Private,
            Self::ByApp if app.declared_in == DeclaredIn::Settings => Reach::Private,
            Self::ByApp | Self::Public => Reach::Public,
        }
    }
}

impl Loader<'_> {
    /// Says which receivers and hooks are never asked. They are no fault: another value of `webhook_addresses` may allow them.
    pub(super) fn notice_webhook_addresses(&mut self, settings: &Settings, candidates: &[Candidate]) {
        let addresses = settings.webhook_addresses;
        for Candidate { app, .. } in candidates {
            let webhooks = app.pusher.webhooks.0.iter().map(|webhook| &webhook.url);
            let hooks = app.hooks.0.iter().map(|hook| &hook.url);
            let webhooks = webhooks.zip(1..).map(|entry| ("webhooks", entry, "nothing is delivered"));
            let hooks = hooks.zip(1..).map(|entry| ("hooks", entry, "every question counts as a failure"));
            for (setting, (url, n), then) in webhooks.chain(hooks) {
                let Some(ip) = address(url).filter(|ip| !is_allowed(*ip, addresses.reach(app))) else {
                    continue;
                };
                let why = if !is_allowed(ip, Reach::Private) {
                    "where no request is ever sent (link-local and cloud metadata addresses)"
                } else if addresses == WebhookAddresses::ByApp {
                    "and those of an app in the store or a database may not be in private networks: webhook_addresses = \"private\" allows it"
                } else {
                    "which webhook_addresses = \"public\" does not allow"
                };
                self.notices
                    .push(format!("{setting}, entry {n} of app {:?}: it is at {ip}, {why}; {then}", app.id));
            }
        }
    }
}

/// The address of a URL whose host is one, or is this machine by its usual name.
pub(super) fn address(url: &str) -> Option<IpAddr> {
    let uri: Uri = url.parse().ok()?;
    let host = uri.host()?.trim_matches(['[', ']']);
    if host.eq_ignore_ascii_case("localhost") {
        return Some(Ipv4Addr::LOCALHOST.into());
    }
    host.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_of_a_url_may_be_an_address() {
        for (url, ip) in [
            ("http://169.254.169.254/latest", Some("169.254.169.254")),
            ("https://[fe80::1]:8443/", Some("fe80::1")),
            ("http://LocalHost:8080/hook", Some("127.0.0.1")),
            ("http://localhost.example/", None),
            ("http://10.0.0.1.example/", None),
        ] {
            assert_eq!(address(url), ip.map(|ip| ip.parse().unwrap()), "{url}");
        }
    }
}
