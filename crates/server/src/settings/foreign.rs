//! Names that operators have from other servers, so that a switch needs no edit.
//!
//! Our own names override them. One family is read at a time: the first of [`Family::ALL`] that the environment has a
//! name of. Laravel's words (`true`, `null`, `(empty)`) mean what they mean there, and an empty value counts as absent; only
//! an empty id, key or secret is refused, since it is a slip that would leave a known secret in effect.

use super::dotenv::as_laravel;
use super::environment::Environment;
use super::field::{Expected, switch};
use super::nearest::nearest;
use super::{pusher, reverb, soketi};

/// What OpenTelemetry's variables begin with.
pub(super) const OPEN_TELEMETRY: &str = "OTEL_";

/// Whose names they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Family {
    Reverb,
    Soketi,
    /// Those that Laravel has for the service itself.
    Pusher,
}

impl Family {
    pub(crate) const ALL: [Self; 3] = [Self::Reverb, Self::Soketi, Self::Pusher];

    /// The family of a variable.
    pub(crate) fn of(variable: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|family| variable.starts_with(family.prefix()))
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Reverb => "Reverb",
            Self::Soketi => "Soketi",
            Self::Pusher => "Pusher",
        }
    }

    pub(crate) fn prefix(self) -> &'static str {
        match self {
            Self::Reverb => "REVERB_",
            Self::Soketi => "SOKETI_",
            Self::Pusher => "PUSHER_",
        }
    }

    /// Names that those servers, or applications beside them, read and this one does not, each with the reason: they are no
    /// slips. One that ends with `_` stands for all that begin so.
    fn others(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Reverb => &reverb::OTHERS,
            Self::Soketi => &soketi::OTHERS,
            Self::Pusher => &pusher::OTHERS,
        }
    }

    /// What an app's setting is there, where no name of it sets it and that differs.
    pub(crate) fn fixed(self, key: &str) -> Option<&'static str> {
        let of_soketi = soketi::FIXED.iter().find(|(of, _)| *of == key && self == Self::Soketi);
        of_soketi.map(|(_, value)| *value)
    }

    /// What each name comes to that asks for something which is not here, where its value does.
    pub(crate) fn unmet(self) -> &'static [Unmet] {
        match self {
            Self::Reverb => &reverb::UNMET,
            Self::Soketi => &soketi::UNMET,
            Self::Pusher => &[],
        }
    }

    /// What becomes of a variable of the family that no setting is read from.
    pub(crate) fn without_counterpart(self, variable: &str, value: &str) -> Counterpart {
        if let Some(unmet) = self.unmet().iter().find(|unmet| unmet.name == variable) {
            return if unmet.asks_by(value) {
                Counterpart::Missing(unmet.text)
            } else {
                Counterpart::NotNeeded
            };
        }
        let is_it = |name: &str| name == variable || name.ends_with('_') && variable.starts_with(name);
        match self.others().iter().find(|(name, _)| is_it(name)) {
            Some((_, READ_BESIDE)) => Counterpart::NotNeeded,
            Some((_, why)) => Counterpart::Missing(why),
            None => Counterpart::Unknown,
        }
    }

    /// The family that is read.
    pub(crate) fn chosen(environment: &Environment, aliases: &[&Alias]) -> Option<Self> {
        let is_there = |family: Self, alias: &Alias| {
            // An application that was never set up for Pusher has its names, and nothing in them.
            let counts = |value: &str| family != Self::Pusher || !value.is_empty();
            alias.family() == Some(family) && environment.get(alias.name).is_some_and(counts)
        };
        Self::ALL.into_iter().find(|family| aliases.iter().any(|alias| is_there(*family, alias)))
    }

    /// A value as its program reads it; `None` for none.
    pub(crate) fn reads(self, value: &str) -> Option<&str> {
        match self {
            Self::Reverb | Self::Pusher => as_laravel(value),
            Self::Soketi => Some(value),
        }
    }
}

