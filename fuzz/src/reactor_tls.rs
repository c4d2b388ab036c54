//! A server's session of TLS, given what a client really says, what a stranger says, and the one changed into the other,
//! in pieces of any size: it never panics and keeps less than one record, and an honest client is always understood.

use std::sync::{Arc, OnceLock};

use arbitrary::Arbitrary;
use baton_reactor::{TLS_BUFFER, TlsSession};
use rustls::{ClientConfig, ClientConnection, Error};

#[path = "../../crates/reactor/tests/sockets/party.rs"]
mod party;

use party::{Party, connection};

/// The most that a session may have to say to one piece: a flight of its handshake, with the certificate.
const LONGEST_ANSWER: usize = 8 << 10;

/// Changes of keys that rustls takes for honest, if nothing is said between them.
const NEW_KEYS: usize = 32;

#[derive(Arbitrary, Debug)]
struct Input {
    is_new: bool,
    steps: Vec<Step>,
}

#[derive(Arbitrary, Debug)]
enum Step {
    /// What the client has to say by now, in pieces of up to so many bytes.
    Client { piece: u16 },
    /// The same with one byte changed.
    Changed { piece: u16, at: u16, bits: u8 },
    /// Whatever a stranger says.
    Stranger(Vec<u8>),
    /// The client says so many bytes.
    Say(u16),
    /// The client changes its keys and asks for new ones.
    NewKeys,
    /// The client says that it says no more.
    Goodbye,
    /// The server says so many bytes.
    Seal(u16),
}

struct Pair {
    session: TlsSession,
    client: ClientConnection,
    buffer: Vec<u8>,
    /// Every byte so far is the client's own.
    honest: bool,
    new_keys: usize,
}

/// One input.
pub(crate) fn run(data: &[u8]) {
    let Some(input) = crate::structured::<Input>(data) else { return };
    let mut pair = Pair::new(input.is_new);
    for step in &input.steps {
        if pair.take(step).is_err() {
            assert!(!pair.honest, "an honest client is refused");
            break;
        }
    }
    // Loops read no records behind it; rustls asserts, where it is built for tests, that no alert follows.
    let mut goodbye = Vec::new();
    pair.session.close_notify(&mut goodbye);
    pair.answer(&goodbye);
}

fn party() -> &'static (Party, [Arc<ClientConfig>; 2]) {
    static PARTY: OnceLock<(Party, [Arc<ClientConfig>; 2])> = OnceLock::new();
    PARTY.get_or_init(|| {
        let party = Party::new();
        let clients = [&rustls::version::TLS12, &rustls::version::TLS13].map(|version| party.client(version));
        (party, clients)
    })
}

impl Pair {
    fn new(is_new: bool) -> Self {
        let (party, clients) = party();
        Self {
            session: TlsSession::new(&party.server).unwrap(),
            client: connection(&clients[usize::from(is_new)]),
            buffer: vec![0; TLS_BUFFER],
            honest: true,
            new_keys: 0,
        }
    }

    fn take(&mut self, step: &Step) -> Result<(), Error> {
        match *step {
            Step::Client { piece } => {
                let words = self.words();
                self.give(&words, piece)?;
            }
            Step::Changed { piece, at, bits } => {
                let mut words = self.words();
                let at = usize::from(at) % words.len().max(1);
                if let Some(byte) = words.get_mut(at).filter(|_| bits != 0) {
                    *byte ^= bits;
                    self.honest = false;
                }
                self.give(&words, piece)?;
            }
            Step::Stranger(ref bytes) => {
                self.honest &= bytes.is_empty();
                self.give(bytes, u16::MAX)?;
            }
            Step::Say(len) => drop(std::io::Write::write(&mut self.client.writer(), &vec![b'x'; len.into()])),
            Step::NewKeys => {
                self.honest &= self.new_keys < NEW_KEYS;
                self.new_keys += 1;
                drop(self.client.refresh_traffic_keys());
            }
            Step::Goodbye => {
                self.honest &= !self.client.is_handshaking(); // one that gives up is answered by an alert
                self.client.send_close_notify();
            }
            Step::Seal(len) => self.seal(&vec![b'y'; len.into()]),
        }
        Ok(())
    }

    /// What the client has to send.
    fn words(&mut self) -> Vec<u8> {
        let mut words = Vec::new();
        while self.client.wants_write() && self.client.write_tls(&mut words).is_ok() {}
        words
    }

    fn give(&mut self, bytes: &[u8], piece: u16) -> Result<(), Error> {
        // Up to 256 pieces: a record that comes byte by byte takes a second here.
        for piece in bytes.chunks(usize::from(piece).max(bytes.len() / 256 + 1)) {
            let mut rest = piece;
            while !rest.is_empty() {
                let room = self.session.room(&mut self.buffer);
                assert!(!room.is_empty(), "more is kept than a record");
                let (now, later) = rest.split_at(rest.len().min(room.len()));
                room[..now.len()].copy_from_slice(now);
                rest = later;
                let mut answer = Vec::new();
                let received = self.session.receive(&mut self.buffer, now.len(), &mut answer);
                assert!(answer.len() <= LONGEST_ANSWER, "an answer of {} bytes", answer.len());
                self.answer(&answer);
                let received = received?;
                assert!(received.plain == 0 || !self.session.is_handshaking(), "plain bytes of nobody");
            }
        }
        Ok(())
    }

    /// An honest client hears, and understands. Others are not asked: assertions of rustls may end them.
    fn answer(&mut self, mut words: &[u8]) {
        while !words.is_empty() && self.honest {
            if !matches!(self.client.read_tls(&mut words), Ok(1..)) {
                return; // it takes no more behind a goodbye
            }
            let heard = self.client.process_new_packets();
            assert!(heard.is_ok(), "the session is not understood: {heard:?}");
            let _ = std::io::copy(&mut self.client.reader(), &mut std::io::sink());
        }
    }

    fn seal(&mut self, plain: &[u8]) {
        let mut out = vec![0; TlsSession::sealed_len(plain.len())];
        if let Ok(len) = self.session.seal(plain, &mut out) {
            self.answer(&out[..len]);
        }
    }
}
