//! Secrets that others can guess. On an address that other machines reach they are refused, whatever they sign; on a loopback
//! address they are noted, since a proxy may let strangers in.

use super::app::LOCAL_JWT_SECRET;
use super::apps::{Candidate, has_known_secret, has_local_secret_key};
use super::fault::{Fault, Origin};
use super::load::{Loader, place_of};
use super::origins::Origins;
use super::server::Settings;
use super::setting::Scope;
use crate::tokens::{Keys, KeysFault};
use baton_protocols::Secret;

/// 16 random bytes are 128 bits, which nobody can try one after the other. Text has fewer bits a byte, hence `-hex 32` in the advice.
const FEWEST_BYTES: usize = 16;

/// What the manuals and configuration files of others have in the place of a secret.
const SAMPLES: [&str; 2] = ["your-super-secret-jwt-token-with-at-least-32-characters-long", LOCAL_JWT_SECRET];

/// Words that stand for a secret, in lower case and without what parts them. Chance does not bring them about: the shortest has seven
/// letters, and random hexadecimal digits have none of them.
const WORDS: [&str; 13] = [
    "changeme",
    "changethis",
    "replaceme",
    "yoursecret",
    "yourreverb",
    "yourpusher",
    "yourapp",
    "yourkey",
    "secrethere",
    "appsecret",
    "asecretofyourown",
    "opensslrand",
    "placeholder",
];

/// Whether a secret is made of such words, and has too little of its own beside them.
fn is_made_of_words(secret: &[u8]) -> bool {
    let own: String = secret
        .iter()
        .filter(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii())
        .map(|byte| char::from(byte.to_ascii_lowercase()))
        .collect();
    // As `openssl rand -hex` makes it: none of the words has such letters alone, and ten thousand secrets are looked at.
    if own.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return false;
    }
    let rest = WORDS.iter().fold(own.clone(), |rest, word| rest.replace(word, ""));
    rest.len() < own.len() && rest.len() < FEWEST_BYTES
}

/// Why a secret is no secret. An empty one is not set.
pub(super) fn weakness(secret: &[u8]) -> Option<String> {
    let is_variable = [("${", "}"), ("$(", ")"), ("{{", "}}"), ("<", ">")]
        .iter()
        .any(|(begin, end)| secret.starts_with(begin.as_bytes()) && secret.ends_with(end.as_bytes()));
    match secret {
        [] => None,
        _ if is_variable => Some("is a placeholder that nothing has replaced".into()),
        short if short.len() < FEWEST_BYTES => {
            Some(format!("has {} bytes, of which it needs {FEWEST_BYTES}", short.len()))
        }
        _ if is_made_of_words(secret) => Some("reads like a placeholder".into()),
        [first, rest @ ..] if rest.iter().all(|byte| byte == first) => Some("is one byte repeated".into()),
        sample if SAMPLES.iter().any(|one| one.as_bytes() == sample) => {
            Some("is a sample from a manual, which everybody knows".into())
        }
        _ => None,
    }
}

/// Those of the whole server.
fn secrets_of(settings: &Settings) -> [(&'static str, &Secret); 4] {
    [
        ("api_jwt_secret", &settings.api_jwt_secret),
        ("metrics_token", &settings.metrics_token),
        ("inspector_token", &settings.inspector_token),
        ("inspector_reader_token", &settings.inspector_reader_token),
    ]
}

impl Loader<'_> {
    /// Refuses them where others come.
    pub(super) fn refuse_guessable_secrets(
        &mut self,
        settings: &Settings,
        origins: &Origins,
        candidates: &[Candidate],
    ) {
        if settings.is_for_this_machine() {
            return self.notice_guessable_secrets(settings, candidates);
        }
        let refusal = |at: Origin, what: String, why: String| {
            let text = format!(
                "other machines reach {}, and {what} {why}: set one of your own; `openssl rand -hex 32` makes one",
                settings.listen
            );
            Fault::new(at, text)
        };
        for (setting, secret) in secrets_of(settings) {
            if let Some(why) = weakness(secret.bytes()) {
                self.faults.push(refusal(place_of(origins, Scope::Server, setting), setting.into(), why));
            }
        }
        for candidate in candidates {
            let Candidate { app, origins } = candidate;
            let secrets = [
                ("secret", &app.secret),
                ("previous_secret", &app.previous_secret),
                ("jwt_secret", &app.tokens.jwt_secret),
            ];
            for (setting, secret) in secrets {
                // These have refusals of their own.
                let is_refused = match setting {
                    "secret" => has_known_secret(app),
                    "previous_secret" => false,
                    _ => {
                        secret.bytes() == LOCAL_JWT_SECRET.as_bytes()
                            || crate::tokens::weakness(secret.bytes()).is_some()
                    }
                };
                if let Some(why) = weakness(secret.bytes()).filter(|_| !is_refused) {
                    let what = format!("the {setting} of app {:?}", app.id);
                    self.faults.push(refusal(place_of(origins, Scope::App, setting), what, why));
                }
            }
        }
    }

    /// Says what a proxy in front would need: the same secrets that are refused where others come directly.
    fn notice_guessable_secrets(&mut self, settings: &Settings, candidates: &[Candidate]) {
        const ADVICE: &str =
            "for this machine only, and not behind a proxy; `openssl rand -hex 32` makes a better one";
        for (setting, secret) in secrets_of(settings) {
            if let Some(why) = weakness(secret.bytes()) {
                self.notices.push(format!("{setting} {why}: {ADVICE}"));
            }
        }
        for Candidate { app, origins } in candidates {
            let id = &app.id;
            // The known secret has a notice of its own.
            if let Some(why) = weakness(app.secret.bytes()).filter(|_| !has_known_secret(app)) {
                self.notices.push(format!("the secret of app {id:?} {why}: {ADVICE}"));
            }
            if let Some(why) = weakness(app.previous_secret.bytes()) {
                self.notices.push(format!("the previous_secret of app {id:?} {why}: {ADVICE}"));
            }
            let is_own = |key| !matches!(place_of(origins, Scope::App, key), Origin::Default);
            // A default app is lent Supabase's local keys, which that notice covers too.
            if !["jwt_secret", "jwks", "jwks_file", "jwks_url", "api_keys"].into_iter().any(is_own) {
                continue;
            }
            if let Err(KeysFault { setting, why }) = Keys::of(app, false) {
                self.notices.push(format!("the {setting} of app {id:?} is for this machine only: {why}"));
            } else if let Some(why) = weakness(app.tokens.jwt_secret.bytes()) {
                self.notices.push(format!("the jwt_secret of app {id:?} {why}: {ADVICE}"));
            }
            if has_local_secret_key(app) {
                self.notices.push(format!(
                    "one of the api_keys of app {id:?} is that of Supabase's local development, which everybody knows: for \
                     this machine only, and not behind a proxy"
                ));
            }
        }
    }
}
