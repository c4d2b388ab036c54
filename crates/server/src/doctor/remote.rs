//! One call to a server, for commands that ask it for something.

use hyper::Method;

use super::observation::{Dialled, Silence};
use super::probe::{Call, Client, dial_each, resolve};
use super::target::Target;

/// Calls `path` below a URL with a token; the status, and the beginning of the body. On this machine any certificate will
/// do, since it is for the name that others use; elsewhere it has to be trusted before the token is sent.
///
/// # Errors
/// There is no answer, in words for the user.
pub(crate) async fn call(
    url: &str,
    method: Method,
    path: &str,
    token: &str,
) -> Result<(u16, String), String> {
    let (target, _) = Target::parse(url)?;
    let addresses = dial_each(&resolve(&target.host, target.port).await?).await;
    let Some((address, _)) = addresses.iter().find(|(_, dialled)| *dialled == Dialled::Connected) else {
        let all: Vec<_> = addresses.iter().map(|(address, _)| address.to_string()).collect();
        return Err(format!(
            "nothing answers at {}: is the server running, and does it listen there?",
            all.join(", ")
        ));
    };
    let client = Client::new(&target, *address)?;
    let client = if client.is_on_this_machine() { client } else { client.trusted_only() };
    let path = format!("{}{path}", target.prefix);
    let authorization = format!("Bearer {token}");
    let call = Call { method, headers: &[("authorization", &authorization)], ..Call::get(&path) };
    match client.call(call).await {
        Ok(response) => Ok((response.status, response.body)),
        Err(silence) => Err(format!("{} does not answer: {}", target.url(), said(&silence))),
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
