//! What helps against a refusal, by its cause: the texts of refusals say what is wrong, this says where to change it.

use baton_protocols::Refusal;

/// What to do, and where the documentation says more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Help {
    pub(crate) fix: &'static str,
    /// A page of docs/ with its section.
    pub(crate) page: &'static str,
}

/// What helps against a refusal with this text.
pub(crate) fn help(cause: Refusal, why: &str) -> Help {
    let has = |part: &str| why.contains(part);
    let (fix, page) = match cause {
        Refusal::App if has("disabled") => {
            ("Enable the app: baton app enable ID, or enabled = true.", "apps.md#commands")
        }
        Refusal::App => (
            "Compare the key and the app id in the application and in the page with those of `baton app list`.",
            "start.md#troubleshooting",
        ),
        Refusal::Version => {
            ("Update the client library: it has to speak Pusher's protocol 5 to 7.", "clients.md")
        }
        Refusal::Origin => {
            ("Add the page's origin to the app's allowed_origins.", "reference/settings.md#allowed_origins")
        }
        Refusal::Quota => ("Raise the app's quota, or find out who uses it up.", "apps.md#quotas"),
        Refusal::Signature if has("inspector") => (
            "Compare the token with inspector_token and inspector_reader_token; `baton inspector` prints a link for a browser.",
            "reference/settings.md#inspector",
        ),
        Refusal::Signature if has("auth_key") || has("auth_version") || has("POST\n") || has("GET\n") => (
            "Compare the app's secret in the application with the server's (PUSHER_APP_SECRET or REVERB_APP_SECRET in Laravel, then php \
             artisan config:clear), and look whether a proxy rewrites the path or the query.",
            "http-api.md#errors",
        ),
        Refusal::Signature if has("token") || has("JWT") || has("apikey") => (
            "Compare jwt_secret, jwks_url or api_keys of the app with what signs the tokens, and look whether the token has \
             expired.",
            "supabase.md#keys-and-tokens",
        ),
        Refusal::Signature
            if has("socket") || has("Auth") || has("auth") || has("HMAC SHA256 hex digest") =>
        {
            (
                "The application signs with the secret of another app, or signs something else than the socket id and the \
             channel's name: compare them under Try it, Signatures.",
                "start.md#troubleshooting",
            )
        }
        Refusal::Signature => (
            "Compare the secret in the application with the app's: PUSHER_APP_SECRET or REVERB_APP_SECRET in Laravel.",
            "http-api.md#errors",
        ),
        Refusal::Malformed if has("Nothing is served") => (
            "Compare host, port and path of the client with the server's, and path_prefix behind a proxy.",
            "operate.md#paths-ports-and-client-addresses",
        ),
        Refusal::Malformed => {
            ("The text says what was expected; the sender has to change it.", "http-api.md#calls")
        }
        Refusal::TooLarge => (
            "Send less, such as an id that the page fetches the rest by, or raise the limit that the text names.",
            "http-api.md#errors",
        ),
        Refusal::Rate => (
            "Send less often (throttle whispers and typing events), or raise the limit that the text names.",
            "operate.md#rate-limits-and-the-cost-of-one-client",
        ),
        Refusal::Limit => (
            "Fewer channels, members or connections, or a higher limit, which the text names.",
            "operate.md#rate-limits-and-the-cost-of-one-client",
        ),
        Refusal::NotAllowed if has("client event") || has("Client event") || has("whisper") => (
            "Client events need client_events = true for the app, a private or presence channel, and a subscription of the sender.",
            "reference/settings.md#client_events",
        ),
        Refusal::NotAllowed if has("polic") || has("private") || has("RLS") || has("permissions") => (
            "Write a policy on realtime.messages that allows it: baton explain --channel, or Database in the inspector, names those that there are.",
            "postgresql.md#policies-for-private-channels",
        ),
        Refusal::NotAllowed => {
            ("Switch the feature on for the app; the text names the setting.", "reference/settings.md#an-app")
        }
        Refusal::Overload => (
            "The server has more to do than it can: send less, give it more cores, or raise the bound that the text names.",
            "operate.md#sizing",
        ),
        Refusal::Hook => {
            ("The application's own hook refused it: look into its log.", "hooks.md#what-is-answered")
        }
        Refusal::HookFailed => (
            "The application's hook did not answer in time or answered wrongly: look whether its URL is reachable.",
            "hooks.md#failures",
        ),
    };
    Help { fix, page }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// The anchor that GitHub gives a heading.
    fn anchor(heading: &str) -> String {
        let text = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = text.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    }

    #[test]
    fn every_page_and_section_is_there() {
        let texts =
            ["", "disabled", "inspector", "token", "Auth", "Nothing is served", "client event", "policy"];
        for (cause, text) in Refusal::ALL.iter().flat_map(|cause| texts.map(|text| (*cause, text))) {
            let Help { fix, page } = help(cause, text);
            assert!(fix.ends_with('.'), "{fix}");
            let (file, section) = page.split_once('#').unwrap_or((page, ""));
            let content = fs::read_to_string(format!("{}/../../docs/{file}", env!("CARGO_MANIFEST_DIR")))
                .unwrap_or_else(|error| panic!("{page}: {error}"));
            let mut headings = content.lines().filter(|line| line.starts_with('#')).map(anchor);
            assert!(section.is_empty() || headings.any(|one| one == section), "{page} has no such section");
        }
    }
}
