//! The commands that look into a running server, as its inspector does in a browser: over the same calls
//! (`docs/inspector-api.md`).

mod alerts;
mod answer;
mod channels;
mod columns;
mod connections;
mod detail;
mod documentation;
mod ending;
mod explain;
mod failure;
mod link;
mod look;
mod pages;
mod profile;
mod publish;
mod refusals;
mod server;
mod sign_in;
mod spark;
mod stats;
mod table;
mod tail;
mod top;
mod units;
mod why;

use std::process::ExitCode;

use clap::{Arg, ArgAction, ArgGroup, ArgMatches, value_parser};

use self::failure::Failure;
use self::look::{Look, note};
use self::publish::Event;
use self::server::Server;
use self::sign_in::{Access, Given};
use self::tail::Filter;
use self::why::Subject;
use super::app::with_server_settings;
use super::{Stop, url, wrong};
use crate::apps_database::for_command;
use crate::settings::{Settings, Sources};

/// The most entries that a list prints: a million channels are some 100 MB.
const MOST_ENTRIES: u64 = 1_000_000;

/// What is asked, and of whom.
#[derive(Debug)]
pub(crate) struct Request {
    access: Access,
    question: Question,
    json: bool,
}

#[derive(Debug)]
enum Question {
    Tail(Filter),
    Publish(Event),
    Channels { search: Option<String>, sort: String, limit: usize },
    Channel { name: String, all: bool },
    Connections(connections::Wanted),
    Connection(String),
    Disconnect { socket: Option<String>, user: Option<String>, reconnect: bool },
    Why(Subject),
    Explain(explain::Wanted),
    Refusals(refusals::Wanted),
    Stats { last_ms: u64 },
    Alerts,
    TestAlert(String),
    Top,
    Link,
}

/// The names of the commands, in the order of `--help`.
const NAMES: [&str; 14] = [
    "tail",
    "publish",
    "channels",
    "channel",
    "connections",
    "connection",
    "disconnect",
    "why",
    "explain",
    "refusals",
    "stats",
    "alerts",
    "top",
    "inspector",
];

/// Whether a command is one of these.
pub(super) fn is_one(name: &str) -> bool {
    NAMES.contains(&name)
}

/// Reads the command line of one of these commands.
///
/// # Errors
/// It, the settings or a profile are wrong.
pub(super) fn request(name: &str, matches: &ArgMatches, sources: &Sources) -> Result<Request, Stop> {
    let variable = |name: &str| std::env::var(name).ok();
    let given = Given::read(matches, variable);
    let question = question(name, matches).map_err(wrong)?;
    let access = given.profile(variable).and_then(|profile| given.access(profile, || settings(sources)));
    let access =
        access.map_err(|failure| wrong(failure.report().0.unwrap_or_default().trim_end().to_owned()))?;
    Ok(Request { access, question, json: matches.get_flag("json") })
}

fn settings(sources: &Sources) -> Result<Settings, Failure> {
    let loaded = sources.load().map_err(|faults| {
        let lines: Vec<_> = faults.iter().map(ToString::to_string).collect();
        Failure::Usage(format!("{}\n{}", lines.join("\n"), super::NOT_ASKED))
    })?;
    for_command(loaded.settings, sources).map_err(Failure::Usage)
}

