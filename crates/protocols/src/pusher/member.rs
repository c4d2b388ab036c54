//! A user as an application describes it: in `channel_data` when it joins a presence channel, in
//! `user_data` when it signs in. Both are signed JSON, and what they say of the user travels unread.

use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use core::fmt;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::json::{self, Text};

/// A user's id in characters, as Pusher has it.
pub const USER_ID_CHARS: usize = 128;

/// Who joins a presence channel.
#[derive(Debug)]
pub struct ChannelData<'a> {
    /// The user's id; a number in its decimal digits.
    pub user_id: Cow<'a, str>,
    /// JSON about the user, as it was signed; empty: nothing.
    pub info: &'a [u8],
}

impl<'a> ChannelData<'a> {
    /// Reads the text of `channel_data`, which may hold up to `info_limit` bytes of user_info.
    pub fn parse(text: &'a str, info_limit: u32) -> Result<Self, UserError> {
        #[derive(Deserialize)]
        struct Fields<'a> {
            #[serde(borrow)]
            user_id: &'a RawValue,
            #[serde(borrow)]
            user_info: Option<&'a RawValue>,
        }
        let fields: Fields<'_> = object(text)?;
        Ok(Self {
            user_id: string_or_integer(fields.user_id.get())?,
            info: checked_info(fields.user_info, info_limit)?,
        })
    }
}

/// Who signs in.
#[derive(Debug)]
pub struct UserData<'a> {
    /// The user's id.
    pub id: Cow<'a, str>,
    /// JSON about the user, as it was signed; empty: nothing.
    pub info: &'a [u8],
    /// JSON: the users of whose coming and going this one is notified.
    watchlist: Option<&'a RawValue>,
}

impl<'a> UserData<'a> {
    /// Reads the text of `user_data`, which may hold up to `info_limit` bytes of user_info. The id must be a
    /// string here: clients drop the answer to a sign-in with any other.
    pub fn parse(text: &'a str, info_limit: u32) -> Result<Self, UserError> {
        #[derive(Deserialize)]
        struct Fields<'a> {
            #[serde(borrow)]
            id: &'a RawValue,
            #[serde(borrow)]
            user_info: Option<&'a RawValue>,
            #[serde(borrow)]
            watchlist: Option<&'a RawValue>,
        }
        let fields: Fields<'_> = object(text)?;
        if !fields.id.get().starts_with('"') {
            return Err(UserError::IdNotString);
        }
        let id = string_or_integer(fields.id.get())?;
        Ok(Self { id, info: checked_info(fields.user_info, info_limit)?, watchlist: fields.watchlist })
    }

    /// The watched users: those within the limit, and how many there are in all.
    pub fn watchlist(&self, limit: usize) -> Result<(alloc::vec::Vec<Cow<'a, str>>, usize), UserError> {
        let Some(raw) = self.watchlist else { return Ok((alloc::vec::Vec::new(), 0)) };
        let all: alloc::vec::Vec<&'a RawValue> =
            serde_json::from_str(raw.get()).map_err(|_| UserError::Watchlist)?;
        let (mut ids, mut seen) = (alloc::vec::Vec::new(), BTreeSet::new());
        for raw in all {
            let id = string_or_integer(raw.get()).map_err(|_| UserError::Watchlist)?;
            if seen.insert(id.clone()) && ids.len() < limit {
                ids.push(id);
            }
        }
        Ok((ids, seen.len()))
    }
}

fn object<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, UserError> {
    if !json::is_shallow(text) || !text.trim_ascii_start().starts_with('{') {
        return Err(UserError::NotAnObject);
    }
    serde_json::from_str(text).map_err(UserError::Json)
}

/// Laravel sends the number of a table's row or a string.
fn string_or_integer(raw: &str) -> Result<Cow<'_, str>, UserError> {
    let id = if raw.starts_with('"') {
        serde_json::from_str::<Text<'_>>(raw).map_err(UserError::Json)?.0
    } else {
        let digits = raw.strip_prefix('-').unwrap_or(raw);
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(UserError::IdKind);
        }
        Cow::Borrowed(raw)
    };
    match id.chars().take(USER_ID_CHARS + 1).count() {
        0 => Err(UserError::IdEmpty),
        1..=USER_ID_CHARS => Ok(id),
        _ => Err(UserError::IdTooLong { chars: id.chars().count() }),
    }
}

fn checked_info(info: Option<&RawValue>, limit: u32) -> Result<&[u8], UserError> {
    let info = info.map_or("", RawValue::get);
    if info.len() > usize::try_from(limit).unwrap_or(usize::MAX) {
        return Err(UserError::InfoTooLong { bytes: info.len(), limit });
    }
    json::check_fit(info).map_err(UserError::Unfit)?;
    Ok(info.as_bytes())
}

