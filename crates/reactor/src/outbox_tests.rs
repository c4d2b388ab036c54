use std::io::Read;
use std::os::unix::net::UnixStream;

use proptest::collection::vec;
use proptest::prelude::*;

use super::*;

#[derive(Clone, Debug)]
enum Step {
    Copy(Vec<u8>),
    Share(Vec<u8>, usize),
    Write(usize),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => vec(any::<u8>(), 1..700).prop_map(Step::Copy),
        2 => (SHARED_FROM - 2..SHARED_FROM + 300, any::<u8>(), 0..5usize)
            .prop_map(|(len, byte, skip)| Step::Share(vec![byte; len], skip)),
        4 => (0..20_000usize).prop_map(Step::Write),
    ]
}

proptest! {
    /// The slow twin is one vector of unsent bytes.
    #[test]
    fn it_is_a_queue_of_bytes(steps in vec(step(), 1..60)) {
        let (mut outbox, mut twin, mut most) = (Outbox::new(), Vec::new(), 0);
        for step in steps {
            match step {
                Step::Copy(bytes) => {
                    outbox.push(&bytes);
                    twin.extend(bytes);
                }
                Step::Share(bytes, skip) => {
                    outbox.push_shared(&Arc::from(&bytes[..]), skip);
                    twin.extend(&bytes[skip..]);
                }
                Step::Write(most) => {
                    let written = most.min(outbox.len());
                    outbox.advance(written);
                    twin.drain(..written);
                }
            }
            prop_assert_eq!(outbox.len(), twin.len());
            prop_assert!(outbox.to_vec() == twin);
            most = most.max(twin.len());
            prop_assert!(outbox.bytes.capacity() <= 4 * most + FIRST_ROOM, "sent bytes are retained");
        }
    }
}

#[test]
fn many_pieces_leave_in_order_through_a_narrow_socket() {
    let (mut peer, ours) = UnixStream::pair().unwrap();
    let socket = Socket::new(ours.into());
    let mut outbox = Outbox::new();
    for place in 0..200u8 {
        outbox.push(&[place; 100]);
        outbox.push_shared(&Arc::from(vec![place; SHARED_FROM]), 0);
    }
    let expected = outbox.to_vec();
    let mut got = vec![0; expected.len()];
    let mut from = 0;
    while from < got.len() {
        if !outbox.is_empty() {
            outbox.write_to(&socket).unwrap();
        }
        from += peer.read(&mut got[from..]).unwrap();
    }
    assert!(got == expected && outbox.is_empty());
}

#[test]
fn a_full_socket_is_a_short_write_of_nothing() {
    let (_peer, ours) = UnixStream::pair().unwrap();
    let socket = Socket::new(ours.into());
    let mut outbox = Outbox::new();
    outbox.push(&vec![0; 8 << 20]);
    assert!(outbox.write_to(&socket).unwrap().short);
    assert_eq!(outbox.write_to(&socket).unwrap(), Wrote { bytes: 0, short: true });
}

#[test]
fn exempt_bytes_stop_counting_when_they_are_gone() {
    let mut outbox = Outbox::new();
    outbox.push(&[0; 1_000]);
    outbox.exempt(1_000);
    assert_eq!(outbox.counted(), 0);
    outbox.push(&[0; 50]);
    assert_eq!(outbox.counted(), 50);
    outbox.advance(1_040);
    outbox.push(&[0; 500]);
    assert!(outbox.counted() >= 500, "at most the 10 bytes left over are still exempt");
}

#[test]
fn the_age_is_that_of_a_sampled_byte() {
    let mut outbox = Outbox::new();
    outbox.push(&[0; 100]);
    outbox.begin_waiting(1_000);
    outbox.push(&[0; 100]);
    outbox.advance(99);
    assert!(!outbox.sample(99, 2_000), "the sampled byte is the hundredth");
    assert_eq!(outbox.since, 1_000);
    outbox.advance(1);
    assert!(outbox.sample(1, 3_000));
    assert_eq!((outbox.since, outbox.before_sample), (3_000, 100));
}
