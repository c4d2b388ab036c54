//! Which policies of a table a role's command is subject to, and how PostgreSQL joins them (`rowsecurity.c`): one permissive
//! policy must hold, and every restrictive one.
//!
//! A policy without an expression counts for nothing. A permissive one lets no row pass by itself: `FOR ALL … WITH CHECK` has
//! no word about reading, and `FOR INSERT` without `WITH CHECK` none at all. A restrictive one restricts nothing. Where `WITH
//! CHECK` is absent, `USING` stands in for it.

use tokio_postgres::{Error, Row};

/// Reads the policies of the table `$1` (an `oid`) that a command of the role `$2` (an `oid`) is subject to, for
/// [`Clauses::read`]. `$3` is [`Command::code`].
///
/// Names stand in the texts as the search path of the reader needs them.
pub const POLICIES: &str = "\
select p.polpermissive,
    case when $3 = 'r' then pg_catalog.pg_get_expr(p.polqual, p.polrelid)
        else pg_catalog.pg_get_expr(coalesce(p.polwithcheck, p.polqual), p.polrelid) end
from pg_catalog.pg_policy p
where p.polrelid = $1 and p.polcmd::pg_catalog.text in ('*', $3)
    and exists (select from pg_catalog.unnest(p.polroles) role
        where role = 0 or pg_catalog.pg_has_role($2::pg_catalog.oid, role, 'usage'))
order by p.polname";

/// What a role does to a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Command {
    /// It reads a row.
    Select,
    /// It adds a row.
    Insert,
}

impl Command {
    /// As `pg_policy.polcmd` has it.
    pub fn code(self) -> &'static str {
        match self {
            Self::Select => "r",
            Self::Insert => "a",
        }
    }
}

/// The expressions that count, as `pg_get_expr` writes them.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Clauses {
    permissive: Vec<Box<str>>,
    restrictive: Vec<Box<str>>,
}

impl Clauses {
    /// From what [`POLICIES`] found.
    ///
    /// # Errors
    /// If the rows are not of that query.
    pub fn read(rows: &[Row]) -> Result<Self, Error> {
        let mut clauses = Self::default();
        for row in rows {
            clauses.add(row.try_get(0)?, row.try_get(1)?);
        }
        Ok(clauses)
    }

    /// Adds a policy.
    pub fn add(&mut self, is_permissive: bool, expression: Option<&str>) {
        let Some(expression) = expression else { return };
        let list = if is_permissive { &mut self.permissive } else { &mut self.restrictive };
        list.push(expression.into());
    }

    /// Those of which one must hold.
    pub(super) fn permissive(&self) -> &[Box<str>] {
        &self.permissive
    }

    /// Those that must hold beside it.
    pub(super) fn restrictive(&self) -> &[Box<str>] {
        &self.restrictive
    }

    /// What a row has to meet, as a condition of SQL; `None` if no row can.
    pub fn condition(&self) -> Option<String> {
        if self.permissive.is_empty() {
            return None;
        }
        let one_of = format!("(({}))", self.permissive.join(") or ("));
        Some(self.restrictive.iter().fold(one_of, |all, expression| format!("{all} and ({expression})")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn condition(policies: &[(bool, Option<&str>)]) -> Option<String> {
        let mut clauses = Clauses::default();
        policies.iter().for_each(|&(is_permissive, expression)| clauses.add(is_permissive, expression));
        clauses.condition()
    }

    #[test]
    fn without_a_permissive_expression_no_row_passes() {
        assert_eq!(condition(&[]), None);
        assert_eq!(condition(&[(false, Some("true"))]), None);
        assert_eq!(condition(&[(true, None), (false, Some("a"))]), None);
    }

    #[test]
    fn permissive_ones_are_alternatives_and_restrictive_ones_conditions() {
        let policies =
            [(true, Some("a")), (false, Some("c or d")), (true, None), (true, Some("b")), (false, None)];
        assert_eq!(condition(&policies).as_deref(), Some("((a) or (b)) and (c or d)"));
    }
}
