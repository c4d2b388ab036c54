//! The limit of connecting: accept, read the request, answer 101, and hold the connection.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::SocketAddr;

use mio::net::{TcpListener, TcpStream};
use mio::{Events, Interest, Poll, Registry, Token};
use socket2::{Domain, Socket, Type};

use crate::fault::Fault;
use crate::session::ACCEPT;

/// The accept queue. A burst of 2,000 connects must fit, or SYNs are dropped and come back after a
/// second.
const BACKLOG: i32 = 4096;

/// The listener's token; a client's is its place.
const LISTENER: Token = Token(usize::MAX);

/// How many connections to hold.
#[derive(Debug, Clone)]
pub struct Accept {
    /// Room for so many connections is made beforehand.
    pub sockets: usize,
}

/// A listener on a free loopback port.
///
/// # Errors
/// If the system gives none.
pub(crate) fn listen() -> Result<(std::net::TcpListener, SocketAddr), Fault> {
    let listen = || -> std::io::Result<(std::net::TcpListener, SocketAddr)> {
        let socket = Socket::new(Domain::IPV4, Type::STREAM.cloexec(), None)?;
        socket.bind(&SocketAddr::from(([127, 0, 0, 1], 0)).into())?;
        socket.listen(BACKLOG)?;
        let listener = std::net::TcpListener::from(socket);
        let address = listener.local_addr()?;
        Ok((listener, address))
    };
    listen().map_err(Fault::start("cannot listen on 127.0.0.1"))
}

impl Accept {
    /// Listens, prints the address, and upgrades every client until the process is ended.
    ///
    /// # Errors
    /// If it cannot listen or accept.
    pub fn run(&self) -> Result<(), Fault> {
        let (listener, address) = listen()?;
        listener.set_nonblocking(true).map_err(Fault::start("listener"))?;
        println!("listening on http://{address}");
        std::io::stdout().flush().map_err(Fault::start("standard output"))?;
        self.serve(TcpListener::from_std(listener)).map_err(Fault::run("the accept loop"))
    }

    fn serve(&self, mut listener: TcpListener) -> std::io::Result<()> {
        let response = format!(
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Accept: {ACCEPT}\r\n\r\n"
        );
        let mut poll = Poll::new()?;
        poll.registry().register(&mut listener, LISTENER, Interest::READABLE)?;
        let mut held: Vec<TcpStream> = Vec::with_capacity(self.sockets);
        let mut events = Events::with_capacity(1024);
        let mut buffer = vec![0; 16 * 1024];
        loop {
            match poll.poll(&mut events, None) {
                Err(error) if error.kind() != ErrorKind::Interrupted => return Err(error),
                _ => {}
            }
            for event in &events {
                if event.token() == LISTENER {
                    accept(&listener, poll.registry(), &mut held)?;
                } else if let Some(client) = held.get_mut(event.token().0)
                    && client.read(&mut buffer).is_ok_and(|count| count > 0)
                {
                    let _ = client.write_all(response.as_bytes()); // a client that left is no matter
                }
            }
        }
    }
}

/// Accepts all that wait.
fn accept(listener: &TcpListener, registry: &Registry, held: &mut Vec<TcpStream>) -> std::io::Result<()> {
    loop {
        match listener.accept() {
            Ok((mut client, _)) => {
                registry.register(&mut client, Token(held.len()), Interest::READABLE)?;
                held.push(client);
            }
            Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
            Err(error) => return Err(error),
        }
    }
}
