//! A hub of one real shard, with a clock that stands still, and an application that signs its requests.

use std::{
    cell::{Cell, RefCell},
    fmt::Write as _,
    sync::Arc,
};

use baton_hub::{
    AppId, Body, ChannelInfo, ChannelRules, DisconnectReason, Effects, Event, Full, HashSeed, HistoryPage,
    HistoryRange, Interest, JoinAs, KeyRef, LoopId, Message, PresenceState, Publication, PublishError,
    PublishRequest, Published, Roster, Shard, ShardLimits, SocketId, SubscribeRequest, VisitOccupied,
};
use baton_protocols::{
    App, Hub, Refusal, RevocationsFull, TokenMark,
    pusher::{
        ChannelName,
        api::{ApiRates, Idempotency, IdempotencyLimits, Memory, Request, check_head, handle, signer},
    },
};
use hmac::{Hmac, KeyInit as _, Mac as _};
use md5::{Digest as _, Md5};
use sha2::Sha256;

pub(crate) const KEY: &str = "278d425bdf160c739803";
pub(crate) const SECRET: &str = "7ad3773142a6692b25b8";
/// Revocations that fit.
pub(crate) const REVOCATIONS: usize = 3;
pub(crate) const NOW_S: u64 = 1_353_088_179;

/// The world that requests meet.
pub(crate) struct World {
    pub(crate) apps: Vec<Arc<App>>,
    pub(crate) unix_time_s: Cell<u64>,
    pub(crate) now: Cell<u64>,
    pub(crate) connections: Cell<u64>,
    /// Messages that the loops have room for yet.
    pub(crate) room: Cell<usize>,
    pub(crate) refused: RefCell<Vec<Refusal>>,
    pub(crate) revoked: RefCell<Vec<String>>,
    /// Of both apps.
    rates: RefCell<ApiRates>,
    shard: RefCell<Shard>,
    seed: HashSeed,
    delivered: RefCell<Vec<Arc<Publication>>>,
    memory: Vec<RefCell<Idempotency>>,
}

/// What the API answered.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) text: String,
    pub(crate) content_type: &'static str,
    pub(crate) allow: Option<&'static str>,
    pub(crate) retry_after_s: Option<u32>,
}

/// A publication, as far as tests look at it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Delivered {
    pub(crate) channel: String,
    pub(crate) event: String,
    pub(crate) data: String,
    pub(crate) except: Option<SocketId>,
}

impl World {
    /// App 3 with Pusher's documented key and secret, and app 4 beside it.
    pub(crate) fn new() -> Self {
        Self::with(|_| ())
    }

    /// The same, with other settings of app 3.
    pub(crate) fn with(change: impl FnOnce(&mut App)) -> Self {
        let mut app = App::new(AppId(0), "3", KEY, SECRET);
        change(&mut app);
        let seed = HashSeed::new([1, 2, 3, 4]);
        Self {
            apps: vec![Arc::new(app), Arc::new(App::new(AppId(1), "4", "other-key", "other-secret"))],
            unix_time_s: Cell::new(NOW_S),
            now: Cell::new(1_000_000),
            connections: Cell::new(0),
            room: Cell::new(usize::MAX),
            refused: RefCell::default(),
            revoked: RefCell::default(),
            rates: RefCell::default(),
            shard: RefCell::new(Shard::new(seed.clone(), 77, ShardLimits::default())),
            memory: [(); 2]
                .map(|()| Idempotency::new(IdempotencyLimits::default(), seed.clone()).into())
                .into(),
            seed,
            delivered: RefCell::default(),
        }
    }

    /// Subscribes one connection to a channel of app 3, on a presence channel as a user.
    pub(crate) fn subscribe(&self, channel: &str, user: Option<(&str, &str)>) {
        let app = &self.apps[0];
        let name = ChannelName::parse(channel, app).unwrap();
        self.subscribe_key(name.key(app.index), name.rules(app), user);
    }

