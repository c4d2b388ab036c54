//! A scenario file of `bench/scenarios`: what it asks, what is published elsewhere, and its
//! settings in both forms.
//!
//! | key | meaning |
//! | --- | --- |
//! | `title`, `question`, `source` | for the page; `source` names the published table, and may be empty |
//! | `kind` | one of the kinds of [`Scenario`] |
//! | `order` | its place on the page |
//! | `needs` | features without which a peer takes no part |
//! | `peers` | only these take part beside Baton; all by default, `["baton"]` for none |
//! | `axis` | the title of x, where the cases have an x |
//! | `rounds`, `full_rounds` | rounds of the small and of the full form; 1 and 5 by default |
//! | `[[measures]]` | `name`, and `main = true` where it decides who is first, `log = true` for its chart |
//! | `[limit]` | the raw loop to compare with: `kind = "send"` or `"accept"` |
//! | `[settings]` | the settings of the kind, as published |
//! | `[small]` | what is different in the small form |
//! | `[[cases]]` | `name`, `x`, `needs`, `tls`, `protocol`, `limit`, `of_saturation`, `loops` (of Baton), and `[cases.settings]`, `[cases.small]`: what is different in each |
//! | `[[cases.beside]]` | a server to compare with that differs in `loops`, `environment` or `settings`: `id`, `name`, and `peer`, Baton by default |
//! | `[[cases.targets]]` | what Baton should reach: `measure`, `at_least` or `at_most`, and `of`, whose figure Baton's is divided by |

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use toml::{Table, Value};

use super::measures;
use super::peers::BATON;
use crate::fault::Fault;
use crate::files;
use crate::protocol::{Protocol, by_name};
use crate::record::{Form, Measure, ScenarioInfo, Target};
use crate::scenario::Scenario;

/// A scenario with its cases, in one form.
#[derive(Debug, Clone)]
pub struct Document {
    /// Its description in the record. Its id is the name of its file.
    pub info: ScenarioInfo,
    /// Its place on the page.
    pub order: u32,
    /// The peers that take part; empty for all.
    pub peers: Vec<String>,
    /// Rounds.
    pub rounds: u32,
    /// What is run.
    pub cases: Vec<Case>,
}

/// One case of a scenario.
#[derive(Debug, Clone)]
pub struct Case {
    /// Its name; empty if it is the only one.
    pub name: String,
    /// Where on the axis.
    pub x: Option<f64>,
    /// Features without which a peer takes no part.
    pub needs: Vec<String>,
    /// Whether the server is spoken to over TLS.
    pub tls: bool,
    /// Event loops of Baton.
    pub loops: usize,
    /// What clients speak, where it is not the peer's own protocol. `needs` decides who takes part.
    pub protocol: Option<&'static dyn Protocol>,
    /// The part of its own saturation, as the fan-out finds it, at which a server is published to.
    pub of_saturation: Option<f64>,
    /// What is done.
    pub scenario: Scenario,
    /// The raw loop to compare with.
    pub limit: Option<Limit>,
    /// Further servers to compare with.
    pub beside: Vec<Beside>,
}

/// A server of one case that differs from those that take part in all.
#[derive(Debug, Clone)]
pub struct Beside {
    /// Its id in the record; one that begins with `baton-` does not compete with Baton.
    pub id: String,
    /// As charts show it.
    pub name: String,
    /// The peer that is started.
    pub peer: String,
    /// Event loops, if that is Baton.
    pub loops: usize,
    /// What is added to its environment.
    pub environment: BTreeMap<String, String>,
    /// What is done.
    pub scenario: Scenario,
}

/// A raw loop.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Limit {
    /// Sends: so many frames in one call, to as many sockets as the scenario has subscribers.
    Send {
        /// Frames in one call.
        #[serde(default = "one")]
        merge: usize,
    },
    /// Accepts and upgrades as many as the scenario has users.
    Accept,
}

