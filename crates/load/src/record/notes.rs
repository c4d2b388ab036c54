//! What people write beside the figures: why Baton is behind somewhere (`reasons.toml`), and what
//! other pages claim of other machines (`quoted.toml`).

use std::path::Path;

use serde::Deserialize;

use crate::fault::Fault;
use crate::files;

use super::judge::Series;

/// Both files.
#[derive(Debug, Clone, Default)]
pub(super) struct Notes {
    reasons: Vec<Reason>,
    quoted: Vec<Quoted>,
}

/// Why Baton is behind.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Reason {
    /// The scenario's id.
    scenario: String,
    /// The case; without it, every case.
    case: Option<String>,
    /// The measure's name.
    measure: String,
    /// The sentence.
    reason: String,
}

/// A table that another page publishes.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Quoted {
    /// The scenario beside which it is shown.
    pub scenario: String,
    /// What was measured.
    pub title: String,
    /// The source.
    pub source: String,
    /// Where, if the page is public: an `https` address.
    pub link: Option<String>,
    /// On which machine.
    pub machine: String,
    /// How it differs from what is measured here.
    #[serde(default)]
    pub note: String,
    /// The headings of the columns, with units.
    pub measures: Vec<String>,
    /// A row for each server.
    pub rows: Vec<Claim>,
}

/// A row of a quoted table.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Claim {
    /// The server.
    pub who: String,
    /// As the page has them, one for each of the measures.
    pub values: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reasons {
    #[serde(default)]
    reason: Vec<Reason>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Quotations {
    #[serde(default)]
    quoted: Vec<Quoted>,
}

impl Notes {
    /// Reads both files of a folder. Fails if one is missing or invalid; the text says what to
    /// change.
    pub(super) fn read(folder: &Path) -> Result<Self, Fault> {
        let reasons: Reasons = files::toml(&folder.join("reasons.toml"))?;
        let path = folder.join("quoted.toml");
        let quoted: Quotations = files::toml(&path)?;
        for table in &quoted.quoted {
            table.check().map_err(|reason| Fault::Settings(format!("{}: {reason}", path.display())))?;
        }
        Ok(Self { reasons: reasons.reason, quoted: quoted.quoted })
    }

    /// From the texts of both files, without the checks of [`Notes::read`].
    #[cfg(test)]
    pub(super) fn parse(reasons: &str, quoted: &str) -> Result<Self, toml::de::Error> {
        let (reasons, quoted): (Reasons, Quotations) = (toml::from_str(reasons)?, toml::from_str(quoted)?);
        Ok(Self { reasons: reasons.reason, quoted: quoted.quoted })
    }

    /// Why Baton is behind in a series: the note of its case before that of every case.
    pub(super) fn reason(&self, series: &Series<'_>) -> Option<&str> {
        let fitting = |case: Option<&str>| {
            self.reasons.iter().find(|reason| {
                reason.scenario == series.scenario.id
                    && reason.measure == series.measure.name
                    && reason.case.as_deref() == case
            })
        };
        fitting(Some(series.case)).or_else(|| fitting(None)).map(|reason| reason.reason.trim())
    }

    /// The tables to be shown beside a scenario.
    pub(super) fn quoted<'a>(&'a self, scenario: &'a str) -> impl Iterator<Item = &'a Quoted> {
        self.quoted.iter().filter(move |table| table.scenario == scenario)
    }
}

impl Quoted {
    fn check(&self) -> Result<(), String> {
        if let Some(row) = self.rows.iter().find(|row| row.values.len() != self.measures.len()) {
            return Err(format!(
                "\"{}\", row {}: {} values for {} measures; each measure needs one, \"\" where there is none",
                self.title,
                row.who,
                row.values.len(),
                self.measures.len()
            ));
        }
        match &self.link {
            Some(link) if !link.starts_with("https://") => {
                Err(format!("\"{}\": the link {link} does not begin with https://", self.title))
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::Record;
    use super::super::judge::Verdicts;
    use super::super::synthetic::{contest, folder};
    use super::*;

    fn notes(reasons: &str, quoted: &str) -> Result<Notes, Fault> {
        let folder = folder();
        fs::write(folder.join("reasons.toml"), reasons).unwrap();
        fs::write(folder.join("quoted.toml"), quoted).unwrap();
        let notes = Notes::read(&folder);
        fs::remove_dir_all(&folder).unwrap();
        notes
    }

    #[test]
    fn a_reason_of_the_case_goes_before_one_of_all_cases() {
        let reasons = r#"
            [[reason]]
            scenario = "contest"
            measure = "rate"
            reason = "for all"
            [[reason]]
            scenario = "contest"
            case = "wss"
            measure = "rate"
            reason = "for one "
        "#;
        let notes = notes(reasons, "").unwrap();
        let run = contest(&[("baton", &[1.0]), ("soketi", &[2.0])]);
        let reason = |record: &Record| notes.reason(&Verdicts::of(record).series[0]).map(str::to_owned);
        assert_eq!(reason(&run.record()).as_deref(), Some("for all"));
        let mut record = run.case("wss").failed("reverb", 1, "lost").record();
        assert_eq!(reason(&record).as_deref(), Some("for one"));
        record.scenarios[0].measures[0].name = "other".into();
        assert_eq!(reason(&record), None, "of another measure");
    }

    #[test]
    fn mistakes_are_named() {
        let fault = |reasons, quoted| notes(reasons, quoted).unwrap_err().to_string();
        assert!(fault("[[reason]]\nscenaro = \"x\"", "").contains("scenaro"));
        let table =
            "[[quoted]]\nscenario=\"x\"\ntitle=\"T\"\nsource=\"S\"\nmachine=\"M\"\nmeasures=[\"a\", \"b\"]\n";
        let short = format!("{table}rows=[{{who=\"W\",values=[\"1\"]}}]");
        assert!(fault("", &short).contains("\"T\", row W: 1 values for 2 measures"));
        assert!(fault("", &format!("{table}rows=[]\nlink=\"javascript:x\"")).contains("https://"));
        assert_eq!(notes("", &format!("{table}rows=[]")).unwrap().quoted("x").count(), 1);
        assert!(Notes::read(Path::new("/nowhere")).unwrap_err().to_string().contains("reasons.toml"));
    }

    #[test]
    fn the_notes_of_the_repository_are_as_they_should_be() {
        let bench = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench");
        assert!(Notes::read(&bench).unwrap().quoted.len() > 5);
    }
}
