//! Compressed messages of any bytes never outgrow their limit, a shared stream forgets the message before, and
//! what our compressor writes comes back as it was.

use arbitrary::Arbitrary;
use baton_wire::deflate::{Deflater, Inflater};

#[derive(Arbitrary, Debug)]
struct Input {
    limit: u16,
    window_bits: u8,
    level: u8,
    messages: Vec<Vec<u8>>,
}

/// One input.
pub(crate) fn run(data: &[u8]) {
    let Some(input) = crate::structured::<Input>(data) else { return };
    let limit = usize::from(input.limit);
    let mut shared = Inflater::shared();
    let mut own = Inflater::with_takeover();
    for message in &input.messages {
        let afresh = Inflater::with_takeover().inflate(message, limit).map(<[u8]>::to_vec);
        let result = shared.inflate(message, limit);
        assert!(result.is_ok_and(|plain| plain.len() <= limit) == afresh.is_ok());
        assert_eq!(result.map(<[u8]>::to_vec), afresh);
        let _ = own.inflate(message, limit);
    }
    let mut deflater = Deflater::with_takeover(input.window_bits, input.level);
    let mut receiver = Inflater::with_takeover();
    let mut scratch = Vec::new();
    for message in &input.messages {
        let compressed = deflater.compress(message, &mut scratch).expect("with takeover it must be sent");
        assert_eq!(receiver.inflate(compressed, message.len()), Ok(&message[..]));
    }
}
