//! A client of MySQL and MariaDB that reads a table, and does nothing else.
//!
//! The libraries of the field take longer to build than the rest of the server's dependencies without TLS (a hundred seconds
//! of one core, 45 crates), and check certificates otherwise than for PostgreSQL. What reading a table needs of the protocol
//! is a page: a handshake ([`auth`]), one query in the text protocol, and its rows ([`packet`]).

mod auth;
mod connection;
mod packet;
#[cfg(test)]
mod tests;

pub(super) use connection::Connection;
