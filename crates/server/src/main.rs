//! `baton`, the realtime server: the one place where sockets, protocols and the hub meet.

mod acme;
mod admin;
mod admission;
mod alerts;
mod app_names;
mod app_state;
mod app_store;
mod app_tasks;
mod apps_database;
mod bounded_file;
mod canary;
mod change_format;
mod changes_request;
mod cli;
mod clock;
mod config;
mod data_dir;
mod database;
mod doctor;
mod echo;
mod entropy;
mod expiry;
mod history;
mod hooks;
mod http;
mod idempotency;
mod incomplete;
mod inspector;
mod listening;
mod log_writer;
mod logging;
mod longpoll;
mod loop_message;
mod metrics;
mod node;
mod observe;
mod outbound;
mod peer;
mod per_address;
mod per_second;
mod process;
mod proxy_header;
mod pusher;
mod recovery;
mod refusals;
mod reload;
mod serve;
mod settings;
mod shutdown;
mod statistics;
mod supabase;
mod supervised;
mod tenants;
mod terminal;
mod tokens;
mod trace;
mod trimming;
mod watch;
mod webhooks;
mod worker;

use std::process::ExitCode;

fn main() -> ExitCode {
    #[cfg(feature = "planted")]
    baton_planted::choose(&std::env::var(baton_planted::VARIABLE).unwrap_or_default());
    // A reload that is asked for before the signal is handled must not end the process; it is ignored.
    baton_reactor::ignore_hang_up();
    match cli::parse() {
        Ok(cli::Command::Serve(settings, sources)) => {
            logging::start(&settings);
            match apps_database::at_start(*settings, &sources) {
                Ok(settings) => serve::serve(settings, sources),
                Err(problem) => {
                    tracing::error!("{problem}");
                    ExitCode::FAILURE
                }
            }
        }
        Ok(cli::Command::Print(text)) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Ok(cli::Command::Postgres(request)) => cli::pg::run(&request),
        Ok(cli::Command::Doctor(request)) => doctor::run(&request),
        Ok(cli::Command::Inspect(request)) => cli::inspect(*request),
        Err(problem) => {
            eprint!("{}", problem.text);
            ExitCode::from(problem.exit_code)
        }
    }
}
