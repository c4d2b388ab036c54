//! Which events somebody looks at: what is recorded for them, and what they are shown of that.

use std::fmt;

use baton_hub::{Access, AppId, KeyRef};
use baton_protocols::pusher::Spelling;

use super::event::{Event, Kind};
use crate::inspector::pattern::Pattern;

/// Patterns that one filter may have, and bytes of each: every event is compared with all of them.
const PATTERNS: usize = 10;
const PATTERN_BYTES: usize = 300;

/// The name of a channel as people know it: Pusher's, where there is one.
pub(crate) struct Label<'a>(pub(crate) Access, pub(crate) &'a str);

impl<'a> Label<'a> {
    pub(crate) fn of(key: KeyRef<'a>) -> Self {
        Self(key.access, key.name)
    }
}

impl fmt::Display for Label<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(access, name) = *self;
        // The app's number is no part of a name.
        match Spelling::of(KeyRef { app: AppId(0), access, name }) {
            Some(spelled) => spelled.fmt(f),
            None => f.write_str(name),
        }
    }
}

/// Names, in which `*` stands for any characters; none stand for all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Patterns(Vec<Pattern>);

impl Patterns {
    /// Reads patterns that commas separate.
    ///
    /// # Errors
    /// There are too many, or one is too long, in words for the caller.
    pub(crate) fn parse(list: &str) -> Result<Self, String> {
        let all: Vec<_> = list.split(',').map(str::trim).filter(|one| !one.is_empty()).collect();
        if all.len() > PATTERNS || all.iter().any(|one| one.len() > PATTERN_BYTES) {
            return Err(format!("at most {PATTERNS} patterns of at most {PATTERN_BYTES} bytes each"));
        }
        Ok(Self(all.into_iter().map(Pattern::new).collect()))
    }

    pub(crate) fn is_all(&self) -> bool {
        self.0.is_empty() || self.0.iter().any(Pattern::is_any)
    }

    pub(crate) fn have(&self, name: &str) -> bool {
        self.is_all() || self.0.iter().any(|one| one.matches(name))
    }
}

/// What is recorded for somebody: events of an app, or of all, on some channels, or on all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Scope {
    pub(crate) app: Option<AppId>,
    pub(crate) channels: Patterns,
}

impl Scope {
    /// Whether it has an event of this app on the channel with this label.
    pub(crate) fn has(&self, app: Option<AppId>, channel: Option<&str>) -> bool {
        let is_of_app = self.app.is_none() || self.app == app;
        is_of_app && (self.channels.is_all() || channel.is_some_and(|channel| self.channels.have(channel)))
    }
}

/// What somebody is shown of what was recorded.
#[derive(Debug, Clone, Default)]
pub(crate) struct Filter {
    pub(crate) scope: Scope,
    pub(crate) events: Patterns,
    /// Empty for all.
    pub(crate) kinds: Vec<Kind>,
    /// In lower case; empty for any.
    pub(crate) text: String,
    /// Names of members whose values are not searched, since they are not shown.
    pub(crate) hidden: Vec<String>,
}

impl Filter {
    pub(crate) fn has(&self, event: &Event) -> bool {
        (self.kinds.is_empty() || self.kinds.contains(&event.kind))
            && self.scope.has(event.app, event.channel.as_ref().map(|one| one.label().to_string()).as_deref())
            && (self.events.is_all() || event.name.as_deref().is_some_and(|name| self.events.have(name)))
            && (self.text.is_empty() || event.mentions(&self.text, &self.hidden))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scope_has_what_its_patterns_name() {
        let scope = |app: Option<u32>, channels: &str| Scope {
            app: app.map(AppId),
            channels: Patterns::parse(channels).unwrap(),
        };
        let private = Label(Access::Private, "orders.7").to_string();
        for (scope, has) in [
            (scope(None, ""), true),
            (scope(Some(1), ""), true),
            (scope(Some(2), ""), false),
            (scope(None, "private-orders.*"), true),
            (scope(None, "orders.7"), false),
            (scope(Some(1), "news, private-*.7"), true),
            (scope(Some(2), "*"), false),
        ] {
            assert_eq!(scope.has(Some(AppId(1)), Some(&private)), has, "{scope:?}");
        }
        assert!(!scope(None, "news").has(None, None), "an event without a channel is on none");
        assert!(Patterns::parse(&"a,".repeat(11)).is_err() && Patterns::parse(&"a".repeat(301)).is_err());
    }
}
