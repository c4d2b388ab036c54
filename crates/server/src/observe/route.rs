//! The route of a path: its form, with `{…}` for what callers choose, so that spans can be grouped by it.

/// What follows the app's id in Pusher's API, with the parts that are names.
const OF_APPS: [&str; 13] = [
    "events",
    "batch_events",
    "channels",
    "channels/{channel}",
    "channels/{channel}/users",
    "channels/{channel}/events",
    "channels/{channel}/history",
    "connections",
    "users/{user}/terminate_connections",
    "users/{user}/force_reconnect",
    "webhooks",
    "webhooks/{webhook}/redeliver",
    "tokens/revoke",
];

/// Paths without an app, as they are or with names in them.
const OTHERS: [&str; 28] = [
    "",
    "app/{key}",
    "realtime/v1/websocket",
    "socket/websocket",
    "realtime/v1/longpoll",
    "socket/longpoll",
    "realtime/v1/api/broadcast",
    "realtime/v1/api/broadcast/{topic}/events/{event}",
    "api/broadcast",
    "api/broadcast/{topic}/events/{event}",
    "realtime/v1/api/presence/{topic}",
    "api/presence/{topic}",
    "realtime/v1/api/tenants",
    "realtime/v1/api/tenants/{*rest}",
    "api/tenants",
    "api/tenants/{*rest}",
    "realtime/v1/api/ping",
    "api/ping",
    "healthcheck",
    ".well-known/acme-challenge/{token}",
    "admin/apps",
    "admin/apps/{app_id}",
    "admin/reload",
    "metrics",
    "up",
    "ready",
    "accept-traffic",
    "echo",
];

/// What may stand behind a gateway's prefix, as in the router.
const BEHIND_ANY_PREFIX: [&str; 2] = ["/api/broadcast", "/api/presence/"];

/// The route of a path without the setting `path_prefix`; `None` for one that has none here.
pub(crate) fn route_of(path: &str) -> Option<String> {
    let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
    let found = |forms: &[&'static str], parts: &[&str]| forms.iter().copied().find(|form| has(form, parts));
    if let Some(at) = parts.iter().position(|part| *part == "apps")
        && parts.first() != Some(&"admin")
    {
        let rest = parts.get(at + 2..)?;
        return found(&OF_APPS, rest).map(|form| format!("/apps/{{app_id}}/{form}"));
    }
    let of_gateway = || {
        let own = BEHIND_ANY_PREFIX.iter().find_map(|begin| path.get(path.find(begin)? + 1..))?;
        found(&OTHERS, &own.trim_end_matches('/').split('/').collect::<Vec<_>>())
    };
    found(&OTHERS, &parts).or_else(of_gateway).map(|form| format!("/{form}"))
}

fn has(form: &str, parts: &[&str]) -> bool {
    if let Some(begin) = form.strip_suffix("/{*rest}") {
        return parts.join("/").strip_prefix(begin).is_some_and(|rest| rest.starts_with('/'));
    }
    let mut forms = form.split('/');
    parts.iter().all(|part| forms.next().is_some_and(|form| form == *part || form.starts_with('{')))
        && forms.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::route_of;

    #[test]
    fn names_do_not_stand_in_a_route() {
        for (path, route) in [
            ("/apps/7/events", Some("/apps/{app_id}/events")),
            ("/gateway/apps/7/batch_events", Some("/apps/{app_id}/batch_events")),
            ("/apps/7/channels/presence-a/users", Some("/apps/{app_id}/channels/{channel}/users")),
            (
                "/apps/7/users/u/terminate_connections",
                Some("/apps/{app_id}/users/{user}/terminate_connections"),
            ),
            ("/app/key", Some("/app/{key}")),
            (
                "/realtime/v1/api/broadcast/t/events/e",
                Some("/realtime/v1/api/broadcast/{topic}/events/{event}"),
            ),
            ("/admin/apps/7", Some("/admin/apps/{app_id}")),
            ("/apps/7/nothing", None),
            ("/apps", None),
            ("/app", None),
            ("/apps/7/users", None),
            ("/a/b", None),
            ("", Some("/")),
            ("/", Some("/")),
            ("/gateway/realtime/v1/api/broadcast", Some("/api/broadcast")),
            ("/api/tenants/a/health", Some("/api/tenants/{*rest}")),
            ("/api/tenantsx", None),
            ("/.well-known/acme-challenge/abc", Some("/.well-known/acme-challenge/{token}")),
        ] {
            assert_eq!(route_of(path).as_deref(), route, "{path}");
        }
    }
}
