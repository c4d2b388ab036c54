//! The subcommand `recovery`: its command line.

use std::path::PathBuf;

use baton_load::fault::Fault;
use baton_load::priority::{Cores, Raised};
use baton_load::recovery::report::Document;
use baton_load::recovery::{self, Break, Cost, Drops, DropsOutcome, Idle, Program, Storm};
use baton_load::report::write_json;
use baton_load::signals;
use clap::{Arg, ArgAction, ArgMatches, Command};

use crate::{number, path, text, value};

pub(crate) fn command() -> Command {
    Command::new("recovery")
        .about("Examines how a server resumes clients whose connections broke, and what that costs")
        .subcommand_required(true)
        .subcommand(drops_command())
        .subcommand(storm_command())
        .subcommand(idle_command())
        .subcommand(cost_command())
}

fn exam(name: &'static str) -> Command {
    Command::new(name)
        .arg(path("server", "PATH", "The server's program").default_value("target/release/baton"))
        .arg(number::<usize>("loops", "N", "Event loops of the server, all on its core").default_value("1"))
        .arg(
            text("app", "KEY=VALUE", "A further setting of the server's app, as TOML; may be repeated")
                .action(ArgAction::Append),
        )
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

fn storm_command() -> Command {
    exam("storm")
        .about("Breaks all connections at once, and lets all come back at once: with recovery and without")
        .arg(number::<usize>("clients", "N", "How many clients").default_value("9000"))
        .arg(number::<usize>("channels", "N", "Channels that they share").default_value("10"))
        .arg(number::<u32>("events", "N", "Events that each misses").default_value("20"))
        .arg(number::<usize>("at-once", "N", "Clients on their way at any moment").default_value("2000"))
        .arg(rounds("5"))
        .arg(number::<u64>("seed", "N", "Where chance begins").default_value("1"))
}

fn idle_command() -> Command {
    exam("idle")
        .about("Measures memory and CPU of connections that do nothing: with recovery and without")
        .arg(number::<usize>("clients", "N", "How many clients").default_value("18000"))
        .arg(flag("own-channel", "Each client has a channel of its own, instead of one that all share"))
        .arg(number::<f64>("seconds", "S", "For how long they do nothing").default_value("20"))
        .arg(rounds("3"))
}

fn cost_command() -> Command {
    exam("cost")
        .about("Compares a fan-out with recovery, with history in memory and on disk, and with neither")
        .arg(number::<usize>("clients", "N", "Subscribers of the channel").default_value("1000"))
        .arg(
            number::<u32>("outstanding", "N,…", "Publishes under way, each in rounds of its own")
                .value_delimiter(',')
                .default_values(["1", "8"]),
        )
        .arg(number::<f64>("seconds", "S", "How long to measure in each round").default_value("2"))
        .arg(rounds("5"))
}

fn rounds(default: &'static str) -> Arg {
    number::<usize>("rounds", "N", "Rounds of each variant").default_value(default)
}

pub(crate) fn run(matches: &ArgMatches) -> Result<(), Fault> {
    let Some((name, matches)) = matches.subcommand() else { return Ok(()) }; // clap demands a subcommand
    signals::catch()?;
    let cores = Cores::choose()?;
    let priority = Raised::raise();
    Raised::pin(cores.generator)?;
    let lines: Vec<&str> =
        matches.get_many::<String>("app").unwrap_or_default().map(|line| &**line).collect();
    let program = Program {
        path: value::<PathBuf>(matches, "server")?,
        core: cores.server,
        loops: value(matches, "loops")?,
        lines: lines.join("\n"),
    };
    match name {
        "drops" => {
            let outcomes = recovery::examine_drops(&program, &drops_of(matches)?)?;
            let is_exact = outcomes.iter().all(DropsOutcome::is_exact);
            write("drops", outcomes, matches, &priority)?;
            is_exact
                .then_some(())
                .ok_or_else(|| Fault::Run("events were lost, out of order or doubled".into()))
        }
        "storm" => {
            let storm = Storm {
                clients: value(matches, "clients")?,
                channels: value(matches, "channels")?,
                events: value(matches, "events")?,
                at_once: value(matches, "at-once")?,
                rounds: value(matches, "rounds")?,
                seed: value(matches, "seed")?,
            };
            let outcomes = storm.run(&program)?;
            println!("{}", recovery::storm::summary(&outcomes));
            write("storm", outcomes, matches, &priority)
        }
        "idle" => {
            let idle = Idle {
                clients: value(matches, "clients")?,
                own_channel: matches.get_flag("own-channel"),
                seconds: value(matches, "seconds")?,
                rounds: value(matches, "rounds")?,
            };
            let outcomes = idle.run(&program)?;
            println!("{}", recovery::idle::summary(&outcomes));
            write("idle", outcomes, matches, &priority)
        }
        _ => {
            let cost = Cost {
                subscribers: value(matches, "clients")?,
                outstanding: matches.get_many("outstanding").unwrap_or_default().copied().collect(),
                seconds: value(matches, "seconds")?,
                rounds: value(matches, "rounds")?,
            };
            let outcomes = cost.run(&program)?;
            println!("{}", recovery::cost::summary(&outcomes));
            write("cost", outcomes, matches, &priority)
        }
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
