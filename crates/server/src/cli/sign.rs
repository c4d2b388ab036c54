//! `baton sign`: a publish as a `curl` command, signed and ready to paste.
//!
//! It saves users who look for a fault from writing a signature by hand, which is where most first attempts fail.

use std::time::{SystemTime, UNIX_EPOCH};

use baton_protocols::App;
use baton_protocols::pusher::signature::Signature;
use md5::{Digest as _, Md5};

use crate::serve::from_here;
use crate::settings::Settings;

/// What is to be published, and where.
pub(super) struct Publish<'a> {
    pub(super) channel: &'a str,
    pub(super) event: &'a str,
    pub(super) data: &'a str,
    /// Scheme, host and port; none for the address that the settings name.
    pub(super) url: Option<&'a str>,
    /// The app's id, where the settings declare several.
    pub(super) app: Option<&'a str>,
}

/// The command, or why there is none.
pub(super) fn command(settings: &Settings, publish: &Publish<'_>) -> Result<String, String> {
    let app = chosen(settings, publish.app)?;
    let body = body(publish);
    let path = format!("/apps/{}/events", app.id);
    let query = signed_query(app, &path, &body, now()?);
    let url = format!("{}{path}?{query}", base(settings, publish.url)?);
    Ok(format!("curl -H 'Content-Type: application/json' -d {} {}\n", quoted(&body), quoted(&url)))
}

/// The app of this id, or the only one.
pub(super) fn chosen<'a>(settings: &'a Settings, id: Option<&str>) -> Result<&'a App, String> {
    let ids = || settings.apps.iter().map(|app| &*app.id).collect::<Vec<_>>().join(", ");
    match (id, &settings.apps[..]) {
        (None, [app]) => Ok(app),
        (None, _) => Err(format!("there are several apps: name one by --app; there are {}", ids())),
        (Some(id), apps) => apps
            .iter()
            .find(|app| *app.id == *id)
            .ok_or_else(|| format!("--app: there is no app {id:?}; there are {}", ids())),
    }
}

fn body(publish: &Publish<'_>) -> String {
    let string = |text: &str| serde_json::Value::from(text).to_string();
    format!(
        "{{\"name\":{},\"channel\":{},\"data\":{}}}",
        string(publish.event),
        string(publish.channel),
        string(publish.data)
    )
}

/// The query string of a `POST` of `body` to `path`, as Pusher's API demands it.
pub(crate) fn signed_query(app: &App, path: &str, body: &str, unix_s: u64) -> String {
    let md5: String = Md5::digest(body).iter().map(|byte| format!("{byte:02x}")).collect();
    let query = format!("auth_key={}&auth_timestamp={unix_s}&auth_version=1.0&body_md5={md5}", app.key);
    let signature = Signature::of(&app.secret, &["POST\n", path, "\n", &query]);
    format!("{query}&auth_signature={signature}")
}

/// Where the settings say that the server listens; this machine, if that is every address.
pub(super) fn base(settings: &Settings, url: Option<&str>) -> Result<String, String> {
    if let Some(url) = url {
        return Ok(url.trim_end_matches('/').to_owned());
    }
    // This program has no certificate to show.
    let needs_certificate = settings.tls.is_some() && settings.tls_client_ca.path().is_some();
    let place = settings.listen.all_direct().find(|(_, is_plain)| *is_plain || !needs_certificate);
    let Some((address, is_plain)) = place else {
        let why = if needs_certificate { "and clients must show a certificate" } else { "alone" };
        return Err(format!(
            "by the settings the server listens on {} {why}: say by --url where it is reached, or add a place to listen, such as \
             \"127.0.0.1:8080 plain\"",
            settings.listen
        ));
    };
    if address.port() == 0 {
        return Err("the settings let the system choose a port: say by --url where the server listens".into());
    }
    let address = from_here(address);
    let scheme = if settings.tls.is_some() && !is_plain { "https" } else { "http" };
    Ok(format!("{scheme}://{address}{}", &*settings.path_prefix))
}

fn now() -> Result<u64, String> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map(|now| now.as_secs()).map_err(|_| "this machine's clock stands before 1970: set it".into())
}

/// One word for a POSIX shell, whatever `text` holds.
pub(super) fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use baton_hub::AppId;
    use baton_protocols::App;

    use super::{Publish, base, body, chosen, command, quoted, signed_query};
    use crate::settings::Settings;

    fn settings(listen: &str, apps: &[&str]) -> Settings {
        Settings {
            listen: listen.parse::<std::net::SocketAddr>().unwrap().into(),
            apps: apps.iter().map(|id| App::new(AppId(0), id, "key", "secret")).collect(),
            ..Settings::default()
        }
    }

    fn hello(url: Option<&'static str>) -> Publish<'static> {
        Publish { channel: "news", event: "hello", data: "it's \"here\"", url, app: None }
    }

    #[test]
    fn the_signature_is_the_one_in_the_documentation_of_the_api() {
        let app = App::new(AppId(0), "3", "278d425bdf160c739803", "7ad3773142a6692b25b8");
        let body = r#"{"name":"foo","channels":["project-3"],"data":"{\"some\":\"data\"}"}"#;
        assert_eq!(
            signed_query(&app, "/apps/3/events", body, 1_353_088_179),
            "auth_key=278d425bdf160c739803&auth_timestamp=1353088179&auth_version=1.0\
             &body_md5=ec365a775a4cd0599faeb73354201b6f\
             &auth_signature=da454824c97ba181a32ccc17a72625ba02771f50b50e1e7430e47a1f3f457e6c"
        );
    }

    #[test]
    fn the_command_is_two_words_that_a_shell_leaves_as_they_are() {
        let made = command(&settings("127.0.0.1:80", &["a"]), &hello(None)).unwrap();
        let start = r#"curl -H 'Content-Type: application/json' -d '{"name":"hello","channel":"news","data":"it'\''s \"here\""}' 'http://127.0.0.1:80/apps/a/events?auth_key=key&auth_timestamp="#;
        assert!(made.starts_with(start), "{made}");
        assert!(made.ends_with("'\n"), "{made}");
        assert_eq!(quoted("a'; rm -rf '"), r"'a'\''; rm -rf '\'''");
    }

    #[test]
    fn data_of_any_kind_is_one_json_string() {
        let made = body(&Publish { data: "{\"a\":\n\"\u{1b}\"}", ..hello(None) });
        assert_eq!(made, r#"{"name":"hello","channel":"news","data":"{\"a\":\n\"\u001b\"}"}"#);
    }

    #[test]
    fn the_address_is_one_that_this_machine_reaches() {
        for (listen, url) in [("0.0.0.0:1", "http://127.0.0.1:1"), ("[::]:1", "http://[::1]:1")] {
            assert_eq!(base(&settings(listen, &["a"]), None).unwrap(), url);
        }
        let given = base(&settings("0.0.0.0:0", &["a"]), Some("https://ws.example.com/"));
        assert_eq!(given.unwrap(), "https://ws.example.com");
        assert!(base(&settings("127.0.0.1:0", &["a"]), None).unwrap_err().contains("--url"));
    }

    #[test]
    fn one_of_several_apps_has_to_be_named() {
        let two = settings("127.0.0.1:1", &["a", "b"]);
        assert_eq!(&*chosen(&two, Some("b")).unwrap().id, "b");
        assert_eq!(
            chosen(&two, None).unwrap_err(),
            "there are several apps: name one by --app; there are a, b"
        );
        assert_eq!(chosen(&two, Some("c")).unwrap_err(), "--app: there is no app \"c\"; there are a, b");
    }
}
