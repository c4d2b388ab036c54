//! Names and addresses.

use std::io;
use std::net::SocketAddr;

use futures_util::future::join_all;
use tokio::net::{TcpStream, lookup_host};
use tokio::time::timeout;

use super::super::observation::{Addresses, Dialled};
use super::CONNECT;

/// Addresses of one name that are tried; clients try few.
const MOST_ADDRESSES: usize = 8;

/// The addresses of a host, each once.
pub(crate) async fn resolve(host: &str, port: u16) -> Result<Vec<SocketAddr>, String> {
    let found = timeout(CONNECT, lookup_host((host, port))).await;
    let found = found.map_err(|_| format!("no answer within {} s", CONNECT.as_secs()))?;
    let mut addresses: Vec<SocketAddr> = Vec::new();
    for address in found.map_err(|error| error.to_string())? {
        if !addresses.contains(&address) && addresses.len() < MOST_ADDRESSES {
            addresses.push(address);
        }
    }
    Ok(addresses)
}

/// Tries all at once.
pub(crate) async fn dial_each(addresses: &[SocketAddr]) -> Addresses {
    let each = addresses.iter().map(async |address| (*address, dialled(connect(*address).await)));
    join_all(each).await
}

pub(super) async fn connect(address: SocketAddr) -> io::Result<TcpStream> {
    let late = |_| io::Error::from(io::ErrorKind::TimedOut);
    let stream = timeout(CONNECT, TcpStream::connect(address)).await.map_err(late)??;
    stream.set_nodelay(true)?;
    Ok(stream)
}

fn dialled(outcome: io::Result<TcpStream>) -> Dialled {
    match outcome {
        Ok(_) => Dialled::Connected,
        Err(error) => match error.kind() {
            io::ErrorKind::ConnectionRefused => Dialled::Refused,
            io::ErrorKind::TimedOut => Dialled::TimedOut,
            io::ErrorKind::NetworkUnreachable | io::ErrorKind::HostUnreachable => Dialled::NoRoute,
            // An address of a family that this machine has switched off.
            io::ErrorKind::AddrNotAvailable | io::ErrorKind::Unsupported => Dialled::NoRoute,
            _ => Dialled::Failed(error.to_string()),
        },
    }
}
