//! Another server's settings as a file of ours: what each comes to, and what has no counterpart.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use baton_protocols::settings::Place as OfApp;
use serde_json::Value;

use super::app::APP;
use super::environment::Environment;
use super::fault::{Fault, Origin, SetAt};
use super::file::read_text;
use super::foreign::{Counterpart, Family};
use super::load::{Loaded, aliases, load_environment};
use super::server::SERVER;
use super::setting::{Place, Setting};

/// Apps of one JSON file: more are declared by a program.
const MOST_APPS: usize = 1_000;

/// The largest file that is read.
const FILE_BYTES: u64 = 1 << 20;

/// Reads a `.env`, or for Soketi its JSON file, and writes the equivalent TOML.
///
/// # Errors
/// If the file cannot be read. A value that has no place here becomes a comment.
pub(crate) fn migrate(family: Family, path: &str) -> Result<String, String> {
    let text = read_text(path, FILE_BYTES)?;
    let is_json = Path::new(path).extension().is_some_and(|end| end.eq_ignore_ascii_case("json"));
    if family == Family::Soketi && is_json {
        return Ok(page(family, path, &from_json(path, &text)?));
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
        let (mut loaded, wrong) = load_environment(environment);
        faults.extend(wrong.iter().map(Fault::to_string));
        if n == 0 {
            server(&mut page, &mut loaded, &wrong);
        }
        app(&mut sections, &mut loaded, &wrong);
        left.extend(without_counterpart(family, environment));
    }
    page += &sections;
    comments(&mut page, "To be corrected", &faults);
    comments(&mut page, "Without a counterpart", &left);
    page
}

fn server(page: &mut String, Loaded { settings, origins, .. }: &mut Loaded, wrong: &[Fault]) {
    for (setting, origin) in SERVER.iter().zip(origins.iter()) {
        if *origin != Origin::Default && !is_wrong(origin, wrong) {
            let at = origin.to_string();
            let _ =
                writeln!(page, "{} = {} # {}", setting.about.key, setting.spell(settings), at.escape_debug());
        }
    }
}

fn app(page: &mut String, Loaded { settings, app_origins, .. }: &mut Loaded, wrong: &[Fault]) {
    let (Some(app), Some(origins)) = (settings.apps.first_mut(), app_origins.first()) else { return };
    page.push_str("\n[[apps]]\n");
    for (setting, origin) in APP.iter().zip(origins) {
        let is_needed = matches!(setting.about.key, "id" | "key" | "secret");
        if *origin == Origin::Default && !is_needed || is_wrong(origin, wrong) {
            continue;
        }
        let value = revealed(setting, app).unwrap_or_else(|| setting.spell(app));
        let _ = match origin {
            Origin::Default => writeln!(page, "{} = {value}", setting.about.key),
            origin => {
                writeln!(page, "{} = {value} # {}", setting.about.key, origin.to_string().escape_debug())
            }
        };
    }
}

/// Whether what stands there is refused: in its place the default would pass for it.
fn is_wrong(origin: &Origin, wrong: &[Fault]) -> bool {
    *origin != Origin::Default && wrong.iter().any(|fault| fault.is_at(origin))
}

/// A secret, or what has some, as TOML: without it the file would be of no use.
fn revealed(setting: &Setting<baton_protocols::App>, app: &mut baton_protocols::App) -> Option<String> {
    let Place::OfApp(place) = setting.place else { return None };
    match place(app) {
        OfApp::Secret(secret) => Some(toml::Value::String(secret.reveal().to_owned()).to_string()),
        OfApp::Webhooks(webhooks) => Some(super::webhook::whole(webhooks)),
        OfApp::Hooks(hooks) => Some(super::hook::whole(hooks)),
        _ => None,
    }
}

