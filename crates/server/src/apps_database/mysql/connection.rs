//! A connection to a server: it is made, and asked for rows.

use std::fmt::Display;
use std::io;

use rustls::pki_types::ServerName;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, BufStream};
use tokio::net::{TcpStream, UnixStream};
use tokio_rustls::TlsConnector;

use super::auth::{Plugin, encrypted};
use super::packet::{
    Fields, Handshake, Malformed, PACKET_BYTES, ServerError, column, column_count, is_end, response, row,
    ssl_request,
};
use crate::apps_database::address::{MySql, Place};
use crate::apps_database::column::{Column, Type, chosen};
use crate::apps_database::failure::Failure;
use crate::apps_database::row::Row;
use crate::apps_database::table::{TableName, quoted};
use baton_postgres::source::TlsMode;

/// Bytes of all rows of a table.
const TABLE_BYTES: usize = 256 << 20;

/// A packet of this length is continued by the next.
const CONTINUED: usize = 0xff_ffff;

trait Stream: AsyncRead + AsyncWrite + Unpin + Send + Sync {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send + Sync> Stream for T {}

/// A connection that is authenticated.
pub(in crate::apps_database) struct Connection {
    stream: BufStream<Box<dyn Stream>>,
    /// The number of the next packet of an exchange.
    sequence: u8,
}

impl Connection {
    /// Connects, with TLS as the URL has it.
    pub(in crate::apps_database) async fn open(to: &MySql) -> Result<Self, Failure> {
        let (stream, tls): (Box<dyn Stream>, _) = match &to.place {
            // Who reads a socket's traffic is root already, as for PostgreSQL.
            Place::Socket(path) => {
                (Box::new(UnixStream::connect(path).await.map_err(unreachable)?), &TlsMode::Disable)
            }
            Place::Tcp { host, port } => {
                let stream = TcpStream::connect((&**host, *port)).await.map_err(unreachable)?;
                stream.set_nodelay(true).map_err(unreachable)?;
                (Box::new(stream), &to.tls)
            }
        };
        let mut connection = Self { stream: BufStream::new(stream), sequence: 0 };
        let first = connection.receive().await?;
        if let [0xff, rest @ ..] = &first[..] {
            return Err(refusal(rest));
        }
        let handshake = Handshake::read(&first)?;
        let is_encrypted = match tls {
            TlsMode::Disable => false,
            TlsMode::Prefer if !handshake.offers_tls() => false,
            _ if !handshake.offers_tls() => {
                return Err(Failure::Refused(
                    "the server does not offer TLS, which sslmode asks for: switch it on there, or set sslmode=prefer"
                        .to_owned(),
                ));
            }
            mode => {
                connection = connection.encrypted(to, mode).await?;
                true
            }
        };
        let is_private = is_encrypted || matches!(to.place, Place::Socket(_));
        connection.authenticate(to, &handshake, (is_encrypted, is_private)).await?;
        Ok(connection)
    }

    async fn encrypted(mut self, to: &MySql, mode: &TlsMode) -> Result<Self, Failure> {
        self.send(&ssl_request(true)).await?;
        let failed = |error: &dyn Display| Failure::Refused(format!("TLS to the database failed: {error}"));
        let config = mode.client_config().map_err(|error| failed(&error))?;
        let host = to.host().to_owned();
        let name = ServerName::try_from(host).map_err(|error| failed(&error))?;
        let connector = TlsConnector::from(std::sync::Arc::new(config));
        let stream =
            connector.connect(name, self.stream.into_inner()).await.map_err(|error| failed(&error))?;
        Ok(Self { stream: BufStream::new(Box::new(stream)), sequence: self.sequence })
    }

    /// `is_private`: nobody can read what is sent.
    async fn authenticate(
        &mut self,
        to: &MySql,
        handshake: &Handshake,
        (is_encrypted, is_private): (bool, bool),
    ) -> Result<(), Failure> {
        let password = to.password.bytes();
        // A server with another default asks for a change.
        let mut plugin = Plugin::of(&handshake.plugin).unwrap_or(Plugin::Native);
        let mut nonce = handshake.nonce.clone();
        let proof = plugin.proof(password, &nonce);
        self.send(&response(is_encrypted, (&to.user, &to.database), plugin.name(), &proof)).await?;
        loop {
            let packet = self.receive().await?;
            match (&packet[..], plugin) {
                ([0x00, ..], _) => return Ok(()),
                ([0xff, rest @ ..], _) => return Err(refusal(rest)),
                ([0xfe, rest @ ..], _) => {
                    let mut fields = Fields::new(rest);
                    let name = String::from_utf8_lossy(fields.until_zero()).into_owned();
                    plugin = Plugin::of(&name).ok_or_else(|| {
                        Failure::Refused(format!(
                            "the user {} authenticates by {name:?}: give it caching_sha2_password or \
                             mysql_native_password",
                            to.user
                        ))
                    })?;
                    nonce = fields.rest().strip_suffix(&[0]).unwrap_or(fields.rest()).to_vec();
                    self.send(&plugin.proof(password, &nonce)).await?;
                }
                // The server has cached the password's hash, and an OK follows.
                ([0x01, 0x03, ..], Plugin::CachingSha2) => {}
                ([0x01, 0x04, ..], Plugin::CachingSha2) if is_private => {
                    let zero_ended: Vec<u8> = password.iter().copied().chain([0]).collect();
                    self.send(&zero_ended).await?;
                }
                ([0x01, 0x04, ..], Plugin::CachingSha2) => self.send(&[0x02]).await?,
                ([0x01, key @ ..], Plugin::CachingSha2) => {
                    let sealed = encrypted(password, &nonce, key).ok_or(Malformed)?;
                    self.send(&sealed).await?;
                }
                _ => return Err(Malformed.into()),
            }
        }
    }

