//! The hooks of an app: tables in the file, JSON in flags and the environment, as webhooks are.

use baton_protocols::settings::Bounds;
use baton_protocols::{Hook, HookEvent, HookEvents, Hooks, OnFailure};
use serde_json::{Map, Value};

use super::entry::{self, headers, number, shown_url, url};
use super::field::{Expected, Field, Given, Kind};

/// How each way to take a failure is spelled.
const ON_FAILURE: [(&str, OnFailure); 2] = [("refuse", OnFailure::Refuse), ("allow", OnFailure::Allow)];

impl Field for Hooks {
    fn kind(&self) -> Kind {
        Kind::Tables
    }

    fn set(&mut self, given: Given<'_>, bounds: Bounds) -> Result<(), Expected> {
        *self = Self(entry::entries(given, ("apps.hooks", bounds), hook)?);
        Ok(())
    }

    /// The URLs without what may be secret in them: their queries.
    fn show(&self) -> String {
        self.0.iter().map(|hook| shown_url(&hook.url)).collect::<Vec<_>>().join(",")
    }
}

/// All of them as TOML on one line, headers and queries included.
pub(super) fn whole(hooks: &Hooks) -> String {
    let one = |hook: &Hook| {
        let events = hook.events.iter().map(HookEvent::name);
        let mut table = entry::table(&hook.url, events, &hook.channels, &hook.headers);
        let spelled = ON_FAILURE.iter().find(|(_, way)| *way == hook.on_failure);
        table.insert("on_failure".into(), spelled.map_or("refuse", |(name, _)| name).into());
        for (key, value) in [
            ("timeout_ms", hook.timeout_ms),
            ("max_concurrent", hook.max_concurrent),
            ("max_batch", hook.max_batch),
            ("max_waiting", hook.max_waiting),
        ] {
            table.insert(key.into(), toml::Value::Integer(value.into()));
        }
        toml::Value::Table(table)
    };
    toml::Value::Array(hooks.0.iter().map(one).collect()).to_string()
}

fn hook(entry: &Map<String, Value>) -> Result<Hook, String> {
    let mut hook = Hook::new(String::new(), HookEvents::default());
    for (key, value) in entry {
        match key.as_str() {
            "url" => hook.url = url(value)?,
            "events" => hook.events = events(value)?,
            "headers" => hook.headers = headers(value)?,
            "timeout_ms" => hook.timeout_ms = number(key, value, 10..=10_000)?,
            "on_failure" => hook.on_failure = on_failure(value)?,
            "max_concurrent" => hook.max_concurrent = number(key, value, 1..=256)?,
            "max_batch" => hook.max_batch = number(key, value, 1..=1_000)?,
            "max_waiting" => hook.max_waiting = number(key, value, 1..=100_000)?,
            other if entry::set_channels(&mut hook.channels, other, value)? => {}
            other => {
                let own = "timeout_ms, on_failure, max_concurrent, max_batch and max_waiting";
                return Err(entry::unknown_key(other, own));
            }
        }
    }
    if hook.url.is_empty() {
        return Err("it has no `url`".into());
    }
    if hook.events == HookEvents::default() {
        return Err(format!("it has no `events`, each of which costs a round trip; {}", expected_events()));
    }
    Ok(hook)
}

fn expected_events() -> String {
    entry::expected_events("events", &HookEvent::ALL.map(HookEvent::name))
}

fn events(value: &Value) -> Result<HookEvents, String> {
    let events = entry::events(("events", value), &HookEvent::ALL.map(HookEvent::name), HookEvent::of)?;
    Ok(events.into_iter().fold(HookEvents::default(), HookEvents::with))
}

fn on_failure(value: &Value) -> Result<OnFailure, String> {
    let found = ON_FAILURE.iter().find(|(name, _)| value.as_str() == Some(name));
    found.map(|(_, way)| *way).ok_or_else(|| "`on_failure` is \"refuse\" or \"allow\"".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: Bounds = Bounds { lowest: 0, highest: 16 };

    fn read(json: &str) -> Result<Hooks, Expected> {
        let mut hooks = Hooks::default();
        hooks.set(Given::Text(json), BOUNDS).map(|()| hooks)
    }

    #[test]
    fn file_and_json_say_the_same_and_it_is_spelled_as_it_is_read() {
        let json = r#"[{"url":"https://a.example/hook?x=1","events":["connect","client_event"],"channel_prefix":"a",
            "headers":{"X-A":"b"},"timeout_ms":50,"on_failure":"allow","max_concurrent":2,"max_batch":7,"max_waiting":9}]"#;
        let toml = r#"
            [[hooks]]
            url = "https://a.example/hook?x=1"
            events = ["connect", "client_event"]
            channel_prefix = "a"
            timeout_ms = 50
            on_failure = "allow"
            max_concurrent = 2
            max_batch = 7
            max_waiting = 9
            [hooks.headers]
            X-A = "b"
        "#;
        let of_toml = |toml: &str| {
            let table = toml::de::DeTable::parse(toml).unwrap();
            let mut hooks = Hooks::default();
            let (_, value) = table.get_ref().iter().next().unwrap();
            hooks.set(Given::Toml(value.get_ref()), BOUNDS).unwrap();
            hooks
        };
        let hooks = read(json).unwrap();
        assert_eq!(of_toml(toml), hooks);
        assert_eq!(hooks.show(), "https://a.example/hook", "a query may hold a token");
        assert_eq!(of_toml(&format!("hooks = {}", whole(&hooks))), hooks);
        let [hook] = &hooks.0[..] else { panic!() };
        assert_eq!((hook.timeout_ms, hook.on_failure), (50, OnFailure::Allow));
        assert_eq!((hook.max_concurrent, hook.max_batch, hook.max_waiting), (2, 7, 9));
        assert!(hook.events.has(HookEvent::Connect) && !hook.events.has(HookEvent::Publish));
    }

    #[test]
    fn what_is_not_set_has_its_default() {
        let hooks = read(r#"[{"url":"http://x","events":["publish"]}]"#).unwrap();
        assert_eq!(hooks.0, [Hook::new("http://x".into(), HookEvents::default().with(HookEvent::Publish))]);
        assert_eq!(read("").unwrap(), Hooks::default());
    }

    #[test]
    fn what_is_wrong_is_named_and_no_secret_is_repeated() {
        for (more, named) in [
            (r#""url":"http://user:hidden@x/""#, "without a user"),
            (r#""events":[]"#, "each of which costs a round trip"),
            (r#""events":["member_added"]"#, "connect, subscribe, publish, client_event"),
            (r#""timeout_ms":9"#, "from 10 to 10000"),
            (r#""max_concurrent":257"#, "from 1 to 256"),
            (r#""max_batch":0"#, "from 1 to 1000"),
            (r#""on_failure":"ignore""#, "\"refuse\" or \"allow\""),
            (r#""headers":{"X-Pusher-Key":"hidden"}"#, "set by the server"),
            (r#""max_events":5"#, "unknown key `max_events`"),
        ] {
            let json = format!(r#"[{{"url":"http://x","events":["connect"],{more}}}]"#);
            let Expected(text) = read(&json).unwrap_err();
            assert!(text.contains(named) && !text.contains("hidden"), "{json}: {text}");
        }
        assert!(read(r#"[{"events":["connect"]}]"#).unwrap_err().0.contains("no `url`"));
        assert!(read(r#"[{"url":"http://x"}]"#).unwrap_err().0.contains("no `events`"));
    }
}
