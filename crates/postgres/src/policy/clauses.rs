//! Which policies of a table a role's command is subject to, and how PostgreSQL joins them (`rowsecurity.c`): one permissive
//! policy must hold, and every restrictive one.
//!
//! A policy without an expression counts for nothing. A permissive one lets no row pass by itself: `FOR ALL … WITH CHECK` has
//! no word about reading, and `FOR INSERT` without `WITH CHECK` none at all. A restrictive one restricts nothing. Where `WITH
//! CHECK` is absent, `USING` stands in for it.

use tokio_postgres::{Error, Row};

/// The policies that a command of a role is subject to, the last name first: PostgreSQL evaluates permissive ones in this order
/// (`RelationBuildRowSecurity` builds the list backwards), and one that raises an error matters only if none before it held.
/// Every operator has its schema, since the text may be read with another search path than PostgreSQL's own.
macro_rules! policies {
    ($columns:literal, $table:literal, $role:literal, $command:literal) => {
        concat!(
            "select ",
            $columns,
            " from pg_catalog.pg_policy p, lateral (select case ",
            $command,
            " when 'r' then p.polqual else coalesce(p.polwithcheck, p.polqual) end as tree) e ",
            "where p.polrelid operator(pg_catalog.=) ",
            $table,
            " and (p.polcmd::pg_catalog.text operator(pg_catalog.=) '*' or p.polcmd::pg_catalog.text operator(pg_catalog.=) ",
            $command,
            ") and exists (select from pg_catalog.unnest(p.polroles) r where r operator(pg_catalog.=) 0::pg_catalog.oid \
             or pg_catalog.pg_has_role(",
            $role,
            ", r, 'usage')) order by p.polname desc"
        )
    };
}

/// Reads the policies of the table `$1` (an `oid`) that a command of the role `$2` (an `oid`) is subject to, for
/// [`Clauses::read`]. `$3` is [`Command::code`].
///
/// Names stand in the texts as the search path of the reader needs them.
pub const POLICIES: &str = policies!(
    "p.polpermissive, pg_catalog.pg_get_expr(e.tree, p.polrelid)",
    "$1::pg_catalog.oid",
    "$2::pg_catalog.oid",
    "$3::pg_catalog.text"
);

/// The same with all parameters in the list `$1`, and each row as a list.
pub(crate) const POLICIES_LISTED: &str = policies!(
    "array[p.polpermissive::pg_catalog.text, pg_catalog.pg_get_expr(e.tree, p.polrelid)]",
    "($1)[1]::pg_catalog.oid",
    "($1)[2]::pg_catalog.oid",
    "($1)[3]"
);

/// The same for one policy after another: each row is the list of its name, whether it is permissive, and its text.
pub(crate) const POLICIES_NAMED: &str = policies!(
    "array[p.polname::pg_catalog.text, p.polpermissive::pg_catalog.text, pg_catalog.pg_get_expr(e.tree, p.polrelid)]",
    "($1)[1]::pg_catalog.oid",
    "($1)[2]::pg_catalog.oid",
    "($1)[3]"
);

/// Whether the policies on the table `$1` that a command of the role `$2` is subject to (`$3`) name something in a schema that
/// the role may not use. What they name when their texts are read and used may be something else by then.
pub(crate) const HIDDEN: &str = concat!(
    "with named as (select d.* from pg_catalog.pg_depend d join (",
    policies!("p.oid", "$1::pg_catalog.oid", "$2::pg_catalog.oid", "$3::pg_catalog.text"),
    ") p on p.oid = d.objid and d.classid = 'pg_policy'::regclass)
select exists (
    select from named d
    join (select 'pg_class'::regclass as of, oid, relnamespace as schema from pg_class
      union all select 'pg_proc'::regclass, oid, pronamespace from pg_proc
      union all select 'pg_operator'::regclass, oid, oprnamespace from pg_operator
      union all select 'pg_type'::regclass, oid, typnamespace from pg_type
      union all select 'pg_collation'::regclass, oid, collnamespace from pg_collation) o
      on o.of = d.refclassid and o.oid = d.refobjid
    where not has_schema_privilege($2::oid, o.schema, 'usage'))"
);

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

    /// From what [`POLICIES_LISTED`] found.
    ///
    /// # Errors
    /// If the rows are not of that query.
    pub(crate) fn read_lists(rows: &[Row]) -> Result<Self, Error> {
        let mut clauses = Self::default();
        for row in rows {
            let list: Vec<Option<&str>> = row.try_get(0)?;
            clauses.add(list.first() == Some(&Some("true")), list.get(1).copied().flatten());
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
