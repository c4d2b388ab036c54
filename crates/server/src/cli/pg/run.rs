//! Doing what `baton pg` was asked for, and saying it: each statement is printed before it runs.

use std::io::Write as _;
use std::process::ExitCode;

use baton_postgres::check::{State, Wanted, check, report};
use baton_postgres::setup::{Client, Error, Name, Outcome, Step, Subject, run as run_steps, steps, teardown};
use baton_postgres::source::{Source, UrlError, reason};

use super::{DATABASE, Request, Task};

/// Everything is there, or was done.
const DONE: u8 = 0;
/// Something is missing, or was refused.
const PART: u8 = 1;
/// The command line is wrong, or the database is not reached.
const WRONG: u8 = 2;

/// Does it, on a small runtime of its own.
pub(crate) fn run(request: &Request) -> ExitCode {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let done = match runtime {
        Ok(runtime) => runtime.block_on(perform(request)),
        Err(error) => Err(format!("the system gives no event queue: {error}")),
    };
    ExitCode::from(done.unwrap_or_else(|text| {
        eprintln!("{text}");
        WRONG
    }))
}

async fn perform(request: &Request) -> Result<u8, String> {
    if let Task::Setup { subject, dry_run: true } = &request.task {
        steps(subject).iter().for_each(|step| say(&format!("{}\n", step.script())));
        return Ok(DONE);
    }
    let Some((url, named_by)) = &request.url else {
        return Err(format!(
            "name the database by --database URL, by {DATABASE}, or by database_url in the settings (--config FILE)"
        ));
    };
    let mut client = connect(url, named_by).await?;
    let done = match &request.task {
        Task::Setup { subject, .. } => set_up(&mut client, subject).await,
        Task::Check { wanted } => look(&client, wanted).await,
        Task::Teardown { slot, roles, yes, dry_run } => {
            tear_down(&mut client, slot, *roles, *yes && !*dry_run, *dry_run).await
        }
    };
    done.map_err(|error| {
        format!("PostgreSQL broke this off: {}; it is safe to repeat the command", reason(&error))
    })
}

/// Connects as the server does, so that what works for the one works for the other.
async fn connect(url: &str, named_by: &str) -> Result<Client, String> {
    let source: Source = url.parse().map_err(|error: UrlError| format!("{named_by}: {error}"))?;
    source.connect().await.map_err(|error| {
        format!(
            "{named_by}: there is no connection to {source}: {error}; set host, port, user, password, database and sslmode to those of \
             your PostgreSQL"
        )
    })
}

async fn set_up(client: &mut Client, subject: &Subject) -> Result<u8, Error> {
    let code = perform_steps(client, &steps(subject)).await?;
    if let Some(role) = &subject.role {
        say(&format!(
            "-- If {} has no password yet, it needs one to log in; put yours in:\n\
             -- alter role {} password '...';\n",
            role.as_str(),
            role.identifier()
        ));
    }
    Ok(code)
}

async fn look(client: &Client, wanted: &Wanted) -> Result<u8, Error> {
    let findings = check(client, wanted).await?;
    say(&report(&findings));
    Ok(if findings.iter().any(|finding| finding.state == State::Missing) { PART } else { DONE })
}

async fn tear_down(
    client: &mut Client,
    slot: &Name,
    roles: bool,
    really: bool,
    dry_run: bool,
) -> Result<u8, Error> {
    let steps = teardown(client, slot, roles).await?;
    if steps.is_empty() {
        say("-- There is nothing that a setup made.\n");
    } else if really {
        return perform_steps(client, &steps).await;
    } else {
        steps.iter().for_each(|step| say(&format!("{}\n", step.script())));
        if !dry_run {
            eprintln!("Nothing was dropped: --yes runs these statements.");
            return Ok(WRONG);
        }
    }
    Ok(DONE)
}

/// Runs the steps; what was refused is printed at the end once more, for a user who may run it.
async fn perform_steps(client: &mut Client, steps: &[Step]) -> Result<u8, Error> {
    let mut left = String::new();
    let after = |step: &Step, outcome: &Outcome| match outcome {
        Outcome::Done => say("-- done\n\n"),
        Outcome::Refused(refusal) => {
            say(&format!("-- NOT done: {}\n\n", refusal.error));
            left.push_str(&format!(
                "\n-- {}: {}. To be run by {}:\n{}\n",
                step.title, refusal.error, refusal.by, refusal.statement
            ));
        }
    };
    run_steps(client, steps, |step| say(&step.script()), after).await?;
    if left.is_empty() {
        return Ok(DONE);
    }
    say(&format!("-- The rest was refused. Have it run, and then repeat this command:\n{left}"));
    Ok(PART)
}

/// To standard output. A reader that has gone (`| head`) is no reason to stop half-way through a setup.
fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}
