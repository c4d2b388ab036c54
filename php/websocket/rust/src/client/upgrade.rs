//! The opening handshake on a stream that is connected.

use std::io;

use baton_wire::deflate::{DeflateParams, Offer};
use baton_wire::handshake::{ClientRequest, MAX_HEAD_BYTES, RefusedByServer, encode_key, verify_response};

use super::failure::{Failure, Retry};
use super::settings::Settings;
use super::stream::{Arrived, Stream};
use super::url::Url;

/// A request on its way, and what has come of the answer.
#[derive(Debug)]
pub(super) struct Upgrade {
    key: String,
    request: Vec<u8>,
    sent: usize,
    answer: Vec<u8>,
}

/// What the server agreed to.
#[derive(Debug)]
pub(super) struct Agreed {
    pub(super) subprotocol: Option<String>,
    pub(super) deflate: Option<DeflateParams>,
    /// Frames that came with the answer.
    pub(super) rest: Vec<u8>,
}

/// Bytes of one read. The answer is bounded by [`MAX_HEAD_BYTES`], and frames behind it by this.
const READ: usize = 4 * 1024;

/// Characters of a refusal's text that an exception shows.
const EXPLANATION: usize = 300;

impl Upgrade {
    pub(super) fn new(url: &Url, settings: &Settings) -> Result<Self, Failure> {
        let mut nonce = [0; 16];
        getrandom::fill(&mut nonce).map_err(|_| no_randomness())?;
        let key = encode_key(nonce);
        let mut request = Vec::new();
        with_request(url, settings, &key, |wanted| wanted.write(&mut request));
        Ok(Self { key, request, sent: 0, answer: Vec::new() })
    }

    /// Sends and reads what is possible now; `None` to wait.
    pub(super) fn advance(
        &mut self,
        stream: &mut Stream,
        url: &Url,
        settings: &Settings,
        place: &str,
    ) -> Result<Option<Agreed>, Failure> {
        let lost = |error: &io::Error| {
            Failure::io(format_args!("{place} ended the connection during the WebSocket handshake"), error)
        };
        if !self.send(stream).map_err(|error| lost(&error))? {
            return Ok(None);
        }
        loop {
            let mut piece = [0; READ];
            match stream.read(&mut piece).map_err(|error| lost(&error))? {
                Arrived::Bytes(read) => self.answer.extend_from_slice(piece.get(..read).unwrap_or_default()),
                Arrived::Nothing => return Ok(None),
                Arrived::End => return Err(self.cut(place)),
            }
            if let Some(agreed) = self.verify(url, settings, place)? {
                return Ok(Some(agreed));
            }
        }
    }

    /// Whether all of it is sent.
    fn send(&mut self, stream: &mut Stream) -> io::Result<bool> {
        while let Some(unsent) = self.request.get(self.sent..).filter(|unsent| !unsent.is_empty()) {
            match stream.write(unsent)? {
                0 => return Ok(false),
                sent => self.sent += sent,
            }
        }
        stream.flush()
    }

    /// Whether what waits to be sent keeps the answer from coming.
    pub(super) fn is_sending(&self) -> bool {
        self.sent < self.request.len()
    }

    fn verify(&self, url: &Url, settings: &Settings, place: &str) -> Result<Option<Agreed>, Failure> {
        with_request(url, settings, &self.key, |request| match verify_response(&self.answer, request) {
            Ok(None) => Ok(None),
            Ok(Some(answer)) => Ok(Some(Agreed {
                subprotocol: answer.subprotocol.map(str::to_owned),
                deflate: answer.deflate,
                rest: self.answer.get(answer.len..).unwrap_or_default().to_vec(),
            })),
            Err(refusal) => Err(self.refused(place, refusal)),
        })
    }

    fn refused(&self, place: &str, refusal: RefusedByServer) -> Failure {
        let mut failure = Failure::refused(place, refusal);
        match refusal {
            RefusedByServer::Status(300..=399) => {
                failure.text +=
                    &location(&self.answer).map(|at| format!("; it is at {at}")).unwrap_or_default();
            }
            RefusedByServer::Status(_) => {
                failure.text += &explanation(&self.answer).map(|why| format!(": {why}")).unwrap_or_default();
            }
            _ => {}
        }
        failure
    }

    fn cut(&self, place: &str) -> Failure {
        let what =
            if self.answer.is_empty() { "without an answer" } else { "before its answer was complete" };
        let text = format!("{place} ended the connection during the WebSocket handshake, {what}");
        Failure::new(text, 0, Retry::Sensible)
    }
}

