//! One order at an authority, from the account to the certificate (RFC 8555, section 7). What comes back is checked before it is
//! stored or shown: an authority may be at fault, and the former certificate is better than a wrong one.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use baton_postgres::source::Roots;
use baton_protocols::Secret;
use baton_reactor::IssuedCertificate;
use instant_acme::{
    Account, AuthorizationStatus, CertificateIdentifier, ChallengeType, Error, ExternalAccountKey,
    Identifier, NewAccount, NewOrder, Order, OrderStatus, RetryPolicy,
};
use rcgen::{CertificateParams, DistinguishedName, KeyPair};
use rustls::pki_types::Der;
use tokio::task::block_in_place;

use super::challenge::{Answers, HttpAnswers};
use super::schedule::{RecentOrders, Window};
use super::store::{Store, Stored};
use super::transport::{AskedToWait, Transport};
use crate::clock::unix_s;
use crate::outbound::{trusting, trusting_the_system};
use crate::settings::{Settings, eab_key, issued};

/// A whole order. Authorities validate within seconds, and are polled in between.
const TIMEOUT: Duration = Duration::from_secs(300);
/// Until the names are validated, and until the certificate is there.
const POLLING: RetryPolicy = RetryPolicy::new().timeout(Duration::from_secs(90));
/// How far the clocks of two machines may be apart.
const CLOCKS_S: i64 = 300;
/// Bytes of an authority's explanation that the log repeats.
const SHOWN_BYTES: usize = 1_000;
/// Where an authority names no time, after it has refused because of too many requests.
const RATE_LIMITED_S: u64 = 3_600;

/// What an authority may mean that does not make an account.
const EAB_HINT: &str = " (settings acme_eab_key_id and acme_eab_key)";

/// What the settings ask for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Wanted {
    pub(super) domains: Vec<String>,
    pub(super) directory: String,
    email: String,
    ca_file: Option<PathBuf>,
    eab: (String, Secret),
    pub(super) data_dir: PathBuf,
    by_tls: bool,
    by_http: bool,
}

impl Wanted {
    /// `None` if nothing is to be ordered.
    pub(super) fn of(settings: &Settings) -> Option<Self> {
        Some(Self {
            domains: Some(settings.acme_domains.all()).filter(|all| !all.is_empty())?.to_vec(),
            directory: settings.acme_directory.url().to_owned(),
            email: settings.acme_email.clone(),
            ca_file: settings.acme_ca_file.path().map(Into::into),
            eab: (settings.acme_eab_key_id.clone(), settings.acme_eab_key.clone()),
            data_dir: settings.data_dir.path()?.into(),
            by_tls: settings.answers_by_tls(),
            by_http: settings.answers_by_http(),
        })
    }

    /// Whether this certificate is what is asked for, whenever it ends.
    pub(super) fn is_met_by(&self, stored: &Stored) -> bool {
        stored.directory == self.directory
            && self.domains.iter().all(|domain| stored.certificate.covers(domain))
    }

    /// The challenges that can be answered, the preferred one first: where validation over TLS has failed, and nothing but port 80 may
    /// be open, plain HTTP is tried, and the other way round.
    fn challenges(&self, prefers_http: bool) -> Vec<ChallengeType> {
        let mut ways = Vec::new();
        ways.extend(self.by_tls.then_some(ChallengeType::TlsAlpn01));
        ways.extend(self.by_http.then_some(ChallengeType::Http01));
        if prefers_http {
            ways.reverse();
        }
        ways
    }
}

/// Why there is no certificate.
#[derive(Debug)]
pub(super) struct Failure {
    /// In words for the operator.
    pub(super) why: String,
    /// How long the authority asks to wait.
    pub(super) retry_after: Option<Duration>,
    /// It did not find the answer to a challenge.
    pub(super) is_of_challenge: bool,
}

impl From<String> for Failure {
    fn from(why: String) -> Self {
        Self { why, retry_after: None, is_of_challenge: false }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let retry_after = is_problem(&error, "rateLimited").then_some(Duration::from_secs(RATE_LIMITED_S));
        Self { retry_after, ..excerpt(&error).into() }
    }
}

