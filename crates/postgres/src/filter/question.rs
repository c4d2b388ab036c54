//! What PostgreSQL is asked where a filter cannot be decided here.
//!
//! Names of types and collations are quoted by the catalogue's `format('%I')`; every value is a parameter, a text in one list,
//! that is cast.

use std::fmt::Write as _;

use super::bind::{BindError, BoundFilter, Node, Operand, Test};
use super::evaluate::CellRef;
use super::operator::Operator;
use crate::scalar::Type;
use crate::scalar::json::Step;
use crate::truth::Truth;

/// A condition of SQL.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Question {
    /// The condition, an expression of type `boolean`. `$1` stands for the list of its parameters, of type `text[]`.
    pub sql: String,
    /// Its parameters.
    pub parameters: Vec<Option<String>>,
}

/// A condition that fails where PostgreSQL does not take a filter's value. It is asked when a subscription is made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// The condition; what it answers does not matter.
    pub question: Question,
    /// The operator, of which the refusal may speak.
    operator: Operator,
}

impl Check {
    /// What PostgreSQL's error says to the subscriber.
    pub fn refusal(&self, code: &str, message: &str) -> BindError {
        match self.operator {
            Operator::Match | Operator::Imatch if code == "2201B" => BindError::raised(format!(
                "invalid regular expression for {} filter: {message}",
                self.operator.name()
            )),
            _ => BindError { code: code.into(), message: message.to_owned() },
        }
    }
}

impl BoundFilter {
    /// What PostgreSQL must be asked about the filter's values, once.
    pub fn checks(&self) -> Vec<Check> {
        let mut checks = Vec::new();
        gather(&self.clauses, &mut checks);
        checks
    }

    /// What decides about a row of which [`BoundFilter::verdict`] is to ask the database.
    ///
    /// The answer `true` is that the row is meant. An error is that it is not.
    pub fn question<'a>(&self, row: &dyn Fn(usize) -> CellRef<'a>) -> Question {
        let mut writer = Writer::default();
        let open: Vec<&Node> = self.clauses.iter().filter(|node| node.truth(row) != Truth::TRUE).collect();
        if open.is_empty() {
            writer.sql.push_str("true");
        }
        writer.joined(&open, " and ", Cells::Values(row));
        writer.finish()
    }

    /// What a row of the table has to meet, as a condition of a query in which columns are called what `name` makes of their
    /// places.
    pub fn condition(&self, name: &dyn Fn(usize) -> String) -> Question {
        let mut writer = Writer::default();
        let all: Vec<&Node> = self.clauses.iter().collect();
        if all.is_empty() {
            writer.sql.push_str("true");
        }
        writer.joined(&all, " and ", Cells::Columns(name));
        writer.finish()
    }
}

/// What stands for a column.
#[derive(Clone, Copy)]
enum Cells<'f, 'a> {
    /// Its value in a row.
    Values(&'f dyn Fn(usize) -> CellRef<'a>),
    /// Its name in the query.
    Columns(&'f dyn Fn(usize) -> String),
}

/// The same of one column.
enum Cell {
    Value(Option<String>),
    Column(String),
}

fn gather(nodes: &[Node], checks: &mut Vec<Check>) {
    for node in nodes {
        match node {
            Node::Test(test) if test.is_unchecked => {
                let mut writer = Writer::default();
                writer.check(test);
                checks.push(Check { question: writer.finish(), operator: test.operator });
            }
            Node::Test(_) => {}
            Node::Group { clauses, .. } => gather(clauses, checks),
        }
    }
}

#[derive(Default)]
struct Writer {
    sql: String,
    parameters: Vec<Option<String>>,
}

impl Writer {
    fn finish(self) -> Question {
        Question { sql: self.sql, parameters: self.parameters }
    }

    fn joined(&mut self, nodes: &[&Node], between: &str, cells: Cells<'_, '_>) {
        for (place, node) in nodes.iter().enumerate() {
            if place > 0 {
                self.sql.push_str(between);
            }
            self.node(node, cells);
        }
    }

