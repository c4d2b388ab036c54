//! What is ordered by ACME: the fields of these settings, and what has to be there beside them.

use std::net::IpAddr;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use baton_postgres::source::Roots;
use baton_protocols::settings::Bounds;
use hyper::Uri;

use super::fault::{Fault, Origin};
use super::field::{Expected, Field, Given, Kind};
use super::listen::At;
use super::load::{Loader, place_of};
use super::origins::Origins;
use super::server::Settings;
use super::setting::Scope;
use crate::outbound::trusting;

/// Bytes of a name (RFC 1035, section 2.3.4).
const NAME_BYTES: usize = 253;
/// Bytes of a label.
const LABEL_BYTES: usize = 63;
/// Let's Encrypt's own.
const DIRECTORY: &str = "https://acme-v02.api.letsencrypt.org/directory";

/// DNS names, in lower case, each once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct DomainNames(Vec<String>);

impl DomainNames {
    pub(crate) fn all(&self) -> &[String] {
        &self.0
    }
}

impl Field for DomainNames {
    fn kind(&self) -> Kind {
        Kind::List
    }

    fn set(&mut self, given: Given<'_>, bounds: Bounds) -> Result<(), Expected> {
        let form = || format!("a list of at most {} DNS names, such as [\"ws.example.com\"]", bounds.highest);
        let entries = given.entries().filter(|entries| bounds.hold(entries.len() as u64));
        let (mut names, mut wrong) = (Vec::<String>::new(), Vec::new());
        for entry in entries.ok_or_else(|| Expected(form()))? {
            let name = entry.to_ascii_lowercase();
            if let Some(why) = no_domain(&name) {
                wrong.push(format!("{entry:?}: {why}"));
            } else if !names.contains(&name) {
                names.push(name);
            }
        }
        if !wrong.is_empty() {
            return Err(Expected(format!("{}; {}", form(), wrong.join("; "))));
        }
        self.0 = names;
        Ok(())
    }

    fn show(&self) -> String {
        self.0.join(",")
    }
}

/// Why no certificate can be ordered for this name.
fn no_domain(name: &str) -> Option<&'static str> {
    let is_label = |label: &str| {
        let is_inner = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        (1..=LABEL_BYTES).contains(&label.len())
            && label.bytes().all(is_inner)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    if name.contains('*') {
        return Some(
            "a wildcard is proved by a record in the DNS alone (DNS-01), which Baton cannot write: list each name, or \
                     have another program get the certificate and name its file in tls_certificate",
        );
    }
    let last = name.rsplit('.').next().unwrap_or_default();
    let ends_in_digits = !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit());
    if name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok() || ends_in_digits {
        return Some("an IP address; certificates are ordered for DNS names");
    }
    if !name.is_ascii() {
        return Some("write it in its ASCII form, which begins with xn--");
    }
    let is_name = name.len() <= NAME_BYTES && name.split('.').all(is_label);
    (!is_name).then_some("it is not a DNS name: labels of A-Z a-z 0-9 - with dots between")
}

/// The URL of an authority's directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DirectoryUrl(String);

impl DirectoryUrl {
    pub(crate) fn url(&self) -> &str {
        &self.0
    }
}

impl Default for DirectoryUrl {
    fn default() -> Self {
        Self(DIRECTORY.to_owned())
    }
}

impl Field for DirectoryUrl {
    fn kind(&self) -> Kind {
        Kind::Text
    }

    fn set(&mut self, given: Given<'_>, bounds: Bounds) -> Result<(), Expected> {
        let url = given.text().filter(|url| bounds.hold(url.len() as u64) && is_directory(url));
        let url = url.ok_or_else(|| {
            Expected(format!(
                "the https:// URL of an authority's ACME directory, such as {DIRECTORY}; http:// for this machine alone"
            ))
        })?;
        self.0 = url.to_owned();
        Ok(())
    }

    fn show(&self) -> String {
        self.0.clone()
    }
}

fn is_directory(url: &str) -> bool {
    let Ok(uri) = url.parse::<Uri>() else { return false };
    let host = uri.host().unwrap_or_default().trim_matches(['[', ']']);
    let is_here = host == "localhost" || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback());
    let has_user = uri.authority().is_some_and(|authority| authority.as_str().contains('@'));
    !host.is_empty()
        && !has_user
        && (uri.scheme_str() == Some("https") || is_here && uri.scheme_str() == Some("http"))
}

