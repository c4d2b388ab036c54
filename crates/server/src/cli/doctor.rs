//! The command line of `baton doctor`.

use clap::{Arg, ArgAction, ArgMatches};

use crate::doctor::{Given, Proxy, Request};

/// Reads it.
pub(super) fn request(matches: &ArgMatches) -> Result<Request, String> {
    let text = |name: &str| matches.get_one::<String>(name).cloned();
    let named = text("proxy");
    Request::new(Given {
        url: text("URL"),
        key: text("key"),
        secret: text("secret"),
        app_id: text("app-id"),
        origin: text("origin"),
        env_file: text("env-file"),
        proxy: Proxy::ALL.into_iter().find(|proxy| Some(proxy.name()) == named.as_deref()),
        patience: text("patience"),
        listen: text("listen"),
        listen_for: text("listen-for"),
        json: matches.get_flag("json"),
    })
}

pub(super) fn grammar() -> clap::Command {
    clap::Command::new("doctor")
        .about(
            "Look at a server from outside, through its proxies: what is wrong, why it matters and \
             the fix. Exit status 0: nothing, 1: a fault, 2: usage",
        )
        .arg(Arg::new("URL").help(
            "Where clients connect, such as wss://ws.example.com or https://example.com/prefix \
             [default: from --env-file]",
        ))
        .args([
            value("key", "KEY", "The app's key"),
            value(
                "secret",
                "SECRET",
                "The app's secret, which signs requests and is not sent; other users of this \
                 machine may see it here, and not in --env-file",
            ),
            value("app-id", "ID", "The app's id [default: 1, then app-id]"),
            value("origin", "ORIGIN", "A page's origin, such as https://app.example.com"),
            value(
                "env-file",
                "FILE",
                "A Laravel application's .env: REVERB_* or PUSHER_* give key, secret, id and \
                 address; without them SOKETI_*, the address as this machine reaches it",
            ),
            value("proxy", "NAME", "Print a configuration of this proxy, whatever is found")
                .value_parser(Proxy::ALL.map(Proxy::name)),
            value(
                "patience",
                "SECONDS",
                "Keep a connection silent for so long, to find a proxy's time-out [default: 5]",
            ),
            value("listen", "CHANNEL", "Wait for an event of the application on this channel"),
            value("listen-for", "SECONDS", "For how long --listen waits [default: 30]"),
            Arg::new("json").long("json").action(ArgAction::SetTrue).help("Print JSON, at the end"),
        ])
}

fn value(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(value).help(help)
}