fn question(name: &str, matches: &ArgMatches) -> Result<Question, String> {
    // A command has only some of the arguments; what it lacks reads as not given.
    let text = |name: &str| matches.try_get_one::<String>(name).ok().flatten().cloned();
    let is_set = |name: &str| matches.try_get_one::<bool>(name).ok().flatten().copied().unwrap_or(false);
    let limit = matches.try_get_one::<u64>("limit").ok().flatten().copied().unwrap_or(0);
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let needed = |name: &str| text(name).unwrap_or_default(); // clap demands it
    Ok(match name {
        "tail" => Question::Tail(Filter {
            channels: matches.get_many("CHANNEL").into_iter().flatten().cloned().collect(),
            event: text("event"),
            types: text("type").map(tail::types).transpose()?,
            text: text("text"),
            no_payload: is_set("no-payload"),
            json: is_set("json"),
        }),
        "publish" => Question::Publish(Event {
            channel: needed("CHANNEL"),
            name: needed("EVENT"),
            data: text("DATA").unwrap_or_else(|| "{}".into()),
            except: text("except"),
        }),
        "channels" => Question::Channels { search: text("SEARCH"), sort: needed("sort"), limit },
        "channel" => Question::Channel { name: needed("CHANNEL"), all: is_set("all") },
        "connections" => Question::Connections(connections::Wanted {
            search: text("SEARCH"),
            channel: text("channel"),
            user: text("user"),
            limit,
        }),
        "connection" => Question::Connection(needed("SOCKET")),
        "disconnect" => Question::Disconnect {
            socket: text("SOCKET"),
            user: text("user"),
            reconnect: is_set("reconnect"),
        },
        "why" => Question::Why(match text("SUBJECT") {
            Some(subject) => Subject::of(&subject, text("socket")),
            None => Subject::Channel { name: needed("channel"), event: text("event"), user: text("user") },
        }),
        "explain" => {
            let columns = matches.get_many::<String>("COLUMN").into_iter().flatten();
            let subject = match (text("TABLE"), text("channel")) {
                (None, Some(channel)) => explain::Subject::Channel(channel),
                (table, _) => explain::Subject::Row {
                    table: table.unwrap_or_default(), // clap demands one of the two
                    key: columns.map(|text| explain::column(text)).collect::<Result<_, _>>()?,
                },
            };
            let claims = text("claims").map(|text| explain::claims(&text)).transpose()?;
            Question::Explain(explain::Wanted { subject, user: text("user"), role: text("role"), claims })
        }
        "refusals" => Question::Refusals(refusals::Wanted {
            search: text("SEARCH"),
            cause: text("cause").map(refusals::cause).transpose()?,
            channel: text("channel"),
            socket: text("socket"),
            limit,
            follow: is_set("follow"),
            json: is_set("json"),
        }),
        "stats" => {
            Question::Stats { last_ms: stats::span(&needed("last")).map_err(|why| format!("--last: {why}"))? }
        }
        "alerts" => match text("NAME") {
            Some(name) => Question::TestAlert(name),
            None => Question::Alerts,
        },
        "top" => Question::Top,
        _ => Question::Link,
    })
}

/// Asks, and prints.
pub(crate) fn run(request: Request) -> ExitCode {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = match runtime {
        Ok(runtime) => runtime,
        Err(error) => {
            note(&format!("the system gives no event queue: {error}"));
            return ExitCode::FAILURE;
        }
    };
    let result = runtime.block_on(answer(request));
    // A name that is still looked up must not keep the process.
    runtime.shutdown_background();
    let Err(failure) = result else { return ExitCode::SUCCESS };
    let (text, status) = failure.report();
    text.into_iter().for_each(note);
    ExitCode::from(status)
}

async fn answer(request: Request) -> Result<(), Failure> {
    let Request { access, question, json } = request;
    let (mut server, look) = (Server::new(access), Look::now());
    let server = &mut server;
    match question {
        Question::Tail(filter) => tail::tail(server, &filter, look).await,
        Question::Publish(event) => publish::publish(server, event, json, look).await,
        Question::Channels { search, sort, limit } => {
            channels::list_all(server, search.as_deref(), &sort, limit, json, look).await
        }
        Question::Channel { name, all } => channels::show(server, &name, all, json, look).await,
        Question::Connections(wanted) => connections::list_all(server, &wanted, json, look).await,
        Question::Connection(socket) => connections::show(server, &socket, json, look).await,
        Question::Disconnect { socket, user, reconnect } => {
            connections::close(server, socket.as_deref(), user.as_deref(), reconnect, json, look).await
        }
        Question::Why(subject) => why::why(server, subject, json, look).await,
        Question::Explain(wanted) => explain::explain(server, wanted, json, look).await,
        Question::Refusals(wanted) => refusals::refusals(server, &wanted, look).await,
        Question::Stats { last_ms } => stats::stats(server, last_ms, json, look).await,
        Question::Alerts => alerts::list_all(server, json, look).await,
        Question::TestAlert(name) => alerts::test(server, &name, json, look).await,
        Question::Top if json => top::print_each(server).await,
        Question::Top => top::top(server, look).await,
        Question::Link => link::link(server, json, look).await,
    }
}

