//! The extension `hstore`: `"a"=>"1", "b"=>NULL` is `{"a":"1","b":null}`.

use super::{Unfit, push_string};

/// Appends an `hstore`.
pub(super) fn push(out: &mut Vec<u8>, text: &str) -> Result<(), Unfit> {
    let mut rest = text;
    out.push(b'{');
    while !rest.is_empty() {
        push_string(out, &quoted(&mut rest)?);
        rest = rest.strip_prefix("=>").ok_or(Unfit)?;
        out.push(b':');
        if let Some(behind) = rest.strip_prefix("NULL") {
            out.extend_from_slice(b"null");
            rest = behind;
        } else {
            push_string(out, &quoted(&mut rest)?);
        }
        if !rest.is_empty() {
            rest = rest.strip_prefix(", ").filter(|rest| !rest.is_empty()).ok_or(Unfit)?;
            out.push(b',');
        }
    }
    out.push(b'}');
    Ok(())
}

/// A text in quotes, with a backslash before each quote and backslash within.
fn quoted(rest: &mut &str) -> Result<String, Unfit> {
    let mut characters = rest.strip_prefix('"').ok_or(Unfit)?.chars();
    let mut value = String::new();
    loop {
        match characters.next().ok_or(Unfit)? {
            '"' => break,
            '\\' => value.push(characters.next().ok_or(Unfit)?),
            other => value.push(other),
        }
    }
    *rest = characters.as_str();
    Ok(value)
}
