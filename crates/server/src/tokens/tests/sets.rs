//! Sets of keys: what is refused, and what becomes of tokens when a set changes.

use super::*;

#[test]
fn a_set_with_a_key_that_cannot_serve_is_refused_with_the_reason() {
    let x32 = encoded(&[1; 32]);
    let rsa = |bytes: usize| json!({"kty": "RSA", "kid": "k", "n": encoded(&vec![0xff; bytes]), "e": "AQAB"});
    let oct = |secret: &[u8]| json!({"kty": "oct", "kid": "k", "k": encoded(secret)});
    let ec = |key: Value| {
        let mut whole = json!({"kty": "EC", "kid": "k", "crv": "P-256", "x": x32, "y": x32});
        whole.as_object_mut().unwrap().extend(key.as_object().unwrap().clone());
        whole
    };
    for (key, reason) in [
        (json!({}), "has no `kty`"),
        (json!("RSA"), "has no `kty`"),
        (json!({"kty": "rsa", "kid": "k"}), "a `kty` that is not served"),
        (rsa(255), "an RSA key of 2040 bits; it needs 2048 to 8192"),
        (rsa(128), "an RSA key of 1024 bits"),
        (rsa(1_025), "an RSA key of 8200 bits"),
        (json!({"kty": "RSA", "kid": "k", "e": "AQAB"}), "an RSA key of 0 bits"),
        (json!({"kty": "RSA", "kid": "k", "n": "!", "e": "AQAB"}), "no `n` in base64url"),
        (ec(json!({"crv": "P-521"})), "on a curve that is not served"),
        (ec(json!({"crv": "secp256k1"})), "on a curve that is not served"),
        (ec(json!({"crv": "Ed25519"})), "on a curve that is not served"),
        (ec(json!({"crv": "P-384"})), "an `x` of 32 bytes, where 48 belong"),
        (ec(json!({"y": encoded(&[1; 31])})), "an `y` of 31 bytes, where 32 belong"),
        (ec(json!({"alg": "RS256"})), "an `alg` that does not go with its `kty`"),
        (ec(json!({"alg": "ES384"})), "an `alg` that does not go with its `kty`"),
        (ec(json!({"alg": "HS256"})), "an `alg` that does not go with its `kty`"),
        (ec(json!({"alg": "none"})), "an `alg` that does not go with its `kty`"),
        (ec(json!({"alg": 7})), "an `alg` that does not go with its `kty`"),
        (ec(json!({"use": "enc"})), "is not for signatures"),
        (ec(json!({"use": 7})), "is not for signatures"),
        (ec(json!({"key_ops": ["encrypt"]})), "is not for verifying"),
        (ec(json!({"key_ops": "verify"})), "is not for verifying"),
        (ec(json!({"kid": 7})), "a `kid` that is no text"),
        (ec(json!({"kid": ""})), "a `kid` that is no text"),
        (ec(json!({"kid": "k".repeat(257)})), "a `kid` that is no text"),
        (json!({"kty": "EC", "crv": "P-256", "x": x32, "y": x32}), "has no `kid`"),
        (json!({"kty": "OKP", "kid": "k", "crv": "Ed448", "x": x32}), "on a curve that is not served"),
        (json!({"kty": "OKP", "kid": "k", "crv": "X25519", "x": x32}), "on a curve that is not served"),
        (json!({"kty": "OKP", "kid": "k", "crv": "Ed25519", "x": encoded(&[1; 33])}), "an `x` of 33 bytes"),
        (oct(&[1; 31]), "a secret of 31 bytes; it needs 32"),
        (oct(b""), "a secret of 0 bytes"),
        (oct(crate::settings::LOCAL_JWT_SECRET.as_bytes()), "that of Supabase's local development"),
        (serde_json::from_str(LOCAL_KEY).unwrap(), "that of Supabase's local development"),
    ] {
        let jwks = json!({"keys": [key]}).to_string();
        let why = Keys::of(&app_with(|tokens| tokens.jwks.clone_from(&jwks)), false).unwrap_err().why;
        assert!(why.contains(reason), "{key}: {why}");
        assert!(KeySet::read_useful(&jwks, Allowed { secrets: false, known: false }).is_err(), "{key}");
    }
    let twice = json!({"keys": [oct(ANOTHER), oct(SECRET.as_bytes())]}).to_string();
    let why = Keys::of(&app_with(|tokens| tokens.jwks = twice), false).unwrap_err().why;
    assert!(why.contains("the name and algorithm of another one"), "{why}");
    for text in [
        "",
        "[]",
        "{}",
        r#"{"keys":{}}"#,
        &json!({"keys": vec![oct(ANOTHER); 101]}).to_string(),
        &" ".repeat(SET_BYTES + 1),
    ] {
        let wrong = Keys::of(&app_with(|tokens| tokens.jwks = text.to_owned()), false);
        assert_eq!(wrong.is_err(), !text.is_empty(), "{}", &text[..text.len().min(40)]);
    }
    let local = json!({"keys": [serde_json::from_str::<Value>(LOCAL_KEY).unwrap()]}).to_string();
    let local = app_with(|tokens| tokens.jwks = local);
    assert!(Keys::of(&local, true).is_ok(), "on this machine it does no harm");
}