    /// Subscribes to a channel that Pusher cannot name, perhaps.
    pub(crate) fn subscribe_key(&self, key: KeyRef<'_>, rules: ChannelRules, user: Option<(&str, &str)>) {
        let request = SubscribeRequest {
            key,
            hash: self.seed.hash(key),
            from: LoopId(0),
            join: user.map(|(user_id, info)| JoinAs { user_id, info: info.as_bytes() }),
            socket: SocketId::default(),
            interest: Interest::ALL,
            rules,
            place: None,
        };
        self.shard.borrow_mut().subscribe(self.now.get(), request, &mut Loops(self)).unwrap();
    }

    /// What was delivered since the last look, messages only.
    pub(crate) fn delivered(&self) -> Vec<Delivered> {
        let delivered = self.delivered.take();
        let message = |publication: &Arc<Publication>| match &publication.body {
            Body::Message { message, .. } => Some(Delivered {
                channel: publication.channel.name().into(),
                event: message.event.to_string(),
                data: String::from_utf8(message.data.to_vec()).unwrap(),
                except: publication.except,
            }),
            _ => None,
        };
        delivered.iter().filter_map(message).collect()
    }

    /// The goodbyes that were said since the last look, with the user they are for.
    pub(crate) fn disconnected(&self) -> Vec<(String, DisconnectReason)> {
        let reason = |publication: &Arc<Publication>| match publication.body {
            Body::Disconnect(reason) => Some((publication.channel.name().to_owned(), reason)),
            _ => None,
        };
        self.delivered.take().iter().filter_map(reason).collect()
    }

    /// Sends a request as it is.
    pub(crate) fn raw(&self, request: &Request<'_>) -> Answer {
        let by_head = check_head(&Request { body: &[], ..*request }, self);
        let signer = signer(&Request { body: &[], ..*request }, self);
        assert!(by_head.as_ref().is_ok_and(|&app| signer == Some(app)) || by_head.is_err());
        let response = handle(request, self, self);
        assert!(
            signer.is_none()
                || response.status != 401
                || response.body.starts_with(b"Invalid body_md5")
                || response.body.starts_with(b"Parameter body_md5")
        );
        match by_head {
            // Only a request without a body may leave its hash out.
            Err(refusal) if !request.body.is_empty() => assert_eq!(refusal, response, "the head shows it"),
            Err(_) => {}
            Ok(_) => assert!(response.status != 401 || response.body.starts_with(b"Invalid body_md5")),
        }
        let text = String::from_utf8(response.body).expect("answers are text");
        assert_eq!(response.refused.is_some(), response.status >= 300, "a refusal is counted");
        self.refused.borrow_mut().extend(response.refused.map(|refused| refused.cause));
        if response.status >= 300 {
            assert!(!text.is_empty(), "and says why");
        } else {
            serde_json::from_str::<serde_json::Value>(&text).expect("and all others are JSON");
        }
        assert_eq!(response.allow.is_some(), response.status == 405);
        assert!(response.retry_after_s.is_some() == (response.status == 503) || response.status == 429);
        Answer {
            status: response.status,
            text,
            content_type: response.content_type,
            allow: response.allow,
            retry_after_s: response.retry_after_s,
        }
    }

    /// Lets `passed_s` seconds pass since the world began, by both clocks.
    pub(crate) fn set_time(&self, passed_s: u64) {
        self.unix_time_s.set(NOW_S + passed_s);
        self.now.set(1_000_000 + passed_s * 1_000);
    }

    /// Signs a call and sends it.
    pub(crate) fn send(&self, call: &Call) -> Answer {
        let query = call.query();
        self.raw(&call.request(&query))
    }

    /// A `GET` below `/apps/3`, signed; `path` may have a query string.
    pub(crate) fn get(&self, path: &str) -> Answer {
        self.send(&Call::new("GET", path))
    }

    /// A `POST` below `/apps/3`, signed.
    pub(crate) fn post(&self, path: &str, body: &str) -> Answer {
        self.send(&Call::new("POST", path).body(body))
    }

