//! What an application's `.env` says about the server that it uses, as Laravel's configuration reads it, or as Soketi does where
//! the file has names of that server alone.

use super::app::default_app;
use super::dotenv::{self, as_laravel};
use super::environment::FILE_BYTES;
use super::file::read_text;
use super::foreign::Family;
use baton_protocols::Secret;

/// Where an application publishes, and as which app.
#[derive(Debug)]
pub(crate) struct Application {
    /// Whose names were read.
    pub(crate) family: Family,
    pub(crate) id: Option<String>,
    pub(crate) key: Option<String>,
    pub(crate) secret: Option<Secret>,
    pub(crate) host: Option<String>,
    /// Empty for the scheme's own.
    pub(crate) port: String,
    pub(crate) scheme: String,
    /// What stands before `/app/…`; mostly empty.
    pub(crate) path: String,
    /// The variable that chooses how events are sent, and its value.
    pub(crate) broadcaster: Option<(&'static str, String)>,
}

impl Application {
    /// Reads a `.env`. Variables of this process do not count: the application runs elsewhere.
    ///
    /// # Errors
    /// In words for the user, without values.
    pub(crate) fn read(path: &str) -> Result<Self, String> {
        let text = read_text(path, FILE_BYTES).map_err(|why| format!("--env-file: {why}"))?;
        Self::of_text(path, &text)
    }

    fn of_text(path: &str, text: &str) -> Result<Self, String> {
        let entries = dotenv::parse(text, |_| None)
            .map_err(|malformed| format!("--env-file: {path}:{}: {malformed}", malformed.line))?;
        let value = |name: &str| {
            let entry = entries.iter().find(|entry| entry.name == name)?;
            as_laravel(&entry.value).filter(|value| !value.is_empty()).map(str::to_owned)
        };
        let has_key = |family: &Family| value(&format!("{}APP_KEY", family.prefix())).is_some();
        let is_of_soketi = entries.iter().any(|entry| Family::of(&entry.name) == Some(Family::Soketi));
        let family = [Family::Reverb, Family::Pusher].into_iter().find(has_key);
        let family = match family {
            // Of Pusher's names without an address the application uses the service itself; the server reads Soketi's then.
            Some(Family::Pusher) | None if is_of_soketi && value("PUSHER_HOST").is_none() => Family::Soketi,
            Some(family) => family,
            None => {
                return Err(format!(
                    "--env-file: {path}: neither REVERB_APP_KEY nor PUSHER_APP_KEY has a value, and no variable begins with \
                     SOKETI_"
                ));
            }
        };
        if family == Family::Soketi {
            return Ok(Self::of_soketi(|name| {
                let entry = entries.iter().find(|entry| entry.name == format!("SOKETI_{name}"))?;
                Some(entry.value.clone()).filter(|value| !value.is_empty())
            }));
        }
        let named = |name: &str| value(&format!("{}{name}", family.prefix()));
        let broadcaster = ["BROADCAST_CONNECTION", "BROADCAST_DRIVER"].into_iter().find_map(|name| {
            // Laravel's `null` is a value here.
            let entry = entries.iter().find(|entry| entry.name == name)?;
            Some((name, as_laravel(&entry.value).unwrap_or("null").to_owned()))
        });
        Ok(Self {
            family,
            id: named("APP_ID"),
            key: named("APP_KEY"),
            secret: named("APP_SECRET").map(|secret| Secret::new(&secret)),
            host: named("HOST"),
            port: named("PORT").unwrap_or_default(),
            // As Laravel's configuration has it.
            scheme: named("SCHEME").unwrap_or_else(|| "https".to_owned()),
            path: String::new(),
            broadcaster,
        })
    }

