//! `baton app`: the apps of the store in `data_dir`. It needs no running server; one that runs takes in what has changed
//! within a second or two (setting `watch_files`).

use std::fmt::Write as _;

use baton_protocols::{App, DeclaredIn};
use clap::{Arg, ArgAction, ArgMatches};
use serde_json::json;

use super::with_settings;
use crate::admin::{app_as_json, settings_as_json};
use crate::app_store::AppStore;
use crate::apps_database::for_command;
use crate::settings::{AppChange, Fault, Settings, Sources, Stored, note, refuse_known_secret, value_of};

/// Does what is asked, and says what came of it.
///
/// # Errors
/// In words for the operator.
pub(super) fn run(matches: &ArgMatches, sources: &Sources) -> Result<String, String> {
    let (command, matches) = matches.subcommand().unwrap_or(("list", matches)); // clap demands one
    let id = || matches.get_one::<String>("ID").cloned().unwrap_or_default();
    let is_json = matches.get_flag("json");
    let loaded = match (sources.load(), command) {
        (Ok(loaded), "list") => return Ok(list(&for_command(loaded.settings, sources)?, is_json)),
        (Ok(loaded), "show") => return show(&for_command(loaded.settings, sources)?, &id(), is_json),
        (Ok(mut loaded), _) => {
            // The store can be changed while the database is down: a row whose id or key is taken is refused then.
            match for_command(loaded.settings.clone(), sources) {
                Ok(settings) => loaded.settings = settings,
                Err(why) => eprintln!("{why}"),
            }
            loaded
        }
        (Err(faults), "list" | "show") => return Err(wrong(&faults)),
        // A stored app may be the cause, and the change may fix it: the settings are checked again with the change.
        (Err(faults), _) => sources.load_with_apps(Stored::Given(Vec::new())).map_err(|_| wrong(&faults))?,
    };
    let settings = loaded.settings;
    let change = match command {
        "create" => {
            let mut values = assignments(matches)?;
            if let Some(id) = matches.get_one::<String>("ID") {
                values.insert("id".to_owned(), id.as_str().into());
            }
            AppChange::Create(values)
        }
        "set" => {
            let removed: Vec<_> =
                matches.get_many::<String>("unset").into_iter().flatten().cloned().collect();
            let values = assignments(matches)?;
            if values.is_empty() && removed.is_empty() {
                return Err("nothing to change: name a SETTING=VALUE, or --unset SETTING".to_owned());
            }
            AppChange::Set { id: id(), values, removed }
        }
        "enable" | "disable" => {
            let values = toml::Table::from_iter([("enabled".to_owned(), (command == "enable").into())]);
            AppChange::Set { id: id(), values, removed: Vec::new() }
        }
        "rotate-key" if matches.get_flag("end") => AppChange::EndRotation(id()),
        "rotate-key" => AppChange::RotateKey(id()),
        _ => AppChange::Delete(id()),
    };
    change.refuse_elsewhere(settings.apps.iter()).map_err(|why| why.to_string())?;
    let directory = settings.data_dir.path().ok_or(
        "there is no store for apps: set data_dir in the settings file, and name that file by --config or BATON_CONFIG (or \
         give --data-dir)",
    )?;
    let had = settings.has_known_secret();
    // A running server would refuse this app, and every later change with it.
    let refuse = |settings: &Settings| refuse_known_secret(settings, had);
    let changed = change.make(&mut AppStore::open(directory)?, sources, refuse);
    let changed = changed.map_err(|why| why.to_string())?;
    let Some(app) = changed.app else {
        return Ok(if is_json { "{}\n".to_owned() } else { format!("App {} is deleted.\n", id()) });
    };
    // Notices from before the change are about other apps.
    let notices: Vec<_> =
        changed.settings.notices.into_iter().filter(|notice| !settings.notices.contains(notice)).collect();
    let options = ["config", "env-file", "data-dir"].into_iter().filter_map(|flag| {
        let value = sources.flags.get(flag)?;
        Some(format!(" --{flag} {value}"))
    });
    let options: String = options.collect();
    if is_json {
        let mut page = app_as_json(&app, true);
        if !notices.is_empty() {
            page["notices"] = json!(notices);
        }
        return Ok(format!("{page}\n"));
    }
    let notes = notices.iter().map(|notice| note(notice));
    Ok(outcome(command, &app, &options) + &notes.collect::<String>())
}

fn wrong(faults: &[Fault]) -> String {
    let lines: Vec<_> = faults.iter().map(ToString::to_string).collect();
    format!("{}\nThe settings are wrong, so nothing was changed.", lines.join("\n"))
}

fn assignments(matches: &ArgMatches) -> Result<toml::Table, String> {
    let given = matches.get_many::<String>("SETTING").into_iter().flatten();
    given
        .map(|text| {
            let (key, value) = text
                .split_once('=')
                .ok_or_else(|| format!("{text:?}: expected SETTING=VALUE, such as max_connections=1000"))?;
            Ok((key.trim().to_owned(), value_of(key.trim(), value.trim())?))
        })
        .collect()
}

/// What to do with the app; `options` lead another command to the same store.
fn outcome(command: &str, app: &App, options: &str) -> String {
    let App { id, key, .. } = app;
    let credentials = || {
        format!(
            "    REVERB_APP_ID={id}\n    REVERB_APP_KEY={key}\n    REVERB_APP_SECRET={}\n",
            app.secret.reveal()
        )
    };
    match command {
        "create" => format!(
            "App {id} is created. The application's .env:\n\n{}\nA running server with this data_dir serves it within two \
             seconds.\n",
            credentials()
        ),
        "rotate-key" if app.previous_key.is_empty() => {
            format!("App {id} has the key {key}; the former one is no longer accepted.\n")
        }
        "rotate-key" => format!(
            "App {id} has a new key and secret. The application's .env:\n\n{}\nThe former ones are accepted as well. Once no \
             client uses them any more:\n\n    baton app rotate-key {id} --end{options}\n{}",
            credentials(),
            receivers_and_keys(app)
        ),
        "disable" => {
            format!("App {id} is disabled: its clients are closed, and do not come back by themselves.\n")
        }
        "enable" => format!("App {id} is enabled.\n"),
        _ => format!("App {id} is changed.\n"),
    }
}

