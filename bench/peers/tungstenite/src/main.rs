//! A minimal Pusher-like relay, as a competent user of tokio-tungstenite writes it: one thread, a reading and a writing
//! task per connection, and messages passed by reference count.
//!
//! It writes in one of two ways. `peer-tungstenite message` sends and flushes each message by itself, which is what
//! `sink.send(message).await` does and what most programs contain. `peer-tungstenite batch` feeds all that wait and then
//! flushes once, which is what a program can do whose author has looked for the cost of a system call.
//!
//! Either does less than a Pusher server: no signature is checked, nothing is limited, and a client event is relayed as
//! the text that came in.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt as _, StreamExt as _};
use serde::Deserialize;
use serde_json::value::RawValue;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::{Error, Message};

/// Messages that may wait for one client. Above it whoever sends to that client waits.
const QUEUE: usize = 1024;

/// The most messages that are written before a flush, where they are gathered at all.
const BATCH: usize = 256;

type Member = (u64, Sender<Message>);
type Channels = Rc<RefCell<HashMap<String, Vec<Member>>>>;

/// What a client sends.
#[derive(Deserialize)]
struct ClientMessage<'a> {
    event: &'a str,
    channel: Option<&'a str>,
    #[serde(borrow)]
    data: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Subscribe<'a> {
    channel: &'a str,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> std::io::Result<()> {
    let batch = match std::env::args().nth(1).as_deref() {
        Some("message") => 1,
        Some("batch") => BATCH,
        _ => return Err(std::io::Error::other("usage: peer-tungstenite message|batch")),
    };
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("listening on http://{}", listener.local_addr()?);
    let channels = Channels::default();
    tokio::task::LocalSet::new()
        .run_until(async move {
            for id in 1.. {
                let (stream, _) = listener.accept().await?;
                tokio::task::spawn_local(serve(id, stream, batch, Rc::clone(&channels)));
            }
            Ok(())
        })
        .await
}

async fn serve(id: u64, stream: TcpStream, batch: usize, channels: Channels) {
    let _ = stream.set_nodelay(true);
    let Ok(socket) = tokio_tungstenite::accept_async(stream).await else { return };
    let (sink, stream) = socket.split();
    let (sender, receiver) = channel(QUEUE);
    let established = format!(
        r#"{{"event":"pusher:connection_established","data":"{{\"socket_id\":\"1.{id}\",\"activity_timeout\":120}}"}}"#
    );
    let _ = sender.send(Message::text(established)).await;
    tokio::task::spawn_local(write(sink, receiver, batch));
    let _ = read(id, stream, &sender, &channels).await;
    for members in channels.borrow_mut().values_mut() {
        members.retain(|(member, _)| *member != id);
    }
}

/// Writes what waits for a client, with a flush after every `batch` messages or when nothing more waits.
async fn write(
    mut sink: SplitSink<WebSocketStream<TcpStream>, Message>,
    mut waiting: Receiver<Message>,
    batch: usize,
) -> Result<(), Error> {
    let mut messages = Vec::with_capacity(batch);
    while waiting.recv_many(&mut messages, batch).await > 0 {
        for message in messages.drain(..) {
            sink.feed(message).await?;
        }
        sink.flush().await?;
    }
    sink.close().await
}

/// Reads a client's messages until it leaves.
async fn read(
    id: u64,
    mut stream: SplitStream<WebSocketStream<TcpStream>>,
    own: &Sender<Message>,
    channels: &Channels,
) -> Result<(), Error> {
    while let Some(message) = stream.next().await {
        let Message::Text(text) = message? else { continue };
        let Ok(parsed) = serde_json::from_str::<ClientMessage<'_>>(&text) else { continue };
        match (parsed.event, parsed.channel) {
            ("pusher:subscribe", _) => {
                let data =
                    parsed.data.and_then(|data| serde_json::from_str::<Subscribe<'_>>(data.get()).ok());
                let Some(Subscribe { channel }) = data else { continue };
                channels.borrow_mut().entry(channel.to_owned()).or_default().push((id, own.clone()));
                let reply = format!(
                    r#"{{"event":"pusher_internal:subscription_succeeded","channel":"{channel}","data":"{{}}"}}"#
                );
                let _ = own.send(Message::text(reply)).await;
            }
            (event, Some(channel)) if event.starts_with("client-") => {
                let others: Vec<Sender<Message>> =
                    channels.borrow().get(channel).map_or_else(Vec::new, |members| {
                        members
                            .iter()
                            .filter(|(member, _)| *member != id)
                            .map(|(_, sender)| sender.clone())
                            .collect()
                    });
                for other in others {
                    let _ = other.send(Message::Text(text.clone())).await;
                }
            }
            _ => {}
        }
    }
    Ok(())
}
