//! Close frames: which codes are allowed on the wire, and what the payload means (RFC 6455 sections
//! 5.5.1, 7.4).

use crate::error::Error;
use crate::frame::MAX_CONTROL_BYTES;

/// Longest reason in bytes: a control frame's 125 less two for the code.
pub const MAX_REASON_BYTES: usize = MAX_CONTROL_BYTES - 2;

/// Why a peer closes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CloseFrame<'a> {
    /// A code for which [`is_valid_code`] holds.
    pub code: u16,
    /// At most [`MAX_REASON_BYTES`] bytes, often empty; meant for people who debug, not for users.
    pub reason: &'a str,
}

impl<'a> CloseFrame<'a> {
    /// Reads a close frame's payload; `None` if it is empty, which is a close without a code.
    ///
    /// # Errors
    ///
    /// One byte, a code that may not be sent, and a reason that is not UTF-8.
    pub fn parse(payload: &'a [u8]) -> Result<Option<Self>, Error> {
        let Some((code, reason)) = payload.split_first_chunk::<2>() else {
            return if payload.is_empty() { Ok(None) } else { Err(Error::CloseTooShort) };
        };
        let code = u16::from_be_bytes(*code);
        if !is_valid_code(code) {
            return Err(Error::CloseCode { code });
        }
        let reason = core::str::from_utf8(reason).map_err(|_| Error::InvalidUtf8)?;
        Ok(Some(Self { code, reason }))
    }
}

/// Whether `code` may be sent in a close frame.
///
/// Section 7.4.1 reserves 1004, 1005, 1006 and 1015; 1012 to 1014 were registered later with IANA. 1016 to 2999
/// belong to the protocol's own future, 3000 to 3999 to registered libraries, 4000 to 4999 to applications.
#[must_use]
pub const fn is_valid_code(code: u16) -> bool {
    matches!(code, 1000..=1003 | 1007..=1014 | 3000..=4999)
}

/// The longest start of `reason` that fits a close frame without cutting a character.
pub(crate) fn fitting_reason(reason: &str) -> &str {
    let mut end = reason.len().min(MAX_REASON_BYTES);
    while !reason.is_char_boundary(end) {
        end -= 1;
    }
    reason.get(..end).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_the_registry_are_valid_and_reserved_ones_are_not() {
        for code in [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 4999] {
            assert!(is_valid_code(code), "{code}");
        }
        for code in [0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535] {
            assert!(!is_valid_code(code), "{code}");
        }
    }

    #[test]
    fn payloads_are_read_or_refused() {
        assert_eq!(CloseFrame::parse(b""), Ok(None));
        assert_eq!(CloseFrame::parse(b"\x03"), Err(Error::CloseTooShort));
        assert_eq!(CloseFrame::parse(b"\x03\xe8"), Ok(Some(CloseFrame { code: 1000, reason: "" })));
        assert_eq!(CloseFrame::parse(b"\x0f\xa7gone"), Ok(Some(CloseFrame { code: 4007, reason: "gone" })));
        assert_eq!(CloseFrame::parse(b"\x03\xed"), Err(Error::CloseCode { code: 1005 }));
        assert_eq!(CloseFrame::parse(b"\x03\xe8\xff"), Err(Error::InvalidUtf8));
    }

    #[test]
    fn reasons_are_cut_between_characters() {
        let long = "é".repeat(100);
        assert_eq!(fitting_reason(&long).len(), 122);
        assert_eq!(fitting_reason("short"), "short");
    }
}