    fn node(&mut self, node: &Node, cells: Cells<'_, '_>) {
        match node {
            Node::Test(test) => {
                let index = test.operand.column.index;
                match cells {
                    Cells::Columns(name) => self.test(test, Cell::Column(name(index))),
                    Cells::Values(row) => match row(index) {
                        CellRef::Missing => self.sql.push_str("null::pg_catalog.bool"),
                        CellRef::Null => self.test(test, Cell::Value(None)),
                        CellRef::Text(text) => self.test(test, Cell::Value(Some(text.to_owned()))),
                    },
                }
            }
            Node::Group { is_negated, is_any, clauses } => {
                let clauses: Vec<&Node> = clauses.iter().collect();
                self.sql.push_str(if *is_negated { "not (" } else { "(" });
                self.joined(&clauses, if *is_any { " or " } else { " and " }, cells);
                self.sql.push(')');
            }
        }
    }

    /// `not (left = right)`.
    fn test(&mut self, test: &Test, cell: Cell) {
        let operand = &test.operand;
        self.sql.push_str(if test.is_negated { "not (" } else { "(" });
        self.left(operand, cell);
        self.operator(test);
        if test.operator != Operator::Is {
            self.right(test);
        }
        self.sql.push(')');
    }

    fn left(&mut self, operand: &Operand, cell: Cell) {
        let column = &operand.column;
        match cell {
            Cell::Value(value) => self.parameter(value, &column.sql),
            Cell::Column(name) => self.sql.push_str(&name),
        }
        for (place, step) in operand.path.iter().flat_map(|path| path.steps.iter().enumerate()) {
            let is_last =
                operand.path.as_ref().is_some_and(|path| path.is_text && place + 1 == path.steps.len());
            self.sql.push_str(if is_last {
                " operator(pg_catalog.->>) "
            } else {
                " operator(pg_catalog.->) "
            });
            match step {
                Step::Key(key) => self.parameter(Some(key.to_string()), "pg_catalog.text"),
                Step::Index(index) => _ = write!(self.sql, "({index})"),
            }
        }
        if let (Some(collate), None) = (&column.collate, &operand.path) {
            self.sql.push_str(" collate ");
            self.sql.push_str(collate);
        }
    }

    fn operator(&mut self, test: &Test) {
        let symbol = test.operator.symbol();
        match test.operator {
            Operator::Is => _ = write!(self.sql, " is {}", is_word(&test.value)),
            Operator::IsDistinct => _ = write!(self.sql, " {symbol} "),
            // The operators of an extension's types are where the extension is, which the search path tells.
            _ if *test.operand.of() == Type::Other => _ = write!(self.sql, " {symbol} "),
            _ => _ = write!(self.sql, " operator(pg_catalog.{symbol}) "),
        }
        if test.operator == Operator::In {
            self.sql.push_str("any ");
        }
    }

    fn right(&mut self, test: &Test) {
        let sql = test.operand.sql();
        let list = if test.operator == Operator::In { "[]" } else { "" };
        self.sql.push('(');
        self.parameter(Some(test.value.to_string()), &format!("{sql}{list}"));
        self.sql.push(')');
    }

    fn parameter(&mut self, value: Option<String>, sql_type: &str) {
        self.parameters.push(value);
        _ = write!(self.sql, "($1)[{}]::{sql_type}", self.parameters.len());
    }

    /// Casts the value, and looks for the operator. Both sides of the operator are `NULL` apart from a pattern's: with one
    /// `NULL`, PostgreSQL would not read the other. A function has all of its arguments evaluated.
    fn check(&mut self, test: &Test) {
        let is_pattern = matches!(test.operator, Operator::Match | Operator::Imatch);
        self.sql.push_str("pg_catalog.num_nulls((");
        if is_pattern {
            self.sql.push_str("'' operator(pg_catalog.~) ");
            self.parameter(Some(test.value.to_string()), "pg_catalog.text");
        } else {
            self.right(test);
        }
        let (sql, list) = (test.operand.sql(), if test.operator == Operator::In { "[]" } else { "" });
        _ = write!(self.sql, "), (null::{sql}");
        self.operator(test);
        match test.operator {
            Operator::Is => self.sql.push_str(")) >= 0"),
            _ => _ = write!(self.sql, "(null::{sql}{list}))) >= 0"),
        }
    }
}

/// One of the words that a bound filter can have here; never the text itself.
fn is_word(value: &str) -> &'static str {
    match value {
        "true" => "true",
        "false" => "false",
        "unknown" => "unknown",
        _ => "null",
    }
}
