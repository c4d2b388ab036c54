//! What is known of PostgreSQL's types: their names, and what they are made of, so that
//! [`crate::json`] can write a value of any of them from its text.
//!
//! PostgreSQL's own types are known from the start. Those that a database defines are read from its
//! catalogue when a table needs them, and read again when the table is described again: a composite
//! type may have got another field since.

use std::collections::HashMap;

use tokio_postgres::types::{Kind as BuiltIn, Type};
use tokio_postgres::{Client, Error, Row};

use crate::row::Oid;

/// The last number of a type that PostgreSQL numbers by hand (`FirstGenbkiObjectId`); the others
/// differ from one server to the next.
const LAST_FIXED: Oid = 9_999;

/// How often what is read may refer to what is not known yet: an array of a domain of a composite
/// is three. A chain that is longer than any that a person writes is left unknown.
const MAX_STEPS: usize = 32;

/// A type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeInfo {
    /// Its name in `pg_type`: `int4`, `_int4`, `mood`.
    pub name: Box<str>,
    /// What it is made of.
    pub kind: Kind,
}

/// What a type is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// Nothing else.
    Base,
    /// Values of another type, in any number of dimensions.
    Array {
        /// The type of the values.
        element: Oid,
        /// What stands between two of them in text: a comma, but for `box`.
        delimiter: u8,
    },
    /// Values of another type, with conditions.
    Domain {
        /// The other type.
        base: Oid,
    },
    /// Named fields.
    Composite {
        /// The fields, in their order.
        fields: Box<[Field]>,
    },
    /// One of a few names.
    Enum,
    /// A range, or several.
    Range,
    /// The extension `hstore`: texts by texts, which PostgreSQL turns into JSON by a cast of its
    /// own.
    Hstore,
}

/// A field of a composite type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: Box<str>,
    /// The number of its type.
    pub type_oid: Oid,
}

/// The types that are known, by number. It grows by the types that [`Types::load`] is asked for and
/// what these refer to.
#[derive(Debug, Clone)]
pub struct Types(HashMap<Oid, TypeInfo>);

impl Default for Types {
    fn default() -> Self {
        Self::built_in()
    }
}

impl Types {
    /// PostgreSQL's own types.
    pub fn built_in() -> Self {
        Self((1..=LAST_FIXED).filter_map(|oid| Some((oid, built_in(&Type::from_oid(oid)?)))).collect())
    }

    /// What is known of a type.
    pub fn get(&self, oid: Oid) -> Option<&TypeInfo> {
        self.0.get(&oid)
    }

    /// A type's name in `pg_type`, which is what clients are sent.
    pub fn name(&self, oid: Oid) -> Option<&str> {
        self.get(oid).map(|info| &*info.name)
    }

    /// Notes a type, in place of what was known of it.
    pub fn insert(&mut self, oid: Oid, info: TypeInfo) {
        self.0.insert(oid, info);
    }

    /// Reads from the catalogue what the database says of these types now, and of what they are
    /// made of. PostgreSQL's own are not asked for. A type that is no longer there stays as it was
    /// known, since changes of that time may still come.
    ///
    /// # Errors
    ///
    /// The connection's.
    pub async fn load(&mut self, client: &Client, oids: impl IntoIterator<Item = Oid>) -> Result<(), Error> {
        let mut read = HashMap::new();
        let mut wanted: Vec<Oid> = oids.into_iter().filter(|&oid| !is_built_in(oid)).collect();
        for _ in 0..MAX_STEPS {
            if wanted.is_empty() {
                break;
            }
            for row in client.query(TYPES, &[&wanted]).await? {
                read.insert(row.try_get("oid")?, type_info(&row)?);
            }
            let unread = |oid: &Oid| !is_built_in(*oid) && !read.contains_key(oid);
            wanted = wanted.iter().filter_map(|oid| read.get(oid)).flat_map(parts).filter(unread).collect();
        }
        self.0.extend(read);
        Ok(())
    }
}

/// The types that a type is made of.
fn parts(info: &TypeInfo) -> Vec<Oid> {
    match &info.kind {
        Kind::Array { element, .. } => vec![*element],
        Kind::Domain { base } => vec![*base],
        Kind::Composite { fields } => fields.iter().map(|field| field.type_oid).collect(),
        Kind::Base | Kind::Enum | Kind::Range | Kind::Hstore => Vec::new(),
    }
}

fn is_built_in(oid: Oid) -> bool {
    Type::from_oid(oid).is_some()
}

fn built_in(of: &Type) -> TypeInfo {
    let kind = match of.kind() {
        BuiltIn::Array(element) => Kind::Array { element: element.oid(), delimiter: delimiter(element) },
        BuiltIn::Range(_) | BuiltIn::Multirange(_) => Kind::Range,
        _ => Kind::Base, // there are neither domains, enums nor composites with fixed numbers
    };
    TypeInfo { name: of.name().into(), kind }
}

/// `box` is the one type whose text has commas at its top, so its arrays are written with
/// semicolons.
fn delimiter(element: &Type) -> u8 {
    if *element == Type::BOX { b';' } else { b',' }
}

/// One row for each type that is asked for. An array is what another type names as its array:
/// `typelem` alone is also set for types such as `point`.
const TYPES: &str = "\
    select t.oid, t.typname::text as name, t.typtype::text as type, t.typbasetype as base, \
        e.oid as element, e.typdelim::text as delimiter, f.names, f.types, \
        exists (select from pg_catalog.pg_depend d \
            join pg_catalog.pg_extension x on d.refclassid = 'pg_catalog.pg_extension'::regclass and d.refobjid = x.oid \
            where d.classid = 'pg_catalog.pg_type'::regclass and d.objid = t.oid and x.extname = 'hstore' \
                and t.typname = 'hstore') as hstore \
    from pg_catalog.pg_type t \
        left join pg_catalog.pg_type e on e.typarray = t.oid \
        left join lateral (select array_agg(a.attname::text order by a.attnum) as names, \
                array_agg(a.atttypid order by a.attnum) as types \
            from pg_catalog.pg_attribute a \
            where t.typtype = 'c' and a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped) f on true \
    where t.oid = any ($1)";

fn type_info(row: &Row) -> Result<TypeInfo, Error> {
    let element: Option<Oid> = row.try_get("element")?;
    let kind = match (row.try_get("type")?, element) {
        (_, Some(element)) => {
            let delimiter: &str = row.try_get("delimiter")?;
            Kind::Array { element, delimiter: delimiter.bytes().next().unwrap_or(b',') }
        }
        ("c", None) => Kind::Composite { fields: fields(row)? },
        ("d", None) => Kind::Domain { base: row.try_get("base")? },
        ("e", None) => Kind::Enum,
        ("r" | "m", None) => Kind::Range,
        _ if row.try_get("hstore")? => Kind::Hstore,
        _ => Kind::Base,
    };
    let name: &str = row.try_get("name")?;
    Ok(TypeInfo { name: name.into(), kind })
}

fn fields(row: &Row) -> Result<Box<[Field]>, Error> {
    let names: Option<Vec<&str>> = row.try_get("names")?;
    let types: Option<Vec<Oid>> = row.try_get("types")?;
    let pairs = names.unwrap_or_default().into_iter().zip(types.unwrap_or_default());
    Ok(pairs.map(|(name, type_oid)| Field { name: name.into(), type_oid }).collect())
}
