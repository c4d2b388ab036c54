//! Certificates that were read: `include/certificate.h`.
//!
//! They are read once when a server begins to listen, which may be before it gives up the right to read them, and kept for
//! the loops that it makes then.

#![allow(unsafe_code)]

use std::path::Path;

use baton_reactor::{CertificateFiles, Tls, server_config};

use baton_c_abi::guard;
use baton_c_abi::{Bytes, Failure};

/// What a handle stands for.
#[derive(Debug)]
pub struct Certificate(pub(crate) Tls);

/// Reads a certificate and its key from files, or returns null with the reason, which names the file.
///
/// # Safety
/// Both paths can be read, and `error` written or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bws_certificate_read(
    certificate: Bytes,
    key: Bytes,
    error: *mut Failure,
) -> *mut Certificate {
    guard(std::ptr::null_mut(), || {
        // SAFETY: the caller's promise.
        let (certificate, key) =
            unsafe { (String::from_utf8_lossy(certificate.get()), String::from_utf8_lossy(key.get())) };
        let servers = vec![(Path::new(&*certificate), Path::new(&*key))];
        match server_config(&CertificateFiles { servers, ..CertificateFiles::default() }) {
            Ok(config) => Box::into_raw(Box::new(Certificate(Tls::new(config)))),
            Err(why) => {
                // SAFETY: the caller's promise.
                unsafe { Failure::say(error, 0, &format!("{}: {why}", why.file.display())) };
                std::ptr::null_mut()
            }
        }
    })
}

/// Lets it go; the loops that have it keep it.
///
/// # Safety
/// It is null, or came from [`bws_certificate_read`] and was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bws_certificate_free(certificate: *mut Certificate) {
    guard((), || {
        if !certificate.is_null() {
            // SAFETY: it came from `Box::into_raw` and is freed once.
            drop(unsafe { Box::from_raw(certificate) });
        }
    });
}
