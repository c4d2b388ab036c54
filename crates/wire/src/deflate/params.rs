//! Negotiation, RFC 7692 section 7.1: a client offers, the server responds with the parameters in
//! use.

use core::fmt;

use super::{Deflater, Inflater, MAX_WINDOW_BITS, MIN_WINDOW_BITS};
use crate::frame::Role;
use crate::handshake::list::{split_outside_quotes, unquoted};

const NAME: &str = "permessage-deflate";
const SERVER_NO_CONTEXT_TAKEOVER: &str = "server_no_context_takeover";
const CLIENT_NO_CONTEXT_TAKEOVER: &str = "client_no_context_takeover";
const SERVER_MAX_WINDOW_BITS: &str = "server_max_window_bits";
const CLIENT_MAX_WINDOW_BITS: &str = "client_max_window_bits";

/// A server's policy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Compression {
    /// Every offer is declined.
    #[default]
    Off,
    /// No context takeover in either direction: one inflater and one deflater per loop, and each
    /// message is compressed once for all receivers. An offer that limits us to a smaller window
    /// than 32 KiB is declined, as its messages would have to be compressed separately.
    Shared,
    /// What the client offers, usually with takeover: the smallest messages, about 430 KB per
    /// connection.
    Full,
}

/// One client's offer of permessage-deflate. `Offer::default()` asks for nothing in particular.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Offer {
    /// The client requests no context takeover from the server.
    pub server_no_context_takeover: bool,
    /// The client itself uses no context takeover.
    pub client_no_context_takeover: bool,
    /// The client requests that the server use at most this window, 8 to 15 bits.
    pub server_max_window_bits: Option<u8>,
    /// The client supports a limit on its window; the value is the largest that it will use.
    pub client_max_window_bits: Option<Option<u8>>,
}

/// The negotiated parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeflateParams {
    /// The server uses no context takeover.
    pub server_no_context_takeover: bool,
    /// The client uses no context takeover.
    pub client_no_context_takeover: bool,
    /// The server's window in bits; 15 if not given.
    pub server_max_window_bits: Option<u8>,
    /// The client's window in bits; 15 if not given.
    pub client_max_window_bits: Option<u8>,
}

impl DeflateParams {
    /// The server's side: the first offer among the values of `Sec-WebSocket-Extensions` that
    /// `policy` can accept. Other extensions and malformed offers are ignored, as section 5.1
    /// requires.
    #[must_use]
    pub fn negotiate<'a>(values: impl IntoIterator<Item = &'a str>, policy: Compression) -> Option<Self> {
        let elements = values.into_iter().flat_map(|value| split_outside_quotes(value, b','));
        elements.filter_map(Offer::parse).find_map(|offer| offer.accept(policy))
    }

    /// Whether we compress for this connection with the full window and no takeover, so that what
    /// [`Deflater::shared`] wrote for others is valid for it too.
    #[must_use]
    pub fn accepts_shared(&self, role: Role) -> bool {
        let (takeover, bits) = self.sending(role);
        !takeover && bits == MAX_WINDOW_BITS
    }

    /// A stream for what we, as `role`, send; `level` is zlib's, 1 (fast) to 9 (small).
    #[must_use]
    pub fn deflater(&self, role: Role, level: u8) -> Deflater {
        match self.sending(role) {
            (true, bits) => Deflater::with_takeover(bits, level),
            (false, bits) => Deflater::without_takeover(bits, level),
        }
    }

    /// A stream for what we, as `role`, receive; `None` if a shared one is enough.
    #[must_use]
    pub fn inflater(&self, role: Role) -> Option<Inflater> {
        let afresh = match role {
            Role::Server => self.client_no_context_takeover,
            Role::Client => self.server_no_context_takeover,
        };
        (!afresh).then(Inflater::with_takeover)
    }

    /// Takeover and window of what we send.
    fn sending(&self, role: Role) -> (bool, u8) {
        let (afresh, bits) = match role {
            Role::Server => (self.server_no_context_takeover, self.server_max_window_bits),
            Role::Client => (self.client_no_context_takeover, self.client_max_window_bits),
        };
        (!afresh, bits.unwrap_or(MAX_WINDOW_BITS))
    }
}