/// All of these commands.
pub(super) fn grammars() -> Vec<clap::Command> {
    let command = |name: &'static str, about: &'static str| clap::Command::new(name).about(about);
    let commands = [
        command("tail", "Print what happens on a server as it happens: messages, subscriptions, connections, refusals")
            .arg(Arg::new("CHANNEL").num_args(0..).help("Names of channels; * stands for any part of one [default: all]"))
            .args([
                value("event", "PATTERN", "Only events with these names, with commas between; * stands for any part"),
                value("type", "TYPES", "Only these, with commas between: message, subscribe, unsubscribe, occupied, vacated, member_added, member_removed, connect, disconnect, refused"),
                value("text", "TEXT", "Only events that contain this text"),
                flag("no-payload", "Leave the payloads out"),
            ]),
        command("publish", "Publish an event, and say to how many subscriptions it was sent; if to none, why")
            .args([
                Arg::new("CHANNEL").required(true).help("The channel to publish to"),
                Arg::new("EVENT").required(true).help("The event's name"),
                Arg::new("DATA").allow_hyphen_values(true).help("The event's data, JSON or text; - for standard input [default: {}]"),
                value("except", "SOCKET", "The connection that does not get it, as socket_id of the HTTP API"),
            ]),
        command("channels", "List the occupied channels")
            .args([
                Arg::new("SEARCH").help("Only channels whose name contains this text, without regard to case"),
                value("sort", "BY", "The order: subscriptions, the most first, or name").value_parser(["subscriptions", "name"]).default_value("subscriptions"),
                limit("100"),
            ]),
        command("channel", "Show a channel: its users, and the messages that it stores").args([Arg::new("CHANNEL").required(true).help("The channel's name"), flag("all", "List all members, one on a line, not the first thousand alone")]),
        command("connections", "List the connections").args([
            Arg::new("SEARCH").help("Only connections whose socket id, user or address contains this text"),
            value("channel", "CHANNEL", "Only connections that are subscribed to this channel"),
            value("user", "USER", "Only connections of this user"),
            limit("100"),
        ]),
        command("connection", "Show a connection: its channels and refusals, and how it ended").arg(Arg::new("SOCKET").required(true).help("The connection's socket id")),
        command("disconnect", "Close a connection, or all connections of a user")
            .args([
                Arg::new("SOCKET").help("The connection's socket id"),
                value("user", "USER", "Close all connections of this user instead"),
                flag("reconnect", "Let the clients connect again at once; otherwise they stay away"),
            ])
            .group(ArgGroup::new("whom").args(["SOCKET", "user"]).required(true)),
        command("why", "Say why something does not arrive: each step that the server checks, and the fix")
            .args([
                Arg::new("SUBJECT").help("A connection's socket id, or the id of an event of `baton tail --json`"),
                value("socket", "SOCKET", "With an event's id: the socket id of the connection that should have received it")
                    .requires("SUBJECT"),
                value("channel", "CHANNEL", "Or a channel: who gets an event there"),
                value("event", "EVENT", "The name of the event on that channel").requires("channel").conflicts_with("SUBJECT"),
                value("user", "USER", "The user who should get it").requires("channel").conflicts_with("SUBJECT"),
            ])
            .group(ArgGroup::new("what").args(["SUBJECT", "channel"]).required(true)),
        command("explain", "Say which policy of the database lets a user see a row or join a private channel, or refuses it")
            .args([
                Arg::new("TABLE").help("A table, such as public.orders"),
                Arg::new("COLUMN").value_name("COLUMN=VALUE").num_args(0..).requires("TABLE")
                    .help("The row: each column of the primary key with its value [default: the table alone]"),
                value("channel", "CHANNEL", "Or a private channel, without realtime: in front"),
                value("user", "USER", "The user's id: the claim sub, which auth.uid() returns"),
                value("role", "ROLE", "The database's role [default: authenticated for a user, else anon]"),
                value("claims", "JSON", "Further claims of the user's token, as a JSON object"),
            ])
            .group(ArgGroup::new("what").args(["TABLE", "channel"]).required(true)),
        command("refusals", "List what the server has refused, the newest first, with the fix").args([
            Arg::new("SEARCH").help("Only refusals that contain this text"),
            value("cause", "CAUSE", "Only refusals of this cause, such as signature"),
            value("channel", "CHANNEL", "Only refusals on this channel"),
            value("socket", "SOCKET", "Only refusals of this connection"),
            flag("follow", "Print the newest last, and then each new one until Ctrl-C"),
            limit("20"),
        ]),
        command("stats", "Print connections, messages, latency and more over time, each with a small chart")
            .arg(value("last", "TIME", "How far back: 15m, 1h, 24h, 7d, 30d").default_value("1h")),
        command("alerts", "List the alerts of the settings and their states; with `test NAME`, send a test message to the receiver of one")
            .args([
                Arg::new("ACTION").value_parser(["test"]).requires("NAME").help("Send a message that is marked as a test, and print what the receiver answers"),
                Arg::new("NAME").help("The alert's name"),
            ]),
        command("top", "Show the server's figures on the whole screen, each second: q ends it, p pauses, s sorts, arrows scroll"),
        command("inspector", "Print a link that opens the inspector in one browser, once"),
    ];
    commands.into_iter().map(with_access).collect()
}