    /// Publishes with `POST events`.
    pub(crate) fn events(&self, body: &str) -> Answer {
        self.post("events", body)
    }
}

struct Loops<'a>(&'a World);

impl Effects for Loops<'_> {
    fn reserve(&mut self, _: u64) -> Result<(), Full> {
        self.0.room.set(self.0.room.get().checked_sub(1).ok_or(Full)?);
        Ok(())
    }

    fn deliver(&mut self, _: u64, publication: Arc<Publication>) {
        self.0.delivered.borrow_mut().push(publication);
    }

    fn event(&mut self, _: Event) {}
}

impl Memory for World {
    fn exclusively(&self, _: AppId, _: &str, work: &mut dyn FnMut()) {
        work(); // there is one request at a time
    }

    fn with(&self, app: AppId, work: &mut dyn FnMut(&mut Idempotency)) {
        work(&mut self.memory[app.0 as usize].borrow_mut());
    }
}

impl Hub for World {
    fn app_by_id(&self, id: &str) -> Option<Arc<App>> {
        self.apps.iter().find(|app| *app.id == *id).cloned()
    }

    fn publish(
        &self,
        key: KeyRef<'_>,
        message: Arc<Message>,
        except: Option<SocketId>,
        rules: ChannelRules,
    ) -> Result<Published, PublishError> {
        let request =
            PublishRequest { key, hash: self.seed.hash(key), message, except, rules, accepted_at: 0 };
        self.shard.borrow_mut().publish(self.now.get(), request, &mut Loops(self))
    }

    fn channel(&self, key: KeyRef<'_>) -> Option<ChannelInfo> {
        self.shard.borrow().info(self.now.get(), key, self.seed.hash(key))
    }

    fn members(&self, key: KeyRef<'_>) -> Option<Arc<Roster>> {
        self.shard.borrow_mut().members(key, self.seed.hash(key))
    }

    fn presences(&self, key: KeyRef<'_>) -> Arc<PresenceState> {
        self.shard.borrow_mut().presences(key, self.seed.hash(key))
    }

    fn history(&self, key: KeyRef<'_>, range: HistoryRange) -> Option<HistoryPage> {
        self.shard.borrow_mut().history(self.now.get(), key, self.seed.hash(key), range)
    }

    fn for_each_occupied(&self, app: AppId, visit: &mut VisitOccupied<'_>) {
        self.shard.borrow().for_each_occupied(app, visit);
    }

    fn disconnect_user(&self, key: KeyRef<'_>, reason: DisconnectReason) {
        self.shard.borrow_mut().disconnect_user(key, self.seed.hash(key), reason, &mut Loops(self));
    }

    fn revoke_tokens(&self, app: AppId, mark: TokenMark<'_>) -> Result<(), RevocationsFull> {
        let mut revoked = self.revoked.borrow_mut();
        if revoked.len() >= REVOCATIONS {
            return Err(RevocationsFull { limit: REVOCATIONS });
        }
        revoked.push(format!("{} {mark:?}", app.0));
        Ok(())
    }

    fn connections(&self, app: AppId) -> u64 {
        if app == AppId(0) { self.connections.get() } else { 0 }
    }

    fn may_publish(&self, app: AppId, events: usize) -> bool {
        let limit = self.apps[app.0 as usize].pusher.backend_events_per_second;
        self.rates.borrow_mut().may_publish(self.now.get(), limit, events)
    }

    fn may_read(&self, app: AppId) -> bool {
        let limit = self.apps[app.0 as usize].pusher.read_requests_per_second;
        self.rates.borrow_mut().may_read(self.now.get(), limit)
    }

    fn unix_time_s(&self) -> u64 {
        self.unix_time_s.get()
    }

    fn now(&self) -> u64 {
        self.now.get()
    }
}

