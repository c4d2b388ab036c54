//! The query string: a call's parameters, and the part of a request that its signature covers.
//!
//! SDKs sign `name=value` pairs that are **not** escaped, joined by `&`. So that one signed text has one meaning,
//! a name may not contain `=` or `&`, a value may not contain `&`, and a name may stand there once: otherwise
//! an attacker who overhears a request could move the borders between parameters and keep its signature.

use alloc::{
    borrow::Cow,
    string::{String, ToString},
    vec::Vec,
};

use super::{Failure, failure::Shown};
use crate::percent;

/// Parameters of one request: the hundred channels of a publish, and room for the rest. More are refused with
/// 400 before any is decoded.
const PARAMETERS: usize = 128;

/// Parameters that calls read as arrays. Brackets after any other name are part of it: joined, `body_md5[]=X` would
/// be signed as `body_md5=X` is, and be no `body_md5` where the body is checked.
const ARRAYS: [&str; 2] = ["channels", "info"];

/// A query string, decoded and sorted by name as signatures want it.
#[derive(Debug, Default)]
pub(super) struct Query<'a> {
    parameters: Vec<Parameter<'a>>,
}

/// One `name=value`.
#[derive(Debug)]
struct Parameter<'a> {
    /// Lower-cased, with the brackets that make it an array's element.
    name: Cow<'a, str>,
    value: Cow<'a, str>,
}

impl Parameter<'_> {
    /// The name without `[]` or `[0]`, if it is an array's.
    fn array(&self) -> Option<&str> {
        let (array, _) = self.name.strip_suffix(']')?.rsplit_once('[')?;
        ARRAYS.contains(&array).then_some(array)
    }

    /// What it is sorted by. The elements of an array keep their order: as text, `[10]` comes before `[2]`.
    fn sorted_by(&self) -> &str {
        self.array().unwrap_or(&self.name)
    }

    /// `channels[]` may be repeated; everything else stands once.
    fn may_repeat(&self) -> bool {
        self.name.ends_with("[]")
    }
}

/// How a signer writes an array's elements into the text that it signs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Arrays {
    /// `channels[]=a&channels[]=b`: as they stand in the query string.
    Listed,
    /// `channels=a,b`: PHP's SDK.
    Joined,
}

impl<'a> Query<'a> {
    /// Decodes and sorts.
    pub(super) fn parse(text: &'a str) -> Result<Self, Failure> {
        let count = 1 + text.bytes().filter(|&byte| byte == b'&').count();
        if count > PARAMETERS {
            return Err(Failure::too_many(format_args!(
                "The query string has {count} parameters and the limit is {PARAMETERS}. Send them as JSON in the body of \
                 a POST."
            )));
        }
        let mut parameters = Vec::with_capacity(count);
        let mut rest = Some(text);
        while let Some(text) = rest {
            let pair;
            (pair, rest) = Pair::cut(text);
            if !pair.text.is_empty() {
                parameters.push(pair.decode()?);
            }
        }
        parameters.sort_by(|a: &Parameter<'_>, b| a.sorted_by().cmp(b.sorted_by()));
        let query = Self { parameters };
        query.check_repeats()?;
        Ok(query)
    }

    fn check_repeats(&self) -> Result<(), Failure> {
        let mut rest = self.parameters.as_slice();
        while let Some((one, later)) = rest.split_first() {
            // The elements of one array are not sorted among themselves, so look at all of it.
            let near = later.iter().take_while(|other| other.sorted_by() == one.sorted_by());
            if !one.may_repeat() && near.into_iter().any(|other| other.name == one.name) {
                return Err(Failure::unauthorized(format_args!(
                    "Parameter \"{}\" stands twice in the query string, so its meaning is not what was signed. Send it once.",
                    Shown(&one.name)
                )));
            }
            rest = later;
        }
        Ok(())
    }

    /// The value of a parameter that is no array.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.parameters.iter().find(|parameter| parameter.name == name).map(|parameter| &*parameter.value)
    }

    /// The elements of an array, in the order of the query string.
    fn array(&self, name: &str) -> impl Iterator<Item = &str> {
        let is_element = move |parameter: &&Parameter<'_>| parameter.array() == Some(name);
        self.parameters.iter().filter(is_element).map(|parameter| &*parameter.value)
    }

