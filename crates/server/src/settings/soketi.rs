//! The names of Soketi's settings (`SOKETI_` and the name in its command line's table), and what it does where they are absent.

use super::environment::Environment;
use super::field::Expected;
use super::foreign::{self, Alias, READ_BESIDE, Unmet};
use super::webhook;
use crate::apps_database::url_of;

/// A limit, where -1 is none.
pub(super) const fn number(name: &'static str) -> Alias {
    let read = |reading: &foreign::Reading<'_>| match reading.value.parse() {
        Ok(-1) => Ok(Some("0".to_owned())),
        Ok(i64::MIN..-1) => Err(Expected("a whole number, or -1 for no limit".into())),
        _ => Ok(Some(reading.value.to_owned())),
    };
    Alias { name, note: "-1 is 0", absent: None, read }
}

/// A size in kilobytes of 1,024 bytes, which may have a fraction.
pub(super) const fn kilobytes(name: &'static str) -> Alias {
    Alias {
        name,
        note: "in KB",
        absent: None,
        read: |reading| {
            let expected = || Expected("a number of kilobytes".into());
            let given: f64 = reading.value.parse().map_err(|_| expected())?;
            if !(0.0..=1e9).contains(&given) {
                return Err(expected());
            }
            Ok(Some(format!("{:.0}", (given * 1_024.0).floor())))
        },
    }
}

/// Its metrics have a switch beside their port.
pub(super) const METRICS: Alias = Alias {
    name: "SOKETI_METRICS_ENABLED",
    note: "at SOKETI_METRICS_HOST and SOKETI_METRICS_SERVER_PORT, 0.0.0.0:9601 by default",
    absent: None,
    read: |reading| {
        if !reading.is_on()? {
            return Ok(None);
        }
        let given =
            |name, usual| reading.environment.get(name).filter(|text| !text.is_empty()).unwrap_or(usual);
        let (host, port) =
            (given("SOKETI_METRICS_HOST", "0.0.0.0"), given("SOKETI_METRICS_SERVER_PORT", "9601"));
        Ok(Some(foreign::join(host, port)))
    },
};

pub(super) const DEBUG: Alias = Alias {
    name: "SOKETI_DEBUG",
    note: "`debug` if it is on",
    absent: None,
    read: |reading| Ok(reading.is_on()?.then(|| "debug".to_owned())),
};

/// Where its apps are, of which `SOKETI_DB_…` say more.
pub(super) const APPS_DATABASE: Alias = Alias {
    name: "SOKETI_APP_MANAGER_DRIVER",
    note: "`mysql` or `postgres`, with SOKETI_DB_MYSQL_… or SOKETI_DB_POSTGRES_…",
    absent: None,
    read: |reading| match Driver::of(reading.value) {
        Some(Driver::Table(database)) => database.url(reading.environment).map(Some),
        Some(Driver::Array | Driver::DynamoDb) => Ok(None),
        None => Err(Expected("array, mysql or postgres as the driver".into())),
    },
};

