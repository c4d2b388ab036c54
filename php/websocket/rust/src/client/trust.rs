//! Which servers are believed to be who they say they are.

use std::path::Path;
use std::sync::Arc;

pub(super) use baton_trust::is_unknown;
use baton_trust::{Authorities, Checks, TrustError, Verifier};
use rustls::ClientConfig;

use super::failure::{Failure, Retry};
use super::settings::Settings;

/// The configuration of TLS for these settings. Reading the certificates takes milliseconds: it is kept for later
/// connections.
pub(super) fn configuration(settings: &Settings) -> Result<Arc<ClientConfig>, Failure> {
    let builder = verifier(settings)?.into_builder().map_err(|error| failed(error.to_string()))?;
    let mut configuration = builder.with_no_client_auth();
    configuration.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(Arc::new(configuration))
}

fn verifier(settings: &Settings) -> Result<Verifier, Failure> {
    if !settings.verify_peer {
        return Ok(Verifier::of_anyone());
    }
    let (authorities, whose) = match &settings.ca_file {
        Some(file) => (Authorities::of_file(file), "caFile"),
        None => (Authorities::system(), "the system's; caFile names others"),
    };
    let believe = |authorities| Verifier::new(authorities, Checks::ALL);
    authorities.and_then(believe).map_err(|error| unusable(&error, whose))
}

fn unusable(error: &TrustError, whose: &str) -> Failure {
    failed(match error {
        TrustError::NoSystem => {
            "the system's certificates were not found: install ca-certificates, or set caFile".to_owned()
        }
        TrustError::Unreadable(file, why) => unreadable(file, whose, why),
        TrustError::NoneUsable => "none of the certificates to trust (caFile) can be read".to_owned(),
        other => other.to_string(),
    })
}

fn unreadable(file: &Path, whose: &str, why: &str) -> String {
    format!("the certificates in {} ({whose}) cannot be read: {why}", file.display())
}

fn failed(text: String) -> Failure {
    Failure::new(text, 0, Retry::Pointless)
}