    /// Where a server listens that reads these names, as this machine reaches it, and as which app: Soketi's default app where
    /// none is named.
    fn of_soketi(value: impl Fn(&str) -> Option<String>) -> Self {
        let is_any = |host: &str| matches!(host.trim_matches(['[', ']']), "0.0.0.0" | "::");
        let or = |name: &str, usual: &str| value(name).unwrap_or_else(|| usual.to_owned());
        let default = default_app();
        Self {
            family: Family::Soketi,
            id: value("DEFAULT_APP_ID"),
            key: Some(or("DEFAULT_APP_KEY", &default.key)),
            secret: Some(Secret::new(&or("DEFAULT_APP_SECRET", default.secret.reveal()))),
            host: Some(value("HOST").filter(|host| !is_any(host)).unwrap_or_else(|| "127.0.0.1".to_owned())),
            port: or("PORT", "6001"),
            scheme: if value("SSL_CERT").is_some() { "https" } else { "http" }.to_owned(),
            path: value("PATH_PREFIX").unwrap_or_default(),
            broadcaster: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reverbs_names_go_before_pushers() {
        let text = "PUSHER_APP_KEY=p\nREVERB_APP_ID=7\nREVERB_APP_KEY=r\nREVERB_APP_SECRET=\"s s\"\n\
                    REVERB_HOST=ws.example.com\nREVERB_PORT=8443\nREVERB_SCHEME=https\n\
                    BROADCAST_CONNECTION=log\n";
        let read = Application::of_text(".env", text).unwrap();
        assert_eq!((read.id.as_deref(), read.key.as_deref()), (Some("7"), Some("r")));
        assert_eq!(read.secret.as_ref().map(Secret::reveal), Some("s s"));
        assert_eq!(
            (read.host.as_deref(), &*read.port, &*read.scheme),
            (Some("ws.example.com"), "8443", "https")
        );
        assert_eq!(read.broadcaster, Some(("BROADCAST_CONNECTION", "log".to_owned())));
        assert!(!format!("{read:?}").contains("s s"), "a secret is not shown");
    }

    #[test]
    fn soketis_names_are_read_where_the_application_names_no_server() {
        let text = "SOKETI_DEFAULT_APP_ID=7\nSOKETI_DEFAULT_APP_KEY=k\nSOKETI_DEFAULT_APP_SECRET=s\nSOKETI_PORT=6002\n\
                    SOKETI_HOST=0.0.0.0\nSOKETI_PATH_PREFIX=/live\nPUSHER_APP_KEY=p\n";
        let read = Application::of_text(".env", text).unwrap();
        assert_eq!(
            (read.family, read.id.as_deref(), read.key.as_deref()),
            (Family::Soketi, Some("7"), Some("k"))
        );
        assert_eq!(read.secret.as_ref().map(Secret::reveal), Some("s"));
        let address = |read: &Application| {
            format!("{}://{}:{}{}", read.scheme, read.host.as_deref().unwrap(), read.port, read.path)
        };
        assert_eq!(address(&read), "http://127.0.0.1:6002/live");
        let few =
            Application::of_text(".env", "SOKETI_DEBUG=1\nSOKETI_SSL_CERT=/c\nSOKETI_HOST=::1\n").unwrap();
        assert_eq!((few.key.as_deref(), &*address(&few)), (Some("app-key"), "https://::1:6001"));
        let named = Application::of_text(".env", &format!("{text}PUSHER_HOST=ws.example.com\n")).unwrap();
        assert_eq!((named.family, named.key.as_deref()), (Family::Pusher, Some("p")), "where it publishes");
    }

    #[test]
    fn empty_names_do_not_count_and_null_is_a_broadcaster() {
        let text = "REVERB_APP_KEY=\nREVERB_APP_SECRET=null\nPUSHER_APP_KEY=p\nBROADCAST_DRIVER=null\n";
        let read = Application::of_text(".env", text).unwrap();
        assert_eq!(
            (read.family, read.key.as_deref(), read.secret.is_some()),
            (Family::Pusher, Some("p"), false)
        );
        assert_eq!(read.broadcaster, Some(("BROADCAST_DRIVER", "null".to_owned())));
        let none = Application::of_text(".env", "APP_KEY=base64:x\n").unwrap_err();
        assert!(none.contains("neither REVERB_APP_KEY nor PUSHER_APP_KEY"), "{none}");
        let wrong = Application::of_text(".env", "A=\"secret").unwrap_err();
        assert!(wrong.contains(".env:1") && !wrong.contains("secret"), "{wrong}");
    }
}