/// Adds what finds the server, and `--json`.
fn with_access(command: clap::Command) -> clap::Command {
    let json = match command.get_name() {
        "tail" => "Print each event as a JSON object on a line, as the HTTP API has it",
        "top" => "Print the figures as a JSON object on a line each second, without a screen",
        _ => "Print JSON, as the HTTP API has it",
    };
    let access = [
        url(),
        value("app", "ID", "The app, if there are several"),
        value("profile", "NAME", "A server of ~/.config/baton/profiles.toml [env: BATON_PROFILE]"),
        value(
            "token",
            "TOKEN",
            "The server's inspector_token or inspector_reader_token, or an administrator's JWT; other users of this machine may see it here [env: BATON_INSPECTOR_TOKEN]",
        ),
    ];
    let command = command.arg(flag("json", json)).args(access.map(|arg| arg.help_heading("Server")));
    with_server_settings(command)
}

fn value(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(value).help(help)
}

fn flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
}

fn limit(default: &'static str) -> Arg {
    value("limit", "COUNT", "Print at most so many")
        .value_parser(value_parser!(u64).range(1..=MOST_ENTRIES))
        .default_value(default)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Question, String> {
        let grammar = clap::Command::new("baton").subcommands(grammars());
        let matches = grammar.try_get_matches_from(line.split(' ')).map_err(|error| error.to_string())?;
        let (name, matches) = matches.subcommand().unwrap();
        question(name, matches)
    }

    #[test]
    fn every_command_has_a_grammar_that_holds() {
        let grammars = grammars();
        let names: Vec<&str> = grammars.iter().map(clap::Command::get_name).collect();
        assert_eq!(names, NAMES);
        clap::Command::new("baton").subcommands(grammars).debug_assert();
    }

    #[test]
    fn tail_takes_patterns_and_filters() {
        let Ok(Question::Tail(filter)) =
            read("baton tail news private-* --event a* --type message,refused --no-payload")
        else {
            panic!()
        };
        assert_eq!(
            (filter.channels, filter.event.as_deref()),
            (vec!["news".into(), "private-*".into()], Some("a*"))
        );
        assert_eq!(
            (filter.types.as_deref(), filter.no_payload, filter.json),
            (Some("message,refused"), true, false)
        );
    }

    #[test]
    fn data_may_be_left_out_begin_with_a_hyphen_or_come_from_standard_input() {
        for (line, data) in [
            ("baton publish news e", "{}"),
            ("baton publish news e -", "-"),
            ("baton publish news e -1", "-1"),
        ] {
            assert!(matches!(read(line), Ok(Question::Publish(event)) if event.data == data), "{line}");
        }
    }

    #[test]
    fn what_is_asked_about_is_named_once() {
        assert!(matches!(read("baton why 1.2"), Ok(Question::Why(Subject::Socket(_)))));
        let channel = read("baton why --channel news --user 7").unwrap();
        assert!(matches!(channel, Question::Why(Subject::Channel { user: Some(_), .. })));
        let row = read("baton explain public.orders id=7 line=1 --user 7").unwrap();
        let Question::Explain(explain::Wanted { subject: explain::Subject::Row { key, .. }, .. }) = row
        else {
            panic!()
        };
        assert_eq!(key, [("id".into(), "7".into()), ("line".into(), "1".into())]);
        for line in [
            "baton why",
            "baton why 1.2 --channel news",
            "baton why --user 7",
            "baton why 1.2 --event e",
            "baton explain",
            "baton explain orders --channel room",
            "baton explain orders id",
            "baton explain orders --claims 7",
            "baton disconnect",
            "baton disconnect 1.2 --user 7",
            "baton channels --sort age",
            "baton channels --limit 0",
            "baton stats --last 1w",
        ] {
            assert!(read(line).is_err(), "{line}");
        }
    }

    #[test]
    fn each_option_has_its_own_words() {
        for command in grammars() {
            for arg in command.get_arguments() {
                assert!(arg.get_help().is_some(), "{} {}", command.get_name(), arg.get_id());
            }
        }
    }
}
