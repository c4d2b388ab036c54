//! Parameters of a call, from its query string.

use percent_encoding::percent_decode_str;

use crate::tenants::Answer;

/// Entries of a list, unless the caller says how many.
const LIMIT: usize = 100;
const HIGHEST_LIMIT: usize = 1_000;

/// Names with their values, in their order.
#[derive(Debug, Default)]
pub(crate) struct Parameters(Vec<(String, String)>);

impl Parameters {
    /// Reads a query string. What is not UTF-8 has replacement characters.
    pub(crate) fn parse(query: &str) -> Self {
        let pairs = query.split('&').filter(|pair| !pair.is_empty());
        Self(
            pairs
                .map(|pair| pair.split_once('=').unwrap_or((pair, "")))
                .map(|(k, v)| (decoded(k), decoded(v)))
                .collect(),
        )
    }

    /// Those that are given.
    pub(crate) fn of(pairs: Vec<(String, String)>) -> Self {
        Self(pairs)
    }

    /// The value of this name, unless it is empty: a form that is not filled in sends that.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(key, value)| key == name && !value.is_empty()).map(|(_, value)| &**value)
    }

    /// A whole number.
    pub(super) fn number(&self, name: &str) -> Result<Option<u64>, Answer> {
        let wrong = |_| Answer::error(400, &format!("{name} has to be a whole number"));
        self.get(name).map(|text| text.parse().map_err(wrong)).transpose()
    }

    /// How many entries a list is to have at most.
    pub(super) fn limit(&self) -> Result<usize, Answer> {
        let given = self.number("limit")?.map(|limit| usize::try_from(limit).unwrap_or(usize::MAX));
        Ok(given.unwrap_or(LIMIT).clamp(1, HIGHEST_LIMIT))
    }

    /// A text to look for, in lower case.
    pub(super) fn search(&self, name: &str) -> String {
        self.get(name).unwrap_or_default().trim().to_lowercase()
    }
}

fn decoded(text: &str) -> String {
    percent_decode_str(&text.replace('+', " ")).decode_utf8_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_is_read_as_forms_write_it() {
        let read = Parameters::parse("a=b%20c+d&e=&f&a=second&g=%ff&limit=7");
        assert_eq!((read.get("a"), read.get("e"), read.get("f")), (Some("b c d"), None, None));
        assert_eq!((read.get("g"), read.limit().unwrap()), (Some("\u{fffd}"), 7));
        assert_eq!(Parameters::parse("limit=0").limit().unwrap(), 1);
        assert_eq!(Parameters::parse("limit=99999999999999").limit().unwrap(), HIGHEST_LIMIT);
        assert!(Parameters::parse("limit=x").limit().is_err());
        assert_eq!(Parameters::parse("").limit().unwrap(), LIMIT);
    }
}
