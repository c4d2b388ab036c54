//! `baton pg`: PostgreSQL made ready, looked at, and cleared again.

mod run;

use std::ffi::OsString;

use baton_postgres::check::Wanted;
use baton_postgres::setup::{Name, Subject};
use clap::{Arg, ArgAction, ArgMatches};

use super::{Stop, WRONG};

pub(crate) use run::run;

/// Which database: below the flag of the same name.
const DATABASE: &str = "BATON_DATABASE_URL";

/// The slot and the publication of servers whose settings name no others.
const SLOT: &str = "baton";
const PUBLICATION: &str = "supabase_realtime";

/// What is to be done, and in which database.
#[derive(Debug)]
pub(crate) struct Request {
    /// The connection string, and what names it; none where nothing does.
    url: Option<(String, String)>,
    task: Task,
}

#[derive(Debug)]
enum Task {
    Setup { subject: Subject, dry_run: bool },
    Check { wanted: Wanted },
    Teardown { slot: Name, roles: bool, yes: bool, dry_run: bool },
}

/// The part of the command line that follows `baton pg`, with the environment, and the databases that the settings name.
pub(super) fn request(
    matches: &ArgMatches,
    variables: impl Iterator<Item = (OsString, OsString)>,
    in_settings: impl Fn(&ArgMatches) -> Result<Vec<(String, String)>, Stop>,
) -> Result<Request, Stop> {
    let Some((command, matches)) = matches.subcommand() else {
        return Err(wrong("name a command; `baton pg --help` lists them".into()));
    };
    let task = task(command, matches).map_err(wrong)?;
    let url = match url(matches, variables).map_err(wrong)? {
        Some(url) => Some(url),
        None => one_of(in_settings(matches)?, matches.get_one::<String>("app")).map_err(wrong)?,
    };
    Ok(Request { url, task })
}

fn wrong(text: String) -> Stop {
    Stop { text: format!("{text}\n"), exit_code: WRONG }
}

/// The database of the app that is meant.
fn one_of(apps: Vec<(String, String)>, app: Option<&String>) -> Result<Option<(String, String)>, String> {
    let named = |(id, url): (String, String)| (url, format!("database_url of the app {id:?}"));
    match app {
        Some(app) => match apps.into_iter().find(|(id, _)| id == app) {
            Some(found) => Ok(Some(named(found))),
            None => Err(format!("--app: no app with the id {app:?} has a database_url")),
        },
        None if apps.len() > 1 => {
            let ids: Vec<&str> = apps.iter().map(|(id, _)| id.as_str()).collect();
            Err(format!("several apps have a database: say which by --app, one of {}", ids.join(", ")))
        }
        None => Ok(apps.into_iter().next().map(named)),
    }
}

fn task(command: &str, matches: &ArgMatches) -> Result<Task, String> {
    let task = match command {
        "setup" => Task::Setup {
            subject: Subject { publication: publication(matches)?, role: role(matches)? },
            dry_run: matches.get_flag("dry-run"),
        },
        "check" => Task::Check {
            wanted: Wanted { slot: slot(matches)?, publication: publication(matches)?, role: role(matches)? },
        },
        _ => Task::Teardown {
            slot: slot(matches)?,
            roles: matches.get_flag("roles"),
            yes: matches.get_flag("yes"),
            dry_run: matches.get_flag("dry-run"),
        },
    };
    Ok(task)
}

/// The connection string of the flag, or else of the environment.
fn url(
    matches: &ArgMatches,
    mut variables: impl Iterator<Item = (OsString, OsString)>,
) -> Result<Option<(String, String)>, String> {
    if let Some(url) = matches.get_one::<String>("database") {
        return Ok(Some((url.clone(), "--database".to_owned())));
    }
    let found = variables.find(|(name, value)| name == DATABASE && !value.is_empty());
    let url = found.map(|(_, value)| value.into_string().map(|url| (url, DATABASE.to_owned())));
    url.transpose().map_err(|_| format!("{DATABASE}: the value is not valid UTF-8"))
}

fn role(matches: &ArgMatches) -> Result<Option<Name>, String> {
    matches.get_one::<String>("role").map(|role| name("role", role)).transpose()
}

fn slot(matches: &ArgMatches) -> Result<Name, String> {
    name("slot", matches.get_one::<String>("slot").map_or(SLOT, String::as_str))
}

fn publication(matches: &ArgMatches) -> Result<Name, String> {
    name("publication", matches.get_one::<String>("publication").map_or(PUBLICATION, String::as_str))
}

fn name(flag: &str, text: &str) -> Result<Name, String> {
    Name::new(text).map_err(|error| format!("--{flag}: {error}"))
}

pub(super) fn grammar() -> clap::Command {
    let role = "The role that the server logs in as";
    let slot = format!("The replication slot that the server reads from [default: {SLOT}]");
    let publication =
        format!("The publication of the tables whose changes clients may receive [default: {PUBLICATION}]");
    let publication = value("publication", "NAME", &publication);
    clap::Command::new("pg")
        .about("Prepare PostgreSQL for changes, private channels and broadcasts, or check it")
        .subcommand_required(true)
        .subcommand(
            database(clap::Command::new("setup"))
                .about("Create missing roles, tables, functions and publications; nothing is replaced")
                .arg(value("role", "NAME", &format!("{role}: it is created, or given missing rights [default: none]")))
                .arg(publication.clone())
                .arg(flag("dry-run", "Print the SQL and run none of it; needs no database")),
        )
        .subcommand(
            database(clap::Command::new("check"))
                .about(
                    "Report what is missing, with the SQL that fixes it. Exit status 0: nothing, 1: something, \
                     2: the database cannot be reached",
                )
                .arg(value("role", "NAME", &format!("{role} [default: the one of the connection]")))
                .arg(value("slot", "NAME", &slot))
                .arg(publication),
        )
        .subcommand(
            database(clap::Command::new("teardown"))
                .about("Drop the replication slot and all that setup created, and nothing else")
                .arg(value("slot", "NAME", &slot))
                .arg(flag("roles", "The roles that setup made too; all databases of the server share them"))
                .arg(flag("yes", "Really drop it"))
                .arg(flag("dry-run", "Print the statements and run none of them")),
        )
}

fn database(command: clap::Command) -> clap::Command {
    let help = format!("The database: postgresql://USER:PASSWORD@HOST:PORT/DATABASE [env: {DATABASE}]");
    command
        .arg(value("database", "URL", &help))
        .arg(value(
            "config",
            "FILE",
            "The settings file, whose database_url counts where no database is named [env: BATON_CONFIG]",
        ))
        .arg(value("app", "ID", "The app whose database_url is meant, if there are several"))
}

fn value(name: &'static str, value: &'static str, help: &str) -> Arg {
    Arg::new(name).long(name).value_name(value).help(help.to_owned())
}

fn flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
}