fn is_problem(error: &Error, kind: &str) -> bool {
    let Error::Api(problem) = error else { return false };
    problem.r#type.as_deref().and_then(kind_of) == Some(kind)
}

/// The last part of a problem's type (RFC 8555, section 6.7).
fn kind_of(problem: &str) -> Option<&str> {
    problem.strip_prefix("urn:ietf:params:acme:error:")
}

/// An authority's explanation as far as a line of the log has room for it.
fn excerpt(error: &dyn std::fmt::Display) -> String {
    let mut text = error.to_string().escape_debug().to_string();
    if text.len() > SHOWN_BYTES {
        let end = (0..=SHOWN_BYTES).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        text.replace_range(end.., "…");
    }
    text
}

/// What an authority suggests.
pub(super) struct Suggested {
    pub(super) window: Window,
    /// How long not to ask again.
    pub(super) again: Duration,
    /// A page that says why.
    pub(super) explained_at: Option<String>,
}

/// A place for orders.
pub(super) struct Orders<'o> {
    pub(super) wanted: &'o Wanted,
    pub(super) store: &'o Store,
    pub(super) http: &'o HttpAnswers,
    /// The challenge over plain HTTP before that over TLS.
    pub(super) prefers_http: bool,
}

impl Orders<'_> {
    /// Orders a certificate, stores it, and returns it. It may replace one of the same authority (RFC 9773, section 5).
    pub(super) async fn place(
        &self,
        recent: &mut RecentOrders,
        replaces: Option<&Stored>,
    ) -> Result<Stored, Failure> {
        let asked_to_wait = AskedToWait::default();
        let placed = tokio::time::timeout(TIMEOUT, self.place_with(&asked_to_wait, recent, replaces)).await;
        let late = |_| Err(format!("the order was not complete within {} s", TIMEOUT.as_secs()).into());
        placed.unwrap_or_else(late).map_err(|failure| Failure {
            retry_after: asked_to_wait.take().or(failure.retry_after),
            ..failure
        })
    }

    async fn place_with(
        &self,
        asked_to_wait: &AskedToWait,
        recent: &mut RecentOrders,
        replaces: Option<&Stored>,
    ) -> Result<Stored, Failure> {
        let Wanted { domains, directory, .. } = self.wanted;
        // Shows that there is room for what follows, before the authority has anything that would be lost.
        block_in_place(|| self.store.write_orders(&recent.write()))?;
        let account = self.account(asked_to_wait).await?;
        let identifiers: Vec<_> = domains.iter().cloned().map(Identifier::Dns).collect();
        let mut new = NewOrder::new(&identifiers);
        if let Some(replaced) = replaces.and_then(|stored| identifier(&stored.certificate)) {
            new = new.replaces(replaced);
        }
        recent.add(unix_s());
        block_in_place(|| self.store.write_orders(&recent.write()))?;
        let mut order = match account.new_order(&new).await {
            Err(error) if is_problem(&error, "accountDoesNotExist") => {
                tracing::warn!(directory, "acme: the authority does not know the account: another is made");
                block_in_place(|| self.store.set_account_aside(directory));
                self.account(asked_to_wait).await?.new_order(&new).await?
            }
            placed => placed?,
        };
        let answers = Answers::new(self.http, issued());
        self.answer_challenges(&mut order, &answers).await?;
        let (request, key) = signing_request(domains)?;
        order.finalize_csr(&request).await?;
        let chain = order.poll_certificate(&POLLING).await?;
        let certificate = IssuedCertificate::parse(chain.as_bytes(), key.as_bytes())
            .and_then(|certificate| check(certificate, domains, unix_s()))
            .map_err(|why| format!("the authority has sent a certificate that cannot be used: {why}"))?;
        let now = unix_s();
        block_in_place(|| self.store.write_certificate(directory, &chain, &key, now))?;
        Ok(Stored { certificate, directory: directory.clone(), at: Some(now) })
    }

    /// When the authority suggests to renew a certificate.
    pub(super) async fn window(&self, stored: &Stored) -> Result<Suggested, Error> {
        let other = |why: String| Error::Other(why.into());
        let known = block_in_place(|| self.store.account(&stored.directory)).map_err(other)?;
        // The account does not matter: anybody may ask. But it knows the directory.
        let account = known.ok_or(Error::Unsupported("renewal information without an account"))?;
        let identifier = identifier(&stored.certificate).ok_or(Error::Unsupported("this certificate"))?;
        let transport = self.transport(AskedToWait::default()).map_err(other)?;
        let account = Account::builder_with_http(Box::new(transport)).from_credentials(account).await?;
        let (info, again) = account.renewal_info(&identifier).await?;
        let seconds = |at: i64| u64::try_from(at).unwrap_or(0);
        let (start, end) = (info.suggested_window.start, info.suggested_window.end);
        let window = Window { start: seconds(start.unix_timestamp()), end: seconds(end.unix_timestamp()) };
        Ok(Suggested { window, again, explained_at: info.explanation_url.as_ref().map(|url| excerpt(url)) })
    }

    fn transport(&self, asked_to_wait: AskedToWait) -> Result<Transport, String> {
        let Wanted { directory, ca_file, .. } = self.wanted;
        let tls = match ca_file {
            _ if directory.starts_with("http:") => None,
            None => Some(trusting_the_system()?),
            Some(file) => Some(Arc::new(trusting(&Roots::File(file.clone()))?)),
        };
        Transport::new(directory, tls, asked_to_wait)
    }

    async fn account(&self, asked_to_wait: &AskedToWait) -> Result<Account, Failure> {
        let Wanted { directory, email, eab: (key_id, key), .. } = self.wanted;
        let builder = Account::builder_with_http(Box::new(self.transport(asked_to_wait.clone())?));
        let known = block_in_place(|| self.store.account(directory)).unwrap_or_else(|damaged| {
            tracing::error!("acme: {damaged}; another account is made");
            None
        });
        if let Some(account) = known {
            return Ok(builder.from_credentials(account).await?);
        }
        let contact = format!("mailto:{email}");
        let contact = [contact.as_str()];
        let new = NewAccount {
            contact: if email.is_empty() { &[] } else { &contact },
            terms_of_service_agreed: true, // the settings are refused without
            only_return_existing: false,
        };
        let bound = (!key_id.is_empty())
            .then(|| ExternalAccountKey::new(key_id.clone(), &eab_key(key.reveal()).unwrap_or_default()));
        let created = builder.create(&new, directory.clone(), bound.as_ref()).await;
        let (account, credentials) = created.map_err(|error| {
            let hint =
                if bound.is_some() || is_problem(&error, "externalAccountRequired") { EAB_HINT } else { "" };
            let failure = Failure::from(error);
            Failure { why: failure.why + hint, ..failure }
        })?;
        block_in_place(|| self.store.write_account(directory, &credentials))?;
        tracing::info!(directory, "acme: an account was made");
        Ok(account)
    }

    async fn answer_challenges(&self, order: &mut Order, answers: &Answers<'_>) -> Result<(), Failure> {
        let ways = self.wanted.challenges(self.prefers_http);
        let (asked, names) = (order.state().authorizations.len(), self.wanted.domains.len());
        if asked > names {
            return Err(format!("the authority asks for {asked} authorizations for {names} names").into());
        }
        let mut authorizations = order.authorizations();
        while let Some(authorization) = authorizations.next().await {
            let mut authorization = authorization?;
            let name = authorization.identifier().to_string();
            if !self.wanted.domains.contains(&name) {
                return Err(
                    format!("the authority asks about {}, which was not ordered", excerpt(&name)).into()
                );
            }
            match authorization.status {
                AuthorizationStatus::Valid => continue,
                AuthorizationStatus::Pending => {}
                status => return Err(format!("the authorization for {name} is {status:?}").into()),
            }
            let offered =
                |way: &&ChallengeType| authorization.challenges.iter().any(|one| one.r#type == **way);
            let way = ways.iter().find(offered).cloned();
            let Some(mut challenge) = way.clone().and_then(|way| authorization.challenge(way)) else {
                return Err(format!(
                    "for {name} the authority offers no challenge that can be answered here: {}",
                    lacking(&ways)
                )
                .into());
            };
            if !is_token(&challenge.token) {
                return Err(format!("the token for {name} is none: {}", excerpt(&challenge.token)).into());
            }
            let expected = challenge.key_authorization();
            if way == Some(ChallengeType::TlsAlpn01) {
                answers.over_tls(&name, expected.digest().as_ref())?;
            } else {
                answers.over_http(&challenge.token, expected.as_str());
            }
            challenge.set_ready().await?;
        }
        let status = order.poll_ready(&POLLING).await;
        if let Ok(OrderStatus::Ready) = status {
            return Ok(());
        }
        let why = match what_failed(order, names).await {
            Some(why) => why,
            None => status.map_or_else(|error| excerpt(&error), |status| format!("the order is {status:?}")),
        };
        Err(Failure { is_of_challenge: true, ..format!("the names were not validated: {why}").into() })
    }
}

