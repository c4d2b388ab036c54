//! The functions that confine, as SQL.
//!
//! Their own variables have names that no column has, and each name that the search path could
//! decide about stands in full: what runs outside of the inner block is not undone.

use std::fmt::Write as _;
use std::time::Duration;

use super::stored::Stored;
use crate::setup::identifier;

/// Raised to undo an evaluation that is over. Code that raises it itself ends its own evaluation
/// with no value.
const UNDONE: &str = "BA7ON";

/// How much of an error's message is read: the code that raises it decides how long it is.
const MESSAGE_LETTERS: usize = 1_000;

/// An expression of type `text`, and what it is evaluated with.
#[derive(Debug, Clone)]
pub(crate) struct Body {
    /// Settings that hold for one evaluation.
    pub(crate) settings: &'static [&'static str],
    /// How many lists all askers share.
    pub(crate) shared: usize,
    /// The expression, with the names of [`Body::direct`].
    pub(crate) expression: String,
    /// The same with those of [`Names::stored`], as the login understands it with an empty search
    /// path.
    pub(crate) stored: Option<Stored>,
}

/// What stands in an expression for what differs from asker to asker, and for the shared lists.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Names {
    /// In the function itself, which has so many settings.
    Direct { settings: usize },
    /// In the function that is called by it.
    Stored,
}

impl Names {
    /// What the asker has of its own: `text`.
    pub(crate) fn own(self) -> &'static str {
        match self {
            Self::Direct { .. } => r#"$1["baton:n"]"#,
            Self::Stored => "$1",
        }
    }

    /// A shared list: `text[]`, in parentheses.
    pub(crate) fn shared(self, n: usize) -> String {
        match self {
            Self::Direct { settings } => format!("(${})", n + settings + 2),
            Self::Stored => format!("(${})", n + 2),
        }
    }
}

impl Body {
    /// The names of [`Body::expression`].
    pub(crate) fn direct(settings: &'static [&'static str]) -> Names {
        Names::Direct { settings: settings.len() }
    }

    /// What makes the function that has the expression understood.
    pub(super) fn stored(&self, role: &str) -> String {
        let (expression, role) = (self.stored.as_ref().map_or("null", Stored::as_str), identifier(role));
        let arguments = repeated("pg_catalog.text[]", self.shared);
        let signature = format!("pg_temp.baton_stored(pg_catalog.text{arguments})");
        format!(
            "reset role; set local search_path = pg_catalog, pg_temp; set local standard_conforming_strings = on; \
             create function {signature} returns pg_catalog.text language sql begin atomic select ({expression}); end; \
             grant execute on function {signature} to {role}; reset search_path"
        )
    }

    /// An expression that calls it.
    pub(super) fn stored_call(&self) -> String {
        let names = Self::direct(self.settings);
        let shared: String = (0..self.shared).map(|n| format!(", {}", names.shared(n))).collect();
        format!("pg_temp.baton_stored({}{shared})", names.own())
    }
}

fn repeated(argument: &str, count: usize) -> String {
    format!(", {argument}").repeat(count)
}