/// What becomes of a variable that no setting is read from.
pub(crate) enum Counterpart {
    /// Nothing here does what it asks for, or not under this name.
    Missing(&'static str),
    /// It asks for what is here anyway, or is read beside another.
    NotNeeded,
    /// It is no name of that server's.
    Unknown,
}

/// Stands for the reason of a name whose value is read beside another's.
pub(super) const READ_BESIDE: &str = "";

/// A foreign name and how its value becomes ours.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Alias {
    pub(crate) name: &'static str,
    /// What it comes to, in one clause for the reference page; empty if it is taken as it is.
    pub(crate) note: &'static str,
    /// What it is there where nothing sets it, if that differs: an app that is moved must not allow more than before.
    pub(crate) absent: Option<&'static str>,
    /// Our text for the value, or `None` to leave the setting as it is.
    pub(crate) read: fn(&Reading<'_>) -> Result<Option<String>, Expected>,
}

/// What an alias looks at.
pub(crate) struct Reading<'a> {
    pub(crate) value: &'a str,
    /// The setting as the layers below left it.
    pub(crate) current: &'a str,
    pub(crate) environment: &'a Environment,
}

/// A name that asks for something which is not here.
pub(crate) struct Unmet {
    pub(crate) name: &'static str,
    /// Whether it asks, by its value.
    pub(crate) asks: fn(&str) -> bool,
    /// What to know then.
    pub(crate) text: &'static str,
}

impl Unmet {
    /// Whether it asks, by its value as its program reads it.
    pub(super) fn asks_by(&self, value: &str) -> bool {
        let read = Family::of(self.name).map_or(Some(value), |family| family.reads(value));
        read.is_some_and(self.asks)
    }
}

impl Reading<'_> {
    /// The value of a variable that is read beside this one, as its program reads it; empty if it is absent.
    pub(super) fn beside(&self, name: &str) -> &str {
        let value = self.environment.get(name).unwrap_or_default();
        Family::of(name).map_or(Some(value), |family| family.reads(value)).unwrap_or_default()
    }

    /// Whether the value means yes.
    pub(super) fn is_on(&self) -> Result<bool, Expected> {
        switch(self.value).ok_or_else(|| Expected("true or false".into()))
    }
}

impl Alias {
    /// A name whose value means the same here.
    pub(crate) const fn same(name: &'static str) -> Self {
        Self { name, note: "", absent: None, read: |reading| Ok(Some(reading.value.to_owned())) }
    }

    /// The host of the setting `listen`, whose port stays.
    pub(crate) const fn host(name: &'static str) -> Self {
        let read = |reading: &Reading<'_>| {
            let port = first(reading.current).rsplit_once(':').map_or("8080", |(_, port)| port);
            Ok(Some(join(reading.value, port)))
        };
        Self { name, note: "the host", absent: None, read }
    }

    /// The port of the setting `listen`, whose host stays.
    pub(crate) const fn port(name: &'static str) -> Self {
        let read = |reading: &Reading<'_>| {
            let host = first(reading.current).rsplit_once(':').map_or("127.0.0.1", |(host, _)| host);
            Ok(Some(format!("{host}:{}", reading.value)))
        };
        Self { name, note: "the port", absent: None, read }
    }

    /// The same with what it is there where nothing sets it.
    pub(crate) const fn or(self, absent: &'static str) -> Self {
        Self { absent: Some(absent), ..self }
    }

    /// The server whose name it is; `None` for one that programs of any kind read.
    pub(crate) fn family(&self) -> Option<Family> {
        Family::of(self.name)
    }

    /// The name and its note, for the reference page.
    pub(crate) fn describe(&self) -> String {
        match (self.note, self.absent) {
            ("", None) => format!("`{}`", self.name),
            ("", Some(absent)) => format!("`{}` (`{absent}` if absent)", self.name),
            (note, None) => format!("`{}` ({note})", self.name),
            (note, Some(absent)) => format!("`{}` ({note}; `{absent}` if absent)", self.name),
        }
    }
}

/// The first of several places to listen at, without what stands behind it.
fn first(listen: &str) -> &str {
    listen.split([',', ' ']).next().unwrap_or_default()
}

/// An address of both, with brackets around an IPv6 host.
pub(super) fn join(host: &str, port: &str) -> String {
    let host = host.trim_matches(['[', ']']);
    if host.contains(':') { format!("[{host}]:{port}") } else { format!("{host}:{port}") }
}

/// Whether a value means yes.
pub(crate) fn is_on(value: &str) -> bool {
    switch(value) == Some(true)
}

/// The names that an app's setting has elsewhere.
pub(crate) fn of_app(key: &str) -> &'static [Alias] {
    OF_APP.iter().find(|(of, _)| *of == key).map_or(&[], |(_, aliases)| aliases)
}

