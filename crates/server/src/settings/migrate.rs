//! Another server's settings as a file of ours: what each comes to, and what has no counterpart.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use baton_protocols::App;
use baton_protocols::settings::Place as OfApp;

use super::app::{APP, SOKETI_ID, is_default};
use super::environment::Environment;
use super::fault::{Fault, Origin};
use super::file::read_text;
use super::foreign::{Counterpart, Family};
use super::load::{Loaded, aliases, load_environment, read_environment};
use super::rows::limits;
use super::server::SERVER;
use super::setting::{Place, Setting};
use super::soketi;
use super::soketi_json::{self, FILE_BYTES};

/// A line of a settings file, and where what it says comes from.
pub(super) struct Line {
    pub(super) text: String,
    pub(super) origin: Origin,
}

impl Line {
    pub(super) fn heading(text: &str) -> Self {
        Self { text: text.to_owned(), origin: Origin::Default }
    }
}

/// Reads a `.env`, or for Soketi its JSON file, and writes the equivalent TOML.
///
/// # Errors
/// If the file cannot be read. A value that has no place here becomes a comment.
pub(crate) fn migrate(family: Family, path: &str) -> Result<String, String> {
    let text = read_text(path, FILE_BYTES)?;
    if family == Family::Soketi && soketi_json::is_named(path) {
        let converted = soketi_json::environments(path, &text).map_err(|fault| fault.to_string())?;
        return Ok(page(family, path, &converted.apps));
    }
    let environment = Environment::default().with_text(path, &text).map_err(|fault| fault.to_string())?;
    let environment = environment.of_family(family);
    let is_empty = environment.names(family.prefix()).next().is_none();
    if is_empty {
        return Err(format!("{path:?} has no variable that begins with {}", family.prefix()));
    }
    Ok(page(family, path, &[environment]))
}

/// The file: the server's settings of the first environment, and the app of each.
pub(super) fn page(family: Family, path: &str, apps: &[Environment]) -> String {
    let mut page = format!(
        "# Settings of {}, from {}. It has secrets: keep it from other users of the machine.\n",
        family.name(),
        path.escape_debug()
    );
    let (mut sections, mut faults, mut left) = (String::new(), BTreeSet::new(), BTreeSet::new());
    for (n, environment) in apps.iter().enumerate() {
        // Soketi's defaults are in effect though its file says nothing.
        let chosen =
            if family == Family::Soketi { Some(family) } else { Family::chosen(environment, &aliases()) };
        let (mut loaded, wrong) = load_environment(environment, chosen);
        faults.extend(wrong.iter().map(Fault::to_string));
        if n == 0 {
            if family == Family::Soketi
                && let Some(notice) = soketi::lacks_host(environment)
            {
                let _ = writeln!(page, "# {notice}.");
            }
            write(&mut page, &of_server(&mut loaded, &wrong));
        }
        if loaded.settings.apps.is_empty() {
            sections.push_str(
                "\n# The apps are in the table that apps_database_url and apps_database_table name.\n",
            );
            let (mut limits, _) =
                read_environment(&Environment::default().with_variables(limits(environment)), family);
            let mut lines = of_app(&mut limits, &wrong);
            lines.retain(|line| line.origin.layer() > 0);
            if !lines.is_empty() {
                sections.push_str("[app_defaults]\n");
            }
            write(&mut sections, &lines);
            left.extend(without_counterpart(family, environment));
            continue;
        }
        sections.push_str("\n[[apps]]\n");
        if family == Family::Soketi && loaded.settings.apps.iter().any(is_default) {
            let _ = writeln!(
                sections,
                "# The default app, as Soketi has it by the id {SOKETI_ID}, which is accepted as well."
            );
        }
        write(&mut sections, &of_app(&mut loaded, &wrong));
        left.extend(without_counterpart(family, environment));
    }
    page += &sections;
    comments(&mut page, "To be corrected", &faults);
    comments(&mut page, "Without a counterpart", &left);
    page
}

fn write(page: &mut String, lines: &[Line]) {
    for Line { text, origin } in lines {
        let _ = match origin {
            Origin::Default => writeln!(page, "{text}"),
            origin => writeln!(page, "{text} # {}", origin.to_string().escape_debug()),
        };
    }
}

