//! The life of the process: sockets and threads up, then signals, then everything down in order.

use std::io::{self, Write};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{self, ExitCode};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use baton_hub::LoopId;
use baton_planted::planted;
use baton_reactor::{self as reactor, Driver, OpenFiles, Reactor, Tls, bind, mailbox, raise_open_file_limit};

use crate::acme;
use crate::admission;
use crate::alerts;
use crate::app_tasks::AppTasks;
use crate::apps_database;
use crate::canary;
use crate::config::Config;
use crate::expiry;
use crate::history::Store;
use crate::http::{self, Handover};
use crate::inspector;
use crate::listening::{self, Places};
use crate::log_writer;
use crate::logging;
use crate::loop_message::LoopMessage;
use crate::metrics::Metrics;
use crate::node::Node;
use crate::proxy_header::{self, BehindProxies};
use crate::reload::Reloader;
use crate::settings::{IoDriver, LogFormat, Settings, Sources};
use crate::shutdown::{self, Signals};
use crate::statistics;
use crate::supervised::{RESTART_PAUSE, restarted};
use crate::trace;
use crate::trimming;
use crate::webhooks;
use crate::worker::{Bound, Worker};

/// How long tasks may take to end once all sockets are closed: clients may be back soon after.
const TASKS_END: Duration = Duration::from_millis(100);

/// Below this limit of open files the log says how to raise it.
const ENOUGH_FILES: u64 = 10_000;

/// Serves until a signal comes. Exit status 0 after a signal, 1 if it cannot start or an event loop fails.
pub(crate) fn serve(settings: Settings, sources: Sources) -> ExitCode {
    log_writer::start();
    let status = match Running::start(settings, sources) {
        Ok(running) => running.until_told_to_stop(),
        Err(problem) => {
            tracing::error!("{problem}");
            ExitCode::FAILURE
        }
    };
    log_writer::end();
    status
}

/// A server that accepts.
struct Running {
    node: Arc<Node>,
    threads: Vec<JoinHandle<()>>,
    runtime: tokio::runtime::Runtime,
    signals: Signals,
    reloader: Reloader,
    webhooks: webhooks::Thread,
    history: Option<JoinHandle<()>>,
    exporter: Option<trace::Running>,
    places: Places,
}

impl Running {
    fn start(settings: Settings, sources: Sources) -> Result<Self, String> {
        let files = raise_open_file_limit();
        let (places, listeners) = listening::bind_all(&settings)?;
        let metrics_listener = match settings.metrics_listen {
            Some(at) => {
                Some(bind(at, 128).map_err(|error| listening::cannot_listen(at, "metrics_listen", &error))?)
            }
            None => None,
        };
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(thread::available_parallelism().map_or(2, |n| n.get().min(4)))
            .thread_name("baton-http")
            .enable_all()
            .build()
            .map_err(|error| format!("cannot start the HTTP runtime: {error}"))?;
        let signals = {
            let _inside = runtime.enter();
            Signals::new().map_err(|error| format!("cannot wait for signals: {error}"))?
        };
        let exporter = trace::start(&settings).map(|exporter| exporter.run_on(runtime.handle()));
        // Before anything is served, so that a file which cannot be used is noticed at once.
        let webhooks = webhooks::open(settings.data_dir.path())?;
        let (handover, handed) = http::handover();
        let (behind_proxies, forwarded) = proxy_header::behind_proxies();
        let acceptor = (listeners, behind_proxies);
        acme::show_stored(&settings);
        let (node, threads) = start_loops(settings, acceptor, &handover, runtime.handle())?;
        drop(handover); // the loops hold it now; when the last one ends, so does the HTTP server
        let webhooks = webhooks::Thread::start(&node, webhooks, runtime.handle())?;
        let history = start_history(&node)?;
        runtime.spawn(http::serve_handed(handed, node.clone()));
        runtime.spawn(proxy_header::serve(forwarded));
        let database = sources.database.clone();
        let mut tasks = AppTasks::new(runtime.handle().clone());
        runtime.block_on(tasks.follow(&node));
        let reloader = {
            let _inside = runtime.enter();
            Reloader::new(sources, Arc::clone(&node), tasks, runtime.handle().clone())
        };
        let on = runtime.handle();
        supervise(on, &node, "logs sums of refusals", |node| async move { node.refusals.sum_up().await });
        supervise(on, &node, "returns free memory", |node| async move { trimming::look_after(&node).await });
        supervise(on, &node, "publishes canaries", canary::publish);
        supervise(on, &node, "records statistics", statistics::record);
        supervise(on, &node, "sends alerts", alerts::send);
        let follow = move |node| apps_database::follow(node, database.clone());
        supervise(on, &node, "reads the table of apps", follow);
        expiry::warn_if_soon(&node.config().settings);
        supervise(on, &node, "warns of certificates that expire", |node| async move {
            expiry::warn_daily(&node).await;
        });
        supervise(on, &node, "renews certificates", |node| async move { acme::look_after(&node).await });
        if let Some(listener) = metrics_listener {
            let _inside = runtime.enter();
            let listener = tokio::net::TcpListener::from_std(listener).map_err(|error| error.to_string())?;
            runtime.spawn(http::serve_metrics(listener, node.clone()));
        }
        tell_of_open_files(files);
        // What the log says of the start comes before the line that others wait for.
        log_writer::flush();
        announce(&node, &places);
        Ok(Self { node, threads, runtime, signals, reloader, webhooks, history, exporter, places })
    }