/// Why a description of a user is refused. The application has to change what it signs.
#[derive(Debug)]
pub enum UserError {
    /// Not JSON, or without the fields that it needs, or with one of them twice.
    Json(serde_json::Error),
    /// Not an object, or one nested too deep.
    NotAnObject,
    /// The id is neither a string nor a whole number.
    IdKind,
    /// The id of a sign-in is not a string.
    IdNotString,
    /// The id is the empty string.
    IdEmpty,
    /// The id is over [`USER_ID_CHARS`].
    IdTooLong {
        /// Its length.
        chars: usize,
    },
    /// The user_info is over the app's limit.
    InfoTooLong {
        /// Its length.
        bytes: usize,
        /// `presence_info_bytes`.
        limit: u32,
    },
    /// The user_info cannot be read by every client.
    Unfit(json::Unfit),
    /// The watchlist is not an array of user ids.
    Watchlist,
}

impl fmt::Display for UserError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(error) => write!(f, "{error}"),
            Self::NotAnObject => {
                write!(f, "it must be a JSON object, nested at most {} deep", json::MAX_DEPTH)
            }
            Self::IdKind => f.write_str("the user id must be a string or a whole number"),
            Self::IdNotString => f.write_str("id must be a string: put the number in quotes"),
            Self::IdEmpty => f.write_str("the user id is empty"),
            Self::IdTooLong { chars } => {
                write!(f, "the user id has {chars} characters and the limit is {USER_ID_CHARS}")
            }
            Self::InfoTooLong { bytes, limit } => write!(
                f,
                "user_info has {bytes} bytes and the limit is {limit}: send less or raise presence_info_bytes"
            ),
            Self::Unfit(unfit) => write!(f, "user_info: {unfit}"),
            Self::Watchlist => {
                write!(f, "watchlist must be an array of user ids of 1 to {USER_ID_CHARS} characters")
            }
        }
    }
}

impl core::error::Error for UserError {}

#[cfg(test)]
mod tests {
    use alloc::{format, string::ToString as _};

    use super::*;

    #[test]
    fn ids_are_strings_or_integers() {
        for (text, id) in [
            (r#"{"user_id":"a"}"#, "a"),
            (r#"{"user_id":10}"#, "10"),
            (r#" {"user_id":-10,"user_info":null} "#, "-10"),
            (r#"{"user_id":"a\u0062"}"#, "ab"),
            (r#"{"user_id":123456789012345678901234567890}"#, "123456789012345678901234567890"),
        ] {
            assert_eq!(ChannelData::parse(text, 1024).unwrap().user_id, id);
        }
        for (text, error) in [
            (r#"{"user_id":""}"#, "is empty"),
            (r#"{"user_id":1.5}"#, "whole number"),
            (r#"{"user_id":1e999}"#, "whole number"),
            (r#"{"user_id":null}"#, "whole number"),
            (r#"{"user_id":true}"#, "whole number"),
            (r#"{"user_id":["a"]}"#, "whole number"),
            (r#"{"user_id":"\ud800"}"#, "hex escape"),
            (r#"{"user_info":{}}"#, "missing field `user_id`"),
            (r#"{"user_id":"a","user_id":"b"}"#, "duplicate field `user_id`"),
            (r#"["a",{}]"#, "must be a JSON object"),
            ("", "must be a JSON object"),
            ("\"a\"", "must be a JSON object"),
            (r#"{"user_id":"a"}x"#, "trailing characters"),
            (r#"{"user_id":"a","user_info":"\udc00"}"#, "without its other half"),
        ] {
            let found = ChannelData::parse(text, 1024).unwrap_err().to_string();
            assert!(found.contains(error), "{text}: {found}");
        }
    }

    #[test]
    fn lengths_are_limited() {
        let user = |id: usize, info: usize| {
            format!("{{\"user_id\":\"{}\",\"user_info\":\"{}\"}}", "é".repeat(id), "x".repeat(info))
        };
        assert!(ChannelData::parse(&user(128, 1_022), 1_024).is_ok());
        let error = |text: &str| ChannelData::parse(text, 1_024).unwrap_err().to_string();
        assert_eq!(error(&user(129, 0)), "the user id has 129 characters and the limit is 128");
        assert!(error(&user(1, 1_023)).starts_with("user_info has 1025 bytes and the limit is 1024"));
    }

    #[test]
    fn who_signs_in_is_a_string() {
        assert!(UserData::parse(r#"{"id":12345}"#, 1_024).unwrap_err().to_string().contains("in quotes"));
        let user =
            UserData::parse(r#"{"id":"12345","watchlist":["a",2,"c"],"user_info":{"a":1}}"#, 1_024).unwrap();
        assert_eq!((&*user.id, user.info), ("12345", br#"{"a":1}"#.as_slice()));
        let (watched, all) = user.watchlist(2).unwrap();
        assert_eq!((watched.join(","), all), ("a,2".into(), 3));
        let user = UserData::parse(r#"{"id":"1","watchlist":["b","b","b","c","b","d"]}"#, 1_024).unwrap();
        let (watched, all) = user.watchlist(2).unwrap();
        assert_eq!((watched.join(","), all), ("b,c".into(), 3), "each counts once");
        let user = UserData::parse(r#"{"id":"12345","watchlist":"a"}"#, 1_024).unwrap();
        let error = user.watchlist(2).unwrap_err().to_string();
        assert_eq!(error, "watchlist must be an array of user ids of 1 to 128 characters");
    }
}
