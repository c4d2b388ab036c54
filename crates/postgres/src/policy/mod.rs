//! Row-level security without asking the database: policies whose meaning is certain are evaluated
//! from a change's own row and the subscriber's claims.
//!
//! A query for each subscriber and change is what makes this slow elsewhere. Most policies say
//! little: that a column is `auth.uid()`, that a claim is a constant, that a column is true.
//! [`compile`] reads the text of a table's policies, and says what is to be done: nothing,
//! evaluate, or ask. It evaluates only what is certain to come to the same as in PostgreSQL; a cast
//! that fails there makes the row invisible here, as an error of a query would. PostgreSQL refuses
//! some queries before it evaluates anything: where a policy reads its own table (infinite
//! recursion), or a table that the role may not select. Here such a policy matters only if its
//! value does.
//!
//! What it takes for granted of the queries that ask instead: `request.jwt.claims` has the
//! subscriber's claims, `request.jwt.claim.*` are not set or agree with them, `request.jwt.claim`
//! is not set, and an error counts as invisible.

mod claims;
mod clauses;
mod compile;
mod expression;
mod functions;
mod syntax;
mod token;
mod value;

pub use claims::Claims;
pub use clauses::{Clauses, Command, POLICIES};
pub(crate) use clauses::{HIDDEN, POLICIES_LISTED, POLICIES_NAMED};
pub use functions::{FUNCTIONS, Functions};

use crate::filter::{CellRef, Columns};
use crate::truth::{Truth, Verdict};
use expression::{Expression, Scene};

/// What is to be done about a table for subscribers of one role.
#[derive(Debug, Clone)]
pub enum Policy {
    /// All rows are visible.
    Always,
    /// No row is visible.
    Never,
    /// [`Compiled::verdict`] decides.
    Compiled(Compiled),
    /// The database is to be asked.
    AskDatabase,
}

/// Policies that can be evaluated here.
#[derive(Debug, Clone)]
pub struct Compiled(Expression);

impl Compiled {
    /// Whether a row is visible. [`Verdict::AskDatabase`] where the row does not have a value that
    /// counts, or where PostgreSQL might end in an error or not.
    pub fn verdict<'a>(&self, row: &dyn Fn(usize) -> CellRef<'a>, claims: &Claims) -> Verdict {
        self.0.truth(&Scene { row, claims }).verdict()
    }
}

/// Compiles the policies of a table for one role, whose texts [`POLICIES`] has written with an
/// empty search path: so they name the schema of everything that is not PostgreSQL's own.
///
/// `columns` are those in the stream.
pub fn compile(clauses: &Clauses, columns: &Columns, functions: &Functions) -> Policy {
    let compiler = compile::Compiler { columns, functions };
    let compiled = |texts: &[Box<str>]| -> Vec<Option<Expression>> {
        let syntax = texts.iter().map(|text| syntax::Syntax::parse(text));
        syntax.map(|syntax| compiler.condition(&syntax?)).collect()
    };
    let (mut permissive, restrictive) = (compiled(clauses.permissive()), compiled(clauses.restrictive()));
    let is_whole = permissive.iter().chain(&restrictive).all(Option::is_some);
    let is = |value| move |each: &Option<Expression>| matches!(each, Some(Expression::Constant(known)) if *known == value);
    if permissive.iter().all(is(false)) || restrictive.iter().any(is(false)) {
        return Policy::Never;
    }
    if permissive.iter().any(is(true)) && restrictive.iter().all(is(true)) {
        return Policy::Always;
    }
    if !is_whole {
        return Policy::AskDatabase;
    }
    // PostgreSQL leaves out the others where one is plainly true, and with them their errors.
    if permissive.iter().any(is(true)) {
        permissive.clear();
        permissive.push(Some(Expression::Constant(true)));
    }
    let mut all: Vec<Expression> = restrictive.into_iter().flatten().collect();
    all.push(Expression::Or(permissive.into_iter().flatten().collect()));
    Policy::Compiled(Compiled(Expression::And(all)))
}

impl Policy {
    /// What this says of a row, and `AskDatabase` where it does not say.
    pub fn verdict<'a>(&self, row: &dyn Fn(usize) -> CellRef<'a>, claims: &Claims) -> Verdict {
        match self {
            Self::Always => Truth::TRUE.verdict(),
            Self::Never => Truth::FALSE.verdict(),
            Self::Compiled(compiled) => compiled.verdict(row, claims),
            Self::AskDatabase => Truth::ANY.verdict(),
        }
    }
}
