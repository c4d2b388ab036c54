//! The two serialisers, which a client chooses with `vsn` in the query of its first request.

use core::fmt;

/// How messages are written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Version {
    /// `vsn` 1.0.x, or none: objects as text. Bytes cannot be said.
    V1,
    /// `vsn` 2.0.x: arrays as text, and binary frames for what is broadcast.
    V2,
}

impl Version {
    /// Reads the value of `vsn`, `None` where the query has none. As Phoenix's `~> 1.0.0` and `~> 2.0.0` have it, the
    /// last number may be any.
    pub fn from_query(vsn: Option<&str>) -> Result<Self, UnknownVersion<'_>> {
        let Some(text) = vsn else { return Ok(Self::V1) };
        let (minor, patch) = text.rsplit_once('.').ok_or(UnknownVersion(text))?;
        let is_number = !patch.is_empty() && patch.bytes().all(|digit| digit.is_ascii_digit());
        match minor {
            "1.0" if is_number => Ok(Self::V1),
            "2.0" if is_number => Ok(Self::V2),
            _ => Err(UnknownVersion(text)),
        }
    }
}

/// A `vsn` that no serialiser has. The client's library, or its user, has to ask for another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownVersion<'a>(pub &'a str);

impl fmt::Display for UnknownVersion<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = crate::excerpt::beginning(self.0, 32).escape_debug();
        write!(f, "Unknown serializer version \"{shown}\": vsn must be 1.0.0 or 2.0.0")
    }
}

impl core::error::Error for UnknownVersion<'_> {}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn the_last_number_may_be_any_and_nothing_else_may_differ() {
        for (vsn, version) in [
            (None, Version::V1),
            (Some("1.0.0"), Version::V1),
            (Some("1.0.17"), Version::V1),
            (Some("2.0.0"), Version::V2),
            (Some("2.0.1"), Version::V2),
        ] {
            assert_eq!(Version::from_query(vsn), Ok(version), "{vsn:?}");
        }
        for vsn in
            ["", "1", "2.0", "1.0.", "1.1.0", "2.1.0", "3.0.0", "1.0.0-rc", "1.0.x", "v2.0.0", "1.0.0.0"]
        {
            assert_eq!(Version::from_query(Some(vsn)), Err(UnknownVersion(vsn)), "{vsn}");
        }
        let error = UnknownVersion("3.0.0").to_string();
        assert_eq!(error, "Unknown serializer version \"3.0.0\": vsn must be 1.0.0 or 2.0.0");
    }
}
