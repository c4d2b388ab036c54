use std::sync::OnceLock;

use proptest::collection::vec;
use proptest::prelude::*;
use rustls::crypto::cipher::OutboundPlainMessage;
use rustls::{ClientConfig, ClientConnection, ConnectionTrafficSecrets, ContentType, ProtocolVersion};

use super::*;
use crate::tls::party::{Party, connection};

/// One certificate for all tests.
fn party() -> &'static (Party, Arc<ClientConfig>) {
    static PARTY: OnceLock<(Party, Arc<ClientConfig>)> = OnceLock::new();
    PARTY.get_or_init(|| {
        let party = Party::new();
        let mut client = Arc::unwrap_or_clone(party.client(&rustls::version::TLS13));
        client.enable_secret_extraction = true;
        (party, Arc::new(client))
    })
}

/// A server's session and a client, with what the session took and what it has to send.
struct Pair {
    session: TlsSession,
    client: ClientConnection,
    taken: Vec<u8>,
}

impl Pair {
    fn new() -> Self {
        let (party, client) = party();
        Self {
            session: TlsSession::new(&party.server).unwrap(),
            client: connection(client),
            taken: Vec::new(),
        }
    }

    fn secured() -> Self {
        let mut pair = Self::new();
        while pair.session.is_handshaking() || pair.client.is_handshaking() {
            let mut records = Vec::new();
            pair.client.write_tls(&mut records).unwrap();
            let answer = pair.give(&records).unwrap();
            pair.answer(&answer);
        }
        pair
    }

    /// Gives bytes of the network to the session; its answer.
    fn give(&mut self, bytes: &[u8]) -> Result<Vec<u8>, Error> {
        let mut buffer = vec![0xee; 2 * TLS_BUFFER];
        let mut answer = Vec::new();
        self.session.room(&mut buffer)[..bytes.len()].copy_from_slice(bytes);
        let received = self.session.receive(&mut buffer, bytes.len(), &mut answer)?;
        self.taken.extend_from_slice(&buffer[..received.plain]);
        Ok(answer)
    }

