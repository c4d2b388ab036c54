//! The names that Laravel Reverb's users have in their environment already, so that a switch needs no edit.
//!
//! `BATON_*` goes before them. An empty one counts as absent, as it does in Laravel; only an empty id, key or
//! secret is refused, since it is a slip that would leave a known secret in force.

use std::slice;

use super::environment::Environment;
use super::field::{Expected, switch};
use super::nearest::nearest;

/// A foreign name and how its value becomes ours.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Alias {
    pub(crate) name: &'static str,
    /// What it comes to, in one clause for the reference page; empty if it is taken as it is.
    pub(crate) note: &'static str,
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

impl Alias {
    /// A name whose value means the same here.
    pub(crate) const fn same(name: &'static str) -> Self {
        Self { name, note: "", read: |reading| Ok(Some(reading.value.to_owned())) }
    }

    /// The name and its note, for the reference page.
    pub(crate) fn describe(&self) -> String {
        match self.note {
            "" => format!("`{}`", self.name),
            note => format!("`{}` ({note})", self.name),
        }
    }
}

pub(crate) const SERVER_HOST: Alias = Alias {
    name: "REVERB_SERVER_HOST",
    note: "the host",
    read: |reading| {
        let port = reading.current.rsplit_once(':').map_or("8080", |(_, port)| port);
        let host = reading.value.trim_matches(['[', ']']);
        Ok(Some(if host.contains(':') { format!("[{host}]:{port}") } else { format!("{host}:{port}") }))
    },
};

pub(crate) const SERVER_PORT: Alias = Alias {
    name: "REVERB_SERVER_PORT",
    note: "the port",
    read: |reading| {
        let host = reading.current.rsplit_once(':').map_or("127.0.0.1", |(host, _)| host);
        Ok(Some(format!("{host}:{}", reading.value)))
    },
};

/// Reverb bounds a publish by its whole request alone; operators who raised that bound publish large data.
const MAX_REQUEST_SIZE_FOR_DATA: Alias = Alias {
    name: "REVERB_MAX_REQUEST_SIZE",
    note: "where it is larger",
    read: |reading| {
        let number = |text: &str| text.parse::<u64>().ok();
        let given = number(reading.value).ok_or_else(|| Expected("a whole number of bytes".into()))?;
        Ok((Some(given) > number(reading.current)).then(|| given.to_string()))
    },
};

const ACCEPT_CLIENT_EVENTS_FROM: Alias = Alias {
    name: "REVERB_APP_ACCEPT_CLIENT_EVENTS_FROM",
    note: "`none` is false; `members` and `all` are true, and the sender has to be subscribed in any case",
    read: |reading| match reading.value {
        "none" => Ok(Some("false".into())),
        "members" | "all" => Ok(Some("true".into())),
        _ => Err(Expected("one of `all`, `members`, `none`".into())),
    },
};

/// Reverb's limit has a switch beside its number.
pub(crate) const RATE_LIMITING: Alias = Alias {
    name: "REVERB_APP_RATE_LIMITING_ENABLED",
    note: "REVERB_APP_RATE_LIMIT_MAX_ATTEMPTS, 60 by default",
    read: |reading| {
        match switch(reading.value) {
            Some(true) => {}
            Some(false) => return Ok(None),
            None => return Err(Expected("true or false".into())),
        }
        let name = "REVERB_APP_RATE_LIMIT_MAX_ATTEMPTS";
        match reading.environment.get(name).unwrap_or_default() {
            "" => Ok(Some("60".into())),
            text if text.parse::<u32>().is_ok_and(|number| number > 0) => Ok(Some(text.into())),
            _ => Err(Expected(format!("{name} to be a whole number above 0"))),
        }
    },
};

/// The names of each setting of an app that has some.
pub(crate) static OF_APP: [(&str, Alias); 7] = [
    ("id", Alias::same("REVERB_APP_ID")),
    ("key", Alias::same("REVERB_APP_KEY")),
    ("secret", Alias::same("REVERB_APP_SECRET")),
    ("max_connections", Alias::same("REVERB_APP_MAX_CONNECTIONS")),
    ("activity_timeout_s", Alias::same("REVERB_APP_ACTIVITY_TIMEOUT")),
    ("client_events", ACCEPT_CLIENT_EVENTS_FROM),
    ("event_data_bytes", MAX_REQUEST_SIZE_FOR_DATA),
];

/// The names that an app's setting has in Reverb.
pub(crate) fn of_app(key: &str) -> &'static [Alias] {
    OF_APP.iter().find(|(of, _)| *of == key).map_or(&[], |(_, alias)| slice::from_ref(alias))
}

/// Names that Reverb, or an application beside it, reads and this server does not: they are no slips.
const OTHERS: [&str; 12] = [
    "REVERB_SERVER",
    "REVERB_SERVER_PATH",
    "REVERB_HOST",
    "REVERB_PORT",
    "REVERB_SCHEME",
    "REVERB_SCALING_ENABLED",
    "REVERB_SCALING_CHANNEL",
    "REVERB_PULSE_INGEST_INTERVAL",
    "REVERB_TELESCOPE_INGEST_INTERVAL",
    "REVERB_APP_PING_INTERVAL",
    "REVERB_APP_RATE_LIMIT_MAX_ATTEMPTS",
    "REVERB_APP_RATE_LIMIT_TERMINATE",
];

/// What the operator is told about names that ask for something that is not here.
pub(crate) fn unmet(environment: &Environment) -> impl Iterator<Item = String> + '_ {
    let texts = [
        (
            "REVERB_SCALING_ENABLED",
            "this server runs as one process on all cores and does not join others through Redis: clients of two servers \
             do not reach each other",
        ),
        (
            "REVERB_APP_RATE_LIMIT_TERMINATE",
            "a client over its limit stays connected here: each further message is answered with an error",
        ),
    ];
    let is_on = |name: &str| environment.get(name).and_then(switch) == Some(true);
    texts
        .into_iter()
        .filter(move |(name, _)| is_on(name))
        .map(|(name, text)| format!("{name} is true, but {text}"))
}

/// Names that begin as Reverb's do and are none, each with the one of `aliases` or of the others that it may be a slip of.
pub(crate) fn slips<'a>(environment: &'a Environment, aliases: &[&'a str]) -> Vec<(&'a str, &'a str)> {
    let known: Vec<&str> = aliases.iter().copied().chain(OTHERS).collect();
    let slip = |name| nearest(name, known.iter().copied()).map(|meant| (name, meant));
    environment.names_of_reverb().filter(|name| !known.contains(name)).filter_map(slip).collect()
}
