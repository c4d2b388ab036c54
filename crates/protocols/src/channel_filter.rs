//! Which channels an entry of the settings is about.

use alloc::string::String;

use crate::pattern;

/// A choice of channels by their names, as Pusher's clients spell them. All parts apply together, and an empty one holds for
/// every channel.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ChannelFilter {
    /// What the name begins with.
    pub prefix: String,
    /// What it ends with.
    pub suffix: String,
    /// What the whole name matches, where `*` stands for any characters.
    pub pattern: String,
}

impl ChannelFilter {
    /// Whether a channel is meant.
    pub fn matches(&self, channel: &str) -> bool {
        channel.starts_with(&self.prefix)
            && channel.ends_with(&self.suffix)
            && (self.pattern.is_empty() || pattern::matches(channel, &self.pattern, |a, b| a == b))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_parts_apply() {
        assert!(ChannelFilter::default().matches("any"));
        let filter =
            ChannelFilter { prefix: "private-".into(), suffix: "-log".into(), pattern: "*-7-*".into() };
        assert!(filter.matches("private-a-7-log"));
        for other in ["private-a-8-log", "a-7-log", "private-a-7-logs"] {
            assert!(!filter.matches(other), "{other}");
        }
    }
}
