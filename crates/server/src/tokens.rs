//! Tokens of an app's users: which keys sign them, and what they say.
//!
//! The algorithm that a token names must be one of the key's own kind, and a key that anybody may know signs nothing: a
//! public key is never taken for a shared secret (RFC 8725, section 3.1). Keys come from the settings, from a file that is
//! read again when it changes, and from a URL ([`remote`]). What is signed is read by [`claims`]. A token may be one of the project's keys instead
//! ([`project_keys`]), and may have been taken back ([`revocations`]).

mod administrators;
mod claims;
mod download;
mod project_keys;
mod remote;
mod revocations;
mod set;

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use baton_protocols::{App, Claims, TokenError, TokenMark};
use jsonwebtoken::{DecodingKey, Header};

use crate::bounded_file;

pub(crate) use self::administrators::{Administrators, signed_token};
use self::claims::Demands;
use self::project_keys::ProjectKeys;
use self::remote::Remote;
pub(crate) use self::remote::{Fetches, KeysSeen};
use self::revocations::Revocations;
pub(crate) use self::set::LOCAL_KEY;
use self::set::{Allowed, HMAC, KeySet, SECRET_BYTES, SET_BYTES};

/// Tokens are longer with many claims, but they travel in a URL and in each join.
const TOKEN_BYTES: usize = 16 * 1_024;

/// Good tokens that are remembered, of at most [`REMEMBERED_BYTES`]: 2 MiB with what they say. All who come without an
/// account come with the same one, whose claims are then kept once and checked once. When there is no room, all are
/// forgotten: those in use come back at once.
const REMEMBERED: usize = 1_024;
const REMEMBERED_BYTES: usize = 1_024;

/// How often a file of keys is looked at. It is read whole and compared, so that no change is missed however it is made.
const FILE_EVERY: Duration = Duration::from_secs(5);

/// The keys of an app.
pub(crate) struct Keys {
    app: Box<str>,
    /// Shared by all apps that no token is signed for.
    signing: Arc<Signing>,
    project_keys: ProjectKeys,
    /// The ids of keys that were there before these.
    removed: Vec<Box<str>>,
    pub(crate) revocations: Revocations,
}

/// What signs an app's tokens.
struct Signing {
    /// Signs tokens that name no key of a set.
    secret: Option<DecodingKey>,
    /// Those of the settings themselves.
    inline: KeySet,
    file: Option<Box<str>>,
    remote: Option<Remote>,
    demands: Demands,
    /// Whether keys that everybody has may be used.
    allows_known: bool,
    current: Mutex<Current>,
}

/// What changes while the server runs.
#[derive(Default)]
struct Current {
    /// The keys of the file, and its text.
    file: Arc<KeySet>,
    file_text: String,
    /// The keys of the URL, and what came from there.
    remote: Arc<KeySet>,
    remote_text: String,
    /// Tokens that the present keys signed. Looked up by a keyed hash, so that the time that it takes says nothing of a token.
    remembered: HashMap<Box<str>, Arc<Claims>>,
}

/// A setting of keys that cannot be used.
#[derive(Debug)]
pub(crate) struct KeysFault {
    pub(crate) setting: &'static str,
    pub(crate) why: String,
}

impl Keys {
    /// The keys that an app's settings name. `is_private`: the server is for this machine alone, so that keys which
    /// everybody has do no harm.
    ///
    /// # Errors
    /// If a setting of them cannot be used.
    pub(crate) fn of(app: &App, is_private: bool) -> Result<Self, KeysFault> {
        Ok(Self {
            app: app.id.clone(),
            signing: Signing::of(app, is_private)?,
            project_keys: ProjectKeys::of(&app.tokens.api_keys),
            removed: Vec::new(),
            revocations: Revocations::of(app),
        })
    }

    /// The keys of nobody: no token is taken.
    pub(crate) fn none() -> Self {
        let app = App::new(baton_hub::AppId(u32::MAX), "", "", "");
        Self {
            app: app.id.clone(),
            signing: Signing::nothing(),
            project_keys: ProjectKeys::of(&[]),
            removed: Vec::new(),
            revocations: Revocations::of(&app),
        }
    }

    /// These in place of the app's former ones, whose revocations remain in effect.
    pub(crate) fn replacing(self, former: &Self, app: &App) -> Self {
        let revocations = former.revocations.within(app);
        let (project_keys, removed) = self.project_keys.replacing(&former.project_keys);
        Self { revocations, project_keys, removed, ..self }
    }

