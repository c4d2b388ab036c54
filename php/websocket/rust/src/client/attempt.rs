//! The way to an open connection: name, socket, TLS, handshake, all within one deadline.

use std::os::fd::{AsFd as _, BorrowedFd};
use std::sync::Arc;
use std::time::Instant;

use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection};

use super::connection::Connection;
use super::dial::Dial;
use super::failure::{Failure, Retry};
use super::resolver::Resolver;
use super::settings::Settings;
use super::stream::Stream;
use super::trust;
use super::upgrade::Upgrade;
use super::url::{Place, Url};

/// What all attempts of a client have in common.
#[derive(Debug)]
pub(super) struct Target {
    pub(super) url: Url,
    pub(super) settings: Settings,
    /// For wss, made by the first attempt.
    tls: Option<Arc<ClientConfig>>,
    /// What failures call the server.
    place: String,
}

/// One attempt.
#[derive(Debug)]
pub(super) struct Attempt {
    deadline: Instant,
    stage: Stage,
}

#[derive(Debug)]
enum Stage {
    Resolve(Resolver),
    Dial(Dial),
    Secure(Stream),
    Upgrade(Stream, Upgrade),
    /// Over, one way or the other.
    Over,
}

/// What an attempt waits for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Awaited<'a> {
    pub(crate) descriptor: Option<BorrowedFd<'a>>,
    pub(crate) reads: bool,
    pub(crate) writes: bool,
    pub(crate) until: Option<Instant>,
}

impl Target {
    pub(super) fn new(url: Url, settings: Settings) -> Self {
        let place = match &url.place {
            Place::Tcp { host, port, .. } if host.contains(':') => format!("[{host}]:{port}"),
            Place::Tcp { host, port, .. } => format!("{host}:{port}"),
            Place::Unix(path) => path.display().to_string(),
        };
        Self { url, settings, tls: None, place }
    }

    /// A stream over a connected socket, with TLS if the URL wants it.
    fn stream(&mut self, socket: socket2::Socket) -> Result<Stream, Failure> {
        let Place::Tcp { host, secure: true, .. } = &self.url.place else {
            return Ok(Stream::new(socket, None));
        };
        let name =
            ServerName::try_from(host.clone()).map_err(|_| self.tls_failed("the host is no valid name"))?;
        let configuration = match &self.tls {
            Some(configuration) => Arc::clone(configuration),
            None => Arc::clone(self.tls.insert(trust::configuration(&self.settings)?)),
        };
        let tls = ClientConnection::new(configuration, name).map_err(|error| self.tls_failed(error))?;
        Ok(Stream::new(socket, Some(tls)))
    }

    fn tls_failed(&self, why: impl std::fmt::Display) -> Failure {
        Failure::new(format!("TLS with {} failed: {why}", self.place), 0, Retry::Pointless)
    }

    /// The same for an error of the stream, which may be the network's.
    fn tls_broken(&self, error: &std::io::Error) -> Failure {
        match error.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>()) {
            Some(fault) if trust::is_unknown(fault) => self.tls_failed(format_args!(
                "nobody who is trusted has signed the server's certificate; caFile names others to trust"
            )),
            Some(rustls::Error::InvalidMessage(rustls::InvalidMessage::InvalidContentType)) => self
                .tls_failed(
                    "the server does not speak TLS on this port; without TLS the URL begins with ws://",
                ),
            Some(fault) => self.tls_failed(fault),
            None => Failure::io(format_args!("TLS with {} failed", self.place), error),
        }
    }
}

impl Attempt {
    pub(super) fn begin(target: &Target, now: Instant) -> Result<Self, Failure> {
        let stage = match &target.url.place {
            Place::Unix(path) => Stage::Dial(Dial::unix(path)),
            Place::Tcp { host, port, .. } => match host.parse::<std::net::IpAddr>() {
                Ok(address) => Stage::Dial(Dial::tcp(vec![(address, *port).into()])),
                Err(_) => Stage::Resolve(
                    Resolver::start(host.clone(), *port)
                        .map_err(|error| Failure::io(format_args!("cannot resolve {host}"), &error))?,
                ),
            },
        };
        Ok(Self { deadline: now + target.settings.connect_timeout, stage })
    }

