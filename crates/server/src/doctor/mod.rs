//! `baton doctor`: looks at a server from outside, as clients and applications see it, and says
//! what to change.
//!
//! Each check sees something ([`observation`]) through the network ([`probe`], [`session`]), and
//! what that means is a function of it ([`diagnosis`]). This file has the order of the checks: one
//! that can tell nothing after the fault of another is left out, so that a fault is named once.

mod diagnosis;
mod finding;
mod observation;
mod probe;
mod proxy;
mod remote;
mod report;
mod request;
mod session;
mod target;

pub(crate) use proxy::Proxy;
pub(crate) use remote::{Question, Remote};
pub(crate) use request::{Given, Request};

use std::net::SocketAddr;
use std::process::ExitCode;
use std::time::{Duration, Instant, SystemTime};

use crate::terminal::excerpt;

use hyper::Method;

use self::diagnosis::{Place, place};
use self::finding::{Finding, Level};
use self::observation::{Dialled, Exchange, First, Silence, TlsSeen, UpgradeSeen};
use self::probe::{App, Call, Client, NoSocket, Socket, dial_each, resolve};
use self::report::Report;
use self::session::Publisher;

/// Prefixes that are usual, for a server that does not answer under the given one.
const USUAL_PREFIXES: [&str; 9] =
    ["", "/ws", "/wss", "/websocket", "/socket", "/reverb", "/realtime", "/pusher", "/baton"];
/// For how long they are tried.
const SEARCH: Duration = Duration::from_secs(4);
/// A key and a path that nobody has.
const NO_KEY: &str = "baton-doctor";
/// Ids that are usual: of `baton init` and the development app, and of Soketi's default app.
const USUAL_IDS: [&str; 2] = ["1", "app-id"];

/// Everything is well.
const WELL: u8 = 0;
/// There is a fault.
const FAULT: u8 = 1;
/// It could not be tried.
const WRONG: u8 = 2;

/// Makes all checks, and reports them.
pub(crate) fn run(request: &Request) -> ExitCode {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = match runtime {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("the system gives no event queue: {error}");
            return ExitCode::from(WRONG);
        }
    };
    let mut report = Report::new(request.json);
    let recognised = runtime.block_on(examine(request, &mut report));
    // A name that is still looked up must not keep the process.
    runtime.shutdown_background();
    report.finish(&request.target, recognised, request.proxy);
    ExitCode::from(if report.count(Level::Fault) > 0 { FAULT } else { WELL })
}

/// Everything, in order; returns the proxy that was recognised.
async fn examine(request: &Request, report: &mut Report) -> Option<Proxy> {
    let target = &request.target;
    if let Some((path, application)) = &request.application {
        report.extend(diagnosis::application(path, application, target));
    }
    let addresses = find(request, report).await;
    let (&address, others) = addresses.split_first()?;
    let client = match Client::new(target, address) {
        Ok(client) => client,
        Err(why) => {
            report.add(
                Finding::fault("tls", "no-roots", why).fix("Install ca-certificates, or set SSL_CERT_FILE."),
            );
            return None;
        }
    };
    let is_trusted = !target.is_secure || look_at_tls(&client, request, report).await?;
    let client = if is_trusted { client.trusted_only() } else { client };
    let prefix = target.prefix.clone();
    let examination = Examination { request, client, others, is_trusted, prefix, proxy: None };
    examination.run(report).await
}

/// The addresses of the server that accept connections.
async fn find(request: &Request, report: &mut Report) -> Vec<SocketAddr> {
    let target = &request.target;
    let resolved = resolve(&target.host, target.port).await;
    report.add(diagnosis::name(&target.host, &resolved));
    let dialled = dial_each(&resolved.unwrap_or_default()).await;
    report.extend(diagnosis::addresses(&dialled));
    let connected = dialled.into_iter().filter(|(_, dialled)| *dialled == Dialled::Connected);
    connected.map(|(address, _)| address).collect()
}

/// Whether the certificate is trusted; `None` where there is no TLS.
async fn look_at_tls(client: &Client<'_>, request: &Request, report: &mut Report) -> Option<bool> {
    let mut seen = client.look_at_tls().await;
    if !matches!(seen, TlsSeen::Done(_)) && client.speaks_plain_http().await {
        seen = TlsSeen::Failed { why: String::new(), speaks_http: true };
    }
    let finding = diagnosis::tls(&request.target, &seen);
    let is_trusted = finding.level == Level::Ok;
    report.add(finding);
    matches!(seen, TlsSeen::Done(_)).then_some(is_trusted)
}

