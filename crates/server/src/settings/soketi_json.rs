//! Soketi's JSON file: as a settings file, and as the variables that say the same.
//!
//! Its keys have dots between them or objects around them (`"appManager.array.apps": […]`), as Soketi takes both. Each becomes
//! Soketi's variable of the same setting, for each app in turn, so that one table of names serves both.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;

use super::environment::Environment;
use super::fault::{Fault, Origin, SetAt};
use super::file::{File, Unmatched};
use super::foreign::Family;
use super::load::read_environment;
use super::migrate::{Line, of_app, of_server, without_counterpart};
use super::soketi;

/// The largest file that is read.
pub(super) const FILE_BYTES: u64 = 1 << 20;

/// Apps of one file: more are declared by a program.
const MOST_APPS: usize = 1_000;

/// Notices of one file: operators read the first lines, and the log is not for a program's output.
const MOST_NOTICES: usize = 100;

/// Whether a file of this name is read as Soketi's.
pub(super) fn is_named(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|end| end.eq_ignore_ascii_case("json"))
}

/// The file as one of ours, whose origins are places in the JSON. What has no counterpart is a notice; a wrong value is a fault.
pub(super) fn convert(path: &str, text: &str) -> Result<File, Vec<Fault>> {
    let Converted { apps, declares_apps } = environments(path, text).map_err(|fault| vec![fault])?;
    let (mut lines, mut notices) = (Vec::new(), BTreeSet::new());
    let mut faults = BTreeMap::new(); // one of the server's settings is one of each app
    for (n, environment) in apps.iter().enumerate() {
        let (mut loaded, wrong) = read_environment(environment, Family::Soketi);
        if n == 0 {
            lines.extend(of_server(&mut loaded, &wrong));
        }
        let heading = if declares_apps { "[[apps]]" } else { "[app_defaults]" };
        lines.push(Line::heading(heading));
        let settings = of_app(&mut loaded, &wrong);
        // Where it declares no app, one of the environment may be, and the default app is otherwise.
        lines.extend(settings.into_iter().filter(|line| declares_apps || line.origin != Origin::Default));
        notices.extend(without_counterpart(Family::Soketi, environment));
        faults.extend(wrong.into_iter().map(|fault| (fault.to_string(), fault)));
    }
    if !faults.is_empty() {
        return Err(faults.into_values().collect());
    }
    let text = lines.iter().flat_map(|line| [&*line.text, "\n"]).collect();
    // A text with line breaks is more than one line of TOML.
    let origins = lines.iter().flat_map(|line| line.text.split('\n').map(|_| line.origin.clone())).collect();
    let mut notices: Vec<_> = notices.into_iter().collect();
    if notices.len() > MOST_NOTICES {
        let more = notices.split_off(MOST_NOTICES).len();
        notices.push(format!("{path}: {more} more without a counterpart; `baton migrate soketi` shows all"));
    }
    let lacks_host = apps.first().and_then(soketi::lacks_host).map(|notice| format!("{path}: {notice}"));
    Ok(File::converted(text, origins, Unmatched { notices, lacks_host }))
}