    fn until_told_to_stop(self) -> ExitCode {
        let Self { node, threads, runtime, signals, reloader, webhooks, history, exporter, places } = self;
        runtime.block_on(shutdown::until_all_have_left(&node, signals, reloader));
        for queue in node.loops() {
            queue.push_unreserved(LoopMessage::Stop);
        }
        for thread in threads {
            drop(thread.join());
        }
        drop(places);
        webhooks.stop(&node);
        statistics::end(&node);
        if let Some(exporter) = exporter {
            runtime.block_on(exporter.stop());
        }
        runtime.shutdown_timeout(TASKS_END);
        if let (Some(store), Some(thread)) = (&node.history, history) {
            store.end();
            drop(thread.join());
        }
        tracing::info!("stopped");
        ExitCode::SUCCESS
    }
}

/// Runs a task of the node as long as the process lasts.
fn supervise<F: Future<Output = ()> + Send + 'static>(
    runtime: &tokio::runtime::Handle,
    node: &Arc<Node>,
    what: &'static str,
    task: impl Fn(Arc<Node>) -> F + Send + 'static,
) {
    let node = Arc::clone(node);
    runtime.spawn(restarted(what, RESTART_PAUSE, move || task(Arc::clone(&node))));
}

/// Starts the thread that looks after the store of history, if there is one.
fn start_history(node: &Arc<Node>) -> Result<Option<JoinHandle<()>>, String> {
    let Some(store) = node.history.clone() else { return Ok(None) };
    let node = Arc::clone(node);
    let thread = thread::Builder::new().name("baton-history".into()).spawn(move || store.look_after(&node));
    thread.map(Some).map_err(|error| format!("cannot start the thread of the store of history: {error}"))
}

/// Starts the event loops; the first one accepts for all.
fn start_loops(
    settings: Settings,
    acceptor: (Vec<Bound>, BehindProxies),
    handover: &Handover,
    runtime: &tokio::runtime::Handle,
) -> Result<(Arc<Node>, Vec<JoinHandle<()>>), String> {
    let reactor = reactor::Config {
        outbox_bytes: settings.outbox_bytes,
        outbox_age: outbox_age(&settings),
        linger: unless(planted!("loop: no linger deadline"), reactor::Config::default().linger),
        driver: driver(settings.io_driver),
        tls: tls(&settings),
        ..reactor::Config::default()
    };
    let (loops, io_driver) = (settings.loops, settings.io_driver);
    let mut reactors = Vec::with_capacity(loops);
    let mut senders = Vec::with_capacity(loops);
    for _ in 0..loops {
        let reactor = Reactor::new(reactor.clone()).map_err(|error| cannot_loop(io_driver, &error))?;
        let (sender, receiver) = mailbox(settings.loop_queue_messages, reactor.waker());
        reactors.push((reactor, receiver));
        senders.push(sender);
    }
    let by_io_uring = reactors.iter().filter(|(reactor, _)| reactor.driver() == Driver::IoUring).count();
    tracing::info!(loops, by_io_uring, "event loops");
    let config = Config::new(settings, Some(runtime), loops)?;
    let history = match config.settings.history_store.path() {
        Some(directory) => Some(Store::open(directory, &config)?),
        None => None,
    };
    let node = Arc::new(Node::with_history(config, senders, Arc::new(Metrics::new(loops)), history));
    let mut acceptor = Some(acceptor);
    let mut threads = Vec::with_capacity(loops);
    for (n, (reactor, receiver)) in (0u8..).zip(reactors) {
        let mut worker = Worker::new(LoopId(n), reactor, receiver, node.clone(), handover.clone());
        if let Some((listeners, behind_proxies)) = acceptor.take() {
            worker
                .listen(listeners, behind_proxies)
                .map_err(|error| format!("cannot accept connections: {error}"))?;
        }
        let thread = thread::Builder::new().name(format!("baton-loop-{n}")).spawn(move || run_loop(worker));
        threads.push(thread.map_err(|error| format!("cannot start the thread of an event loop: {error}"))?);
    }
    Ok((node, threads))
}

/// The limit, unless a test has planted its absence.
fn unless(planted: bool, limit: Duration) -> Duration {
    if planted { Duration::MAX } else { limit }
}

