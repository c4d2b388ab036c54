//! Requests for database changes, as a join brings them.
//!
//! The answer to a join repeats each request with an `id` that changes then name, in the order of the requests and with
//! every key: clients' libraries compare answer and request by index, and leave the channel where they differ.

mod elixir;
mod failure;
mod filter;
mod request;

use alloc::{borrow::Cow, vec::Vec};
use core::fmt;

use serde::{
    Deserializer as _,
    de::{SeqAccess, Visitor},
};
use serde_json::value::RawValue;

pub(crate) use self::failure::words;
pub use self::request::RequestError;
use super::fields;
use crate::json::push_string;

/// How many requests one join may have: each becomes a comparison with every change of its table. A join with more is
/// refused.
pub const CHANGES: usize = 100;

/// Ids are below this: what the smallest integers of clients' languages hold, so that every client can read them.
const ID_LIMIT: u64 = 1 << 31;

/// A request for database changes, as it was written: `event`, `schema`, `table`, `filter`, `select`, and whatever else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change<'a>(&'a str);

impl<'a> Change<'a> {
    /// The number that changes name: positive, below 2³¹, and the same for the same fields in any order, on every node.
    /// An `id` that the client gives itself does not count.
    pub fn id(self) -> u32 {
        let mut sum = 0_u64;
        _ = fields::each(self.0, |key, value| {
            if key != "id" {
                // A sum, so that the order of the fields does not matter.
                sum = sum.wrapping_add(hash_field(&key, value));
            }
        });
        // A sum of hashes is as even as one of them; its upper half depends on all of its bits.
        u32::try_from((sum >> 32) % (ID_LIMIT - 1) + 1).unwrap_or(1)
    }

    /// Appends the object with its id.
    fn push(self, out: &mut Vec<u8>) {
        out.push(b'{');
        _ = fields::each(self.0, |key, value| {
            if key != "id" {
                push_string(out, &key);
                out.push(b':');
                out.extend_from_slice(value.as_bytes());
                out.push(b',');
            }
        });
        out.extend_from_slice(alloc::format!("\"id\":{}}}", self.id()).as_bytes());
    }
}

/// Appends the response to a join that was granted. Without requests there is an empty list: clients look for it.
pub fn push_response(out: &mut Vec<u8>, changes: &[Change<'_>]) {
    out.extend_from_slice(br#"{"postgres_changes":["#);
    for (index, change) in changes.iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        change.push(out);
    }
    out.extend_from_slice(b"]}");
}

/// What stands in a join as `postgres_changes`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Requests<'a> {
    pub(super) changes: Vec<Change<'a>>,
    /// How many there were; more than [`CHANGES`] are counted and not stored.
    pub(super) count: usize,
    /// Whether something stood among them that is neither an object nor null.
    pub(super) strange: bool,
}

impl<'a> Requests<'a> {
    /// Reads a list; `None` if it is none.
    pub(super) fn read(value: &'a str) -> Option<Self> {
        serde_json::Deserializer::from_str(value).deserialize_seq(ListOfRequests).ok()
    }

    fn take(&mut self, value: &'a str) {
        if value == "null" {
            return;
        }
        if !fields::is_object(value) {
            self.strange = true;
            return;
        }
        self.count += 1;
        if self.count <= CHANGES {
            self.changes.push(Change(value));
        }
    }
}

struct ListOfRequests;

impl<'de> Visitor<'de> for ListOfRequests {
    type Value = Requests<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Requests<'de>, A::Error> {
        let mut requests = Requests::default();
        while let Some(value) = elements.next_element::<&RawValue>()? {
            requests.take(value.get());
        }
        Ok(requests)
    }
}

