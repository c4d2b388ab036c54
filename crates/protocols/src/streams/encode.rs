//! Events as streams carry them.
//!
//! Each is the object that a Pusher client is sent, with its position
//! (`{"event":…,"channel":…,"data":…,"epoch":…,"offset":…}`), so that an application reads one form whatever
//! carries it. All streams of a form share its bytes. The id of an event is what a client comes back with, and
//! holds the positions of all channels of its stream: of one channel it is the event's own; of several it depends on
//! the connection, which adds it ([`push_id`]).

use alloc::{string::String, vec::Vec};
use core::fmt::Write as _;

use baton_hub::{Body, Position, Publication};

use crate::pusher;

/// An event of a stream of one channel: `id`, `data` and the end.
pub(crate) fn event(publication: &Publication, out: &mut Vec<u8>) -> Option<()> {
    let Body::Message { position, .. } = &publication.body else { return None };
    let start = out.len();
    push_id(&[*position], out);
    if data(publication, out).is_none() {
        out.truncate(start);
        return None;
    }
    out.push(b'\n');
    Some(())
}

/// The `data` of an event of a stream of several channels, which its id and the end follow.
pub(crate) fn data(publication: &Publication, out: &mut Vec<u8>) -> Option<()> {
    let start = out.len();
    out.extend_from_slice(b"data: ");
    let written = text(publication, out);
    if written.is_none() {
        out.truncate(start);
        return None;
    }
    // A line break ends a line of data, and stands in JSON only where a space could.
    without_breaks(out.get_mut(start..)?);
    out.push(b'\n');
    Some(())
}

/// A line of JSON.
pub(crate) fn line(publication: &Publication, out: &mut Vec<u8>) -> Option<()> {
    let start = out.len();
    text(publication, out)?;
    without_breaks(out.get_mut(start..)?);
    out.push(b'\n');
    Some(())
}

fn text(publication: &Publication, out: &mut Vec<u8>) -> Option<()> {
    matches!(publication.body, Body::Message { .. }).then_some(())?;
    pusher::encode(publication, true, out)
}

/// Raw line breaks are not part of any JSON string, so a space means the same.
fn without_breaks(text: &mut [u8]) {
    for byte in text.iter_mut().filter(|byte| matches!(byte, b'\n' | b'\r')) {
        *byte = b' ';
    }
}

/// Appends the line that says where a stream is.
pub fn push_id(positions: &[Position], out: &mut Vec<u8>) {
    out.extend_from_slice(b"id: ");
    out.extend_from_slice(id(positions).as_bytes());
    out.push(b'\n');
}

/// Where a stream is, in the order of its channels: `EPOCH-OFFSET`, with commas between.
pub fn id(positions: &[Position]) -> String {
    let mut id = String::with_capacity(positions.len() * 28);
    for (index, Position { epoch, offset }) in positions.iter().enumerate() {
        let comma = if index == 0 { "" } else { "," };
        // Growing memory is all that this write does.
        let _ = write!(id, "{comma}{epoch}-{offset}");
    }
    id
}

#[cfg(test)]
mod tests {
    use alloc::sync::Arc;

    use baton_hub::{Access, AppId, ChannelId, ChannelKey, Form, Frames, HashSeed, KeyRef, Message};

    use super::*;

    fn publication(data: &str) -> Publication {
        let key = KeyRef { app: AppId(0), access: Access::Public, name: "x" };
        let message = Message {
            event: "e".into(),
            data: data.as_bytes().into(),
            form: Form::Json,
            id: None,
            user: None,
        };
        Publication {
            channel: Arc::new(ChannelKey::new(key, &HashSeed::new([1, 2, 3, 4]))),
            channel_id: ChannelId(1),
            seq: 1,
            body: Body::Message {
                message: Arc::new(message),
                position: Position { epoch: 7, offset: 2 },
                numbered: false,
            },
            except: None,
            accepted_at: 0,
            frames: Frames::default(),
        }
    }

    #[test]
    fn events_have_an_id_and_one_line_of_data() {
        let mut out = Vec::new();
        event(&publication("{\n\"a\":\r\n1}"), &mut out).unwrap();
        let expected = "id: 7-2\ndata: {\"event\":\"e\",\"channel\":\"x\",\"data\":\"{\\n\\\"a\\\":\\r\\n1}\",\"epoch\":\"7\",\
                        \"offset\":2}\n\n";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }

    #[test]
    fn nothing_is_left_of_what_has_no_text() {
        let mut publication = publication("1");
        publication.body = Body::SubscriptionCount(1);
        let mut out = Vec::new();
        assert_eq!((event(&publication, &mut out), data(&publication, &mut out)), (None, None));
        assert_eq!((line(&publication, &mut out), out.len()), (None, 0));
    }

    #[test]
    fn a_breaking_line_is_one_line() {
        // Client events are spliced as their JSON stands.
        let mut publication = publication("{\n\"a\":1}");
        if let Body::Message { message, .. } = &mut publication.body {
            *message = Arc::new(Message { event: "client-e".into(), ..(**message).clone() });
        }
        let mut out = Vec::new();
        line(&publication, &mut out).unwrap();
        assert_eq!(out.iter().filter(|byte| **byte == b'\n').count(), 1);
    }

    #[test]
    fn ids_hold_all_positions_in_order() {
        let positions = [Position { epoch: 1, offset: 2 }, Position { epoch: 3, offset: 4 }];
        assert_eq!((id(&positions), id(&[])), ("1-2,3-4".into(), String::new()));
    }
}