    /// The elements of an array whose elements may hold commas, so that a value with commas is no list.
    pub(super) fn names(&self, name: &str) -> Result<Vec<&str>, Failure> {
        if self.get(name).is_some() {
            return Err(Failure::malformed(format_args!(
                "Parameter {name} of the query string is no array. Send {name}[]=one&{name}[]=two."
            )));
        }
        Ok(self.array(name).collect())
    }

    /// A list: an array's elements, or a value with commas.
    pub(super) fn list(&self, name: &str) -> Result<Option<Cow<'_, str>>, Failure> {
        let mut elements = self.array(name);
        match (self.get(name), elements.next()) {
            (Some(_), Some(_)) => Err(Failure::malformed(format_args!(
                "Both \"{name}\" and \"{name}[]\" stand in the query string. Send one of them."
            ))),
            (Some(value), None) => Ok(Some(Cow::Borrowed(value))),
            (None, Some(first)) => {
                let joined = elements.fold(first.to_string(), |joined, element| joined + "," + element);
                Ok(Some(Cow::Owned(joined)))
            }
            (None, None) => Ok(None),
        }
    }

    /// Whether an array stands in it, so that signers differ in how they write it.
    pub(super) fn has_arrays(&self) -> bool {
        self.parameters.iter().any(|parameter| parameter.array().is_some())
    }

    /// Appends `name=value&…` as it is signed: everything but the signature itself. `None`: it cannot be
    /// written so, because an element contains the comma that would join it to the next.
    pub(super) fn signed(&self, arrays: Arrays, out: &mut String) -> Option<()> {
        let mut last_array = None;
        let mut separator = "";
        for parameter in self.parameters.iter().filter(|parameter| parameter.name != "auth_signature") {
            let array = parameter.array().filter(|_| arrays == Arrays::Joined);
            if array.is_some() && parameter.value.contains(',') {
                return None;
            }
            if array.is_some() && array == last_array {
                out.push(',');
            } else {
                out.push_str(separator);
                out.push_str(array.unwrap_or(&parameter.name));
                out.push('=');
            }
            out.push_str(&parameter.value);
            last_array = array;
            separator = "&";
        }
        Some(())
    }

    /// Calls `visit` with the name and value of each parameter that is not about the signature: what the
    /// request means, whenever it was signed and with any key.
    pub(super) fn for_each_meant(&self, mut visit: impl FnMut(&str, &str)) {
        for parameter in &self.parameters {
            if !parameter.name.starts_with("auth_") && parameter.name != "body_md5" {
                visit(&parameter.name, &parameter.value);
            }
        }
    }
}

/// `name=value` as it stands in the query string. All that there is to know of it is seen in one pass: the
/// parts are a few bytes long, where a search for each character on its own costs more than looking at it.
struct Pair<'a> {
    text: &'a str,
    name: &'a str,
    value: &'a str,
    is_encoded: bool,
    is_upper_case: bool,
}

impl<'a> Pair<'a> {
    /// The first pair, and what follows its `&`.
    fn cut(text: &'a str) -> (Self, Option<&'a str>) {
        let (mut equals, mut end) = (None, None);
        let (mut is_encoded, mut is_upper_case) = (false, false);
        for (at, byte) in text.bytes().enumerate() {
            match byte {
                b'&' => {
                    end = Some(at);
                    break;
                }
                b'=' => equals = equals.or(Some(at)),
                b'%' | b'+' => is_encoded = true,
                b'A'..=b'Z' => is_upper_case |= equals.is_none(),
                _ => {}
            }
        }
        // Both are ASCII, so characters end on either side of them.
        let (text, rest) = around(text, end);
        let (name, value) = around(text, equals);
        (Self { text, name, value: value.unwrap_or_default(), is_encoded, is_upper_case }, rest)
    }

