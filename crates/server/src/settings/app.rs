//! Settings of one app, which [`baton_protocols::settings`] declares, and the app that exists without any.
//!
//! An app is declared under `[[apps]]`, or by flags and environment. `[app_defaults]` sets what all apps share.

use std::sync::LazyLock;

use baton_hub::AppId;
use baton_protocols::App;
use baton_protocols::settings::{Row, rows};

use super::foreign;
use super::setting::{About, Place, Scope, Setting};

/// The secret of the default app. Everybody knows it, so it is served to this machine alone.
pub(crate) const DEFAULT_SECRET: &str = "app-secret";

/// What signs tokens in Supabase's local development. The same holds.
pub(crate) const LOCAL_JWT_SECRET: &str = "super-secret-jwt-token-with-at-least-32-characters-long";

/// The project's keys there. The same holds of the second.
pub(crate) const LOCAL_API_KEYS: [&str; 2] =
    ["sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH", LOCAL_SECRET_KEY];
pub(crate) const LOCAL_SECRET_KEY: &str = "sb_secret_N7UND0UgjKTVK-Uodkm0Hg_xSvEMPvz";

/// The id of the default app. A number, since some clients of the HTTP API take no other (Pusher's for Python, `Pusher.forURL` for
/// Node).
pub(crate) const DEFAULT_ID: &str = "1";

/// The id of Soketi's default app, which has our default key and secret: programs that are set up for it reach ours as well.
pub(crate) const SOKETI_ID: &str = "app-id";

/// The app that exists when none is declared, for the first minute with the server.
pub(crate) fn default_app() -> App {
    App::new(AppId(0), DEFAULT_ID, "app-key", DEFAULT_SECRET)
}

/// Whether this is the default app, as nobody has changed it.
pub(crate) fn is_default(app: &App) -> bool {
    let default = default_app();
    (&app.id, &app.key, app.secret.bytes()) == (&default.id, &default.key, default.secret.bytes())
}

/// The table of an app's settings.
pub(crate) static APP: LazyLock<Vec<Setting<App>>> = LazyLock::new(|| {
    let about = |row: &Row| About {
        scope: Scope::App,
        group: row.heading,
        key: row.key,
        doc: row.doc,
        bounds: row.bounds,
        aliases: foreign::of_app(row.key),
        is_fixed: false,
    };
    rows().map(|row| Setting { about: about(row), place: Place::OfApp(row.place) }).collect()
});
