//! One row of the tables: everything that is to be said about a setting, said once.
//!
//! From a row come the key in the file, the flag, the names in the environment, the default, the check, the help
//! text and the reference page.

use baton_protocols::settings::{self, Bounds};

use super::field::{Field, Kind};
use super::foreign::Alias;

/// Whom a setting concerns; this decides how its names begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    /// The whole server: `message_bytes`, `--message-bytes`, `BATON_MESSAGE_BYTES`.
    Server,
    /// One app: `max_connections` under `[[apps]]`, `--app-max-connections`, `BATON_APP_MAX_CONNECTIONS`.
    App,
}

/// What a row says of its setting, whatever it is a setting of.
#[derive(Debug, Clone, Copy)]
pub(crate) struct About {
    pub(crate) scope: Scope,
    /// The heading that it stands under.
    pub(crate) group: &'static str,
    /// Its key in the file; the other names follow from it.
    pub(crate) key: &'static str,
    /// Its doc comment, a line an entry: what it means, its unit, what happens at the limit, its memory.
    pub(crate) doc: &'static [&'static str],
    pub(crate) bounds: Bounds,
    /// The names that users of other servers have already.
    pub(crate) aliases: &'static [Alias],
    /// Whether it is read at start alone: a reload keeps its value.
    pub(crate) is_fixed: bool,
}

/// A setting of `T`.
pub(crate) struct Setting<T> {
    pub(crate) about: About,
    pub(crate) place: Place<T>,
}

/// Where a setting's value is.
pub(crate) enum Place<T> {
    /// In a field that this crate declares.
    OfServer(fn(&mut T) -> &mut dyn Field),
    /// In a field of an app.
    OfApp(fn(&mut T) -> settings::Place<'_>),
}

/// Settings that had another name: the former one is read too, with a notice, below the present one.
const RENAMED: [(&str, &str); 4] = [
    ("unfinished_per_ip", "pending_handshakes_per_ip"),
    ("hub_kept_bytes", "history_bytes"),
    ("mailbox_messages", "loop_queue_messages"),
    ("final_refusals", "close_channel_on_auth_failure"),
];

impl About {
    /// The same setting by its former name, if it had one.
    pub(crate) fn former(&self) -> Option<Self> {
        let renamed = RENAMED.iter().find(|(_, present)| *present == self.key);
        renamed.map(|(former, _)| Self { key: former, ..*self })
    }

    /// The setting by each of its names, the present one last: it overrides.
    pub(crate) fn spellings(&self) -> impl Iterator<Item = Self> + use<> {
        self.former().into_iter().chain([*self])
    }

    /// The flag's name, without its dashes.
    pub(crate) fn flag(&self) -> String {
        format!("{}{}", self.scope.prefix(), self.key).replace('_', "-")
    }

    /// The name in the environment.
    pub(crate) fn environment(&self) -> String {
        format!("BATON_{}{}", self.scope.prefix(), self.key).to_ascii_uppercase()
    }

    /// The doc as one text.
    pub(crate) fn text(&self) -> String {
        self.doc.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ")
    }

    /// The heading of its flag: settings of an app say so.
    pub(crate) fn heading(&self) -> String {
        match self.scope {
            Scope::Server => self.group.into(),
            Scope::App => format!("The app: {}", self.group),
        }
    }

    /// Whether it names an app: such settings have no default that could be shared.
    pub(crate) fn is_credential(&self) -> bool {
        const CREDENTIALS: [&str; 6] =
            ["id", "key", "secret", "secret_file", "previous_key", "previous_secret"];
        self.scope == Scope::App && CREDENTIALS.contains(&self.key)
    }
}

impl Scope {
    /// The other kind of table.
    pub(crate) fn other(self) -> Self {
        match self {
            Self::Server => Self::App,
            Self::App => Self::Server,
        }
    }

    fn prefix(self) -> &'static str {
        match self {
            Self::Server => "",
            Self::App => "app_",
        }
    }
}

impl<T> Setting<T> {
    /// Its value in `of`.
    pub(crate) fn field<'a>(&self, of: &'a mut T) -> &'a mut dyn Field {
        match self.place {
            Place::OfServer(place) => place(of),
            Place::OfApp(place) => of_app(place(of)),
        }
    }

    /// What it takes; `of` is any value that has the field.
    pub(crate) fn kind(&self, of: &mut T) -> Kind {
        self.field(of).kind()
    }

    /// Its value in `of`, as the file would spell it; secrets are masked.
    pub(crate) fn show(&self, of: &mut T) -> String {
        self.field(of).show()
    }

    /// Its value in `of` as TOML; secrets are masked.
    pub(crate) fn spell(&self, of: &mut T) -> String {
        let value = self.show(of);
        match self.kind(of) {
            Kind::Whole | Kind::Switch | Kind::Ratio => value,
            Kind::List | Kind::Tables if value.is_empty() => "[]".into(),
            Kind::Listen | Kind::Files if !value.contains(',') => toml::Value::String(value).to_string(),
            Kind::List | Kind::Listen | Kind::Files | Kind::Tables => {
                format!("[\"{}\"]", value.replace(',', "\", \""))
            }
            Kind::Text | Kind::Secret | Kind::Address | Kind::File | Kind::Choice(_) => {
                toml::Value::String(value).to_string()
            }
        }
    }
}

/// How the value is read and shown.
fn of_app(place: settings::Place<'_>) -> &mut dyn Field {
    match place {
        settings::Place::Whole(value) => value,
        settings::Place::Switch(value) => value,
        settings::Place::Name(value) => value,
        settings::Place::Text(value) => value,
        settings::Place::Secret(value) => value,
        settings::Place::Origins(value) => value,
        settings::Place::ApiKeys(value) => value,
        settings::Place::Headers(value) => value,
        settings::Place::PublicBroadcast(value) => value,
        settings::Place::RecoveryCookie(value) => value,
        settings::Place::EventStreams(value) => value,
        settings::Place::Webhooks(value) => value,
        settings::Place::HistoryRules(value) => value,
        settings::Place::Hooks(value) => value,
    }
}
