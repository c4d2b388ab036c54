//! What `auth.uid()` and its like mean.
//!
//! They are functions of the database's owner, who may have others of these names. So they count as known only where
//! their body is one of those that Supabase, and this product's own schema, create.

use std::collections::BTreeMap;

use crate::scalar::Type;

/// What a function without arguments gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Meaning {
    /// A claim as `->>` gives it, then cast.
    Claim {
        name: &'static str,
        of: Type,
        /// Whether an empty text counts as `NULL`.
        empty_is_null: bool,
    },
    /// All claims, as `jsonb`.
    Claims,
}

/// The functions that are known, by schema and name.
#[derive(Debug, Clone, Default)]
pub struct Functions(BTreeMap<(Box<str>, Box<str>), Meaning>);

/// Reads what [`Functions::add`] needs: schema, name, `prosrc` of functions without arguments that are named so, and that the
/// role `$1` (an `oid`) may execute: PostgreSQL refuses rows to one that may not.
pub const FUNCTIONS: &str = "\
select n.nspname::text, p.proname::text, p.prosrc
from pg_catalog.pg_proc p
    join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    join pg_catalog.pg_language l on l.oid = p.prolang
where n.nspname = 'auth' and p.proname in ('uid', 'role', 'email', 'jwt') and p.pronargs = 0
    and l.lanname = 'sql' and not p.proretset and p.proconfig is null
    and has_function_privilege($1::oid, p.oid, 'execute')
    and p.prorettype = case p.proname when 'uid' then 2950 when 'jwt' then 3802 else 25 end";

const CLAIMS: &str = "nullif(current_setting('request.jwt.claims',true),'')";

impl Functions {
    /// Those of the schema that this product makes: `auth.uid()`, `auth.role()`, `auth.email()`, `auth.jwt()`.
    pub fn known() -> Self {
        let mut functions = Self::default();
        let claims = [("uid", "sub", "uuid"), ("role", "role", "text"), ("email", "email", "text")];
        for (name, claim, cast) in claims {
            functions.add("auth", name, &format!("select ({CLAIMS}::jsonb ->> '{claim}')::{cast}"));
        }
        functions.add("auth", "jwt", &format!("select {CLAIMS}::jsonb"));
        functions
    }

    /// Adds a function without arguments, of the language `sql`, that gives `uuid` (`uid`), `jsonb` (`jwt`) or `text`
    /// (`role`, `email`); whether its body is known. One that is not known is left to PostgreSQL.
    pub fn add(&mut self, schema: &str, name: &str, prosrc: &str) -> bool {
        let Some(meaning) = meaning(name, prosrc) else { return false };
        self.0.insert((schema.into(), name.into()), meaning);
        true
    }

    pub(super) fn get(&self, name: &[String]) -> Option<&Meaning> {
        let [schema, name] = name else { return None };
        self.0.get(&(schema.as_str().into(), name.as_str().into()))
    }
}

fn meaning(name: &str, prosrc: &str) -> Option<Meaning> {
    let body = normal(prosrc);
    let (claim, of, cast) = match name {
        "uid" => ("sub", Type::Uuid, "::uuid"),
        "role" => ("role", Type::Text, "::text"),
        "email" => ("email", Type::Text, "::text"),
        "jwt" => {
            let bodies = [
                format!(
                    "selectcoalesce(nullif(current_setting('request.jwt.claim',true),''),{CLAIMS})::jsonb"
                ),
                format!("select{CLAIMS}::jsonb"),
                format!("select({CLAIMS})::jsonb"),
            ];
            return bodies.contains(&body).then_some(Meaning::Claims);
        }
        _ => return None,
    };
    let single = format!("nullif(current_setting('request.jwt.claim.{claim}',true),'')");
    let mut found = None;
    for json in ["jsonb", "json"] {
        let read = format!("{CLAIMS}::{json}->>'{claim}'");
        for (body_of, empty_is_null) in [
            (format!("coalesce({single},({read}))"), false),
            (format!("coalesce({single},{read})"), false),
            (format!("({read})"), false),
            (format!("nullif({read},'')"), true),
        ] {
            // `role` and `email` are text without a cast, which binds closer than `->>` does: `a ->> 'b'::text`.
            let has_cast = body == format!("select{body_of}{cast}");
            let is_plain =
                cast == "::text" && (body == format!("select{body_of}") || body == format!("select{read}"));
            if has_cast || is_plain {
                found = Some(Meaning::Claim { name: claim, of: of.clone(), empty_is_null });
            }
        }
    }
    found
}

/// A body in small letters, without blanks outside of its constants, and without a semicolon at its end.
fn normal(prosrc: &str) -> String {
    let mut is_quoted = false;
    let mut out = String::with_capacity(prosrc.len());
    for letter in prosrc.chars() {
        if letter == '\'' {
            is_quoted = !is_quoted;
        }
        if is_quoted {
            out.push(letter);
        } else if !letter.is_whitespace() {
            out.push(letter.to_ascii_lowercase());
        }
    }
    out.truncate(out.trim_end_matches(';').len());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As Supabase's images create them (supabase/auth, migration 20220224000811).
    const UID: &str = "
  select
  coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')
  )::uuid
";

    #[test]
    fn bodies_are_known_whatever_their_blanks() {
        let mut functions = Functions::default();
        assert!(functions.add("auth", "uid", UID));
        assert!(
            functions.add(
                "auth",
                "uid",
                &UID.replace('\n', " ")
                    .to_uppercase()
                    .replace("'REQUEST.JWT.CLAIM.SUB'", "'request.jwt.claim.sub'")
                    .replace("'REQUEST.JWT.CLAIMS'", "'request.jwt.claims'")
                    .replace("'SUB'", "'sub'")
            )
        );
        assert!(functions.add(
            "auth",
            "jwt",
            "select nullif(current_setting('request.jwt.claims', true), '')::jsonb;"
        ));
        assert!(functions.add("auth", "role", &UID.replace("sub", "role").replace("uuid", "text")));
        assert!(functions.get(&["auth".into(), "uid".into()]).is_some());
        assert!(functions.get(&["uid".into()]).is_none());
    }

    #[test]
    fn other_bodies_are_not() {
        let (more, other_cast) = (
            UID.replace("::uuid", "::uuid where current_date > '2026-01-01'"),
            UID.replace("uuid", "varchar"),
        );
        for (name, body) in [
            ("uid", "select nullif(current_setting('request.jwt.claim.sub', true), '')::uuid"),
            ("uid", "select '00000000-0000-0000-0000-000000000000'::uuid"),
            ("role", UID),
            ("uid", more.as_str()),
            ("uid", other_cast.as_str()),
            (
                "uid",
                "select coalesce(nullif(current_setting('request.jwt.claim.SUB', true), ''), (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'))::uuid",
            ),
            ("other", UID),
        ] {
            assert!(!Functions::default().add("auth", name, body), "{name}: {body}");
        }
    }
}
