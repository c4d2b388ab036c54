//! The arguments of a tool: their JSON Schema (2020-12) and their check, from one declaration.

use serde_json::{Map, Value, json};

/// One argument of a tool.
pub(super) struct Argument {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    /// What an assistant has to know to fill it in.
    pub(super) about: &'static str,
    pub(super) is_required: bool,
}

/// What an argument may be.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// A text of so many characters, from and to.
    Text(usize, usize),
    /// Where the next page begins, as the page before named it.
    Page,
    /// A whole number, from and to.
    Whole(u64, u64),
    Flag,
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// An object of so many bytes of JSON at most, whatever it has.
    Object(usize),
}

/// Characters of such a place: the name of a channel in Base64, and a little more.
const PAGE_CHARACTERS: usize = 100_000;

/// Arguments that were refused.
#[derive(Debug, PartialEq)]
pub(super) enum Wrong {
    /// They are not those of the tool.
    Shape(String),
    /// A value is out of its bounds, which an assistant can correct.
    Value(String),
}

impl Argument {
    pub(super) const fn maybe(name: &'static str, kind: Kind, about: &'static str) -> Self {
        Self { name, kind, about, is_required: false }
    }

    pub(super) const fn required(name: &'static str, kind: Kind, about: &'static str) -> Self {
        Self { name, kind, about, is_required: true }
    }

    fn schema(&self) -> Value {
        let mut schema = match self.kind {
            Kind::Text(least, most) => json!({ "type": "string", "minLength": least, "maxLength": most }),
            Kind::Page => json!({ "type": "string", "minLength": 1, "maxLength": PAGE_CHARACTERS }),
            Kind::Whole(least, most) => json!({ "type": "integer", "minimum": least, "maximum": most }),
            Kind::Flag => json!({ "type": "boolean" }),
            Kind::OneOf(words) => json!({ "type": "string", "enum": words }),
            Kind::Object(_) => json!({ "type": "object" }),
        };
        schema["description"] = json!(self.about);
        schema
    }

    fn check(&self, value: &Value) -> Result<(), Wrong> {
        let name = self.name;
        let shape = |what: &str| Err(Wrong::Shape(format!("{name} has to be {what}")));
        let bounds = |text: String| Err(Wrong::Value(text));
        match (self.kind, value) {
            (Kind::Flag, Value::Bool(_)) => Ok(()),
            (Kind::Flag, _) => shape("true or false"),
            (Kind::Whole(least, most), Value::Number(number)) => match number.as_u64() {
                Some(number) if (least..=most).contains(&number) => Ok(()),
                None if !number.is_i64() => shape("a whole number"),
                _ => bounds(format!("{name} has to be from {least} to {most}")),
            },
            (Kind::Whole(..), _) => shape("a whole number"),
            (Kind::OneOf(words), Value::String(text)) if !words.contains(&&**text) => {
                bounds(format!("{name} has to be one of {}", words.join(", ")))
            }
            (Kind::Text(least, most), Value::String(text)) => check_length(name, text, least, most),
            (Kind::Object(most), Value::Object(_)) if value.to_string().len() > most => {
                bounds(format!("{name} has to have {most} bytes at most"))
            }
            (Kind::Object(_), Value::Object(_)) => Ok(()),
            (Kind::Object(_), _) => shape("an object"),
            (Kind::Page, Value::String(text)) => check_length(name, text, 1, PAGE_CHARACTERS),
            (Kind::OneOf(_), Value::String(_)) => Ok(()),
            (Kind::OneOf(_) | Kind::Text(..) | Kind::Page, _) => shape("a string"),
        }
    }
}

fn check_length(name: &str, text: &str, least: usize, most: usize) -> Result<(), Wrong> {
    // Counted no further than needed.
    let length = text.chars().take(most.saturating_add(1)).count();
    if (least..=most).contains(&length) {
        return Ok(());
    }
    Err(Wrong::Value(format!("{name} has to have {least} to {most} characters")))
}

