//! Which span of which trace: W3C Trace Context, level 1, as its `traceparent` header has it.
//!
//! `tracestate` is not passed on: nothing here reads it, and the recommendation allows that.

use std::fmt::Write as _;

use crate::observe::random_u64;

/// A span, as others can name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TraceContext {
    trace: u128,
    span: u64,
    /// Whether the trace is recorded.
    pub(crate) is_sampled: bool,
}

impl TraceContext {
    /// The first span of a new trace that is recorded.
    pub(crate) fn random() -> Self {
        let trace = u128::from(random_u64()) << 64 | u128::from(random_u64());
        Self { trace: trace.max(1), span: new_span(), is_sampled: true }
    }

    /// A span of the trace with this id, which is 32 hexadecimal digits; `None` if it is none.
    pub(crate) fn of_trace(id: &str) -> Option<Self> {
        let trace = hexadecimal(id.as_bytes(), 32)?;
        (trace != 0).then(|| Self { trace, span: new_span(), is_sampled: true })
    }

    /// The same, not recorded.
    pub(crate) fn unsampled(self) -> Self {
        Self { is_sampled: false, ..self }
    }

    /// A span of the same trace.
    pub(crate) fn child(self) -> Self {
        Self { span: new_span(), ..self }
    }

    /// Reads a header: `00-TRACE-SPAN-FLAGS`. Later versions may have more behind it (section 4.3).
    pub(crate) fn parse(value: &[u8]) -> Option<Self> {
        let (head, rest) = value.split_at_checked(55)?;
        let version = hexadecimal(&head[..2], 2)?;
        let is_known =
            if version == 0 { rest.is_empty() } else { rest.first().is_none_or(|byte| *byte == b'-') };
        if version == 0xff || !is_known || [2, 35, 52].iter().any(|at| head[*at] != b'-') {
            return None;
        }
        let trace = hexadecimal(&head[3..35], 32).filter(|id| *id != 0)?;
        let span = hexadecimal(&head[36..52], 16).filter(|id| *id != 0)?;
        let flags = hexadecimal(&head[53..], 2)?;
        Some(Self { trace, span: u64::try_from(span).ok()?, is_sampled: flags & 1 == 1 })
    }

    /// The header that names it.
    pub(crate) fn traceparent(self) -> String {
        let mut text = String::with_capacity(55);
        // Writing to a string cannot fail.
        _ = write!(text, "00-{:032x}-{:016x}-0{}", self.trace, self.span, u8::from(self.is_sampled));
        text
    }

    /// The trace's id in hexadecimal.
    pub(crate) fn trace_id(self) -> String {
        format!("{:032x}", self.trace)
    }

    /// The lower half of the trace's id.
    pub(super) fn low(self) -> u64 {
        u64::try_from(self.trace & u128::from(u64::MAX)).unwrap_or_default() // it fits
    }

    /// Both ids as OTLP has them.
    pub(super) fn bytes(self) -> ([u8; 16], [u8; 8]) {
        (self.trace.to_be_bytes(), self.span.to_be_bytes())
    }
}

fn new_span() -> u64 {
    random_u64().max(1)
}

/// So many digits; those above 9 in lower case alone.
fn hexadecimal(text: &[u8], digits: usize) -> Option<u128> {
    let is_one = |byte: &u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(byte);
    let text = Some(text).filter(|text| text.len() == digits && text.iter().all(is_one))?;
    u128::from_str_radix(std::str::from_utf8(text).ok()?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

    #[test]
    fn the_header_of_the_recommendation_is_read_and_written() {
        for (flags, is_sampled) in [("00", false), ("01", true), ("03", true), ("ff", true), ("02", false)] {
            let header = format!("00-{TRACE}-00f067aa0ba902b7-{flags}");
            let context = TraceContext::parse(header.as_bytes()).unwrap();
            assert_eq!((context.trace_id().as_str(), context.is_sampled), (TRACE, is_sampled));
            let written = format!("00-{TRACE}-00f067aa0ba902b7-0{}", u8::from(is_sampled));
            assert_eq!(context.traceparent(), written);
        }
        let later = format!("01-{TRACE}-00f067aa0ba902b7-01-what-comes");
        assert!(TraceContext::parse(later.as_bytes()).unwrap().is_sampled);
    }

    #[test]
    fn what_is_no_header_is_ignored() {
        let upper = format!("00-{}-00f067aa0ba902b7-01", TRACE.to_uppercase());
        for wrong in [
            "",
            "00",
            &format!("00-{TRACE}-00f067aa0ba902b7-0"),
            &format!("00-{TRACE}-00f067aa0ba902b7-01-more"),
            &format!("01-{TRACE}-00f067aa0ba902b7-01more"),
            &format!("ff-{TRACE}-00f067aa0ba902b7-01"),
            &format!("00-{}-00f067aa0ba902b7-01", "0".repeat(32)),
            &format!("00-{TRACE}-{}-01", "0".repeat(16)),
            &format!("00_{TRACE}-00f067aa0ba902b7-01"),
            &format!("00-{TRACE}-00f067aa0ba902b7-0g"),
            &upper,
        ] {
            assert_eq!(TraceContext::parse(wrong.as_bytes()), None, "{wrong}");
        }
    }

    #[test]
    fn a_trace_may_be_given_its_id() {
        assert_eq!(TraceContext::of_trace(TRACE).unwrap().trace_id(), TRACE);
        for wrong in ["", "4bf9", &"0".repeat(32), &"g".repeat(32)] {
            assert_eq!(TraceContext::of_trace(wrong), None, "{wrong}");
        }
    }
}