#[test]
fn of_a_published_set_what_serves_is_taken_and_never_a_secret() {
    let Pairs { mut jwks, keys, .. } = pairs();
    let more = [
        json!({"kty": "EC", "kid": "p521", "crv": "P-521", "x": "AA", "y": "AA"}),
        json!({"kty": "oct", "k": encoded(SECRET.as_bytes())}),
    ];
    jwks["keys"].as_array_mut().unwrap().extend(more);
    let (set, faults) =
        KeySet::read_useful(&jwks.to_string(), Allowed { secrets: false, known: false }).unwrap();
    assert_eq!((set.len(), faults.len()), (4, 3), "{faults:?}");
    assert!(set.nameless().is_empty() && set.find("shared", Algorithm::HS256).is_none());
    assert!(
        keys.iter()
            .filter(|(id, ..)| *id != "shared")
            .all(|(id, algorithms, _)| set.find(id, algorithms[0]).is_some())
    );
    let (none, faults) =
        KeySet::read_useful(r#"{"keys":[]}"#, Allowed { secrets: false, known: false }).unwrap();
    assert!(none.is_empty() && faults.is_empty(), "a project may take all of its keys out");
}

#[test]
fn secrets_without_a_name_count_as_the_apps_own() {
    let jwks = json!({"keys": [{"kty": "oct", "k": encoded(ANOTHER)}]}).to_string();
    let mut app = app_with(|tokens| tokens.jwks = jwks);
    let another = EncodingKey::from_secret(ANOTHER);
    for header in [Header::default(), named(Algorithm::HS256, "unknown"), Header::new(Algorithm::HS512)] {
        assert!(verify(&app, &signed(&header, &good(), &another)).is_ok());
        assert!(
            verify(&app, &signed(&header, &good(), &EncodingKey::from_secret(SECRET.as_bytes()))).is_ok()
        );
    }
    app.tokens.jwt_secret = Secret::new(&"x".repeat(31));
    let fault = Keys::of(&app, false).unwrap_err();
    assert!(fault.setting == "jwt_secret" && fault.why.contains("31 bytes"), "{fault:?}");
    assert!(Keys::of(&app, true).is_ok(), "on this machine it does no harm");
}

#[test]
fn keys_that_a_file_has_no_more_serve_no_token_that_is_remembered() {
    let oct = |secret: &[u8]| json!({"kty": "oct", "kid": "a", "alg": "HS256", "k": URL_SAFE_NO_PAD.encode(secret)});
    let keys = Keys::of(&app(), false).unwrap();
    keys.take_file(json!({"keys": [oct(SECRET.as_bytes())]}).to_string()).unwrap();
    let token = signed(&named(Algorithm::HS256, "a"), &good(), &EncodingKey::from_secret(SECRET.as_bytes()));
    assert!(keys.verify(&token, NOW).is_ok() && keys.verify(&token, NOW).is_ok());
    keys.take_file(json!({"keys": [oct(ANOTHER)]}).to_string()).unwrap();
    assert_eq!(keys.verify(&token, NOW), Err(TokenError::Signature));
}

#[test]
fn what_changes_while_it_runs_holds_no_key_that_everybody_has() {
    let oct = json!({"kty": "oct", "kid": "a", "alg": "HS256", "k": URL_SAFE_NO_PAD.encode(ANOTHER)});
    let local = serde_json::from_str::<Value>(LOCAL_KEY).unwrap();
    let keys = Keys::of(&app(), false).unwrap();
    assert!(keys.take_file(json!({"keys": [local]}).to_string()).is_err());
    let why = keys.take_remote(&json!({"keys": [oct]}).to_string()).unwrap_err();
    assert!(why.contains("is a secret"), "{why}");
}

#[test]
fn a_set_has_so_many_bytes_and_keys_at_most() {
    let take =
        |text: &str| KeySet::read_whole(text, Allowed { secrets: true, known: false }).map(|set| set.len());
    let of = |count: usize| {
        let key = |n: usize| json!({"kty": "oct", "kid": n.to_string(), "alg": "HS256", "k": URL_SAFE_NO_PAD.encode(ANOTHER)});
        json!({"keys": (0..count).map(key).collect::<Vec<_>>()}).to_string()
    };
    assert_eq!(take(&of(100)), Ok(100));
    assert_eq!(take(&of(101)), Err("it has 101 keys, and may have 100".into()));
    let padded = |bytes: usize| format!("{}{}", of(1), " ".repeat(bytes - of(1).len()));
    assert_eq!(take(&padded(SET_BYTES)), Ok(1));
    assert!(take(&padded(SET_BYTES + 1)).unwrap_err().contains("bytes, and may have"));
}

#[test]
fn keys_that_are_taken_out_serve_no_token_that_is_remembered() {
    let Pairs { jwks, keys, .. } = pairs();
    let app = app_with(|tokens| tokens.jwks_url = "http://127.0.0.1:1/".into());
    let served = Keys::of(&app, false).unwrap();
    let token = |n: usize| signed(&named(keys[n].1[0], keys[n].0), &good(), &keys[n].2);
    let unknown = |n: usize| Err(TokenError::Signer { key_id: Some(keys[n].0.into()) });
    assert_eq!(served.verify(&token(0), NOW), unknown(0));
    served.take_remote(&jwks.to_string()).unwrap();
    let (first, second) = (token(0), token(1));
    assert!(served.verify(&first, NOW).is_ok() && served.verify(&second, NOW).is_ok());
    assert_eq!(served.current().remembered.len(), 2);
    // Nothing that comes from there and is no set changes anything.
    for wrong in ["", "<html>", "{}", r#"{"keys":[{"kty":"oct","k":"AAAA"}]}"#] {
        assert!(served.take_remote(wrong).is_err(), "{wrong}");
        assert!(served.verify(&first, NOW).is_ok());
    }
    served.take_remote(&json!({"keys": [jwks["keys"][1]]}).to_string()).unwrap();
    assert_eq!(served.verify(&first, NOW), unknown(0));
    assert!(served.verify(&second, NOW).is_ok());
    // Who checked by the old keys while the new ones came has nothing remembered.
    let old = (Arc::new(KeySet::default()), Arc::new(KeySet::default()));
    let claims = served.verify(&second, NOW).unwrap();
    served.remember(&first, &old, &claims);
    assert_eq!(served.verify(&first, NOW), unknown(0));
}
