//! The command line. Its flags come from the tables of settings, one each.

mod app;
mod doctor;
mod init;
mod inspector;
pub(crate) mod pg;
mod remote;
pub(crate) mod sign;

use std::ffi::OsString;
use std::fmt::Write as _;

use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches};

use crate::apps_database::{Snapshot, for_command};
use crate::doctor::Request;
use crate::settings::{self, About, Environment, Family, Fault, Flags, Settings, Sources};

pub(crate) use inspector::run as inspect;

/// What the operator asked for.
#[derive(Debug)]
pub(crate) enum Command {
    /// Start the server.
    Serve(Box<Settings>, Sources),
    /// Print this to standard output, and end with status 0.
    Print(String),
    /// Make PostgreSQL ready, or look at it.
    Postgres(pg::Request),
    /// Look at a server from outside.
    Doctor(Box<Request>),
    /// Look into a server as its inspector does.
    Inspect(Box<inspector::Request>),
}

/// Why nothing is done: goes to standard error, and `exit_code` to the parent.
#[derive(Debug)]
pub(crate) struct Stop {
    pub(crate) text: String,
    pub(crate) exit_code: u8,
}

/// The settings, or the command line, are wrong.
const WRONG: u8 = 2;

/// What wrong settings mean for a command that asks the running server: they say where it is.
const NOT_ASKED: &str =
    "The settings are wrong, so the running server was not asked; what it read before remains in effect.";

/// Reads the process's own command line and environment.
pub(crate) fn parse() -> Result<Command, Stop> {
    parse_from(std::env::args_os(), std::env::vars_os())
}

/// Reads a command line and an environment. A wrong one stops with status 2.
pub(crate) fn parse_from(
    arguments: impl IntoIterator<Item = OsString>,
    variables: impl Iterator<Item = (OsString, OsString)>,
) -> Result<Command, Stop> {
    let matches = match grammar().try_get_matches_from(arguments) {
        Ok(matches) => matches,
        Err(error) => return answer(&error),
    };
    match matches.subcommand() {
        Some(("settings", _)) => Ok(Command::Print(settings::markdown())),
        Some(("doctor", matches)) => {
            doctor::request(matches).map(|request| Command::Doctor(Box::new(request))).map_err(wrong)
        }
        Some(("init", matches)) => {
            let path = matches.get_one::<String>("FILE").map_or("baton.toml", String::as_str);
            init::write(path).map(Command::Print).map_err(wrong)
        }
        Some(("migrate", matches)) => {
            let text = |name: &str| matches.get_one::<String>(name).map_or("", String::as_str);
            let named = |family: &Family| family.name().eq_ignore_ascii_case(text("SERVER"));
            let family = Family::ALL.into_iter().find(named).unwrap_or(Family::Reverb); // clap takes no other name
            settings::migrate(family, text("FILE")).map(Command::Print).map_err(wrong)
        }
        Some(("check", matches)) if matches.get_flag("running") => {
            ask_running(&load(matches, variables, NOT_ASKED)?.settings, matches, false)
        }
        Some(("check", matches)) => {
            check(load(matches, variables, "The settings are wrong.")?, matches.get_flag("strict"))
        }
        Some(("reload", matches)) => {
            ask_running(&load(matches, variables, NOT_ASKED)?.settings, matches, true)
        }
        Some(("app", matches)) => {
            let of_command = matches.subcommand().map_or(matches, |(_, matches)| matches);
            let sources = sources(of_command, variables, "The settings are wrong, so nothing was changed.")?;
            app::run(matches, &sources).map(Command::Print).map_err(wrong)
        }
        Some(("sign", matches)) => {
            let outcome = "The settings are wrong, so nothing was signed.";
            let sources = sources(matches, variables, outcome)?;
            let settings = sources.load().map_err(|faults| stop(&faults, outcome))?.settings;
            let settings = for_command(settings, &sources).map_err(wrong)?;
            let command = sign::command(&settings, &publish(matches));
            command.map(Command::Print).map_err(|text| Stop { text: format!("{text}\n"), exit_code: WRONG })
        }
        Some(("pg", matches)) => {
            let variables: Vec<_> = variables.collect();
            let in_settings = |of: &ArgMatches| {
                let config = of.get_one::<String>("config");
                let flags = config.map(|file| ("config".to_owned(), file.clone())).into_iter().collect();
                database_urls(&flags, variables.iter().cloned())
            };
            let request = pg::request(matches, variables.iter().cloned(), in_settings)?;
            Ok(Command::Postgres(request))
        }
        Some((name, matches)) if inspector::is_one(name) => {
            let sources = sources(matches, variables, NOT_ASKED)?;
            inspector::request(name, matches, &sources).map(|request| Command::Inspect(Box::new(request)))
        }
        Some((_, matches)) => {
            let not_started = "The settings are wrong, so the server was not started.";
            let sources = sources(matches, variables, not_started)?;
            let settings = sources.load().map_err(|faults| stop(&faults, not_started))?.settings;
            Ok(Command::Serve(Box::new(settings), sources))
        }
        None => Err(Stop { text: "name a command; `baton --help` lists them\n".into(), exit_code: WRONG }),
    }
}

