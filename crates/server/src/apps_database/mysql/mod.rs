//! A client of MySQL and MariaDB that reads a table, and does nothing else.
//!
//! The best kept library of the field takes a hundred seconds of one core and 45 crates to build, and checks certificates
//! otherwise than for PostgreSQL. What reading a table needs of the protocol is little: a handshake ([`auth`]), one query in
//! the text protocol, and its rows ([`packet`]).

mod auth;
mod connection;
mod packet;
#[cfg(test)]
mod tests;

pub(super) use connection::Connection;
