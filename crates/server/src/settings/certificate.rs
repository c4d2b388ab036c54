//! Certificates and keys: read when the settings are, so that `baton check` finds what is wrong with them.

use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use baton_reactor::{CertificateFiles, FileRole, Issued, Validity, server_config};

use super::fault::{Fault, Origin};
use super::load::{Loader, place_of};
use super::origins::Origins;
use super::server::Settings;
use super::setting::Scope;
use crate::clock::unix_s;

const CERTIFICATE: &str = "tls_certificate";
const KEY: &str = "tls_key";
const CLIENT_CA: &str = "tls_client_ca";

/// What ACME has brought, and is shown besides the files. Each reading of the settings makes another configuration of TLS, and all
/// of a process share this.
pub(crate) fn issued() -> &'static Arc<Issued> {
    static ISSUED: LazyLock<Arc<Issued>> = LazyLock::new(Arc::default);
    &ISSUED
}

impl Loader<'_> {
    /// Reads all files, if any are named.
    pub(super) fn read_certificates(&mut self, settings: &mut Settings, origins: &Origins) {
        let origin = |key: &str| place_of(origins, Scope::Server, key);
        let Settings { tls_certificate, tls_key, tls_client_ca, .. } = &*settings;
        match (tls_certificate.paths().len(), tls_key.paths().len()) {
            (0, 0) if settings.has_acme() => {}
            (0, 0) if tls_client_ca.path().is_some() => {
                return self.lacks(origin(CLIENT_CA), CLIENT_CA, CERTIFICATE);
            }
            (0, 0) => return,
            (_, 0) => return self.lacks(origin(CERTIFICATE), CERTIFICATE, KEY),
            (0, _) => return self.lacks(origin(KEY), KEY, CERTIFICATE),
            (certificates, keys) if certificates != keys => {
                let text = format!(
                    "{KEY} has {keys} files, and {CERTIFICATE} has {certificates}: each certificate needs its key, in the same order"
                );
                return self.faults.push(Fault::new(origin(KEY), text));
            }
            _ => {}
        }
        let roles =
            [(CERTIFICATE, tls_certificate.paths().collect::<Vec<_>>()), (KEY, tls_key.paths().collect())];
        for (key, file) in roles
            .iter()
            .flat_map(|(key, files)| files.iter().map(move |file| (*key, *file)))
            .chain(tls_client_ca.path().map(|file| (CLIENT_CA, file)))
        {
            // Certificates are read twice, and a pipe may never end.
            if file.exists() && !file.is_file() {
                return self.wrong(origin(key), key, file, "expected a file");
            }
        }
        let servers = tls_certificate.paths().zip(tls_key.paths()).collect();
        let files = CertificateFiles {
            servers,
            client_authorities: tls_client_ca.path(),
            http2: settings.http2,
            issued: settings.has_acme().then(|| Arc::clone(issued())),
        };
        match server_config(&files) {
            Ok(tls) => {
                let validity = |file: &Path| Some((file.to_owned(), Validity::of(file)?));
                settings.certificates = tls_certificate.paths().filter_map(validity).collect();
                settings.tls = Some(tls);
                self.notices.extend(expired(settings, unix_s()));
            }
            Err(error) => {
                let key = match error.role {
                    FileRole::Certificate => CERTIFICATE,
                    FileRole::Key => KEY,
                    FileRole::ClientAuthorities => CLIENT_CA,
                };
                self.wrong(origin(key), key, &error.file, &error.to_string());
            }
        }
    }

    fn lacks(&mut self, origin: Origin, given: &str, lacking: &str) {
        let text = format!(
            "{given} is set and {lacking} is not: TLS needs {CERTIFICATE} and {KEY}, or acme_domains; plain HTTP needs none of its \
             settings"
        );
        self.faults.push(Fault::new(origin, text));
    }

    fn wrong(&mut self, origin: Origin, key: &str, file: &Path, why: &str) {
        self.faults.push(Fault::new(origin, format!("{key} = {file:?}: {why}")));
    }
}

/// Says of each certificate that clients refuse at a time, in seconds since 1970, why they do. It is no fault of
/// the settings: the server starts, and serves clients that do not look.
pub(crate) fn expired(settings: &Settings, now: u64) -> Vec<String> {
    let now = seconds(now);
    let of_one = |(file, Validity { not_before, not_after }): &(PathBuf, Validity)| {
        let why = if now > not_after.unix_seconds() {
            format!("it expired at {not_after}")
        } else if now < not_before.unix_seconds() {
            format!("it is not valid before {not_before}")
        } else {
            return None;
        };
        Some(format!("{CERTIFICATE} = {file:?}: {why}, and clients refuse it"))
    };
    settings.certificates.iter().filter_map(of_one).collect()
}

/// Says of each certificate that is in the last third of its validity when it expires. Programs that
/// renew certificates have done so before, whether they are valid for a year or for six days.
pub(crate) fn expires_soon(settings: &Settings, now: u64) -> Vec<String> {
    let of_one = |(file, Validity { not_before, not_after }): &(PathBuf, Validity)| {
        let (from, until) = (not_before.unix_seconds(), not_after.unix_seconds());
        let last_third = until - (until - from) / 3;
        (last_third..=until).contains(&seconds(now)).then(|| {
            format!(
                "{CERTIFICATE} = {file:?}: it expires at {not_after}: renew it and reload the server (SIGHUP)"
            )
        })
    };
    settings.certificates.iter().filter_map(of_one).collect()
}

fn seconds(now: u64) -> i64 {
    i64::try_from(now).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Settings with a certificate for the first nine days of 2026, and when it is valid.
    fn settings() -> (Settings, std::ops::RangeInclusive<u64>) {
        let mut params = rcgen::CertificateParams::new(["localhost".to_owned()]).unwrap();
        params.not_before = rcgen::date_time_ymd(2026, 1, 1);
        params.not_after = rcgen::date_time_ymd(2026, 1, 10);
        let key = rcgen::KeyPair::generate().unwrap();
        let file = std::env::temp_dir().join(format!("baton-validity-{}.pem", std::process::id()));
        fs::write(&file, params.self_signed(&key).unwrap().pem()).unwrap();
        let certificates = vec![("server.pem".into(), Validity::of(&file).unwrap())];
        fs::remove_file(&file).unwrap();
        (Settings { certificates, ..Settings::default() }, 1_767_225_600..=1_768_003_200)
    }

    #[test]
    fn a_certificate_in_its_last_third_expires_soon_and_one_out_of_its_time_is_refused() {
        let (settings, valid) = settings();
        let (from, until) = valid.into_inner();
        let said = |now| (expires_soon(&settings, now).pop(), expired(&settings, now).pop());
        let (soon, early) = said(from - 1);
        assert!(
            soon.is_none()
                && early.unwrap().contains("not valid before 2026-01-01 00:00:00 UTC, and clients")
        );
        let last_third = from + 6 * 86_400;
        for good in [from, last_third - 1] {
            assert_eq!(said(good), (None, None));
        }
        for late in [last_third, until] {
            let (soon, expired) = said(late);
            assert!(
                soon.unwrap().contains("expires at 2026-01-10 00:00:00 UTC: renew it") && expired.is_none()
            );
        }
        let (soon, late) = said(until + 1);
        assert!(
            soon.is_none() && late.unwrap().contains("it expired at 2026-01-10 00:00:00 UTC, and clients")
        );
        assert!(expires_soon(&Settings::default(), until).is_empty(), "without TLS there is none");
    }
}
