//! Server-Sent Events: bytes in, events out (WHATWG HTML, section 9.2.6).
//!
//! Read is what Baton writes: lines that end with a line feed, and one line of `data` in an event. An event that
//! is whole in what arrived is read where it lies.

use std::str;

use memchr::memchr;

use crate::ledger::excerpt;

/// The longest event. Far above every message of a scenario.
const EVENT_BYTES: usize = 1 << 20;

/// An event; what it does not have is empty.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct StreamEvent<'a> {
    /// `event`.
    pub name: &'a str,
    /// `id`.
    pub id: &'a str,
    /// `data`.
    pub data: &'a str,
}

/// The reader of one stream.
#[derive(Debug, Default)]
pub(crate) struct EventReader {
    /// The beginning of an event, until its end has come.
    partial: Vec<u8>,
}

impl EventReader {
    /// Takes what arrived, and reports each event of it. Fails if it is not of this form, or as `on_event` does.
    pub(crate) fn read<E: From<String>>(
        &mut self,
        bytes: &[u8],
        mut on_event: impl FnMut(StreamEvent<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.partial.is_empty() {
            let used = read_whole(bytes, &mut on_event)?;
            self.partial.extend_from_slice(bytes.get(used..).unwrap_or_default());
        } else {
            self.partial.extend_from_slice(bytes);
            let used = read_whole(&self.partial, &mut on_event)?;
            self.partial.drain(..used);
        }
        if self.partial.len() > EVENT_BYTES {
            return Err(format!("an event of over {EVENT_BYTES} bytes").into());
        }
        if self.partial.is_empty() {
            self.partial = Vec::new(); // an idle client owns no buffer
        }
        Ok(())
    }
}

/// Reports the events that are whole; how many bytes they are.
fn read_whole<E: From<String>>(
    bytes: &[u8],
    on_event: &mut impl FnMut(StreamEvent<'_>) -> Result<(), E>,
) -> Result<usize, E> {
    let mut used = 0;
    while let Some((event, length)) = first(bytes.get(used..).unwrap_or_default())? {
        on_event(event)?;
        used += length;
    }
    Ok(used)
}

/// The first event and its length; `None` while its empty line has not come.
fn first(bytes: &[u8]) -> Result<Option<(StreamEvent<'_>, usize)>, String> {
    let (mut event, mut at) = (StreamEvent::default(), 0);
    loop {
        let rest = bytes.get(at..).unwrap_or_default();
        let Some(end) = memchr(b'\n', rest) else { return Ok(None) };
        at += end + 1;
        let line = rest.get(..end).unwrap_or_default();
        if line.is_empty() {
            return Ok(Some((event, at)));
        }
        let line = str::from_utf8(line).map_err(|_| format!("not UTF-8: {}", excerpt(line)))?;
        match line.split_once(": ") {
            Some(("data", data)) => event.data = data,
            Some(("id", id)) => event.id = id,
            Some(("event", name)) => event.name = name,
            Some(("retry", _)) => {}
            _ if line.starts_with(':') => {} // a comment
            _ => return Err(format!("not a line of an event: {}", excerpt(line.as_bytes()))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STREAM: &[u8] =
        b":\nretry: 1703\nid: 7-0\n\nid: 7-1\ndata: {\"a\":1}\n\n:\n\nevent: baton:lost\ndata: {}\n\n";

    /// All that is not a sign of life, one text for each event.
    fn read(reader: &mut EventReader, bytes: &[u8]) -> Result<Vec<String>, String> {
        let mut events = Vec::new();
        reader.read(bytes, |event| {
            if event != StreamEvent::default() {
                events.push(format!("{}|{}|{}", event.name, event.id, event.data));
            }
            Ok::<(), String>(())
        })?;
        Ok(events)
    }

    #[test]
    fn events_are_read_however_they_are_cut() {
        let expected = ["|7-0|", r#"|7-1|{"a":1}"#, "baton:lost||{}"];
        for cut in 0..=STREAM.len() {
            let mut reader = EventReader::default();
            let mut events = read(&mut reader, &STREAM[..cut]).unwrap();
            events.extend(read(&mut reader, &STREAM[cut..]).unwrap());
            assert_eq!(events, expected, "cut at {cut}");
            assert_eq!(reader.partial.capacity(), 0);
        }
    }

    #[test]
    fn what_is_no_event_is_refused() {
        let refused = |bytes: &[u8]| read(&mut EventReader::default(), bytes).unwrap_err();
        assert!(refused(b"1a\r\n").contains("not a line"), "a chunk's length");
        assert!(refused(b"data: \xff\n").contains("UTF-8"));
        assert!(refused(&[b'x'; EVENT_BYTES + 1]).contains("over"));
    }
}