/// Evaluates a body for each asker: `own`, a list for each setting, and the shared lists. It stops
/// behind the one with which a fourth of the time is over, so that an evaluation that is cancelled
/// has had most of it for itself.
pub(super) fn evaluating(body: &Body, limit: Duration) -> String {
    let Body { settings, shared, expression, .. } = body;
    let arguments = repeated("pg_catalog.text[]", settings.len() + shared);
    let set = set(settings, |n| format!(r#"${}["baton:n"]"#, n + 2));
    let (quote, enough) = (quote(expression), (limit / 4).as_millis());
    format!(
        r#"(pg_catalog.text[]{arguments}) returns pg_catalog.text[] language plpgsql security definer as {quote}
#variable_conflict use_column
declare
  "baton:value" pg_catalog.text;
  "baton:values" pg_catalog.text[] := array[]::pg_catalog.text[];
  "baton:end" constant pg_catalog.timestamptz :=
    pg_catalog.clock_timestamp() operator(pg_catalog.+) '{enough} ms'::pg_catalog.interval;
begin
  for "baton:n" in 1 .. pg_catalog.cardinality($1) loop
    "baton:value" := null;
    begin
      {set};
      "baton:value" := {expression};
      raise sqlstate '{UNDONE}';
    exception
      when sqlstate '{UNDONE}' then
        "baton:value" := '=' operator(pg_catalog.||) "baton:value";
      when query_canceled then
        "baton:values" := pg_catalog.array_append("baton:values", '?'::pg_catalog.text);
        exit;
      when assert_failure or others then -- the latter leaves the former out
        "baton:value" := '!' operator(pg_catalog.||) sqlstate
          operator(pg_catalog.||) pg_catalog.left(sqlerrm, {MESSAGE_LETTERS});
    end;
    "baton:values" := pg_catalog.array_append("baton:values", "baton:value");
    exit when pg_catalog.clock_timestamp() operator(pg_catalog.>) "baton:end";
  end loop;
  perform pg_catalog.pg_advisory_unlock_all();
  return "baton:values";
end {quote}"#
    )
}

/// Runs a query that is its first argument, with its second, a list, as `$1`: rows until their
/// texts have so many bytes as the third says. A value for each setting follows.
pub(super) fn querying(settings: &[&str]) -> String {
    let arguments = repeated("pg_catalog.text", settings.len());
    let set = set(settings, |n| format!("${}", n + 4));
    format!(
        r#"(pg_catalog.text, pg_catalog.text[], pg_catalog.int8{arguments}) returns setof pg_catalog.text[]
language plpgsql security definer as $baton$
declare
  "baton:row" pg_catalog.text[];
  "baton:room" pg_catalog.int8 := $3;
begin
  begin
    {set};
    for "baton:row" in execute $1 using $2 loop
      return next "baton:row";
      "baton:room" := "baton:room"
        operator(pg_catalog.-) pg_catalog.octet_length(pg_catalog.array_to_string("baton:row", ''::pg_catalog.text));
      exit when "baton:room" operator(pg_catalog.<) 0;
    end loop;
    raise sqlstate '{UNDONE}';
  exception
    when sqlstate '{UNDONE}' then null;
  end;
  perform pg_catalog.pg_advisory_unlock_all();
end $baton$"#
    )
}

fn set(settings: &[&str], value: impl Fn(usize) -> String) -> String {
    let mut set = "perform null".to_owned();
    for (n, name) in settings.iter().enumerate() {
        _ = write!(set, ", pg_catalog.set_config('{name}', {}, true)", value(n));
    }
    set
}

/// Quotes for a text that does not have them.
fn quote(text: &str) -> String {
    let mut quote = "$baton$".to_owned();
    for n in 0.. {
        if !text.contains(&quote) {
            break;
        }
        quote = format!("$baton{n}$");
    }
    quote
}

/// Makes a function for the role that the session is in.
pub(super) fn created(text: &str, number: usize) -> String {
    let name = name(number);
    format!("create function {name}{text}; revoke all on function {name} from public")
}

/// Makes a function as a superuser, for a role.
pub(super) fn created_for(role: &str, text: &str, number: usize) -> String {
    let (name, role) = (name(number), identifier(role));
    format!(
        "reset role; create function {name}{text}; alter function {name} owner to {role}; \
         revoke all on function {name} from public"
    )
}

/// Calls a function with so many arguments.
pub(super) fn calling(number: usize, arguments: usize) -> String {
    let arguments: Vec<String> = (1..=arguments).map(|n| format!("${n}")).collect();
    format!("select {}({})", name(number), arguments.join(", "))
}

fn name(number: usize) -> String {
    format!("pg_temp.baton_{number}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_is_quoted_by_what_it_does_not_have() {
        assert_eq!(quote("a"), "$baton$");
        assert_eq!(quote("$baton$"), "$baton0$");
        assert_eq!(quote("$baton0$ $baton$"), "$baton1$");
    }
}
