//! Calls to a server, for commands that ask it for something.

use std::net::SocketAddr;
use std::time::Duration;

use hyper::Method;

use super::diagnosis::tls;
use super::finding::Level;
use super::observation::{Dialled, Silence, TlsSeen};
use super::probe::{Call, Client, dial_each, resolve};
use super::target::Target;

/// A server, and the one of its addresses that answers.
pub(crate) struct Remote {
    target: Target,
    address: SocketAddr,
}

/// What a server is asked.
pub(crate) struct Question<'a> {
    pub(crate) method: Method,
    /// Below the server's prefix, with the query.
    pub(crate) path: &'a str,
    /// A bearer token.
    pub(crate) token: Option<&'a str>,
    /// JSON; empty for none.
    pub(crate) body: String,
    /// From connecting to the end of the response.
    pub(crate) within: Duration,
    /// Bytes of a response that are read.
    pub(crate) most_bytes: usize,
}

impl Remote {
    /// Finds the server of a URL. On this machine any certificate will do, since it is for the name that others use;
    /// elsewhere it has to be trusted before a token is sent.
    ///
    /// # Errors
    /// Nothing answers there, or who answers is not trusted, in words for the user.
    pub(crate) async fn reach(url: &str) -> Result<Self, String> {
        let (target, _) = Target::parse(url)?;
        let resolved = resolve(&target.host, target.port).await;
        let resolved = resolved.map_err(|why| format!("{} cannot be resolved: {why}", target.host))?;
        let addresses = dial_each(&resolved).await;
        let Some((address, _)) = addresses.iter().find(|(_, dialled)| *dialled == Dialled::Connected) else {
            let all: Vec<_> = addresses.iter().map(|(address, _)| address.to_string()).collect();
            return Err(format!(
                "nothing answers at {}: is the server running, and does it listen there?",
                all.join(", ")
            ));
        };
        let remote = Self { address: *address, target };
        remote.refuse_distrusted().await?;
        Ok(remote)
    }

    /// The URL of the server, without a slash at the end.
    pub(crate) fn url(&self) -> String {
        self.target.url()
    }

    async fn refuse_distrusted(&self) -> Result<(), String> {
        let client = Client::new(&self.target, self.address)?;
        if !self.target.is_secure || client.is_on_this_machine() {
            return Ok(());
        }
        let seen = client.look_at_tls().await;
        let finding = tls(&self.target, &seen);
        match seen {
            TlsSeen::Done(_) if finding.level != Level::Ok => {
                Err(format!("{}: {}. {}", self.url(), finding.seen, finding.fix))
            }
            _ => Ok(()), // without a handshake there is no answer either, which says why
        }
    }

    /// The status and the beginning of the body of the response.
    ///
    /// # Errors
    /// There is no answer, in words for the user.
    pub(crate) async fn ask(&self, question: Question<'_>) -> Result<(u16, String), String> {
        let client = Client::new(&self.target, self.address)?;
        let client = if client.is_on_this_machine() { client } else { client.trusted_only() };
        let path = format!("{}{}", self.target.prefix, question.path);
        let authorization = question.token.map(|token| format!("Bearer {token}"));
        let token = authorization.iter().map(|text| ("authorization", text.as_str()));
        let json = (!question.body.is_empty()).then_some(("content-type", "application/json"));
        let headers: Vec<_> = token.chain(json).collect();
        let call = Call {
            method: question.method,
            headers: &headers,
            body: question.body.into(),
            within: question.within,
            most_bytes: question.most_bytes,
            ..Call::get(&path)
        };
        match client.call(call).await {
            Ok(response) => Ok((response.status, response.body)),
            Err(silence) => Err(format!("{} does not answer: {}", self.url(), said(&silence))),
        }
    }
}

/// In words for the user.
fn said(silence: &Silence) -> String {
    match silence {
        // What a server with `acme_domains` answers before it has a certificate.
        Silence::NoConnection(why) if why.contains("AccessDenied") => format!(
            "{why}; it may have no certificate yet (acme_domains): its log says why, and an address of `listen` with `plain` \
             answers (--url)"
        ),
        Silence::NoConnection(why) => why.clone(),
        Silence::Late => "there was no response in time".to_owned(),
        Silence::Closed => "the connection was closed without a response".to_owned(),
        Silence::NotHttp(why) => format!("the response is not HTTP ({why:?})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn silence_is_explained_in_words() {
        let no_tls = Silence::NoConnection("the TLS handshake failed".to_owned());
        assert_eq!(said(&no_tls), "the TLS handshake failed");
        let refused = Silence::NoConnection("received fatal alert: AccessDenied".to_owned());
        assert!(said(&refused).contains("no certificate yet (acme_domains)"));
        assert!(!said(&Silence::NotHttp("a\nb".to_owned())).contains('\n'));
    }
}