impl Offer {
    /// The client's side: the parameters in the server's response. `Ok(None)` is a connection
    /// without compression.
    ///
    /// # Errors
    ///
    /// `Err` if the response does not match the offer; by section 7.1 the client must fail the
    /// connection then.
    pub fn verify<'a>(
        &self,
        values: impl IntoIterator<Item = &'a str>,
    ) -> Result<Option<DeflateParams>, InvalidAnswer> {
        let mut elements = values
            .into_iter()
            .flat_map(|value| split_outside_quotes(value, b','))
            .filter(|element| !element.is_empty());
        let Some(answer) = elements.next() else { return Ok(None) };
        if elements.next().is_some() {
            return Err(InvalidAnswer);
        }
        let answer = Self::parse(answer).ok_or(InvalidAnswer)?;
        self.agree(answer).map(Some).ok_or(InvalidAnswer)
    }

    fn agree(&self, answer: Self) -> Option<DeflateParams> {
        if self.server_no_context_takeover && !answer.server_no_context_takeover {
            return None;
        }
        if let Some(most) = self.server_max_window_bits
            && answer.server_max_window_bits? > most
        {
            return None;
        }
        let client_max_window_bits = match (self.client_max_window_bits, answer.client_max_window_bits) {
            (_, None) => self.client_max_window_bits.flatten(),
            // Not asked for, without its value, or larger than the window that was said to be used at most.
            (None, Some(_)) | (Some(_), Some(None)) => return None,
            (Some(Some(most)), Some(Some(bits))) if bits > most => return None,
            (Some(_), Some(Some(bits))) => Some(bits),
        };
        if client_max_window_bits.is_some_and(|bits| bits < MIN_WINDOW_BITS) {
            return None; // a window that we cannot keep to
        }
        Some(DeflateParams {
            server_no_context_takeover: answer.server_no_context_takeover,
            client_no_context_takeover: self.client_no_context_takeover || answer.client_no_context_takeover,
            server_max_window_bits: answer.server_max_window_bits,
            client_max_window_bits,
        })
    }

    fn accept(self, policy: Compression) -> Option<DeflateParams> {
        let bits = self.server_max_window_bits.unwrap_or(MAX_WINDOW_BITS);
        let smallest = match policy {
            Compression::Off => return None,
            Compression::Shared => MAX_WINDOW_BITS,
            Compression::Full => MIN_WINDOW_BITS,
        };
        if bits < smallest {
            return None;
        }
        let shared = policy == Compression::Shared;
        Some(DeflateParams {
            server_no_context_takeover: shared || self.server_no_context_takeover,
            client_no_context_takeover: shared || self.client_no_context_takeover,
            server_max_window_bits: self.server_max_window_bits,
            // Never asked for: our inflaters hold the largest window whatever the client uses.
            client_max_window_bits: None,
        })
    }

    /// Reads one element of the header; `None` if it is another extension or breaks section 7.1: an
    /// unknown or repeated parameter, a value where none is allowed, a window that is not 8 to 15.
    fn parse(element: &str) -> Option<Self> {
        let mut parts = split_outside_quotes(element, b';');
        if parts.next()? != NAME {
            return None;
        }
        let mut offer = Self::default();
        for part in parts {
            let (name, value) = match part.split_once('=') {
                Some((name, value)) => (name.trim_end(), Some(unquoted(value.trim_start()))),
                None => (part, None),
            };
            offer.set(name, value)?;
        }
        Some(offer)
    }

    fn set(&mut self, name: &str, value: Option<&str>) -> Option<()> {
        match name {
            SERVER_NO_CONTEXT_TAKEOVER => set_flag(&mut self.server_no_context_takeover, value),
            CLIENT_NO_CONTEXT_TAKEOVER => set_flag(&mut self.client_no_context_takeover, value),
            SERVER_MAX_WINDOW_BITS => set_once(&mut self.server_max_window_bits, window_bits(value?)?),
            CLIENT_MAX_WINDOW_BITS => {
                let bits = match value {
                    Some(value) => Some(window_bits(value)?),
                    None => None,
                };
                set_once(&mut self.client_max_window_bits, bits)
            }
            _ => None,
        }
    }
}

/// The server's response does not match the client's offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidAnswer;

impl fmt::Display for InvalidAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the server's Sec-WebSocket-Extensions does not answer what was offered")
    }
}

impl core::error::Error for InvalidAnswer {}

fn set_flag(flag: &mut bool, value: Option<&str>) -> Option<()> {
    if *flag || value.is_some() {
        return None;
    }
    *flag = true;
    Some(())
}

fn set_once<T>(slot: &mut Option<T>, value: T) -> Option<()> {
    slot.replace(value).is_none().then_some(())
}

/// 8 to 15, without leading zeros (section 7.1.2).
fn window_bits(value: &str) -> Option<u8> {
    let bits: u8 = value.parse().ok()?;
    let plain = value.bytes().all(|byte| byte.is_ascii_digit()) && !value.starts_with('0');
    (plain && (8..=MAX_WINDOW_BITS).contains(&bits)).then_some(bits)
}

impl fmt::Display for Offer {
    /// As an element of the client's `Sec-WebSocket-Extensions`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(NAME)?;
        write_flag(f, SERVER_NO_CONTEXT_TAKEOVER, self.server_no_context_takeover)?;
        write_flag(f, CLIENT_NO_CONTEXT_TAKEOVER, self.client_no_context_takeover)?;
        write_bits(f, SERVER_MAX_WINDOW_BITS, self.server_max_window_bits)?;
        match self.client_max_window_bits {
            Some(None) => write_flag(f, CLIENT_MAX_WINDOW_BITS, true),
            bits => write_bits(f, CLIENT_MAX_WINDOW_BITS, bits.flatten()),
        }
    }
}

