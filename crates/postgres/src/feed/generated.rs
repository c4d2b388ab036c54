//! Generated columns, which the stream leaves out: stored ones before PostgreSQL 18, virtual ones
//! always.
//!
//! Their expressions look at other columns of the row alone, so PostgreSQL computes their values
//! from what the stream has, for all rows of a table in a batch at once, whatever became of the
//! rows since. It is asked where there are subscriptions to the table. A value that cannot be had,
//! as where an update leaves out a large value that it is made of, is not sent.
//!
//! PostgreSQL computes a column with the rights of the role that writes the row; here that would be the
//! server's login. So an expression is evaluated only if all of it is PostgreSQL's own: no
//! function, operator, type or collation of a user or an extension. Not an enumeration either,
//! though it runs no code: PostgreSQL looks up the names in a prepared statement again whenever it
//! plans it again, and the owner of a name can give it to something else by then.

use std::fmt::Write as _;
use std::time::Duration;

use bytes::Bytes;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Error, Statement};

use super::batch::PendingChange;
use super::catalog::Catalog;
use super::matching::Matcher;
use super::table::quoted;
use super::typed::Typed;
use crate::row::{Cell, Change, Column, Oid, OldRow, Relation, ReplicaIdentity, Row};

/// How long PostgreSQL may think about the generated columns of a batch: everybody waits. Those
/// that take longer are not sent.
const LIMIT: Duration = Duration::from_secs(1);

/// All columns of the table `$1`, what makes those that are generated, whether that is PostgreSQL's
/// own as a whole, and the columns that it is made of. The catalogue lists what an expression
/// depends on, but for PostgreSQL's own things: as dependencies of the expression, before
/// PostgreSQL 15 as those of the column. The client's search path is empty, so that the texts name
/// everything in full.
const COLUMNS: &str = "
select a.attname::text, a.atttypid, a.atttypmod,
       case when a.attgenerated <> '' then pg_get_expr(d.adbin, d.adrelid) end,
       not exists (select from unnest(needs.classes, needs.objects, needs.parts) n(class, object, part)
         where not (class = 'pg_class'::regclass and object = $1 and part <> 0)),
       array(select n.attname::text from pg_attribute n where n.attrelid = $1 and n.attnum = any(needs.columns))
from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  cross join lateral (
    select array_agg(e.refclassid), array_agg(e.refobjid), array_agg(e.refobjsubid),
           array_agg(e.refobjsubid) filter (where e.refclassid = 'pg_class'::regclass and e.refobjid = $1 and e.refobjsubid <> a.attnum)
    from pg_depend e where e.classid = 'pg_attrdef'::regclass and e.objid = d.oid
      or e.classid = 'pg_class'::regclass and e.objid = $1 and e.objsubid = a.attnum
  ) needs(classes, objects, parts, columns)
where a.attrelid = $1 and a.attnum > 0 and not a.attisdropped order by a.attnum";

/// How a table's generated columns come to stand among those of the stream.
pub(super) struct Generated {
    /// For each column, its place in the stream.
    layout: Vec<Option<usize>>,
    /// Computes them, for rows whose values are lists of texts.
    statement: Statement,
    /// The places of the query's parameters, and those of its answers.
    needed: Vec<usize>,
    computed: Vec<usize>,
}

impl std::fmt::Debug for Generated {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Generated").field("computed", &self.computed).finish_non_exhaustive()
    }
}

