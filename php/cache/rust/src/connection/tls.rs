//! TLS, as the context option `ssl` of PHP asks for it.

use std::fmt;
use std::io;
use std::sync::Arc;

use baton_trust::{Authorities, Checks, Credentials, TrustError, Verifier, is_unknown};
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection};

use super::failure::{Code, Failure, reason};
use super::place::Place;
use super::settings::Trust;

/// What all connections with these settings share. Reading the certificates takes milliseconds: it is kept.
pub(super) fn configuration(trust: &Trust) -> Result<Arc<ClientConfig>, Failure> {
    let builder = verifier(trust)
        .and_then(Verifier::into_builder)
        .map_err(|error| unusable("cafile, capath", &error))?;
    let Some(certificate) = &trust.certificate else {
        return Ok(Arc::new(builder.with_no_client_auth()));
    };
    let credentials = Credentials::read(certificate, trust.key.as_deref())
        .map_err(|error| unusable("local_cert, local_pk", &error))?;
    let configuration = builder.with_client_auth_cert(credentials.chain, credentials.key);
    configuration.map(Arc::new).map_err(|error| unusable("local_cert, local_pk", &error))
}

fn verifier(trust: &Trust) -> Result<Verifier, TrustError> {
    if !trust.verify_peer {
        return Ok(Verifier::of_anyone());
    }
    let file = trust.ca_file.as_deref().map(Authorities::of_file).transpose()?;
    let folder = trust.ca_path.as_deref().map(Authorities::of_folder).transpose()?;
    let authorities = match (file, folder) {
        (Some(file), Some(folder)) => file.and(folder),
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => Authorities::system()?,
    };
    Verifier::new(authorities, Checks { name: trust.verify_name, self_signed: !trust.allow_self_signed })
}

fn unusable(options: &str, why: &dyn fmt::Display) -> Failure {
    Failure::new(Code::Tls, format!("TLS cannot be set up: {why} (options {options})"))
}

/// One connection's TLS, which has not begun.
pub(super) fn connection(
    configuration: Arc<ClientConfig>,
    trust: &Trust,
    host: &str,
    place: &Place,
) -> Result<ClientConnection, Failure> {
    let name = if trust.peer_name.is_empty() { host } else { &trust.peer_name };
    let name = ServerName::try_from(name.to_owned())
        .map_err(|_| broken(place, format_args!("\"{name}\" is no name that a certificate can have")))?;
    ClientConnection::new(configuration, name).map_err(|error| broken(place, error))
}

/// TLS's own reason for an error of the stream: the network has none, and another connection would meet it again.
pub(super) fn fault(error: &io::Error) -> Option<&rustls::Error> {
    error.get_ref().and_then(|inner| inner.downcast_ref())
}

/// TLS failed: through the network, because the server is not believed, or because it does not believe us.
pub(super) fn failed(place: &Place, error: &io::Error) -> Failure {
    match fault(error) {
        Some(unknown) if is_unknown(unknown) => broken(
            place,
            "nobody who is trusted has signed the server's certificate: name its authority (cafile, capath), or believe \
             one that signed itself (allow_self_signed)",
        ),
        Some(other) => broken(place, other),
        None if error.kind() == io::ErrorKind::UnexpectedEof => {
            let text =
                format!("TLS with {place} failed: the server ended the connection; does it speak TLS there?");
            Failure::passing(Code::Tls, text)
        }
        None => Failure::passing(Code::Tls, format!("TLS with {place} failed: {}", reason(error))),
    }
}

fn broken(place: &Place, why: impl fmt::Display) -> Failure {
    Failure::new(Code::Tls, format!("TLS with {place} failed: {why}"))
}
