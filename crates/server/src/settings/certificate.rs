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
        match server_config(certificate, key) {
            Ok(tls) => {
                settings.tls = Some(tls);
                self.notice_validity(certificate);
            }
            Err(CertificateError::Certificate(why)) => {
                self.wrong(origin(CERTIFICATE), CERTIFICATE, certificate, &why);
            }
            Err(CertificateError::Key(why)) => self.wrong(origin(KEY), KEY, key, &why),
        }
    }

    /// A certificate out of its time is no fault of the settings: the server starts, and serves clients that do not look.
    fn notice_validity(&mut self, certificate: &Path) {
        let Some(Validity { not_before, not_after }) = Validity::of(certificate) else { return };
        let now = i64::try_from(unix_s()).unwrap_or(i64::MAX);
        let why = if now > not_after.unix_seconds() {
            format!("it expired at {not_after}")
        } else if now < not_before.unix_seconds() {
            format!("it is not valid before {not_before}")
        } else {
            return;
        };
        self.notices.push(format!("{CERTIFICATE} = {certificate:?}: {why}, and clients refuse it"));
    }

    fn lacks(&mut self, origin: Origin, given: &str, lacking: &str) {
        let text = format!("{given} is set and {lacking} is not: TLS needs both, and plain HTTP neither");
        self.faults.push(Fault::new(origin, text));
    }

    fn wrong(&mut self, origin: Origin, key: &str, file: &Path, why: &str) {
        self.faults.push(Fault::new(origin, format!("{key} = {file:?}: {why}")));
    }
}
