//! The request that opens a connection.

use alloc::borrow::Cow;

use super::{UnknownVersion, Version};
use crate::percent;

/// Where clients connect: behind Supabase's gateway, and to a server of one's own.
const PATHS: [&str; 2] = ["/realtime/v1/websocket", "/socket/websocket"];

/// A request for `/realtime/v1/websocket?apikey=…&vsn=2.0.0`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConnectRequest<'a> {
    query: &'a str,
}

impl<'a> ConnectRequest<'a> {
    /// Reads a request target; `None` where its path is not this protocol's. Unknown parameters are ignored, and of a
    /// repeated one the first counts.
    pub fn parse(target: &'a str) -> Option<Self> {
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        PATHS.contains(&path).then_some(Self { query })
    }

    /// The key or token that the client gives.
    pub fn api_key(&self) -> Option<Cow<'a, str>> {
        self.parameter("apikey").and_then(percent::decode_form).filter(|key| !key.is_empty())
    }

    /// The serialiser that it speaks.
    pub fn version(&self) -> Result<Version, UnknownVersion<'a>> {
        Version::from_query(self.parameter("vsn"))
    }

    fn parameter(&self, name: &str) -> Option<&'a str> {
        let mut pairs = self.query.split('&').filter_map(|pair| pair.split_once('='));
        pairs.find(|(key, _)| *key == name).map(|(_, value)| value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_spellings_of_the_path_are_read() {
        for path in PATHS {
            let target = alloc::format!("{path}?log_level=info&apikey=a.b%2Ec&vsn=2.0.0&apikey=x");
            let request = ConnectRequest::parse(&target).unwrap();
            assert_eq!(request.api_key().as_deref(), Some("a.b.c"));
            assert_eq!(request.version(), Ok(Version::V2));
        }
        for other in ["/socket", "/realtime/v1/websocket/", "/app/x", "/socket/longpoll?apikey=a"] {
            assert_eq!(ConnectRequest::parse(other), None);
        }
    }

    #[test]
    fn what_is_missing_or_strange_is_not_there() {
        let request = |query| ConnectRequest { query };
        assert_eq!(request("").api_key(), None);
        assert_eq!(request("apikey=").api_key(), None);
        assert_eq!(request("apikey=%ff").api_key(), None);
        assert_eq!(request("apikey=%").api_key().as_deref(), Some("%"));
        assert_eq!(request("apikey=%4").api_key().as_deref(), Some("%4"));
        assert_eq!(request("").version(), Ok(Version::V1));
        assert!(request("vsn=3.0.0").version().is_err());
    }
}
