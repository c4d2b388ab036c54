//! The JSON that the API answers with, written piece by piece straight into the response.

use alloc::vec::Vec;
use core::fmt::{self, Write as _};

use baton_hub::{Form, Message};

use super::Response;
use crate::json;

/// A response's body as it grows.
#[derive(Debug)]
pub(in crate::pusher) struct Body(Vec<u8>);

impl Body {
    /// Begins with `opening`.
    pub(in crate::pusher) fn new(opening: &str) -> Self {
        Self(Vec::from(opening))
    }

    /// Appends JSON as it is.
    pub(in crate::pusher) fn raw(&mut self, text: &str) {
        self.0.extend_from_slice(text.as_bytes());
    }

    /// Appends JSON as it is.
    pub(in crate::pusher) fn raw_bytes(&mut self, json: &[u8]) {
        self.0.extend_from_slice(json);
    }

    /// Appends `text` as a JSON string.
    pub(in crate::pusher) fn string(&mut self, text: &str) {
        json::push_string(&mut self.0, text);
    }

    /// Appends a number.
    pub(in crate::pusher) fn number(&mut self, number: impl Into<u64>) {
        // Growing memory is all that this write does, so it cannot fail.
        _ = write!(self, "{}", number.into());
    }

    /// Appends a message's payload as the string that Pusher's clients receive: a string as its publisher
    /// wrote it, other JSON as a string of its text. Bytes without a format have no such string, and become
    /// `null`.
    pub(in crate::pusher) fn data(&mut self, message: &Message) {
        match message.form {
            Form::Text => self.raw_bytes(&message.data),
            Form::Json => {
                self.0.push(b'"');
                json::push_escaped(&mut self.0, &message.data);
                self.0.push(b'"');
            }
            Form::Binary => self.raw("null"),
        }
    }

    /// The bytes.
    pub(in crate::pusher) fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The bytes.
    pub(in crate::pusher) fn into_bytes(self) -> Vec<u8> {
        self.0
    }

    /// An answer with status 200.
    pub(in crate::pusher) fn into_response(self) -> Response {
        Response {
            status: 200,
            body: self.0,
            content_type: "application/json",
            allow: None,
            retry_after_s: None,
            refused: None,
        }
    }
}

impl From<&[u8]> for Body {
    fn from(json: &[u8]) -> Self {
        Self(json.to_vec())
    }
}

impl fmt::Write for Body {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.raw(text);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn payloads_become_strings() {
        for (form, data, expected) in [
            (Form::Text, "\"a\\u0041\"", "\"a\\u0041\""),
            (Form::Json, "{\"a\":1e400}", "\"{\\\"a\\\":1e400}\""),
            (Form::Binary, "abc", "null"),
        ] {
            let mut body = Body::new("");
            body.data(&Message {
                event: "e".into(),
                data: data.as_bytes().into(),
                form,
                id: None,
                user: None,
            });
            assert_eq!(body.into_bytes(), expected.as_bytes());
        }
    }

    #[test]
    fn numbers_and_strings_are_json() {
        let mut body = Body::new("[");
        body.number(u64::MAX);
        body.raw(",");
        body.string("\"\n");
        assert_eq!(body.into_bytes(), b"[18446744073709551615,\"\\\"\\n\"");
    }
}
