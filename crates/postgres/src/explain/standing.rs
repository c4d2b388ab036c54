//! What a role may do with a table before policies are looked at: its privileges, and whether row-level security applies to it.

use tokio_postgres::Client;

use super::ExplainError;
use crate::policy::Command;
use crate::row::Oid;

/// The table and the role; no row where the role does not exist. `$3` is the privilege.
const STANDING: &str = "
select r.oid, c.oid, has_schema_privilege(r.oid, c.relnamespace, 'USAGE'),
       c.relrowsecurity, c.relforcerowsecurity, r.rolsuper, r.rolbypassrls, pg_has_role(r.oid, c.relowner, 'USAGE')
from pg_class c, pg_roles r
where c.oid = $1 and r.rolname = $2";

const COLUMNS: &str = "
select a.attname::text, has_column_privilege($2::oid, a.attrelid, a.attnum, $3)
from pg_attribute a where a.attrelid = $1 and a.attnum > 0 and not a.attisdropped order by a.attnum";

/// What decides which rows a role sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowSecurity {
    /// Row-level security is not enabled on the table: all rows are visible.
    Off,
    /// The role bypasses row-level security: all rows are visible.
    Bypassed,
    /// The role is the table's owner, or has its rights, and row-level security is not forced on it: all rows are visible.
    OfOwner,
    /// Policies decide.
    Policies,
}

/// A column of a table, and whether a role may use it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: Box<str>,
    /// Whether the role has the privilege on it.
    pub is_allowed: bool,
}

/// What a role may do with a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rights {
    /// Whether it may use the table's schema.
    pub schema: bool,
    /// The table's columns, in order.
    pub columns: Vec<Column>,
    /// What decides about rows.
    pub row_security: RowSecurity,
}

impl Rights {
    /// Whether it may use any column.
    pub fn has_any_column(&self) -> bool {
        self.schema && self.columns.iter().any(|column| column.is_allowed)
    }
}

/// Reads them, with the role's number; `None` if the role does not exist.
///
/// # Errors
/// Those of [`ExplainError`], and that it is a superuser.
pub(super) async fn read(
    client: &Client,
    table: Oid,
    role: &str,
    command: Command,
) -> Result<Option<(Oid, Rights)>, ExplainError> {
    let Some(row) = client.query_opt(STANDING, &[&table, &role]).await? else { return Ok(None) };
    let oid: Oid = row.try_get(0)?;
    let is = |n: usize| row.try_get::<_, bool>(n);
    if is(5)? {
        return Err(ExplainError::Superuser);
    }
    let row_security = match (is(3)?, is(6)?, is(7)? && !is(4)?) {
        (false, ..) => RowSecurity::Off,
        (true, true, _) => RowSecurity::Bypassed,
        (true, false, true) => RowSecurity::OfOwner,
        (true, false, false) => RowSecurity::Policies,
    };
    let privilege = match command {
        Command::Select => "SELECT",
        Command::Insert => "INSERT",
    };
    let mut columns = Vec::new();
    for column in client.query(COLUMNS, &[&table, &oid, &privilege]).await? {
        columns.push(Column { name: column.try_get::<_, &str>(0)?.into(), is_allowed: column.try_get(1)? });
    }
    Ok(Some((oid, Rights { schema: is(2)?, columns, row_security })))
}
