//! Keys of the handshake: proof that both sides speak WebSocket and no cache is between them.

use alloc::string::String;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha1::{Digest as _, Sha1};

/// RFC 6455 section 1.3.
const GUID: &[u8] = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/// Value of `Sec-WebSocket-Accept` for a `Sec-WebSocket-Key`: SHA-1 of the key as text and a fixed text, in base64.
#[must_use]
pub fn accept_key(key: impl AsRef<[u8]>) -> String {
    STANDARD.encode(Sha1::new().chain_update(key).chain_update(GUID).finalize())
}

/// Value of `Sec-WebSocket-Key` for 16 random bytes, which a client draws for each connection.
#[must_use]
pub fn encode_key(nonce: [u8; 16]) -> String {
    STANDARD.encode(nonce)
}

/// Whether `key` is 16 bytes in base64, as section 4.2.1 requires. The bits after the last byte may
/// have any value: some clients do not clear them.
pub(super) fn is_valid_key(key: &str) -> bool {
    let Some(digits) = key.strip_suffix("==") else { return false };
    let is_digit = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'+' || byte == b'/';
    digits.len() == 22 && digits.bytes().all(is_digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_rfc_6455_section_1_3() {
        assert_eq!(accept_key("dGhlIHNhbXBsZSBub25jZQ=="), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
        assert_eq!(encode_key(*b"the sample nonce"), "dGhlIHNhbXBsZSBub25jZQ==");
    }

    #[test]
    fn keys_are_sixteen_bytes() {
        assert!(is_valid_key("dGhlIHNhbXBsZSBub25jZQ=="));
        for key in ["", "==", "dGhlIHNhbXBsZSBub25jZQ=", "dGhlIHNhbXBsZSBub25jZR", "dGhl IHNhbXBsZSBub25jZ=="]
        {
            assert!(!is_valid_key(key), "{key}");
        }
    }
}
