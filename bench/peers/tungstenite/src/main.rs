//! A minimal Pusher-like relay, as a competent user of tokio-tungstenite writes it: one thread, a reading and a writing
//! task per connection, and messages passed by reference count.
//!
//! It writes in one of two ways. `peer-tungstenite message` sends and flushes each message by itself, which is what
//! `sink.send(message).await` does and what most programs contain. `peer-tungstenite batch` feeds all that wait and then
//! flushes once, which is what a program can do whose author has looked for the cost of a system call.
//!
//! Either does less than a Pusher server: no key or signature is checked, nothing is limited, there is no presence, and a
//! client event is relayed as the text that came in. It listens on HOST and PORT of the environment, or on a free port
//! of loopback, and prints the address. With TLS_CERT and TLS_KEY it speaks TLS by rustls.

mod channels;
mod publish;
mod secure;

use std::collections::HashSet;
use std::net::SocketAddr;

use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt as _, StreamExt as _, TryStreamExt as _, future};
use serde::Deserialize;
use serde_json::value::RawValue;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, BufReader};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::mpsc::{Receiver, channel};
use tokio_rustls::TlsAcceptor;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::server::{Request, Response};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message};

use channels::{Channels, Client};

/// Messages that may wait for one client. Above it the senders to that client wait.
const QUEUE: usize = 1024;

/// The most messages that are written before a flush, where they are gathered at all.
const BATCH: usize = 256;

/// Bytes that are read at once, kept for each connection.
const READ_BUFFER: usize = 4096;

/// A connection with or without TLS.
pub trait Stream: AsyncRead + AsyncWrite + Unpin + 'static {}
impl<S: AsyncRead + AsyncWrite + Unpin + 'static> Stream for S {}

/// What a client sends.
#[derive(Deserialize)]
struct ClientMessage<'a> {
    event: &'a str,
    channel: Option<&'a str>,
    #[serde(borrow)]
    data: Option<&'a RawValue>,
}

/// The data of `pusher:subscribe` and `pusher:unsubscribe`.
#[derive(Deserialize)]
struct Subscription<'a> {
    channel: &'a str,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> std::io::Result<()> {
    let batch = match std::env::args().nth(1).as_deref() {
        Some("message") => 1,
        Some("batch") => BATCH,
        _ => return Err(std::io::Error::other("usage: peer-tungstenite message|batch")),
    };
    // Both or neither: some shells have a HOST of their own.
    let address = match (std::env::var("HOST"), std::env::var("PORT")) {
        (Ok(host), Ok(port)) => format!("{host}:{port}"),
        _ => "127.0.0.1:0".to_owned(),
    };
    let listener = listen(address.parse().map_err(std::io::Error::other)?)?;
    println!("listening on http://{}", listener.local_addr()?);
    let tls = secure::acceptor()?;
    let channels = Channels::default();
    tokio::task::LocalSet::new()
        .run_until(async move {
            for id in 1.. {
                let (stream, _) = listener.accept().await?;
                tokio::task::spawn_local(accept(id, stream, tls.clone(), batch, channels.clone()));
            }
            Ok(())
        })
        .await
}

/// Listens with a backlog that holds all clients that connect at once: beyond it a client tries again after a second.
fn listen(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = if address.is_ipv6() { TcpSocket::new_v6()? } else { TcpSocket::new_v4()? };
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(4096)
}

async fn accept(id: u64, stream: TcpStream, tls: Option<TlsAcceptor>, batch: usize, channels: Channels) {
    let _ = stream.set_nodelay(true);
    match tls {
        None => serve(id, stream, batch, channels).await,
        Some(tls) => {
            if let Ok(stream) = tls.accept(stream).await {
                serve(id, stream, batch, channels).await;
            }
        }
    }
}