/// What receivers of an app whose key was replaced have to know.
fn receivers_and_keys(app: &App) -> &'static str {
    match (app.hooks.is_empty(), app.pusher.webhooks.0.is_empty()) {
        (true, true) => "",
        (true, false) => {
            "\nWebhooks are signed with the new secret from now on; what a receiver refuses meanwhile is sent again for \
             webhook_retry_s.\n"
        }
        (false, _) => {
            "\nHooks and webhooks are signed with the new secret from now on. A hook that knows only the former one refuses \
             every question: have it choose the secret by X-Pusher-Key.\n"
        }
    }
}

fn list(settings: &Settings, is_json: bool) -> String {
    let declared_in = |app: &App| app.declared_in.name();
    if is_json {
        let all: Vec<_> = settings
            .apps
            .iter()
            .map(|app| {
                let mut object = app_as_json(app, false);
                object["declared_in"] = json!(declared_in(app));
                object
            })
            .collect();
        return format!("{}\n", json!({ "apps": all }));
    }
    let width = settings.apps.iter().map(|app| app.id.len()).max().unwrap_or(0).max(2);
    let mut page = format!("{:width$}  {:8}  {:11}  KEY\n", "ID", "STATE", "DECLARED IN");
    for app in &settings.apps {
        let state = if app.enabled { "enabled" } else { "disabled" };
        let _ = writeln!(page, "{:width$}  {state:8}  {:11}  {}", app.id, declared_in(app), app.key);
    }
    settings.rows.refused.iter().for_each(|line| page.push_str(&note(line)));
    page
}

fn show(settings: &Settings, id: &str, is_json: bool) -> Result<String, String> {
    let app = settings.apps.iter().find(|app| *app.id == *id);
    let app = app.ok_or_else(|| format!("there is no app {id:?}; `baton app list` shows all"))?;
    let stored = match settings.data_dir.path().map(AppStore::open_existing).transpose()?.flatten() {
        Some(store) => store.apps()?.into_iter().find(|app| app.id == id),
        None => None,
    };
    if is_json {
        let mut page = app_as_json(app, true);
        page["declared_in"] = json!(app.declared_in.name());
        if let Some(stored) = &stored {
            page["settings"] = settings_as_json(stored);
        }
        return Ok(format!("{page}\n"));
    }
    if app.declared_in == DeclaredIn::Database {
        let whole = toml::Value::String(app.secret.reveal().to_owned());
        return Ok(format!(
            "# In the table {} of the database, where it is changed.\nid = {id:?}\nkey = {:?}\nsecret = {whole}\n",
            settings.apps_database_table, app.key
        ));
    }
    Ok(match stored {
        Some(stored) => format!("# In the store; `baton app set` changes it.\n{}", stored.text),
        None => format!(
            "# Declared in the settings, which `baton check` shows.\nid = {id:?}\nkey = {:?}\nsecret = {:?}\n",
            app.key,
            app.secret.reveal()
        ),
    })
}

pub(super) fn grammar() -> clap::Command {
    let id = || Arg::new("ID").required(true).help("The app's id");
    let setting = || {
        Arg::new("SETTING")
            .action(ArgAction::Append)
            .num_args(1..)
            .value_name("SETTING=VALUE")
            .help("Settings of an app, as below [[apps]]: max_connections=1000; lists with commas")
    };
    let command = |name: &'static str, about: &'static str| {
        let json = Arg::new("json").long("json").action(ArgAction::SetTrue).help("Print JSON");
        with_server_settings(clap::Command::new(name).about(about)).arg(json)
    };
    clap::Command::new("app")
        .about("Manage the apps in data_dir; a running server applies changes")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(command("list", "List all apps, those of the settings file among them"))
        .subcommand(command("show", "Show an app with its secret").arg(id()))
        .subcommand(
            command("create", "Make an app, with a fresh key and secret unless they are given")
                .arg(Arg::new("ID").long("id").value_name("ID").help("Its id [default: a random number]"))
                .arg(setting()),
        )
        .subcommand(
            command("set", "Change settings of an app").arg(id()).arg(setting()).arg(
                Arg::new("unset")
                    .long("unset")
                    .value_name("SETTING")
                    .action(ArgAction::Append)
                    .help("Return a setting to its default"),
            ),
        )
        .subcommand(
            command("rotate-key", "Give an app another key and secret; the former ones are taken as well")
                .arg(id())
                .arg(
                    Arg::new("end")
                        .long("end")
                        .action(ArgAction::SetTrue)
                        .help("No longer accept the former ones"),
                ),
        )
        .subcommand(command("enable", "Serve an app that was disabled").arg(id()))
        .subcommand(command("disable", "Close an app's clients, and take no more").arg(id()))
        .subcommand(command("delete", "Remove an app for good").arg(id()))
}

/// Adds `--config`, `--env-file` and `--data-dir`: the settings that say where the store is.
pub(super) fn with_server_settings(command: clap::Command) -> clap::Command {
    let names: Vec<_> = with_settings(clap::Command::new("none"))
        .get_arguments()
        .filter(|arg| ["config", "env-file", "data-dir"].contains(&arg.get_id().as_str()))
        .cloned()
        .collect();
    command.args(names)
}
