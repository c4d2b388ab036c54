//! A Pusher-shaped server of a hundred lines, a thread per connection, that misbehaves on request:
//! what a generator is worth shows on a server that loses messages.
#![allow(dead_code, clippy::unwrap_used)] // each test program uses a part of it; a test that unwraps fails where it should

use std::collections::HashMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use baton_load::ACCEPT;
use baton_load::target::{App, Target};
use baton_wire::{Opcode, encode_frame};
use serde_json::Value;

/// What the server does to one delivery, counted over all subscribers, or to everybody.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Manners {
    Good,
    Loses(u64),
    Doubles(u64),
    RefusesPublishes,
    RefusesUpgrades,
    RefusesSubscriptions,
    ForgetsAMember,
    /// Sends an echo to all who are connected.
    EchoesToAll,
}

struct Subscriber {
    id: u64,
    stream: Arc<Mutex<TcpStream>>,
    is_event_stream: bool,
    /// Its `user_id` in a presence channel.
    user: Option<String>,
}

type Subscribers = HashMap<String, Vec<Subscriber>>;

struct Server {
    manners: Manners,
    subscribers: Mutex<Subscribers>,
    deliveries: AtomicU64,
}

/// Starts a server that lives until the test process ends.
pub(crate) fn start(manners: Manners) -> Target {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address: SocketAddr = listener.local_addr().unwrap();
    let server = Arc::new(Server { manners, subscribers: Mutex::default(), deliveries: AtomicU64::new(0) });
    std::thread::spawn(move || {
        for (id, stream) in listener.incoming().map_while(Result::ok).enumerate() {
            let server = Arc::clone(&server);
            std::thread::spawn(move || server.serve(id as u64, stream));
        }
    });
    let app = App { id: "1".into(), key: "key".into(), secret: "secret".into() };
    Target { generator_loops: 2, ..Target::plain(address, app, std::process::id()) }
}

impl Server {
    /// Serves HTTP requests until one of them is an upgrade. `None` when the client leaves.
    fn serve(&self, id: u64, stream: TcpStream) -> Option<()> {
        stream.set_nodelay(true).ok()?;
        let mut reader = BufReader::new(stream.try_clone().ok()?);
        let writer = Arc::new(Mutex::new(stream));
        loop {
            let mut head = Vec::new();
            loop {
                let mut line = String::new();
                if reader.read_line(&mut line).ok()? == 0 {
                    return None;
                }
                if line.trim().is_empty() {
                    break;
                }
                head.push(line.to_lowercase());
            }
            let stream = head[0].strip_prefix("get /apps/1/channels/").and_then(|rest| rest.split_once('/'));
            if let Some((channel, _)) = stream {
                let _ = self.stream(id, channel, &mut reader, &writer);
                self.forget(id);
                return None;
            }
            let is_client = ["get /app/key", "get /resume/", "get /echo"];
            if is_client.iter().any(|start| head[0].starts_with(start)) {
                let _ = match head[0].starts_with("get /echo") {
                    true => self.echo(id, &mut reader, &writer),
                    false => self.session(id, &mut reader, &writer),
                };
                self.forget(id);
                return None;
            }
            let length =
                head.iter().find_map(|line| line.strip_prefix("content-length:"))?.trim().parse().ok()?;
            let mut body = vec![0; length];
            reader.read_exact(&mut body).ok()?;
            let status = if self.manners == Manners::RefusesPublishes { "401 no" } else { "200 OK" };
            let reply = format!("HTTP/1.1 {status}\r\nContent-Length: 2\r\n\r\n{{}}");
            writer.lock().unwrap().write_all(reply.as_bytes()).ok()?;
            self.publish(&serde_json::from_slice(&body).ok()?);
        }
    }

    fn publish(&self, event: &Value) {
        let channel = event["channels"][0].as_str().unwrap();
        let text = format!(r#"{{"event":{},"channel":"{channel}","data":{}}}"#, event["name"], event["data"]);
        self.deliver(channel, u64::MAX, &text);
    }

    fn deliver(&self, channel: &str, except: u64, text: &str) {
        let subscribers = self.subscribers.lock().unwrap();
        self.deliver_to(subscribers.get(channel).into_iter().flatten(), except, text);
    }

    fn deliver_to<'a>(&self, to: impl Iterator<Item = &'a Subscriber>, except: u64, text: &str) {
        let (mut frame, event) = (Vec::new(), format!("id: 7-1\ndata: {text}\n\n"));
        encode_frame(&mut frame, Opcode::Text, text.as_bytes(), None);
        for Subscriber { stream, is_event_stream, .. } in to.filter(|subscriber| subscriber.id != except) {
            let delivery = self.deliveries.fetch_add(1, Ordering::Relaxed) + 1;
            let copies = match self.manners {
                Manners::Loses(victim) if victim == delivery => 0,
                Manners::Doubles(victim) if victim == delivery => 2,
                Manners::ForgetsAMember if text.contains("member_added") => 0,
                _ => 1,
            };
            let bytes = if *is_event_stream { event.as_bytes() } else { &frame };
            for _ in 0..copies {
                let _ = stream.lock().unwrap().write_all(bytes);
            }
        }
    }

