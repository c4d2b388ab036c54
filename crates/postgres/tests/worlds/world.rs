//! A world: a table with its owner, rights and policies, who follows it, and what happens to its rows.

use std::fmt::Write as _;

use baton_postgres::row::ReplicaIdentity;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

/// The roles of a world's followers. They exist once, for all worlds:
/// - `member` inherits from `authenticated`, so policies for that apply to it; `loner` is a member that does not inherit;
/// - `passes` bypasses row-level security;
/// - `alice` owns half of the tables.
pub(crate) const ROLES: &[&str] = &["anon", "authenticated", "member", "loner", "passes", "alice"];

/// The columns of each table.
pub(crate) const COLUMNS: &[&str] = &["id", "owner", "team", "label", "fine", "n", "low"];

/// The topics that are asked about.
pub(crate) const TOPICS: &[&str] = &["room", "team:1", "a"];

#[derive(Debug, Clone)]
pub(crate) struct World {
    pub(crate) table: Table,
    pub(crate) policies: Vec<Policy>,
    pub(crate) followers: Vec<Follower>,
    pub(crate) rows: Vec<Row>,
    /// Those of `realtime.messages`.
    pub(crate) channels: Vec<Policy>,
}

#[derive(Debug, Clone)]
pub(crate) struct Table {
    pub(crate) shape: Shape,
    pub(crate) is_alices: bool,
    pub(crate) is_guarded: bool,
    pub(crate) is_forced: bool,
    /// Without a primary key its updates need a full identity.
    pub(crate) has_key: bool,
    pub(crate) has_full_identity: bool,
    pub(crate) rights: Rights,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    Plain,
    Partitioned,
    /// Other rows are in a table that inherits from it.
    Inherited,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rights {
    All,
    /// Without the column `label`, and what is made of it.
    SomeColumns,
    /// Without the key.
    ButTheKey,
    /// To `authenticated` alone.
    OneRole,
    /// Of the table, and not of its schema.
    WithoutSchema,
    None,
}

#[derive(Debug, Clone)]
pub(crate) struct Policy {
    is_permissive: bool,
    command: &'static str,
    role: &'static str,
    using: Option<String>,
    check: Option<String>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Follower {
    pub(crate) role: &'static str,
    user: Option<u8>,
    is_high: bool,
    pub(crate) filter: Option<&'static Filter>,
}

/// A filter, and what it means.
#[derive(Debug)]
pub(crate) struct Filter {
    pub(crate) text: &'static str,
    pub(crate) column: &'static str,
    pub(crate) sql: &'static str,
}

const FILTERS: &[Filter] = &[
    Filter { text: "team=eq.1", column: "team", sql: "team = 1" },
    Filter { text: "team=neq.1", column: "team", sql: "team <> 1" },
    Filter { text: "label=eq.a", column: "label", sql: "label = 'a'" },
    Filter { text: "label=like.a%", column: "label", sql: "label like 'a%'" },
    Filter { text: "n=gte.1", column: "n", sql: "n >= 1" },
    Filter { text: "id=lt.3", column: "id", sql: "id < 3" },
];

#[derive(Debug, Clone, Copy)]
pub(crate) struct Row {
    values: Values,
    /// Whether it is there before anybody follows, and what it is updated to then.
    pub(crate) becomes: Option<Values>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Values {
    owner: Option<u8>,
    team: Option<u8>,
    label: Option<&'static str>,
}

/// Conditions of tables' policies. `$w` stands for the world's schema. None makes PostgreSQL refuse every query of the table,
/// as one that reads its own table does (infinite recursion): there a policy that holds by itself decides here.
const CONDITIONS: &[&str] = &[
    "true",
    "false",
    "null::boolean",
    "auth.uid() = owner",
    "(select auth.uid()) = owner",
    "owner::text = current_setting('request.jwt.claims', true)::json ->> 'sub'",
    "label = 'a'",
    "label like 'a%'",
    "label is null",
    "low = 'b'",
    "fine <> 'no'",
    "team = 1",
    "1 / team > 0",
    "auth.role() = 'authenticated'",
    "auth.jwt() ->> 'level' = 'high'",
    "team in (select m.team from $w.members m where m.member = auth.uid())",
    "exists (select from $w.members m where m.team = t.team and m.member = (select auth.uid()))",
    "exists (select from $w.mine m where m.team = t.team)",
    "$w.is_in(team)",
    "$w.is_high()",
    "$w.acts_as('authenticated')",
    "$w.reads_secrets()",
    "$w_hidden.is_two(team)",
    "$w.raises()",
    "current_user = 'member'",
    "pg_has_role('authenticated', 'usage')",
];

/// Those of `realtime.messages`.
const OF_CHANNELS: &[&str] = &[
    "true",
    "false",
    "null::boolean",
    "realtime.topic() = 'room'",
    "(select realtime.topic()) like 'team:%'",
    "extension = 'presence'",
    "topic = 'a'",
    "auth.uid() is not null",
    "auth.jwt() ->> 'level' = 'high'",
    "auth.role() = 'anon'",
    "realtime.topic() = 'team:' || (select min(m.team) from $w.members m where m.member = auth.uid())",
    "$w.is_in(1)",
    "$w.raises()",
    "event is null",
    "current_user = 'loner'",
];

fn expression(conditions: &'static [&'static str]) -> impl Strategy<Value = String> {
    let one = select(conditions).prop_map(str::to_owned);
    one.prop_recursive(2, 4, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a}) or ({b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a}) and ({b})")),
            inner.prop_map(|a| format!("not ({a})")),
        ]
    })
}

