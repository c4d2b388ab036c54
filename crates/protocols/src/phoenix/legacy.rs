//! The oldest joins: the topic itself says which database changes are wanted, and there is no configuration.

use super::SubTopic;

/// A request for database changes in the form `SCHEMA[:TABLE[:FILTER]]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LegacyRequest<'a> {
    /// The schema.
    pub schema: &'a str,
    /// The table; `None`: all of them.
    pub table: Option<&'a str>,
    /// A filter such as `id=eq.1`, which may hold colons.
    pub filter: Option<&'a str>,
}

impl<'a> LegacyRequest<'a> {
    /// Reads a topic.
    pub fn parse(topic: SubTopic<'a>) -> Self {
        let mut parts = topic.as_str().splitn(3, ':');
        let schema = parts.next().unwrap_or_default();
        Self { schema, table: parts.next(), filter: parts.next() }
    }
}

#[cfg(test)]
mod tests {
    use super::{super::Topic, *};

    #[test]
    fn a_topic_is_a_request() {
        for (text, schema, table, filter) in [
            ("realtime:public", "public", None, None),
            ("realtime:public:todos", "public", Some("todos"), None),
            ("realtime:public:todos:at=gt.12:30:00", "public", Some("todos"), Some("at=gt.12:30:00")),
            ("realtime:*", "*", None, None),
        ] {
            let Ok(Topic::Channel(topic)) = Topic::parse(text) else { panic!("{text}") };
            assert_eq!(LegacyRequest::parse(topic), LegacyRequest { schema, table, filter });
        }
    }
}