/// The variables that no setting of ours was read from, with the reason.
fn without_counterpart(family: Family, environment: &Environment) -> Vec<String> {
    let aliases = aliases();
    let is_read = |name: &str| aliases.iter().any(|alias| alias.name == name);
    let line = |name: &str| {
        let (value, origin) = environment.lookup(name)?;
        let why = match family.without_counterpart(name, value) {
            Counterpart::Missing(why) => why,
            Counterpart::NotNeeded => return None,
            Counterpart::Unknown => "no setting of this server corresponds to it",
        };
        Some(format!("{}: {why}", origin.to_string().escape_debug()))
    };
    environment.names(family.prefix()).filter(|name| !is_read(name)).filter_map(line).collect()
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

/// Where the JSON has what a variable sets: of the server, and of each app.
const OF_SERVER: [(&str, &str); 23] = [
    ("adapter.driver", "ADAPTER_DRIVER"),
    ("appManager.driver", "APP_MANAGER_DRIVER"),
    ("channelLimits.cacheTtl", "CHANNEL_CACHE_TTL"),
    ("channelLimits.maxNameLength", "CHANNEL_LIMITS_MAX_NAME_LENGTH"),
    ("debug", "DEBUG"),
    ("eventLimits.maxBatchSize", "EVENT_MAX_BATCH_SIZE"),
    ("eventLimits.maxChannelsAtOnce", "EVENT_MAX_CHANNELS_AT_ONCE"),
    ("eventLimits.maxNameLength", "EVENT_MAX_NAME_LENGTH"),
    ("eventLimits.maxPayloadInKb", "EVENT_MAX_SIZE_IN_KB"),
    ("host", "HOST"),
    ("metrics.enabled", "METRICS_ENABLED"),
    ("metrics.host", "METRICS_HOST"),
    ("metrics.port", "METRICS_SERVER_PORT"),
    ("mode", "MODE"),
    ("pathPrefix", "PATH_PREFIX"),
    ("port", "PORT"),
    ("presence.maxMemberSizeInKb", "PRESENCE_MAX_MEMBER_SIZE"),
    ("presence.maxMembersPerChannel", "PRESENCE_MAX_MEMBERS"),
    ("shutdownGracePeriod", "SHUTDOWN_GRACE_PERIOD"),
    ("ssl.caPath", "SSL_CA"),
    ("ssl.certPath", "SSL_CERT"),
    ("ssl.keyPath", "SSL_KEY"),
    ("ssl.passphrase", "SSL_PASS"),
];
const OF_EACH_APP: [(&str, &str); 18] = [
    ("enableClientMessages", "DEFAULT_APP_ENABLE_CLIENT_MESSAGES"),
    ("enableUserAuthentication", "DEFAULT_APP_USER_AUTHENTICATION"),
    ("enabled", "DEFAULT_APP_ENABLED"),
    ("id", "DEFAULT_APP_ID"),
    ("key", "DEFAULT_APP_KEY"),
    ("maxBackendEventsPerSecond", "DEFAULT_APP_MAX_BACKEND_EVENTS_PER_SEC"),
    ("maxChannelNameLength", "CHANNEL_LIMITS_MAX_NAME_LENGTH"),
    ("maxClientEventsPerSecond", "DEFAULT_APP_MAX_CLIENT_EVENTS_PER_SEC"),
    ("maxConnections", "DEFAULT_APP_MAX_CONNS"),
    ("maxEventBatchSize", "EVENT_MAX_BATCH_SIZE"),
    ("maxEventChannelsAtOnce", "EVENT_MAX_CHANNELS_AT_ONCE"),
    ("maxEventNameLength", "EVENT_MAX_NAME_LENGTH"),
    ("maxEventPayloadInKb", "EVENT_MAX_SIZE_IN_KB"),
    ("maxPresenceMemberSizeInKb", "PRESENCE_MAX_MEMBER_SIZE"),
    ("maxPresenceMembersPerChannel", "PRESENCE_MAX_MEMBERS"),
    ("maxReadRequestsPerSecond", "DEFAULT_APP_MAX_READ_REQ_PER_SEC"),
    ("secret", "DEFAULT_APP_SECRET"),
    ("webhooks", "DEFAULT_APP_WEBHOOKS"),
];
const APPS: &str = "appManager.array.apps.";

/// One environment for each app of the JSON.
pub(super) fn from_json(path: &str, text: &str) -> Result<Vec<Environment>, String> {
    let whole: Value = serde_json::from_str(text).map_err(|error| format!("{path:?} is no JSON: {error}"))?;
    let mut leaves = Vec::new();
    collect(&whole, String::new(), &mut leaves);
    let apps = whole.pointer("/appManager/array/apps").and_then(Value::as_array);
    let count = apps.map_or(1, |apps| apps.len().max(1));
    if count > MOST_APPS {
        return Err(format!("{path:?} has {count} apps; at most {MOST_APPS} are read: split the file"));
    }
    let variable = |n: usize, at: &str, value: &str| {
        let name = match at.strip_prefix(APPS).map(|rest| rest.split_once('.').unwrap_or((rest, ""))) {
            Some((index, _)) if index.parse() != Ok(n) => return None,
            // An unknown name is told with the reason of the nearest family of names, or that it is not known.
            Some((_, key)) => {
                named(&OF_EACH_APP, key).map_or_else(|| format!("DEFAULT_APP_{key}"), str::to_owned)
            }
            None => named(&OF_SERVER, at).map_or_else(|| screaming(at), str::to_owned),
        };
        let origin = Origin::from(SetAt::Json { path: path.to_owned(), at: at.to_owned() });
        Some((format!("SOKETI_{name}"), value.to_owned(), origin))
    };
    let environment = |n: usize| {
        // An app's own limits override those of the server.
        let (own, common): (Vec<_>, Vec<_>) = leaves.iter().partition(|(at, _)| at.starts_with(APPS));
        let variables = common.into_iter().chain(own).filter_map(|(at, value)| variable(n, at, value));
        Environment::default().with_variables(variables)
    };
    Ok((0..count).map(environment).collect())
}

fn named(table: &[(&str, &'static str)], key: &str) -> Option<&'static str> {
    table.iter().find(|(known, _)| *known == key).map(|(_, name)| *name)
}

/// `queue.sqs.queueUrl` as `QUEUE_SQS_QUEUEURL`: the beginning says what it is about.
fn screaming(at: &str) -> String {
    at.replace('.', "_").to_ascii_uppercase()
}

/// Texts, numbers, switches and lists with the keys to them; lists of apps are gone through.
fn collect(value: &Value, at: String, leaves: &mut Vec<(String, String)>) {
    let below = |key: &str| if at.is_empty() { key.to_owned() } else { format!("{at}.{key}") };
    match value {
        Value::Object(object) => object.iter().for_each(|(key, value)| collect(value, below(key), leaves)),
        Value::Array(entries) if format!("{at}.") == APPS => {
            entries.iter().enumerate().for_each(|(n, value)| collect(value, below(&n.to_string()), leaves));
        }
        Value::String(text) => leaves.push((at, text.clone())),
        Value::Null => {}
        other => leaves.push((at, other.to_string())),
    }
}
