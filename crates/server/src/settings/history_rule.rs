//! What single channels of an app store: tables in the file, JSON in flags and the environment, as hooks are.

use std::ops::RangeInclusive;

use baton_protocols::settings::Bounds;
use baton_protocols::{HistoryRule, HistoryRules};
use serde_json::{Map, Value};

use super::entry::{self, number};
use super::field::{Expected, Field, Given, Kind};

/// As the settings of all channels are bounded.
const MESSAGES: RangeInclusive<u32> = 0..=1_000_000;
const TTL_S: RangeInclusive<u32> = 1..=2_592_000;
const BYTES: RangeInclusive<u32> = 0..=u32::MAX;

impl Field for HistoryRules {
    fn kind(&self) -> Kind {
        Kind::Tables
    }

    fn set(&mut self, given: Given<'_>, bounds: Bounds) -> Result<(), Expected> {
        *self = Self(entry::entries(given, ("apps.history_rules", bounds), rule)?);
        Ok(())
    }

    /// Which channels they are about.
    fn show(&self) -> String {
        let one = |rule: &HistoryRule| match &rule.channels {
            channels if channels.pattern.is_empty() => format!("{}*{}", channels.prefix, channels.suffix),
            channels => channels.pattern.clone(),
        };
        self.0.iter().map(one).collect::<Vec<_>>().join(",")
    }
}

/// All of them as TOML on one line.
pub(super) fn whole(rules: &HistoryRules) -> String {
    let one = |rule: &HistoryRule| {
        let mut table = toml::Table::new();
        entry::insert_channels(&rule.channels, &mut table);
        for (key, value) in [("messages", rule.messages), ("ttl_s", rule.ttl_s), ("bytes", rule.bytes)] {
            if let Some(value) = value {
                table.insert(key.into(), toml::Value::Integer(value.into()));
            }
        }
        if let Some(recovery) = rule.recovery {
            table.insert("recovery".into(), toml::Value::Boolean(recovery));
        }
        toml::Value::Table(table)
    };
    toml::Value::Array(rules.0.iter().map(one).collect()).to_string()
}

fn rule(entry: &Map<String, Value>) -> Result<HistoryRule, String> {
    let mut rule = HistoryRule::default();
    for (key, value) in entry {
        match key.as_str() {
            "messages" => rule.messages = Some(number(key, value, MESSAGES)?),
            "ttl_s" => rule.ttl_s = Some(number(key, value, TTL_S)?),
            "bytes" => rule.bytes = Some(number(key, value, BYTES)?),
            "recovery" => {
                let switch = value.as_bool().ok_or("`recovery` is true or false")?;
                rule.recovery = Some(switch);
            }
            other if entry::set_channels(&mut rule.channels, other, value)? => {}
            other => {
                return Err(format!(
                    "unknown key `{}`; known are channel_prefix, channel_suffix, channel_pattern, messages, ttl_s, bytes \
                     and recovery",
                    other.escape_debug()
                ));
            }
        }
    }
    Ok(rule)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: Bounds = Bounds { lowest: 0, highest: 100 };

    fn read(json: &str) -> Result<HistoryRules, Expected> {
        let mut rules = HistoryRules::default();
        rules.set(Given::Text(json), BOUNDS).map(|()| rules)
    }

    #[test]
    fn file_and_json_say_the_same_and_it_is_spelled_as_it_is_read() {
        let json = r#"[{"channel_prefix":"private-log-","messages":5,"ttl_s":60,"bytes":1000,"recovery":false},
            {"channel_pattern":"*"}]"#;
        let rules = read(json).unwrap();
        let toml = format!("rules = {}", whole(&rules));
        let table = toml::de::DeTable::parse(&toml).unwrap();
        let mut of_toml = HistoryRules::default();
        let (_, value) = table.get_ref().iter().next().unwrap();
        of_toml.set(Given::Toml(value.get_ref()), BOUNDS).unwrap();
        assert_eq!(of_toml, rules);
        let [first, second] = &rules.0[..] else { panic!() };
        assert_eq!(
            (first.messages, first.ttl_s, first.bytes, first.recovery),
            (Some(5), Some(60), Some(1_000), Some(false))
        );
        assert_eq!((second.messages, &*second.channels.pattern), (None, "*"));
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (rule, named) in [
            (r#"{"messages":1000001}"#, "from 0 to 1000000"),
            (r#"{"ttl_s":0}"#, "from 1 to 2592000"),
            (r#"{"bytes":-1}"#, "from 0 to 4294967295"),
            (r#"{"recovery":"no"}"#, "true or false"),
            (r#"{"url":"x"}"#, "unknown key `url`"),
            (r#"{"channel_prefix":7}"#, "`channel_prefix` is a text"),
        ] {
            let Expected(text) = read(&format!("[{rule}]")).unwrap_err();
            assert!(text.contains(named), "{rule}: {text}");
        }
    }
}
