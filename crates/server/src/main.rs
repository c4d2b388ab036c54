//! `baton`, the realtime server: the one place where sockets, protocols and the hub meet.

mod admission;
mod cli;
mod clock;
mod database;
mod echo;
mod entropy;
mod http;
mod logging;
mod longpoll;
mod mail;
mod metrics;
mod node;
mod process;
mod serve;
mod settings;
mod supabase;
mod tenants;
mod tokens;
mod worker;

use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::parse() {
        Ok(cli::Command::Serve(settings)) => {
            logging::start(&settings);
            serve::serve(*settings)
        }
        Ok(cli::Command::Print(text)) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Ok(cli::Command::Postgres(request)) => cli::pg::run(&request),
        Err(problem) => {
            eprint!("{}", problem.text);
            ExitCode::from(problem.exit_code)
        }
    }
}