/// What an environment sets of the server.
pub(super) fn of_server(Loaded { settings, origins, .. }: &mut Loaded, wrong: &[Fault]) -> Vec<Line> {
    let rows = SERVER.iter().zip(origins.iter());
    rows.filter(|(_, origin)| **origin != Origin::Default && !is_wrong(origin, wrong))
        .map(|(setting, origin)| {
            let value = match setting.about.key {
                "apps_database_url" => toml::Value::from(settings.apps_database_url.reveal()).to_string(),
                _ => setting.spell(settings),
            };
            Line { text: format!("{} = {value}", setting.about.key), origin: origin.clone() }
        })
        .collect()
}

/// What it sets of its app, and in any case what names one.
pub(super) fn of_app(Loaded { settings, app_origins, .. }: &mut Loaded, wrong: &[Fault]) -> Vec<Line> {
    let (Some(app), Some(origins)) = (settings.apps.first_mut(), app_origins.first()) else {
        return Vec::new();
    };
    let rows = APP.iter().zip(origins.iter()).filter(|(setting, origin)| {
        let is_needed = matches!(setting.about.key, "id" | "key" | "secret");
        (**origin != Origin::Default || is_needed) && !is_wrong(origin, wrong)
    });
    rows.map(|(setting, origin)| {
        let value = revealed(setting, app).unwrap_or_else(|| setting.spell(app));
        Line { text: format!("{} = {value}", setting.about.key), origin: origin.clone() }
    })
    .collect()
}

/// Whether what stands there is refused: in its place the default would pass for it.
fn is_wrong(origin: &Origin, wrong: &[Fault]) -> bool {
    *origin != Origin::Default && wrong.iter().any(|fault| fault.is_at(origin))
}

/// A secret, or what has some, as TOML: without it the file would be of no use.
fn revealed(setting: &Setting<App>, app: &mut App) -> Option<String> {
    let Place::OfApp(place) = setting.place else { return None };
    match place(app) {
        OfApp::Secret(secret) => Some(toml::Value::String(secret.reveal().to_owned()).to_string()),
        OfApp::Webhooks(webhooks) => Some(super::webhook::whole(webhooks)),
        OfApp::HistoryRules(rules) => Some(super::history_rule::whole(rules)),
        OfApp::Hooks(hooks) => Some(super::hook::whole(hooks)),
        _ => None,
    }
}

/// The variables that no setting of ours was read from, and what was left out of the others, with the reason.
pub(super) fn without_counterpart(family: Family, environment: &Environment) -> Vec<String> {
    let aliases = aliases();
    let asks = |name: &str| {
        let value = environment.get(name).unwrap_or_default();
        family.unmet().iter().any(|unmet| unmet.name == name && unmet.asks_by(value))
    };
    let is_read = |name: &str| aliases.iter().any(|alias| alias.name == name) && !asks(name);
    let line = |name: &str| {
        let (value, origin) = environment.lookup(name)?;
        let why = match family.without_counterpart(name, value) {
            Counterpart::Missing(why) => why,
            Counterpart::NotNeeded => return None,
            Counterpart::Unknown => "no setting of this server corresponds to it",
        };
        Some(format!("{}: {why}", origin.to_string().escape_debug()))
    };
    let left = environment.names(family.prefix()).filter(|name| !is_read(name)).filter_map(line);
    let webhooks = (family == Family::Soketi).then(|| environment.lookup(soketi::WEBHOOKS.name)).flatten();
    let functions = webhooks.into_iter().flat_map(|(value, origin)| {
        let at = origin.to_string();
        soketi::functions(value).map(move |notice| format!("{}: {notice}", at.escape_debug()))
    });
    left.chain(functions).collect()
}

fn comments(page: &mut String, heading: &str, lines: &BTreeSet<String>) {
    if lines.is_empty() {
        return;
    }
    let _ = write!(page, "\n# {heading}:\n");
    for line in lines {
        let _ = writeln!(page, "# {}", line.replace(['\n', '\r'], " "));
    }
}
