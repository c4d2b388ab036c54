//! The subcommand `recovery`: its command line.

use std::path::PathBuf;

use baton_load::fault::Fault;
use baton_load::priority::{Cores, Raised};
use baton_load::recovery::report::Document;
use baton_load::recovery::{self, Break, Drops, DropsOutcome, Program};
use baton_load::report::write_json;
use baton_load::signals;
use clap::{Arg, ArgAction, ArgMatches, Command};

use crate::{number, path, text, value};

pub(crate) fn command() -> Command {
    Command::new("recovery")
        .about("Examines how a server resumes clients whose connections broke, and what that costs")
        .subcommand_required(true)
        .subcommand(drops_command())
}

fn exam(name: &'static str) -> Command {
    Command::new(name)
        .arg(path("server", "PATH", "The server's program").default_value("target/release/baton"))
        .arg(path("json", "OUT", "Where to write the report; - is standard output"))
}

fn flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
}

fn drops_command() -> Command {
    exam("drops")
        .about("Breaks each client's connection again and again; fails if an event is lost or out of order")
        .arg(number::<usize>("clients", "N", "How many clients").default_value("1000"))
        .arg(number::<usize>("channels", "N", "Channels that they share").default_value("10"))
        .arg(number::<usize>("channels-each", "N", "Channels of each client").default_value("1"))
        .arg(number::<f64>("per-second", "N", "Events a second in each channel").default_value("100"))
        .arg(number::<u32>("drops", "N", "Breaks of each client and kind").default_value("20"))
        .arg(
            text("kinds", "KIND,…", "How connections break: each in an exam of its own")
                .value_delimiter(',')
                .value_parser(["reset", "silence", "half", "mixed"])
                .default_values(["reset", "silence", "half"]),
        )
        .arg(number::<f64>("down-seconds", "S", "From a break to the next connection").default_value("2"))
        .arg(
            number::<f64>("up-seconds", "S", "From a connection to its break, on average").default_value("2"),
        )
        .arg(flag("positions", "Clients number what they get and say where they are: nothing may come twice"))
        .arg(number::<u64>("seed", "N", "Where chance begins").default_value("1"))
        .arg(flag("quick", "50 clients and three breaks of each kind, in some 6 s"))
}

pub(crate) fn run(matches: &ArgMatches) -> Result<(), Fault> {
    let Some((name, matches)) = matches.subcommand() else { return Ok(()) }; // clap demands a subcommand
    signals::catch()?;
    let cores = Cores::choose()?;
    let priority = Raised::raise();
    Raised::pin(cores.generator)?;
    let program = Program { path: value::<PathBuf>(matches, "server")?, core: cores.server };
    match name {
        "drops" => {
            let outcomes = recovery::examine_drops(&program, &drops_of(matches)?)?;
            let is_exact = outcomes.iter().all(DropsOutcome::is_exact);
            write("drops", outcomes, matches, &priority)?;
            is_exact
                .then_some(())
                .ok_or_else(|| Fault::Run("events were lost, out of order or doubled".into()))
        }
        _ => Ok(()),
    }
}

fn write<T: serde::Serialize>(
    exam: &'static str,
    outcomes: Vec<T>,
    matches: &ArgMatches,
    priority: &Raised,
) -> Result<(), Fault> {
    let Some(path) = matches.get_one::<PathBuf>("json") else { return Ok(()) };
    write_json(path, &Document::of(exam, outcomes, priority))
}

fn drops_of(matches: &ArgMatches) -> Result<Vec<Drops>, Fault> {
    let drops = Drops {
        clients: value(matches, "clients")?,
        channels: value(matches, "channels")?,
        channels_each: value(matches, "channels-each")?,
        per_second: value(matches, "per-second")?,
        drops: value(matches, "drops")?,
        kinds: Vec::new(),
        down_seconds: value(matches, "down-seconds")?,
        up_seconds: value(matches, "up-seconds")?,
        positions: matches.get_flag("positions"),
        seed: value(matches, "seed")?,
    };
    let mixed = Break::ALL.to_vec();
    if matches.get_flag("quick") {
        let each = 3 * mixed.len();
        return Ok(vec![Drops {
            clients: 50,
            drops: u32::try_from(each).unwrap_or(0),
            down_seconds: 0.4,
            up_seconds: 0.25,
            kinds: mixed,
            ..drops
        }]);
    }
    let names = matches.get_many::<String>("kinds").unwrap_or_default();
    let exam = |name: &String| match Break::by_name(name) {
        Some(kind) => Drops { kinds: vec![kind], ..drops.clone() },
        None => Drops { kinds: mixed.clone(), drops: 3 * drops.drops, ..drops.clone() },
    };
    Ok(names.map(exam).collect())
}