/// Serves one connection. An upgrade is a GET, so the first byte tells which protocol's server takes the stream. The
/// buffer holds that byte alone: reads into a larger one then pass it by.
async fn serve(id: u64, stream: impl Stream, batch: usize, channels: Channels) {
    let mut stream = BufReader::with_capacity(1, stream);
    match stream.fill_buf().await {
        Ok(b"P") => publish::serve(stream, channels).await,
        Ok(b"G") => {
            let _ = upgrade(id, stream, batch, channels).await;
        }
        _ => {}
    }
}

async fn upgrade(id: u64, stream: impl Stream, batch: usize, channels: Channels) -> Result<(), Error> {
    let mut path = String::new();
    #[allow(clippy::result_large_err)] // the signature is the library's
    let note_path = |request: &Request, response: Response| {
        request.uri().path().clone_into(&mut path);
        Ok(response)
    };
    // The default of 128 KiB is allocated for each connection. Smaller ones cost the pipelined echo more reads.
    let config = WebSocketConfig::default().read_buffer_size(READ_BUFFER);
    let socket = tokio_tungstenite::accept_hdr_async_with_config(stream, note_path, Some(config)).await?;
    if path == "/echo" {
        return echo(socket, batch).await;
    }
    let (sink, stream) = socket.split();
    let (sender, receiver) = channel(QUEUE);
    let established = format!(
        r#"{{"event":"pusher:connection_established","data":"{{\"socket_id\":\"1.{id}\",\"activity_timeout\":120}}"}}"#
    );
    let _ = sender.send(Message::text(established)).await;
    tokio::task::spawn_local(write(sink, receiver, batch));
    let client = (id, sender);
    let mut joined = HashSet::new();
    let result = read(stream, &client, &mut joined, &channels).await;
    for channel in joined {
        channels.leave(&channel, id);
    }
    result
}

/// Returns every message: `send` flushes each, `forward` when nothing more has arrived.
async fn echo(socket: WebSocketStream<impl Stream>, batch: usize) -> Result<(), Error> {
    let (mut sink, stream) = socket.split();
    let is_data = |message: &Message| future::ready(message.is_text() || message.is_binary());
    let mut messages = stream.try_filter(is_data);
    if batch > 1 {
        return messages.forward(sink).await;
    }
    while let Some(message) = messages.next().await {
        sink.send(message?).await?;
    }
    Ok(())
}

/// Writes what waits for a client, with a flush after every `batch` messages or when nothing more waits.
async fn write(
    mut sink: SplitSink<WebSocketStream<impl Stream>, Message>,
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
    mut stream: SplitStream<WebSocketStream<impl Stream>>,
    client: &Client,
    joined: &mut HashSet<String>,
    channels: &Channels,
) -> Result<(), Error> {
    let (id, own) = client;
    while let Some(message) = stream.next().await {
        let Message::Text(text) = message? else { continue };
        let Ok(parsed) = serde_json::from_str::<ClientMessage<'_>>(&text) else { continue };
        let subscription =
            || parsed.data.and_then(|data| serde_json::from_str::<Subscription<'_>>(data.get()).ok());
        match (parsed.event, parsed.channel) {
            ("pusher:subscribe", _) => {
                let Some(Subscription { channel }) = subscription() else { continue };
                joined.insert(channel.to_owned());
                channels.join(channel, client);
                let reply = format!(
                    r#"{{"event":"pusher_internal:subscription_succeeded","channel":"{channel}","data":"{{}}"}}"#
                );
                let _ = own.send(Message::text(reply)).await;
            }
            ("pusher:unsubscribe", _) => {
                let Some(Subscription { channel }) = subscription() else { continue };
                joined.remove(channel);
                channels.leave(channel, *id);
            }
            ("pusher:ping", _) => {
                let _ = own.send(Message::text(r#"{"event":"pusher:pong","data":"{}"}"#)).await;
            }
            (event, Some(channel))
                if event.starts_with("client-")
                    && channel.starts_with("private-")
                    && joined.contains(channel) =>
            {
                channels.send(channel, text.clone(), Some(*id)).await;
            }
            _ => {}
        }
    }
    Ok(())
}