/// The report. A strict check does not pass with a notice.
fn check(loaded: settings::Loaded, is_strict: bool) -> Result<Command, Stop> {
    let has_notices = !loaded.settings.notices.is_empty();
    let text = settings::report(loaded);
    if is_strict && has_notices { Err(Stop { text, exit_code: WRONG }) } else { Ok(Command::Print(text)) }
}

/// Has the running server read its settings, or say what that would do; status 2 if they are wrong.
fn ask_running(settings: &Settings, matches: &ArgMatches, does_reload: bool) -> Result<Command, Stop> {
    let url = matches.get_one::<String>("url").map(String::as_str);
    let (text, is_well) = remote::ask(settings, url, does_reload).map_err(wrong)?;
    if is_well { Ok(Command::Print(text)) } else { Err(Stop { text, exit_code: WRONG }) }
}

/// Help and version come out of clap as errors too.
fn answer(error: &clap::Error) -> Result<Command, Stop> {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => Ok(Command::Print(error.to_string())),
        _ => Err(Stop { text: error.to_string(), exit_code: WRONG }),
    }
}

fn load(
    matches: &ArgMatches,
    variables: impl Iterator<Item = (OsString, OsString)>,
    outcome: &str,
) -> Result<settings::Loaded, Stop> {
    sources(matches, variables, outcome)?.load().map_err(|faults| stop(&faults, outcome))
}

fn sources(
    matches: &ArgMatches,
    variables: impl Iterator<Item = (OsString, OsString)>,
    outcome: &str,
) -> Result<Sources, Stop> {
    let environment = Environment::read(variables).map_err(|fault| stop(&[fault], outcome))?;
    Ok(Sources { flags: flags(matches), environment, database: Snapshot::default() })
}

/// The databases of all apps that have one, by their ids.
fn database_urls(
    flags: &Flags,
    variables: impl Iterator<Item = (OsString, OsString)>,
) -> Result<Vec<(String, String)>, Stop> {
    let outcome = "The settings are wrong, so the database was left as it is.";
    let environment = Environment::read(variables).map_err(|fault| stop(&[fault], outcome))?;
    let sources = Sources { flags: flags.clone(), environment, database: Snapshot::default() };
    let loaded = sources.load().map_err(|faults| stop(&faults, outcome))?;
    let urls = loaded
        .settings
        .apps
        .iter()
        .map(|app| (app.id.to_string(), app.database.database_url.reveal().to_owned()));
    Ok(urls.filter(|(_, url)| !url.is_empty()).collect())
}

/// Something other than the settings is wrong.
fn wrong(text: String) -> Stop {
    Stop { text: format!("{text}\n"), exit_code: WRONG }
}

/// All faults, one a line, and what that means for the command.
fn stop(faults: &[Fault], outcome: &str) -> Stop {
    let mut text = String::new();
    for fault in faults {
        let _ = writeln!(text, "{fault}");
    }
    let _ = writeln!(text, "{outcome}");
    Stop { text, exit_code: WRONG }
}

fn publish(matches: &ArgMatches) -> sign::Publish<'_> {
    let text = |name: &str| matches.get_one::<String>(name).map(String::as_str);
    sign::Publish {
        channel: text("CHANNEL").unwrap_or_default(),
        event: text("EVENT").unwrap_or_default(),
        data: text("DATA").unwrap_or_default(),
        url: text("url"),
        app: text("app"),
    }
}

