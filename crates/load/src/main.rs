//! The program `baton-load`: its command line.

mod recovery_command;

use std::path::PathBuf;
use std::process::ExitCode;

use baton_load::bench;
use baton_load::database::Database;
use baton_load::fault::Fault;
use baton_load::limit::send::Send;
use baton_load::limit::{self, accept::Accept};
use baton_load::priority::Raised;
use baton_load::protocol::{Pusher, by_name};
use baton_load::record::{self, Form};
use baton_load::report::{self, Report};
use baton_load::require_open_files;
use baton_load::scenario::Scenario;
use baton_load::signals;
use baton_load::target::{App, Target, asks_for_tls, parse_url};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};

fn main() -> ExitCode {
    let matches = command().get_matches();
    let result = match matches.subcommand() {
        Some(("run", matches)) => run(matches),
        Some(("bench", matches)) => compare(matches),
        Some(("limit", matches)) => raw_loop(matches),
        Some(("report", matches)) => rewrite(matches),
        Some(("recovery", matches)) => recovery_command::run(matches),
        _ => Ok(()), // clap demands a subcommand
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("baton-load: {fault}");
            ExitCode::from(fault.exit_status())
        }
    }
}

fn command() -> Command {
    Command::new("baton-load")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Loads a Pusher server on this machine and accounts for every delivery")
        .subcommand_required(true)
        .subcommand(run_command())
        .subcommand(bench_command())
        .subcommand(limit_command())
        .subcommand(report_command())
        .subcommand(recovery_command::command())
}

fn run_command() -> Command {
    Command::new("run")
        .about("Runs one scenario file against a running server")
        .arg(Arg::new("file").value_name("FILE.toml").required(true).value_parser(value_parser!(PathBuf)))
        .arg(text("url", "http://HOST:PORT", "The server, on a loopback address").required(true))
        .arg(text("app-id", "ID", "The app's id, for publishing by HTTP").default_value("1"))
        .arg(text("app-key", "KEY", "The app's key").default_value("app-key"))
        .arg(text("app-secret", "SECRET", "The app's secret, for signing").default_value("app-secret"))
        .arg(
            text("protocol", "NAME", "What the clients speak; event streams receive only, so fanout, connect and hold can have them")
                .default_value("pusher")
                .value_parser(["pusher", "supabase", "events"]),
        )
        .arg(number::<u32>("pid", "PID", "The server's process, to measure its CPU and memory"))
        .arg(text(
            "database",
            "URL",
            "The database that the server serves, as its superuser, for the loads that need one",
        ))
        .arg(number::<u32>("database-pid", "PID", "PostgreSQL's first process, to measure its CPU"))
        .arg(number::<usize>("core", "N", "Run the generator on this core only"))
        .arg(number::<usize>(
            "loops",
            "N",
            "Event loops of the generator; without it one for each core but one, or one with --core",
        ))
        .arg(path("json", "OUT", "Where to write the report; - is standard output").default_value("-"))
}

fn bench_command() -> Command {
    let names = |name, value, help| text(name, value, help).value_delimiter(',').num_args(1..);
    Command::new("bench")
        .about("Runs the scenarios against Baton and its peers in turns, and writes the record and its page")
        .arg(path("server", "PATH", "The server's program").default_value("target/release/baton"))
        .arg(path("config", "FILE", "The server's settings").default_value("bench/baton.toml"))
        .arg(path("scenarios", "FOLDER", "The scenario files").default_value("bench/scenarios"))
        .arg(path("peer-folder", "FOLDER", "The folders of the peers").default_value("bench/peers"))
        .arg(path("records", "FOLDER", "Where whole records are kept").default_value("bench/records"))
        .arg(text("name", "NAME", "Added to the name of the record's folder"))
        .arg(path("parts", "FOLDER", "Where the records of parts are kept").default_value(".cache/bench"))
        .arg(names("scenario", "NAME,…", "Run these scenarios only"))
        .arg(names("peers", "NAME,…", "Measure these peers only, beside Baton"))
        .arg(number::<u32>("rounds", "N", "Rounds of each case, instead of the scenario's own number"))
        .arg(
            Arg::new("full")
                .long("full")
                .action(ArgAction::SetTrue)
                .help("The published lengths, instead of the small form for two cores"),
        )
        .arg(
            Arg::new("check")
                .long("check")
                .action(ArgAction::SetTrue)
                .conflicts_with("full")
                .help("The shortest lengths, once, without the raw loops: every delivery is reconciled, no figure is good"),
        )
}

fn limit_command() -> Command {
    let seconds = || number::<u32>("seconds", "S", "The longest it may run").default_value("120");
    let sockets = || number::<usize>("sockets", "N", "How many connections").required(true);
    Command::new("limit")
        .about("Is the raw loop that a figure is compared with; prints its address")
        .subcommand_required(true)
        .subcommand(
            Command::new("send")
                .about("Sends the same frame to every socket, from one byte on its first socket to the next")
                .arg(sockets())
                .arg(number::<usize>("payload-bytes", "N", "Bytes of data in a message").default_value("100"))
                .arg(number::<usize>("merge", "N", "Frames in one send").default_value("1"))
                .arg(seconds()),
        )
        .subcommand(
            Command::new("accept")
                .about("Accepts, answers 101 and holds the connection")
                .arg(sockets())
                .arg(seconds()),
        )
}

