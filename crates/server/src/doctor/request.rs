//! What is to be examined.

use std::time::Duration;

use baton_protocols::Secret;
use hyper::Uri;

use super::proxy::Proxy;
use super::target::Target;
use crate::settings::Application;

/// What the user gave, as text.
#[derive(Debug, Default)]
pub(crate) struct Given {
    pub(crate) url: Option<String>,
    pub(crate) key: Option<String>,
    pub(crate) secret: Option<String>,
    pub(crate) app_id: Option<String>,
    pub(crate) origin: Option<String>,
    pub(crate) env_file: Option<String>,
    pub(crate) proxy: Option<Proxy>,
    pub(crate) patience: Option<String>,
    pub(crate) listen: Option<String>,
    pub(crate) listen_for: Option<String>,
    pub(crate) json: bool,
}

/// The same, checked.
#[derive(Debug)]
pub(crate) struct Request {
    pub(super) target: Target,
    pub(super) key: Option<String>,
    pub(super) secret: Option<Secret>,
    pub(super) app_id: Option<String>,
    pub(super) origin: Option<String>,
    /// The file that the rest was read from, and what it says.
    pub(super) application: Option<(String, Application)>,
    pub(super) proxy: Option<Proxy>,
    pub(super) patience: Duration,
    pub(super) listen: Option<String>,
    pub(super) listen_for: Duration,
    pub(super) json: bool,
}

const PATIENCE_S: u64 = 5;
const LISTEN_FOR_S: u64 = 30;
const MOST_SECONDS: u64 = 3_600;

impl Request {
    /// Checks it, and reads the application's file.
    ///
    /// # Errors
    /// In words for the user.
    pub(crate) fn new(given: Given) -> Result<Self, String> {
        let file = given.env_file.map(|path| Ok((Application::read(&path)?, path)));
        let application = file.transpose().map_err(|why: String| why)?.map(|(read, path)| (path, read));
        let read = application.as_ref().map(|(_, read)| read);
        let (target, key_of_url) = match (&given.url, read) {
            (Some(url), _) => Target::parse(url)?,
            (None, Some(read)) => (Target::of_application(read)?, None),
            (None, None) => {
                return Err("name the URL, or an application's .env by --env-file".to_owned());
            }
        };
        let key = given.key.or(key_of_url).or_else(|| read?.key.clone());
        let secret = given.secret.filter(|secret| !secret.is_empty()).map(|secret| Secret::new(&secret));
        let secret = secret.or_else(|| read?.secret.clone());
        let app_id = given.app_id.or_else(|| read?.id.clone());
        if secret.is_some() && key.is_none() {
            return Err("--secret: the app's key is needed too, by --key".to_owned());
        }
        for (name, value) in [("--key", &key), ("--app-id", &app_id)] {
            if value.as_ref().is_some_and(|value| !is_word(value)) {
                return Err(format!(
                    "{name}: expected letters, digits, `-`, `_`, `.` and `~`, at \
                    most 200"
                ));
            }
        }
        if given.origin.as_ref().is_some_and(|origin| !is_origin(origin)) {
            return Err("--origin: expected a page's origin, such as \
                https://app.example.com"
                .to_owned());
        }
        if let Some(channel) = &given.listen {
            if key.is_none() {
                return Err("--listen: the app's key is needed too, by --key".to_owned());
            }
            if ["private-", "presence-"].iter().any(|kind| channel.starts_with(kind)) && secret.is_none() {
                return Err("--listen: private and presence channels are signed: give \
                    --secret"
                    .to_owned());
            }
        }
        Ok(Self {
            target,
            key,
            secret,
            app_id,
            origin: given.origin,
            application,
            proxy: given.proxy,
            patience: seconds("--patience", given.patience.as_ref(), PATIENCE_S)?,
            listen: given.listen,
            listen_for: seconds("--listen-for", given.listen_for.as_ref(), LISTEN_FOR_S)?,
            json: given.json,
        })
    }
}

/// Whether it is a key or an id, which stand in paths.
fn is_word(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte);
    (1..=200).contains(&text.len()) && text.bytes().all(is_plain)
}

fn is_origin(text: &str) -> bool {
    let Ok(uri) = text.parse::<Uri>() else { return false };
    let is_bare = !text.ends_with('/') && matches!(uri.path(), "" | "/") && uri.query().is_none();
    uri.scheme().is_some() && uri.authority().is_some() && is_bare && !text.contains(['@', '#'])
}

fn seconds(name: &str, given: Option<&String>, default: u64) -> Result<Duration, String> {
    let Some(text) = given else { return Ok(Duration::from_secs(default)) };
    let number = text.parse().ok().filter(|number| *number <= MOST_SECONDS);
    number
        .map(Duration::from_secs)
        .ok_or_else(|| format!("{name}: expected a number of seconds up to {MOST_SECONDS}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given() -> Given {
        let text = |text: &str| Some(text.to_owned());
        Given { url: text("wss://a.example"), key: text("k"), secret: text("hidden"), ..Given::default() }
    }

    #[test]
    fn a_request_is_checked_before_anything_is_sent() {
        let text = |text: &str| Some(text.to_owned());
        for (wrong, why) in [
            (Given { url: None, ..given() }, "name the URL"),
            (Given { key: None, ..given() }, "--secret: the app's key"),
            (Given { key: text("a/../b"), ..given() }, "--key: expected"),
            (Given { app_id: text("1\r\n"), ..given() }, "--app-id: expected"),
            (Given { origin: text("https://a.example/page"), ..given() }, "--origin: expected"),
            (Given { origin: text("a.example"), ..given() }, "--origin: expected"),
            (Given { patience: text("soon"), ..given() }, "--patience: expected"),
            (Given { patience: text("3601"), ..given() }, "--patience: expected"),
            (Given { listen: text("private-a"), secret: None, ..given() }, "--listen: private"),
            (Given { listen: text("a"), key: None, secret: None, ..given() }, "--listen: the app's key"),
            (Given { env_file: text("/nowhere/.env"), ..given() }, "--env-file"),
        ] {
            let error = Request::new(wrong).unwrap_err();
            assert!(error.starts_with(why) && !error.contains("hidden"), "{error}");
        }
        let request = Request::new(Given { origin: text("https://a.example:8443"), ..given() }).unwrap();
        assert_eq!((request.patience.as_secs(), request.listen_for.as_secs()), (PATIENCE_S, LISTEN_FOR_S));
        assert!(!format!("{request:?}").contains("hidden"), "a secret is not shown");
    }

    #[test]
    fn the_key_of_a_clients_url_is_taken() {
        let url = Some("wss://a.example/ws/app/k2?protocol=7".to_owned());
        let request = Request::new(Given { url, key: None, secret: None, ..Given::default() }).unwrap();
        assert_eq!((request.key.as_deref(), &*request.target.prefix), (Some("k2"), "/ws"));
    }
}
