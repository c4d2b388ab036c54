//! How a command finds its server and signs in there: flags, then the environment, then a profile, then the settings.

use baton_protocols::Secret;
use baton_protocols::pusher::signature::Signature;
use clap::ArgMatches;
use serde_json::{Value, json};

use super::failure::Failure;
use super::profile::{self, Profile};
use crate::cli::sign::{base, chosen};
use crate::clock;
use crate::settings::Settings;
use crate::tokens::Administrators;

/// How long an administrator's token of one call holds: the clocks of two machines may differ.
const JWT_S: u64 = 60;

/// What the server takes.
#[derive(Debug)]
pub(super) enum Credential {
    /// `inspector_token`, `inspector_reader_token`, or a JWT.
    Token(Secret),
    /// `api_jwt_secret`, with which each call's own JWT is signed.
    Administrator(Secret),
    /// An app's key and secret, for a session that sees this app.
    App(String, Secret),
}

impl Credential {
    /// The bearer token of one call; none where a session has to be opened first.
    ///
    /// # Errors
    /// It cannot be signed.
    pub(super) fn bearer(&self) -> Result<Option<String>, Failure> {
        match self {
            Self::Token(token) => Ok(Some(token.reveal().to_owned())),
            Self::Administrator(secret) => {
                let token = Administrators::token(secret, clock::unix_s() + JWT_S);
                token.map(Some).map_err(|why| Failure::Usage(format!("api_jwt_secret: {why}")))
            }
            Self::App(..) => Ok(None),
        }
    }

    /// What opens a session.
    pub(super) fn sign_in(&self, unix_s: u64) -> Value {
        match self {
            Self::Token(token) | Self::Administrator(token) => json!({ "token": token.reveal() }),
            Self::App(key, secret) => {
                let time = unix_s.to_string();
                let signature = Signature::of(secret, &["inspector\n", key, "\n", &time]);
                json!({ "key": key, "time": unix_s, "signature": signature.to_string() })
            }
        }
    }

    /// What to look at where the server does not accept it.
    pub(super) fn refused(&self) -> String {
        match self {
            Self::Token(_) => "does not accept the token: it must be the server's inspector_token or \
                               inspector_reader_token, or a JWT that api_jwt_secret signs and that has not expired"
                .into(),
            Self::Administrator(_) => {
                "does not accept the token that is signed with api_jwt_secret of these settings: does the running server \
                 have another one?"
                    .into()
            }
            Self::App(key, _) => format!(
                "does not accept the app's key {key:?} and secret of these settings: does the running server have others \
                 (--config, --app), and do the clocks of both machines agree within 60 s? Else sign in by --token"
            ),
        }
    }
}

/// The server of a command.
#[derive(Debug)]
pub(super) struct Access {
    pub(super) url: String,
    pub(super) credential: Credential,
    /// What `--app` says.
    pub(super) app: Option<String>,
}

/// What a command line and the environment say of it.
#[derive(Debug, Default)]
pub(super) struct Given {
    pub(super) url: Option<String>,
    pub(super) token: Option<String>,
    pub(super) profile: Option<String>,
    pub(super) app: Option<String>,
}

impl Given {
    /// Flags override the environment. A profile that a flag names is for another server than a token of the environment,
    /// which must not get there.
    pub(super) fn read(matches: &ArgMatches, variable: impl Fn(&str) -> Option<String>) -> Self {
        let flag = |name: &str| matches.get_one::<String>(name).cloned();
        let set = |name: &str| variable(name).filter(|value| !value.is_empty());
        let token =
            flag("token").or_else(|| set("BATON_INSPECTOR_TOKEN").filter(|_| flag("profile").is_none()));
        let profile = flag("profile").or_else(|| set("BATON_PROFILE"));
        Self { url: flag("url"), token, profile, app: flag("app") }
    }