/// Whether this can be a challenge's token: base64url (RFC 8555, section 8.1), of which 22 characters are enough.
fn is_token(text: &str) -> bool {
    let is_inner = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    (1..=256).contains(&text.len()) && text.bytes().all(is_inner)
}

/// What the challenges need that is not there.
fn lacking(ways: &[ChallengeType]) -> &'static str {
    match ways {
        [ChallengeType::TlsAlpn01] => "HTTP-01 needs an address in `listen` with `plain`, or a Unix socket",
        [ChallengeType::Http01] => "TLS-ALPN-01 needs a server without tls_client_ca",
        _ => "neither TLS-ALPN-01 nor HTTP-01",
    }
}

/// Which challenge was not met, and why.
async fn what_failed(order: &mut Order, names: usize) -> Option<String> {
    let mut authorizations = order.authorizations();
    // Since they were counted, the authority has sent the order again.
    for _ in 0..names {
        let mut authorization = authorizations.next().await?.ok()?;
        authorization.refresh().await.ok()?;
        let name = excerpt(&authorization.identifier());
        let errors =
            authorization.challenges.iter().filter_map(|one| Some((&one.r#type, one.error.as_ref()?)));
        if let Some((way, error)) = errors.into_iter().next() {
            return Some(format!("{name}: {}{}", excerpt(error), advice(way, error.r#type.as_deref())));
        }
    }
    None
}

/// What to look at where an authority cannot connect.
fn advice(way: &ChallengeType, problem: Option<&str>) -> &'static str {
    match way {
        _ if problem.and_then(kind_of) != Some("connection") => "",
        ChallengeType::TlsAlpn01 => "; port 443 of each name must lead to `listen`",
        _ => "; port 80 of each name must lead to an address of `listen` with `plain`",
    }
}

/// A request for a certificate, as DER, and its key as PEM.
fn signing_request(domains: &[String]) -> Result<(Vec<u8>, String), String> {
    let failed = |error: rcgen::Error| format!("the request for a certificate cannot be made: {error}");
    let mut params = CertificateParams::new(domains).map_err(failed)?;
    params.distinguished_name = DistinguishedName::new();
    let key = KeyPair::generate().map_err(failed)?;
    let request = params.serialize_request(&key).map_err(failed)?;
    Ok((request.der().to_vec(), key.serialize_pem()))
}

/// Whether clients would accept it.
fn check(certificate: IssuedCertificate, domains: &[String], now: u64) -> Result<IssuedCertificate, String> {
    if let Some(missing) = domains.iter().find(|domain| !certificate.covers(domain)) {
        return Err(format!("it is not for {missing}, but for {}", excerpt(&certificate.names.join(", "))));
    }
    let (now, validity) = (i64::try_from(now).unwrap_or(i64::MAX), certificate.validity);
    if validity.not_after.unix_seconds() <= now {
        return Err(format!("it has expired at {}", validity.not_after));
    }
    if validity.not_before.unix_seconds() > now + CLOCKS_S {
        return Err(format!("it is not valid before {}", validity.not_before));
    }
    Ok(certificate)
}

fn identifier(certificate: &IssuedCertificate) -> Option<CertificateIdentifier<'static>> {
    let (key, serial) = certificate.identifier()?;
    Some(CertificateIdentifier::new(Der::from_slice(&key), Der::from_slice(&serial)).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn certificate(names: &[&str], years: (i32, i32)) -> IssuedCertificate {
        let names: Vec<_> = names.iter().map(|name| (*name).to_owned()).collect();
        let mut params = CertificateParams::new(names).unwrap();
        params.not_before = rcgen::date_time_ymd(years.0, 1, 1);
        params.not_after = rcgen::date_time_ymd(years.1, 1, 1);
        let key = KeyPair::generate().unwrap();
        let chain = params.self_signed(&key).unwrap().pem();
        IssuedCertificate::parse(chain.as_bytes(), key.serialize_pem().as_bytes()).unwrap()
    }

    #[test]
    fn certificates_that_clients_would_refuse_are_refused() {
        let domains = ["a.x.example".to_owned(), "b.x.example".to_owned()];
        let now = 1_798_761_600; // 2027-01-01
        for (names, years, named) in [
            (&["a.x.example", "B.x.example"][..], (2026, 2028), None),
            (&["b.x.example", "a.x.example", "c.example"], (2026, 2028), None),
            (&["a.x.example"], (2026, 2028), Some("not for b.x.example, but for a.x.example")),
            (&["*.x.example"], (2026, 2028), None),
            (&["a.x.example", "b.x.example"], (2025, 2026), Some("expired at 2026")),
            (&["a.x.example", "b.x.example"], (2025, 2027), Some("expired at 2027")),
            (&["a.x.example", "b.x.example"], (2028, 2029), Some("not valid before 2028")),
        ] {
            let said = check(certificate(names, years), &domains, now).err();
            assert!(
                said.as_ref().map_or(named.is_none(), |said| named.is_some_and(|named| said.contains(named))),
                "{names:?}: {said:?}"
            );
        }
    }

    #[test]
    fn tokens_are_short_and_need_no_escape() {
        assert!(is_token("evaGxfADs6pSRb2LAv9IZf17Dt3juxGJ-PCt92wr_oA") && is_token(&"x".repeat(256)));
        for wrong in ["", "a/b", "a.b", "a b", "a\n", &"x".repeat(257)] {
            assert!(!is_token(wrong), "{wrong}");
        }
    }

    #[test]
    fn explanations_are_cut_and_escaped() {
        assert_eq!(excerpt(&"a\nb\u{1b}"), "a\\nb\\u{1b}");
        let long = excerpt(&"\u{e9}".repeat(9_999));
        assert!(long.len() <= SHOWN_BYTES + 3 && long.ends_with('…'));
    }

    #[test]
    fn an_authority_that_cannot_connect_is_explained() {
        use ChallengeType::{Http01, TlsAlpn01};
        let connection = Some("urn:ietf:params:acme:error:connection");
        assert!(advice(&TlsAlpn01, connection).contains("port 443"));
        assert!(advice(&Http01, connection).contains("port 80"));
        assert_eq!(advice(&TlsAlpn01, Some("urn:ietf:params:acme:error:dns")), "");
        assert_eq!(advice(&Http01, None), "");
    }

    #[test]
    fn the_other_challenge_is_tried_after_one_has_failed() {
        let wanted = |by_tls, by_http| Wanted {
            domains: Vec::new(),
            directory: String::new(),
            email: String::new(),
            ca_file: None,
            eab: (String::new(), Secret::new("")),
            data_dir: PathBuf::new(),
            by_tls,
            by_http,
        };
        use ChallengeType::{Http01, TlsAlpn01};
        assert_eq!(wanted(true, true).challenges(false), [TlsAlpn01, Http01]);
        assert_eq!(wanted(true, true).challenges(true), [Http01, TlsAlpn01]);
        assert_eq!(wanted(true, false).challenges(true), [TlsAlpn01]);
        assert_eq!(wanted(false, true).challenges(false), [Http01]);
    }
}
