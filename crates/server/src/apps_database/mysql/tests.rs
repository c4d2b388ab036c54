//! Packets as servers send them, and as they may be; proofs against values that a server accepted.

use aws_lc_rs::encoding::AsDer as _;
use aws_lc_rs::rsa::{
    KeySize, OAEP_SHA1_MGF1SHA1, OaepPrivateDecryptingKey, PrivateDecryptingKey, PublicEncryptingKey,
};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use proptest::prelude::*;

use super::auth::{Plugin, encrypted};
use super::packet::{Handshake, ServerError, column, column_count, is_end, response, row};
use crate::apps_database::column::Type;

/// What MariaDB 10.11 says first.
fn greeting() -> Vec<u8> {
    let mut packet = vec![10];
    packet.extend_from_slice(b"5.5.5-10.11.14-MariaDB\0");
    packet.extend_from_slice(&[7, 0, 0, 0]);
    packet.extend_from_slice(b"abcdefgh\0");
    packet.extend_from_slice(&[0xfe, 0xf7, 45, 2, 0, 0xff, 0x81, 21]);
    packet.extend_from_slice(&[0; 10]);
    packet.extend_from_slice(b"ijklmnopqrst\0mysql_native_password\0");
    packet
}

#[test]
fn a_greeting_names_nonce_and_plugin() {
    let handshake = Handshake::read(&greeting()).unwrap();
    assert_eq!(handshake.nonce, b"abcdefghijklmnopqrst");
    assert_eq!(handshake.plugin, "mysql_native_password");
    assert!(handshake.offers_tls() == (0xf7fe & 0x800 != 0));
    assert!(Handshake::read(&[9]).is_err() && Handshake::read(&greeting()[..40]).is_err());
}

#[test]
fn a_proof_is_what_servers_compute() {
    let hex = |bytes: Vec<u8>| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let nonce = b"abcdefghijklmnopqrst";
    for (plugin, password, proof) in [
        (Plugin::Native, "", ""),
        (Plugin::CachingSha2, "", ""),
        (Plugin::Native, "secret", NATIVE),
        (Plugin::CachingSha2, "secret", CACHING_SHA2),
    ] {
        assert_eq!(hex(plugin.proof(password.as_bytes(), nonce)), proof);
    }
}

const NATIVE: &str = "8817c50fa779daef010ee7577825b0847df9842e";
const CACHING_SHA2: &str = "c76e2898612a4cf042c77fa8c4702c4c64c0c2c557c53c4d75595aaa6abae809";

#[test]
fn a_password_is_encrypted_for_the_server_alone() {
    let key = PrivateDecryptingKey::generate(KeySize::Rsa2048).unwrap();
    let public: PublicEncryptingKey = key.public_key();
    let der = public.as_der().unwrap();
    let pem =
        format!("-----BEGIN PUBLIC KEY-----\n{}\n-----END PUBLIC KEY-----\n", STANDARD.encode(der.as_ref()));
    let nonce = b"abcdefghijklmnopqrst";
    let sealed = encrypted(b"a password longer than its nonce", nonce, pem.as_bytes()).unwrap();
    let key = OaepPrivateDecryptingKey::new(key).unwrap();
    let mut opened = vec![0; key.min_output_size()];
    let opened = key.decrypt(&OAEP_SHA1_MGF1SHA1, &sealed, &mut opened, None).unwrap();
    let text: Vec<u8> = opened.iter().zip(nonce.iter().cycle()).map(|(a, b)| a ^ b).collect();
    assert_eq!(text, b"a password longer than its nonce\0");
    assert_eq!(encrypted(b"p", nonce, b"no key"), None);
}

#[test]
fn an_answer_has_user_database_and_plugin() {
    let packet = response(false, ("us\0er", "db"), "mysql_native_password", &[1, 2]);
    assert_eq!(&packet[32..], b"user\0\x02\x01\x02db\0mysql_native_password\0");
    assert_eq!(packet[1] & 0x08, 0, "no TLS is asked for");
    assert_eq!(packet[0] & 0x80, 0, "a server may not ask for files");
}

/// A column as a server describes it.
fn described(name: &str, of: u8, character_set: u8) -> Vec<u8> {
    let mut packet = Vec::new();
    for text in ["def", "main", "apps", "apps", name, name] {
        packet.push(u8::try_from(text.len()).unwrap());
        packet.extend_from_slice(text.as_bytes());
    }
    packet.extend_from_slice(&[12, character_set, 0, 255, 0, 0, 0, of, 0, 0, 0, 0, 0]);
    packet
}

#[test]
fn columns_have_the_types_of_soketis_table() {
    for (of, character_set, expected) in [
        (0xfd, 45, Type::Text),
        (0xfc, 45, Type::Text),
        (0x01, 63, Type::Whole),
        (0x03, 63, Type::Whole),
        (0xf6, 63, Type::Decimal),
        (0x10, 63, Type::Switch),
        (0xf5, 63, Type::Json),
        (0xfc, 63, Type::Other("binary".into())),
        (0x0c, 63, Type::Other("date or time".into())),
    ] {
        assert_eq!(column(&described("enabled", of, character_set)), Ok(("enabled".to_owned(), expected)));
    }
}

#[test]
fn a_row_has_texts_nulls_and_bits() {
    let types = [Type::Text, Type::Whole, Type::Switch, Type::Json];
    let values = row(b"\x04shop\x03200\x01\x01\xfb", &types).unwrap();
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(values, [text("shop"), text("200"), text("1"), None]);
    assert!(row(b"\x04shop", &types).is_err() && row(b"\x09shop", &types[..1]).is_err());
    assert!(is_end(&[0xfe, 0, 0, 2, 0]) && !is_end(&[0xfe, 0, 0, 0, 0, 0, 0, 0, 0]));
    assert_eq!(
        (column_count(&[18]), column_count(&[0]).is_err(), column_count(&[0xfb]).is_err()),
        (Ok(18), true, true)
    );
}

#[test]
fn a_refusal_has_its_number_with_and_without_a_state() {
    let refusal = |packet: &[u8]| ServerError::read(packet).map(|error| (error.code, error.text));
    assert_eq!(refusal(b"\x15\x04#28000Access denied"), Ok((1045, "Access denied".to_owned())));
    assert_eq!(refusal(b"\x10\x04Too many connections"), Ok((1040, "Too many connections".to_owned())));
    assert!(refusal(b"\x15").is_err());
}

proptest! {
    /// Whatever answers there, it is read or refused.
    #[test]
    fn no_packet_is_too_strange(packet in prop::collection::vec(any::<u8>(), 0..200), cut in 0usize..120) {
        let types = [Type::Text, Type::Whole, Type::Switch];
        for packet in [packet.clone(), greeting().into_iter().take(cut).chain(packet).collect()] {
            _ = Handshake::read(&packet);
            _ = ServerError::read(&packet);
            _ = column_count(&packet);
            _ = column(&packet);
            _ = row(&packet, &types);
        }
    }
}
