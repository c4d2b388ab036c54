//! A connection to a server: it is made, and asked for rows.

use std::fmt::Display;
use std::io;
use std::ops::RangeInclusive;

use rustls::pki_types::ServerName;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, BufStream};
use tokio::net::{TcpStream, UnixStream};
use tokio_rustls::TlsConnector;

use super::auth::{Plugin, encrypted};
use super::packet::{
    Fields, Handshake, MOST_COLUMNS, Malformed, PACKET_BYTES, ServerError, column, column_count, is_end,
    response, row, ssl_request,
};
use crate::apps_database::address::{MySql, Place};
use crate::apps_database::client::Taken;
use crate::apps_database::column::{Column, Type, chosen};
use crate::apps_database::failure::{Failure, NO_TLS};
use crate::apps_database::row::Row;
use crate::apps_database::table::{TableName, quoted};
use baton_postgres::source::TlsMode;

/// The definition of a column, which has seven names of at most 256 bytes.
const DEFINITION_BYTES: usize = 8 << 10;

/// A packet of this length is continued by the next.
const CONTINUED: usize = 0xff_ffff;

trait Stream: AsyncRead + AsyncWrite + Unpin + Send + Sync {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send + Sync> Stream for T {}

/// What is known of the way to a server.
#[derive(Clone, Copy)]
struct Path {
    is_encrypted: bool,
    /// Nobody can read what is sent.
    is_private: bool,
    /// It ends on this machine.
    is_local: bool,
}

/// A connection that is authenticated.
pub(in crate::apps_database) struct Connection {
    stream: BufStream<Box<dyn Stream>>,
    /// The number of the next packet of an exchange.
    sequence: u8,
}

impl Connection {
    /// Connects, with TLS as the URL has it.
    pub(in crate::apps_database) async fn open(to: &MySql) -> Result<Self, Failure> {
        let (stream, tls, is_local): (Box<dyn Stream>, _, _) = match &to.place {
            // Who reads a socket's traffic is root already, as for PostgreSQL.
            Place::Socket(path) => {
                let stream = UnixStream::connect(path).await.map_err(unreachable)?;
                (Box::new(stream), &TlsMode::Disable, true)
            }
            Place::Tcp { host, port } => {
                let stream = TcpStream::connect((&**host, *port)).await.map_err(unreachable)?;
                stream.set_nodelay(true).map_err(unreachable)?;
                let is_local = stream.peer_addr().is_ok_and(|peer| peer.ip().to_canonical().is_loopback());
                (Box::new(stream), &to.tls, is_local)
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
                return Err(Failure::Refused(NO_TLS.to_owned()));
            }
            mode => {
                connection = connection.encrypted(to, mode).await?;
                true
            }
        };
        let path =
            Path { is_encrypted, is_private: is_encrypted || matches!(to.place, Place::Socket(_)), is_local };
        connection.authenticate(to, &handshake, path).await?;
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

    async fn authenticate(&mut self, to: &MySql, handshake: &Handshake, path: Path) -> Result<(), Failure> {
        let password = to.password.bytes();
        // A server with another default asks for a change.
        let mut plugin = Plugin::of(&handshake.plugin).unwrap_or(Plugin::Native);
        let mut nonce = handshake.nonce.clone();
        let proof = plugin.proof(password, &nonce);
        self.send(&response(path.is_encrypted, (&to.user, &to.database), plugin.name(), &proof)).await?;
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
                ([0x01, 0x04, ..], Plugin::CachingSha2) if path.is_private => {
                    let zero_ended: Vec<u8> = password.iter().copied().chain([0]).collect();
                    self.send(&zero_ended).await?;
                }
                ([0x01, 0x04, ..], Plugin::CachingSha2) if path.is_local => self.send(&[0x02]).await?,
                // Any program that answers there could send a key of its own to encrypt the password with.
                ([0x01, 0x04, ..], Plugin::CachingSha2) => {
                    return Err(Failure::Refused(
                        "the server asks for the password itself, which is not sent to another machine without TLS: set \
                         sslmode=verify-full (require encrypts, and does not check who answers)"
                            .to_owned(),
                    ));
                }
                ([0x01, key @ ..], Plugin::CachingSha2) if path.is_local => {
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
        let (found, _) = self.query(&format!("SELECT * FROM {from} LIMIT 0"), 1..=MOST_COLUMNS, 0).await?;
        let columns = chosen(table, found.into_iter())?;
        let names: Vec<_> = columns.iter().map(|(column, of)| selected(column, of)).collect();
        let select = format!("SELECT {} FROM {from} LIMIT {most}", names.join(", "));
        let count = columns.len();
        let (_, rows) = self.query(&select, count..=count, most).await?;
        let columns: Vec<&'static Column> = columns.into_iter().map(|(column, _)| column).collect();
        Ok(rows.into_iter().map(|values| Row::new(columns.iter().copied().zip(values))).collect())
    }

    /// Asks in the text protocol for so many columns, and for at most so many rows: the columns, and the values of each row.
    async fn query(
        &mut self,
        sql: &str,
        count: RangeInclusive<usize>,
        most: usize,
    ) -> Result<(Vec<(String, Type)>, Vec<Vec<Option<String>>>), Failure> {
        self.sequence = 0;
        self.send(&[&[0x03], sql.as_bytes()].concat()).await?;
        let first = self.receive().await?;
        if let [0xff, rest @ ..] = &first[..] {
            return Err(refusal(rest));
        }
        let mut taken = Taken::default();
        let mut columns = Vec::new();
        let found = column_count(&first)?;
        if !count.contains(&found) {
            return Err(Malformed.into());
        }
        for _ in 0..found {
            let definition = self.receive_at_most(DEFINITION_BYTES).await?;
            taken.add(1, definition.len())?;
            columns.push(column(&definition)?);
        }
        if !is_end(&self.receive().await?) {
            return Err(Malformed.into());
        }
        let types: Vec<_> = columns.iter().map(|(_, of)| of.clone()).collect();
        let mut rows = Vec::new();
        loop {
            let packet = self.receive().await?;
            match &packet[..] {
                [0xff, rest @ ..] => return Err(refusal(rest)),
                end if is_end(end) => return Ok((columns, rows)),
                _ if rows.len() == most => return Err(Malformed.into()),
                values => {
                    taken.add(types.len(), values.len())?;
                    rows.push(row(values, &types)?);
                }
            }
        }
    }

    async fn receive(&mut self) -> Result<Vec<u8>, Failure> {
        self.receive_at_most(PACKET_BYTES as usize).await
    }

    async fn receive_at_most(&mut self, most: usize) -> Result<Vec<u8>, Failure> {
        let mut packet = Vec::new();
        loop {
            let mut head = [0; 4];
            self.stream.read_exact(&mut head).await.map_err(unreachable)?;
            let [a, b, c, sequence] = head;
            let length = u32::from_le_bytes([a, b, c, 0]) as usize;
            if packet.len() + length > most {
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

/// What is selected of a column: of a value that is too long, as much as shows that.
fn selected(column: &Column, of: &Type) -> String {
    let name = quoted(column.name, '`');
    match of {
        Type::Text | Type::Json => {
            let most = column.most_bytes();
            format!("CASE WHEN OCTET_LENGTH({name}) > {most} THEN LEFT({name}, {}) ELSE {name} END", most + 1)
        }
        _ => name,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::apps_database::address::Address;
    use tokio::io::duplex;

    /// A connection to a server that has sent these packets, and is gone then.
    async fn to_server(packets: &[&[u8]]) -> (Connection, tokio::io::DuplexStream) {
        let (client, mut server) = duplex(1 << 20);
        for packet in packets {
            let [a, b, c, ..] = u32::try_from(packet.len()).unwrap().to_le_bytes();
            server.write_all(&[&[a, b, c, 1][..], packet].concat()).await.unwrap();
        }
        server.shutdown().await.unwrap();
        (Connection { stream: BufStream::new(Box::new(client)), sequence: 0 }, server)
    }

    #[tokio::test]
    async fn a_password_goes_to_no_other_machine_without_tls() {
        let Address::MySql(to) = Address::parse("mysql://u:hidden@h/db").unwrap() else { panic!() };
        let handshake = Handshake::read(
            b"\x0a8\0\x01\0\0\0abcdefgh\0\xff\xf7\x2d\x02\0\xff\xdf\x15\0\0\0\0\0\0\0\0\0\0ijklmnopqrst\0caching_sha2_password\0",
        )
        .unwrap();
        for (is_local, asks_for_key) in [(false, false), (true, true)] {
            let (mut connection, mut server) = to_server(&[&[0x01, 0x04]]).await;
            let path = Path { is_encrypted: false, is_private: false, is_local };
            let failed = connection.authenticate(&to, &handshake, path).await.unwrap_err();
            assert_eq!(matches!(&failed, Failure::Refused(text) if text.contains("sslmode=")), !is_local);
            drop(connection);
            let mut sent = Vec::new();
            server.read_to_end(&mut sent).await.unwrap();
            assert_eq!(sent.ends_with(&[1, 0, 0, 2, 2]), asks_for_key, "{sent:?}");
        }
    }

    #[tokio::test]
    async fn a_result_is_refused_as_soon_as_it_is_another() {
        let long = [0; DEFINITION_BYTES + 1];
        let end: &[u8] = &[0xfe, 0, 0, 2, 0];
        let definition: &[u8] = b"\x03def\x01m\x01a\x01a\x02id\x02id\x0c\x2d\0\xff\0\0\0\xfd\0\0\0\0\0";
        for packets in [
            vec![&[0xfc, 0xa3, 0x0f][..]],
            vec![&[1], &long],
            vec![&[1], definition, end, b"\x01a", b"\x01b", end],
        ] {
            let (mut connection, _server) = to_server(&packets).await;
            let failed = connection.query("SELECT", 1..=1, 1).await.unwrap_err();
            assert_eq!(failed, Malformed.into(), "{packets:?}");
        }
        let (mut connection, _server) = to_server(&[&[1], definition, end, b"\x01a", end]).await;
        let (_, rows) = connection.query("SELECT", 1..=1, 1).await.unwrap();
        assert_eq!(rows, [[Some("a".to_owned())]]);
    }
}
