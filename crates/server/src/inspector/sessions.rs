//! Who is signed in to the inspector, until when, and what they may do.
//!
//! Tokens of sessions and links are stored as their SHA-256, by which they are found: how long that takes says nothing of a
//! token that somebody tries.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use baton_hub::Millis;
use sha2::{Digest as _, Sha256};

use crate::clock::unix_s;
use crate::config::Config;
use crate::entropy::random_hex;

/// How long a session lasts.
pub(crate) const SESSION_S: u64 = 12 * 3_600;
/// How long a one-time link can be used. That of the start is for who has just started the server.
pub(crate) const LINK_S: u64 = 600;
/// Sessions at a time, some 500 bytes each, in all and of one credential. The one that was used least recently gives way, of the
/// credential that has most: nobody signs others out.
const SESSIONS: usize = 1_000;
const SESSIONS_OF_ONE: usize = 50;
/// Links that nobody has used yet, in all and of one credential; the oldest gives way, of the credential that has most.
const LINKS: usize = 100;
const LINKS_OF_ONE: usize = 5;
/// Random bytes of a token.
const TOKEN_BYTES: usize = 32;

/// What a role may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// Sees everything, and changes it.
    Operator,
    /// Changes nothing.
    Reader,
}

impl Role {
    /// As the API has it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Operator => "operator",
            Self::Reader => "reader",
        }
    }
}

/// What somebody has proved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Credential {
    /// The link that the server printed at its start.
    StartLink,
    /// The value of `inspector_token` or `inspector_reader_token`, by its digest.
    Token(Role, Digest),
    /// A token that `api_jwt_secret`, by its digest, has signed, and that holds until so many seconds since 1970.
    Administrator(Digest, u64),
    /// The key and secret of the app with this id, both by their digest.
    App(Box<str>, Digest),
}

impl Credential {
    /// `inspector_token` or `inspector_reader_token`, as the settings have it now.
    pub(crate) fn token(role: Role, config: &Config) -> Self {
        let settings = &config.settings;
        let secret = match role {
            Role::Operator => &settings.inspector_token,
            Role::Reader => &settings.inspector_reader_token,
        };
        Self::Token(role, digest(&[secret.bytes()]))
    }

    /// An administrator's that holds until `until_s`, as the settings have it now.
    pub(crate) fn administrator(config: &Config, until_s: u64) -> Self {
        Self::Administrator(digest(&[config.settings.api_jwt_secret.bytes()]), until_s)
    }

    /// That of the app with this id; `None` if there is none, or it is disabled.
    pub(crate) fn app(id: &str, config: &Config) -> Option<Self> {
        let app = &config.app_by_id(id)?.app;
        app.enabled.then(|| Self::App(id.into(), digest(&[app.key.as_bytes(), b":", app.secret.bytes()])))
    }

    /// Whether it would still be accepted.
    pub(crate) fn holds(&self, config: &Config) -> bool {
        match self {
            Self::StartLink => true,
            Self::Token(role, _) => *self == Self::token(*role, config),
            Self::Administrator(_, until_s) => {
                *until_s > unix_s() && *self == Self::administrator(config, *until_s)
            }
            Self::App(id, _) => Self::app(id, config).is_some_and(|now| now == *self),
        }
    }

    pub(crate) fn role(&self) -> Role {
        match self {
            Self::Token(role, _) => *role,
            Self::StartLink | Self::Administrator(..) | Self::App(..) => Role::Operator,
        }
    }

    /// The one app that may be seen; `None` for all.
    pub(crate) fn app_id(&self) -> Option<&str> {
        match self {
            Self::App(id, _) => Some(id),
            _ => None,
        }
    }
}

/// As the audit log names who has it.
impl fmt::Display for Credential {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StartLink => f.write_str("link of the start"),
            Self::Token(Role::Operator, _) => f.write_str("inspector_token"),
            Self::Token(Role::Reader, _) => f.write_str("inspector_reader_token"),
            Self::Administrator(..) => f.write_str("api_jwt_secret"),
            Self::App(id, _) => write!(f, "app {id}"),
        }
    }
}

/// A SHA-256.
type Digest = [u8; 32];

fn digest(parts: &[&[u8]]) -> Digest {
    parts.iter().fold(Sha256::new(), |hash, part| hash.chain_update(part)).finalize().into()
}

/// A session, as its owner learns of it.
#[derive(Debug, Clone)]
pub(crate) struct Session {
    pub(crate) credential: Credential,
    /// What changing calls have to show beside the cookie.
    pub(crate) csrf: Box<str>,
    /// Seconds until it ends.
    pub(crate) expires_s: u64,
    pub(crate) ends: Millis,
    /// Its token is a cookie, which is no bearer token: browsers send it to other programs of the same host too.
    pub(crate) is_cookie: bool,
}

/// What a session is begun with.
pub(crate) struct Proof {
    pub(crate) credential: Credential,
    /// When it ends at the latest, where something bounds it.
    pub(crate) ends: Option<Millis>,
    pub(crate) is_cookie: bool,
}

