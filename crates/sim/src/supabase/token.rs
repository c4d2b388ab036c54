//! Tokens of this world: what a real one says, in plain text.

use std::sync::Arc;

use baton_protocols::Claims;

/// A token, as its issuer knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token {
    /// Its own name; no two have the same.
    pub(crate) id: String,
    pub(crate) user: String,
    pub(crate) is_service: bool,
    pub(crate) expires_s: u64,
    pub(crate) kind: Kind,
}

/// What is to be thought of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Good,
    /// Good, and signed with a key that has to be fetched first.
    UnknownKey,
    Forged,
}

impl Token {
    pub(crate) fn text(&self) -> String {
        let Self { id, user, is_service, expires_s, kind } = self;
        format!("tok.{id}.{user}.{is_service}.{expires_s}.{kind:?}")
    }

    /// Reads a token; `None` if it is none.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let mut parts = text.strip_prefix("tok.")?.split('.');
        let (id, user) = (parts.next()?.to_owned(), parts.next()?.to_owned());
        let is_service = parts.next()?.parse().ok()?;
        let expires_s = parts.next()?.parse().ok()?;
        let kind = match parts.next()? {
            "Good" => Kind::Good,
            "UnknownKey" => Kind::UnknownKey,
            _ => Kind::Forged,
        };
        Some(Self { id, user, is_service, expires_s, kind })
    }

    pub(crate) fn is_forged(&self) -> bool {
        self.kind == Kind::Forged
    }

    pub(crate) fn is_of_unknown_key(&self) -> bool {
        self.kind == Kind::UnknownKey
    }

    pub(crate) fn claims(&self) -> Arc<Claims> {
        let role = if self.is_service { "service_role" } else { "authenticated" };
        Arc::new(Claims {
            role: role.into(),
            subject: Some(self.user.as_str().into()),
            id: Some(self.id.as_str().into()),
            expires_s: self.expires_s,
            json: format!(r#"{{"sub":"{}","role":"{role}"}}"#, self.user).into(),
            ..Claims::default()
        })
    }
}
