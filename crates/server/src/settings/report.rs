//! What `baton check` prints: the settings in effect, and where each comes from. Secrets are masked.

use std::fmt::Write as _;

use super::app::APP;
use super::load::Loaded;
use super::origins::Origins;
use super::server::{SERVER, Settings};
use super::setting::Setting;
use crate::acme;
use crate::logging::Escaped;

/// The report on settings that are right.
pub(crate) fn report(mut loaded: Loaded) -> String {
    let mut page = String::new();
    let notices = std::mem::take(&mut loaded.settings.notices);
    table(&mut page, SERVER, &mut loaded.settings, &loaded.origins);
    for (app, origins) in loaded.settings.apps.iter_mut().zip(&loaded.app_origins) {
        page.push_str("\n[[apps]]\n");
        table(&mut page, &APP, app, origins);
    }
    page.push_str("\nThe settings are valid.\n");
    if let Some(order) = acme::outlook(&loaded.settings) {
        let _ = writeln!(page, "{order}");
    }
    if !loaded.settings.apps_database_url.bytes().is_empty() {
        page.push_str("The database of apps was not asked: `baton app list` reads the apps in it.\n");
    }
    notices.iter().for_each(|notice| page.push_str(&note(notice)));
    page
}

/// A notice as commands print it.
pub(crate) fn note(notice: &str) -> String {
    let end = if notice.ends_with('?') { "" } else { "." };
    format!("Note: {}{end}\n", Escaped(notice))
}

fn table<T>(page: &mut String, table: &[Setting<T>], target: &mut T, origins: &Origins) {
    for (setting, origin) in table.iter().zip(origins.iter()) {
        let _ = writeln!(page, "{:26} = {:24} # {origin}", setting.about.key, setting.spell(target));
    }
}

/// The settings of the server that have another value than in `former`, by their keys.
pub(crate) fn changed_settings(settings: &mut Settings, former: &mut Settings) -> Vec<&'static str> {
    // They are not shown.
    let secrets = [
        ("api_jwt_secret", settings.api_jwt_secret != former.api_jwt_secret),
        ("apps_database_url", settings.apps_database_url != former.apps_database_url),
        ("metrics_token", settings.metrics_token != former.metrics_token),
        ("inspector_token", settings.inspector_token != former.inspector_token),
        ("inspector_reader_token", settings.inspector_reader_token != former.inspector_reader_token),
        ("alerts", settings.alerts != former.alerts),
        ("acme_eab_key", settings.acme_eab_key != former.acme_eab_key),
    ];
    let mut is_other = |row: &&Setting<Settings>| {
        row.show(settings) != row.show(former) || secrets.contains(&(row.about.key, true))
    };
    SERVER.iter().filter(|row| is_other(row)).map(|row| row.about.key).collect()
}