#[derive(Debug)]
struct Stored {
    session: Session,
    ends: Millis,
    last_used: Millis,
}

/// What a link signs in as.
#[derive(Debug)]
struct Link {
    token: Digest,
    credential: Credential,
    /// Until when it can be used.
    ends: Millis,
    /// When the session that it begins ends at the latest: no link prolongs the session that it was made in.
    session_ends: Option<Millis>,
}

#[derive(Debug, Default)]
struct Table {
    sessions: HashMap<Digest, Stored>,
    /// The oldest first.
    links: Vec<Link>,
}

/// All sessions of the process, and links that have yet to be used.
#[derive(Debug, Default)]
pub(crate) struct Sessions(Mutex<Table>);

impl Sessions {
    /// Makes a link that signs in once, with these rights.
    ///
    /// # Errors
    /// The operating system has no randomness to give.
    pub(crate) fn link(
        &self,
        credential: Credential,
        session_ends: Option<Millis>,
        now: Millis,
    ) -> Result<String, String> {
        let token = random_hex(TOKEN_BYTES)?;
        let mut table = self.table();
        table.links.retain(|link| link.ends > now);
        let owners = table.links.iter().map(|link| &link.credential);
        if let Some(owner) = gives_way(owners, &credential, (LINKS, LINKS_OF_ONE))
            && let Some(place) = table.links.iter().position(|link| link.credential == owner)
        {
            table.links.remove(place);
        }
        let ends = now + LINK_S * 1_000;
        table.links.push(Link { token: digest(&[token.as_bytes()]), credential, ends, session_ends });
        Ok(token)
    }

    /// Uses a link up; `None` if there is no such one.
    pub(crate) fn use_link(&self, token: &str, now: Millis) -> Option<(Credential, Option<Millis>)> {
        let wanted = digest(&[token.as_bytes()]);
        let mut table = self.table();
        let place = table.links.iter().position(|link| link.token == wanted && link.ends > now)?;
        let Link { credential, session_ends, .. } = table.links.remove(place);
        Some((credential, session_ends))
    }

    /// Begins a session, and returns its token.
    ///
    /// # Errors
    /// The operating system has no randomness to give.
    pub(crate) fn begin(&self, proof: Proof, now: Millis) -> Result<(String, Session), String> {
        let Proof { credential, ends, is_cookie } = proof;
        let ends = ends.unwrap_or(Millis::MAX).min(now + SESSION_S * 1_000);
        let (token, csrf) = (random_hex(TOKEN_BYTES)?, random_hex(TOKEN_BYTES / 2)?);
        let expires_s = ends.saturating_sub(now) / 1_000;
        let session = Session { credential, csrf: csrf.into(), expires_s, ends, is_cookie };
        let mut table = self.table();
        table.sessions.retain(|_, stored| stored.ends > now);
        let owners = table.sessions.values().map(|stored| &stored.session.credential);
        if let Some(owner) = gives_way(owners, &session.credential, (SESSIONS, SESSIONS_OF_ONE)) {
            let own = table.sessions.iter().filter(|(_, stored)| stored.session.credential == owner);
            let idle = own.min_by_key(|(_, stored)| stored.last_used);
            if let Some(key) = idle.map(|(key, _)| *key) {
                table.sessions.remove(&key);
            }
        }
        let stored = Stored { session: session.clone(), ends, last_used: now };
        table.sessions.insert(digest(&[token.as_bytes()]), stored);
        Ok((token, session))
    }

    /// The session with this token, if it lasts and what it began with would still be accepted.
    pub(crate) fn find(&self, token: &str, config: &Config, now: Millis) -> Option<Session> {
        let key = digest(&[token.as_bytes()]);
        let mut table = self.table();
        let stored = table.sessions.get_mut(&key)?;
        if stored.ends <= now || !stored.session.credential.holds(config) {
            table.sessions.remove(&key);
            return None;
        }
        stored.last_used = now;
        Some(Session { expires_s: (stored.ends - now) / 1_000, ..stored.session.clone() })
    }

    /// Ends the session with this token.
    pub(crate) fn end(&self, token: &str) {
        self.table().sessions.remove(&digest(&[token.as_bytes()]));
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        // Each change is one insertion or removal: what a panic left behind is right.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whose entry is evicted before a new one is added: the newcomer's own, or that of the credential with the most. `None` while there is
/// room.
fn gives_way<'c>(
    owners: impl Iterator<Item = &'c Credential>,
    newcomer: &Credential,
    (most, most_of_one): (usize, usize),
) -> Option<Credential> {
    let mut counts = Vec::<(&Credential, usize)>::new();
    for owner in owners {
        match counts.iter_mut().find(|(one, _)| *one == owner) {
            Some((_, count)) => *count += 1,
            None => counts.push((owner, 1)),
        }
    }
    let of_newcomer = counts.iter().find(|(one, _)| *one == newcomer).map_or(0, |(_, count)| *count);
    if of_newcomer >= most_of_one {
        return Some(newcomer.clone());
    }
    if counts.iter().map(|(_, count)| count).sum::<usize>() < most {
        return None;
    }
    counts.into_iter().max_by_key(|(_, count)| *count).map(|(one, _)| one.clone())
}

#[cfg(test)]
mod tests {
    use baton_hub::AppId;
    use baton_protocols::{App, Secret};

