//! What an alert is, as the settings have it.

use std::fmt;
use std::sync::Arc;

use baton_protocols::Secret;
use hyper::Uri;

use super::Metric;

/// A threshold on a figure, and who is notified when it is crossed.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Alert {
    pub(crate) name: Box<str>,
    pub(crate) metric: Metric,
    pub(crate) threshold: Threshold,
    /// Seconds for which it has to be crossed.
    pub(crate) for_s: u32,
    /// The app that it is about; without one, the whole server.
    pub(crate) app: Option<Box<str>>,
    /// Who has it may write to the receiver, so it is never shown.
    pub(crate) url: Secret,
    pub(crate) format: Format,
    /// What signs the messages; empty where they are not signed.
    pub(crate) secret: Secret,
    /// Seconds after which its message is sent again; 0 for never.
    pub(crate) repeat_s: u32,
}

/// The alerts of the settings.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct AlertList(pub(crate) Vec<Arc<Alert>>);

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Threshold {
    Above(f64),
    Below(f64),
}

/// How messages are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Json,
    Slack,
}

impl Alert {
    /// The host of its URL: all that is shown of it.
    pub(crate) fn host(&self) -> String {
        let uri: Option<Uri> = self.url.reveal().parse().ok();
        uri.and_then(|uri| uri.host().map(str::to_owned)).unwrap_or_default()
    }

    /// What it is about, in words.
    pub(crate) fn subject(&self) -> String {
        match &self.app {
            Some(app) => format!("{} of app {app}", self.metric.name()),
            None => self.metric.name().to_owned(),
        }
    }
}

impl Threshold {
    pub(crate) fn is_crossed(self, value: f64) -> bool {
        match self {
            Self::Above(most) => value > most,
            Self::Below(least) => value < least,
        }
    }

    /// The one of two values that is farther beyond it.
    pub(crate) fn worse(self, one: f64, other: f64) -> f64 {
        match self {
            Self::Above(_) => one.max(other),
            Self::Below(_) => one.min(other),
        }
    }

    pub(crate) fn number(self) -> f64 {
        match self {
            Self::Above(number) | Self::Below(number) => number,
        }
    }

    /// The setting that it is given by.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Self::Above(_) => "above",
            Self::Below(_) => "below",
        }
    }
}

/// Seconds as somebody has set them: in the largest unit of which they are a whole number.
pub(crate) fn spelled_seconds(seconds: u64) -> String {
    for (unit, name) in [(86_400, "d"), (3_600, "h"), (60, "min")] {
        if seconds > 0 && seconds.is_multiple_of(unit) {
            return format!("{} {name}", seconds / unit);
        }
    }
    format!("{seconds} s")
}

impl Format {
    pub(crate) const ALL: [Self; 2] = [Self::Json, Self::Slack];
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Json => "json",
            Self::Slack => "slack",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::spelled_seconds;

    #[test]
    fn seconds_that_were_set_are_not_rounded() {
        let spelled = [0, 5, 60, 90, 600, 7_200, 86_400].map(spelled_seconds);
        assert_eq!(spelled, ["0 s", "5 s", "1 min", "90 s", "10 min", "2 h", "1 d"]);
    }
}