/// Where apps are, as it is called there.
enum Driver {
    Array,
    DynamoDb,
    Table(&'static Database),
}

impl Driver {
    fn of(value: &str) -> Option<Self> {
        match &*value.to_ascii_lowercase() {
            "" | "array" => Some(Self::Array),
            "dynamodb" => Some(Self::DynamoDb),
            name => DATABASES.iter().find(|database| database.driver == name).map(Self::Table),
        }
    }
}

/// A database that may have the apps, and what is said of it by default.
struct Database {
    driver: &'static str,
    scheme: &'static str,
    /// What its variables begin with.
    prefix: &'static str,
    port: &'static str,
    user: &'static str,
}

const DATABASES: [Database; 2] = [
    Database { driver: "mysql", scheme: "mysql", prefix: "SOKETI_DB_MYSQL_", port: "3306", user: "root" },
    Database {
        driver: "postgres",
        scheme: "postgresql",
        prefix: "SOKETI_DB_POSTGRES_",
        port: "5432",
        user: "postgres",
    },
];

impl Database {
    /// Its URL by its variables, of which each has a default there.
    fn url(&self, environment: &Environment) -> Result<String, Expected> {
        let given = |name: &str, usual| {
            let value = environment.get(&format!("{}{name}", self.prefix));
            value.filter(|text| !text.is_empty() || name == "PASSWORD").unwrap_or(usual)
        };
        let port = given("PORT", self.port);
        if port.parse::<u16>().is_err() {
            let name = format!("{}PORT", self.prefix);
            let at = environment.lookup(&name).map_or(name, |(_, origin)| origin.to_string());
            return Err(Expected(format!("a port, from 1 to 65535, as {at}")));
        }
        let at = (given("HOST", "127.0.0.1"), port);
        let login = (given("USERNAME", self.user), given("PASSWORD", "password"));
        Ok(url_of(self.scheme, at, login, given("DATABASE", "main")))
    }
}

/// What is said of databases that have no apps by the driver of the same environment, a notice for each.
pub(super) fn of_other_databases(environment: &Environment) -> Vec<String> {
    let driver = Driver::of(environment.get(APPS_DATABASE.name).unwrap_or_default());
    let is_read =
        |database: &Database| matches!(&driver, Some(Driver::Table(read)) if read.prefix == database.prefix);
    let first = |database: &Database| environment.names(database.prefix).next().map(str::to_owned);
    DATABASES
        .iter()
        .filter(|database| !is_read(database))
        .filter_map(|database| Some((first(database)?, database.driver)))
        .map(|(name, driver)| {
            format!(
                "{} is not read: {} is not `{driver}` in the environment, and what a file says of a database is not \
                 completed by variables",
                name.escape_debug(),
                APPS_DATABASE.name
            )
        })
        .collect()
}

/// Its name of a table, which counts if apps are in that kind of database.
pub(super) const MYSQL_TABLE: Alias = Alias {
    name: "SOKETI_APP_MANAGER_MYSQL_TABLE",
    note: "if SOKETI_APP_MANAGER_DRIVER is `mysql`",
    absent: None,
    read: |reading| {
        Ok(reading.beside(APPS_DATABASE.name).eq_ignore_ascii_case("mysql").then(|| reading.value.to_owned()))
    },
};
pub(super) const POSTGRES_TABLE: Alias = Alias {
    name: "SOKETI_APP_MANAGER_POSTGRES_TABLE",
    note: "if it is `postgres`",
    absent: None,
    read: |reading| {
        Ok(reading
            .beside(APPS_DATABASE.name)
            .eq_ignore_ascii_case("postgres")
            .then(|| reading.value.to_owned()))
    },
};

/// Whether its apps are in a table, and those that other variables declare do not count.
pub(super) fn has_table(environment: &Environment) -> bool {
    environment.get(APPS_DATABASE.name).is_some_and(is_of_tables)
}

/// Whether a driver reads apps from a table.
pub(super) fn is_of_tables(driver: &str) -> bool {
    matches!(Driver::of(driver), Some(Driver::Table(_)))
}

/// Receivers may be functions of AWS Lambda there.
pub(super) const WEBHOOKS: Alias = Alias {
    name: "SOKETI_DEFAULT_APP_WEBHOOKS",
    note: "without the entries that call a function of AWS Lambda",
    absent: None,
    read: |reading| webhook::of_soketi(reading.value).map(Some),
};

/// A notice for each receiver that is left out of [`WEBHOOKS`].
pub(super) fn functions(value: &str) -> impl Iterator<Item = String> + use<> {
    webhook::functions_of_soketi(value).into_iter().map(|n| {
        format!(
            "entry {n} calls a function of AWS Lambda, and is left out: webhooks are sent to URLs alone; give the function a \
             URL, and set `url`"
        )
    })
}

/// The notice where no host is set: Soketi's is not used, since every address would have its default secret.
pub(super) fn lacks_host(environment: &Environment) -> Option<&'static str> {
    let is_absent = environment.get("SOKETI_HOST").is_none_or(str::is_empty);
    is_absent.then_some(
        "no host is set: Soketi listens on every address then, and this server on 127.0.0.1; set the host to 0.0.0.0 \
         (listen = \"0.0.0.0:PORT\") if other machines are to connect",
    )
}