fn report_command() -> Command {
    Command::new("report")
        .about("Writes report.html, chart.svg and table.md again from the record of a folder; converts one of format 1 first")
        .arg(Arg::new("folder").value_name("FOLDER").required(true).value_parser(value_parser!(PathBuf)))
        .arg(path("notes", "FOLDER", "Where reasons.toml and quoted.toml are").default_value(record::NOTES))
}

fn text(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(value).help(help)
}

fn path(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    text(name, value, help).value_parser(value_parser!(PathBuf))
}

fn number<T>(name: &'static str, value: &'static str, help: &'static str) -> Arg
where
    T: std::str::FromStr<Err: std::error::Error + std::marker::Send + Sync>
        + Clone
        + std::marker::Send
        + Sync
        + 'static,
{
    text(name, value, help).value_parser(|text: &str| text.parse::<T>())
}

/// The value of an option that has a default or is required.
fn value<T: Clone + std::marker::Send + Sync + 'static>(
    matches: &ArgMatches,
    name: &str,
) -> Result<T, Fault> {
    matches.get_one::<T>(name).cloned().ok_or_else(|| Fault::Settings(format!("--{name} is missing")))
}

fn run(matches: &ArgMatches) -> Result<(), Fault> {
    let scenario = Scenario::read(&value::<PathBuf>(matches, "file")?)?;
    let app = App {
        id: value(matches, "app-id")?,
        key: value(matches, "app-key")?,
        secret: value(matches, "app-secret")?,
    };
    let url = value::<String>(matches, "url")?;
    let address = parse_url(&url)?;
    let target = Target {
        address,
        protocol: by_name(&value::<String>(matches, "protocol")?).unwrap_or(&Pusher),
        app,
        pid: matches.get_one::<u32>("pid").copied(),
        generator_loops: matches.get_one::<usize>("loops").copied().unwrap_or_else(|| spare_cores(matches)),
        database: matches
            .get_one::<String>("database")
            .map(|url| Database { url: url.clone(), pid: matches.get_one::<u32>("database-pid").copied() }),
        tls: asks_for_tls(&url),
    };
    signals::catch()?;
    let priority = Raised::raise();
    if let Some(&core) = matches.get_one::<usize>("core") {
        Raised::pin(core)?;
    }
    let report = Report::of(scenario, &target, &priority)?;
    report::write_json(&value::<PathBuf>(matches, "json")?, &report)
}

/// The cores that are left to the generator when the server has one.
fn spare_cores(matches: &ArgMatches) -> usize {
    if matches.contains_id("core") {
        return 1;
    }
    std::thread::available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1).max(1))
}

fn compare(matches: &ArgMatches) -> Result<(), Fault> {
    // `make bench SCENARIO=` passes an empty name on.
    let names = |name: &str| -> Vec<String> {
        let values = matches.get_many::<String>(name).unwrap_or_default();
        values.filter(|value| !value.is_empty()).cloned().collect()
    };
    let settings = bench::Settings {
        server: value(matches, "server")?,
        config: value(matches, "config")?,
        scenarios: value(matches, "scenarios")?,
        peers: value(matches, "peer-folder")?,
        records: value(matches, "records")?,
        parts: value(matches, "parts")?,
        name: matches.get_one::<String>("name").cloned(),
        form: match (matches.get_flag("full"), matches.get_flag("check")) {
            (true, _) => Form::Full,
            (_, true) => Form::Check,
            _ => Form::Small,
        },
        only: names("scenario"),
        only_peers: names("peers"),
        rounds: matches.get_one::<u32>("rounds").copied(),
    };
    if settings.rounds.is_some_and(|rounds| !(1..=99).contains(&rounds)) {
        return Err(Fault::Settings("--rounds must be 1 to 99".into()));
    }
    signals::catch()?;
    bench::run(&settings)
}

/// The raw loops leave signals alone: SIGTERM ends them at once.
fn raw_loop(matches: &ArgMatches) -> Result<(), Fault> {
    let Some((name, matches)) = matches.subcommand() else { return Ok(()) }; // clap demands a subcommand
    let sockets = value(matches, "sockets")?;
    require_open_files(sockets)?;
    limit::bound(value(matches, "seconds")?);
    if name == "accept" {
        return Accept { sockets }.run();
    }
    Send { sockets, payload_bytes: value(matches, "payload-bytes")?, merge: value(matches, "merge")? }.run()
}

fn rewrite(matches: &ArgMatches) -> Result<(), Fault> {
    record::rewrite(&value::<PathBuf>(matches, "folder")?, &value::<PathBuf>(matches, "notes")?)
}