/// How long a byte may wait for a client that does not read.
pub(crate) fn outbox_age(settings: &Settings) -> Duration {
    let age = Duration::from_secs(u64::from(settings.outbox_age_s));
    unless(planted!("loop: no outbox deadline"), age)
}

/// What the loops encrypt with, where the settings name a certificate.
pub(crate) fn tls(settings: &Settings) -> Option<Tls> {
    let tls = Tls { answer_to_plain: answer_to_plain(), ..Tls::new(settings.tls.clone()?) };
    let handshake_timeout = unless(planted!("loop: no handshake deadline"), tls.handshake_timeout);
    Some(Tls { handshake_timeout, ..tls })
}

/// The reactor's word for the setting.
fn driver(io_driver: IoDriver) -> Driver {
    match io_driver {
        IoDriver::Auto => Driver::Auto,
        IoDriver::Epoll => Driver::Epoll,
        IoDriver::IoUring => Driver::IoUring,
    }
}

fn cannot_loop(io_driver: IoDriver, error: &io::Error) -> String {
    let hint = if io_driver == IoDriver::IoUring { " (setting io_driver)" } else { "" };
    format!("cannot start an event loop{hint}: {error}")
}

/// What a client gets that speaks plain HTTP to a port that speaks TLS.
fn answer_to_plain() -> Arc<[u8]> {
    let why = "This port speaks only TLS: use https:// or wss://. (Without tls_certificate, tls_key and \
               acme_domains it would speak plain HTTP.)\n";
    admission::plain(400, "Bad Request", why).into()
}

/// The thread of one event loop. A loop that ends unasked ends the process: its clients would wait for nothing, and
/// its full mailbox would hold up those of the other loops, while a new process lets all of them reconnect.
fn run_loop(worker: Worker) {
    // What the worker leaves behind is not looked at: the process ends.
    let reason = match catch_unwind(AssertUnwindSafe(|| worker.run())) {
        Ok(Ok(())) => return,
        Ok(Err(error)) => format!("cannot wait for its sockets: {error}"),
        Err(_) => "met a fault of the server's own, reported above".to_owned(),
    };
    tracing::error!("an event loop {reason}; the process ends, so that its supervisor restarts it");
    log_writer::flush();
    process::exit(1);
}

/// Says what the limit of open files allows: each connection is one.
fn tell_of_open_files(files: io::Result<OpenFiles>) {
    match files {
        Ok(OpenFiles { before, after, hard }) if after < ENOUGH_FILES => tracing::warn!(
            before,
            after,
            hard,
            "the limit of open files allows fewer than {ENOUGH_FILES} connections; raise it with LimitNOFILE= in the \
             service's unit, or with ulimit -Hn"
        ),
        Ok(OpenFiles { before, after, .. }) => tracing::info!(before, after, "open files"),
        Err(error) => tracing::warn!(%error, "the limit of open files could not be raised"),
    }
}

/// How a client on this machine reaches an address that is listened on.
pub(crate) fn from_here(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(match address {
            SocketAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            SocketAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        });
    }
    address
}

/// Says where to connect: the first line of each place is for programs, the rest for people. Where the log is JSON each is a
/// record, since supervisors collect both outputs in one place.
fn announce(node: &Node, places: &Places) {
    let config = node.config();
    let first = config.apps().first();
    if matches!(config.settings.log_format, LogFormat::Json) {
        let (app, key) = first.map(|state| (&*state.app.id, &*state.app.key)).unzip();
        return logging::json_to_standard_output(|| {
            for place in places.shown() {
                tracing::info!(app, key, "listening on {place}");
            }
        });
    }
    let mut lines: String = places.shown().map(|place| format!("listening on {place}\n")).collect();
    if let (Some(state), Some((address, is_tls))) = (first, places.direct()) {
        let (key, id) = (&state.app.key, &state.app.id);
        let (port_name, forces) = if is_tls { ("wssPort", "true") } else { ("wsPort", "false") };
        // With ACME the certificate is for a name, by which clients have to connect.
        let name = config.settings.acme_domains.all().first().filter(|_| is_tls);
        let host = name.map_or_else(|| from_here(address).ip().to_string(), String::clone);
        let port = address.port();
        lines += &format!(
            "app id {id}, key {key}\n\
             new Pusher(\"{key}\", {{ wsHost: \"{host}\", {port_name}: {port}, forceTLS: {forces}, \
             enabledTransports: [\"ws\"], cluster: \"\" }})\n"
        );
        let scheme = if is_tls { "https" } else { "http" };
        let base = format!("{scheme}://{host}:{port}{}", &*config.settings.path_prefix);
        lines += &inspector::announce(node, &base).unwrap_or_default();
    }
    let mut out = io::stdout().lock();
    // A closed standard output is no reason to stop serving.
    drop(out.write_all(lines.as_bytes()).and_then(|()| out.flush()));
}