    /// Goes as far as is possible now; `None` to wait for what [`Attempt::awaited`] says.
    pub(super) fn advance(
        &mut self,
        target: &mut Target,
        now: Instant,
    ) -> Result<Option<Box<Connection>>, Failure> {
        loop {
            let stage = std::mem::replace(&mut self.stage, Stage::Over);
            match self.step(stage, target, now)? {
                Step::Further(stage) => self.stage = stage,
                Step::Open(connection) => return Ok(Some(connection)),
                Step::Wait(stage) => {
                    if now >= self.deadline {
                        return Err(stage.late(target));
                    }
                    self.stage = stage;
                    return Ok(None);
                }
            }
        }
    }

    fn step(&self, stage: Stage, target: &mut Target, now: Instant) -> Result<Step, Failure> {
        Ok(match stage {
            Stage::Resolve(resolver) => match resolver.poll() {
                None => Step::Wait(Stage::Resolve(resolver)),
                Some(Ok(addresses)) => Step::Further(Stage::Dial(Dial::tcp(addresses))),
                Some(Err(error)) => {
                    return Err(Failure::io(
                        format_args!("cannot resolve the host of {}", target.place),
                        &error,
                    ));
                }
            },
            Stage::Dial(mut dial) => match dial.advance(now, self.deadline)? {
                None => Step::Wait(Stage::Dial(dial)),
                Some(socket) => Step::Further(Stage::Secure(target.stream(socket)?)),
            },
            Stage::Secure(mut stream) => match stream.handshake() {
                Ok(false) => Step::Wait(Stage::Secure(stream)),
                Ok(true) => {
                    Step::Further(Stage::Upgrade(stream, Upgrade::new(&target.url, &target.settings)?))
                }
                Err(error) => return Err(target.tls_broken(&error)),
            },
            Stage::Upgrade(mut stream, mut upgrade) => {
                match upgrade.advance(&mut stream, &target.url, &target.settings, &target.place)? {
                    None => Step::Wait(Stage::Upgrade(stream, upgrade)),
                    Some(agreed) => {
                        Step::Open(Box::new(Connection::new(stream, agreed, &target.settings, now)))
                    }
                }
            }
            Stage::Over => return Err(Failure::new("the attempt is over", 0, Retry::Pointless)),
        })
    }

    pub(super) fn awaited(&self) -> Awaited<'_> {
        let awaited = |descriptor, reads, writes| Awaited {
            descriptor: Some(descriptor),
            reads,
            writes,
            until: Some(self.deadline),
        };
        match &self.stage {
            Stage::Resolve(resolver) => awaited(resolver.as_fd(), true, false),
            Stage::Dial(dial) => match dial.current() {
                Some((socket, until)) => Awaited { until: Some(until), ..awaited(socket, false, true) },
                None => Awaited { descriptor: None, reads: false, writes: false, until: Some(self.deadline) },
            },
            Stage::Secure(stream) => awaited(stream.as_fd(), true, stream.is_full()),
            Stage::Upgrade(stream, upgrade) => {
                awaited(stream.as_fd(), true, stream.is_full() || upgrade.is_sending())
            }
            Stage::Over => Awaited { descriptor: None, reads: false, writes: false, until: None },
        }
    }
}

enum Step {
    /// To go on at once.
    Further(Stage),
    Wait(Stage),
    Open(Box<Connection>),
}

impl Stage {
    fn late(&self, target: &Target) -> Failure {
        let place = &target.place;
        let step = match self {
            Self::Resolve(_) => format!("the host of {place} was not resolved"),
            Self::Dial(_) | Self::Over => format!("cannot connect to {place}: no answer"),
            Self::Secure(_) => format!("TLS with {place} was not agreed on"),
            Self::Upgrade(..) => format!("{place} did not answer the WebSocket handshake"),
        };
        Failure::late(step, target.settings.connect_timeout.as_millis(), "connectTimeoutMs")
    }
}
