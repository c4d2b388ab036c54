//! What is read of the bytes of servers, whole and in pieces.

#![allow(clippy::unwrap_used)]

use baton_resp::{Error, Limits, MAX_DEPTH, Node, Reader, Skipped};

/// All that Redis 7 and Valkey may send, one of each kind.
const ALL: &[u8] = b"+OK\r\n-ERR unknown command\r\n:-42\r\n$5\r\nhello\r\n$0\r\n\r\n$-1\r\n*-1\r\n*2\r\n:1\r\n*1\r\n$1\r\nx\r\n\
    _\r\n,3.25\r\n#t\r\n!9\r\nERR a\r\nbc\r\n=7\r\ntxt:abc\r\n(123456789012345678901234567890\r\n%1\r\n+k\r\n~1\r\n+m\r\n\
    >2\r\n+invalidate\r\n_\r\n|1\r\n+ttl\r\n:3600\r\n+value\r\n*0\r\n";

/// A node that owns what it says, with its depth.
type Said = (usize, String);

/// Reads `bytes` when they come in pieces that end where `cuts` says.
fn read(bytes: &[u8], cuts: impl Iterator<Item = usize>) -> Result<Vec<Said>, Error> {
    let mut reader = Reader::new(Limits::default());
    let (mut said, mut at) = (Vec::<Said>::new(), 0);
    for end in cuts.chain([bytes.len()]) {
        loop {
            if reader.owed() > 0 {
                let payload = reader.take(&bytes[at..end]);
                at += payload.len();
                if let Some((_, text)) = said.last_mut() {
                    text.push_str(&payload.escape_ascii().to_string());
                }
            }
            let Some(read) = reader.next(&bytes[at..end])? else { break };
            at += read.consumed;
            said.push((read.depth, written(read.node)));
        }
    }
    assert_eq!((at, reader.is_between_replies()), (bytes.len(), true));
    Ok(said)
}

fn written(node: Node<'_>) -> String {
    let text = |bytes: Option<&[u8]>| bytes.unwrap_or_default().escape_ascii().to_string();
    match node {
        Node::Bulk { len, bytes } => format!("Bulk {len} {}", text(bytes)),
        Node::Verbatim { format, len, bytes } => {
            format!("Verbatim {} {len} {}", text(Some(&format)), text(bytes))
        }
        Node::Status(line) => format!("Status {}", text(Some(line))),
        Node::Error(line) => format!("Error {}", text(Some(line))),
        other => format!("{other:?}"),
    }
}

#[test]
fn every_kind_of_node() {
    let said = read(ALL, [].into_iter()).unwrap();
    let expected = [
        (0, "Status OK"),
        (0, "Error ERR unknown command"),
        (0, "Integer(-42)"),
        (0, "Bulk 5 hello"),
        (0, "Bulk 0 "),
        (0, "Nil"),
        (0, "NilArray"),
        (0, "Array(2)"),
        (1, "Integer(1)"),
        (1, "Array(1)"),
        (2, "Bulk 1 x"),
        (0, "Nil"),
        (0, "Double(3.25)"),
        (0, "Boolean(true)"),
        (0, "Error ERR a\\r\\nbc"),
        (0, "Verbatim txt 3 abc"),
        (
            0,
            "BigNumber([49, 50, 51, 52, 53, 54, 55, 56, 57, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 48])",
        ),
    ];
    let seen: Vec<_> = said.iter().map(|(depth, text)| (*depth, text.as_str())).collect();
    assert_eq!(seen[..expected.len()], expected);
    let rest = [
        (0, "Map(1)"),
        (1, "Status k"),
        (1, "Set(1)"),
        (2, "Status m"),
        (0, "Push(2)"),
        (1, "Status invalidate"),
        (1, "Nil"),
        (0, "Attribute(1)"),
        (1, "Status ttl"),
        (1, "Integer(3600)"),
        (0, "Status value"),
        (0, "Array(0)"),
    ];
    assert_eq!(seen[expected.len()..], rest);
}

#[test]
fn bytes_that_come_one_by_one_or_in_two_parts_say_the_same() {
    let whole = read(ALL, [].into_iter()).unwrap();
    assert_eq!(read(ALL, 0..ALL.len()).unwrap(), whole);
    for cut in 0..ALL.len() {
        assert_eq!(read(ALL, [cut].into_iter()).unwrap(), whole, "cut at {cut}");
    }
}

#[test]
fn an_attribute_counts_as_no_element() {
    let said = read(b"*1\r\n|1\r\n+a\r\n+b\r\n:7\r\n:8\r\n", [].into_iter()).unwrap();
    let depths: Vec<_> = said.iter().map(|(depth, _)| *depth).collect();
    assert_eq!(depths, [0, 1, 2, 2, 1, 0]);
}

#[test]
fn a_reply_behind_an_attribute_is_waited_for() {
    let mut reader = Reader::new(Limits::default());
    let attribute = b"|1\r\n+a\r\n+b\r\n";
    let mut at = 0;
    while let Some(read) = reader.next(&attribute[at..]).unwrap() {
        at += read.consumed;
        assert!(!reader.is_between_replies());
    }
    reader.next(b":1\r\n").unwrap().unwrap();
    assert!(reader.is_between_replies());
}

#[test]
fn what_is_not_wanted_is_skipped_at_any_place() {
    let reply = b"*3\r\n*2\r\n:1\r\n$3\r\nabc\r\n%1\r\n+k\r\n*1\r\n*1\r\n_\r\n:9\r\n+next\r\n";
    let nodes = read(reply, [].into_iter()).unwrap();
    for cut in 0..reply.len() {
        for (index, (depth, _)) in nodes.iter().enumerate() {
            let next = nodes[index + 1..].iter().position(|(other, _)| other <= depth);
            let expected = next.map(|at| beginning(&nodes[index + 1 + at]));
            assert_eq!(after_skip(reply, cut, index), expected, "node {index}, cut at {cut}");
        }
    }
}