impl Settings {
    /// Whether certificates are ordered.
    pub(crate) fn has_acme(&self) -> bool {
        !self.acme_domains.all().is_empty()
    }

    /// Whether an authority can ask over TLS: it shows no certificate of its own.
    pub(crate) fn answers_by_tls(&self) -> bool {
        self.tls_client_ca.path().is_none() && self.has_tls_place()
    }

    fn has_tls_place(&self) -> bool {
        self.listen.all().iter().any(|listener| matches!(listener.at, At::Port(_)) && !listener.is_plain)
    }

    /// Whether it can ask over plain HTTP, there or by way of a proxy.
    pub(crate) fn answers_by_http(&self) -> bool {
        self.listen.all().iter().any(|listener| listener.is_plain || matches!(listener.at, At::Path(..)))
    }
}

impl Loader<'_> {
    /// What certificates cannot be ordered without.
    pub(super) fn check_acme(&mut self, settings: &Settings, origins: &Origins) {
        if !settings.has_acme() {
            return;
        }
        let mut fault = |key: &str, text: &str| {
            self.faults.push(Fault::new(place_of(origins, Scope::Server, key), text.to_owned()));
        };
        if !settings.acme_accept_terms {
            let text = "acme_accept_terms = false: an authority issues certificates to those who accept its terms of service. \
                        Read them (Let's Encrypt: https://letsencrypt.org/repository/; others name theirs in the directory, as \
                        `termsOfService`), and set acme_accept_terms = true";
            let key = "acme_accept_terms";
            // Nobody has written it: what needs it has a place.
            let is_absent = place_of(origins, Scope::Server, key) == Origin::Default;
            fault(if is_absent { "acme_domains" } else { key }, text);
        }
        if settings.data_dir.path().is_none() {
            let text = "acme_domains is set and data_dir is not: without a directory for them, account and certificate would be \
                        lost at each restart, and ordered again until the authority refuses";
            fault("acme_domains", text);
        }
        if !settings.has_tls_place() {
            fault(
                "listen",
                "acme_domains is set, but no address in listen uses TLS: add one without `plain`",
            );
        } else if !settings.answers_by_tls() && !settings.answers_by_http() {
            let text = "acme_domains and tls_client_ca are set: the authority shows no certificate when it asks for the names, so \
                        it needs an address in listen with `plain` (port 80 of these names)";
            fault("acme_domains", text);
        }
        if !settings.acme_email.is_empty() && !is_address(&settings.acme_email) {
            fault("acme_email", "acme_email: expected an e-mail address, such as admin@example.com");
        }
        if let Some(file) = settings.acme_ca_file.path()
            && let Err(why) = trusting(&Roots::File(file.to_owned()))
        {
            fault("acme_ca_file", &format!("acme_ca_file = {file:?}: {why}"));
        }
        let key = settings.acme_eab_key.reveal();
        if settings.acme_eab_key_id.is_empty() != key.is_empty() {
            fault("acme_eab_key_id", "acme_eab_key_id and acme_eab_key are set together, or neither is");
        }
        if eab_key(key).is_none() {
            fault("acme_eab_key", "acme_eab_key: expected the key as the authority shows it, in base64url");
        }
    }
}

/// The bytes of a key for external account binding.
pub(crate) fn eab_key(text: &str) -> Option<Vec<u8>> {
    BASE64_URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok()
}

