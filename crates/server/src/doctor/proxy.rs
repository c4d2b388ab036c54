//! Proxies: which one answers, and how each is configured for Baton.

use super::observation::Response;
use super::target::Target;

/// What may stand between clients and Baton.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Proxy {
    Nginx,
    Caddy,
    Apache,
    Haproxy,
    Traefik,
    Cloudflare,
    Envoy,
}

impl Proxy {
    pub(crate) const ALL: [Self; 7] =
        [Self::Nginx, Self::Caddy, Self::Apache, Self::Haproxy, Self::Traefik, Self::Cloudflare, Self::Envoy];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Nginx => "nginx",
            Self::Caddy => "caddy",
            Self::Apache => "apache",
            Self::Haproxy => "haproxy",
            Self::Traefik => "traefik",
            Self::Cloudflare => "cloudflare",
            Self::Envoy => "envoy",
        }
    }

    /// The proxy that a response names. The outermost counts, since it is what a client meets
    /// first; HAProxy and Traefik name themselves nowhere.
    pub(super) fn of(response: &Response) -> Option<Self> {
        let has = |header: &str| response.header(header).is_some();
        let names = |header: &str, word: &str| {
            let mut values = response.all(header);
            values.any(|value| value.to_ascii_lowercase().contains(word))
        };
        let is = |word: &str| names("server", word) || names("via", word);
        if has("cf-ray") || is("cloudflare") {
            Some(Self::Cloudflare)
        } else if is("nginx") || is("openresty") {
            Some(Self::Nginx)
        } else if is("caddy") {
            Some(Self::Caddy)
        } else if is("apache") {
            Some(Self::Apache)
        } else if is("envoy") || has("x-envoy-upstream-service-time") {
            Some(Self::Envoy)
        } else if is("haproxy") {
            Some(Self::Haproxy)
        } else if is("traefik") {
            Some(Self::Traefik)
        } else {
            None
        }
    }

    /// A configuration for the target; a prefix is removed, so that Baton needs no `path_prefix`.
    pub(super) fn snippet(self, target: &Target) -> String {
        let template = match (self, target.prefix.is_empty()) {
            (Self::Nginx, true) => include_str!("snippets/nginx.conf"),
            (Self::Nginx, false) => include_str!("snippets/nginx-prefix.conf"),
            (Self::Caddy, true) => include_str!("snippets/caddy.conf"),
            (Self::Caddy, false) => include_str!("snippets/caddy-prefix.conf"),
            (Self::Apache, true) => include_str!("snippets/apache.conf"),
            (Self::Apache, false) => include_str!("snippets/apache-prefix.conf"),
            (Self::Haproxy, true) => include_str!("snippets/haproxy.conf"),
            (Self::Haproxy, false) => include_str!("snippets/haproxy-prefix.conf"),
            (Self::Traefik, true) => include_str!("snippets/traefik.yaml"),
            (Self::Traefik, false) => include_str!("snippets/traefik-prefix.yaml"),
            (Self::Envoy, true) => include_str!("snippets/envoy.yaml"),
            (Self::Envoy, false) => include_str!("snippets/envoy-prefix.yaml"),
            (Self::Cloudflare, _) => include_str!("snippets/cloudflare.txt"),
        };
        template.replace("HOST", &target.host).replace("PREFIX", &target.prefix)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn response(headers: &[(&str, &str)]) -> Response {
        let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        Response { headers: headers.collect(), ..Response::default() }
    }

    #[test]
    fn a_proxy_is_known_by_its_headers() {
        for (headers, proxy) in [
            (&[("server", "nginx/1.22.1")][..], Some(Proxy::Nginx)),
            (&[("server", "Caddy")], Some(Proxy::Caddy)),
            (&[("via", "1.1 Caddy")], Some(Proxy::Caddy)),
            (&[("server", "Apache/2.4.71 (Debian)")], Some(Proxy::Apache)),
            (&[("server", "envoy")], Some(Proxy::Envoy)),
            (&[("x-envoy-upstream-service-time", "1")], Some(Proxy::Envoy)),
            (&[("server", "nginx"), ("cf-ray", "1-FRA")], Some(Proxy::Cloudflare)),
            (&[("server", "gunicorn")], None),
            (&[], None),
        ] {
            assert_eq!(Proxy::of(&response(headers)), proxy, "{headers:?}");
        }
    }

    /// The suite `doctor` runs what is printed, and so what is documented.
    #[test]
    fn the_documented_configurations_are_the_printed_ones() {
        let page = include_str!("../../../../docs/operate.md");
        let (target, _) = Target::parse("wss://ws.example.com").unwrap();
        for proxy in [Proxy::Nginx, Proxy::Caddy, Proxy::Apache, Proxy::Haproxy] {
            let snippet = proxy.snippet(&target);
            assert!(
                page.contains(&format!("\n{snippet}```\n")),
                "docs/operate.md has another one than {snippet}"
            );
        }
    }

    #[test]
    fn a_snippet_has_the_host_and_the_prefix_in_it() {
        let (plain, _) = Target::parse("wss://ws.example.com").unwrap();
        let (under, _) = Target::parse("wss://ws.example.com/sockets").unwrap();
        for proxy in Proxy::ALL {
            let snippet = proxy.snippet(&plain);
            assert!(!snippet.contains("HOST") && !snippet.contains("PREFIX"), "{snippet}");
            if proxy != Proxy::Cloudflare {
                assert!(proxy.snippet(&under).contains("/sockets"), "{proxy:?}");
                assert!(snippet.contains("8080"), "{snippet}");
            }
        }
    }
}
