//! What a check finds, and its text.

use std::fmt::Write as _;

/// One thing that was looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// How it stands.
    pub state: State,
    /// What it is, and what follows from it if it is not as it should be.
    pub text: String,
    /// What fixes it, where that is known without knowing the application.
    pub fix: Option<Fix>,
}

/// How something stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// As it should be.
    Ok,
    /// It works, with a consequence that someone should know.
    Warning,
    /// Something of Baton does not work.
    Missing,
}

/// What fixes a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fix {
    /// Statements of SQL, each to be run on its own: `ALTER SYSTEM` refuses company.
    Statements(Vec<String>),
    /// A command of a shell.
    Command(String),
}

impl Finding {
    pub(super) fn ok(text: impl Into<String>) -> Self {
        Self { state: State::Ok, text: text.into(), fix: None }
    }

    pub(super) fn warning(text: impl Into<String>) -> Self {
        Self { state: State::Warning, text: text.into(), fix: None }
    }

    pub(super) fn missing(text: impl Into<String>) -> Self {
        Self { state: State::Missing, text: text.into(), fix: None }
    }

    /// Fixed by one more statement.
    pub(super) fn by(mut self, statement: impl Into<String>) -> Self {
        match &mut self.fix {
            Some(Fix::Statements(statements)) => statements.push(statement.into()),
            fix => *fix = Some(Fix::Statements(vec![statement.into()])),
        }
        self
    }

    /// Fixed by setting up.
    pub(super) fn by_setup(mut self) -> Self {
        self.fix = Some(Fix::Command("baton pg setup".to_owned()));
        self
    }

    /// Fixed by setting up with a name of the operator's own, for the role of the server or the
    /// publication.
    pub(super) fn by_setup_with(mut self, flag: &str, name: &str) -> Self {
        self.fix = Some(Fix::Command(format!("baton pg setup --{flag} '{name}'")));
        self
    }
}

/// All findings for people: a line each, its fix below it, and how many there are.
pub fn report(findings: &[Finding]) -> String {
    let mut text = String::new();
    for finding in findings {
        let state = match finding.state {
            State::Ok => "ok",
            State::Warning => "warning",
            State::Missing => "missing",
        };
        let _ = writeln!(text, "{state:<8} {}", finding.text);
        for fix in fixes(finding) {
            let _ = writeln!(text, "         run: {fix}");
        }
    }
    let count = |state| findings.iter().filter(|finding| finding.state == state).count();
    let (warnings, missing) = (count(State::Warning), count(State::Missing));
    let plural = if warnings == 1 { "" } else { "s" };
    let _ = writeln!(text, "{} ok, {warnings} warning{plural}, {missing} missing", count(State::Ok));
    text
}

fn fixes(finding: &Finding) -> &[String] {
    match &finding.fix {
        None => &[],
        Some(Fix::Statements(statements)) => statements,
        Some(Fix::Command(command)) => std::slice::from_ref(command),
    }
}

#[cfg(test)]
mod tests {
    use super::{Finding, report};

    #[test]
    fn the_text_has_each_finding_with_its_fixes_and_the_sum() {
        let findings = [
            Finding::ok("wal_level is logical"),
            Finding::warning("the disk may fill")
                .by("alter system set a = 1;")
                .by("select pg_reload_conf();"),
            Finding::missing("the role is not there").by_setup_with("role", "baton"),
        ];
        assert_eq!(
            report(&findings),
            "ok       wal_level is logical\n\
             warning  the disk may fill\n         run: alter system set a = 1;\n         run: select pg_reload_conf();\n\
             missing  the role is not there\n         run: baton pg setup --role 'baton'\n\
             1 ok, 1 warning, 1 missing\n"
        );
    }
}