/// The names of each setting of an app that has some.
pub(crate) static OF_APP: [(&str, &[Alias]); 21] = [
    (
        "id",
        &[Alias::same("REVERB_APP_ID"), Alias::same("SOKETI_DEFAULT_APP_ID"), Alias::same("PUSHER_APP_ID")],
    ),
    (
        "key",
        &[
            Alias::same("REVERB_APP_KEY"),
            Alias::same("SOKETI_DEFAULT_APP_KEY"),
            Alias::same("PUSHER_APP_KEY"),
        ],
    ),
    (
        "secret",
        &[
            Alias::same("REVERB_APP_SECRET"),
            Alias::same("SOKETI_DEFAULT_APP_SECRET"),
            Alias::same("PUSHER_APP_SECRET"),
        ],
    ),
    ("enabled", &[Alias::same("SOKETI_DEFAULT_APP_ENABLED")]),
    ("webhooks", &[soketi::WEBHOOKS]),
    (
        "max_connections",
        &[Alias::same("REVERB_APP_MAX_CONNECTIONS"), soketi::number("SOKETI_DEFAULT_APP_MAX_CONNS")],
    ),
    ("activity_timeout_s", &[Alias::same("REVERB_APP_ACTIVITY_TIMEOUT")]),
    (
        "client_events",
        &[
            reverb::ACCEPT_CLIENT_EVENTS_FROM,
            Alias::same("SOKETI_DEFAULT_APP_ENABLE_CLIENT_MESSAGES").or("false"),
        ],
    ),
    ("client_events_per_second", &[soketi::number("SOKETI_DEFAULT_APP_MAX_CLIENT_EVENTS_PER_SEC").or("-1")]),
    ("backend_events_per_second", &[soketi::number("SOKETI_DEFAULT_APP_MAX_BACKEND_EVENTS_PER_SEC")]),
    ("read_requests_per_second", &[soketi::number("SOKETI_DEFAULT_APP_MAX_READ_REQ_PER_SEC")]),
    ("user_authentication", &[Alias::same("SOKETI_DEFAULT_APP_USER_AUTHENTICATION").or("false")]),
    ("authorized_connections", &[Alias::same("SOKETI_DEFAULT_APP_USER_AUTHENTICATION")]),
    ("channel_name_bytes", &[Alias::same("SOKETI_CHANNEL_LIMITS_MAX_NAME_LENGTH").or("200")]),
    ("cache_ttl_s", &[Alias::same("SOKETI_CHANNEL_CACHE_TTL").or("3600")]),
    ("publish_channels", &[Alias::same("SOKETI_EVENT_MAX_CHANNELS_AT_ONCE")]),
    ("batch_events", &[Alias::same("SOKETI_EVENT_MAX_BATCH_SIZE")]),
    ("event_name_bytes", &[Alias::same("SOKETI_EVENT_MAX_NAME_LENGTH")]),
    (
        "event_data_bytes",
        &[reverb::MAX_REQUEST_SIZE_FOR_DATA, soketi::kilobytes("SOKETI_EVENT_MAX_SIZE_IN_KB").or("100")],
    ),
    ("presence_members", &[Alias::same("SOKETI_PRESENCE_MAX_MEMBERS")]),
    ("presence_info_bytes", &[soketi::kilobytes("SOKETI_PRESENCE_MAX_MEMBER_SIZE").or("2")]),
];

/// Names that begin as those of the family do and are none of its, each with the one that it may be a slip of.
pub(crate) fn slips<'a>(
    family: Family,
    environment: &'a Environment,
    aliases: &[&'a Alias],
) -> Vec<(&'a str, &'a str)> {
    let of_family = aliases.iter().filter(|alias| alias.family() == Some(family)).map(|alias| alias.name);
    let known: Vec<&str> = of_family.chain(family.others().iter().map(|(name, _)| *name)).collect();
    let is_known = |name: &str| {
        known.contains(&name) || !matches!(family.without_counterpart(name, ""), Counterpart::Unknown)
    };
    let slip = |name| nearest(name, known.iter().copied()).map(|meant| (name, meant));
    environment.names(family.prefix()).filter(|name| !is_known(name)).filter_map(slip).collect()
}
