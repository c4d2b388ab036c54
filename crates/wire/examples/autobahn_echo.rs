//! An echo server over this crate alone, for the Autobahn suite: one thread per connection, permessage-deflate
//! with context takeover and window bits.
//!
//! ```text
//! cargo run --release -p baton-wire --example autobahn_echo -- [--shared] [HOST:PORT]
//! ```
//!
//! Listens on 127.0.0.1:0 unless told otherwise and prints `listening on ws://HOST:PORT`. `--shared` negotiates
//! compression without context takeover.

use std::error::Error;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::time::Duration;

use baton_wire::deflate::{Compression, DeflateParams, Deflater, Inflater};
use baton_wire::{
    DecodeContext, Decoder, Event, Limits, Opcode, Role, encode_close, encode_compressed_frame, encode_frame,
    handshake,
};

/// Autobahn's largest message has 16 MiB.
const LIMITS: Limits = Limits { message_bytes: 64 * 1024 * 1024, empty_fragments: 1024 };

/// A peer that is silent for so long is gone.
const READ_TIMEOUT: Duration = Duration::from_secs(60);

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let shared = arguments.iter().position(|argument| argument == "--shared");
    let policy = match shared.map(|at| arguments.remove(at)) {
        Some(_) => Compression::Shared,
        None => Compression::Full,
    };
    let address = arguments.first().map_or("127.0.0.1:0", String::as_str);
    let listener = TcpListener::bind(address)?;
    println!("listening on ws://{}", listener.local_addr()?);
    for stream in listener.incoming() {
        let stream = stream?;
        std::thread::spawn(move || {
            if let Err(error) = serve(stream, policy) {
                eprintln!("{error}");
            }
        });
    }
    Ok(())
}

fn serve(mut stream: TcpStream, policy: Compression) -> Result<(), Box<dyn Error>> {
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(READ_TIMEOUT))?;
    let mut input = Vec::new();
    let mut out = Vec::new();
    let deflate = loop {
        match accept(&mut input, &mut out, policy) {
            Ok(Some(deflate)) => break deflate,
            Ok(None) => {}
            Err(refused) => {
                stream.write_all(&refused.response_bytes())?;
                return Err(refused.into());
            }
        }
        if !read(&mut stream, &mut input)? {
            return Ok(());
        }
    };
    stream.write_all(&out)?;
    out.clear();
    let mut echo = Echo::new(deflate);
    loop {
        let open = echo.answer(&mut input, &mut out);
        input.clear();
        stream.write_all(&out)?;
        out.clear();
        if !open {
            return finish(&stream);
        }
        if !read(&mut stream, &mut input)? {
            return Ok(());
        }
    }
}

/// Answers the upgrade once it is complete, leaving in `input` what follows it.
fn accept(
    input: &mut Vec<u8>,
    out: &mut Vec<u8>,
    policy: Compression,
) -> Result<Option<Option<DeflateParams>>, handshake::Refused> {
    let Some(head) = handshake::parse_request(input)? else { return Ok(None) };
    let upgrade = handshake::upgrade(&head)?;
    let deflate = DeflateParams::negotiate(upgrade.extensions(), policy);
    handshake::accept_response(out, &upgrade, None, deflate.as_ref());
    let len = head.len();
    input.drain(..len);
    Ok(Some(deflate))
}

fn read(stream: &mut TcpStream, input: &mut Vec<u8>) -> std::io::Result<bool> {
    let mut buffer = [0; 64 * 1024];
    let count = stream.read(&mut buffer)?;
    input.extend_from_slice(&buffer[..count]);
    Ok(count > 0)
}

/// Says that we send no more, and lets the peer close first: it is the client (RFC 6455 section 7.1.1).
fn finish(mut stream: &TcpStream) -> Result<(), Box<dyn Error>> {
    stream.shutdown(Shutdown::Write)?;
    stream.set_read_timeout(Some(Duration::from_secs(2)))?;
    let mut buffer = [0; 64 * 1024];
    while stream.read(&mut buffer).is_ok_and(|count| count > 0) {}
    Ok(())
}

struct Echo {
    decoder: Decoder,
    inflater: Option<Inflater>,
    reply: Reply,
}

struct Reply {
    deflater: Option<Deflater>,
    scratch: Vec<u8>,
}

impl Echo {
    fn new(deflate: Option<DeflateParams>) -> Self {
        let inflater = deflate.map(|params| params.inflater(Role::Server).unwrap_or_else(Inflater::shared));
        let deflater = deflate.map(|params| params.deflater(Role::Server, 6));
        Self {
            decoder: Decoder::new(Role::Server, deflate.is_some()),
            inflater,
            reply: Reply { deflater, scratch: Vec::new() },
        }
    }

    /// Writes the answers to `input`; false once the connection is to be closed.
    fn answer(&mut self, input: &mut [u8], out: &mut Vec<u8>) -> bool {
        let mut at = 0;
        loop {
            let mut cx = DecodeContext { limits: &LIMITS, inflater: self.inflater.as_mut() };
            match self.decoder.decode(&mut input[at..], &mut cx) {
                Err(error) => {
                    encode_close(out, error.close_code(), &error.to_string(), None);
                    return false;
                }
                Ok(decoded) => {
                    at += decoded.consumed;
                    let Some(event) = decoded.event else { return true };
                    if !self.reply.to(event, out) {
                        return false;
                    }
                }
            }
        }
    }
}

impl Reply {
    fn to(&mut self, event: Event<'_>, out: &mut Vec<u8>) -> bool {
        match event {
            Event::Text(text) => self.message(Opcode::Text, text.as_bytes(), out),
            Event::Binary(bytes) => self.message(Opcode::Binary, bytes, out),
            Event::Ping(bytes) => encode_frame(out, Opcode::Pong, bytes, None),
            Event::Pong(_) => {}
            Event::Close(None) => encode_frame(out, Opcode::Close, b"", None),
            Event::Close(Some(close)) => encode_close(out, close.code, "", None),
        }
        !matches!(event, Event::Close(_))
    }

    fn message(&mut self, opcode: Opcode, payload: &[u8], out: &mut Vec<u8>) {
        let compressed =
            self.deflater.as_mut().and_then(|deflater| deflater.compress(payload, &mut self.scratch));
        match compressed {
            Some(compressed) => encode_compressed_frame(out, opcode, compressed, None),
            None => encode_frame(out, opcode, payload, None),
        }
    }
}