    /// The profile that is chosen.
    pub(super) fn profile(
        &self,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Option<Profile>, Failure> {
        let Some(name) = &self.profile else { return Ok(None) };
        let read = profile::file(variable).and_then(|file| profile::read(&file, name));
        read.map(Some).map_err(Failure::Usage)
    }

    /// Server and credential. The settings are read only if something is missing without them: on another machine they may
    /// not be there.
    pub(super) fn access(
        self,
        profile: Option<Profile>,
        settings: impl FnOnce() -> Result<Settings, Failure>,
    ) -> Result<Access, Failure> {
        let Self { url, token, app, .. } = self;
        let token = token.map(|token| Secret::new(&token));
        let (profile_url, credential) = match (token, profile) {
            (Some(token), profile) => {
                (profile.and_then(|profile| profile.url), Some(Credential::Token(token)))
            }
            (None, Some(profile)) => {
                let Profile { name, url, token, app } = profile;
                let credential =
                    token.map(Credential::Token).or(app.map(|(key, secret)| Credential::App(key, secret)));
                let missing = || {
                    Failure::Usage(format!("profile {name:?} has no token, and no app_key with app_secret"))
                };
                (url, Some(credential.ok_or_else(missing)?))
            }
            (None, None) => (None, None),
        };
        match (url.or(profile_url), credential) {
            (Some(url), Some(credential)) => {
                Ok(Access { url: url.trim_end_matches('/').to_owned(), credential, app })
            }
            (url, credential) => {
                let settings = settings()?;
                let credential = match credential {
                    Some(credential) => credential,
                    None => of_settings(&settings, app.as_deref())?,
                };
                let url = base(&settings, url.as_deref()).map_err(Failure::Usage)?;
                Ok(Access { url, credential, app })
            }
        }
    }
}

/// What these settings have, the widest rights first.
fn of_settings(settings: &Settings, app: Option<&str>) -> Result<Credential, Failure> {
    if let Some(token) = Some(&settings.inspector_token).filter(|token| !token.bytes().is_empty()) {
        return Ok(Credential::Token(token.clone()));
    }
    if let Some(secret) = Some(&settings.api_jwt_secret).filter(|secret| !secret.bytes().is_empty()) {
        return Ok(Credential::Administrator(secret.clone()));
    }
    let app = chosen(settings, app).map_err(Failure::Usage)?;
    Ok(Credential::App(app.key.to_string(), app.secret.clone()))
}

#[cfg(test)]
mod tests {
    use baton_hub::AppId;
    use baton_protocols::App;

    use super::*;

    fn settings(jwt_secret: &str) -> Settings {
        Settings {
            apps: vec![App::new(AppId(0), "1", "app-key", "app-secret")],
            api_jwt_secret: Secret::new(jwt_secret),
            ..Settings::default()
        }
    }

    fn profile() -> Profile {
        let token = Some(Secret::new("of-profile"));
        Profile { name: "p".into(), url: Some("https://p.example/".into()), token, app: None }
    }

    fn token(access: &Access) -> &str {
        match &access.credential {
            Credential::Token(token) | Credential::Administrator(token) => token.reveal(),
            Credential::App(key, _) => key,
        }
    }

    fn given(token: Option<&str>) -> Given {
        Given { token: token.map(Into::into), ..Given::default() }
    }

    #[test]
    fn a_token_that_is_named_comes_first_then_the_profile_s() {
        let unread = || panic!("the settings are read");
        let access = given(Some("of-flag")).access(Some(profile()), unread).unwrap();
        assert_eq!((token(&access), &*access.url), ("of-flag", "https://p.example"));
        let access = given(None).access(Some(profile()), unread).unwrap();
        assert_eq!(token(&access), "of-profile");
    }

    #[test]
    fn then_the_settings_say_where_and_as_whom() {
        let access = given(None).access(None, || Ok(settings("jwt"))).unwrap();
        assert_eq!((token(&access), &*access.url), ("jwt", "http://127.0.0.1:8080"));
        let access = given(None).access(None, || Ok(settings(""))).unwrap();
        assert!(matches!(&access.credential, Credential::App(key, _) if key == "app-key"));
        let with_token = Settings { inspector_token: Secret::new("of-settings"), ..settings("jwt") };
        assert_eq!(token(&given(None).access(None, || Ok(with_token)).unwrap()), "of-settings");
        let access = given(Some("of-flag")).access(None, || Ok(settings("jwt"))).unwrap();
        assert_eq!(token(&access), "of-flag");
    }

    #[test]
    fn a_profile_without_credential_does_not_fall_back_to_those_of_this_machine() {
        let bare = Profile { token: None, ..profile() };
        let failure = given(None).access(Some(bare), || panic!("the settings are read")).unwrap_err();
        assert!(matches!(&failure, Failure::Usage(why) if why.contains("\"p\" has no token")), "{failure:?}");
    }

    #[test]
    fn a_token_of_the_environment_does_not_reach_the_server_of_a_profile_that_a_flag_names() {
        let of = |arguments: &[&str]| {
            let matches = super::super::with_access(clap::Command::new("t")).get_matches_from(arguments);
            Given::read(&matches, |name| (name == "BATON_INSPECTOR_TOKEN").then(|| "of-env".into()))
        };
        assert_eq!(of(&["t"]).token.as_deref(), Some("of-env"));
        assert_eq!(of(&["t", "--profile", "p"]).token, None);
        assert_eq!(of(&["t", "--profile", "p", "--token", "of-flag"]).token.as_deref(), Some("of-flag"));
    }

    #[test]
    fn an_app_signs_its_key_and_the_time() {
        let app = Credential::App("app-key".into(), Secret::new("app-secret"));
        let body = app.sign_in(1_764_284_400);
        // printf 'inspector\napp-key\n1764284400' | openssl dgst -sha256 -hmac app-secret
        let expected = "b1edde4bc0ce58b5fcf979ba2bab9d9ff26f7a458ef764f43a273aa3a948ce30";
        assert_eq!(body["signature"], expected);
        assert_eq!((&body["key"], &body["time"]), (&json!("app-key"), &json!(1_764_284_400)));
        assert_eq!(app.bearer().unwrap(), None);
    }
}
