//! The report: a line for each check as it ends, or JSON at the end.

use std::fmt::Write as _;
use std::io::Write as _;

use serde_json::{Value, json};

use super::finding::{Finding, Level};
use super::proxy::Proxy;
use super::target::Target;

/// What was found so far.
#[derive(Debug)]
pub(super) struct Report {
    findings: Vec<Finding>,
    as_json: bool,
}

impl Report {
    pub(super) fn new(as_json: bool) -> Self {
        Self { findings: Vec::new(), as_json }
    }

    pub(super) fn add(&mut self, finding: Finding) {
        if !self.as_json {
            say(&lines(&finding));
        }
        self.findings.push(finding);
    }

    pub(super) fn extend(&mut self, findings: impl IntoIterator<Item = Finding>) {
        findings.into_iter().for_each(|finding| self.add(finding));
    }

    pub(super) fn count(&self, level: Level) -> usize {
        self.findings.iter().filter(|finding| finding.level == level).count()
    }

    /// The end of it: how much was found, and how the proxy should be configured.
    pub(super) fn finish(&self, target: &Target, recognised: Option<Proxy>, named: Option<Proxy>) {
        let proxy = named.or(recognised);
        let is_wanted = named.is_some() || self.findings.iter().any(|finding| finding.is_of_proxy);
        let snippet = proxy.filter(|_| is_wanted).map(|proxy| proxy.snippet(target));
        let (faults, warnings) = (self.count(Level::Fault), self.count(Level::Warning));
        if self.as_json {
            return say(&format!("{}\n", self.json(target, proxy, snippet.as_deref())));
        }
        let mut text = format!("\n{}, {}.\n", counted(faults, "fault"), counted(warnings, "warning"));
        match (proxy, snippet) {
            (Some(proxy), Some(snippet)) => {
                let _ = write!(text, "\nA configuration of {} for Baton:\n\n{snippet}", proxy.name());
            }
            (None, None) if is_wanted => {
                let names: Vec<&str> = Proxy::ALL.iter().map(|proxy| proxy.name()).collect();
                let _ = writeln!(
                    text,
                    "The proxy does not say what it is. `--proxy NAME` prints a \
                     configuration for Baton: {}.",
                    names.join(", ")
                );
            }
            _ => {}
        }
        say(&text);
    }

    fn json(&self, target: &Target, proxy: Option<Proxy>, snippet: Option<&str>) -> Value {
        let findings: Vec<Value> = self.findings.iter().map(as_json).collect();
        json!({
            "url": target.url(),
            "proxy": proxy.map(Proxy::name),
            "faults": self.count(Level::Fault),
            "warnings": self.count(Level::Warning),
            "findings": findings,
            "snippet": snippet,
        })
    }
}

fn as_json(finding: &Finding) -> Value {
    json!({
        "check": finding.check,
        "result": finding.level.name().to_ascii_lowercase(),
        "code": finding.code,
        "seen": finding.seen,
        "why": finding.why,
        "fix": finding.fix,
    })
}

fn lines(finding: &Finding) -> String {
    let mut text = format!("{:<12} {:<12} {}\n", finding.level.name(), finding.check, finding.seen);
    for (name, value) in [("why:", &finding.why), ("fix:", &finding.fix)] {
        if !value.is_empty() {
            let _ = writeln!(text, "{:<12} {name} {value}", "");
        }
    }
    text
}

fn counted(count: usize, what: &str) -> String {
    let end = if count == 1 { "" } else { "s" };
    format!("{count} {what}{end}")
}

/// To standard output; a reader that has gone (`| head`) is no fault.
fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_what_was_seen_and_below_it_why_and_the_fix() {
        let finding =
            Finding::fault("tls", "expired", "it\u{1b}[1m expired").why("Because.").fix("Renew it.");
        assert_eq!(
            lines(&finding),
            [
                "FAULT        tls          it\\u{1b}[1m expired\n",
                "             why: Because.\n",
                "             fix: Renew it.\n",
            ]
            .concat()
        );
        assert_eq!(lines(&Finding::ok("tls", "good")), "ok           tls          good\n");
    }

    #[test]
    fn programs_get_the_same() {
        let mut report = Report::new(true);
        report.add(Finding::fault("tls", "expired", "a").of_proxy());
        let (target, _) = Target::parse("wss://a.example").unwrap();
        let json = report.json(&target, Some(Proxy::Nginx), None);
        assert_eq!(json["faults"], 1);
        assert_eq!(json["findings"][0]["result"], "fault");
        assert_eq!((&json["proxy"], &json["url"]), (&json!("nginx"), &json!("https://a.example")));
    }
}