    /// Revokes what was admitted by a project's key that the former ones had and these have not. To be called when these
    /// take effect.
    pub(crate) fn revoke_removed(&self, unix_s: u64) {
        for id in &self.removed {
            if self.revocations.add(TokenMark::Id(id), unix_s).is_err() {
                tracing::error!(
                    app = &*self.app,
                    "api_keys: connections that were opened with a removed key stay, since no more revocations can be stored: \
                     raise revocations, or disconnect the app's clients (POST /api/tenants/ID/shutdown)"
                );
            }
        }
    }

    /// Whether two states of an app's settings name the same keys. Those of a file and of a URL are read again
    /// by [`keep`](Self::keep).
    pub(crate) fn are_same(one: &App, other: &App) -> bool {
        one.tokens == other.tokens
    }

    /// Whether any token could be taken.
    pub(crate) fn are_there(&self) -> bool {
        self.signing.secret.is_some()
            || !self.signing.inline.is_empty()
            || self.signing.file.is_some()
            || self.signing.remote.is_some()
            || !self.project_keys.is_empty()
    }

    /// Whether keys are fetched over a way on which others could change them.
    pub(crate) fn are_open_to_others(&self) -> bool {
        self.signing.remote.as_ref().is_some_and(|remote| remote.is_open_to_others())
    }

    /// Checks a token, or a project's key, at `unix_s` seconds since 1970.
    pub(crate) fn verify(&self, token: &str, unix_s: u64) -> Result<Arc<Claims>, TokenError> {
        let token = without_blanks(token);
        if ProjectKeys::is_one(&token) {
            return self.project_keys.find(&token).ok_or(TokenError::UnknownKey);
        }
        if token.len() > TOKEN_BYTES {
            return Err(TokenError::Malformed);
        }
        // Before it is looked at, so that a revocation meanwhile counts as a later one.
        let seen = self.revocations.made();
        let (remembered, sets) = {
            let current = self.current();
            (
                current.remembered.get(&*token).cloned(),
                (Arc::clone(&current.file), Arc::clone(&current.remote)),
            )
        };
        let claims = match remembered {
            Some(claims) => claims,
            None => {
                let claims = self.check(&token, &sets, unix_s, seen)?;
                self.revocations.note_issuer(&claims, unix_s);
                self.remember(&token, &sets, &claims);
                claims
            }
        };
        if let Some(seconds) = claims.expired_for(unix_s) {
            return Err(TokenError::Expired { seconds });
        }
        if self.revocations.concern(&claims, unix_s) {
            return Err(TokenError::Revoked);
        }
        Ok(claims)
    }

    /// Which keys [`verify`](Self::verify) looks at, if it is called now; `None` where none are fetched.
    pub(crate) fn seen(&self) -> Option<KeysSeen> {
        self.signing.remote.as_ref().map(|remote| remote.seen())
    }

    /// Whether newer keys than `seen` may bring the one that a token lacked, for which `error` says that it was not taken.
    pub(crate) fn may_bring(&self, error: &TokenError, seen: Option<KeysSeen>) -> bool {
        matches!(error, TokenError::Signer { key_id: Some(_) })
            && self
                .signing
                .remote
                .as_ref()
                .zip(seen)
                .is_some_and(|(remote, seen)| remote.may_bring_newer(seen))
    }

    /// Calls `notify` when newer keys than `seen` have come, or could not. `false`: nothing is
    /// fetched now, and `notify` is not called.
    pub(crate) fn await_newer(&self, seen: Option<KeysSeen>, notify: impl FnOnce() + Send + 'static) -> bool {
        self.signing
            .remote
            .as_ref()
            .zip(seen)
            .is_some_and(|(remote, seen)| remote.await_newer(seen, Box::new(notify)))
    }

    /// Waits for that.
    pub(crate) async fn newer(&self, seen: Option<KeysSeen>) {
        let (notify, notified) = tokio::sync::oneshot::channel();
        // Who has gone meanwhile need not be notified; and a fetch that ends without notice is none to wait for.
        if self.await_newer(seen, move || _ = notify.send(())) {
            _ = notified.await;
        }
    }

    /// How often keys were fetched; `None` where no URL is set.
    pub(crate) fn fetches(&self) -> Option<Fetches> {
        self.signing.remote.as_ref().map(|remote| remote.fetches())
    }

