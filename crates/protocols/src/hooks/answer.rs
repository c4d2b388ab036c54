//! What an application has answered: strict, since a word that is misspelled must not open what it was to close.

use alloc::{
    boxed::Box,
    format,
    string::{String, ToString as _},
    vec,
    vec::Vec,
};

use baton_hub::Form;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::{HookAnswer, HookDetail, HookEvent, HookQuestion, HookRefused};
use crate::{
    excerpt,
    json::{self, Text},
};

/// Bytes of a reason that is sent to a client.
const REASON_BYTES: usize = 500;
/// Bytes of the parser's complaint that the log repeats.
const COMPLAINT_BYTES: usize = 200;

/// Bytes of an answer beside the data: what proxies add to error pages, and room for blanks.
const ANSWER_BYTES: usize = 64 * 1_024;
/// Bytes of an answer to one question beside its data: twice a reason with its names.
const QUESTION_BYTES: usize = 1_024;

/// What has to be known of a question to read the answer to it.
#[derive(Debug, Clone, Copy)]
pub struct HookExpected {
    /// Whether data may be replaced.
    has_data: bool,
    /// Bytes that it may have.
    most_bytes: u32,
    /// Data has to be a string, as that of the HTTP API: other JSON becomes one.
    is_text: bool,
    /// A string counts as it is written.
    counts_escapes: bool,
}

/// What one question was answered.
#[derive(Debug, PartialEq, Eq)]
pub enum HookRead {
    /// An answer.
    Answer(HookAnswer),
    /// It allows, with data that cannot be used, for this reason. It is refused whatever `on_failure` says: what the
    /// application meant to replace must not pass.
    Unusable(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct One<'a> {
    allow: Option<bool>,
    #[serde(borrow)]
    reason: Option<Text<'a>>,
    #[serde(borrow)]
    data: Option<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Several<'a> {
    #[serde(borrow)]
    answers: Vec<&'a RawValue>,
}

/// Of an answer with status 403.
#[derive(Deserialize)]
struct Refusal<'a> {
    #[serde(borrow)]
    reason: Option<Text<'a>>,
}

impl HookExpected {
    /// What is expected of the answer to a question.
    pub fn of(question: &HookQuestion<'_>) -> Self {
        let is_string = matches!(question.detail, HookDetail::Message { form: Form::Text, .. });
        Self {
            has_data: question.event.has_data(),
            most_bytes: question.most_bytes(),
            is_text: question.event == HookEvent::Publish && is_string,
            counts_escapes: matches!(question.detail, HookDetail::Message { counts_escapes: true, .. }),
        }
    }

    /// Whether an answer may replace data.
    pub fn may_have_data(&self) -> bool {
        self.has_data
    }

    /// Bytes that its part of an answer may have: each byte of data may be written as an escape of six (`\u0001`).
    pub fn answer_bytes(&self) -> usize {
        QUESTION_BYTES.saturating_add((self.most_bytes as usize).saturating_mul(6))
    }
}

/// Bytes that the answer to these questions may have.
pub fn most_bytes<'e>(expected: impl Iterator<Item = &'e HookExpected>) -> usize {
    expected.map(HookExpected::answer_bytes).fold(ANSWER_BYTES, usize::saturating_add)
}