fn policy(conditions: &'static [&'static str]) -> impl Strategy<Value = Policy> {
    let using = prop::option::weighted(0.8, expression(conditions));
    let check = prop::option::weighted(0.5, expression(conditions));
    let commands = select(&["select", "all", "select", "insert", "update", "delete"][..]);
    let roles = select(&["public", "public", "authenticated", "anon", "member"][..]);
    (prop::bool::weighted(0.75), commands, roles, using, check).prop_map(
        |(is_permissive, command, role, using, check)| {
            // What PostgreSQL does not let the command have.
            let using = using.filter(|_| command != "insert");
            let check = check.filter(|_| !matches!(command, "select" | "delete"));
            Policy { is_permissive, command, role, using, check }
        },
    )
}

fn table() -> impl Strategy<Value = Table> {
    let shape = select(&[Shape::Plain, Shape::Plain, Shape::Partitioned, Shape::Inherited][..]);
    let rights = select(
        &[
            Rights::All,
            Rights::All,
            Rights::All,
            Rights::All,
            Rights::SomeColumns,
            Rights::ButTheKey,
            Rights::OneRole,
            Rights::WithoutSchema,
            Rights::None,
        ][..],
    );
    let flags = (any::<bool>(), prop::bool::weighted(0.9), any::<bool>(), any::<bool>());
    (shape, rights, flags, prop::bool::weighted(0.9)).prop_map(
        |(shape, rights, (is_alices, is_guarded, is_forced, has_full_identity), has_key)| Table {
            shape,
            is_alices,
            is_guarded,
            is_forced,
            has_key,
            has_full_identity: has_full_identity || !has_key,
            rights,
        },
    )
}

pub(crate) fn world() -> impl Strategy<Value = World> {
    let user = || prop::option::weighted(0.8, 1..3u8);
    let filter = prop::option::weighted(0.4, (0..FILTERS.len()).prop_map(|n| &FILTERS[n]));
    let follower = (select(ROLES), user(), any::<bool>(), filter);
    let follower =
        follower.prop_map(|(role, user, is_high, filter)| Follower { role, user, is_high, filter });
    let label = || prop::option::weighted(0.9, select(&["a", "b", "ab", ""][..]));
    let values = || {
        let values = (user(), prop::option::weighted(0.9, 0..3u8), label());
        values.prop_map(|(owner, team, label)| Values { owner, team, label })
    };
    let row = (values(), prop::option::of(values()), any::<bool>());
    // Half of the updates leave the values as they were.
    let row = row.prop_map(|(values, becomes, is_changed)| Row {
        values,
        becomes: becomes.map(|becomes| if is_changed { becomes } else { values }),
    });
    (
        table(),
        prop::collection::vec(policy(CONDITIONS), 0..4),
        prop::collection::vec(follower, 1..4),
        prop::collection::vec(row, 1..5),
        prop::collection::vec(policy(OF_CHANNELS), 0..4),
    )
        .prop_map(|(table, policies, followers, rows, channels)| World {
            table,
            policies,
            followers,
            rows,
            channels,
        })
}

