//! An echo server without a language on top: the best that an owner of an endpoint can reach.
//! `bench/php/run echo` compares the PHP extension with it.
//!
//! It listens on 127.0.0.1, port `BENCH_PORT`, until it is ended. Each payload is unmasked straight into memory of its own
//! and from there queued, as an owner in another language has to.

use std::net::Ipv4Addr;

use baton_endpoint::{Config, Endpoint, Event, bind};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let port = std::env::var("BENCH_PORT")?.parse::<u16>()?;
    // As much as the servers of the benchmark allow.
    let config = Config { queued_bytes: 64 << 20, leaves_masked: true, ..Config::default() };
    let mut message = Vec::<u8>::with_capacity(config.message_bytes);
    let mut endpoint = Endpoint::new(config)?;
    endpoint.listen(bind((Ipv4Addr::LOCALHOST, port).into(), 1024)?)?;
    loop {
        endpoint.wait(None)?;
        loop {
            let room = message.spare_capacity_mut();
            let next = endpoint.next(|event| {
                let Event::Message { conn, kind, payload, mask, .. } = event else { return None };
                let room = room.get_mut(..payload.len())?;
                Some((conn, kind, kind.read(payload, mask, room)))
            });
            match next {
                None => break,
                Some(None) => {}
                Some(Some((conn, kind, Some(payload)))) => {
                    // A client that has closed meanwhile, or does not read, gets no reply.
                    let _ = endpoint.send(conn, kind, payload);
                }
                Some(Some((conn, _, None))) => endpoint.refuse_text(conn),
            }
        }
    }
}