/// What is examined once there is a connection.
struct Examination<'a> {
    request: &'a Request,
    client: Client<'a>,
    /// The host's other addresses, which should lead to the same.
    others: &'a [SocketAddr],
    /// The certificate is trusted, where there is TLS: only then the secret signs anything.
    is_trusted: bool,
    /// Under which Baton answers.
    prefix: String,
    proxy: Option<Proxy>,
}

impl Examination<'_> {
    async fn run(mut self, report: &mut Report) -> Option<Proxy> {
        let prefix = self.prefix.clone();
        let plain = self.get(&prefix).await;
        if self.speaks_tls_only(&plain).await {
            report.add(diagnosis::scheme(&self.request.target));
            return self.proxy;
        }
        let mut route = diagnosis::route(&self.prefix, &plain, None);
        if plain == Err(Silence::Late) {
            report.add(route); // an upgrade would only wait as long
            return self.proxy;
        }
        let (mut seen, mut open) = self.open(None).await;
        let greets = |seen: &UpgradeSeen| {
            matches!(seen, UpgradeSeen::Open(First::Established { .. } | First::Error { .. }))
        };
        if route.level == Level::Fault && greets(&seen) {
            route = Finding::ok(
                "route",
                "WebSockets reach a server of Pusher's protocol; a plain request of the same path \
                 goes elsewhere",
            );
        } else if route.level == Level::Fault
            && plain.is_ok()
            && let Some(elsewhere) = self.elsewhere().await
        {
            route = diagnosis::route(&self.prefix, &plain, Some(elsewhere));
            self.prefix = elsewhere.to_owned();
            (seen, open) = self.open(None).await;
        }
        let is_routed = route.level == Level::Ok || route.code == "wrong-prefix";
        report.add(route);
        if plain.as_ref().is_ok_and(|response| place(response) == Place::Baton) {
            report.extend(self.compare_addresses().await);
        }
        self.tell_time(&plain, report);
        if !is_routed {
            report
                .add(Finding::not_checked("upgrade", "nothing more can be seen before requests reach Baton"));
            return self.proxy;
        }
        let upgrade = diagnosis::upgrade(&seen);
        let is_open = upgrade.level == Level::Ok;
        report.add(upgrade);
        if is_open {
            self.check_key(&seen, report).await;
        }
        let established = match (&seen, open) {
            (UpgradeSeen::Open(First::Established { activity_timeout_s }), Some((socket, id))) => {
                Some((socket, id, *activity_timeout_s))
            }
            _ => None,
        };
        self.check_as_application(established, report).await;
        // Without a proxy this machine may read them, and others may not.
        if self.proxy.is_some() || !self.client.is_on_this_machine() {
            let metrics = self.client.call(Call::get(&self.path("/metrics"))).await;
            report.extend(diagnosis::exposed_metrics(&metrics));
        }
        self.proxy
    }

    /// Whether the host's other addresses lead to Baton as the first does.
    async fn compare_addresses(&self) -> Vec<Finding> {
        let target = &self.request.target;
        let path = self.path(&format!("/app/{NO_KEY}?protocol=7"));
        let mut findings = Vec::new();
        for address in self.others {
            let Ok(client) = Client::new(target, *address) else { continue };
            let tls = if target.is_secure && self.is_trusted {
                Some(diagnosis::tls(target, &client.look_at_tls().await))
            } else {
                None
            };
            let seen = client.call(Call::get(&path)).await;
            findings.extend(diagnosis::other_address(*address, tls.as_ref(), &seen));
        }
        findings
    }

    fn path(&self, path: &str) -> String {
        format!("{}{path}", self.prefix)
    }

    /// A GET of a client's path that asks for no upgrade.
    async fn get(&mut self, prefix: &str) -> Exchange {
        let seen = self.client.call(Call::get(&format!("{prefix}/app/{NO_KEY}?protocol=7"))).await;
        if let Ok(response) = &seen {
            self.proxy = self.proxy.or(Proxy::of(response));
        }
        seen
    }

    /// Whether a plain URL leads to a port that wants TLS.
    async fn speaks_tls_only(&self, plain: &Exchange) -> bool {
        let is_refused = plain.as_ref().map_or(true, |response| response.status == 400);
        !self.request.target.is_secure
            && is_refused
            && matches!(self.client.look_at_tls().await, TlsSeen::Done(_))
    }

    /// Another prefix under which Baton answers.
    async fn elsewhere(&mut self) -> Option<&'static str> {
        let began = Instant::now();
        for prefix in USUAL_PREFIXES {
            if prefix == self.prefix {
                continue;
            }
            // A proxy that tries for long to reach what is not there answers no other prefix
            // either.
            if began.elapsed() > SEARCH {
                return None;
            }
            let found = self.get(prefix).await;
            if found.is_ok_and(|response| place(&response) == Place::Baton) {
                return Some(prefix);
            }
        }
        None
    }

    fn tell_time(&self, plain: &Exchange, report: &mut Report) {
        let Ok(response) = plain else { return };
        let who = self.proxy.map_or("the server", Proxy::name);
        report.add(diagnosis::clock(response.header("date"), SystemTime::now(), who));
    }

    /// Opens a WebSocket with the key, and waits for what comes first; the socket comes with its
    /// id.
    async fn open(&self, origin: Option<&str>) -> (UpgradeSeen, Option<(Socket, String)>) {
        match self.client.open(&self.socket_path(), origin, false).await {
            Ok((mut socket, _)) => {
                let (first, id) = session::first(&mut socket).await;
                (UpgradeSeen::Open(first), Some((socket, id)))
            }
            Err(NoSocket::Answered(response)) => (UpgradeSeen::Answered(response), None),
            Err(NoSocket::Broken(header)) => (UpgradeSeen::Broken(header), None),
            Err(NoSocket::Silent(why)) => (UpgradeSeen::Silent(why), None),
        }
    }

    fn socket_path(&self) -> String {
        let key = self.request.key.as_deref().unwrap_or(NO_KEY);
        let version = env!("CARGO_PKG_VERSION");
        self.path(&format!("/app/{key}?protocol=7&client=baton-doctor&version={version}"))
    }

    /// What a client meets: the key, compression, and the origin of its page.
    async fn check_key(&self, seen: &UpgradeSeen, report: &mut Report) {
        let UpgradeSeen::Open(first) = seen else { return };
        match &self.request.key {
            Some(_) => report.add(diagnosis::greeting(first)),
            None => report.add(Finding::not_checked("key", "give the app's key by --key")),
        }
        let compressing = self.client.open(&self.socket_path(), None, true).await;
        report.add(diagnosis::compression(compressing.ok().map(|(_, compressed)| compressed)));
        match &self.request.origin {
            Some(page) if self.request.key.is_some() && matches!(first, First::Established { .. }) => {
                let (seen, _) = self.open(Some(page)).await;
                report.add(diagnosis::origin(page, &seen));
            }
            Some(_) => report.add(Finding::not_checked("origin", "it needs a key that is accepted")),
            None => report.add(Finding::not_checked("origin", "give the page's origin by --origin")),
        }
    }

    /// What the application meets, then what a silent client does.
    async fn check_as_application(&self, open: Option<(Socket, String, u64)>, report: &mut Report) {
        self.check_cors(report).await;
        let app = self.check_api(report).await;
        let Some((mut socket, id, activity_timeout_s)) = open else { return };
        if let Some(app) = &app {
            self.check_publishes(app, &mut socket, &id, report).await;
        }
        if let Some(channel) = &self.request.listen {
            if !self.request.json {
                eprintln!("waiting for an event on {} …", excerpt(channel));
            }
            let within = self.request.listen_for;
            let mut heard = session::listen(&mut socket, &id, channel, app.as_ref(), within).await;
            let broadcaster =
                self.request.application.as_ref().and_then(|(_, read)| read.broadcaster.as_ref());
            heard.connection = broadcaster.map(|(_, value)| value.clone());
            report.add(diagnosis::listened(channel, &heard));
        }
        let idle = session::idle(&mut socket, self.request.patience, activity_timeout_s).await;
        report.add(diagnosis::idle(&idle));
        socket.close().await;
    }

    async fn check_cors(&self, report: &mut Report) {
        let Some(page) = &self.request.origin else { return };
        let headers = [("origin", page.as_str()), ("access-control-request-method", "POST")];
        let preflight = async |path: &str| {
            let target = self.path(path);
            let call = Call { method: Method::OPTIONS, headers: &headers, ..Call::get(&target) };
            self.client.call(call).await
        };
        let pusher = preflight(&format!("/apps/{NO_KEY}/events")).await;
        let supabase = preflight("/realtime/v1/api/broadcast").await;
        report.extend(diagnosis::cors(page, &pusher, &supabase));
    }

    /// A signed request; the app, if it was accepted.
    async fn check_api(&self, report: &mut Report) -> Option<App<'_>> {
        let (Some(secret), Some(key)) = (&self.request.secret, self.request.key.as_deref()) else {
            report.add(Finding::not_checked("api", "give the app's secret by --secret or --env-file"));
            return None;
        };
        if !self.is_trusted {
            report.add(Finding::not_checked(
                "api",
                "nothing is signed for a server whose certificate is not trusted",
            ));
            return None;
        }
        if let Some(id) = self.request.app_id.as_deref() {
            let app = App { id, key, secret };
            let finding = self.signed_get(&app).await;
            let is_accepted = finding.level == Level::Ok;
            report.add(finding);
            return is_accepted.then_some(app);
        }
        for id in USUAL_IDS {
            let app = App { id, key, secret };
            let finding = self.signed_get(&app).await;
            // An id that is only guessed is another app's, or none's.
            if !["wrong-app-id", "wrong-key"].contains(&finding.code) {
                let is_accepted = finding.level == Level::Ok;
                report.add(finding);
                return is_accepted.then_some(app);
            }
        }
        let ids = USUAL_IDS.join(" or ");
        report.add(Finding::not_checked("api", format!("the app has not the id {ids}: give it by --app-id")));
        None
    }

    async fn signed_get(&self, app: &App<'_>) -> Finding {
        let path = app.path("channels");
        let (query, signed) = app.query("GET", &path, &[]);
        let seen = self.client.call(Call::get(&self.path(&format!("{path}?{query}")))).await;
        diagnosis::signed(app.id, &signed, &seen)
    }

    async fn check_publishes(&self, app: &App<'_>, socket: &mut Socket, id: &str, report: &mut Report) {
        let mut random = [0; 8];
        if getrandom::fill(&mut random).is_err() {
            return report.add(Finding::not_checked("publish", "the system has no random numbers"));
        }
        let channel = format!("private-baton-doctor-{:016x}", u64::from_ne_bytes(random));
        let subscribed =
            diagnosis::subscribed(&channel, &session::subscribe(socket, id, &channel, Some(app)).await);
        let is_subscribed = subscribed.level == Level::Ok;
        report.add(subscribed);
        if !is_subscribed {
            return;
        }
        let publisher = Publisher { client: &self.client, app, prefix: &self.prefix, channel: &channel };
        let published = diagnosis::round_trip(&publisher.round_trip(socket, "baton-doctor", 16).await);
        let is_delivered = published.level != Level::Fault || published.code == "buffering";
        report.add(published);
        if is_delivered {
            report.extend(diagnosis::limits(&publisher.try_limits(socket).await));
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;

    use super::*;

    /// Answers each connection with one response.
    async fn answer(listener: TcpListener, response: &'static str) {
        while let Ok((mut stream, _)) = listener.accept().await {
            let _ = stream.read(&mut [0; 4_096]).await;
            let _ = stream.write_all(response.as_bytes()).await;
        }
    }

    #[test]
    fn each_address_of_a_host_has_to_lead_to_baton() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let baton = "HTTP/1.1 426 x\r\nContent-Length: 40\r\n\r\nThis is where WebSocket clients \
            connect.";
        let site = "HTTP/1.1 404 x\r\nContent-Length: 0\r\n\r\n";
        let found = runtime.block_on(async {
            let mut addresses = Vec::new();
            for response in [baton, baton, site] {
                let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
                addresses.push(listener.local_addr().unwrap());
                drop(tokio::spawn(answer(listener, response)));
            }
            let url = Some("ws://127.0.0.1".to_owned());
            let request = Request::new(Given { url, ..Given::default() }).unwrap();
            let client = Client::new(&request.target, addresses[0]).unwrap();
            let (others, prefix) = (&addresses[1..], String::new());
            let examination =
                Examination { request: &request, client, others, is_trusted: true, prefix, proxy: None };
            (examination.compare_addresses().await, addresses[2])
        });
        let (findings, other) = found;
        let [finding] = &findings[..] else { panic!("one of two differs: {findings:?}") };
        assert_eq!((finding.level, finding.code), (Level::Fault, "other-address"));
        assert!(finding.seen.starts_with(&other.to_string()), "{}", finding.seen);
    }
}
