//! Signatures of Pusher's protocol, as a server SDK makes them.

use std::time::{SystemTime, UNIX_EPOCH};

use baton_protocols::Secret;
use baton_protocols::pusher::signature::Signature;
use md5::{Digest as _, Md5};

/// An app, as an application knows it.
pub(crate) struct App<'a> {
    pub(crate) id: &'a str,
    pub(crate) key: &'a str,
    pub(crate) secret: &'a Secret,
}

impl App<'_> {
    /// The path of a call below the app.
    pub(crate) fn path(&self, call: &str) -> String {
        format!("/apps/{}/{call}", self.id)
    }

    /// The query of a request of `path`, which does not count a prefix, and the text that was
    /// signed.
    pub(crate) fn query(&self, method: &str, path: &str, body: &[u8]) -> (String, String) {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_secs());
        let mut query = format!("auth_key={}&auth_timestamp={now}&auth_version=1.0", self.key);
        if !body.is_empty() {
            let digits: String = Md5::digest(body).iter().map(|byte| format!("{byte:02x}")).collect();
            query += &format!("&body_md5={digits}");
        }
        let text = format!("{method}\n{path}\n{query}");
        let signature = Signature::of(self.secret, &[&text]);
        (format!("{query}&auth_signature={signature}"), text)
    }

    /// `auth` of a subscription, whose channel data is empty but for presence channels.
    pub(crate) fn auth(&self, socket_id: &str, channel: &str, channel_data: &str) -> String {
        let mut parts = vec![socket_id, ":", channel];
        if !channel_data.is_empty() {
            parts.extend([":", channel_data]);
        }
        format!("{}:{}", self.key, Signature::of(self.secret, &parts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subscription_is_signed_as_pushers_documentation_has_it() {
        let secret = Secret::new("7ad3773142a6692b25b8");
        let app = App { id: "3", key: "278d425bdf160c739803", secret: &secret };
        assert_eq!(
            app.auth("1234.1234", "private-foobar", ""),
            "278d425bdf160c739803:58df8b0c36d6982b82c3ecf6b4662e34fe8c25bba48f5369f135bf843651c3a4"
        );
    }
}
