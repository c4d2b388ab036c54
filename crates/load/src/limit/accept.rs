//! The limit of connecting: accept, read the request, answer 101, and hold the connection.

use std::io::Write as _;
use std::net::{SocketAddr, TcpListener};
use std::os::fd::{AsRawFd as _, OwnedFd};

use socket2::{Domain, Socket, Type};

use crate::fault::Fault;
use crate::limit::raw::{self, Epoll};
use crate::session::ACCEPT;

/// The accept queue. A burst of 2,000 connects must fit, or SYNs are dropped and come back after a second.
const BACKLOG: i32 = 4096;

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
pub(crate) fn listen() -> Result<(TcpListener, SocketAddr), Fault> {
    let listen = || -> std::io::Result<(TcpListener, SocketAddr)> {
        let socket = Socket::new(Domain::IPV4, Type::STREAM.cloexec(), None)?;
        socket.bind(&SocketAddr::from(([127, 0, 0, 1], 0)).into())?;
        socket.listen(BACKLOG)?;
        let listener = TcpListener::from(socket);
        let address = listener.local_addr()?;
        Ok((listener, address))
    };
    listen().map_err(Fault::start("cannot listen on 127.0.0.1"))
}

impl Accept {
    /// Listens, prints the address, and upgrades everybody until the process is ended.
    ///
    /// # Errors
    /// If it cannot listen or accept.
    pub fn run(&self) -> Result<(), Fault> {
        let (listener, address) = listen()?;
        listener.set_nonblocking(true).map_err(Fault::start("listener"))?;
        let epoll = Epoll::new().map_err(Fault::start("epoll"))?;
        epoll.watch(listener.as_raw_fd()).map_err(Fault::start("epoll"))?;
        println!("listening on http://{address}");
        std::io::stdout().flush().map_err(Fault::start("standard output"))?;
        self.serve(&listener, &epoll).map_err(Fault::run("the accept loop")).map(|never| match never {})
    }

    fn serve(&self, listener: &TcpListener, epoll: &Epoll) -> std::io::Result<std::convert::Infallible> {
        let response = format!(
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Accept: {ACCEPT}\r\n\r\n"
        );
        let mut held: Vec<OwnedFd> = Vec::with_capacity(self.sockets);
        let mut events = vec![libc::epoll_event { events: 0, u64: 0 }; 1024];
        let mut buffer = vec![0; 16 * 1024];
        loop {
            for socket in epoll.wait(&mut events, -1)? {
                if socket != listener.as_raw_fd() {
                    if raw::receive(socket, &mut buffer).is_ok_and(|count| count > 0) {
                        let _ = raw::send_all(socket, response.as_bytes()); // a client that left is no matter
                    }
                    continue;
                }
                while let Some(accepted) = raw::accept(listener.as_raw_fd())? {
                    epoll.watch(accepted.as_raw_fd())?;
                    held.push(accepted);
                }
            }
        }
    }
}
