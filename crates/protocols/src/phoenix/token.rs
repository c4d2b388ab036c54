//! Tokens in messages: which one counts, and when the connection's own does.

use alloc::borrow::Cow;

use super::fields;

/// What keys of projects begin with. They are no tokens: a library sends one where its user has not signed in.
const PROJECT_KEY: &str = "sb_";

/// The token of an `access_token` message; `None` where it brings nothing new, which is no error.
pub fn new(payload: &str) -> Option<Cow<'_, str>> {
    let mut token = None;
    fields::each(payload, |key, value| {
        if key == "access_token" {
            token = fields::string(value);
        }
    })?;
    usable(token)
}

/// The token of a join. Older libraries call it `user_token`, and that one counts before the other.
pub(super) fn of_join<'a>(user: Option<Cow<'a, str>>, access: Option<Cow<'a, str>>) -> Option<Cow<'a, str>> {
    usable(user.or(access))
}

fn usable(token: Option<Cow<'_, str>>) -> Option<Cow<'_, str>> {
    token.filter(|token| !token.is_empty() && !token.starts_with(PROJECT_KEY))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_token_is_nothing_new() {
        assert_eq!(new(r#"{"access_token":"a.b.c"}"#).as_deref(), Some("a.b.c"));
        for payload in [
            "{}",
            "null",
            "[]",
            r#"{"access_token":null}"#,
            r#"{"access_token":1}"#,
            r#"{"access_token":""}"#,
            r#"{"access_token":"sb_publishable_x"}"#,
        ] {
            assert_eq!(new(payload), None, "{payload}");
        }
    }

    #[test]
    fn the_older_name_counts_first() {
        let text = |text: &'static str| Some(Cow::Borrowed(text));
        assert_eq!(of_join(text("user"), text("access")).as_deref(), Some("user"));
        assert_eq!(of_join(None, text("access")).as_deref(), Some("access"));
        assert_eq!(of_join(text("sb_x"), text("access")), None, "the connection's own");
        assert_eq!(of_join(None, None), None);
    }
}
