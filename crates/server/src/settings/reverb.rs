//! The names that Laravel Reverb's users have in their environment already, so that a switch needs no edit.
//!
//! `BATON_*` goes before them. An empty one counts as absent, as it does in Laravel; only an empty id, key or
//! secret is refused, since it is a slip that would leave a known secret in force.

use super::environment::Environment;
use super::field::{Expected, switch};

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

/// Reverb bounds a publish by its whole request alone; whoever raised that bound publishes large data.
pub(crate) const MAX_REQUEST_SIZE_FOR_DATA: Alias = Alias {
    name: "REVERB_MAX_REQUEST_SIZE",
    note: "where it is larger",
    read: |reading| {
        let number = |text: &str| text.parse::<u64>().ok();
        let given = number(reading.value).ok_or_else(|| Expected("a whole number of bytes".into()))?;
        Ok((Some(given) > number(reading.current)).then(|| given.to_string()))
    },
};

pub(crate) const ACCEPT_CLIENT_EVENTS_FROM: Alias = Alias {
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

/// What the operator is told about names that ask for something that is not here.
pub(crate) fn unmet(environment: &Environment) -> Option<String> {
    let scaling = environment.get("REVERB_SCALING_ENABLED").and_then(switch) == Some(true);
    scaling.then(|| {
        "REVERB_SCALING_ENABLED is true, but this server runs as one process on all cores and does not join others \
         through Redis: clients of two servers do not reach each other"
            .into()
    })
}
