//! A project's keys (`sb_publishable_…`, `sb_secret_…`): no tokens, but opaque texts that stand for a role.
//!
//! Supabase's own gateway puts a short token in their place; here they are taken as they are, wherever a token could be.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use baton_protocols::{ApiKey, Claims};
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;

/// What all of them begin with, and no token does.
const PREFIX: &str = "sb_";

/// The keys of an app.
pub(super) struct ProjectKeys(Vec<ProjectKey>);

struct ProjectKey {
    /// Of the key, so that all that is compared has one length.
    digest: [u8; 32],
    claims: Arc<Claims>,
}

impl ProjectKeys {
    pub(super) fn of(keys: &[ApiKey]) -> Self {
        Self(
            keys.iter()
                .map(|ApiKey { key, role }| ProjectKey {
                    digest: Sha256::digest(key.bytes()).into(),
                    claims: Arc::new(Claims {
                        role: role.clone(),
                        id: Some(next_id()),
                        // It holds until it is taken out of the settings.
                        expires_s: u64::MAX,
                        json: serde_json::json!({ "role": role }).to_string().into(),
                        ..Claims::default()
                    }),
                })
                .collect(),
        )
    }

    /// These in place of the `former` ones, and the ids of those that are no longer there. One that stays keeps its claims, by
    /// which open connections hold it.
    pub(super) fn replacing(self, former: &Self) -> (Self, Vec<Box<str>>) {
        let is_same = |one: &ProjectKey, other: &ProjectKey| {
            bool::from(one.digest.ct_eq(&other.digest)) && one.claims.role == other.claims.role
        };
        let kept = self.0.into_iter().map(|key| {
            let before = former.0.iter().find(|before| is_same(before, &key));
            let claims = before.map_or_else(|| Arc::clone(&key.claims), |before| Arc::clone(&before.claims));
            ProjectKey { claims, ..key }
        });
        let kept = Self(kept.collect());
        let is_gone = |before: &&ProjectKey| !kept.0.iter().any(|key| is_same(key, before));
        let gone = former.0.iter().filter(is_gone).filter_map(|key| key.claims.id.clone()).collect();
        (kept, gone)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether `text` is a project's key, of whichever project.
    pub(super) fn is_one(text: &str) -> bool {
        text.starts_with(PREFIX)
    }

    /// What the holder of `key` may claim. All keys are compared, each in the same time whatever it holds.
    pub(super) fn find(&self, key: &str) -> Option<Arc<Claims>> {
        let digest: [u8; 32] = Sha256::digest(key).into();
        let mut found = None;
        for one in &self.0 {
            if bool::from(one.digest.ct_eq(&digest)) {
                found = Some(Arc::clone(&one.claims));
            }
        }
        found
    }
}

/// A name for the holders of a key, by which they can be revoked. A key that is removed and comes back has another.
fn next_id() -> Box<str> {
    static MADE: AtomicU64 = AtomicU64::new(0);
    format!("api key {}", MADE.fetch_add(1, Ordering::Relaxed)).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_holds_a_removed_key_is_known_and_a_kept_one_is_held_on() {
        let of = |keys: &[&str]| {
            ProjectKeys::of(&keys.iter().map(|key| ApiKey::parse(key).unwrap()).collect::<Vec<_>>())
        };
        let (one, two) = ("sb_secret_0123456789abcdef", "sb_secret_fedcba9876543210");
        let first = of(&[one, two]);
        let (second, gone) = of(&[one]).replacing(&first);
        assert_eq!(gone, [first.find(two).unwrap().id.clone().unwrap()]);
        assert_eq!(second.find(one).unwrap().id, first.find(one).unwrap().id);
        let (third, gone) = of(&[one, two]).replacing(&second);
        assert!(
            gone.is_empty() && third.find(two).unwrap().id != first.find(two).unwrap().id,
            "it is another"
        );
        let (_, gone) = of(&["sb_secret_0123456789abcdef=reader"]).replacing(&second);
        assert_eq!(gone.len(), 1, "another role");
    }

    #[test]
    fn a_key_stands_for_its_role_until_it_is_taken_out() {
        let keys = [
            "sb_publishable_0123456789abcdef",
            "sb_secret_0123456789abcdef",
            "sb_secret_fedcba9876543210=a\"b",
        ];
        let keys = ProjectKeys::of(&keys.map(|key| ApiKey::parse(key).unwrap()));
        for (key, role, json) in [
            ("sb_publishable_0123456789abcdef", "anon", r#"{"role":"anon"}"#),
            ("sb_secret_0123456789abcdef", "service_role", r#"{"role":"service_role"}"#),
            ("sb_secret_fedcba9876543210", "a\"b", r#"{"role":"a\"b"}"#),
        ] {
            let claims = keys.find(key).unwrap();
            assert_eq!((&*claims.role, &*claims.json), (role, json));
            assert_eq!(claims.expired_for(u64::MAX - 1), None);
        }
        for other in [
            "sb_publishable_0123456789abcde",
            "sb_publishable_0123456789abcdeg",
            "sb_secret_0123456789abcdef=service_role",
            "SB_SECRET_0123456789abcdef",
            "sb_",
            "",
        ] {
            assert!(keys.find(other).is_none(), "{other}");
        }
    }
}
