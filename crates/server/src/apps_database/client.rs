//! A connection to the database, whichever it is, that reads the table.

use std::time::Duration;

use tokio::time::timeout;

use super::address::Address;
use super::failure::Failure;
use super::row::Row;
use super::table::TableName;
use super::{mysql, postgres};

/// Rows of a table. More are refused as a whole: an app takes 1.8 KB, and a reload goes through all of them.
const MOST_ROWS: usize = 100_000;

/// Bytes of all rows, of which each value takes [`VALUE_OVERHEAD`] beside its text. More are refused as a whole.
const TABLE_BYTES: usize = 256 << 20;
const VALUE_OVERHEAD: usize = 32;

/// How long a connection, and then the whole table, may take.
const READ_TIMEOUT: Duration = Duration::from_secs(15);

/// What reads a table again and again, over one connection as long as it lasts.
pub(super) struct Client {
    address: Address,
    table: TableName,
    connection: Option<Connection>,
}

enum Connection {
    Postgres(postgres::Connection),
    MySql(mysql::Connection),
}

impl Client {
    pub(super) fn new(address: Address, table: TableName) -> Self {
        Self { address, table, connection: None }
    }

    pub(super) fn address(&self) -> &Address {
        &self.address
    }

    /// Which table of which database, without the password.
    pub(super) fn source(&self) -> String {
        format!("{} {}", self.address, self.table)
    }

    /// The rows as they are now. After a failure the next call connects again.
    pub(super) async fn read(&mut self) -> Result<Vec<Row>, Failure> {
        let too_late = |_| Failure::Unreachable(format!("no answer within {} s", READ_TIMEOUT.as_secs()));
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => timeout(READ_TIMEOUT, self.connect()).await.map_err(too_late)??,
        };
        let most = MOST_ROWS + 1;
        let rows = async {
            match &mut connection {
                Connection::Postgres(connection) => connection.rows(&self.table, most).await,
                Connection::MySql(connection) => connection.rows(&self.table, most).await,
            }
        };
        let mut rows = timeout(READ_TIMEOUT, rows).await.map_err(too_late)??;
        if rows.len() > MOST_ROWS {
            return Err(Failure::Table(format!("the table {} has more than {MOST_ROWS} rows", self.table)));
        }
        // Neither database says in which order rows come, nor, without a primary key, that ids differ.
        rows.sort_by(|a, b| a.id().cmp(b.id()).then_with(|| a.values().cmp(b.values())));
        self.connection = Some(connection);
        Ok(rows)
    }

    async fn connect(&self) -> Result<Connection, Failure> {
        Ok(match &self.address {
            Address::Postgres(source) => Connection::Postgres(postgres::Connection::open(source).await?),
            Address::MySql(address) => Connection::MySql(mysql::Connection::open(address).await?),
        })
    }
}

/// What the values that have been read take.
#[derive(Default)]
pub(super) struct Taken(usize);

impl Taken {
    /// Counts some more.
    ///
    /// # Errors
    /// They are too many.
    pub(super) fn add(&mut self, values: usize, bytes: usize) -> Result<(), Failure> {
        self.0 += values * VALUE_OVERHEAD + bytes;
        match self.0 {
            0..=TABLE_BYTES => Ok(()),
            _ => Err(Failure::Table(format!("the table has more than {} MB", TABLE_BYTES >> 20))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_of_nothing_but_values_is_too_large_too() {
        let mut taken = Taken::default();
        assert_eq!(taken.add(TABLE_BYTES / VALUE_OVERHEAD - 1, VALUE_OVERHEAD), Ok(()));
        let Err(Failure::Table(why)) = taken.add(0, 1) else { panic!() };
        assert_eq!(why, "the table has more than 256 MB");
    }
}