fn uuid(user: u8) -> String {
    format!("00000000-0000-0000-0000-00000000000{user}")
}

impl Follower {
    /// Whether its filter is on none of these columns.
    pub(crate) fn lacks(&self, columns: &[&str]) -> bool {
        self.filter.is_some_and(|filter| !columns.contains(&filter.column))
    }

    pub(crate) fn claims(&self) -> Value {
        let mut claims = json!({"role": self.role, "level": if self.is_high { "high" } else { "low" }});
        if let Some(user) = self.user {
            claims["sub"] = uuid(user).into();
        }
        claims
    }
}

impl Policy {
    fn sql(&self, (schema, table, number): (&str, &str, usize)) -> String {
        let Self { command, role, using, check, is_permissive } = self;
        let mode = if *is_permissive { "permissive" } else { "restrictive" };
        let mut sql = format!("create policy p{number} on {table} as {mode} for {command} to {role}");
        for (word, condition) in [("using", using), ("with check", check)] {
            if let Some(condition) = condition {
                _ = write!(sql, " {word} ({})", condition.replace("$w", schema));
            }
        }
        sql + ";\n"
    }
}

impl World {
    pub(crate) fn identity(&self) -> ReplicaIdentity {
        if self.table.has_full_identity { ReplicaIdentity::Full } else { ReplicaIdentity::Default }
    }

    /// The table in a query, without those that inherit from it: these are not published.
    pub(crate) fn relation(&self, schema: &str) -> String {
        let only = if self.table.shape == Shape::Inherited { "only " } else { "" };
        format!("{only}{schema}.t")
    }

