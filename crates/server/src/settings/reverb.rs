//! The names that Laravel Reverb's users have in their environment already.

use super::field::Expected;
use super::foreign::{Alias, READ_BESIDE, Unmet, is_on};

/// Reverb bounds a publish by its whole request alone; operators who raised that bound publish large data.
pub(super) const MAX_REQUEST_SIZE_FOR_DATA: Alias = Alias {
    name: "REVERB_MAX_REQUEST_SIZE",
    note: "where it is larger",
    absent: None,
    read: |reading| {
        let number = |text: &str| text.parse::<u64>().ok();
        let given = number(reading.value).ok_or_else(|| Expected("a whole number of bytes".into()))?;
        Ok((Some(given) > number(reading.current)).then(|| given.to_string()))
    },
};

pub(super) const ACCEPT_CLIENT_EVENTS_FROM: Alias = Alias {
    name: "REVERB_APP_ACCEPT_CLIENT_EVENTS_FROM",
    note: "`none` is false; `members` and `all` are true, and the sender has to be subscribed in any case",
    absent: None,
    read: |reading| match reading.value {
        "none" => Ok(Some("false".into())),
        "members" | "all" => Ok(Some("true".into())),
        _ => Err(Expected("one of `all`, `members`, `none`".into())),
    },
};

/// Reverb's limit has a switch beside its number.
pub(super) const RATE_LIMITING: Alias = Alias {
    name: "REVERB_APP_RATE_LIMITING_ENABLED",
    note: "REVERB_APP_RATE_LIMIT_MAX_ATTEMPTS, 60 by default",
    absent: None,
    read: |reading| {
        if !reading.is_on()? {
            return Ok(None);
        }
        let name = "REVERB_APP_RATE_LIMIT_MAX_ATTEMPTS";
        match reading.beside(name) {
            "" => Ok(Some("60".into())),
            text if text.parse::<u32>().is_ok_and(|number| number > 0) => Ok(Some(text.into())),
            _ => Err(Expected(format!("{name} to be a whole number above 0"))),
        }
    },
};

/// Names that Reverb, or an application beside it, reads and this server does not.
pub(super) const OTHERS: [(&str, &str); 9] = [
    ("REVERB_SERVER", "it names an entry of config/reverb.php"),
    ("REVERB_HOST", APPLICATION),
    ("REVERB_PORT", APPLICATION),
    ("REVERB_SCHEME", APPLICATION),
    (
        "REVERB_SCALING_",
        "this server runs as one process on all cores, and does not join others through Redis yet",
    ),
    ("REVERB_PULSE_INGEST_INTERVAL", "`/metrics` is for Prometheus"),
    ("REVERB_TELESCOPE_INGEST_INTERVAL", "`/metrics` is for Prometheus"),
    ("REVERB_APP_PING_INTERVAL", "not needed: a client is pinged after activity_timeout_s of silence"),
    ("REVERB_APP_RATE_LIMIT_MAX_ATTEMPTS", READ_BESIDE),
];

const APPLICATION: &str = "it configures the application and its pages, and stays in its .env";

pub(super) const UNMET: [Unmet; 2] = [
    Unmet {
        name: "REVERB_SCALING_ENABLED",
        asks: is_on,
        text: "this server runs as one process on all cores, does not join others through Redis yet, and reads no REDIS_* \
               variable: clients of two servers do not reach each other",
    },
    Unmet {
        name: "REVERB_APP_RATE_LIMIT_TERMINATE",
        asks: is_on,
        text: "a client over its limit stays connected here: each further message is answered with an error",
    },
];
