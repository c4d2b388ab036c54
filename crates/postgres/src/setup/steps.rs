//! What is to be there, step by step.

use super::name::Name;
use super::statements::statements;

/// The publication of `realtime.messages`, as Supabase calls it.
pub const MESSAGES_PUBLICATION: &str = "supabase_realtime_messages_publication";

/// Held while a step runs, so that setups at the same time follow each other: the bytes of `baton pg` as a number.
/// `realtime.baton_partitions` takes it too.
const LOCK: u64 = 0x6261_746f_6e20_7067;

/// Before each step. A setup waits this long for a table that others use, and for another setup; who else wants the table
/// waits behind it meanwhile.
const LOCK_TIMEOUT: &str = "set local lock_timeout = '10s';";

/// For whom and by which names to set up.
#[derive(Debug, Clone)]
pub struct Subject {
    /// The publication of the tables whose changes clients may hear of.
    pub publication: Name,
    /// The role that the server shall log in as; none to leave roles with a login alone.
    pub role: Option<Name>,
}

/// A part of the setup: one transaction, which can be repeated.
#[derive(Debug, Clone)]
pub struct Step {
    /// What it is about.
    pub title: &'static str,
    /// Why it is there.
    pub why: &'static str,
    /// Who may run it, in words.
    pub by: &'static str,
    pub(super) sql: String,
}

impl Step {
    /// Its statements, in the order in which they run.
    pub fn statements(&self) -> Vec<&str> {
        statements(&self.sql)
    }

    /// The whole step as a script for `psql`: what it is about, and its transaction.
    pub fn script(&self) -> String {
        let body = self.sql.trim();
        let opening = Self::opening();
        format!("-- {}. {}\nbegin;\n{opening}\n{body}\ncommit;\n", self.title, self.why)
    }

    /// What stands first in its transaction.
    pub(super) fn opening() -> String {
        format!("{LOCK_TIMEOUT}\nselect pg_advisory_xact_lock({LOCK});")
    }
}

/// The steps of a setup, in their order.
pub fn steps(subject: &Subject) -> Vec<Step> {
    let own = SHARED.iter().chain(if subject.role.is_some() { SERVER } else { &[] });
    own.map(|&(title, why, by, sql)| Step { title, why, by, sql: filled(sql, subject) }).collect()
}

/// With the names in it, as `psql` writes variables.
fn filled(sql: &str, subject: &Subject) -> String {
    let fill = |sql: &str, variable: &str, name: &Name| {
        sql.replace(&format!(":'{variable}'"), &name.literal())
            .replace(&format!(":\"{variable}\""), &name.identifier())
    };
    let sql = fill(sql, "publication", &subject.publication);
    subject.role.as_ref().map_or(sql.clone(), |role| fill(&sql, "role", role))
}

type Part = (&'static str, &'static str, &'static str, &'static str);

const OWNER_OF_SCHEMA: &str = "the owner of the schema realtime, or a superuser";
const OWNER_OF_MESSAGES: &str = "the owner of realtime.messages, or a superuser";

const SHARED: &[Part] = &[
    (
        "Roles of clients",
        "A token names one of them in its claim `role`; what it may see is what this role may see.",
        "a role with CREATEROLE, or a superuser",
        include_str!("sql/01_roles.sql"),
    ),
    (
        "service_role passes row-level security",
        "Backends of the application see all rows, and the server asks in this role which messages a policy shows.",
        "a superuser; since PostgreSQL 16 also a role with CREATEROLE and BYPASSRLS",
        include_str!("sql/02_service_role.sql"),
    ),
    (
        "Who the client is, for policies",
        "auth.uid(), auth.role(), auth.jwt() and auth.email() read the claims of the token, where Supabase has not made them.",
        "the owner of the schema auth, or a role with CREATE on the database where there is none",
        include_str!("sql/03_claims.sql"),
    ),
    (
        "The schema realtime",
        "It holds what follows, and the clients' roles may look into it.",
        "a role with CREATE on the database, or the owner of the schema realtime where there is one",
        include_str!("sql/04_schema.sql"),
    ),
    (
        "Messages",
        "What is inserted here is broadcast; its policies say who may join private channels and send to them.",
        OWNER_OF_MESSAGES,
        include_str!("sql/05_messages.sql"),
    ),
    (
        "Functions that send",
        "They are for triggers and queries: realtime.send, send_binary, broadcast_changes; realtime.topic is for policies.",
        OWNER_OF_SCHEMA,
        include_str!("sql/06_broadcast.sql"),
    ),
    (
        "A partition for each day",
        "Old messages go by dropping a table. Repeated by the server, since days pass.",
        OWNER_OF_MESSAGES,
        include_str!("sql/07_partitions.sql"),
    ),
    (
        "What was sent, for clients that join later",
        "The server reads a private channel's earlier messages by it, and no others.",
        OWNER_OF_MESSAGES,
        include_str!("sql/08_replay.sql"),
    ),
    (
        "The publication of changes",
        "It is empty: add the tables whose changes clients may receive with ALTER PUBLICATION ... ADD TABLE.",
        "a role with CREATE on the database, or a superuser",
        include_str!("sql/09_publication.sql"),
    ),
    (
        "The publication of messages",
        "The server receives broadcasts from the database through it, whichever partition they are in.",
        "the owner of realtime.messages with CREATE on the database, or a superuser",
        include_str!("sql/10_messages_publication.sql"),
    ),
];

const SERVER: &[Part] = &[
    (
        "The server's role",
        "It logs in, acts as the clients' roles, and has no rights on tables of its own (NOINHERIT).",
        "a role with CREATEROLE that may grant the clients' roles, or a superuser",
        include_str!("sql/11_server_role.sql"),
    ),
    (
        "The server's role may read the stream of changes",
        "The attribute REPLICATION lets it use a replication slot.",
        "a superuser; since PostgreSQL 16 also a role with CREATEROLE and REPLICATION",
        include_str!("sql/12_replication.sql"),
    ),
];

#[cfg(test)]
mod tests {
    use super::{Name, Subject, steps};

    fn subject(role: Option<&str>) -> Subject {
        Subject {
            publication: Name::new("Changes").unwrap(),
            role: role.map(|role| Name::new(role).unwrap()),
        }
    }

    #[test]
    fn names_are_filled_in_and_no_statement_is_lost() {
        let steps = steps(&subject(Some("baton")));
        assert_eq!(steps.len(), 12);
        for step in &steps {
            let statements = step.statements();
            assert!(!statements.is_empty(), "{}", step.title);
            // Whatever followed the last semicolon would not run.
            assert_eq!(statements.join("\n\n"), step.sql.trim(), "{}", step.title);
            for variable in [":'", ":\""] {
                assert!(!step.sql.contains(variable), "{}", step.sql);
            }
        }
        assert!(steps[8].sql.contains("create publication \"Changes\" with"), "{}", steps[8].sql);
        assert!(steps[10].sql.contains("create role baton login noinherit"), "{}", steps[10].sql);
    }

    #[test]
    fn without_a_role_no_role_of_the_server_is_made() {
        assert_eq!(steps(&subject(None)).len(), 10);
    }
}
