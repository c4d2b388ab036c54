//! The parts of a certificate that rustls does not look at, since clients and authorities alone judge them: from when to when it is
//! valid (RFC 5280, section 4.1.2.5), and what its authority knows it by.

use std::fmt;
use std::path::Path;

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;

const INTEGER: u8 = 0x02;
const UTC_TIME: u8 = 0x17;
const GENERALIZED_TIME: u8 = 0x18;
const SEQUENCE: u8 = 0x30;
const VERSION: u8 = 0xa0;
const EXTENSIONS: u8 = 0xa3;
const OCTET_STRING: u8 = 0x04;
/// The first of an authority key identifier's parts (RFC 5280, section 4.2.1.1).
const KEY_IDENTIFIER: u8 = 0x80;
/// 2.5.29.35, with its tag and length.
const AUTHORITY_KEY_IDENTIFIER: &[u8] = &[0x06, 0x03, 0x55, 0x1d, 0x23];

/// The first and the last moment of a certificate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Validity {
    /// Clients refuse it before.
    pub not_before: Moment,
    /// Clients refuse it afterwards.
    pub not_after: Moment,
}

impl Validity {
    /// That of the first certificate in a file, which is the server's own; `None` where it cannot be read.
    #[must_use]
    pub fn of(file: &Path) -> Option<Self> {
        Self::parse(&CertificateDer::from_pem_file(file).ok()?)
    }

    pub(super) fn parse(certificate: &[u8]) -> Option<Self> {
        let (_, mut rest) = serial(certificate)?;
        for tag in [SEQUENCE, SEQUENCE] {
            rest = take(rest, tag)?.1; // algorithm, issuer
        }
        let (validity, _) = take(rest, SEQUENCE)?;
        let (not_before, rest) = Moment::take(validity)?;
        let (not_after, _) = Moment::take(rest)?;
        Some(Self { not_before, not_after })
    }
}

/// The serial number, and what is behind it.
fn serial(certificate: &[u8]) -> Option<(&[u8], &[u8])> {
    let (certificate, _) = take(certificate, SEQUENCE)?;
    let (mut rest, _) = take(certificate, SEQUENCE)?;
    if let Some((_, behind)) = take(rest, VERSION) {
        rest = behind;
    }
    take(rest, INTEGER)
}

/// The identifier of the key that has signed a certificate, and the certificate's serial number, as they stand in it: what an
/// authority knows it by (RFC 9773, section 4.1).
pub(super) fn authority_key_and_serial(certificate: &[u8]) -> Option<(Vec<u8>, Vec<u8>)> {
    let (serial, mut rest) = serial(certificate)?;
    for tag in [SEQUENCE; 5] {
        rest = take(rest, tag)?.1; // algorithm, issuer, validity, subject, key
    }
    let (extensions, _) = take(take(rest, EXTENSIONS)?.0, SEQUENCE)?;
    let mut rest = extensions;
    while let Some((extension, behind)) = take(rest, SEQUENCE) {
        rest = behind;
        if let Some(value) = extension.strip_prefix(AUTHORITY_KEY_IDENTIFIER) {
            let (value, _) = take(take(value, OCTET_STRING)?.0, SEQUENCE)?;
            return Some((take(value, KEY_IDENTIFIER)?.0.to_vec(), serial.to_vec()));
        }
    }
    None
}

/// A moment to the second, in UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    year: u32,
    /// Month, day, hour, minute and second.
    parts: [u32; 5],
}

impl Moment {
    fn take(bytes: &[u8]) -> Option<(Self, &[u8])> {
        let (digits, is_short, rest) = match take(bytes, UTC_TIME) {
            Some((text, rest)) => (text, true, rest),
            None => take(bytes, GENERALIZED_TIME).map(|(text, rest)| (text, false, rest))?,
        };
        let digits = digits.strip_suffix(b"Z")?;
        if digits.len() != if is_short { 12 } else { 14 } || !digits.iter().all(u8::is_ascii_digit) {
            return None;
        }
        let mut pairs =
            digits.chunks(2).map(|pair| u32::from(pair[0] - b'0') * 10 + u32::from(pair[1] - b'0'));
        let year = match pairs.next()? {
            short @ 50.. if is_short => 1900 + short,
            short if is_short => 2000 + short,
            century => century * 100 + pairs.next()?,
        };
        let mut parts = [0; 5];
        for part in &mut parts {
            *part = pairs.next()?;
        }
        Some((Self { year, parts }, rest))
    }

