//! What the application's `.env` says, beside what is examined.

use super::super::finding::Finding;
use super::super::target::Target;
use crate::settings::{Application, Family};
use crate::terminal::excerpt;

pub(crate) fn application(path: &str, application: &Application, target: &Target) -> Vec<Finding> {
    const CHECK: &str = "application";
    let mut findings = vec![Finding::ok(
        CHECK,
        format!("key, secret and id are those of {}* in {}", application.family.prefix(), excerpt(path)),
    )];
    if let Some((variable, value)) = &application.broadcaster
        && !["reverb", "pusher"].contains(&value.as_str())
    {
        findings.push(
            Finding::fault(CHECK, "broadcaster", format!("{variable} is {}", excerpt(value)))
                .why(
                    "Laravel sends its events elsewhere: log writes them to the log, null drops \
                     them.",
                )
                .fix(format!(
                    "Set {variable}=reverb (or pusher), then `php artisan \
                    config:clear`."
                )),
        );
    }
    // Soketi's names say where the server listens, not where the application publishes.
    if application.family != Family::Soketi
        && let Ok(named) = Target::of_application(application)
        && (&named.host, named.port, named.is_secure) != (&target.host, target.port, target.is_secure)
    {
        findings.push(
            Finding::warning(
                CHECK,
                "other-server",
                format!(
                    "the application publishes to {}, and {} is examined",
                    excerpt(&named.url()),
                    target.url()
                ),
            )
            .why("That is right where the application reaches Baton by an address of its own.")
            .fix(format!("Otherwise correct {0}HOST, {0}PORT and {0}SCHEME.", application.family.prefix())),
        );
    }
    findings
}