    fn decode(self) -> Result<Parameter<'a>, Failure> {
        let (name, value) =
            if self.is_encoded { self.decoded()? } else { (self.name.into(), self.value.into()) };
        // An escape may have stood for a capital.
        let name =
            if self.is_upper_case || self.is_encoded { name.to_ascii_lowercase().into() } else { name };
        Ok(Parameter { name, value })
    }

    fn decoded(&self) -> Result<(Cow<'a, str>, Cow<'a, str>), Failure> {
        let (Some(name), Some(value)) = (percent::decode_form(self.name), percent::decode_form(self.value))
        else {
            return Err(Failure::malformed(format_args!(
                "The query string is not UTF-8 at \"{}\". Encode its text as UTF-8 before percent-encoding it.",
                Shown(self.text)
            )));
        };
        if name.contains(['=', '&']) || value.contains('&') {
            return Err(Failure::malformed(format_args!(
                "Parameter \"{}\" of the query string contains an escaped & (or its name a =), which a signature does not \
                 protect. Send it as JSON in the body of a POST.",
                Shown(&name)
            )));
        }
        Ok((name, value))
    }
}

/// What stands before the byte at `border`, and what stands behind it.
fn around(text: &str, border: Option<usize>) -> (&str, Option<&str>) {
    match border {
        Some(at) => (text.get(..at).unwrap_or_default(), text.get(at + 1..)),
        None => (text, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signed(text: &str, arrays: Arrays) -> Option<String> {
        let mut out = String::new();
        Query::parse(text).unwrap().signed(arrays, &mut out).map(|()| out)
    }

    #[test]
    fn signed_text_is_sorted_lower_cased_and_unescaped() {
        for (text, expected) in [
            ("", ""),
            ("b=2&a=1", "a=1&b=2"),
            ("B=2&a=X&auth_signature=00", "a=X&b=2"),
            ("Auth_Signature=00&a=1", "a=1"),
            ("%41=B&é=É", "a=B&é=É"),
            ("a=%2Fx%3D1+2", "a=/x=1 2"),
            ("&&a&b=&", "a=&b="),
            ("a=x=y", "a=x=y"),
        ] {
            assert_eq!(signed(text, Arrays::Listed).as_deref(), Some(expected), "{text}");
            assert_eq!(signed(text, Arrays::Joined).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn arrays_are_signed_as_they_stand_or_joined() {
        for (text, listed, joined) in [
            ("info[]=b&info[]=a&z=1", "info[]=b&info[]=a&z=1", "info=b,a&z=1"),
            ("info%5B0%5D=b&info%5B1%5D=a", "info[0]=b&info[1]=a", "info=b,a"),
            ("channels[]=a&info[]=b", "channels[]=a&info[]=b", "channels=a&info=b"),
            ("info[2]=a&info[10]=b", "info[2]=a&info[10]=b", "info=a,b"),
            ("body_md5[]=a", "body_md5[]=a", "body_md5[]=a"),
        ] {
            assert_eq!(signed(text, Arrays::Listed).as_deref(), Some(listed));
            assert_eq!(signed(text, Arrays::Joined).as_deref(), Some(joined));
        }
        assert_eq!(signed("info[]=a,b", Arrays::Joined), None, "it would sign the same as info[]=a&info[]=b");
        assert_eq!(signed("info[]=a,b", Arrays::Listed).as_deref(), Some("info[]=a,b"));
    }

    #[test]
    fn values_are_found() {
        let query = Query::parse("name=x&Channels[]=2&channels[]=1&info[]=a&info[]=b").unwrap();
        assert_eq!(
            (query.get("name"), query.get("channels"), query.get("channels[]")),
            (Some("x"), None, Some("2"))
        );
        assert_eq!(query.names("channels").unwrap(), ["2", "1"]);
        assert!(query.names("name").is_err());
        assert_eq!(query.list("info").unwrap().as_deref(), Some("a,b"));
        assert_eq!(query.list("name").unwrap().as_deref(), Some("x"));
        assert!(query.list("other").unwrap().is_none());
        assert!(Query::parse("info=a&info[]=b").unwrap().list("info").is_err());
    }

    #[test]
    fn texts_with_two_meanings_are_refused() {
        for text in [
            "a=1&a=1",
            "a=1&A=2",
            "a[0]=1&a[1]=1&a[0]=2",
            "a=1%26b=2",
            "a%3Db=1",
            "a%26b=1",
            "a=%ff",
            "%ff=1",
        ] {
            assert!(Query::parse(text).is_err(), "{text}");
        }
        assert!(Query::parse(&"&a[]=1".repeat(127)).is_ok());
        assert!(Query::parse(&"&a[]=1".repeat(128)).is_err());
    }
}