/// Where the JSON has what a variable sets: of the server, and of each app.
pub(super) const OF_SERVER: [(&str, &str); 38] = [
    ("adapter.driver", "ADAPTER_DRIVER"),
    ("appManager.driver", "APP_MANAGER_DRIVER"),
    ("appManager.mysql.table", "APP_MANAGER_MYSQL_TABLE"),
    ("appManager.mysql.useMysql2", "APP_MANAGER_MYSQL_USE_V2"),
    ("appManager.mysql.version", "APP_MANAGER_MYSQL_VERSION"),
    ("appManager.postgres.table", "APP_MANAGER_POSTGRES_TABLE"),
    ("appManager.postgres.version", "APP_MANAGER_POSTGRES_VERSION"),
    ("channelLimits.cacheTtl", "CHANNEL_CACHE_TTL"),
    ("channelLimits.maxNameLength", "CHANNEL_LIMITS_MAX_NAME_LENGTH"),
    ("database.mysql.database", "DB_MYSQL_DATABASE"),
    ("database.mysql.host", "DB_MYSQL_HOST"),
    ("database.mysql.password", "DB_MYSQL_PASSWORD"),
    ("database.mysql.port", "DB_MYSQL_PORT"),
    ("database.mysql.user", "DB_MYSQL_USERNAME"),
    ("database.postgres.database", "DB_POSTGRES_DATABASE"),
    ("database.postgres.host", "DB_POSTGRES_HOST"),
    ("database.postgres.password", "DB_POSTGRES_PASSWORD"),
    ("database.postgres.port", "DB_POSTGRES_PORT"),
    ("database.postgres.user", "DB_POSTGRES_USERNAME"),
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
pub(super) const OF_EACH_APP: [(&str, &str); 18] = [
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

/// What a file says.
#[derive(Debug)]
pub(super) struct Converted {
    /// An environment for each app; one if there is none.
    pub(super) apps: Vec<Environment>,
    /// Whether the file has apps.
    pub(super) declares_apps: bool,
}

/// The variables that say the same, for each app.
pub(super) fn environments(path: &str, text: &str) -> Result<Converted, Fault> {
    let fault = |line, text| Fault::new(SetAt::File { path: path.into(), line }.into(), text);
    let whole: Value = serde_json::from_str(text)
        .map_err(|error| fault(error.line(), format!("this is no JSON: {error}")))?;
    if !whole.is_object() {
        let text = "expected Soketi's settings as a JSON object, such as {\"port\": 6001}";
        return Err(fault(1, text.to_owned()));
    }
    let mut found = Found::default();
    found.collect(&whole, String::new());
    let Found { mut leaves, mut apps } = found;
    // Soketi looks for apps in one place.
    if leaves.iter().any(|(at, driver)| at == "appManager.driver" && soketi::is_of_tables(driver)) {
        leaves.retain(|(at, _)| !at.starts_with(APPS));
        apps = None;
    }
    // The development app, whose secret is public, must not take the place of apps that are somewhere else.
    if apps == Some(0) {
        let text = "appManager.array.apps is empty: name an app with an id, a key and a secret, or leave appManager out";
        return Err(fault(1, text.to_owned()));
    }
    let numbers = leaves.iter().filter_map(|(at, _)| app_of(at)?.0.parse::<usize>().ok());
    let count = numbers.max().map_or(0, |last| last.saturating_add(1)).max(apps.unwrap_or(0));
    if count > MOST_APPS {
        return Err(fault(
            1,
            format!("there are {count} apps, and at most {MOST_APPS} are read: split the file"),
        ));
    }
    let variable = |n: usize, at: &str, value: &str| {
        let name = match app_of(at) {
            Some((index, _)) if index.parse() != Ok(n) => return None,
            // The notice of an unknown name has the reason of the nearest family of names, or says that it is not known.
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
        // An unknown name is reported once, and not for each of many apps.
        let common = common.into_iter().filter(|(at, _)| n == 0 || named(&OF_SERVER, at).is_some());
        let variables = common.chain(own).filter_map(|(at, value)| variable(n, at, value));
        Environment::default().with_variables(variables)
    };
    Ok(Converted { apps: (0..count.max(1)).map(environment).collect(), declares_apps: count > 0 })
}

/// The number of an app, and the key of its setting.
fn app_of(at: &str) -> Option<(&str, &str)> {
    at.strip_prefix(APPS).map(|rest| rest.split_once('.').unwrap_or((rest, "")))
}

/// The variable of an app's setting.
pub(super) fn variable_of(key: &str) -> Option<String> {
    named(&OF_EACH_APP, key).map(|name| format!("SOKETI_{name}"))
}

fn named(table: &[(&str, &'static str)], key: &str) -> Option<&'static str> {
    table.iter().find(|(known, _)| *known == key).map(|(_, name)| *name)
}

/// `queue.sqs.queueUrl` as `QUEUE_SQS_QUEUEURL`: the beginning says what it is about.
fn screaming(at: &str) -> String {
    at.replace('.', "_").to_ascii_uppercase()
}

/// What is in a file.
#[derive(Default)]
struct Found {
    /// Texts, numbers, switches and lists with the keys to them; the list of apps is gone through.
    leaves: Vec<(String, String)>,
    /// How many entries the list of apps has, if there is one.
    apps: Option<usize>,
}

impl Found {
    fn collect(&mut self, value: &Value, at: String) {
        let below = |key: &str| if at.is_empty() { key.to_owned() } else { format!("{at}.{key}") };
        match value {
            Value::Object(object) => object.iter().for_each(|(key, value)| self.collect(value, below(key))),
            Value::Array(entries) if format!("{at}.") == APPS => {
                self.apps = Some(self.apps.unwrap_or(0).max(entries.len()));
                entries.iter().enumerate().for_each(|(n, value)| self.collect(value, below(&n.to_string())));
            }
            Value::String(text) => self.leaves.push((at, text.clone())),
            Value::Null => {}
            other => self.leaves.push((at, other.to_string())),
        }
    }
}