    use super::*;
    use crate::settings::Settings;

    fn config(token: &str, app_secret: &str) -> Config {
        let apps = vec![App::new(AppId(0), "1", "key", app_secret)];
        let settings = Settings { apps, inspector_token: Secret::new(token), ..Settings::default() };
        Config::new(settings, None, 0).unwrap()
    }

    fn proof(credential: Credential) -> Proof {
        Proof { credential, ends: None, is_cookie: false }
    }

    #[test]
    fn no_link_prolongs_the_session_that_it_was_made_in() {
        let (sessions, config) = (Sessions::default(), config("", "secret"));
        let link = sessions.link(Credential::StartLink, Some(5_000), 0).unwrap();
        let (credential, ends) = sessions.use_link(&link, 1).unwrap();
        let (token, session) = sessions.begin(Proof { credential, ends, is_cookie: true }, 1_000).unwrap();
        assert_eq!((session.expires_s, session.is_cookie), (4, true));
        assert!(
            sessions.find(&token, &config, 4_999).is_some()
                && sessions.find(&token, &config, 5_000).is_none()
        );
    }

    #[test]
    fn a_session_lasts_for_its_time() {
        let (sessions, config) = (Sessions::default(), config("", "secret"));
        let (token, _) = sessions.begin(proof(Credential::StartLink), 1_000).unwrap();
        let end = 1_000 + SESSION_S * 1_000;
        assert_eq!(sessions.find(&token, &config, end - 1_000).unwrap().expires_s, 1);
        assert!(sessions.find(&token, &config, end).is_none());
        assert!(sessions.find(&token, &config, 1_000).is_none(), "it is gone");
        assert!(sessions.find("", &config, 1_000).is_none());
    }

    #[test]
    fn a_session_ends_with_what_it_began_with() {
        let before = config("the former token", "the former secret");
        let all = |config: &Config| {
            [
                Credential::StartLink,
                Credential::token(Role::Operator, config),
                Credential::token(Role::Reader, config),
                Credential::app("1", config).unwrap(),
            ]
        };
        for (after, left) in [
            (config("the former token", "the former secret"), [true, true, true, true]),
            (config("another token", "the former secret"), [true, false, true, true]),
            (config("the former token", "another secret"), [true, true, true, false]),
        ] {
            let sessions = Sessions::default();
            let tokens = all(&before).map(|credential| sessions.begin(proof(credential), 0).unwrap().0);
            assert_eq!(tokens.map(|token| sessions.find(&token, &after, 1).is_some()), left);
        }
    }

    #[test]
    fn a_link_signs_in_once() {
        let sessions = Sessions::default();
        let token = sessions.link(Credential::StartLink, None, 0).unwrap();
        assert_eq!(sessions.use_link("another", 1), None);
        assert_eq!(sessions.use_link(&token, 1), Some((Credential::StartLink, None)));
        assert_eq!(sessions.use_link(&token, 1), None);
        let late = sessions.link(Credential::StartLink, None, 0).unwrap();
        assert_eq!(sessions.use_link(&late, LINK_S * 1_000), None);
    }

    #[test]
    fn the_one_that_is_used_least_gives_way() {
        let (sessions, config) = (Sessions::default(), config("", "secret"));
        let begin = |now| sessions.begin(proof(Credential::StartLink), now).unwrap().0;
        let tokens: Vec<_> = (0..SESSIONS_OF_ONE as u64).map(begin).collect();
        assert!(sessions.find(&tokens[0], &config, 5_000).is_some());
        begin(6_000);
        assert!(sessions.find(&tokens[0], &config, 7_000).is_some());
        assert!(sessions.find(&tokens[1], &config, 7_000).is_none());
        assert_eq!(sessions.table().sessions.len(), SESSIONS_OF_ONE);
        let links: Vec<_> =
            (0..=LINKS_OF_ONE).map(|_| sessions.link(Credential::StartLink, None, 0).unwrap()).collect();
        assert_eq!(sessions.use_link(&links[0], 1), None);
        assert!(sessions.use_link(&links[1], 1).is_some());
    }

    #[test]
    fn nobody_signs_others_out() {
        let sessions = Sessions::default();
        let config = config("", "secret");
        let (operator, _) = sessions.begin(proof(Credential::StartLink), 0).unwrap();
        let link = sessions.link(Credential::StartLink, None, 0).unwrap();
        // As many apps as have room, and each of them as often as it likes.
        for n in 0..40_u8 {
            let app = Credential::App(n.to_string().into(), [n; 32]);
            for now in 1..60 {
                sessions.begin(proof(app.clone()), now).unwrap();
                sessions.link(app.clone(), None, 1).unwrap();
            }
        }
        assert_eq!(sessions.table().sessions.len(), SESSIONS);
        assert!(sessions.find(&operator, &config, 100).is_some() && sessions.use_link(&link, 2).is_some());
    }
}