    fn answer(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            self.client.read_tls(&mut bytes).unwrap();
            self.client.process_new_packets().unwrap();
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Whatever comes, in whatever pieces, is an error or nothing: no panic, and no plain bytes.
    #[test]
    fn random_bytes_are_survived(pieces in vec(vec(any::<u8>(), 1..300), 1..8), looks_like_tls: bool) {
        let mut pair = Pair::new();
        if looks_like_tls {
            // A record of a handshake that begins with a client's first message.
            prop_assert!(pair.give(&[22, 3, 1, 1, 0, 1, 0, 0, 252, 3, 3]).is_ok());
        }
        for piece in pieces {
            if pair.give(&piece).is_err() {
                break;
            }
        }
        prop_assert!(pair.taken.is_empty() && pair.session.is_handshaking());
    }

    /// Records may be cut anywhere.
    #[test]
    fn what_is_sealed_comes_out_however_it_is_cut(
        messages in vec(vec(any::<u8>(), 0..20_000), 1..5),
        cuts in vec(1..18_000usize, 1..30),
    ) {
        let mut pair = Pair::secured();
        let mut network = Vec::new();
        let mut sent = Vec::new();
        for message in &messages {
            std::io::Write::write_all(&mut pair.client.writer(), message).unwrap();
            while pair.client.wants_write() {
                pair.client.write_tls(&mut network).unwrap();
            }
            sent.extend_from_slice(message);
        }
        let (mut rest, mut cuts) = (&network[..], cuts.iter().cycle());
        while !rest.is_empty() {
            let (piece, behind) = rest.split_at(rest.len().min(*cuts.next().unwrap()));
            let answer = pair.give(piece).unwrap();
            prop_assert!(answer.is_empty());
            rest = behind;
        }
        prop_assert!(pair.taken == sent);
        prop_assert_eq!(pair.session.partial.capacity(), 0, "nothing is stored");
    }

    /// And the other way round; the length given for it is enough.
    #[test]
    fn what_we_seal_the_client_opens(messages in vec(vec(any::<u8>(), 1..70_000), 1..4)) {
        let mut pair = Pair::secured();
        pair.client.set_buffer_limit(None);
        for message in messages {
            let mut out = vec![0; TlsSession::sealed_len(message.len())];
            let len = pair.session.seal(&message, &mut out).unwrap();
            let mut got = Vec::new();
            let mut rest = &out[..len];
            while !rest.is_empty() {
                pair.client.read_tls(&mut rest).unwrap();
                pair.client.process_new_packets().unwrap();
                let mut some = vec![0; 70_000];
                while let Ok(n @ 1..) = std::io::Read::read(&mut pair.client.reader(), &mut some) {
                    got.extend_from_slice(&some[..n]);
                }
            }
            prop_assert!(got == message);
            prop_assert_eq!(out[3..5].to_vec(), u16::try_from(message.len().min(RECORD) + 17).unwrap().to_be_bytes());
        }
    }
}

#[test]
fn a_handshake_that_does_not_end_is_refused_before_it_is_large() {
    let mut pair = Pair::new();
    // A message of 60,000 bytes, in records of 1,000.
    let mut piece = vec![22, 3, 1, 0x03, 0xe8];
    piece.extend_from_slice(&[1, 0, 0xea, 0x60]);
    piece.resize(1_005, 0);
    let mut given = 0;
    while pair.give(&piece).is_ok() {
        given += piece.len();
        assert!(given < 2 * LARGEST_RECORD, "{given} bytes are stored");
        piece.splice(5..9, [0; 4]);
    }
    pair.give(b"more").unwrap_err();
    pair.session.seal(b"x", &mut [0; 1_024]).unwrap_err();
}

#[test]
fn close_notify_is_sent_once_and_received() {
    let mut pair = Pair::secured();
    let mut records = Vec::new();
    pair.session.close_notify(&mut records);
    let len = records.len();
    pair.session.close_notify(&mut records);
    assert_eq!(records.len(), len);
    pair.answer(&records);
    assert_eq!(std::io::Read::read(&mut pair.client.reader(), &mut [0; 8]).unwrap(), 0, "an orderly end");
    let mut bye = Vec::new();
    pair.client.send_close_notify();
    pair.client.write_tls(&mut bye).unwrap();
    pair.give(&bye).unwrap();
    assert!(pair.session.has_ended());
}

/// A change of any one byte of a client's first message is survived, whatever of it was read when the fault was found.
#[test]
fn no_changed_hello_is_more_than_an_error() {
    let (party, _) = party();
    let mut refused = 0;
    for version in [&rustls::version::TLS12, &rustls::version::TLS13] {
        let mut hello = Vec::new();
        connection(&party.client(version)).write_tls(&mut hello).unwrap();
        for at in 0..hello.len().min(300) {
            let mut pair = Pair::new();
            hello[at] ^= 1;
            refused += usize::from(pair.give(&hello).is_err());
            hello[at] ^= 1;
            pair.session.close_notify(&mut Vec::new());
            assert!(pair.session.seal(b"x", &mut [0; 1_024]).is_err());
        }
    }
    assert!(refused > 20, "{refused}");
}

/// A peer may leave a message of a handshake incomplete for as long as it likes, and is sent what there is meanwhile.
#[test]
fn half_a_message_of_a_handshake_holds_up_nothing() {
    let mut pair = Pair::secured();
    let (head, tail) = ([24, 0], [0, 1, 1]); // a change of keys, which asks for one
    let mut network = sealed_handshake(pair.client, &[&head, &tail]);
    let tail = network.split_off(network.len() - 5 - 3 - 1 - 16);
    pair.client = Pair::new().client; // its keys are known to the test alone from here on
    assert_eq!(pair.give(&network), Ok(Vec::new()));
    let mut out = vec![0; TlsSession::sealed_len(5)];
    assert_eq!(pair.session.seal(b"hello", &mut out), Ok(5 + 5 + 1 + 16));
    assert_eq!(pair.give(&tail), Ok(Vec::new()));
    assert!(pair.session.seal(b"hello", &mut out).is_ok_and(|len| len > 2 * (5 + 5 + 1 + 16) - 5));

    let mut pair = Pair::secured();
    let network = sealed_handshake(pair.client, &[&head]);
    pair.client = Pair::new().client;
    assert_eq!(pair.give(&network), Ok(Vec::new()));
    let mut records = Vec::new();
    pair.session.close_notify(&mut records);
    assert_eq!(records.len(), 5 + 2 + 1 + 16);
}

/// Records of a handshake as the client would seal them next.
fn sealed_handshake(client: ClientConnection, messages: &[&[u8]]) -> Vec<u8> {
    let suite = client.negotiated_cipher_suite().and_then(|suite| suite.tls13()).unwrap();
    let (sequence, secrets) = client.dangerous_extract_secrets().unwrap().tx;
    let (ConnectionTrafficSecrets::Aes128Gcm { key, iv }
    | ConnectionTrafficSecrets::Aes256Gcm { key, iv }
    | ConnectionTrafficSecrets::Chacha20Poly1305 { key, iv }) = secrets
    else {
        panic!("a cipher of another kind");
    };
    let mut encrypter = suite.aead_alg.encrypter(key, iv);
    let mut records = Vec::new();
    for (message, sequence) in messages.iter().zip(sequence..) {
        let plain = OutboundPlainMessage {
            typ: ContentType::Handshake,
            version: ProtocolVersion::TLSv1_2,
            payload: (*message).into(),
        };
        records.extend_from_slice(&encrypter.encrypt(plain, sequence).unwrap().encode());
    }
    records
}

#[test]
fn what_follows_a_goodbye_is_ignored_however_long_it_is() {
    let mut pair = Pair::secured();
    std::io::Write::write_all(&mut pair.client.writer(), b"the last").unwrap();
    pair.client.send_close_notify();
    let mut network = Vec::new();
    while pair.client.wants_write() {
        pair.client.write_tls(&mut network).unwrap();
    }
    network.resize(TLS_BUFFER, 0x17);
    assert_eq!(pair.give(&network), Ok(Vec::new()));
    assert_eq!((&pair.taken[..], pair.session.partial.capacity()), (&b"the last"[..], 0));
    assert!(pair.session.has_ended());
    assert!(pair.session.seal(b"an answer", &mut [0; 1_024]).is_ok(), "our side is open still");
}

#[test]
fn after_a_failure_nothing_is_read_or_sent() {
    let mut pair = Pair::secured();
    pair.give(&[0x17, 3, 3, 0, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]).unwrap_err();
    pair.give(b"more").unwrap_err();
    pair.session.seal(b"x", &mut [0; 1_024]).unwrap_err();
    let mut records = Vec::new();
    pair.session.close_notify(&mut records);
    assert!(records.is_empty(), "an alert was the last record");
}
