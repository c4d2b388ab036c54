//! The tokens of Supabase clients, as an operator decides, and the keys that stand for one.

use alloc::{boxed::Box, string::String, vec::Vec};

use crate::{Secret, settings::settings};

settings! {
    /// Which tokens an app accepts, and how long it remembers revoked ones.
    pub struct TokenSettings, |app| app.tokens;
    "Tokens of Supabase clients" {
        /// The secret that signs the tokens of Supabase clients (HS256, HS384, HS512): a project's JWT secret, of
        /// 32 bytes or more unless `listen` is a loopback address. If neither this nor any of the next five is set,
        /// Supabase clients cannot connect. If `listen` is a loopback address, the default app accepts the secret
        /// and keys of Supabase's local development, which are public; on other addresses they are refused.
        jwt_secret: Secret = Secret::new(""), in 0..=1024;
        /// A file with the JWT secret on one line, in place of `jwt_secret`.
        jwt_secret_file: String = String::new(), in 0..=4096;
        /// Further keys of such tokens as a JWK Set (`{"keys":[…]}`) of at most 100: RSA of 2048 bits or more,
        /// P-256, P-384, Ed25519, and `oct` of 32 bytes or more. A token names its key by `kid`; an `oct` without
        /// one is used like `jwt_secret`.
        jwks: String = String::new(), in 0..=65_536;
        /// A file with such a set, of at most 256 KiB. It is checked every 5 s; if it cannot be read, or has an
        /// invalid key, this is logged and the known keys stay in use.
        jwks_file: String = String::new(), in 0..=4096;
        /// A URL of such a set, without `oct`: `https://PROJECT.supabase.co/auth/v1/.well-known/jwks.json`. It is
        /// fetched at start, then when the response's `max-age` has passed (one minute to one hour; 10 minutes if
        /// absent), and at most every 30 s when a token names an unknown key. A response may take 5 s and have 256
        /// KiB; redirects are not followed. If a fetch fails, the known keys stay in use. Use `http://` only for a
        /// host that nobody can impersonate.
        jwks_url: String = String::new(), in 0..=2048;
        /// Keys of the project that clients may send in place of a token: `sb_publishable_…` for the role `anon`,
        /// `sb_secret_…` for `service_role`, and `KEY=ROLE` for another role. They are valid until they are
        /// removed. Their random part is never printed or logged.
        api_keys: Vec<ApiKey> = Vec::new(), in 0..=100;
        /// Required audience of tokens (`aud`); empty for any.
        jwt_audience: String = String::new(), in 0..=1024;
        /// Required issuer of tokens (`iss`); empty for any.
        jwt_issuer: String = String::new(), in 0..=1024;
        /// Revocations of tokens (`POST /apps/{id}/tokens/revoke`) that are stored, about 150 bytes each. At the
        /// limit expired ones are dropped; if there are none, further calls get 503 and revoke nothing.
        revocations: u32 = 10_000, in 0..=1_000_000;
        /// Hours that a revocation is stored: at least as long as tokens are valid. If its token is valid for
        /// longer and was used within this time, the revocation is stored as long as that token is valid.
        /// Revocations are lost in a restart.
        revocation_hours: u32 = 168, in 1..=8760;
    }
}

/// A key of a project (`sb_publishable_…`, `sb_secret_…`): no token, but a text that stands for a role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiKey {
    /// The text that clients send.
    pub key: Secret,
    /// The database's role that its holder acts in.
    pub role: Box<str>,
}

impl ApiKey {
    /// What keys begin with whose holders may do what anybody may, and what those begin with whose holders run the project;
    /// and the roles that this means unless the settings say otherwise.
    const KINDS: [(&str, &str); 2] = [("sb_publishable_", "anon"), ("sb_secret_", "service_role")];
    /// Characters behind that. Sixteen of 64 kinds are 96 bits.
    const RANDOM: core::ops::RangeInclusive<usize> = 16..=256;
    /// PostgreSQL's names have so many bytes.
    const ROLE: core::ops::RangeInclusive<usize> = 1..=63;

    /// Reads `KEY` or `KEY=ROLE`.
    pub fn parse(text: &str) -> Option<Self> {
        let (key, role) = text.split_once('=').map_or((text, None), |(key, role)| (key, Some(role)));
        let (prefix, usual) = Self::KINDS.into_iter().find(|(prefix, _)| key.starts_with(prefix))?;
        let random = key.get(prefix.len()..)?;
        let is_plain = random.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b));
        let role = role.unwrap_or(usual);
        let is_role = Self::ROLE.contains(&role.len()) && !role.contains(|c: char| c.is_control());
        let is_good = is_plain && Self::RANDOM.contains(&random.len()) && is_role;
        is_good.then(|| Self { key: Secret::new(key), role: role.into() })
    }

    /// What kind of key it is, without the key.
    pub fn prefix(&self) -> &'static str {
        let key = self.key.reveal();
        Self::KINDS.into_iter().find(|(prefix, _)| key.starts_with(prefix)).map_or("", |(prefix, _)| prefix)
    }
}

#[cfg(test)]
mod tests {
    use super::ApiKey;

    #[test]
    fn a_projects_key_says_its_role() {
        for (text, role) in [
            ("sb_publishable_0123456789abcdef", "anon"),
            ("sb_secret_0123456789abcdef", "service_role"),
            ("sb_secret_0123456789abc-ef_x=reporter", "reporter"),
            ("sb_publishable_0123456789abcdef=a b", "a b"),
        ] {
            let key = ApiKey::parse(text).unwrap();
            assert_eq!(&*key.role, role, "{text}");
            assert_eq!(key.key.reveal(), text.split('=').next().unwrap());
            assert!(text.starts_with(key.prefix()) && !alloc::format!("{key:?}").contains("0123"));
        }
        for text in [
            "",
            "sb_",
            "sb_secret_",
            "sb_secret_0123456789abcde",
            "sb_secret_0123456789abcdé",
            "sb_secret_0123456789abcdef ",
            "sb_secret_0123456789abcdef=",
            "sb_secret_0123456789abcdef=a\nb",
            "sb_other_0123456789abcdef",
            "eyJhbGciOiJIUzI1NiJ9.e30.x",
        ] {
            assert_eq!(ApiKey::parse(text), None, "{text}");
        }
    }
}