impl Generated {
    /// Reads them; with them the relation that has them too. `None` where there are none, where
    /// they cannot be computed, and where the stream has only some of the table's columns, since
    /// the publication names them or the table has changed since.
    pub(super) async fn load(
        client: &Client,
        relation: &Relation,
    ) -> Result<Option<(Relation, Self)>, Error> {
        let mut columns: Vec<Column> = Vec::new();
        let (mut layout, mut expressions, mut foreign) = (Vec::new(), Vec::new(), Vec::new());
        let mut needs: Vec<String> = Vec::new();
        let mut stream = relation.columns.iter().enumerate().peekable();
        for row in client.query(COLUMNS, &[&relation.oid]).await? {
            let (name, expression): (&str, Option<&str>) = (row.try_get(0)?, row.try_get(3)?);
            let known = stream.next_if(|(_, column)| *column.name == *name);
            match (known, expression) {
                (Some((place, column)), _) => {
                    columns.push(column.clone());
                    layout.push(Some(place));
                }
                (None, Some(_)) if !row.try_get::<_, bool>(4)? => foreign.push(name.to_owned()),
                (None, Some(expression)) => {
                    expressions.push((layout.len(), expression.to_owned()));
                    needs.extend(row.try_get::<_, Vec<String>>(5)?);
                    layout.push(None);
                    columns.push(Column {
                        name: name.into(),
                        type_oid: row.try_get(1)?,
                        type_modifier: row.try_get(2)?,
                        is_identity: relation.identity == ReplicaIdentity::Full,
                    });
                }
                (None, None) => return Ok(None),
            }
        }
        if !foreign.is_empty() {
            let Relation { schema, table, .. } = relation;
            tracing::warn!(columns = ?foreign, %schema, %table, "generated columns are not sent: their expressions use functions, operators or types that are not PostgreSQL's own");
        }
        if expressions.is_empty() || stream.next().is_some() {
            return Ok(None);
        }
        let known = layout.iter().enumerate().filter(|(_, from)| from.is_some()).map(|(place, _)| place);
        let is_needed = |column: &Column| needs.iter().any(|name| **name == *column.name);
        let mut needed: Vec<usize> =
            known.filter(|&place| columns.get(place).is_some_and(is_needed)).collect();
        if needed.is_empty() {
            needed.extend(layout.iter().position(Option::is_some)); // it has to be known how many rows there are
        }
        let types = Typed::all(client, relation).await?;
        let Some(sql) = query(&relation.table, &columns, &types, (&needed, &expressions)) else {
            let Relation { schema, table, .. } = relation;
            tracing::warn!(%schema, %table, "generated columns are not sent: they are computed from columns whose types are not PostgreSQL's own");
            return Ok(None);
        };
        let statement = match prepare(client, &sql, needed.len()).await {
            Ok(statement) => statement,
            Err(error) if error.as_db_error().is_none() => return Err(error),
            Err(error) => {
                let Relation { schema, table, .. } = relation;
                tracing::warn!(%error, %schema, %table, "generated columns are not sent: they cannot be computed");
                return Ok(None);
            }
        };
        let computed = expressions.iter().map(|(place, _)| *place).collect();
        let Relation { oid, ref schema, ref table, identity, .. } = *relation;
        let whole =
            Relation { oid, schema: schema.clone(), table: table.clone(), identity, columns: columns.into() };
        Ok(Some((whole, Self { layout, statement, needed, computed })))
    }

    fn widen(&self, row: &Row) -> Row {
        let cell = |place: &Option<usize>| place.and_then(|place| row.get(place).cloned());
        self.layout.iter().map(|place| cell(place).unwrap_or(Cell::Unchanged)).collect()
    }

    fn widened(&self, change: &Change) -> Change {
        let old = |old: &OldRow| match old {
            OldRow::Key(row) => OldRow::Key(self.widen(row)),
            OldRow::Full(row) => OldRow::Full(self.widen(row)),
        };
        match change {
            Change::Insert { new } => Change::Insert { new: self.widen(new) },
            Change::Update { old: before, new } => {
                Change::Update { old: before.as_ref().map(old), new: self.widen(new) }
            }
            Change::Delete { old: before } => Change::Delete { old: old(before) },
        }
    }

    /// The values that a row's are made of; `None` where one is not known.
    fn parameters(&self, row: &Row, before: Option<&Row>) -> Option<Vec<Option<String>>> {
        let value = |&place: &usize| match (row.get(place)?, before) {
            (Cell::Unchanged, Some(before)) => text(before.get(place)?),
            (cell, _) => text(cell),
        };
        self.needed.iter().map(value).collect()
    }
}

/// Prepares the query, and asks it of no rows, which shows whether it may be asked at
/// all.
async fn prepare(client: &Client, sql: &str, parameters: usize) -> Result<Statement, Error> {
    let statement = client.prepare(sql).await?;
    let none: &[&str] = &[];
    let parameters: Vec<&(dyn ToSql + Sync)> =
        (0..parameters).map(|_| &none as &(dyn ToSql + Sync)).collect();
    client.query(&statement, &parameters).await?;
    Ok(statement)
}

/// `None` for what is not known, `Some(None)` for null.
fn text(cell: &Cell) -> Option<Option<String>> {
    match cell {
        Cell::Unchanged => None,
        Cell::Null => Some(None),
        Cell::Text(bytes) => Some(Some(String::from_utf8_lossy(bytes).into_owned())),
    }
}