    /// Seconds since 1970; negative before.
    #[must_use]
    pub fn unix_seconds(&self) -> i64 {
        let [month, day, hour, minute, second] = self.parts.map(i64::from);
        // Years that begin in March have the leap day at their end.
        let year = i64::from(self.year) - i64::from(month < 3);
        let day_of_year = (153 * (month + if month > 2 { -3 } else { 9 }) + 2) / 5 + day - 1;
        let days = year * 365 + year / 4 - year / 100 + year / 400 + day_of_year - 719_468;
        days * 86_400 + hour * 3_600 + minute * 60 + second
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [month, day, hour, minute, second] = self.parts;
        write!(f, "{}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02} UTC", self.year)
    }
}

/// The content of the DER value with this tag that `bytes` begin with, and what is behind it.
fn take(bytes: &[u8], tag: u8) -> Option<(&[u8], &[u8])> {
    let (&first, rest) = bytes.strip_prefix(&[tag])?.split_first()?;
    let (length, rest) = match first {
        short @ 0..0x80 => (usize::from(short), rest),
        long => {
            let (digits, rest) =
                rest.split_at_checked(usize::from(long & 0x7f)).filter(|(d, _)| d.len() <= 4)?;
            (digits.iter().fold(0, |length, &digit| length << 8 | usize::from(digit)), rest)
        }
    };
    rest.split_at_checked(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(tag: u8, text: &[u8]) -> Option<Moment> {
        let length = u8::try_from(text.len()).unwrap();
        Moment::take(&[&[tag, length], text].concat()).map(|(moment, _)| moment)
    }

    #[test]
    fn moments_are_seconds_since_1970() {
        for (tag, text, seconds, shown) in [
            (UTC_TIME, "700101000000Z", 0, "1970-01-01 00:00:00 UTC"),
            (UTC_TIME, "491231235959Z", 2_524_607_999, "2049-12-31 23:59:59 UTC"),
            (UTC_TIME, "000229120000Z", 951_825_600, "2000-02-29 12:00:00 UTC"),
            (GENERALIZED_TIME, "20500301000000Z", 2_529_705_600, "2050-03-01 00:00:00 UTC"),
            (GENERALIZED_TIME, "99991231235959Z", 253_402_300_799, "9999-12-31 23:59:59 UTC"),
        ] {
            let moment = moment(tag, text.as_bytes()).unwrap();
            assert_eq!((moment.unix_seconds(), moment.to_string()), (seconds, shown.to_owned()));
        }
        for wrong in ["", "7001010000Z", "700101000000", "70010100000xZ"] {
            assert_eq!(moment(UTC_TIME, wrong.as_bytes()), None, "{wrong}");
        }
    }

    #[test]
    fn a_certificate_is_known_by_its_authoritys_key_and_its_serial_number() {
        let (authority_key, key) = (rcgen::KeyPair::generate().unwrap(), rcgen::KeyPair::generate().unwrap());
        let mut authority = rcgen::CertificateParams::default();
        authority.key_identifier_method = rcgen::KeyIdMethod::PreSpecified(vec![9, 8, 7]);
        let issuer = rcgen::Issuer::new(authority, authority_key);
        let mut params = rcgen::CertificateParams::new(["localhost".to_owned()]).unwrap();
        params.serial_number = Some(rcgen::SerialNumber::from_slice(&[0x87, 1]));
        params.use_authority_key_identifier_extension = true;
        let der = params.signed_by(&key, &issuer).unwrap().der().to_vec();
        // The zero in front, which keeps the number positive, is a part of it (RFC 9773, section 4.1).
        assert_eq!(authority_key_and_serial(&der), Some((vec![9, 8, 7], vec![0, 0x87, 1])));
        for end in 0..der.len() {
            assert_eq!(authority_key_and_serial(&der[..end]), None);
        }
        params.use_authority_key_identifier_extension = false;
        assert_eq!(authority_key_and_serial(params.signed_by(&key, &issuer).unwrap().der()), None);
    }

    #[test]
    fn a_certificate_cut_anywhere_has_none_or_its_own() {
        let mut params = rcgen::CertificateParams::new(["localhost".to_owned()]).unwrap();
        params.not_before = rcgen::date_time_ymd(2020, 1, 2);
        params.not_after = rcgen::date_time_ymd(2051, 3, 4);
        let key = rcgen::KeyPair::generate().unwrap();
        let der = params.self_signed(&key).unwrap().der().to_vec();
        let validity = Validity::parse(&der).unwrap();
        assert_eq!(validity.not_before.to_string(), "2020-01-02 00:00:00 UTC");
        assert_eq!(validity.not_after.to_string(), "2051-03-04 00:00:00 UTC");
        for end in 0..der.len() {
            assert_eq!(Validity::parse(&der[..end]), None);
        }
        for at in 0..der.len() {
            let mut other = der.clone();
            other[at] ^= 0xff;
            let _ = Validity::parse(&other); // no panic
        }
    }
}
