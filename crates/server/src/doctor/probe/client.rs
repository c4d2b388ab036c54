//! Connections to the one address that answers.

use std::net::SocketAddr;

use tokio::net::TcpStream;

use super::super::observation::{Exchange, Silence, TlsSeen};
use super::super::target::Target;
use super::exchange::{Call, exchange};
use super::socket::{NoSocket, Socket};
use super::tls::Tls;
use super::{Stream, dial};

/// Why there was no handshake.
fn no_tls(seen: TlsSeen) -> String {
    match seen {
        TlsSeen::Failed { why, .. } => format!("the TLS handshake failed: {why}"),
        TlsSeen::Closed => "the connection was closed within the TLS handshake".to_owned(),
        _ => "the TLS handshake was not complete in time".to_owned(),
    }
}

/// Whom to connect to, and how.
pub(crate) struct Client<'a> {
    target: &'a Target,
    address: SocketAddr,
    /// None where the system's certificates are missing and the URL needs none.
    tls: Option<Tls>,
    /// Whether each connection's certificate has to be trusted: what is signed must not reach
    /// whoever takes the server's place after the first.
    needs_trust: bool,
}

impl<'a> Client<'a> {
    pub(crate) fn new(target: &'a Target, address: SocketAddr) -> Result<Self, String> {
        let tls = match Tls::new() {
            Ok(tls) => Some(tls),
            Err(why) if target.is_secure => return Err(why),
            Err(_) => None,
        };
        Ok(Self { target, address, tls, needs_trust: false })
    }

    /// From now on connects only where the certificate is trusted.
    pub(crate) fn trusted_only(self) -> Self {
        Self { needs_trust: true, ..self }
    }

    /// Whether the address is one that only this machine reaches.
    pub(crate) fn is_on_this_machine(&self) -> bool {
        self.address.ip().is_loopback()
    }

    /// What a TLS handshake comes to.
    pub(crate) async fn look_at_tls(&self) -> TlsSeen {
        let (Some(tls), Ok(stream)) = (&self.tls, dial::connect(self.address).await) else {
            return TlsSeen::Closed;
        };
        match tls.connect(&self.target.host, stream).await {
            Ok((_, chain)) => TlsSeen::Done(chain),
            Err(seen) => seen,
        }
    }

    /// Whether the port answers plain HTTP.
    pub(crate) async fn speaks_plain_http(&self) -> bool {
        let Ok(stream) = dial::connect(self.address).await else { return false };
        match exchange(Box::new(stream), &self.target.authority(), Call::get("/")).await {
            // A port with TLS may say so in plain HTTP, which is for people.
            Ok(response) => response.status != 400,
            Err(_) => false,
        }
    }

    /// Asks and reads the response.
    pub(crate) async fn call(&self, call: Call<'_>) -> Exchange {
        let stream = self.connect().await.map_err(Silence::NoConnection)?;
        exchange(stream, &self.target.authority(), call).await
    }

    /// Opens a WebSocket.
    pub(crate) async fn open(
        &self,
        target: &str,
        origin: Option<&str>,
        compresses: bool,
    ) -> Result<(Socket, bool), NoSocket> {
        let stream = self.connect().await.map_err(|why| NoSocket::Silent(Silence::NoConnection(why)))?;
        Socket::open(stream, &self.target.authority(), target, origin, compresses).await
    }

    async fn connect(&self) -> Result<Stream, String> {
        let stream: TcpStream = dial::connect(self.address).await.map_err(|error| error.to_string())?;
        let Some(tls) = self.tls.as_ref().filter(|_| self.target.is_secure) else {
            return Ok(Box::new(stream));
        };
        let connected = tls.connect(&self.target.host, stream).await;
        let (stream, chain) = connected.map_err(no_tls)?;
        if self.needs_trust && chain.distrust.is_some() {
            return Err("the certificate is another one this time, and not trusted".to_owned());
        }
        Ok(Box::new(stream))
    }
}