/// Hands the request to `then`. A header of the same name that the user gave takes the place of ours.
fn with_request<T>(
    url: &Url,
    settings: &Settings,
    key: &str,
    then: impl FnOnce(&ClientRequest<'_>) -> T,
) -> T {
    let given = |wanted: &str| settings.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case(wanted));
    let subprotocols: Vec<&str> = settings.subprotocols.iter().map(String::as_str).collect();
    let others = settings.headers.iter().filter(|(name, _)| !name.eq_ignore_ascii_case("host"));
    let mut headers: Vec<(&str, &str)> = others.map(|(name, value)| (&**name, &**value)).collect();
    if let (Some(authorization), None) = (&url.authorization, given("authorization")) {
        headers.push(("Authorization", authorization));
    }
    then(&ClientRequest {
        host: given("host").map_or(&*url.authority, |(_, host)| host),
        target: &url.target,
        key,
        subprotocols: &subprotocols,
        deflate: settings.compression.then_some(OFFER),
        headers: &headers,
    })
}

/// With takeover in both directions, if the server likes, and with whatever window it asks of us.
const OFFER: Offer = Offer {
    server_no_context_takeover: false,
    client_no_context_takeover: false,
    server_max_window_bits: None,
    client_max_window_bits: Some(None),
};

/// Where a redirect leads, if that can be printed. It is not followed: who connects decides whom to give his credentials.
fn location(answer: &[u8]) -> Option<&str> {
    let head = std::str::from_utf8(answer.get(..answer.len().min(MAX_HEAD_BYTES))?).ok()?;
    let mut lines = head.split("\r\n").filter_map(|line| line.split_once(':'));
    let (_, location) = lines.find(|(name, _)| name.eq_ignore_ascii_case("location"))?;
    let location = location.trim();
    location.bytes().all(|byte| byte.is_ascii_graphic()).then_some(location)
}

/// The first line of the text that came with the head of a refusal: servers say there what to change. Pages for people are not
/// shown.
fn explanation(answer: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(answer);
    let (head, body) = text.split_once("\r\n\r\n")?;
    let is_chunked = head.to_ascii_lowercase().contains("\r\ntransfer-encoding:");
    let line = body.lines().next()?.trim();
    if line.is_empty() || line.starts_with('<') || is_chunked {
        return None;
    }
    Some(line.chars().filter(|c| !c.is_control()).take(EXPLANATION).collect())
}

pub(super) fn no_randomness() -> Failure {
    Failure::new(
        "the system gives no random bytes, which every frame and handshake needs",
        0,
        Retry::Sensible,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(url: &str, settings: &Settings) -> String {
        let upgrade = Upgrade::new(&Url::parse(url).unwrap(), settings).unwrap();
        String::from_utf8(upgrade.request).unwrap()
    }

    #[test]
    fn a_request_has_what_the_url_and_the_settings_say() {
        let settings = Settings {
            headers: vec![("Origin".into(), "https://a.example".into())],
            subprotocols: vec!["x".into(), "y".into()],
            compression: true,
            ..Settings::usual()
        };
        let request = written("ws://u:p@a.example:81/x?y", &settings);
        assert!(request.starts_with("GET /x?y HTTP/1.1\r\nHost: a.example:81\r\n"), "{request}");
        for line in [
            "Origin: https://a.example",
            "Authorization: Basic dTpw",
            "Sec-WebSocket-Protocol: x, y",
            "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits",
        ] {
            assert!(request.contains(&format!("\r\n{line}\r\n")), "{request}");
        }
    }

    #[test]
    fn headers_that_are_given_take_the_place_of_ours() {
        let headers = vec![("host".into(), "b".into()), ("AUTHORIZATION".into(), "Bearer t".into())];
        let request = written("ws://u:p@a", &Settings { headers, ..Settings::usual() });
        assert!(request.contains("\r\nHost: b\r\n") && request.contains("\r\nAUTHORIZATION: Bearer t\r\n"));
        assert_eq!(request.matches("ost: ").count(), 1, "{request}");
        assert!(!request.contains("Basic"), "{request}");
    }

    #[test]
    fn keys_differ() {
        let url = Url::parse("ws://a").unwrap();
        let key = || Upgrade::new(&url, &Settings::usual()).unwrap().key;
        assert_ne!(key(), key());
    }

    #[test]
    fn a_redirect_is_told_and_not_followed() {
        let answer = "HTTP/1.1 302 Found\r\nlocation:  wss://b/x \r\n\r\n";
        assert_eq!(location(answer.as_bytes()), Some("wss://b/x"));
        assert_eq!(location(b"HTTP/1.1 302 Found\r\nLocation: a\x1b[31m\r\n\r\n"), None);
    }

    #[test]
    fn the_first_line_of_a_refusal_is_shown() {
        let said =
            |lines: &str, body: &str| explanation(format!("HTTP/1.1 400 No\r\n{lines}\r\n{body}").as_bytes());
        assert_eq!(said("A: b\r\n", "Use wss://.\nMore"), Some("Use wss://.".into()));
        assert_eq!(said("", "a\x1b[31mb\u{7f}"), Some("a[31mb".into()));
        assert_eq!(said("", &"x".repeat(9_000)).map(|text| text.len()), Some(EXPLANATION));
        for (lines, body) in [("", ""), ("", "<html>"), ("Transfer-Encoding: chunked\r\n", "5\r\nhello")] {
            assert_eq!(said(lines, body), None);
        }
    }
}
