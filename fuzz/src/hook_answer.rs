//! What an application answers to a hook's questions: any status and any bytes.

use arbitrary::Arbitrary;
use baton_hub::Form;
use baton_protocols::hooks::{HookExpected, HookRead, most_bytes, read};
use baton_protocols::{HookAnswer, HookDetail, HookEvent, HookQuestion, json};

use crate::structured;

#[derive(Debug, Arbitrary)]
struct Input<'a> {
    status: u16,
    questions: u8,
    most_bytes: u8,
    body: &'a [u8],
}

const LIST: &[u8] = b"{\"answers\":[";
/// Most answers have the status whose body is read.
const STATUSES: [u16; 7] = [200, 200, 200, 204, 403, 302, 500];

/// Reads the answer to one question, and to a list. Whatever is allowed is what a publisher could have sent.
pub(crate) fn run(data: &[u8]) {
    let Some(Input { status, questions, most_bytes: limit, body }) = structured(data) else { return };
    let status = STATUSES[usize::from(status) % STATUSES.len()];
    let events = [HookEvent::ClientEvent, HookEvent::Publish, HookEvent::Subscribe];
    let expected: Vec<_> =
        (0..1 + usize::from(questions % 4)).map(|n| expected(events[n % 3], limit)).collect();
    assert!(most_bytes(expected.iter()) >= 64 * 1_024);
    check(read(status, body, &expected[..1], false), 1, limit);
    check(read(status, body, &expected, true), expected.len(), limit);
    let whole = [LIST, body, b"]}"].concat();
    check(read(status, &whole, &expected, true), expected.len(), limit);
}

fn expected(event: HookEvent, limit: u8) -> HookExpected {
    let form = if event == HookEvent::Publish { Form::Text } else { Form::Json };
    let detail = match event {
        HookEvent::Subscribe => HookDetail::Subscription { channel_data: None },
        _ => HookDetail::Message {
            event: "e",
            data: b"1",
            form,
            most_bytes: limit.into(),
            counts_escapes: limit.is_multiple_of(2),
        },
    };
    let question = HookQuestion { hook: 0, event, channel: "private-a", socket: None, user: None, detail };
    HookExpected::of(&question)
}

fn check(answers: Result<Vec<HookRead>, String>, questions: usize, limit: u8) {
    let Ok(answers) = answers else { return };
    assert_eq!(answers.len(), questions);
    for (place, answer) in answers.into_iter().enumerate() {
        let HookRead::Answer(HookAnswer::Rewritten(data)) = answer else { continue };
        assert_ne!(place % 3, 2, "a subscription has no data");
        let value: serde_json::Value = serde_json::from_str(&data).expect("data is JSON");
        let text = value.as_str().map_or(data.len(), str::len);
        assert!(text <= usize::from(limit) && json::check_fit(&data).is_ok() && json::is_shallow(&data));
        assert!(place % 3 == 0 || value.is_string(), "the data of a publish is a string");
    }
}
