//! What the server says to a client of this exam, read as cheaply as 100,000 a second demand.
//!
//! An event is known by how it begins, and its number by the mark in its data ([`Mark`]); only the few other
//! messages are parsed as JSON.

use serde::Deserialize;

use super::books::Standing;
use crate::ledger::excerpt;
use crate::stamp::Mark;

/// How an event of the publisher begins: Baton writes the members in this order.
const EVENT: &[u8] = br#"{"event":"m","#;

/// The code of the error that says that missed messages are lost.
const HISTORY_LOST: u64 = 4310;

/// Where a client is on a channel, as servers number it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Position {
    pub epoch: u64,
    pub offset: u64,
}

/// A message.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Message {
    /// An event of the publisher.
    Event(Mark),
    /// The greeting.
    Greeting,
    /// A subscription is confirmed: to which channel, how it stands, and where the channel is, if the
    /// client asked for positions.
    Subscribed(String, Standing, Option<Position>),
    /// Missed messages are lost.
    Lost,
    /// The client is asked for a sign of life.
    Ping,
}

#[derive(Deserialize)]
struct Parsed<'a> {
    #[serde(borrow)]
    event: std::borrow::Cow<'a, str>,
    channel: Option<String>,
    #[serde(default)]
    data: serde_json::Value,
}

#[derive(Deserialize)]
struct Confirmation {
    recovered: Option<bool>,
    epoch: Option<String>,
    offset: Option<u64>,
}

/// Reads a message; `Err` for one that no client of this exam should get.
pub(super) fn read(text: &str) -> Result<Message, String> {
    let bytes = text.as_bytes();
    if bytes.starts_with(EVENT) {
        return Mark::find(bytes).map(Message::Event).ok_or_else(|| unexpected(text));
    }
    let parsed: Parsed<'_> = serde_json::from_str(text).map_err(|_| unexpected(text))?;
    match &*parsed.event {
        "pusher:connection_established" => Ok(Message::Greeting),
        "pusher:ping" => Ok(Message::Ping),
        "pusher:error" if parsed.data["code"] == HISTORY_LOST => Ok(Message::Lost),
        "pusher_internal:subscription_succeeded" => {
            let data = parsed.data.as_str().unwrap_or("{}");
            let said: Confirmation = serde_json::from_str(data).map_err(|_| unexpected(text))?;
            let standing = match said.recovered {
                None => Standing::New,
                Some(true) => Standing::Recovered,
                Some(false) => Standing::NotRecovered,
            };
            let epoch = said.epoch.and_then(|epoch| epoch.parse().ok());
            let position = epoch.zip(said.offset).map(|(epoch, offset)| Position { epoch, offset });
            Ok(Message::Subscribed(parsed.channel.unwrap_or_default(), standing, position))
        }
        _ => Err(unexpected(text)),
    }
}

fn unexpected(text: &str) -> String {
    format!("unexpected: {}", excerpt(text.as_bytes()))
}

/// The position at the end of an event: `,"epoch":"NUMBER","offset":NUMBER}`.
pub(super) fn position(text: &str) -> Option<Position> {
    let rest = text.strip_suffix('}')?;
    let (rest, offset) = last_number(rest)?;
    let (rest, epoch) = last_number(rest.strip_suffix(r#"","offset":"#)?)?;
    rest.ends_with(r#","epoch":""#).then_some(Position { epoch, offset })
}

/// The number that a text ends with, and what stands before it.
fn last_number(text: &str) -> Option<(&str, u64)> {
    let digits = text.bytes().rev().take_while(u8::is_ascii_digit).count();
    let (rest, number) = text.split_at_checked(text.len() - digits)?;
    Some((rest, number.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_read_by_their_mark() {
        let mark = Mark { stream: 7, serial: 42, due_ns: 1 };
        let text = format!(r#"{{"event":"m","channel":"a","data":"{}"}}"#, mark.text(100));
        assert_eq!(read(&text).unwrap(), Message::Event(mark));
        assert_eq!(position(&text), None);
        let numbered = format!(r#"{},"epoch":"18446744073709551615","offset":9}}"#, &text[..text.len() - 1]);
        assert_eq!(read(&numbered).unwrap(), Message::Event(mark));
        assert_eq!(position(&numbered), Some(Position { epoch: u64::MAX, offset: 9 }));
        assert!(read(r#"{"event":"m","channel":"a","data":"no mark"}"#).is_err());
    }

    #[test]
    fn what_is_said_of_a_subscription_is_read() {
        let confirmed = |data: &str| {
            let text = format!(
                r#"{{"event":"pusher_internal:subscription_succeeded","channel":"a","data":"{}"}}"#,
                data.replace('"', "\\\"")
            );
            read(&text).unwrap()
        };
        let subscribed = |standing, position| Message::Subscribed("a".into(), standing, position);
        assert_eq!(confirmed("{}"), subscribed(Standing::New, None));
        assert_eq!(confirmed(r#"{"recovered":true}"#), subscribed(Standing::Recovered, None));
        assert_eq!(
            confirmed(r#"{"recovered":false,"epoch":"5","offset":6}"#),
            subscribed(Standing::NotRecovered, Some(Position { epoch: 5, offset: 6 }))
        );
    }

    #[test]
    fn errors_are_told_apart() {
        assert_eq!(
            read(r#"{"event":"pusher:error","data":{"code":4310,"message":"x"}}"#).unwrap(),
            Message::Lost
        );
        let other = r#"{"event":"pusher:error","data":{"code":4301,"message":"too fast"}}"#;
        assert!(read(other).unwrap_err().contains("too fast"));
        assert_eq!(read(r#"{"event":"pusher:ping","data":"{}"}"#).unwrap(), Message::Ping);
        assert!(read("junk").is_err());
    }
}
