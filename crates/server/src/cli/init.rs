//! A first settings file: fresh secrets, and the settings that matter, explained.

use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;

use crate::entropy::random_hex;

/// Writes the file, which must not exist, for nobody but its owner. Returns what to do next.
///
/// # Errors
/// In words for the operator.
pub(super) fn write(path: &str) -> Result<String, String> {
    let (key, secret) = (random_hex(10)?, random_hex(32)?);
    let text = text(&key, &secret);
    let mut options = OpenOptions::new();
    let made = options.write(true).create_new(true).mode(0o600).open(path);
    let mut file = made.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => format!("{path:?} exists, and is left as it is: name another file"),
        _ => format!("cannot write {path:?}: {error}"),
    })?;
    file.write_all(text.as_bytes()).map_err(|error| format!("cannot write {path:?}: {error}"))?;
    Ok(format!(
        "{path} is written. Start the server with

    baton serve --config {path}

and give the application these (Laravel's .env):

    BROADCAST_CONNECTION=reverb
    REVERB_APP_ID=1
    REVERB_APP_KEY={key}
    REVERB_APP_SECRET={secret}
    REVERB_HOST=127.0.0.1
    REVERB_PORT=8080
    REVERB_SCHEME=http
"
    ))
}

fn text(key: &str, secret: &str) -> String {
    format!(
        r#"# Settings of Baton. `baton check --config FILE` checks them; a running server applies a change within two seconds.
# Every setting with its default: docs/reference/settings.md, or `baton settings`.

# Where clients and the application connect. 127.0.0.1 is this machine alone, also behind a proxy on it; 0.0.0.0 is every
# address of this machine.
listen = "127.0.0.1:8080"

# The server's own TLS, where no proxy in front has it. Both or neither.
# tls_certificate = "/etc/baton/fullchain.pem"
# tls_key = "/etc/baton/privkey.pem"
# Or from Let's Encrypt, whose terms you accept by that; data_dir must be set too.
# acme_domains = ["ws.example.com"]
# acme_accept_terms = true

# A directory for what outlasts a restart: webhooks that wait, the apps of `baton app`, certificates by ACME.
# data_dir = "/var/lib/baton"

# error, warn, info, debug or trace. `debug` says of every refused client why.
# log_level = "info"

[[apps]]
# The application names the app by these. The key is public; anyone who has the secret may publish and sign.
id = "1"
key = "{key}"
secret = "{secret}"

# The pages that may connect, in place of all: hosts, or scheme://host:port.
# allowed_origins = ["example.com", "*.example.com"]

# Connections at once; 0 for as many as there is room for.
# max_connections = 0
"#
    )
}
