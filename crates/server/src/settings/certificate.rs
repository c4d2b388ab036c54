//! Certificate and key: read when the settings are, so that `baton check` finds what is wrong with them.

use std::path::Path;

use baton_reactor::{CertificateError, Validity, server_config};

use super::fault::{Fault, Origin};
use super::load::{Loader, place_of};
use super::server::{SERVER, Settings};
use crate::clock::unix_s;

/// The two settings.
const CERTIFICATE: &str = "tls_certificate";
const KEY: &str = "tls_key";

impl Loader<'_> {
    /// Reads both files, if both are named.
    pub(super) fn read_certificate(&mut self, settings: &mut Settings, origins: &[Origin]) {
        let origin = |key: &str| place_of(origins, SERVER, key);
        let (certificate, key) = match (settings.tls_certificate.path(), settings.tls_key.path()) {
            (None, None) => return,
            (Some(certificate), Some(key)) => (certificate, key),
            (Some(_), None) => return self.lacks(origin(CERTIFICATE), CERTIFICATE, KEY),
            (None, Some(_)) => return self.lacks(origin(KEY), KEY, CERTIFICATE),
        };
        for (key, file) in [(CERTIFICATE, certificate), (KEY, key)] {
            // Certificates are read twice, and a pipe may never end.
            if file.exists() && !file.is_file() {
                return self.wrong(origin(key), key, file, "expected a file");
            }
        }
        match server_config(certificate, key) {
            Ok(tls) => {
                settings.tls = Some(tls);
                settings.certificate_validity = Validity::of(certificate);
                self.notices.extend(expired(settings, unix_s()));
            }
            Err(CertificateError::Certificate(why)) => {
                self.wrong(origin(CERTIFICATE), CERTIFICATE, certificate, &why);
            }
            Err(CertificateError::Key(why)) => self.wrong(origin(KEY), KEY, key, &why),
        }
    }

    fn lacks(&mut self, origin: Origin, given: &str, lacking: &str) {
        let text = format!("{given} is set and {lacking} is not: TLS needs both, and plain HTTP neither");
        self.faults.push(Fault::new(origin, text));
    }

    fn wrong(&mut self, origin: Origin, key: &str, file: &Path, why: &str) {
        self.faults.push(Fault::new(origin, format!("{key} = {file:?}: {why}")));
    }
}

/// Says of a certificate that clients refuse it at a time, in seconds since 1970. It is no fault of
/// the settings: the server starts, and serves clients that do not look.
pub(crate) fn expired(settings: &Settings, now: u64) -> Option<String> {
    let Validity { not_before, not_after } = settings.certificate_validity?;
    let now = seconds(now);
    let why = if now > not_after.unix_seconds() {
        format!("it expired at {not_after}")
    } else if now < not_before.unix_seconds() {
        format!("it is not valid before {not_before}")
    } else {
        return None;
    };
    Some(format!("{CERTIFICATE} = {:?}: {why}, and clients refuse it", settings.tls_certificate.path()?))
}

/// Says of a certificate that is in the last third of its validity when it expires. Programs that
/// renew certificates have done so before, whether they are valid for a year or for six days.
pub(crate) fn expires_soon(settings: &Settings, now: u64) -> Option<String> {
    let Validity { not_before, not_after } = settings.certificate_validity?;
    let (from, until) = (not_before.unix_seconds(), not_after.unix_seconds());
    let last_third = until - (until - from) / 3;
    let file = settings.tls_certificate.path()?;
    (last_third..=until).contains(&seconds(now)).then(|| {
        format!(
            "{CERTIFICATE} = {file:?}: it expires at {not_after}: renew it and reload the server (SIGHUP)"
        )
    })
}

fn seconds(now: u64) -> i64 {
    i64::try_from(now).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use baton_protocols::settings::Bounds;

    use super::super::field::{Field, Given};
    use super::*;

    /// Settings with a certificate for the first nine days of 2026, and when it is valid.
    fn settings() -> (Settings, std::ops::RangeInclusive<u64>) {
        let mut params = rcgen::CertificateParams::new(["localhost".to_owned()]).unwrap();
        params.not_before = rcgen::date_time_ymd(2026, 1, 1);
        params.not_after = rcgen::date_time_ymd(2026, 1, 10);
        let key = rcgen::KeyPair::generate().unwrap();
        let file = std::env::temp_dir().join(format!("baton-validity-{}.pem", std::process::id()));
        fs::write(&file, params.self_signed(&key).unwrap().pem()).unwrap();
        let certificate_validity = Validity::of(&file);
        fs::remove_file(&file).unwrap();
        let mut settings = Settings { certificate_validity, ..Settings::default() };
        settings.tls_certificate.set(Given::Text("server.pem"), Bounds::ANY).unwrap();
        (settings, 1_767_225_600..=1_768_003_200)
    }

    #[test]
    fn a_certificate_in_its_last_third_expires_soon_and_one_out_of_its_time_is_refused() {
        let (settings, valid) = settings();
        let (from, until) = valid.into_inner();
        let said = |now| (expires_soon(&settings, now), expired(&settings, now));
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
        assert_eq!(expires_soon(&Settings::default(), until), None, "without TLS there is none");
    }
}
