//! The operators of filters.

/// An operator, named as PostgREST names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // `symbol` says what the names mean
pub enum Operator {
    Eq,
    Neq,
    Lt,
    Lte,
    Gt,
    Gte,
    In,
    Like,
    Ilike,
    Is,
    Match,
    Imatch,
    IsDistinct,
    Cs,
    Cd,
    Ov,
}

/// Each with its name and PostgreSQL's operator.
const ALL: [(Operator, &str, &str); 16] = [
    (Operator::Eq, "eq", "="),
    (Operator::Neq, "neq", "<>"),
    (Operator::Lt, "lt", "<"),
    (Operator::Lte, "lte", "<="),
    (Operator::Gt, "gt", ">"),
    (Operator::Gte, "gte", ">="),
    (Operator::In, "in", "="),
    (Operator::Like, "like", "~~"),
    (Operator::Ilike, "ilike", "~~*"),
    (Operator::Is, "is", "is"),
    (Operator::Match, "match", "~"),
    (Operator::Imatch, "imatch", "~*"),
    (Operator::IsDistinct, "isdistinct", "is distinct from"),
    (Operator::Cs, "cs", "@>"),
    (Operator::Cd, "cd", "<@"),
    (Operator::Ov, "ov", "&&"),
];

impl Operator {
    /// Its name in messages.
    pub fn name(self) -> &'static str {
        self.entry().0
    }

    /// PostgreSQL's operator, or the words of its syntax for `is` and `isdistinct`.
    pub fn symbol(self) -> &'static str {
        self.entry().1
    }

    fn entry(self) -> (&'static str, &'static str) {
        // Every operator stands in the table: the test below.
        ALL.iter()
            .find(|(operator, ..)| *operator == self)
            .map_or(("", ""), |&(_, name, symbol)| (name, symbol))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operator_has_its_name() {
        for (operator, name, symbol) in ALL {
            assert_eq!((operator.name(), operator.symbol()), (name, symbol));
        }
    }
}
