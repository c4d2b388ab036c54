//! Replies of any bytes: they say the same whole and in pieces, nothing is consumed that is not there, a string announced
//! before it has come is taken whole, and skipping ends where reading does.

use baton_resp::{Error, Limits, Node, Reader};

/// Small, so that the limit is met.
const LIMITS: Limits = Limits { bulk_bytes: 1 << 20 };

/// One input.
pub(crate) fn run(data: &[u8]) {
    let Some(input) = crate::structured::<(u8, &[u8])>(data) else { return };
    let (step, bytes) = input;
    let (whole, whole_error, whole_at) = read(bytes, bytes.len());
    let (pieces, pieces_error, pieces_at) = read(bytes, usize::from(step) + 1);
    assert_eq!(whole_error, pieces_error);
    if whole_error.is_none() {
        assert_eq!((whole, whole_at), (pieces, pieces_at));
    } else {
        // In pieces, a string has been announced before its end turns out to be wrong.
        assert!(pieces.starts_with(&whole) && pieces.len() <= whole.len() + 1);
    }
    skip(bytes);
}

/// The nodes of all bytes when they come `step` at a time, the error that ended them, and where that was.
fn read(bytes: &[u8], step: usize) -> (Vec<String>, Option<Error>, usize) {
    let mut reader = Reader::new(LIMITS);
    let (mut said, mut at, mut end): (Vec<String>, _, _) = (Vec::new(), 0, 0);
    loop {
        end = (end + step.max(1)).min(bytes.len());
        loop {
            if reader.owed() > 0 {
                let payload = reader.take(&bytes[at..end]);
                at += payload.len();
                let last = said.last_mut().expect("a string was announced");
                last.push_str(&payload.escape_ascii().to_string());
            }
            if reader.is_in_string() {
                match reader.end(&bytes[at..end]) {
                    Err(error) => return (said, Some(error), at),
                    Ok(None) => break,
                    Ok(Some(line_end)) => at += line_end,
                }
            }
            match reader.next(&bytes[at..end]) {
                Err(error) => return (said, Some(error), at),
                Ok(None) => break,
                Ok(Some(read)) => {
                    at += read.consumed;
                    assert!(at <= end && read.consumed > 0);
                    said.push(written(read.depth, read.node));
                }
            }
        }
        if end == bytes.len() {
            return (said, None, at);
        }
    }
}

fn written(depth: usize, node: Node<'_>) -> String {
    let text = |bytes: Option<&[u8]>| bytes.unwrap_or_default().escape_ascii().to_string();
    match node {
        Node::Bulk { len, bytes } => format!("{depth} bulk {len} {}", text(bytes)),
        Node::Verbatim { format, len, bytes } => format!("{depth} verbatim {format:?} {len} {}", text(bytes)),
        other => format!("{depth} {other:?}"),
    }
}

/// A reply that is skipped ends where the same reply ends when it is read.
fn skip(bytes: &[u8]) {
    let mut reader = Reader::new(LIMITS);
    let Ok(Some(first)) = reader.next(bytes) else { return };
    let skipped = reader.skip(&bytes[first.consumed..], 0);
    let mut twin = Reader::new(LIMITS);
    let mut at = 0;
    while let Ok(Some(read)) = twin.next(&bytes[at..]) {
        at += read.consumed;
        at += twin.take(&bytes[at..]).len();
        if let Ok(Some(end)) = twin.end(&bytes[at..]) {
            at += end;
        }
        if twin.is_between_replies() {
            break;
        }
    }
    if let Ok(skipped) = skipped {
        assert!(first.consumed + skipped.consumed <= bytes.len());
        // An attribute is skipped without what it is about.
        if skipped.is_done && !matches!(first.node, Node::Attribute(_)) {
            assert_eq!(first.consumed + skipped.consumed, at);
        }
    }
}