/// Without the bytes of a string, which may be there or not.
fn beginning((depth, text): &Said) -> Said {
    (*depth, text.split(' ').take(2).collect())
}

/// The node behind the one with this index and all that belongs to it, if all bytes to `cut` come first.
fn after_skip(reply: &[u8], cut: usize, index: usize) -> Option<Said> {
    let mut reader = Reader::new(Limits::default());
    let (mut at, mut seen, mut skipping) = (0, 0, None);
    for end in [cut, reply.len()] {
        loop {
            if let Some(depth) = skipping {
                let skipped = reader.skip(&reply[at..end], depth).unwrap();
                at += skipped.consumed;
                if !skipped.is_done {
                    break;
                }
                skipping = None;
            }
            let Some(read) = reader.next(&reply[at..end]).unwrap() else { break };
            at += read.consumed;
            seen += 1;
            if seen == index + 1 {
                skipping = Some(read.depth);
            } else if seen > index + 1 {
                return Some(beginning(&(read.depth, written(read.node))));
            }
        }
    }
    assert!(reader.is_between_replies());
    None
}

#[test]
fn a_string_is_announced_before_it_is_there() {
    let mut reader = Reader::new(Limits::default());
    let header = reader.next(b"$10\r\nabc").unwrap().unwrap();
    assert_eq!((header.node, header.consumed), (Node::Bulk { len: 10, bytes: None }, 5));
    assert_eq!(reader.take(b"abc"), b"abc");
    reader.received(5);
    assert_eq!((reader.owed(), reader.take(b"ij\r\n")), (2, &b"ij"[..]));
    assert!(!reader.is_between_replies());
    assert_eq!(reader.end(b"\r"), Ok(None));
    assert_eq!(reader.end(b"\r\n"), Ok(Some(2)));
    assert!(reader.is_between_replies());
}

#[test]
fn a_long_string_is_skipped_as_it_comes() {
    let mut reader = Reader::new(Limits::default());
    assert_eq!(reader.next(b"$10\r\n").unwrap().unwrap().consumed, 5);
    for (piece, is_done) in [(&b"abcd"[..], false), (b"efghij", false), (b"\r\n", true)] {
        assert_eq!(reader.skip(piece, 0), Ok(Skipped { consumed: piece.len(), is_done }));
    }
    assert!(reader.is_between_replies());
}

#[test]
fn what_stands_behind_a_long_string_is_its_end_or_a_violation() {
    for (behind, expected) in
        [(&b"\r\n"[..], Ok(Some(2))), (b"\rx", Err(Error::BulkEnd)), (b"+O", Err(Error::BulkEnd))]
    {
        let mut reader = Reader::new(Limits::default());
        reader.next(b"$3\r\n").unwrap().unwrap();
        assert_eq!(reader.take(b"abc"), b"abc");
        assert_eq!(reader.end(behind), expected);
        if let Err(error) = expected {
            assert_eq!(reader.next(behind), Err(error));
            assert_eq!(reader.skip(behind, 0), Err(error));
        }
    }
}

#[test]
fn the_limit_of_strings_is_exact() {
    let limits = Limits { bulk_bytes: 10 };
    let next = |bytes| Reader::new(limits).next(bytes).map(|read| read.is_some());
    assert_eq!(next(b"$10\r\n"), Ok(true));
    assert_eq!(next(b"$11\r\n"), Err(Error::BulkTooLong { len: 11, limit: 10 }));
    assert_eq!(next(b"=10\r\ntxt:"), Ok(true));
    assert_eq!(next(b"=11\r\ntxt:"), Err(Error::BulkTooLong { len: 11, limit: 10 }));
}

#[test]
fn each_violation_has_its_name() {
    let long = 1_u64 << 40;
    for (bytes, error) in [
        (&b"?"[..], Error::UnknownType { byte: b'?' }),
        (b"$2\r\nabc\r\n", Error::BulkEnd),
        (b"$-2\r\n", Error::NegativeLength),
        (b"$1099511627776\r\n", Error::BulkTooLong { len: long, limit: 512 << 20 }),
        (b"*1099511627776\r\n", Error::TooManyElements { count: long }),
        (b"*?\r\n", Error::Streamed),
        (b"$?\r\n", Error::Streamed),
        (b">-1\r\n", Error::NegativeLength),
        (b":1.5\r\n", Error::Number),
        (b"(12x\r\n", Error::Number),
        (b"(-\r\n", Error::Number),
        (b",wide\r\n", Error::Number),
        (b"#x\r\n", Error::Boolean),
        (b"_x\r\n", Error::Null),
        (b"+OK\n", Error::LineEnd),
        (b"=3\r\ntxt\r\n", Error::Verbatim),
        (b"=4\r\ntxt \r\n", Error::Verbatim),
        (b"!65537\r\n", Error::LineTooLong),
    ] {
        assert_eq!(Reader::new(Limits::default()).next(bytes), Err(error), "{}", bytes.escape_ascii());
    }
}

#[test]
fn nesting_ends_somewhere() {
    for wide in [false, true] {
        let one = if wide { &b"*2\r\n"[..] } else { b"*1\r\n" };
        let mut reader = Reader::new(Limits::default());
        for depth in 0..MAX_DEPTH {
            assert_eq!(reader.next(one).unwrap().unwrap().depth, depth);
        }
        assert_eq!(reader.next(b"*0\r\n").unwrap().unwrap().depth, MAX_DEPTH);
        if wide {
            assert_eq!(reader.next(one), Err(Error::TooDeep));
        } else {
            assert!(reader.is_between_replies());
        }
    }
}
