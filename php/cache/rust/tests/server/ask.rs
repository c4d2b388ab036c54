//! Commands and whole replies, for tests.

use baton_cache::connection::{Connection, Delivery, Failure, Kind};

/// A whole reply.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Nil,
    Text(Vec<u8>),
    Error(String),
    Integer(i64),
    Double(f64),
    List(Kind, Vec<Self>),
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

pub(crate) fn send(connection: &mut Connection, words: &[&str]) -> Result<(), Failure> {
    connection.send(words.iter().map(|word| word.as_bytes()), Delivery::Repeatable)
}

pub(crate) fn send_once(connection: &mut Connection, words: &[&str]) -> Result<(), Failure> {
    connection.send(words.iter().map(|word| word.as_bytes()), Delivery::Once)
}

pub(crate) fn receive(connection: &mut Connection) -> Result<Value, Failure> {
    let reply = connection.reply()?;
    let count = usize::try_from(reply.integer).unwrap_or_default();
    Ok(match reply.kind {
        Kind::Nil => Value::Nil,
        Kind::Integer | Kind::Boolean => Value::Integer(reply.integer),
        Kind::Double => Value::Double(reply.number),
        Kind::Array | Kind::Set | Kind::Push => Value::List(reply.kind, list(connection, count)?),
        Kind::Map => Value::List(reply.kind, list(connection, 2 * count)?),
        Kind::Error => Value::Error(String::from_utf8_lossy(connection.bytes(&reply).unwrap()).into_owned()),
        _ if reply.is_announced() => {
            let mut bytes = vec![0; reply.len];
            connection.take(&mut bytes)?;
            Value::Text(bytes)
        }
        _ => Value::Text(connection.bytes(&reply).unwrap().to_vec()),
    })
}

fn list(connection: &mut Connection, count: usize) -> Result<Vec<Value>, Failure> {
    (0..count).map(|_| receive(connection)).collect()
}

/// One command and its reply.
pub(crate) fn ask(connection: &mut Connection, words: &[&str]) -> Result<Value, Failure> {
    send(connection, words)?;
    receive(connection)
}

/// The same for a command whose reply is known.
#[track_caller]
pub(crate) fn expect(connection: &mut Connection, words: &[&str], value: impl Into<Value>) {
    assert_eq!(ask(connection, words), Ok(value.into()));
}