    /// Subscribes a client, and tells it and the others.
    fn subscribe(&self, id: u64, stream: &Arc<Mutex<TcpStream>>, message: &Value) -> Option<()> {
        let channel = message["data"]["channel"].as_str()?.to_owned();
        let member: Option<Value> =
            message["data"]["channel_data"].as_str().and_then(|data| serde_json::from_str(data).ok());
        let user = member.and_then(|member| Some(member["user_id"].as_str()?.to_owned()));
        // Confirmed and subscribed at once: who reads the confirmation must not miss what follows.
        let mut subscribers = self.subscribers.lock().unwrap();
        let there = subscribers.entry(channel.clone()).or_default();
        if let Some(user) = &user {
            let data = serde_json::json!({ "user_id": user }).to_string();
            let added = serde_json::json!({
                "event": "pusher_internal:member_added", "channel": channel, "data": data
            });
            self.deliver_to(there.iter(), id, &added.to_string());
        }
        there.push(Subscriber { id, stream: Arc::clone(stream), is_event_stream: false, user });
        let ids: Vec<&String> = there.iter().filter_map(|subscriber| subscriber.user.as_ref()).collect();
        let data = serde_json::json!({ "presence": { "ids": ids } }).to_string();
        let confirmed = serde_json::json!({
            "event": "pusher_internal:subscription_succeeded", "channel": channel, "data": data
        });
        let mut bytes = Vec::new();
        encode_frame(&mut bytes, Opcode::Text, confirmed.to_string().as_bytes(), None);
        stream.lock().unwrap().write_all(&bytes).ok()
    }

    /// A client is gone.
    fn forget(&self, id: u64) {
        let mut subscribers = self.subscribers.lock().unwrap();
        for (channel, there) in subscribers.iter_mut() {
            let Some(place) = there.iter().position(|subscriber| subscriber.id == id) else { continue };
            if let Some(user) = there.remove(place).user {
                let data = serde_json::json!({ "user_id": user }).to_string();
                let removed = serde_json::json!({
                    "event": "pusher_internal:member_removed", "channel": channel, "data": data
                });
                self.deliver_to(there.iter(), id, &removed.to_string());
            }
        }
    }

    fn upgrade(&self, writer: &Mutex<TcpStream>) -> Option<()> {
        let response = match self.manners {
            Manners::RefusesUpgrades => "HTTP/1.1 503 Busy\r\n\r\n".to_owned(),
            _ => format!("HTTP/1.1 101 Switching Protocols\r\nSec-WebSocket-Accept: {ACCEPT}\r\n\r\n"),
        };
        writer.lock().unwrap().write_all(response.as_bytes()).ok()
    }

    /// Streams a channel's events until the client leaves.
    fn stream(
        &self,
        id: u64,
        channel: &str,
        reader: &mut impl std::io::Read,
        writer: &Arc<Mutex<TcpStream>>,
    ) -> Option<()> {
        {
            // Subscribed and told at once, as with a WebSocket.
            let mut subscribers = self.subscribers.lock().unwrap();
            let stream = Arc::clone(writer);
            let subscriber = Subscriber { id, stream, is_event_stream: true, user: None };
            subscribers.entry(channel.to_owned()).or_default().push(subscriber);
            let head =
                "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n:\nretry: 1000\nid: 7-0\n\n";
            writer.lock().unwrap().write_all(head.as_bytes()).ok()?;
        }
        reader.read_to_end(&mut Vec::new()).ok().map(drop)
    }

    /// Sends each message back.
    fn echo(&self, id: u64, reader: &mut impl std::io::Read, writer: &Arc<Mutex<TcpStream>>) -> Option<()> {
        let channel = if self.manners == Manners::EchoesToAll { "all".to_owned() } else { id.to_string() };
        // Known before it is answered: an open client receives everything.
        let stream = Arc::clone(writer);
        self.subscribers.lock().unwrap().entry(channel.clone()).or_default().push(Subscriber {
            id,
            stream,
            is_event_stream: false,
            user: None,
        });
        self.upgrade(writer)?;
        loop {
            let text = read_frame(reader)?;
            self.deliver(&channel, u64::MAX, &text);
        }
    }

    fn session(
        &self,
        id: u64,
        reader: &mut impl std::io::Read,
        writer: &Arc<Mutex<TcpStream>>,
    ) -> Option<()> {
        let say = |text: &str| {
            let mut bytes = Vec::new();
            encode_frame(&mut bytes, Opcode::Text, text.as_bytes(), None);
            writer.lock().unwrap().write_all(&bytes).ok()
        };
        self.upgrade(writer)?;
        say(&format!(
            r#"{{"event":"pusher:connection_established","data":"{{\"socket_id\":\"1.{id}\",\"activity_timeout\":120}}"}}"#
        ))?;
        loop {
            let message: Value = serde_json::from_str(&read_frame(reader)?).ok()?;
            let event = message["event"].as_str()?;
            if event == "pusher:subscribe" && self.manners == Manners::RefusesSubscriptions {
                say(r#"{"event":"pusher:subscription_error","channel":"x","data":{"status":401}}"#)?;
            } else if event == "pusher:subscribe" {
                self.subscribe(id, writer, &message)?;
            } else if event.starts_with("client-") {
                self.deliver(message["channel"].as_str()?, id, &message.to_string());
            }
        }
    }
}

/// Reads one masked text frame; `None` for a close frame, and at the end.
fn read_frame(reader: &mut impl std::io::Read) -> Option<String> {
    let mut take = |length: usize| -> Option<Vec<u8>> {
        let mut bytes = vec![0; length];
        reader.read_exact(&mut bytes).ok().map(|()| bytes)
    };
    let head = take(2)?;
    if head[0] & 0x0f == 8 {
        return None;
    }
    let length = match head[1] & 0x7f {
        126 => usize::from(u16::from_be_bytes(take(2)?.try_into().ok()?)),
        short => usize::from(short),
    };
    let mask = take(4)?;
    let payload = take(length)?;
    String::from_utf8(payload.iter().zip(mask.iter().cycle()).map(|(byte, key)| byte ^ key).collect()).ok()
}
