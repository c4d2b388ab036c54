//! Why a request's changes do not come, in the words of Supabase Realtime (server 2.129), which repeat the request.

use alloc::{borrow::Cow, borrow::ToOwned as _, format, string::String, vec::Vec};

use super::elixir;
use crate::{ChangesRequest, FollowFailure, RowEvent, changes::Clause};

/// The words for the client that asked for these.
pub(crate) fn words<'a>(failure: &'a FollowFailure, requests: &[ChangesRequest]) -> Cow<'a, str> {
    let parameters = |id| requests.iter().find(|it| it.id == id).map(parameters).unwrap_or_default();
    let text = match failure {
        FollowFailure::NotPublished { request } => format!(
            "Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: [{}]",
            parameters(*request)
        ),
        FollowFailure::Unfit { request, code, message } => format!(
            "Unable to subscribe to changes with given parameters. An exception happened so please check your connect parameters: [{}]. Exception: {}",
            parameters(*request),
            exception(code, message)
        ),
        FollowFailure::Other(text) => return Cow::Borrowed(text),
    };
    Cow::Owned(text)
}

fn parameters(request: &ChangesRequest) -> String {
    let filters: Vec<_> = request.filter.iter().map(logged).collect();
    let select = request.select.as_ref().map_or_else(|| "nil".to_owned(), |columns| elixir::list(columns));
    format!(
        "event: {}, schema: {}, table: {}, filters: [{}], select: {select}",
        request.event.map_or("*", RowEvent::as_str),
        request.schema,
        request.table,
        filters.join(", ")
    )
}

/// A condition as the tuple that Supabase Realtime shows; groups are its own words in the same
/// form.
fn logged(clause: &Clause) -> String {
    match clause {
        Clause::Condition(it) => format!(
            "{{{}, {}, {}, {}}}",
            elixir::string(&it.column),
            elixir::string(it.operator.name()),
            elixir::string(&it.value),
            it.is_negated
        ),
        Clause::Group(group) => {
            let inner: Vec<_> = group.clauses.iter().map(logged).collect();
            let name = if group.is_any { "or" } else { "and" };
            format!("{{\"{name}\", [{}], {}}}", inner.join(", "), group.is_negated)
        }
    }
}

/// As Supabase Realtime shows an error of PostgreSQL: `ERROR 22P02 (invalid_text_representation) …`.
fn exception(code: &str, message: &str) -> String {
    // The names of PostgreSQL's manual, appendix A, for what filters can bring about.
    let name = match code {
        "22003" => "numeric_value_out_of_range",
        "22007" => "invalid_datetime_format",
        "22008" => "datetime_field_overflow",
        "22023" => "invalid_parameter_value",
        "22025" => "invalid_escape_sequence",
        "22P02" => "invalid_text_representation",
        "23514" => "check_violation",
        "2201B" => "invalid_regular_expression",
        "42704" => "undefined_object",
        "42883" => "undefined_function",
        "P0001" => "raise_exception",
        _ => return format!("ERROR {code} {message}"),
    };
    format!("ERROR {code} ({name}) {message}")
}

#[cfg(test)]
mod tests {
    use super::{super::Change, *};

    fn said(json: &str, failure: impl Fn(u32) -> FollowFailure) -> String {
        let other = Change(r#"{"table":"other"}"#).request().unwrap();
        let request = Change(json).request().unwrap();
        words(&failure(request.id), &[other, request]).into_owned()
    }

    fn unfit(code: &str, message: &str) -> impl Fn(u32) -> FollowFailure {
        move |request| FollowFailure::Unfit { request, code: code.into(), message: message.into() }
    }

    #[test]
    fn refusals_repeat_the_request() {
        assert_eq!(
            said(
                r#"{"schema":"public","table":"test","filter":"subject=eq.hey"}"#,
                unfit("P0001", "invalid column for filter subject")
            ),
            "Unable to subscribe to changes with given parameters. An exception happened so please check your connect parameters: [event: *, schema: public, table: test, filters: [{\"subject\", \"eq\", \"hey\", false}], select: nil]. Exception: ERROR P0001 (raise_exception) invalid column for filter subject"
        );
        assert_eq!(
            said(r#"{"event":"INSERT","schema":"public"}"#, |request| FollowFailure::NotPublished {
                request
            }),
            "Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: [event: INSERT, schema: public, table: *, filters: [], select: nil]"
        );
    }

    #[test]
    fn groups_and_columns_are_repeated_as_elixir_writes_them() {
        let request = r#"{"schema":"s","table":"t","filter":"not.or(a.eq.\"x\",b.not.in.(1,2))","select":["a","q\"q"]}"#;
        let text = said(request, unfit("XX000", "no"));
        let expected = r#"[event: *, schema: s, table: t, filters: [{"or", [{"a", "eq", "x", false}, {"b", "in", "{1,2}", true}], true}], select: ["a", "q\"q"]]. Exception: ERROR XX000 no"#;
        assert!(text.ends_with(expected), "{text}");
    }

    #[test]
    fn other_words_stay_as_they_are() {
        let other = FollowFailure::Other("changes were missed".into());
        assert_eq!(words(&other, &[]), "changes were missed");
    }
}
