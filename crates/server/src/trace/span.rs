//! A span: what took from when to when, with what came of it.

use std::borrow::Cow;
use std::time::{SystemTime, UNIX_EPOCH};

use super::{TraceContext, Tracer};

/// Characters of a text that a span holds: callers choose some of them.
const TEXT_CHARACTERS: usize = 256;

/// Who does what a span is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// This server, for another program.
    Server,
    /// Another program, for this server.
    Client,
    /// This server, which sends a message to its receivers.
    Producer,
}

/// The value of an attribute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Attribute {
    Text(Cow<'static, str>),
    Whole(i64),
}

/// A span that has begun. One that is dropped is not recorded.
#[derive(Clone)]
pub(crate) struct Span {
    tracer: &'static Tracer,
    pub(super) kind: Kind,
    pub(super) name: Cow<'static, str>,
    context: TraceContext,
    pub(super) parent: Option<TraceContext>,
    pub(super) links: Vec<TraceContext>,
    pub(super) began_ns: u64,
    pub(super) ended_ns: u64,
    pub(super) attributes: Vec<(&'static str, Attribute)>,
    pub(super) is_error: bool,
}

impl Span {
    pub(super) fn begin(
        tracer: &'static Tracer,
        kind: Kind,
        context: TraceContext,
        parent: Option<TraceContext>,
    ) -> Self {
        let (links, attributes) = (Vec::new(), Vec::new());
        let (began_ns, name) = (unix_ns(), "".into());
        Self {
            tracer,
            kind,
            name,
            context,
            parent,
            links,
            began_ns,
            ended_ns: 0,
            attributes,
            is_error: false,
        }
    }

    /// As others name it.
    pub(crate) fn context(&self) -> TraceContext {
        self.context
    }

    /// The same with this name, of which there are few: what callers choose belongs into attributes.
    pub(crate) fn named(self, name: impl Into<Cow<'static, str>>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// The same with one more attribute.
    pub(crate) fn with(mut self, name: &'static str, value: impl Into<Attribute>) -> Self {
        self.attributes.push((name, value.into()));
        self
    }

    /// The same with one more attribute, if there is a value.
    pub(crate) fn with_maybe(self, name: &'static str, value: Option<impl Into<Attribute>>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// The same with another span as a cause of it.
    pub(crate) fn linked_to(mut self, other: TraceContext) -> Self {
        self.links.push(other);
        self
    }

    /// The same as a failure of this type, a word or a status, if it is one.
    pub(crate) fn failed_if(self, is_error: bool, why: impl ToString) -> Self {
        match is_error {
            true => Self { is_error, ..self.with("error.type", why.to_string()) },
            false => self,
        }
    }

    /// It has ended now.
    pub(crate) fn end(mut self) {
        self.ended_ns = unix_ns().max(self.began_ns);
        self.tracer.finish(self);
    }
}

impl From<&str> for Attribute {
    fn from(text: &str) -> Self {
        Self::Text(text.chars().take(TEXT_CHARACTERS).collect::<String>().into())
    }
}

impl From<String> for Attribute {
    fn from(text: String) -> Self {
        Self::from(&*text)
    }
}

impl From<i64> for Attribute {
    fn from(number: i64) -> Self {
        Self::Whole(number)
    }
}

impl From<usize> for Attribute {
    fn from(number: usize) -> Self {
        Self::Whole(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

fn unix_ns() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| u64::try_from(since.as_nanos()).unwrap_or(u64::MAX))
}
