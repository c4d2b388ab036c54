//! Connections that speak TLS, with rustls' own client at the other end.

mod endings;
mod handshakes;
mod records;

use std::io::Read;
use std::net::TcpStream;
use std::sync::Arc;
use std::thread::JoinHandle;

use rustls::{ClientConfig, ClientConnection, StreamOwned, SupportedProtocolVersion};

use crate::party::{Party, connection};
use crate::world::{DEADLINE, Seen, World};
use baton_reactor::{Config, ConnectionId, Tls};

type Client = StreamOwned<ClientConnection, TcpStream>;

const BOTH: [&SupportedProtocolVersion; 2] = [&rustls::version::TLS12, &rustls::version::TLS13];

/// How the loop speaks TLS here.
fn tls(party: &Party) -> Tls {
    Tls { answer_to_plain: Arc::from(&b"this is TLS"[..]), ..Tls::new(party.server.clone()) }
}

fn world(party: &Party) -> World {
    World::new(Config { tls: Some(tls(party)), outbox_bytes: 4 << 20, ..World::quick() })
}

fn connect(world: &World) -> TcpStream {
    let stream = TcpStream::connect(world.address).unwrap();
    stream.set_read_timeout(Some(DEADLINE)).unwrap();
    stream.set_nodelay(true).unwrap();
    stream
}

/// Runs a client beside the loop until it has done its part.
fn while_turning<T: Send + 'static>(world: &mut World, client: impl FnOnce() -> T + Send + 'static) -> T {
    let client: JoinHandle<T> = std::thread::spawn(client);
    world.until("the client has done its part", |_| client.is_finished());
    client.join().unwrap()
}

/// A client whose handshake is complete, and the loop's name for it.
fn secured(world: &mut World, config: &Arc<ClientConfig>) -> (Client, ConnectionId) {
    let (mut stream, mut tls, before) = (connect(world), connection(config), world.adopted.len());
    let client = while_turning(world, move || {
        while tls.is_handshaking() {
            tls.complete_io(&mut stream).unwrap();
        }
        StreamOwned::new(tls, stream)
    });
    let conn = world.adopted[before];
    world.until("the handshake is complete", |world| world.seen.contains(&Seen::Secured(conn)));
    (client, conn)
}

fn read_exactly(world: &mut World, mut client: Client, len: usize) -> (Client, Vec<u8>) {
    while_turning(world, move || {
        let mut bytes = vec![0; len];
        client.read_exact(&mut bytes).unwrap();
        (client, bytes)
    })
}
