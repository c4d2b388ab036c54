//! What an application's `.env` says about the server that it uses, as Laravel's configuration reads it.

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
        let family = [Family::Reverb, Family::Pusher].into_iter().find(has_key).ok_or_else(|| {
            format!("--env-file: {path}: neither REVERB_APP_KEY nor PUSHER_APP_KEY has a value")
        })?;
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
            broadcaster,
        })
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
