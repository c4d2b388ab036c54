//! How much history single channels store, where that is not what their app's settings say for all.

use alloc::{borrow::Cow, vec::Vec};

use baton_hub::KeyRef;

use crate::{App, ChannelFilter, pusher::Spelling};

/// A rule for the channels that a filter means. What it does not say is as the app has it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HistoryRule {
    /// Which channels.
    pub channels: ChannelFilter,
    /// In place of [`App::history_messages`].
    pub messages: Option<u32>,
    /// In place of [`App::history_ttl_s`].
    pub ttl_s: Option<u32>,
    /// In place of [`App::history_channel_bytes`].
    pub bytes: Option<u32>,
    /// In place of [`App::recovery`], which must be on for a rule to be of use.
    pub recovery: Option<bool>,
}

/// All of an app, in the order in which they are tried: the first that has the channel counts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HistoryRules(pub Vec<HistoryRule>);

/// How much history a channel stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct HistoryLimits {
    pub(crate) messages: u32,
    pub(crate) ttl_s: u32,
    pub(crate) bytes: u32,
    /// Whether clients that come back are sent what they missed.
    pub(crate) recovery: bool,
}

impl HistoryRules {
    fn find(&self, key: KeyRef<'_>) -> Option<&HistoryRule> {
        if self.0.is_empty() {
            return None; // on the path of every message
        }
        let spelling = Spelling::of(key)?;
        let name = match spelling.prefix {
            "" => Cow::Borrowed(spelling.name),
            prefix => Cow::Owned([prefix, spelling.name].concat()),
        };
        self.0.iter().find(|rule| rule.channels.matches(&name))
    }
}

impl HistoryLimits {
    /// Those of a channel. With recovery its history reaches back over the window at least.
    pub(crate) fn of(key: KeyRef<'_>, app: &App) -> Self {
        let rule = app.history_rules.find(key);
        let recovery = app.recovery && rule.and_then(|rule| rule.recovery).unwrap_or(true);
        let messages = rule.and_then(|rule| rule.messages);
        let ttl_s = rule.and_then(|rule| rule.ttl_s);
        let bytes = rule.and_then(|rule| rule.bytes).unwrap_or(app.history_channel_bytes);
        // What a rule says of a channel is meant; the app's limits are raised for recovery.
        let [least_messages, least_ttl_s] =
            if recovery { [app.recovery_messages, app.recovery_window_s] } else { [0, 0] };
        Self {
            messages: messages.unwrap_or_else(|| app.history_messages.max(least_messages)),
            ttl_s: ttl_s.unwrap_or_else(|| app.history_ttl_s.max(least_ttl_s)),
            bytes,
            recovery,
        }
    }
}

#[cfg(test)]
mod tests {
    use baton_hub::{Access, AppId};

    use super::*;

    fn limits(app: &App, access: Access, name: &str) -> (u32, u32, u32, bool) {
        let key = KeyRef { app: AppId(0), access, name };
        let HistoryLimits { messages, ttl_s, bytes, recovery } = HistoryLimits::of(key, app);
        (messages, ttl_s, bytes, recovery)
    }

    #[test]
    fn the_first_rule_that_has_a_channel_counts() {
        let channels = |prefix: &str| ChannelFilter { prefix: prefix.into(), ..ChannelFilter::default() };
        let rules = [
            HistoryRule { channels: channels("private-log-"), messages: Some(5), ..HistoryRule::default() },
            HistoryRule {
                channels: channels("private-"),
                messages: Some(7),
                ttl_s: Some(9),
                bytes: Some(11),
                recovery: Some(false),
            },
        ];
        let mut app = App::new(AppId(0), "1", "key", "secret");
        app.history_rules = HistoryRules(rules.into());
        assert_eq!(limits(&app, Access::Private, "log-x"), (5, 300, 0, false));
        assert_eq!(limits(&app, Access::Private, "x"), (7, 9, 11, false));
        assert_eq!(limits(&app, Access::Public, "x"), (100, 300, 0, false));
        app.recovery = true;
        app.recovery_window_s = 400;
        assert_eq!(limits(&app, Access::Private, "log-x"), (5, 400, 0, true));
        assert_eq!(limits(&app, Access::Private, "x"), (7, 9, 11, false));
        assert_eq!(limits(&app, Access::Public, "x"), (10_000, 400, 0, true));
    }
}