fn flags(matches: &ArgMatches) -> Flags {
    let given = |id: &clap::Id| {
        let value = matches.try_get_one::<String>(id.as_str()).ok()??; // `--strict` has none
        Some((id.to_string(), value.clone()))
    };
    matches.ids().filter_map(given).collect()
}

fn grammar() -> clap::Command {
    clap::Command::new("baton")
        .version(env!("CARGO_PKG_VERSION"))
        .about("A realtime server for clients of Pusher Channels and Supabase Realtime")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(with_settings(clap::Command::new("serve").about("Start the server")))
        .subcommand(
            with_settings(clap::Command::new("check").about(
                "Report errors in the settings, or print the effective values and where each comes from",
            ))
            .arg(
                Arg::new("strict")
                    .long("strict")
                    .action(ArgAction::SetTrue)
                    .help("Exit with status 2 if there is a note"),
            )
            .arg(
                Arg::new("running")
                    .long("running")
                    .action(ArgAction::SetTrue)
                    .help("Ask the running server what a reload would change, and what needs a restart"),
            )
            .arg(url()),
        )
        .subcommand(
            with_settings(clap::Command::new("reload").about(
                "Have the running server read its settings again, and say what is in effect now, or what is wrong",
            ))
            .arg(url()),
        )
        .subcommand(app::grammar())
        .subcommand(
            clap::Command::new("init")
                .about("Write a commented settings file with fresh secrets")
                .arg(Arg::new("FILE").help("The file, which must not exist [default: baton.toml]")),
        )
        .subcommand(
            clap::Command::new("migrate")
                .about("Print another server's settings as a settings file, and what has no counterpart")
                .arg(
                    Arg::new("SERVER")
                        .required(true)
                        .value_parser(["reverb", "soketi", "pusher"])
                        .help("The server"),
                )
                .arg(
                    Arg::new("FILE")
                        .required(true)
                        .help("The application's .env; for Soketi also its JSON file"),
                ),
        )
        .subcommand(with_settings(
            clap::Command::new("sign")
                .about("Print a signed curl command that publishes an event; it is valid for 10 minutes")
                .arg(Arg::new("CHANNEL").required(true).help("The channel to publish to"))
                .arg(Arg::new("EVENT").required(true).help("The event's name"))
                .arg(Arg::new("DATA").required(true).help("The event's data, mostly JSON"))
                .arg(url())
                .arg(Arg::new("app").long("app").value_name("ID").help("The app's id, if there are several")),
        ))
        .subcommands(inspector::grammars())
        .subcommand(doctor::grammar())
        .subcommand(pg::grammar())
        .subcommand(
            clap::Command::new("settings").about("Print the reference of all settings").arg(
                Arg::new("markdown")
                    .long("markdown")
                    .action(ArgAction::SetTrue)
                    .help("As Markdown, the only format"),
            ),
        )
}

fn url() -> Arg {
    Arg::new("url").long("url").value_name("URL").help(
        "Scheme, host and port of the server, such as https://ws.example.com [default: from the setting `listen`]",
    )
}

/// Adds `--config`, `--env-file` and one flag for each setting.
fn with_settings(command: clap::Command) -> clap::Command {
    let config = Arg::new("config")
        .long("config")
        .value_name("FILE")
        .help("The settings file: TOML, or Soketi's JSON in a file whose name ends in .json [env: BATON_CONFIG]")
        .help_heading("Settings");
    let env_file = Arg::new("env-file")
        .long("env-file")
        .value_name("FILE")
        .help("An application's .env, as Laravel reads it: BATON_*, REVERB_*, SOKETI_*, PUSHER_APP_* [env: BATON_ENV_FILE]")
        .help_heading("Settings");
    settings::abouts().fold(command.args([config, env_file]), |command, (about, default)| {
        let former = about.former().map(|former| flag(&former, &default).hide(true));
        command.arg(flag(&about, &default)).args(former)
    })
}

fn flag(about: &About, default: &str) -> Arg {
    let text = about.text();
    // The first sentence; the rest is for --help.
    let brief = text.split_inclusive(". ").next().unwrap_or_default().trim_end();
    let names = format!("[env: {}] [default: {default}]", about.environment());
    Arg::new(about.flag())
        .long(about.flag())
        .value_name("VALUE")
        .help(format!("{brief} {names}"))
        .long_help(format!("{text} {names}"))
        .help_heading(about.heading())
}