impl fmt::Display for DeflateParams {
    /// As the server's `Sec-WebSocket-Extensions`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(NAME)?;
        write_flag(f, SERVER_NO_CONTEXT_TAKEOVER, self.server_no_context_takeover)?;
        write_flag(f, CLIENT_NO_CONTEXT_TAKEOVER, self.client_no_context_takeover)?;
        write_bits(f, SERVER_MAX_WINDOW_BITS, self.server_max_window_bits)?;
        write_bits(f, CLIENT_MAX_WINDOW_BITS, self.client_max_window_bits)
    }
}

fn write_flag(f: &mut fmt::Formatter<'_>, name: &str, set: bool) -> fmt::Result {
    if set { write!(f, "; {name}") } else { Ok(()) }
}

fn write_bits(f: &mut fmt::Formatter<'_>, name: &str, bits: Option<u8>) -> fmt::Result {
    bits.map_or(Ok(()), |bits| write!(f, "; {name}={bits}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    fn answer(offer: &str, policy: Compression) -> Option<alloc::string::String> {
        DeflateParams::negotiate([offer], policy).map(|params| params.to_string())
    }

    #[test]
    fn offers_and_their_answers_by_policy() {
        use Compression::{Full, Off, Shared};
        let shared = "permessage-deflate; server_no_context_takeover; client_no_context_takeover";
        for (offer, policy, expected) in [
            ("permessage-deflate", Off, None),
            ("permessage-deflate", Full, Some("permessage-deflate")),
            ("permessage-deflate; client_max_window_bits", Full, Some("permessage-deflate")),
            ("permessage-deflate; client_max_window_bits=8", Full, Some("permessage-deflate")),
            ("permessage-deflate; client_max_window_bits", Shared, Some(shared)),
            (
                "permessage-deflate; server_no_context_takeover",
                Full,
                Some("permessage-deflate; server_no_context_takeover"),
            ),
            (
                "permessage-deflate ; server_max_window_bits = \"10\"",
                Full,
                Some("permessage-deflate; server_max_window_bits=10"),
            ),
            ("permessage-deflate; server_max_window_bits=10", Shared, None),
            (
                "permessage-deflate; server_max_window_bits=8, permessage-deflate",
                Full,
                Some("permessage-deflate"),
            ),
            ("x-webkit-deflate-frame, permessage-deflate", Full, Some("permessage-deflate")),
            ("x; a=\"b, permessage-deflate\"", Full, None),
            ("", Full, None),
        ] {
            assert_eq!(answer(offer, policy).as_deref(), expected, "{offer} {policy:?}");
        }
    }

    #[test]
    fn malformed_offers_are_declined() {
        for offer in [
            "permessage-deflate; server_max_window_bits",
            "permessage-deflate; server_max_window_bits=7",
            "permessage-deflate; server_max_window_bits=16",
            "permessage-deflate; server_max_window_bits=010",
            "permessage-deflate; server_max_window_bits=+9",
            "permessage-deflate; server_max_window_bits=9; server_max_window_bits=9",
            "permessage-deflate; client_max_window_bits=99999999999",
            "permessage-deflate; server_no_context_takeover=1",
            "permessage-deflate; server_no_context_takeover; server_no_context_takeover",
            "permessage-deflate; unknown",
            "permessage-deflate;",
            "permessage-deflate2",
        ] {
            assert_eq!(answer(offer, Compression::Full), None, "{offer}");
        }
    }

    #[test]
    fn a_client_checks_the_answer_against_its_offer() {
        let offer = Offer { client_max_window_bits: Some(None), ..Offer::default() };
        assert_eq!(offer.to_string(), "permessage-deflate; client_max_window_bits");
        assert_eq!(offer.verify([""]), Ok(None));
        assert_eq!(
            offer.verify(["permessage-deflate; client_max_window_bits=10; server_max_window_bits=8"]),
            Ok(Some(DeflateParams {
                client_max_window_bits: Some(10),
                server_max_window_bits: Some(8),
                ..DeflateParams::default()
            }))
        );
        for invalid in [
            "permessage-deflate, permessage-deflate",
            "x-other",
            "permessage-deflate; client_max_window_bits",
            "permessage-deflate; client_max_window_bits=8",
        ] {
            assert_eq!(offer.verify([invalid]), Err(InvalidAnswer), "{invalid}");
        }
        assert_eq!(
            Offer::default().verify(["permessage-deflate; client_max_window_bits=10"]),
            Err(InvalidAnswer)
        );
        let narrow =
            Offer { server_no_context_takeover: true, server_max_window_bits: Some(10), ..Offer::default() };
        assert_eq!(narrow.verify(["permessage-deflate; server_no_context_takeover"]), Err(InvalidAnswer));
        assert_eq!(narrow.verify(["permessage-deflate; server_max_window_bits=10"]), Err(InvalidAnswer));
        assert!(
            narrow
                .verify(["permessage-deflate; server_no_context_takeover; server_max_window_bits=9"])
                .is_ok()
        );
    }

    #[test]
    fn streams_follow_the_side_that_uses_them() {
        let params = DeflateParams { server_no_context_takeover: true, ..DeflateParams::default() };
        assert!(params.accepts_shared(Role::Server));
        assert!(!params.accepts_shared(Role::Client));
        assert!(params.inflater(Role::Server).is_some());
        assert!(params.inflater(Role::Client).is_none());
    }
}
