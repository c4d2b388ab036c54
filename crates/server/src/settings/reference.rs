//! The reference page: one entry for each row, with its names, its default and its doc.

use std::fmt::Write as _;

use super::app::{APP, default_app};
use super::field::Kind;
use super::foreign::{Alias, Family};
use super::server::{SERVER, Settings};
use super::setting::{About, Setting};

const INTRODUCTION: &str = "\
# Settings

This page is written by `baton settings --markdown` from the table that the program itself reads.

Flags override environment variables, which override those of an `--env-file`, which override the file, which overrides
the defaults. The file is TOML, named by
`--config FILE` or `BATON_CONFIG`; an unknown key in it is an error. A file whose name ends in `.json` is
[Soketi's](../migrate-from-soketi.md). `baton check` reports errors, or the
effective values and where each comes from.

`SIGHUP` (`systemctl reload baton`) has a running server read the file again, without closing a connection; what is wrong
with it is logged, and changes nothing. Settings that need a restart say so below.

Settings of the whole server are at the top of the file. `[app_defaults]` sets what all apps share, and each `[[apps]]`
declares an app with its `id`, `key` and `secret` and whatever it overrides:

```toml
listen = \"0.0.0.0:8080\"

[app_defaults]
max_connections = 10_000

[[apps]]
id = \"shop\"
key = \"shop-key\"
secret = \"…\" # openssl rand -hex 32

[[apps]]
id = \"chat\"
key = \"chat-key\"
secret = \"…\"
client_events = false
```

Secrets can be outside this file. `secret_file` and `jwt_secret_file` name a file with the secret. Each secret of an app
can also be in a variable named after the app's id, in upper case and with `_` for every character that is not a letter
or digit:
`BATON_APP_SHOP_SECRET`, `BATON_APP_SHOP_JWT_SECRET`, `BATON_APP_SHOP_DATABASE_URL`.

Flags and environment variables declare one additional app (`BATON_APP_ID`, `BATON_APP_KEY`, `BATON_APP_SECRET`). If no
app is declared, there is one for development: id `1`, key `app-key`, secret `app-secret`. With that secret the server
listens on loopback addresses only.

The environment variables of Laravel Reverb (`REVERB_*`) and Soketi (`SOKETI_*`) are read too, and the credentials that
Laravel has for Pusher (`PUSHER_APP_ID`, …); of several families the first that is set. `BATON_*` overrides them, and
those of an app are read only if the file declares none. `--env-file FILE` or `BATON_ENV_FILE` names an application's
`.env` with such variables, which is read as Laravel reads it; the process's own variables override it, and it overrides
the file. In flags and environment variables the entries of a list are separated by commas, and numbers
may have underscores as in the file.
";

/// The page.
pub(crate) fn markdown() -> String {
    let mut page = INTRODUCTION.to_owned();
    page.push_str("\n## The whole server\n");
    table(&mut page, SERVER, &mut Settings::default());
    page.push_str("\n## An app\n");
    table(&mut page, &APP, &mut default_app());
    page
}

fn table<T>(page: &mut String, table: &[Setting<T>], defaults: &mut T) {
    let mut group = "";
    for setting in table {
        if setting.about.group != group {
            group = setting.about.group;
            let _ = write!(page, "\n### {group}\n");
        }
        entry(page, &setting.about, setting.kind(defaults), &default(setting, defaults));
    }
}

fn entry(page: &mut String, about: &About, kind: Kind, default: &str) {
    let _ = write!(
        page,
        "\n#### `{}`\n\n{}\n\n",
        about.key,
        about.doc.iter().map(|line| line.trim()).collect::<Vec<_>>().join("\n")
    );
    let _ = writeln!(page, "- Takes {}. Default: {default}.", takes(about, kind));
    let _ = writeln!(page, "- Flag `--{}`, environment `{}`.", about.flag(), about.environment());
    if let Some(former) = about.former() {
        let _ = writeln!(page, "- Formerly `{}`, which is read too.", former.key);
    }
    if about.is_fixed {
        page.push_str("- Read only at start: restart the server to change it.\n");
    }
    let of_all: Vec<_> =
        about.aliases.iter().filter(|alias| alias.family().is_none()).map(Alias::describe).collect();
    if !of_all.is_empty() {
        let _ = writeln!(page, "- OpenTelemetry's own variable: {}.", of_all.join(", "));
    }
    for family in Family::ALL {
        let aliases = about.aliases.iter().filter(|alias| alias.family() == Some(family));
        let aliases: Vec<_> = aliases.map(Alias::describe).collect();
        if !aliases.is_empty() {
            let _ = writeln!(page, "- From {}: {}.", family.name(), aliases.join(", "));
        }
    }
}

/// The default in the file's spelling.
pub(super) fn default<T>(setting: &Setting<T>, defaults: &mut T) -> String {
    if setting.about.is_credential() {
        return "none".into();
    }
    format!("`{}`", setting.spell(defaults))
}

/// What a setting takes, for people.
pub(super) fn takes(about: &About, kind: Kind) -> String {
    let bounds = about.bounds;
    match kind {
        Kind::Whole => format!("a whole number from {} to {}", bounds.lowest, bounds.highest),
        Kind::Ratio => "a number from 0 to 1".into(),
        Kind::Switch => "`true` or `false`".into(),
        Kind::Text => format!("a text of {} to {} characters", bounds.lowest, bounds.highest),
        Kind::Secret => format!("a text of {} to {} bytes", bounds.lowest, bounds.highest),
        Kind::List => format!("a list of {} to {} texts", bounds.lowest, bounds.highest),
        Kind::Tables => format!("{} to {} tables", bounds.lowest, bounds.highest),
        Kind::File => "a path; a relative one is relative to the working directory".into(),
        Kind::Files => format!("the path of a file, or a list of up to {}", bounds.highest),
        Kind::Address => "an address as `\"HOST:PORT\"`".into(),
        Kind::Listen => format!(
            "an address as `\"HOST:PORT\"` or `\"unix:/PATH\"`, or a list of up to {}",
            bounds.highest
        ),
        Kind::Choice(names) => {
            names.iter().map(|name| format!("`\"{name}\"`")).collect::<Vec<_>>().join(", ")
        }
    }
}