/// The schema of all arguments of a tool.
pub(super) fn schema(arguments: &[Argument]) -> Value {
    let properties: Map<_, _> = arguments.iter().map(|one| (one.name.to_owned(), one.schema())).collect();
    let required: Vec<_> = arguments.iter().filter(|one| one.is_required).map(|one| one.name).collect();
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

/// Checks what a caller gives.
pub(super) fn check(arguments: &[Argument], given: &Map<String, Value>) -> Result<(), Wrong> {
    let all = || {
        let names: Vec<_> = arguments
            .iter()
            .map(|one| if one.is_required { format!("{} (required)", one.name) } else { one.name.into() })
            .collect();
        names.join(", ")
    };
    for (name, value) in given {
        let Some(argument) = arguments.iter().find(|one| one.name == name) else {
            let name: String = name.chars().take(100).collect();
            return Err(Wrong::Shape(format!("There is no argument {name:?}; there are: {}", all())));
        };
        argument.check(value)?;
    }
    match arguments.iter().find(|one| one.is_required && !given.contains_key(one.name)) {
        Some(missing) => {
            Err(Wrong::Shape(format!("{} is missing; the arguments are: {}", missing.name, all())))
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ARGUMENTS: &[Argument] = &[
        Argument::required("socket", Kind::Text(1, 5), "A socket."),
        Argument::maybe("limit", Kind::Whole(1, 200), "How many."),
        Argument::maybe("sort", Kind::OneOf(&["name", "size"]), "The order."),
        Argument::maybe("reconnect", Kind::Flag, "Whether."),
        Argument::maybe("after", Kind::Page, "Where."),
        Argument::maybe("key", Kind::Object(20), "Which."),
    ];

    fn of(given: Value) -> Result<(), Wrong> {
        let Value::Object(given) = given else { panic!("no object") };
        check(ARGUMENTS, &given)
    }

    #[test]
    fn arguments_are_those_that_the_schema_has() {
        assert_eq!(of(json!({ "socket": "1.2" })), Ok(()));
        let all = json!({ "socket": "äöüßx", "limit": 200, "sort": "size", "reconnect": false, "after": "x", "key": { "id": 7 } });
        assert_eq!(of(all), Ok(()));
        for wrong in [
            json!({}),
            json!({ "socket": 1 }),
            json!({ "socket": null }),
            json!({ "socket": ["1.2"] }),
            json!({ "socket": { "toString": "1.2" } }),
            json!({ "socket": "1", "limit": "5" }),
            json!({ "socket": "1", "limit": 1.5 }),
            json!({ "socket": "1", "limit": true }),
            json!({ "socket": "1", "sort": 1 }),
            json!({ "socket": "1", "reconnect": "false" }),
            json!({ "socket": "1", "reconnect": 0 }),
            json!({ "socket": "1", "after": 1 }),
            json!({ "socket": "1", "key": "{}" }),
            json!({ "socket": "1", "key": [] }),
            json!({ "socket": "1", "Socket": "1" }),
            json!({ "socket": "1", "__proto__": {} }),
        ] {
            assert!(matches!(of(wrong.clone()), Err(Wrong::Shape(_))), "{wrong}");
        }
        for wrong in [
            json!({ "socket": "" }),
            json!({ "socket": "123456" }),
            json!({ "socket": "1", "limit": 0 }),
            json!({ "socket": "1", "limit": 201 }),
            json!({ "socket": "1", "limit": -1 }),
            json!({ "socket": "1", "limit": u64::MAX }),
            json!({ "socket": "1", "sort": "Name" }),
            json!({ "socket": "1", "after": "" }),
            json!({ "socket": "1", "key": { "id": "01234567890123" } }),
        ] {
            assert!(matches!(of(wrong.clone()), Err(Wrong::Value(_))), "{wrong}");
        }
    }

    #[test]
    fn a_refusal_says_what_is_allowed() {
        let text = |given| match of(given) {
            Err(Wrong::Shape(text) | Wrong::Value(text)) => text,
            Ok(()) => panic!("accepted"),
        };
        assert_eq!(
            text(json!({ "socket": "1", "\u{1b}x": 1 })),
            r#"There is no argument "\u{1b}x"; there are: socket (required), limit, sort, reconnect, after, key"#
        );
        assert_eq!(text(json!({ "socket": "1", "limit": 0 })), "limit has to be from 1 to 200");
        assert_eq!(text(json!({ "socket": "1", "sort": "x" })), "sort has to be one of name, size");
        assert!(text(json!({ "x".repeat(1_000_000): 1 })).len() < 300);
    }

    #[test]
    fn a_schema_forbids_what_it_does_not_name() {
        let schema = schema(ARGUMENTS);
        assert_eq!((&schema["type"], &schema["additionalProperties"]), (&json!("object"), &json!(false)));
        assert_eq!(schema["required"], json!(["socket"]));
        assert_eq!(
            schema["properties"]["limit"],
            json!({ "type": "integer", "minimum": 1, "maximum": 200, "description": "How many." })
        );
        assert_eq!(super::schema(&[])["properties"], json!({}));
    }
}
