//! Secrets in files of their own and in variables named after an app.

use std::fs;
use std::path::PathBuf;

use super::{OWN, faults, file, load};
use crate::settings::Settings;

const SECRET: &[u8] = b"a secret in a file of its own";

/// A file that is removed with the test.
struct SecretFile(PathBuf);

impl SecretFile {
    fn new(name: &str, content: &[u8]) -> Self {
        let path = std::env::temp_dir().join(format!("baton-{}-{name}.secret", std::process::id()));
        fs::write(&path, content).unwrap();
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for SecretFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn app(more: &str) -> String {
    format!("[[apps]]\nid = 'a'\nkey = 'k'\n{more}\n")
}

fn secret(settings: &Settings) -> &[u8] {
    settings.apps[0].secret.bytes()
}

#[test]
fn a_secret_is_read_from_a_file_without_the_end_of_its_line() {
    for (name, end) in [("bare", &b""[..]), ("line", b"\n"), ("crlf", b"\r\n")] {
        let kept = SecretFile::new(name, &[SECRET, end].concat());
        let named = app(&format!("secret_file = '{0}'\njwt_secret_file = '{0}'", kept.path()));
        let settings = file(&named);
        assert_eq!(secret(&settings), SECRET, "{name}");
        assert_eq!(settings.apps[0].tokens.jwt_secret.bytes(), SECRET, "{name}");
        let page = crate::settings::report(load(&[], &[], &named).unwrap());
        let line = page.lines().find(|line| line.starts_with("secret ")).unwrap();
        assert!(line.contains("= \"********\"") && line.ends_with("# baton.toml:4"), "{line}");
        let outer = load(&[("app-secret-file", kept.path())], &[], "").unwrap().settings;
        assert_eq!(secret(&outer), SECRET, "in place of the default app's");
    }
}

#[test]
fn a_file_that_holds_no_secret_is_refused_and_never_repeated() {
    let too_long = "overlong".repeat(200);
    for (name, content, why) in [
        ("empty", &b""[..], "the file is empty: write the secret into it; `openssl rand -hex 32` makes one"),
        ("blank", b"\n", "the file is empty"),
        (
            "long",
            too_long.as_bytes(),
            "the file has more than 1024 bytes: name one that has the secret alone",
        ),
        ("lines", b"overlong line\nand another\n", "the file has more than one line"),
        ("edge", b"overlong \n", "expected a text of 1 to 1024 bytes without a blank at either end"),
        ("latin", b"overlong \xE9\n", "the file is not UTF-8"),
    ] {
        let kept = SecretFile::new(name, content);
        let reported = faults(&app(&format!("secret_file = '{}'", kept.path())));
        let [reported] = &reported[..] else { panic!("{name}: {reported:?}") };
        assert!(reported.starts_with("baton.toml:4: secret_file: ") && reported.contains(why), "{reported}");
        assert!(reported.contains(kept.path()) && !reported.contains("overlong"), "{reported}");
    }
    let reported = faults(&app("secret_file = '/there/is/none'"));
    let [reported] = &reported[..] else { panic!("{reported:?}") };
    assert!(
        reported.starts_with("baton.toml:4: secret_file: \"/there/is/none\" cannot be read: No such file"),
        "{reported}"
    );
    assert!(reported.contains("the user that Baton runs as"), "{reported}");
}

#[test]
fn a_secret_from_a_file_is_held_to_the_same_floor() {
    let kept = SecretFile::new("short", b"too short\n");
    let reported =
        load(&[("listen", "0.0.0.0:1")], &[], &app(&format!("secret_file = '{}'", kept.path()))).unwrap_err();
    assert!(
        reported[0].starts_with("baton.toml:4: other machines reach") && reported[0].contains("has 9 bytes"),
        "{reported:?}"
    );
}

#[test]
fn a_secret_stands_in_one_place_of_a_layer() {
    let kept = SecretFile::new("twice", SECRET);
    let both = app(&format!("secret = 'a secret of some length'\nsecret_file = '{}'", kept.path()));
    assert_eq!(
        faults(&both),
        ["baton.toml:5: secret_file: this app has a `secret` too (baton.toml:4): remove one of the two"]
    );
    let env = [("BATON_APP_SECRET", "the secret of the environment")];
    let outer = load(&[("app-secret-file", kept.path())], &env, "").unwrap().settings;
    assert_eq!(secret(&outer), SECRET, "flags override the environment");
    let env = [("BATON_APP_SECRET_FILE", "/there/is/none")];
    let outer = load(&[("app-secret", "the secret of a flag")], &env, "").unwrap().settings;
    assert_eq!(secret(&outer), b"the secret of a flag");
    for (shared, own) in
        [("jwt_secret = 'shared'", "jwt_secret_file"), ("jwt_secret_file", "jwt_secret = 'own'")]
    {
        let given = |text: &str| match text.ends_with("file") {
            true => format!("{text} = '{}'", kept.path()),
            false => text.to_owned(),
        };
        let text = format!("[app_defaults]\n{}\n{OWN}{}", given(shared), given(own));
        let expected = if own.ends_with("file") { SECRET } else { b"own" };
        assert_eq!(file(&text).apps[0].tokens.jwt_secret.bytes(), expected, "{text}");
    }
    let reported = faults(&format!("[app_defaults]\nsecret_file = '{}'", kept.path()));
    assert!(reported[0].starts_with("baton.toml:2: unknown setting `secret_file`"), "{reported:?}");
}

#[test]
fn a_variable_names_the_app_of_the_file_whose_secret_it_has() {
    let apps = "[[apps]]\nid = 'shop-1'\nkey = 'k'\n[[apps]]\nid = 'Chat.eu'\nkey = 'l'\nsecret = 'that is overridden'\n";
    let env = [
        ("BATON_APP_SHOP_1_SECRET", "the secret of the shop"),
        ("BATON_APP_CHAT_EU_SECRET", "the secret of the chat"),
        ("BATON_APP_CHAT_EU_JWT_SECRET", "thirty-two bytes that sign tokens"),
        ("BATON_APP_CHAT_EU_DATABASE_URL", "postgresql://baton:secret@localhost/chat"),
    ];
    let settings = load(&[], &env, apps).unwrap().settings;
    let [shop, chat] = &settings.apps[..] else { panic!("{:?}", settings.apps) };
    assert_eq!(shop.secret.bytes(), b"the secret of the shop");
    assert_eq!(chat.secret.bytes(), b"the secret of the chat");
    assert_eq!(chat.tokens.jwt_secret.bytes(), b"thirty-two bytes that sign tokens");
    assert_eq!(chat.database.database_url.reveal(), "postgresql://baton:secret@localhost/chat");
    assert!(
        !settings.notices.iter().any(|notice| notice.contains("names no setting")),
        "{:?}",
        settings.notices
    );

    let reported = load(&[], &[("BATON_APP_SHOP_1_SECRET", "")], apps).unwrap_err();
    let [reported] = &reported[..] else { panic!("{reported:?}") };
    assert!(
        reported.starts_with("BATON_APP_SHOP_1_SECRET: secret: expected a text of 1 to 1024"),
        "{reported}"
    );

    let twins = OWN.to_owned() + &OWN.replace("'a'", "'A'").replace("'k'", "'l'");
    assert_eq!(
        load(&[], &[("BATON_APP_A_SECRET", "the secret of the shop")], &twins).unwrap_err(),
        [
            "BATON_APP_A_SECRET: it is the secret of app \"a\" or the secret of app \"A\": set each of them under [[apps]]"
        ]
    );
}

#[test]
fn an_app_without_a_usable_secret_has_one_error() {
    let everywhere = ("listen", "0.0.0.0:1");
    for more in ["", "secret = ''", "secret = 7", "secret_file = '/there/is/none'"] {
        let reported = load(&[everywhere], &[], &app(more)).unwrap_err();
        assert_eq!(reported.len(), 1, "{more}: {reported:?}");
    }
    for name in ["BATON_APP_SECRET", "REVERB_APP_SECRET", "BATON_APP_SECRET_FILE"] {
        let given = if name.ends_with("FILE") { "/there/is/none" } else { " " };
        let reported = load(&[everywhere], &[(name, given)], "").unwrap_err();
        assert_eq!(reported.len(), 1, "{name}: {reported:?}");
    }
}
