//! Profiles: servers with their credentials under names, in a file of the user's own.
//!
//! ```toml
//! [production]
//! url = "https://ws.example.com"
//! token_file = "production.token" # beside this file; or token, or app_key and app_secret
//! ```

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use baton_protocols::Secret;
use toml::de::{DeTable, DeValue};

use crate::bounded_file;

/// The largest file that is read: thousands of profiles.
const FILE_BYTES: u64 = 1 << 20;
/// The largest token: a JWT with many claims.
const TOKEN_BYTES: u64 = 16 * 1_024;
/// Permissions of others than the owner.
const OTHERS: u32 = 0o077;

const KEYS: [&str; 5] = ["url", "token", "token_file", "app_key", "app_secret"];

/// A server, and how one signs in there.
#[derive(Debug)]
pub(super) struct Profile {
    pub(super) name: String,
    pub(super) url: Option<String>,
    pub(super) token: Option<Secret>,
    /// Key and secret.
    pub(super) app: Option<(String, Secret)>,
}

/// Where profiles are: `baton/profiles.toml` in `$XDG_CONFIG_HOME` or `~/.config`.
///
/// # Errors
/// Neither is known.
pub(super) fn file(variable: impl Fn(&str) -> Option<String>) -> Result<PathBuf, String> {
    let set = |name: &str| variable(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    // A relative path is to be ignored (XDG Base Directory Specification).
    let folder = set("XDG_CONFIG_HOME").filter(|path| path.is_absolute());
    let folder = folder.or_else(|| Some(set("HOME")?.join(".config")));
    let folder =
        folder.ok_or("profiles are in ~/.config/baton/profiles.toml: set HOME or XDG_CONFIG_HOME")?;
    Ok(folder.join("baton").join("profiles.toml"))
}

/// Reads the profile of this name.
///
/// # Errors
/// The file cannot be read, others can read it, or something in it is wrong: with file, line and what to change.
pub(super) fn read(path: &Path, name: &str) -> Result<Profile, String> {
    let text = read_private(path, FILE_BYTES).map_err(|why| match path.exists() {
        true => why,
        false => format!("{why}; make it, with a table [{name}] that has url and token, app_key and app_secret, or token_file"),
    })?;
    let at = |offset: usize| line_of(&text, offset);
    let root = DeTable::parse(&text).map_err(|error| {
        let line = at(error.span().unwrap_or(0..0).start);
        format!("{}:{line}: {}", path.display(), error.message())
    })?;
    let found = root.get_ref().iter().find(|(key, _)| key.get_ref() == name);
    let (heading, entries) = found.ok_or_else(|| {
        let names: Vec<_> = root.get_ref().keys().map(|key| key.get_ref().to_string()).collect();
        format!("{} has no profile {name:?}; it has: {}", path.display(), names.join(", "))
    })?;
    let line = at(heading.span().start);
    let DeValue::Table(entries) = entries.get_ref() else {
        return Err(format!("{}:{line}: expected a table: [{name}]", path.display()));
    };
    let mut given = [const { None }; KEYS.len()];
    for (key, value) in entries {
        let line = at(key.span().start);
        let place = KEYS.iter().position(|known| known == key.get_ref()).ok_or_else(|| {
            format!(
                "{}:{line}: there is no {:?} in a profile; there are {}",
                path.display(),
                key.get_ref(),
                KEYS.join(", ")
            )
        })?;
        let text = value.get_ref().as_str().ok_or_else(|| {
            format!("{}:{line}: {} is a text in quotation marks", path.display(), key.get_ref())
        })?;
        given[place] = Some(text.to_owned());
    }
    let wrong = |why: &str| format!("{}:{line}: profile {name:?}: {why}", path.display());
    profile(name, given, path).map_err(|why| wrong(&why))
}

fn profile(name: &str, given: [Option<String>; KEYS.len()], path: &Path) -> Result<Profile, String> {
    let [url, token, token_file, app_key, app_secret] = given;
    let token = match (token, token_file) {
        (Some(_), Some(_)) => return Err("it has both token and token_file: remove one".into()),
        (Some(token), None) => Some(Secret::new(&token)),
        (None, Some(file)) => {
            let file = path.parent().unwrap_or(Path::new("")).join(file);
            Some(Secret::new(read_private(&file, TOKEN_BYTES)?.trim()))
        }
        (None, None) => None,
    };
    let app = match (app_key, app_secret) {
        (Some(key), Some(secret)) => Some((key, Secret::new(&secret))),
        (None, None) => None,
        _ => return Err("app_key and app_secret belong together: add the other".into()),
    };
    if token.is_some() && app.is_some() {
        return Err("it has a token and an app's key: remove one of them".into());
    }
    Ok(Profile { name: name.to_owned(), url, token, app })
}

/// The text of a file that only its owner can read.
fn read_private(path: &Path, limit: u64) -> Result<String, String> {
    let shown = path.display();
    let unread = |error: std::io::Error| format!("{shown} cannot be read: {error}");
    let mode = fs::metadata(path).map_err(unread)?.permissions().mode();
    if mode & OTHERS != 0 {
        return Err(format!("{shown} has secrets, and others can read or change it: chmod 600 {shown}"));
    }
    let name = path.to_str().ok_or_else(|| format!("{shown}: the path is not valid UTF-8"))?;
    let bytes = bounded_file::read(name, limit + 1).map_err(unread)?;
    if bytes.len() as u64 > limit {
        return Err(format!("{shown} has more than {limit} bytes, the most that are read"));
    }
    String::from_utf8(bytes).map_err(|_| format!("{shown} is not valid UTF-8"))
}

/// The line, from 1 on, in which a byte of the text stands.
fn line_of(text: &str, offset: usize) -> usize {
    text.bytes().take(offset).filter(|byte| *byte == b'\n').count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entropy::random_hex;

    /// A folder that is removed with it.
    struct Folder(PathBuf);

    impl Folder {
        fn new() -> Self {
            let path = std::env::temp_dir().join(format!("baton-profiles-{}", random_hex(8).unwrap()));
            fs::create_dir(&path).unwrap();
            Self(path)
        }

        fn write(&self, name: &str, text: &str, mode: u32) -> PathBuf {
            let path = self.0.join(name);
            fs::write(&path, text).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            path
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn read_text(text: &str, name: &str) -> Result<Profile, String> {
        let folder = Folder::new();
        read(&folder.write("profiles.toml", text, 0o600), name)
    }

    #[test]
    fn a_profile_has_a_url_and_a_credential() {
        let text = "[a]\nurl = 'https://a.example'\ntoken = 't'\n[b]\napp_key = 'k'\napp_secret = 's'\n";
        let a = read_text(text, "a").unwrap();
        assert_eq!(
            (a.url.as_deref(), a.token.as_ref().map(Secret::reveal)),
            (Some("https://a.example"), Some("t"))
        );
        let (key, secret) = read_text(text, "b").unwrap().app.unwrap();
        assert_eq!((&*key, secret.reveal()), ("k", "s"));
    }

    #[test]
    fn a_token_may_be_in_a_file_beside_it() {
        let folder = Folder::new();
        let path = folder.write("profiles.toml", "[a]\ntoken_file = 'a.token'\n", 0o600);
        folder.write("a.token", "secret\n", 0o600);
        assert_eq!(read(&path, "a").unwrap().token.unwrap().reveal(), "secret");
        folder.write("a.token", "secret\n", 0o640);
        let why = read(&path, "a").unwrap_err();
        assert!(why.contains(":1: profile \"a\"") && why.contains("chmod 600"), "{why}");
    }

    #[test]
    fn a_file_that_others_can_read_is_refused_with_the_command_that_fixes_it() {
        let folder = Folder::new();
        for mode in [0o644, 0o640, 0o602, 0o601] {
            let path = folder.write("profiles.toml", "[a]\ntoken = 't'\n", mode);
            let why = read(&path, "a").unwrap_err();
            assert!(why.ends_with(&format!("chmod 600 {}", path.display())), "{why}");
            assert!(!why.contains("'t'"), "{why}");
        }
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        for (text, expected) in [
            ("[a]\nurl = 'u'\ntokn = 't'\n", ":3: there is no \"tokn\" in a profile"),
            ("[a]\n\ntoken = 3\n", ":3: token is a text in quotation marks"),
            ("\n[a]\napp_key = 'k'\n", ":2: profile \"a\": app_key and app_secret belong together"),
            ("[a]\ntoken = 't'\ntoken_file = 'f'\n", ":1: profile \"a\": it has both token and token_file"),
            ("[a]\ntoken = 't'\napp_key = 'k'\napp_secret = 's'\n", "remove one of them"),
            ("a = 1\n", ":1: expected a table: [a]"),
            ("[a]\ntoken = \n", ":2: "),
            ("[b]\n[c]\n", "has no profile \"a\"; it has: b, c"),
        ] {
            let why = read_text(text, "a").unwrap_err();
            assert!(why.contains("profiles.toml") && why.contains(expected), "{text}: {why}");
        }
    }

    #[test]
    fn a_missing_file_is_named_with_what_belongs_in_it() {
        let why = read(Path::new("/nonexistent/profiles.toml"), "a").unwrap_err();
        assert!(why.contains("/nonexistent/profiles.toml cannot be read") && why.contains("[a]"), "{why}");
    }

    #[test]
    fn the_file_is_where_programs_keep_their_configuration() {
        let at = |set: &'static [(&str, &str)]| {
            file(|name| set.iter().find(|(of, _)| *of == name).map(|(_, value)| (*value).to_owned()))
        };
        assert_eq!(at(&[("HOME", "/h")]).unwrap(), Path::new("/h/.config/baton/profiles.toml"));
        assert_eq!(
            at(&[("HOME", "/h"), ("XDG_CONFIG_HOME", "/x")]).unwrap(),
            Path::new("/x/baton/profiles.toml")
        );
        assert_eq!(
            at(&[("HOME", "/h"), ("XDG_CONFIG_HOME", "x")]).unwrap(),
            Path::new("/h/.config/baton/profiles.toml")
        );
        assert!(at(&[]).unwrap_err().contains("HOME"));
    }
}