/// Reads the answer to these questions, `in_list` if they were asked in one.
///
/// # Errors
/// It is none, in words for the log.
pub fn read(
    status: u16,
    body: &[u8],
    expected: &[HookExpected],
    in_list: bool,
) -> Result<Vec<HookRead>, String> {
    let all = |answer: HookAnswer| expected.iter().map(|_| HookRead::Answer(answer.clone())).collect();
    match status {
        200 => {}
        204 => return Ok(all(HookAnswer::Allowed)),
        403 => {
            let reason = serde_json::from_slice(body).ok().and_then(|Refusal { reason }| reason);
            return Ok(all(refused(reason.map(|text| text.0).as_deref())));
        }
        _ => return Err(format!("the status is {status}; answer 200, 204 or 403")),
    }
    let answers = if in_list {
        let Several { answers } = object(body, r#"{"answers":[…]}"#)?;
        if answers.len() != expected.len() {
            return Err(format!(
                "`answers` has {} entries for {} questions; give one for each, in their order",
                answers.len(),
                expected.len()
            ));
        }
        let each = answers.into_iter().map(RawValue::get);
        each.map(|answer| object(answer.as_bytes(), r#"{"allow":true} for each question"#))
            .collect::<Result<Vec<_>, _>>()?
    } else {
        vec![object(body, r#"{"allow":true}, or status 204"#)?]
    };
    Ok(answers.into_iter().zip(expected).map(|(answer, expected)| one(&answer, expected)).collect())
}

/// Reads an object and nothing else: the derived code would take an array as well, field by field.
fn object<'a, T: Deserialize<'a>>(body: &'a [u8], wanted: &str) -> Result<T, String> {
    if body.trim_ascii_start().first() != Some(&b'{') {
        return Err(format!("the answer is no JSON object; answer {wanted}"));
    }
    serde_json::from_slice(body).map_err(|error| {
        let complaint = error.to_string();
        let complaint = excerpt::beginning(&complaint, COMPLAINT_BYTES).escape_debug();
        format!("the answer cannot be read: {complaint}; answer {wanted}")
    })
}

fn one(answer: &One<'_>, expected: &HookExpected) -> HookRead {
    if answer.allow == Some(false) {
        return HookRead::Answer(refused(answer.reason.as_ref().map(|text| &*text.0)));
    }
    let Some(data) = answer.data else { return HookRead::Answer(HookAnswer::Allowed) };
    match rewritten(data.get(), expected) {
        Ok(data) => HookRead::Answer(HookAnswer::Rewritten(data)),
        Err(why) => HookRead::Unusable(why),
    }
}

fn refused(reason: Option<&str>) -> HookAnswer {
    let reason = excerpt::beginning(reason.unwrap_or_default(), REASON_BYTES);
    // It stands in close frames and in lines of the log.
    let reason: String = reason.chars().map(|one| if one.is_control() { ' ' } else { one }).collect();
    HookAnswer::Refused(HookRefused::Reason(reason.into()))
}

/// The data to publish, within the limits that a publisher's own has.
fn rewritten(data: &str, expected: &HookExpected) -> Result<Box<str>, String> {
    if !expected.has_data {
        return Err("`data` is for publish and client_event alone".into());
    }
    if !json::is_shallow(data) {
        return Err(format!("`data` is nested deeper than {}", json::MAX_DEPTH));
    }
    json::check_fit(data).map_err(|unfit| format!("`data`: {unfit}"))?;
    let limit = expected.most_bytes as usize;
    let is_unescaped = !expected.counts_escapes && data.starts_with('"');
    let bytes = match data.len() > limit && is_unescaped {
        true => serde_json::from_str::<Text<'_>>(data).map_or(data.len(), |text| text.0.len()),
        false => data.len(),
    };
    if bytes > limit {
        return Err(format!("`data` has {bytes} bytes and the limit of the app is {limit}"));
    }
    if expected.is_text && !data.starts_with('"') {
        let mut text = Vec::with_capacity(data.len() + data.len() / 4 + 2);
        json::push_string(&mut text, data);
        return Ok(String::from_utf8(text).unwrap_or_default().into());
    }
    Ok(data.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVENT: HookExpected =
        HookExpected { has_data: true, most_bytes: 10, is_text: false, counts_escapes: false };
    const PUBLISH: HookExpected = HookExpected { is_text: true, ..EVENT };
    const JOIN: HookExpected = HookExpected { has_data: false, most_bytes: 0, ..EVENT };

    fn single(body: &str, expected: HookExpected) -> Result<HookRead, String> {
        read(200, body.as_bytes(), &[expected], false).map(|mut all| all.remove(0))
    }

    fn refusal(reason: &str) -> HookRead {
        HookRead::Answer(HookAnswer::Refused(HookRefused::Reason(reason.into())))
    }

    #[test]
    fn what_allows_refuses_and_rewrites() {
        for (body, expected, answer) in [
            ("{}", JOIN, HookRead::Answer(HookAnswer::Allowed)),
            (r#" {"allow":true,"reason":"x"}"#, JOIN, HookRead::Answer(HookAnswer::Allowed)),
            (r#"{"allow":null,"data":null}"#, EVENT, HookRead::Answer(HookAnswer::Allowed)),
            (r#"{"allow":false}"#, JOIN, refusal("")),
            (r#"{"allow":false,"reason":"a\nb\u001b"}"#, JOIN, refusal("a b ")),
            (r#"{"allow":false,"reason":"nö \"x\"","data":1}"#, EVENT, refusal("nö \"x\"")),
            (
                r#"{"data": {"n": 9007199254740993} }"#,
                HookExpected { most_bytes: 99, ..EVENT },
                HookRead::Answer(HookAnswer::Rewritten(r#"{"n": 9007199254740993}"#.into())),
            ),
            (r#"{"data":[1]}"#, PUBLISH, HookRead::Answer(HookAnswer::Rewritten("\"[1]\"".into()))),
            (r#"{"data":"a"}"#, PUBLISH, HookRead::Answer(HookAnswer::Rewritten("\"a\"".into()))),
            (
                r#"{"data":"\u00e9\u00e9\u00e9\u00e9\u00e9"}"#,
                EVENT,
                HookRead::Answer(HookAnswer::Rewritten(r#""\u00e9\u00e9\u00e9\u00e9\u00e9""#.into())),
            ),
        ] {
            assert_eq!(single(body, expected), Ok(answer), "{body}");
        }
    }

    #[test]
    fn what_is_no_answer_is_named() {
        for (body, named) in [
            ("", "no JSON object"),
            ("[true]", "no JSON object"),
            ("{", "cannot be read"),
            (r#"{"alow":false}"#, "unknown field `alow`"),
            (r#"{"allow":"no"}"#, "expected a boolean"),
            (r#"{"allow":true,"allow":false}"#, "duplicate field"),
            (r#"{"answers":[{}]}"#, "unknown field `answers`"),
        ] {
            let why = single(body, EVENT).unwrap_err();
            assert!(why.contains(named), "{body}: {why}");
        }
        assert!(read(500, b"", &[EVENT], false).unwrap_err().contains("the status is 500"));
        assert!(read(201, b"{}", &[EVENT], false).is_err());
    }

    #[test]
    fn data_that_cannot_be_used_is_never_passed_over() {
        let deep = format!(r#"{{"data":{}{}}}"#, "[".repeat(65), "]".repeat(65));
        for (body, expected, named) in [
            (r#"{"data":1}"#, JOIN, "for publish and client_event"),
            (r#"{"data":"01234567890"}"#, EVENT, "has 11 bytes and the limit of the app is 10"),
            (r#"{"data":"\ud800"}"#, EVENT, "other half"),
            (r#"{"data":1e999}"#, EVENT, "308"),
            (
                r#"{"data":"\u00e9"}"#,
                HookExpected { most_bytes: 7, counts_escapes: true, ..EVENT },
                "has 8 bytes and the limit of the app is 7",
            ),
            (&deep, HookExpected { most_bytes: 200, ..EVENT }, "deeper than 64"),
        ] {
            let Ok(HookRead::Unusable(why)) = single(body, expected) else { panic!("{body}") };
            assert!(why.contains(named), "{body}: {why}");
        }
    }

    #[test]
    fn a_list_has_an_answer_for_each_question() {
        let several = |body: &str| read(200, body.as_bytes(), &[EVENT, JOIN], true);
        let answers = several(r#"{"answers":[{"data":1},{"allow":false,"reason":"r"}]}"#).unwrap();
        assert_eq!(answers, [HookRead::Answer(HookAnswer::Rewritten("1".into())), refusal("r")]);
        assert!(several(r#"{"answers":[{}]}"#).unwrap_err().contains("1 entries for 2 questions"));
        assert!(several("{}").is_err(), "nothing is allowed by an answer that has none");
        for other in ["3", "[null,\"denied\",null]", "[true,null,1]"] {
            let why = several(&format!(r#"{{"answers":[{{}},{other}]}}"#)).unwrap_err();
            assert!(why.contains("no JSON object"), "{other}: {why}");
        }
    }

    #[test]
    fn a_status_decides_for_all() {
        let both = [EVENT, JOIN];
        assert_eq!(
            read(204, b"", &both, true).unwrap(),
            [HookRead::Answer(HookAnswer::Allowed), HookRead::Answer(HookAnswer::Allowed)]
        );
        assert_eq!(
            read(403, br#"{"reason":"closed","more":1}"#, &both, true).unwrap(),
            [refusal("closed"), refusal("closed")]
        );
        assert_eq!(read(403, b"<html>", &[JOIN], false).unwrap(), [refusal("")]);
    }

    #[test]
    fn the_bound_of_an_answer_counts_each_question() {
        assert_eq!(most_bytes([EVENT, JOIN].iter()), ANSWER_BYTES + 2 * QUESTION_BYTES + 60);
    }
}