/// What it does without a name for it.
pub(super) const FIXED: [(&str, &str); 2] = [("activity_timeout_s", "30"), ("json_errors", "true")];

/// What has no counterpart, or is read beside another name.
pub(super) const OTHERS: [(&str, &str); 32] = [
    ("SOKETI_ADAPTER_", CLUSTER),
    ("SOKETI_APP_MANAGER_CACHE_", "apps are in memory here, and read again every apps_database_poll_s"),
    ("SOKETI_APP_MANAGER_DYNAMODB_", DYNAMODB),
    ("SOKETI_APP_MANAGER_MYSQL_USE_V2", READ_BESIDE),
    ("SOKETI_APP_MANAGER_MYSQL_VERSION", READ_BESIDE),
    ("SOKETI_APP_MANAGER_POSTGRES_VERSION", READ_BESIDE),
    ("SOKETI_CACHE_", "decisions and messages are cached in memory here"),
    ("SOKETI_CLUSTER_", CLUSTER),
    ("SOKETI_DB_MYSQL_DATABASE", READ_BESIDE),
    ("SOKETI_DB_MYSQL_HOST", READ_BESIDE),
    ("SOKETI_DB_MYSQL_PASSWORD", READ_BESIDE),
    ("SOKETI_DB_MYSQL_PORT", READ_BESIDE),
    ("SOKETI_DB_MYSQL_USERNAME", READ_BESIDE),
    ("SOKETI_DB_POOLING_", "one connection reads the apps"),
    ("SOKETI_DB_POSTGRES_DATABASE", READ_BESIDE),
    ("SOKETI_DB_POSTGRES_HOST", READ_BESIDE),
    ("SOKETI_DB_POSTGRES_PASSWORD", READ_BESIDE),
    ("SOKETI_DB_POSTGRES_PORT", READ_BESIDE),
    ("SOKETI_DB_POSTGRES_USERNAME", READ_BESIDE),
    ("SOKETI_DB_REDIS_", "messages are not in a database here"),
    (
        "SOKETI_HTTP_ACCEPT_TRAFFIC_MEMORY_THRESHOLD",
        "`/ready` does not look at memory, whose use the limits bound",
    ),
    ("SOKETI_METRICS_DRIVER", "metrics are for Prometheus"),
    ("SOKETI_METRICS_HOST", READ_BESIDE),
    ("SOKETI_METRICS_PROMETHEUS_PREFIX", "names of metrics begin with baton_"),
    ("SOKETI_METRICS_SERVER_PORT", READ_BESIDE),
    ("SOKETI_MODE", "one process does everything"),
    ("SOKETI_QUEUE_", "webhooks are queued by the server itself, see data_dir"),
    ("SOKETI_RATE_LIMITER_", "rates are limited for each connection, in memory"),
    ("SOKETI_SHUTDOWN_GRACE_PERIOD", "see drain_timeout_s and drain_per_second"),
    ("SOKETI_SSL_CA", "see tls_client_ca, if clients must show certificates"),
    ("SOKETI_USER_AUTHENTICATION_TIMEOUT", "see authorization_grace_s, which is in seconds"),
    ("SOKETI_WEBHOOKS_", "each of the `webhooks` says how many events one request may carry: `max_events`"),
];

const CLUSTER: &str = "this server runs as one process on all cores and does not join others";

const DYNAMODB: &str =
    "apps in DynamoDB are not read: declare them under [[apps]], or in a table of PostgreSQL or MySQL";

pub(super) const UNMET: [Unmet; 3] = [
    Unmet {
        name: "SOKETI_ADAPTER_DRIVER",
        asks: |value| !matches!(value, "" | "local"),
        text: "this server runs as one process on all cores and does not join others: clients of two servers do not reach \
               each other",
    },
    Unmet {
        name: "SOKETI_APP_MANAGER_DRIVER",
        asks: |value| matches!(Driver::of(value), Some(Driver::DynamoDb)),
        text: DYNAMODB,
    },
    Unmet {
        name: "SOKETI_SSL_PASS",
        asks: |value| !value.is_empty(),
        text: "a private key with a passphrase is not read: `openssl pkey -in KEY -out FILE` writes it without one",
    },
];
