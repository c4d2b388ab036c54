//! The table at the start of the server and of a command: it is waited for a while, and otherwise there is the copy.

use std::sync::Arc;
use std::time::Duration;

use tokio::runtime;
use tokio::time::{Instant, sleep, timeout_at};

use super::cache;
use super::client::Client;
use super::failure::Failure;
use super::row::Row;
use super::{Address, TableName};
use crate::logging::Escaped;
use crate::settings::{Fault, Settings, Sources};

/// How long a start waits for the database: both may have been started at once.
const WAIT: Duration = Duration::from_secs(5);
/// The same where a copy can be served, and for commands.
const SHORT_WAIT: Duration = Duration::from_secs(3);
/// Between two attempts.
const PAUSE: Duration = Duration::from_millis(500);

/// What reads the table that the settings name; `None` if they name none. They have been checked.
pub(super) fn client(settings: &Settings) -> Option<Client> {
    let url = settings.apps_database_url.reveal();
    let address = (!url.is_empty()).then(|| Address::parse(url).ok()).flatten()?;
    Some(Client::new(address, TableName::parse(&settings.apps_database_table).ok()?))
}

/// Reads the table, or its copy, and then the settings with the apps in it.
///
/// # Errors
/// In words for the operator.
pub(crate) fn at_start(settings: Settings, sources: &Sources) -> Result<Settings, String> {
    let Some(mut client) = client(&settings) else { return Ok(settings) };
    let copy = copy(&settings, &client).unwrap_or_else(|why| {
        tracing::warn!("apps database: the copy is not read: {why}");
        None
    });
    let wait = if copy.is_some() { SHORT_WAIT } else { WAIT };
    let rows = match (read(&mut client, wait)?, &copy) {
        (Ok(rows), _) => rows,
        (Err(failure), Some(copy)) => {
            let text = format!(
                "apps database: {} cannot be read: {failure}; the {} apps of the copy in data_dir are served until it can",
                client.address(),
                copy.len()
            );
            match failure {
                Failure::Unreachable(_) => tracing::warn!("{text}"),
                // It does not end by itself.
                Failure::Refused(_) | Failure::Table(_) => tracing::error!("{text}"),
            }
            copy.clone()
        }
        (Err(failure), None) => return Err(refusal(&client, &failure)),
    };
    // A row that has become invalid meanwhile keeps the settings that were in effect before.
    sources.database.set_copy(copy.unwrap_or_default().into());
    let loaded = load(sources, rows)?;
    loaded.rows.report(&settings.rows);
    if loaded.apps.is_empty() {
        tracing::warn!(
            "apps database: no apps are defined, neither in the table {} nor elsewhere: all clients are refused",
            settings.apps_database_table
        );
    }
    loaded
        .notices
        .iter()
        .filter(|notice| !settings.notices.contains(notice))
        .for_each(|notice| tracing::warn!("{notice}"));
    Ok(loaded)
}

/// The settings with the apps of the table, for a command. What is wrong with rows is in `settings.rows`.
///
/// # Errors
/// In words for the operator.
pub(crate) fn for_command(settings: Settings, sources: &Sources) -> Result<Settings, String> {
    let Some(mut client) = client(&settings) else { return Ok(settings) };
    let rows = match read(&mut client, SHORT_WAIT)? {
        Ok(rows) => rows,
        Err(failure) => {
            let why = refusal(&client, &failure);
            let rows = match copy(&settings, &client) {
                Ok(copy) => copy.ok_or_else(|| why.clone())?,
                Err(other) => return Err(format!("{why}\n{other}")),
            };
            eprintln!("{}\nThese are the apps of the copy in data_dir.", Escaped(&why));
            rows
        }
    };
    load(sources, rows)
}

/// The copy in `data_dir`, if there is one.
fn copy(settings: &Settings, client: &Client) -> Result<Option<Vec<Row>>, String> {
    let Some(directory) = settings.data_dir.path() else { return Ok(None) };
    cache::load(directory, &client.source())
}

/// Reads the table, again and again until the wait is over if it is not reached.
fn read(client: &mut Client, wait: Duration) -> Result<Result<Vec<Row>, Failure>, String> {
    let runtime = runtime::Builder::new_current_thread().enable_all().build();
    let runtime =
        runtime.map_err(|error| format!("cannot start a runtime for the apps database: {error}"))?;
    let deadline = Instant::now() + wait;
    Ok(runtime.block_on(async {
        let mut last = Failure::Unreachable(format!("no answer within {} s", wait.as_secs()));
        loop {
            match timeout_at(deadline, client.read()).await {
                Ok(Err(failure @ Failure::Unreachable(_))) => last = failure,
                Ok(read) => return read,
                Err(_) => return Err(last),
            }
            if Instant::now() + PAUSE >= deadline {
                return Err(last);
            }
            sleep(PAUSE).await;
        }
    }))
}

fn load(sources: &Sources, rows: Vec<Row>) -> Result<Settings, String> {
    sources.database.set(Arc::from(rows));
    let loaded = sources
        .load()
        .map_err(|faults| faults.iter().map(Fault::to_string).collect::<Vec<_>>().join("\n"))?;
    sources.database.set_in_effect(&loaded.settings.rows);
    Ok(loaded.settings)
}

/// Why there is no start, and what helps.
fn refusal(client: &Client, failure: &Failure) -> String {
    let advice = match failure {
        Failure::Unreachable(_) => "start the database, or correct apps_database_url",
        Failure::Refused(_) => {
            "correct user, password, database, sslmode and sslrootcert in apps_database_url, or grant the user SELECT"
        }
        Failure::Table(_) => "correct apps_database_table, or the table",
    };
    format!("apps database: {} cannot be read: {failure}; {advice}", client.address())
}