    /// Whether there is a file or a URL for [`keep`](Self::keep) to read again.
    pub(crate) fn need_keeping(&self) -> bool {
        self.signing.file.is_some() || self.signing.remote.is_some()
    }

    /// Reads file and URL again, for as long as the process lasts.
    pub(crate) async fn keep(&self) {
        tokio::join!(self.follow_file(), self.follow_remote());
    }

    async fn follow_file(&self) {
        let Some(file) = &self.signing.file else { return };
        let mut logged = String::new();
        loop {
            tokio::time::sleep(FILE_EVERY).await;
            let path = file.clone();
            let text = tokio::task::spawn_blocking(move || read_file(&path)).await;
            let outcome = match text {
                Ok(Ok(text)) => self.take_file(text),
                Ok(Err(why)) => Err(why),
                Err(_) => continue, // the runtime ends
            };
            // Told once, and not every five seconds.
            match outcome {
                Err(why) if why != logged => {
                    tracing::warn!(
                        app = &*self.app,
                        file = &**file,
                        why,
                        "jwks_file: the keys that are there stay"
                    );
                    logged = why;
                }
                Err(_) => {}
                Ok(()) => logged.clear(),
            }
        }
    }

    fn take_file(&self, text: String) -> Result<(), String> {
        if self.current().file_text == text {
            return Ok(());
        }
        let set = KeySet::read_whole(&text, Allowed { secrets: true, known: self.signing.allows_known })?;
        tracing::info!(app = &*self.app, keys = set.len(), "jwks_file: the keys have changed");
        let mut current = self.current();
        *current = Current {
            file: Arc::new(set),
            file_text: text,
            remembered: HashMap::new(),
            ..std::mem::take(&mut *current)
        };
        Ok(())
    }

    async fn follow_remote(&self) {
        if let Some(remote) = &self.signing.remote {
            remote.follow(&self.app, |text| self.take_remote(text)).await;
        }
    }

    fn take_remote(&self, text: &str) -> Result<(), String> {
        if self.current().remote_text == text {
            return Ok(());
        }
        let (set, faults) =
            KeySet::read_useful(text, Allowed { secrets: false, known: self.signing.allows_known })?;
        tracing::info!(app = &*self.app, keys = set.len(), "jwks_url: the keys have changed");
        for why in faults {
            tracing::warn!(app = &*self.app, why, "jwks_url: a key is passed over");
        }
        let mut current = self.current();
        *current = Current {
            remote: Arc::new(set),
            remote_text: text.to_owned(),
            remembered: HashMap::new(),
            ..std::mem::take(&mut *current)
        };
        Ok(())
    }

    /// Remembers a good token, unless the keys have changed since it was checked.
    fn remember(&self, token: &str, sets: &Sets, claims: &Arc<Claims>) {
        if token.len() > REMEMBERED_BYTES {
            return;
        }
        let mut current = self.current();
        if !Arc::ptr_eq(&current.file, &sets.0) || !Arc::ptr_eq(&current.remote, &sets.1) {
            return;
        }
        if current.remembered.len() >= REMEMBERED {
            current.remembered.clear();
        }
        current.remembered.insert(token.into(), Arc::clone(claims));
    }

    fn current(&self) -> MutexGuard<'_, Current> {
        // Whole entries alone are added, and it is replaced as a whole: what a panic left behind is right.
        self.signing.current.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn check(&self, token: &str, sets: &Sets, unix_s: u64, seen: u64) -> Result<Arc<Claims>, TokenError> {
        let header = jsonwebtoken::decode_header(token).map_err(|_| TokenError::Malformed)?;
        // What must be understood is not (RFC 7515, section 4.1.11).
        if header.crit.is_some() {
            return Err(TokenError::Malformed);
        }
        let (message, signature) = token.rsplit_once('.').ok_or(TokenError::Malformed)?;
        let (_, claims) = message.split_once('.').ok_or(TokenError::Malformed)?;
        let is_by = |key: &&DecodingKey| {
            jsonwebtoken::crypto::verify(signature, message.as_bytes(), key, header.alg).unwrap_or(false)
        };
        if !self.keys_for(&header, sets)?.iter().any(is_by) {
            return Err(TokenError::Signature);
        }
        self.signing.demands.read(claims, unix_s, seen)
    }

