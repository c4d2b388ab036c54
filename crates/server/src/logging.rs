//! Log lines: text for people or JSON for machines, written so that no one outside can forge one.
//!
//! Names and payloads that clients choose end up in fields. Every control character in a message or field is
//! written as an escape, so a line break does not begin a line and an ANSI sequence does not colour one; a text
//! that could be taken for more than one value is quoted. Secrets are masked by their type.

use std::fmt::{self, Write as _};

use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::time::{FormatTime, SystemTime};
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields};
use tracing_subscriber::registry::LookupSpan;

use crate::settings::{LogFormat, LogLevel, Settings};

/// Characters of one field or message that are written; what follows is counted. A client may send names of 64 KiB,
/// and a full disk stops more than the log.
const LONGEST: usize = 2_048;

/// Starts logging to standard error, for the life of the process, and tells what the settings gave notice of.
/// A second call does nothing.
pub(crate) fn start(settings: &Settings) {
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::from(settings.log_level))
        .with_writer(std::io::stderr)
        .event_format(Lines { format: settings.log_format });
    if subscriber.try_init().is_ok() {
        settings.notices.iter().for_each(|notice| tracing::warn!("{notice}"));
    }
}

impl From<LogLevel> for tracing::Level {
    fn from(level: LogLevel) -> Self {
        match level {
            LogLevel::Error => Self::ERROR,
            LogLevel::Warn => Self::WARN,
            LogLevel::Info => Self::INFO,
            LogLevel::Debug => Self::DEBUG,
            LogLevel::Trace => Self::TRACE,
        }
    }
}

/// Writes each event as one line. Spans are left out: an event here says all that it means.
struct Lines {
    format: LogFormat,
}

impl<S, N> FormatEvent<S, N> for Lines
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
{
    fn format_event(
        &self,
        _: &FmtContext<'_, S, N>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        let mut parts = Parts::default();
        event.record(&mut parts);
        let (level, target) = (event.metadata().level(), event.metadata().target());
        match self.format {
            LogFormat::Text => {
                SystemTime.format_time(&mut writer)?;
                write!(writer, " {level:>5} {}", Escaped(&parts.message))?;
                for (name, value) in &parts.fields {
                    write!(writer, " {name}={}", Bare(value.text()))?;
                }
                writeln!(writer)
            }
            LogFormat::Json => {
                writer.write_str("{\"time\":\"")?;
                SystemTime.format_time(&mut writer)?;
                write!(writer, "\",\"level\":\"{level}\",\"target\":{}", Quoted(target))?;
                write!(writer, ",\"message\":{}", Quoted(&parts.message))?;
                for (name, value) in &parts.fields {
                    match value {
                        Value::Plain(text) => write!(writer, ",{}:{text}", Quoted(name))?,
                        Value::Text(text) => write!(writer, ",{}:{}", Quoted(name), Quoted(text))?,
                    }
                }
                writeln!(writer, "}}")
            }
        }
    }
}

/// What an event carries, as texts.
#[derive(Default)]
struct Parts {
    message: String,
    fields: Vec<(&'static str, Value)>,
}

/// A field's value.
enum Value {
    /// A number or a truth value: JSON writes it as it is.
    Plain(String),
    /// Anything else.
    Text(String),
}

impl Value {
    fn text(&self) -> &str {
        match self {
            Self::Plain(text) | Self::Text(text) => text,
        }
    }
}

impl Parts {
    fn add(&mut self, field: &Field, value: Value) {
        match field.name() {
            "message" => self.message = value.text().to_owned(),
            // JSON's own keys; a second `level` would let a reader take the wrong one.
            "time" | "level" | "target" => self.fields.push(("field", value)),
            name => self.fields.push((name, value)),
        }
    }
}

impl Visit for Parts {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.add(field, Value::Text(format!("{value:?}")));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.add(field, Value::Text(value.to_owned()));
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.add(field, Value::Plain(value.to_string()));
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.add(field, Value::Plain(value.to_string()));
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.add(field, Value::Plain(value.to_string()));
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        // JSON has no words for infinities and NaN.
        let text = value.to_string();
        self.add(field, if value.is_finite() { Value::Plain(text) } else { Value::Text(text) });
    }
}

/// A text from outside, shown on one line: control characters and those that reorder text are written as escapes,
/// and a long text is cut with a note of what is missing.
pub(crate) struct Escaped<'a>(pub(crate) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_text(f, self.0, |_| false)
    }
}

/// A value of a text line: quoted where it could be taken for more than one value.
struct Bare<'a>(&'a str);

impl fmt::Display for Bare<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = |c: char| !c.is_whitespace() && !is_unsafe(c) && !matches!(c, '"' | '=' | '\\');
        if !self.0.is_empty() && self.0.chars().all(plain) {
            return write_text(f, self.0, |_| false);
        }
        Quoted(self.0).fmt(f)
    }
}

/// A JSON string.
struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        write_text(f, self.0, |c| matches!(c, '"' | '\\'))?;
        f.write_char('"')
    }
}

/// Writes `text` with escapes that JSON knows, up to [`LONGEST`] characters.
fn write_text(f: &mut fmt::Formatter<'_>, text: &str, is_marked: impl Fn(char) -> bool) -> fmt::Result {
    let mut rest = text.chars();
    for c in rest.by_ref().take(LONGEST) {
        match c {
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            c if is_marked(c) => write!(f, "\\{c}")?,
            // All of them lie in the basic plane, so four digits do.
            c if is_unsafe(c) => write!(f, "\\u{:04x}", u32::from(c))?,
            c => f.write_char(c)?,
        }
    }
    match rest.as_str().len() {
        0 => Ok(()),
        missing => write!(f, "… ({missing} bytes more)"),
    }
}

/// What must not reach a terminal or a line-based reader as it is: controls (C0, DEL, C1), line and paragraph
/// separators, and the marks that turn the direction of text or hide in it.
fn is_unsafe(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}