    /// What makes it, but for its rows. Run by a superuser.
    pub(crate) fn setup(&self, schema: &str) -> String {
        let Table { shape, is_alices, is_guarded, is_forced, has_key, has_full_identity, rights } =
            &self.table;
        let key = if *has_key { "primary key" } else { "not null" };
        let by = if *shape == Shape::Partitioned { " partition by range (id)" } else { "" };
        let mut sql = format!(
            "create schema {schema};
             create table {schema}.members (member uuid, team int);
             insert into {schema}.members values ('{}', 1), ('{}', 2);
             create table {schema}.secrets (n int); insert into {schema}.secrets values (1);
             create domain {schema}.fine as text check (value <> 'never');
             create view {schema}.mine as select team from {schema}.members where member = auth.uid();
             create function {schema}.is_in(int) returns boolean language sql stable security definer as
               $$ select exists (select from {schema}.members where team = $1 and member = auth.uid()) $$;
             create function {schema}.is_high() returns boolean language plpgsql stable as
               $$ begin return current_setting('request.jwt.claims', true)::json ->> 'level' = 'high'; end $$;
             create function {schema}.acts_as(text) returns boolean language plpgsql stable as
               $$ begin return current_setting('request.jwt.claim.role', true) = $1; end $$;
             create function {schema}.reads_secrets() returns boolean language sql stable as
               $$ select exists (select from {schema}.secrets) $$;
             create function {schema}.raises() returns boolean language plpgsql stable as $$ begin raise 'no'; end $$;
             create schema {schema}_hidden; -- no role may use it but in policies
             create function {schema}_hidden.is_two(int) returns boolean language sql immutable as $$ select $1 = 2 $$;
             create table {schema}.t (id int {key}, owner uuid, team int, label text, fine {schema}.fine default 'yes',
               n int default 0, low text generated always as (lower(label)) stored){by};
             grant select on {schema}.members, {schema}.mine to public;\n",
            uuid(1),
            uuid(2)
        );
        if *shape == Shape::Partitioned {
            _ = writeln!(
                sql,
                "create table {schema}.t1 partition of {schema}.t for values from (0) to (100);"
            );
        }
        if *shape == Shape::Inherited {
            _ = writeln!(
                sql,
                "create table {schema}.child () inherits ({schema}.t); insert into {schema}.child (id) values (1), (2);"
            );
        }
        // The server's login has to understand what policies of private channels name.
        let users = if *rights == Rights::WithoutSchema { "baton" } else { "public" };
        _ = writeln!(sql, "grant usage on schema {schema} to {users};");
        sql += &match rights {
            Rights::All | Rights::WithoutSchema => format!("grant select on {schema}.t to public;\n"),
            Rights::ButTheKey => format!("grant select (owner, team, label, n) on {schema}.t to public;\n"),
            Rights::SomeColumns => {
                format!("grant select (id, owner, team, fine, n) on {schema}.t to public;\n")
            }
            Rights::OneRole => format!("grant select on {schema}.t to authenticated;\n"),
            Rights::None => String::new(),
        };
        for (is_so, what) in [
            (*is_guarded, "enable row level security"),
            (*is_forced, "force row level security"),
            (*has_full_identity, "replica identity full"),
            (*is_alices, "owner to alice"),
        ] {
            if is_so {
                _ = writeln!(sql, "alter table {schema}.t {what};");
                if *shape == Shape::Partitioned && what.starts_with("replica") {
                    _ = writeln!(sql, "alter table {schema}.t1 {what};");
                }
            }
        }
        for (n, policy) in self.policies.iter().enumerate() {
            sql += &policy.sql((schema, &format!("{schema}.t"), n));
        }
        sql + &format!("alter publication supabase_realtime add table only {schema}.t;\n")
    }

    /// The rows that are there before anybody follows.
    pub(crate) fn rows(&self, schema: &str) -> String {
        let old = self.rows.iter().enumerate().filter(|(_, row)| row.becomes.is_some());
        old.map(|(n, row)| row.insert(schema, n)).collect()
    }

    /// What happens while it is followed.
    pub(crate) fn changes(&self, schema: &str) -> String {
        let mut sql = String::new();
        for (n, row) in self.rows.iter().enumerate() {
            match row.becomes {
                Some(values) => {
                    let [owner, team, label] = values.sql();
                    _ = writeln!(
                        sql,
                        "update {schema}.t set n = n + 1, owner = {owner}, team = {team}, label = {label} where id = {};",
                        n + 1
                    );
                }
                None => sql += &row.insert(schema, n),
            }
        }
        sql
    }

    /// The policies of private channels, in place of those that were there.
    pub(crate) fn channels(&self, schema: &str) -> String {
        let mut sql = "do $$ declare p name; begin
            for p in select polname from pg_policy where polrelid = 'realtime.messages'::regclass loop
              execute format('drop policy %I on realtime.messages', p);
            end loop; end $$;\n"
            .to_owned();
        for (n, policy) in self.channels.iter().enumerate() {
            sql += &policy.sql((schema, "realtime.messages", n));
        }
        sql
    }
}

impl Row {
    fn insert(&self, schema: &str, n: usize) -> String {
        let [owner, team, label] = self.values.sql();
        format!(
            "insert into {schema}.t (id, owner, team, label) values ({}, {owner}, {team}, {label});\n",
            n + 1
        )
    }
}

impl Values {
    fn sql(&self) -> [String; 3] {
        let text = |value: Option<String>| value.map_or("null".to_owned(), |value| format!("'{value}'"));
        [
            text(self.owner.map(uuid)),
            text(self.team.map(|team| team.to_string())),
            text(self.label.map(str::to_owned)),
        ]
    }
}
