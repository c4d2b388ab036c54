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
    Secured::new(stream, session)
}

#[tokio::test]
async fn megabytes_go_both_ways_and_end_in_order() {
    let party = Party::new();
    let client = party.client(&rustls::version::TLS13);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let message: Vec<u8> = (0..3_000_000u32).map(|n| n.to_le_bytes()[usize::from(n % 3 == 0)]).collect();
    let expected = message.clone();
    let peer = std::thread::spawn(move || {
        let tls = connection(&client);
        let mut peer = StreamOwned::new(tls, std::net::TcpStream::connect(address).unwrap());
        peer.flush().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(50));
        let mut got = vec![0; expected.len()];
        peer.read_exact(&mut got).unwrap(); // the server's socket was full meanwhile
        peer.write_all(&got).unwrap();
        let mut rest = Vec::new();
        peer.read_to_end(&mut rest).unwrap(); // an error without close_notify
        (got == expected, rest)
    });
    let mut stream = secured(listener.accept().await.unwrap().0, &party.server).await;
    stream.write_all(&message).await.unwrap();
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
async fn a_broken_record_is_an_error_and_not_the_end() {
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
        StreamOwned::new(tls, socket).read(&mut [0; 8]).unwrap_err().kind()
    });
    let mut stream = secured(listener.accept().await.unwrap().0, &party.server).await;
    let error = stream.read(&mut [0; 8]).await.unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::InvalidData, "{error}");
    drop(stream);
    assert_eq!(peer.join().unwrap(), io::ErrorKind::InvalidData, "it was told by an alert");
}