fn is_address(text: &str) -> bool {
    let is_plain = |b: u8| b.is_ascii_graphic() && !b"<>,;:\"?&%".contains(&b);
    text.bytes().all(is_plain)
        && text.split_once('@').is_some_and(|(user, host)| !user.is_empty() && no_domain(host).is_none())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::environment::Environment;
    use crate::settings::file::File;
    use crate::settings::load::{Flags, load_with};
    use crate::settings::stored::Stored;

    const BOUNDS: Bounds = Bounds { lowest: 0, highest: 100 };

    #[test]
    fn names_are_read_and_what_cannot_be_ordered_is_refused_with_the_reason() {
        let mut names = DomainNames::default();
        names.set(Given::Text("WS.example.com, b.example,ws.example.com,localhost"), BOUNDS).unwrap();
        assert_eq!(names.all(), ["ws.example.com", "b.example", "localhost"]);
        names.set(Given::Text(""), BOUNDS).unwrap();
        assert!(names.all().is_empty());
        for (text, named) in [
            ("*.example.com", "DNS-01"),
            ("192.0.2.1", "an IP address"),
            ("[2001:db8::1]", "an IP address"),
            ("2001:db8::1", "an IP address"),
            ("1.2.3", "an IP address"),
            ("b\u{fc}cher.example", "xn--"),
            ("a..example", "not a DNS name"),
            ("example.com.", "not a DNS name"),
            ("-a.example", "not a DNS name"),
            ("a_b.example", "not a DNS name"),
            ("https://a.example", "not a DNS name"),
            ("a.example:443", "not a DNS name"),
            (&format!("{}.example", "x".repeat(64)), "not a DNS name"),
            (&["x"; 101].join(","), "at most 100"),
            ("10.0.0.1,a.example,b_c.example", "\"b_c.example\": it is no"), // all of them are named
        ] {
            let Expected(said) = names.set(Given::Text(text), BOUNDS).unwrap_err();
            assert!(said.contains(named), "{text}: {said}");
        }
    }

    #[test]
    fn a_reload_changes_names_and_does_not_switch_tls() {
        let read = |domains: &str| {
            let text = format!("acme_domains = [{domains}]\nacme_accept_terms = true\ndata_dir = 'data'\n");
            load_with(&Flags::new(), &environment(), Some(&File::new("baton.toml", text)), Stored::None)
                .unwrap()
                .settings
        };
        let (without, one, two) = (read(""), read("'a.example'"), read("'a.example', 'b.example'"));
        assert!(without.tls.is_none() && one.tls.is_some());
        for (settings, former, kept, names) in [
            (&one, &two, &[][..], 1),
            (&two, &one, &[], 2),
            (&one, &without, &["acme_domains"], 0),
            (&without, &one, &["acme_domains"], 1),
        ] {
            let mut settings = settings.clone();
            assert_eq!(settings.keep_fixed(former), kept);
            assert_eq!(settings.acme_domains.all().len(), names);
            assert_eq!(settings.tls.is_some(), former.tls.is_some());
        }
    }

    #[test]
    fn what_is_missing_is_said_where_it_is_needed() {
        let faults = |text: &str| {
            let text = format!("data_dir = 'data'\nacme_domains = ['a.example']\n{text}");
            let loaded =
                load_with(&Flags::new(), &environment(), Some(&File::new("baton.toml", text)), Stored::None);
            loaded.err().into_iter().flatten().map(|fault| fault.to_string()).collect::<Vec<_>>()
        };
        let said = faults("");
        assert!(
            said.len() == 1 && said[0].starts_with("baton.toml:2: acme_accept_terms = false"),
            "{said:?}"
        );
        let said = faults("acme_accept_terms = false");
        assert!(said[0].starts_with("baton.toml:3: acme_accept_terms = false"), "{said:?}");
        let said = faults("acme_accept_terms = true\nacme_ca_file = '/nonexistent.pem'");
        assert!(said.len() == 1 && said[0].contains("acme_ca_file = \"/nonexistent.pem\""), "{said:?}");
    }

    fn environment() -> Environment {
        Environment::read(std::iter::empty()).unwrap()
    }

    #[test]
    fn a_directory_is_asked_over_tls_or_on_this_machine() {
        for (url, is_one) in [
            (DIRECTORY, true),
            ("https://ca.internal:9000/acme/acme/directory", true),
            ("http://127.0.0.1:14000/dir", true),
            ("http://[::1]:14000/dir", true),
            ("http://localhost/dir", true),
            ("http://example.com/dir", false),
            ("http://localhost.example/dir", false),
            ("https://user@example.com/dir", false),
            ("ftp://localhost/dir", false),
            ("letsencrypt", false),
            ("", false),
        ] {
            let set = DirectoryUrl::default().set(Given::Text(url), Bounds { lowest: 1, highest: 2_048 });
            assert_eq!(set.is_ok(), is_one, "{url}");
        }
    }

    #[test]
    fn addresses_and_keys_are_checked() {
        for (text, is_one) in [
            ("admin@example.com", true),
            ("a.b+c@x.example", true),
            ("admin", false),
            ("@example.com", false),
            ("a b@example.com", false),
            ("a@b,c@example.com", false),
        ] {
            assert_eq!(is_address(text), is_one, "{text}");
        }
        assert_eq!(eab_key("_-8"), Some(vec![0xff, 0xef]));
        assert_eq!(eab_key("_-8="), Some(vec![0xff, 0xef]));
        assert_eq!(eab_key("+/8"), None);
    }
}