/// FNV-1a over a key and what its value says, mixed so that sums of hashes do not cancel out.
fn hash_field(key: &str, value: &str) -> u64 {
    let text = fields::string(value);
    let (kind, said) = match &text {
        Some(text) => (b'"', Cow::Borrowed(text.as_bytes())),
        None => (b'-', Cow::Owned(without_blanks(value))),
    };
    let bytes = key.bytes().chain([0, kind]).chain(said.iter().copied());
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    // The finaliser of MurmurHash3.
    let mixed = (hash ^ hash >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let mixed = (mixed ^ mixed >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    mixed ^ mixed >> 33
}

/// JSON without the blanks between its parts.
fn without_blanks(value: &str) -> Vec<u8> {
    let (mut inside, mut escaped) = (false, false);
    let is_kept = |byte: &u8| {
        let kept = inside || !byte.is_ascii_whitespace();
        if *byte == b'"' && !escaped {
            inside = !inside;
        }
        escaped = *byte == b'\\' && !escaped;
        kept
    };
    value.bytes().filter(is_kept).collect()
}

#[cfg(test)]
mod tests {
    use alloc::{format, string::String};

    use proptest::prelude::*;

    use super::*;

    fn response(requests: &str) -> String {
        let mut out = Vec::new();
        push_response(&mut out, &Requests::read(requests).unwrap().changes);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn requests_are_repeated_in_order_with_every_key() {
        let requests = r#"[{"event":"*","schema":"public","table":"t","filter":"id=eq.1","select":["a", "b"],"more":{"x":1}}, null, {}]"#;
        let ids: Vec<_> =
            Requests::read(requests).unwrap().changes.iter().map(|change| change.id()).collect();
        let [first, second] = ids[..] else { panic!("{ids:?}") };
        assert_eq!(
            response(requests),
            format!(
                r#"{{"postgres_changes":[{{"event":"*","schema":"public","table":"t","filter":"id=eq.1","select":["a", "b"],"more":{{"x":1}},"id":{first}}},{{"id":{second}}}]}}"#
            )
        );
        assert_eq!(response("[]"), r#"{"postgres_changes":[]}"#);
    }

    #[test]
    fn ids_are_those_of_every_version() {
        let change = Change(r#"{"event":"INSERT","schema":"public","table":"todos"}"#);
        assert_eq!(change.id(), ID_OF_INSERTS);
    }

    /// Written down once: nodes of different versions must agree.
    const ID_OF_INSERTS: u32 = 1_140_836_827;

    #[test]
    fn equal_requests_have_equal_ids_and_others_do_not() {
        let id = |text| Change(text).id();
        let first = id(r#"{"event":"*","schema":"public","select":["a","b c"]}"#);
        for same in [
            r#"{ "schema" : "public" , "event":"\u002a", "select":[ "a", "b c" ]}"#,
            r#"{"id":7,"event":"*","schema":"public","select":["a","b c"]}"#,
        ] {
            assert_eq!(id(same), first, "{same}");
        }
        for other in [
            r#"{"event":"*","schema":"public","select":["a","b  c"]}"#,
            r#"{"event":"*","schema":"public","select":"[\"a\",\"b c\"]"}"#,
            r#"{"event":"public","schema":"*","select":["a","b c"]}"#,
            r#"{"event":"*","schema":"public"}"#,
            "{}",
        ] {
            assert_ne!(id(other), first, "{other}");
        }
    }

    #[test]
    fn an_id_of_the_client_is_replaced() {
        let given = r#"[{"id":99,"event":"*","id":"x"}]"#;
        let plain = r#"[{"event":"*"}]"#;
        assert_eq!(response(given), response(plain));
    }

    #[test]
    fn what_is_no_request_is_noticed() {
        let requests = Requests::read(r#"[null,1,{},"x",[]]"#).unwrap();
        assert_eq!((requests.changes.len(), requests.count, requests.strange), (1, 1, true));
        assert_eq!(Requests::read("{}"), None);
        let many = format!("[{}{{}}]", "null,{},".repeat(CHANGES));
        let requests = Requests::read(&many).unwrap();
        assert_eq!((requests.changes.len(), requests.count), (CHANGES, CHANGES + 1));
    }

    proptest! {
        #[test]
        fn ids_are_positive_and_small(table in ".{0,20}") {
            let mut text = Vec::from("{\"table\":");
            push_string(&mut text, &table);
            text.push(b'}');
            let text = String::from_utf8(text).unwrap();
            let id = u64::from(Change(&text).id());
            prop_assert!((1..ID_LIMIT).contains(&id));
            let back: serde_json::Value = serde_json::from_str(&response(&format!("[{text}]"))).unwrap();
            prop_assert_eq!(&back["postgres_changes"][0]["table"], &table);
            prop_assert_eq!(&back["postgres_changes"][0]["id"], id);
        }
    }
}
