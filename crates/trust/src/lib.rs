//! Which servers are believed to be who they say they are.
//!
//! `rustls` checks certificates strictly and offers nothing between that and no check at all. Programs that came from OpenSSL
//! have more to choose from: authorities without names, certificates that are their own authority, folders of authorities.
//! What Baton's TLS clients share of that stands here; what they call their settings, and how a failure is told, is theirs.
//!
//! * [`Authorities`] are read from the system, a file or a folder.
//! * [`Verifier`] checks a certificate against them, and [`Verifier::into_builder`] begins a configuration of TLS with it.
//! * [`Credentials`] are what a client shows a server that asks who it is.
//!
//! Signatures of the handshake are always checked, whatever else is not.

mod authorities;
mod credentials;
mod error;
mod verifier;

pub use authorities::Authorities;
pub use credentials::Credentials;
pub use error::TrustError;
pub use verifier::{Checks, Verifier, is_unknown};