    /// The keys that may have signed a token. Which those are is decided by the keys: the token's `kid` picks one of them,
    /// and its `alg` must be that key's.
    fn keys_for<'k>(&'k self, header: &Header, sets: &'k Sets) -> Result<Vec<&'k DecodingKey>, TokenError> {
        let all = [&self.signing.inline, &*sets.0, &*sets.1];
        if let Some(id) = &header.kid {
            if let Some(named) = all.iter().find_map(|set| set.find(id, header.alg)) {
                return Ok(vec![&named.key]);
            }
            if all.iter().any(|set| set.has(id)) {
                return Err(TokenError::Signature);
            }
        }
        let nameless = all.iter().flat_map(|set| set.nameless());
        let secrets: Vec<_> = if HMAC.contains(&header.alg) {
            self.signing.secret.iter().chain(nameless).collect()
        } else {
            Vec::new()
        };
        if secrets.is_empty() {
            return Err(TokenError::Signer { key_id: header.kid.as_deref().map(Into::into) });
        }
        Ok(secrets)
    }
}

impl Signing {
    /// What the settings of an app name.
    fn of(app: &App, is_private: bool) -> Result<Arc<Self>, KeysFault> {
        let tokens = &app.tokens;
        let fault = |setting| move |why| KeysFault { setting, why };
        let secret = tokens.jwt_secret.bytes();
        let sets = [&tokens.jwks, &tokens.jwks_file, &tokens.jwks_url];
        if secret.is_empty() && sets.iter().all(|set| set.is_empty()) {
            return Ok(Self::nothing());
        }
        if let Some(why) = weakness(secret).filter(|_| !is_private) {
            return Err(fault("jwt_secret")(why));
        }
        let allowed = Allowed { secrets: true, known: is_private };
        let inline = match &*tokens.jwks {
            "" => KeySet::default(),
            text => KeySet::read_whole(text, allowed).map_err(fault("jwks"))?,
        };
        let mut current = Current::default();
        if !tokens.jwks_file.is_empty() {
            current.file_text = read_file(&tokens.jwks_file).map_err(fault("jwks_file"))?;
            current.file =
                Arc::new(KeySet::read_whole(&current.file_text, allowed).map_err(fault("jwks_file"))?);
        }
        let remote = match &*tokens.jwks_url {
            "" => None,
            url => Some(Remote::new(url).map_err(fault("jwks_url"))?),
        };
        Ok(Arc::new(Self {
            secret: (!secret.is_empty()).then(|| DecodingKey::from_secret(secret)),
            inline,
            file: (!tokens.jwks_file.is_empty()).then(|| tokens.jwks_file.as_str().into()),
            remote,
            demands: Demands::of(app),
            allows_known: is_private,
            current: Mutex::new(current),
        }))
    }

    /// No token is signed.
    fn nothing() -> Arc<Self> {
        static NOTHING: LazyLock<Arc<Signing>> = LazyLock::new(|| {
            Arc::new(Signing {
                secret: None,
                inline: KeySet::default(),
                file: None,
                remote: None,
                demands: Demands::of(&App::new(baton_hub::AppId(u32::MAX), "", "", "")),
                allows_known: false,
                current: Mutex::default(),
            })
        });
        Arc::clone(&NOTHING)
    }
}

/// What is wrong with a secret that is too short.
pub(crate) fn weakness(secret: &[u8]) -> Option<String> {
    (1..SECRET_BYTES).contains(&secret.len()).then(|| {
        format!(
            "it has {} bytes and may be guessed from one token: it needs {SECRET_BYTES}; `openssl rand -hex 32` makes a \
             good one",
            secret.len()
        )
    })
}

/// The sets of the file and of the URL, as they are at one moment.
type Sets = (Arc<KeySet>, Arc<KeySet>);

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Keys(…)")
    }
}

/// Tokens are pasted into settings and URLs, and some come with line breaks.
fn without_blanks(token: &str) -> Cow<'_, str> {
    if token.bytes().any(|byte| byte.is_ascii_whitespace()) {
        Cow::Owned(token.chars().filter(|c| !c.is_ascii_whitespace()).collect())
    } else {
        Cow::Borrowed(token)
    }
}

/// The text of a file of keys.
fn read_file(path: &str) -> Result<String, String> {
    // One byte more than a set may have, so that the set's own check finds it too long.
    let bytes = bounded_file::read(path, SET_BYTES as u64 + 1);
    let bytes = bytes.map_err(|error| format!("the file cannot be read: {error}"))?;
    String::from_utf8(bytes).map_err(|error| format!("the file cannot be read: {error}"))
}

#[cfg(test)]
mod tests;