    /// The rows of a table, of which at most `most` are read.
    pub(in crate::apps_database) async fn rows(
        &mut self,
        table: &TableName,
        most: usize,
    ) -> Result<Vec<Row>, Failure> {
        let from = table.quoted('`');
        let (found, _) = self.query(&format!("SELECT * FROM {from} LIMIT 0"), 0).await?;
        let columns = chosen(table, found.into_iter())?;
        let names: Vec<_> = columns.iter().map(|(column, _)| quoted(column.name, '`')).collect();
        let select = format!("SELECT {} FROM {from} LIMIT {most}", names.join(", "));
        let (found, rows) = self.query(&select, most).await?;
        if found.len() != columns.len() {
            return Err(Malformed.into());
        }
        let columns: Vec<&'static Column> = columns.into_iter().map(|(column, _)| column).collect();
        Ok(rows.into_iter().map(|values| Row::new(columns.iter().copied().zip(values))).collect())
    }

    /// Asks in the text protocol: the columns, and the values of each row.
    async fn query(
        &mut self,
        sql: &str,
        most: usize,
    ) -> Result<(Vec<(String, Type)>, Vec<Vec<Option<String>>>), Failure> {
        self.sequence = 0;
        self.send(&[&[0x03], sql.as_bytes()].concat()).await?;
        let first = self.receive().await?;
        if let [0xff, rest @ ..] = &first[..] {
            return Err(refusal(rest));
        }
        let mut columns = Vec::new();
        for _ in 0..column_count(&first)? {
            columns.push(column(&self.receive().await?)?);
        }
        if !is_end(&self.receive().await?) {
            return Err(Malformed.into());
        }
        let types: Vec<_> = columns.iter().map(|(_, of)| of.clone()).collect();
        let (mut rows, mut bytes) = (Vec::new(), 0);
        loop {
            let packet = self.receive().await?;
            match &packet[..] {
                [0xff, rest @ ..] => return Err(refusal(rest)),
                end if is_end(end) => return Ok((columns, rows)),
                values => rows.push(row(values, &types)?),
            }
            bytes += packet.len();
            if bytes > TABLE_BYTES || rows.len() > most {
                return Err(Failure::Table(format!("the table has more than {TABLE_BYTES} bytes")));
            }
        }
    }

    async fn receive(&mut self) -> Result<Vec<u8>, Failure> {
        let mut packet = Vec::new();
        loop {
            let mut head = [0; 4];
            self.stream.read_exact(&mut head).await.map_err(unreachable)?;
            let [a, b, c, sequence] = head;
            let length = u32::from_le_bytes([a, b, c, 0]) as usize;
            if packet.len() + length > PACKET_BYTES as usize {
                return Err(Malformed.into());
            }
            let begin = packet.len();
            packet.resize(begin + length, 0);
            self.stream.read_exact(packet.get_mut(begin..).unwrap_or_default()).await.map_err(unreachable)?;
            self.sequence = sequence.wrapping_add(1);
            if length < CONTINUED {
                return Ok(packet);
            }
        }
    }

    /// Sends a packet; those of a client are short.
    async fn send(&mut self, packet: &[u8]) -> Result<(), Failure> {
        let length = u32::try_from(packet.len()).ok().filter(|length| (*length as usize) < CONTINUED);
        let [a, b, c, _] = length.ok_or(Malformed)?.to_le_bytes();
        let head = [a, b, c, self.sequence];
        self.sequence = self.sequence.wrapping_add(1);
        self.stream.write_all(&head).await.map_err(unreachable)?;
        self.stream.write_all(packet).await.map_err(unreachable)?;
        self.stream.flush().await.map_err(unreachable)
    }
}

fn unreachable(error: io::Error) -> Failure {
    Failure::Unreachable(match error.kind() {
        io::ErrorKind::UnexpectedEof => "the database closed the connection".to_owned(),
        _ => error.to_string(),
    })
}

impl From<Malformed> for Failure {
    fn from(_: Malformed) -> Self {
        Self::Unreachable("what answers there does not speak MySQL's protocol as expected".to_owned())
    }
}

/// What a server said, by what helps.
fn refusal(packet: &[u8]) -> Failure {
    let Ok(ServerError { code, text }) = ServerError::read(packet) else { return Malformed.into() };
    match code {
        // Access denied to the database, the user, the table, the column; no such database; a TLS connection is required.
        1044 | 1045 | 1049 | 1142 | 1143 | 1227 | 1251 | 1698 | 3159 => Failure::Refused(text),
        // No such column, no such table.
        1054 | 1146 => Failure::Table(text),
        _ => Failure::Unreachable(text),
    }
}