/// `None` where it would name a type of a user or an extension.
fn query(
    table: &str,
    columns: &[Column],
    types: &[Typed],
    (needed, expressions): (&[usize], &[(usize, String)]),
) -> Option<String> {
    let (mut lists, mut names, mut values) = (String::new(), String::new(), String::new());
    for (n, &place) in needed.iter().enumerate() {
        let comma = if n == 0 { "" } else { ", " };
        let column = columns.get(place)?;
        let own = types.iter().find(|typed| typed.name == column.name)?.own()?;
        let name = quoted(&column.name);
        _ = write!(lists, "{comma}${}::text[]", n + 1);
        _ = write!(names, "k{n}, ");
        _ = write!(values, "{comma}k.k{n}::{own} as {name}");
    }
    let (mut texts, mut made) = (String::new(), String::new());
    for (n, (_, expression)) in expressions.iter().enumerate() {
        let comma = if n == 0 { "" } else { ", " };
        _ = write!(texts, ", case when g{n} is distinct from null then format('%s', g{n}) end");
        _ = write!(made, "{comma}({expression}) as g{n}");
    }
    Some(format!(
        "select k.place{texts} from unnest({lists}) with ordinality as k({names}place) \
         cross join lateral (select {values}) as {} cross join lateral (select {made}) as g",
        quoted(table)
    ))
}

/// Which row of which change.
#[derive(Clone, Copy)]
struct Place {
    item: usize,
    is_old: bool,
}

/// Gives each change its generated columns.
pub(super) async fn with_generated(
    mut batch: Vec<PendingChange>,
    catalog: &Catalog,
    matcher: &Matcher,
) -> Result<Vec<PendingChange>, Error> {
    let mut tables: Vec<(Oid, &Generated)> = Vec::new();
    for item in &mut batch {
        let generated = catalog.table(item.table).and_then(|table| table.generated.as_deref());
        let Some(generated) = generated else { continue };
        item.change = generated.widened(&item.change);
        if !tables.iter().any(|&(table, _)| table == item.table) && matcher.is_asked_for(item.table) {
            tables.push((item.table, generated));
        }
    }
    for (table, generated) in tables {
        generated.compute(catalog.client(), table, &mut batch).await?;
    }
    Ok(batch)
}

impl Generated {
    /// Computes the values of a table's changes.
    async fn compute(&self, client: &Client, table: Oid, batch: &mut [PendingChange]) -> Result<(), Error> {
        let (mut places, mut rows) = (Vec::new(), Vec::new());
        for (item, of) in batch.iter().enumerate().filter(|(_, item)| item.table == table) {
            let (old, new) = match &of.change {
                Change::Insert { new } => (None, Some(new)),
                Change::Update { old, new } => (old.as_ref(), Some(new)),
                Change::Delete { old } => (Some(old), None),
            };
            let old = old.and_then(|old| if let OldRow::Full(row) = old { Some(row) } else { None });
            for (row, before, is_old) in [(old, None, true), (new, old, false)] {
                if let Some(values) = row.and_then(|row| self.parameters(row, before)) {
                    places.push(Place { item, is_old });
                    rows.push(values);
                }
            }
        }
        if rows.is_empty() {
            return Ok(());
        }
        let lists: Vec<Vec<Option<&str>>> = (0..self.needed.len())
            .map(|n| rows.iter().map(|row| row.get(n).and_then(Option::as_deref)).collect())
            .collect();
        let parameters: Vec<&(dyn ToSql + Sync)> = lists.iter().map(|it| it as &(dyn ToSql + Sync)).collect();
        // All three are on their way at once.
        let limit = format!("set statement_timeout = {}", LIMIT.as_millis());
        let (limited, answers, unlimited) = tokio::join!(
            client.batch_execute(&limit),
            client.query(&self.statement, &parameters),
            client.batch_execute("reset statement_timeout"),
        );
        limited.and(unlimited)?;
        let answers = match answers {
            Ok(answers) => answers,
            Err(error) if error.as_db_error().is_none() => return Err(error),
            Err(error) => {
                tracing::debug!(%error, table, "generated columns are not sent: they cannot be computed");
                return Ok(());
            }
        };
        for answer in &answers {
            let place = usize::try_from(answer.try_get::<_, i64>(0)? - 1).ok();
            let Some(&Place { item, is_old }) = place.and_then(|place| places.get(place)) else { continue };
            let Some(row) = batch.get_mut(item).and_then(|item| row_of(&mut item.change, is_old)) else {
                continue;
            };
            for (n, &column) in self.computed.iter().enumerate() {
                let value: Option<&str> = answer.try_get(n + 1)?;
                if let Some(cell) = row.get_mut(column) {
                    *cell = value
                        .map_or(Cell::Null, |value| Cell::Text(Bytes::copy_from_slice(value.as_bytes())));
                }
            }
        }
        Ok(())
    }
}

fn row_of(change: &mut Change, is_old: bool) -> Option<&mut Row> {
    match (change, is_old) {
        (Change::Insert { new } | Change::Update { new, .. }, false) => Some(new),
        (
            Change::Update { old: Some(OldRow::Full(row)), .. } | Change::Delete { old: OldRow::Full(row) },
            true,
        ) => Some(row),
        _ => None,
    }
}