/// A request that an application makes, and each part of its signature, so that tests can spoil one of them.
#[derive(Debug, Clone)]
pub(crate) struct Call {
    pub(crate) method: String,
    pub(crate) path: String,
    /// Decoded, in the order of the query string.
    pub(crate) parameters: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
    pub(crate) idempotency_key: Option<Vec<u8>>,
    pub(crate) secret: String,
    /// What is signed in place of `path`.
    pub(crate) signed_path: Option<String>,
    /// Whether arrays are signed as PHP's SDK does, `a=1,2` for `a[]=1&a[]=2`.
    pub(crate) joined: bool,
}

impl Call {
    /// A call below `/apps/3`, or with a whole path. A query string in `path` must not be encoded.
    pub(crate) fn new(method: &str, path: &str) -> Self {
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let path = if path.starts_with('/') { path.to_owned() } else { format!("/apps/3/{path}") };
        let mut parameters: Vec<_> =
            [("auth_key", KEY), ("auth_timestamp", &NOW_S.to_string()), ("auth_version", "1.0")]
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .into();
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap();
            parameters.push((name.to_owned(), value.to_owned()));
        }
        Self {
            method: method.to_owned(),
            path,
            parameters,
            body: Vec::new(),
            idempotency_key: None,
            secret: SECRET.to_owned(),
            signed_path: None,
            joined: false,
        }
    }

    /// With a body, and its MD5.
    pub(crate) fn body(self, body: &str) -> Self {
        self.bytes(body.as_bytes())
    }

    /// With a body that need not be text.
    pub(crate) fn bytes(mut self, body: &[u8]) -> Self {
        self.body = body.to_vec();
        if !body.is_empty() {
            self.set("body_md5", &hex(&Md5::digest(body)));
        }
        self
    }

    /// Under an idempotency key.
    pub(crate) fn once(mut self, key: &str) -> Self {
        self.idempotency_key = Some(key.into());
        self
    }

    /// Sets a parameter before it is signed.
    pub(crate) fn set(&mut self, name: &str, value: &str) {
        self.parameters.retain(|(other, _)| other != name);
        self.parameters.push((name.to_owned(), value.to_owned()));
    }

    /// The text that is signed, after the reference: sorted by lower-cased name, not escaped.
    pub(crate) fn signed_text(&self) -> String {
        let mut parameters: Vec<(String, String)> = Vec::new();
        for (name, value) in &self.parameters {
            let name = name.to_lowercase();
            let name = if self.joined { name.split('[').next().unwrap().to_owned() } else { name };
            match parameters.iter_mut().find(|(other, _)| self.joined && *other == name) {
                Some((_, joined)) => write!(joined, ",{value}").unwrap(),
                None => parameters.push((name, value.clone())),
            }
        }
        parameters.sort_by(|(a, _), (b, _)| a.cmp(b));
        let parameters: Vec<_> =
            parameters.into_iter().map(|(name, value)| format!("{name}={value}")).collect();
        let path = self.signed_path.as_ref().unwrap_or(&self.path);
        format!("{}\n{path}\n{}", self.method, parameters.join("&"))
    }

    /// The signature.
    pub(crate) fn signature(&self) -> String {
        let mut mac = Hmac::<Sha256>::new_from_slice(self.secret.as_bytes()).unwrap();
        mac.update(self.signed_text().as_bytes());
        hex(&mac.finalize().into_bytes())
    }

    /// The query string, encoded and signed.
    pub(crate) fn query(&self) -> String {
        format!("{}&auth_signature={}", self.unsigned_query(), self.signature())
    }

    /// The query string without its signature.
    pub(crate) fn unsigned_query(&self) -> String {
        let encoded = |(name, value): &(String, String)| format!("{}={}", encode(name), encode(value));
        self.parameters.iter().map(encoded).collect::<Vec<_>>().join("&")
    }

    /// The request with this query string.
    pub(crate) fn request<'a>(&'a self, query: &'a str) -> Request<'a> {
        Request {
            method: &self.method,
            path: &self.path,
            query,
            body: &self.body,
            idempotency_key: self.idempotency_key.as_deref(),
        }
    }
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn encode(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            write!(out, "%{byte:02X}").unwrap();
        }
    }
    out
}