fn one() -> usize {
    1
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    title: String,
    question: String,
    order: u32,
    #[serde(default)]
    source: String,
    kind: String,
    #[serde(default)]
    needs: Vec<String>,
    #[serde(default)]
    peers: Vec<String>,
    axis: Option<String>,
    rounds: Option<u32>,
    full_rounds: Option<u32>,
    measures: Vec<FileMeasure>,
    limit: Option<Limit>,
    #[serde(default)]
    settings: Table,
    #[serde(default)]
    small: Table,
    #[serde(default)]
    cases: Vec<FileCase>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileMeasure {
    name: String,
    #[serde(default)]
    main: bool,
    #[serde(default)]
    log: bool,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileCase {
    #[serde(default)]
    name: String,
    x: Option<f64>,
    #[serde(default)]
    needs: Vec<String>,
    #[serde(default)]
    tls: bool,
    loops: Option<usize>,
    protocol: Option<String>,
    of_saturation: Option<f64>,
    limit: Option<Limit>,
    #[serde(default)]
    beside: Vec<FileBeside>,
    #[serde(default)]
    targets: Vec<Target>,
    #[serde(default)]
    settings: Table,
    #[serde(default)]
    small: Table,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileBeside {
    id: String,
    name: String,
    peer: Option<String>,
    loops: Option<usize>,
    #[serde(default)]
    environment: BTreeMap<String, String>,
    #[serde(default)]
    settings: Table,
}

impl Document {
    /// Reads the scenarios of a folder: those named, or all, in the order that they have on the
    /// page.
    ///
    /// # Errors
    /// With the file, the key and what is wrong with it; or with the names that there are.
    pub fn read_all(folder: &Path, only: &[String], form: Form) -> Result<Vec<Self>, Fault> {
        let name = |path: &Path| {
            let is_scenario = path.extension().is_some_and(|extension| extension == "toml");
            Some(path.file_stem()?.to_string_lossy().into_owned()).filter(|_| is_scenario)
        };
        let names = files::names(folder, "scenario", (only, &[]), name)?;
        let read = |name: &String| {
            let path = folder.join(format!("{name}.toml"));
            Self::parse(name, &files::text(&path)?, form)
                .map_err(|why| Fault::Settings(format!("{}: {why}", path.display())))
        };
        let mut documents = names.iter().map(read).collect::<Result<Vec<Self>, Fault>>()?;
        documents.sort_by_key(|document| document.order);
        Ok(documents)
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// A sentence that names what is wrong.
    pub fn parse(id: &str, text: &str, form: Form) -> Result<Self, String> {
        let file: File = toml::from_str(text).map_err(|error| error.to_string())?;
        let settings = file.settings(form);
        let only = [FileCase::default()];
        let declared = if file.cases.is_empty() { &only[..] } else { &file.cases[..] };
        let case = |case| file.case(case, form).map_err(|why| in_case(&case.name, &why));
        let measures: Vec<Measure> = file
            .measures
            .iter()
            .map(|measure| measures::describe(&measure.name, measure.main, measure.log))
            .collect::<Result<_, _>>()?;
        let targets = declared.iter().flat_map(|case| {
            case.targets.iter().map(|target| Target { case: case.name.clone(), ..target.clone() })
        });
        let targets: Vec<Target> = targets.collect();
        let is_measured = |target: &Target| measures.iter().any(|measure| measure.name == target.measure);
        if let Some(target) = targets.iter().find(|target| !is_measured(target)) {
            let measure = &target.measure;
            return Err(in_case(
                &target.case,
                &format!("the target's measure \"{measure}\" is not measured"),
            ));
        }
        Ok(Self {
            cases: declared.iter().map(case).collect::<Result<_, _>>()?,
            order: file.order,
            rounds: match form {
                Form::Check => 1,
                Form::Small => file.rounds.unwrap_or(1),
                Form::Full => file.full_rounds.unwrap_or(5),
            },
            peers: file.peers,
            info: ScenarioInfo {
                id: id.to_owned(),
                title: file.title,
                question: file.question,
                source: file.source,
                settings: serde_json::to_value(&settings).unwrap_or_default(),
                measures,
                axis: file.axis,
                targets,
            },
        })
    }

    /// The peers that some document needs; empty if one takes all there are.
    #[must_use]
    pub fn peers_of(all: &[Self]) -> Vec<String> {
        if all.iter().any(|document| document.peers.is_empty()) {
            return Vec::new();
        }
        let beside = all.iter().flat_map(|document| &document.cases).flat_map(|case| &case.beside);
        let peers = all.iter().flat_map(|document| &document.peers).chain(beside.map(|beside| &beside.peer));
        peers.cloned().collect()
    }

    /// How long all of it takes for one peer, in seconds, starts and stops included.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        let each: f64 = self.cases.iter().map(|case| case.scenario.seconds() + 2.0).sum();
        each * f64::from(self.rounds)
    }
}

impl File {
    /// The settings of all cases.
    fn settings(&self, form: Form) -> Table {
        let mut settings = self.settings.clone();
        if form != Form::Full {
            merge(&mut settings, &self.small);
        }
        settings
    }

    /// The load of a case, with what else is different.
    fn scenario(&self, case: &FileCase, other: &Table, form: Form) -> Result<Scenario, String> {
        let mut settings = self.settings(form);
        merge(&mut settings, &case.settings);
        if form != Form::Full {
            merge(&mut settings, &case.small);
        }
        merge(&mut settings, other);
        if form == Form::Check {
            shorten(&mut settings);
        }
        Scenario::from_table(&self.kind, settings)
    }

    fn case(&self, case: &FileCase, form: Form) -> Result<Case, String> {
        let scenario = self.scenario(case, &Table::new(), form)?;
        let limit = case.limit.clone().or_else(|| self.limit.clone()).filter(|_| form != Form::Check);
        if case.of_saturation.is_some()
            && !matches!(&scenario, Scenario::Users(users) if users.publish.is_some())
        {
            return Err("of_saturation is for the kind users with a publish".to_owned());
        }
        match (&limit, &scenario) {
            (None, _)
            | (Some(Limit::Send { .. }), Scenario::Fanout(_))
            | (Some(Limit::Accept), Scenario::Users(_) | Scenario::Connect(_)) => {}
            _ => return Err("[limit] is send for fanout, and accept for users and connect".to_owned()),
        }
        let spoken = |name: &String| {
            by_name(name).ok_or_else(|| format!("protocol \"{name}\" is none that baton-load speaks"))
        };
        let beside = |beside: &FileBeside| -> Result<Beside, String> {
            Ok(Beside {
                id: beside.id.clone(),
                name: beside.name.clone(),
                peer: beside.peer.clone().unwrap_or_else(|| BATON.to_owned()),
                loops: beside.loops.unwrap_or(1),
                environment: beside.environment.clone(),
                scenario: self.scenario(case, &beside.settings, form)?,
            })
        };
        let feature = scenario.needs_database().then(|| "database".to_owned());
        Ok(Case {
            name: case.name.clone(),
            x: case.x,
            needs: self.needs.iter().chain(&case.needs).cloned().chain(feature).collect(),
            tls: case.tls,
            loops: case.loops.unwrap_or(1),
            protocol: case.protocol.as_ref().map(spoken).transpose()?,
            of_saturation: case.of_saturation,
            scenario,
            limit,
            beside: case.beside.iter().map(beside).collect::<Result<_, _>>()?,
        })
    }
}

fn in_case(case: &str, why: &str) -> String {
    if case.is_empty() { why.to_owned() } else { format!("case \"{case}\": {why}") }
}

/// Sets in `table` what `over` names; a table within is merged, anything else replaced.
fn merge(table: &mut Table, over: &Table) {
    for (key, value) in over {
        match (table.get_mut(key), value) {
            (Some(Value::Table(below)), Value::Table(over)) => merge(below, over),
            _ => {
                table.insert(key.clone(), value.clone());
            }
        }
    }
}

/// Of the small form's times, so much is left in the form that checks: a load still has a
/// beginning, a middle and an end.
const CHECK_PART: f64 = 0.4;

/// Shortens every time of a table. A deadline stays: it bounds a failure.
fn shorten(table: &mut Table) {
    for (key, value) in table.iter_mut().filter(|(key, _)| *key != "deadline_seconds") {
        shorten_value(value, key.ends_with("seconds"));
    }
}

fn shorten_value(value: &mut Value, is_time: bool) {
    match value {
        Value::Table(inner) => shorten(inner),
        Value::Array(values) => values.iter_mut().for_each(|value| shorten_value(value, is_time)),
        Value::Float(seconds) if is_time => *seconds *= CHECK_PART,
        #[allow(clippy::cast_precision_loss)] // some hundred seconds
        Value::Integer(seconds) if is_time => *value = Value::Float(*seconds as f64 * CHECK_PART),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = r#"
        title = "T"
        question = "Q"
        order = 1
        kind = "users"
        needs = ["publish"]
        measures = [{ name = "latency_p99_ms", main = true }]
        [settings]
        stages = [{ users = 1000, seconds = 60 }]
        publish = { per_second = 100, payload_bytes = 100 }
        [small]
        stages = [{ users = 10, seconds = 1 }]
        [[cases]]
        name = "small"
        x = 1
        [[cases]]
        name = "large"
        needs = ["large"]
        settings = { publish = { payload_bytes = 1000 } }
        small = { stages = [{ users = 20, seconds = 1 }] }
        beside = [{ id = "baton-ten", name = "Ten", loops = 2, settings = { stages = [{ users = 10, seconds = 1 }] } }]
        targets = [{ measure = "latency_p99_ms", of = "baton-ten", at_most = 1.1 }]
    "#;

    fn users(document: &Document, case: usize) -> (usize, usize) {
        let Scenario::Users(users) = &document.cases[case].scenario else { panic!("not users") };
        (users.most(), users.publish.as_ref().unwrap().payload_bytes)
    }

    #[test]
    fn cases_and_forms_change_what_they_name() {
        let small = Document::parse("x", FILE, Form::Small).unwrap();
        assert_eq!((users(&small, 0), users(&small, 1)), ((10, 100), (20, 1000)));
        let full = Document::parse("x", FILE, Form::Full).unwrap();
        assert_eq!((users(&full, 0), users(&full, 1)), ((1000, 100), (1000, 1000)));
        assert_eq!(full.cases[1].needs, ["publish", "large"]);
        assert!(full.seconds() > small.seconds());
        let (beside, target) = (&small.cases[1].beside[0], &small.info.targets[0]);
        assert_eq!((beside.peer.as_str(), beside.loops, beside.scenario.clients()), (BATON, 2, 10));
        assert_eq!((target.case.as_str(), target.at_most), ("large", Some(1.1)));
        let check = Document::parse("x", FILE, Form::Check).unwrap();
        assert_eq!((users(&check, 0), users(&check, 1)), ((10, 100), (20, 1000)));
        assert!(check.seconds() < small.seconds());
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (from, to, reason) in [
            ("kind = \"users\"", "kind = \"flood\"", "flood"),
            ("title = \"T\"", "titel = \"T\"", "titel"),
            ("payload_bytes = 1000", "payload = 1000", "case \"large\": unknown field `payload`"),
            ("latency_p99_ms", "latency_p99", "latency_p99"),
            ("users = 10,", "users = 100000,", "stages.users"),
            ("x = 1", "y = 1", "unknown field `y`"),
            ("measure = \"latency_p99_ms\"", "measure = \"errors\"", "\"errors\" is not measured"),
            ("loops = 2", "loop = 2", "unknown field `loop`"),
        ] {
            assert!(FILE.contains(from));
            let error = Document::parse("x", &FILE.replace(from, to), Form::Small).unwrap_err();
            assert!(error.contains(reason), "{to}: {error}");
        }
    }
}
