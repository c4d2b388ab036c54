//! Who may broadcast on public topics as a Supabase client.
//!
//! A public topic is a public channel of Pusher's clients, where only the application speaks: it
//! signs what it publishes, and a client's event is refused. So where an app has both, the key that
//! is in every page may not speak there unless the operator says so. Operators of the project may:
//! their key is a secret, as Pusher's is.

use alloc::{boxed::Box, string::String, vec::Vec};

use crate::{App, Claims, pattern};

/// An app's decision.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum PublicBroadcast {
    /// Nobody where the app has a secret for Pusher's API, else anybody.
    #[default]
    Auto,
    /// Nobody.
    Nobody,
    /// Every client.
    Anybody,
    /// Every client, on topics that match one of these: `*` stands for any characters.
    Topics(Vec<Box<str>>),
}

impl PublicBroadcast {
    /// Patterns that there may be.
    const TOPICS: usize = 100;
    /// Bytes of a pattern: those of a topic.
    const PATTERN_BYTES: usize = super::topic::TOPIC_BYTES;

    /// Reads one of the words `auto`, `none` and `supabase`, or patterns.
    pub fn parse(entries: &[String]) -> Option<Self> {
        match entries {
            [word] if word == "auto" => Some(Self::Auto),
            [word] if word == "none" => Some(Self::Nobody),
            [word] if word == "supabase" => Some(Self::Anybody),
            patterns => {
                let is_pattern = |text: &String| {
                    (1..=Self::PATTERN_BYTES).contains(&text.len()) && !text.contains(char::is_control)
                };
                let is_good = (1..=Self::TOPICS).contains(&patterns.len()) && patterns.iter().all(is_pattern);
                is_good
                    .then(|| Self::Topics(patterns.iter().map(|pattern| pattern.as_str().into()).collect()))
            }
        }
    }

    /// What [`parse`](Self::parse) reads.
    pub fn entries(&self) -> Vec<&str> {
        match self {
            Self::Auto => Vec::from(["auto"]),
            Self::Nobody => Vec::from(["none"]),
            Self::Anybody => Vec::from(["supabase"]),
            Self::Topics(patterns) => patterns.iter().map(|pattern| &**pattern).collect(),
        }
    }
}

impl App {
    /// Whether a Supabase client with these claims may broadcast on the public topic.
    pub(crate) fn may_broadcast(&self, topic: &str, claims: &Claims) -> bool {
        let may = match &self.supabase.public_broadcast {
            PublicBroadcast::Anybody => return true,
            PublicBroadcast::Auto => self.secret.bytes().is_empty(),
            PublicBroadcast::Nobody => false,
            PublicBroadcast::Topics(patterns) => {
                patterns.iter().any(|pattern| pattern::matches(topic, pattern, |one, other| one == other))
            }
        };
        may || claims.bypasses_policies()
    }
}

#[cfg(test)]
mod tests {
    use baton_hub::AppId;

    use super::*;

    fn app(secret: &str, words: &[&str]) -> App {
        let entries: Vec<String> = words.iter().map(|&word| word.into()).collect();
        let mut app = App::new(AppId(0), "1", "key", secret);
        app.supabase.public_broadcast = PublicBroadcast::parse(&entries).unwrap();
        assert_eq!(app.supabase.public_broadcast.entries(), words);
        app
    }

    #[test]
    fn the_app_decides_and_its_secret_where_it_does_not() {
        let anon = Claims { role: "anon".into(), ..Claims::default() };
        let service = Claims { role: "service_role".into(), ..Claims::default() };
        for (secret, words, topic, may) in [
            ("secret", &["auto"][..], "x", false),
            ("", &["auto"], "x", true),
            ("secret", &["supabase"], "x", true),
            ("", &["none"], "x", false),
            ("secret", &["chat-*", "lobby"], "chat-1", true),
            ("secret", &["chat-*", "lobby"], "chat-", true),
            ("secret", &["chat-*", "lobby"], "lobby", true),
            ("secret", &["chat-*", "lobby"], "Lobby", false),
            ("secret", &["chat-*", "lobby"], "lobby2", false),
            ("secret", &["chat-*", "lobby"], "a chat-1", false),
            ("", &["chat-*", "lobby"], "x", false),
            ("secret", &["*"], "x", true),
        ] {
            let app = app(secret, words);
            assert_eq!(app.may_broadcast(topic, &anon), may, "{words:?} {topic}");
            assert!(app.may_broadcast(topic, &service));
        }
    }

    #[test]
    fn what_is_no_pattern_is_refused() {
        for entries in [&[][..], &[""], &["a", ""], &["a\nb"]] {
            let entries: Vec<String> = entries.iter().map(|&entry| entry.into()).collect();
            assert_eq!(PublicBroadcast::parse(&entries), None, "{entries:?}");
        }
    }
}
