use std::future::poll_fn;
use std::io::{Read, Write};
use std::sync::Arc;

use rustls::{ServerConfig, StreamOwned};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use self::party::{Party, connection};
use super::*;

#[path = "../../../reactor/tests/sockets/party.rs"]
mod party;

/// Shakes hands as a loop does.
async fn secured(mut stream: TcpStream, config: &Arc<ServerConfig>) -> Secured {
    let mut session = Box::new(TlsSession::new(config).unwrap());
    let mut buffer = vec![0; TLS_BUFFER];
    while session.is_handshaking() {
        let len = stream.read(session.room(&mut buffer)).await.unwrap();
        let mut answer = Vec::new();
        assert_eq!(session.receive(&mut buffer, len, &mut answer).unwrap().plain, 0);
        stream.write_all(&answer).await.unwrap();
    }
    Secured::new(stream, session, Vec::new(), Arc::new(Metrics::new(0)))
}

#[tokio::test]
async fn megabytes_go_both_ways_and_end_in_order() {
    let party = Party::new();
    let client = party.client(&rustls::version::TLS13);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let message: Vec<u8> = (0..8_000_000u32).map(|n| n.to_le_bytes()[usize::from(n % 3 == 0)]).collect();
    let expected = message.clone();
    let (full, is_full) = std::sync::mpsc::channel();
    let peer = std::thread::spawn(move || {
        let tls = connection(&client);
        let mut peer = StreamOwned::new(tls, std::net::TcpStream::connect(address).unwrap());
        peer.flush().unwrap();
        is_full.recv().expect("the socket takes less than all of it");
        let mut got = vec![0; expected.len()];
        peer.read_exact(&mut got).unwrap();
        peer.write_all(&got).unwrap();
        let mut rest = Vec::new();
        peer.read_to_end(&mut rest).unwrap(); // an error without close_notify
        (got == expected, rest)
    });
    let mut stream = secured(listener.accept().await.unwrap().0, &party.server).await;
    let mut rest = &message[..];
    poll_fn(|cx| {
        while !rest.is_empty() {
            match Pin::new(&mut stream).poll_write(cx, rest) {
                Poll::Ready(written) => rest = &rest[written.unwrap()..],
                Poll::Pending => {
                    let _ = full.send(()); // the peer listens once
                    return Poll::Pending;
                }
            }
        }
        Poll::Ready(())
    })
    .await;
    drop(full);
    stream.flush().await.unwrap();
    let mut back = vec![0; message.len()];
    stream.read_exact(&mut back).await.unwrap();
    assert!(back == message);
    assert_eq!((stream.plain.len() - stream.given, stream.sealed.capacity()), (0, 0), "nothing is held");
    stream.write_all(b"the end").await.unwrap();
    stream.shutdown().await.unwrap();
    assert_eq!(peer.join().unwrap(), (true, b"the end".to_vec()));
}

#[tokio::test]
async fn a_broken_record_is_an_error_that_is_counted_and_told_once() {
    let party = Party::new();
    let client = party.client(&rustls::version::TLS13);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let peer = std::thread::spawn(move || {
        let mut tls = connection(&client);
        let mut socket = std::net::TcpStream::connect(address).unwrap();
        while tls.is_handshaking() {
            tls.complete_io(&mut socket).unwrap();
        }
        socket.write_all(b"\x17\x03\x03\x00\x20 these are not sealed by anybody").unwrap();
        let mut words = Vec::new();
        socket.read_to_end(&mut words).unwrap();
        (tls, words)
    });
    let mut stream = secured(listener.accept().await.unwrap().0, &party.server).await;
    let error = stream.read(&mut [0; 8]).await.unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::InvalidData, "{error}");
    assert_eq!(stream.read(&mut [0; 8]).await.unwrap(), 0, "there is no more");
    assert_eq!(stream.metrics.tls_records_refused(), 1);
    let _ = stream.shutdown().await; // as hyper does where no request is under way
    drop(stream);
    let (mut tls, words) = peer.join().unwrap();
    assert_eq!(alerts(&words), 1);
    tls.read_tls(&mut &words[..]).unwrap();
    let error = tls.process_new_packets().unwrap_err();
    assert!(matches!(error, rustls::Error::AlertReceived(_)), "{error}");
}

/// Sealed alerts of TLS 1.3: two bytes, a content type and a tag. Tickets are longer.
fn alerts(mut records: &[u8]) -> usize {
    let mut count = 0;
    while let [_, _, _, high, low, rest @ ..] = records {
        let len = usize::from(*high) << 8 | usize::from(*low);
        count += usize::from(len == 2 + 1 + 16);
        records = &rest[len..];
    }
    count
}

#[tokio::test]
async fn what_cannot_be_sealed_is_an_error_and_nothing_is_sent_for_it() {
    let party = Party::with_keys_for(3);
    let client = party.client(&rustls::version::TLS12);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let peer = std::thread::spawn(move || {
        let mut peer = StreamOwned::new(connection(&client), std::net::TcpStream::connect(address).unwrap());
        let mut got = Vec::new();
        let end = peer.read_to_end(&mut got).map_err(|error| error.kind());
        (got, end)
    });
    let mut stream = secured(listener.accept().await.unwrap().0, &party.server).await;
    stream.write_all(b"sealed ").await.unwrap();
    stream.write_all(b"well").await.unwrap();
    stream.write_all(b"too much").await.unwrap_err();
    stream.shutdown().await.unwrap();
    let (got, end) = peer.join().unwrap();
    assert_eq!(got, b"sealed well");
    assert!(matches!(end, Ok(_) | Err(io::ErrorKind::UnexpectedEof)), "no records that are none: {end:?}");
    assert_eq!(stream.metrics.tls_records_refused(), 0, "that is no fault of the peer's");
}
