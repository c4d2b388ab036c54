use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use baton_hub::AppId;
use baton_protocols::Secret;
use jsonwebtoken::{Algorithm, EncodingKey};
use rcgen::{KeyPair, PKCS_ECDSA_P256_SHA256, PKCS_ED25519, PublicKeyData as _};
use serde_json::{Value, json};

use super::claims::LEEWAY_S;
use super::*;

const NOW: u64 = 1_000_000;
const SECRET: &str = "a shared secret of 32 bytes or more";
const ANOTHER: &[u8] = b"another shared secret of 32 bytes or more";

fn app() -> App {
    App { jwt_secret: Secret::new(SECRET), ..App::new(AppId(0), "id", "key", "secret") }
}

fn signed(header: &Header, claims: &Value, key: &EncodingKey) -> String {
    jsonwebtoken::encode(header, claims, key).unwrap()
}

fn with_secret(claims: &Value) -> String {
    signed(&Header::default(), claims, &EncodingKey::from_secret(SECRET.as_bytes()))
}

fn verify(app: &App, token: &str) -> Result<Arc<Claims>, TokenError> {
    Keys::of(app, false).unwrap().verify(token, NOW)
}

fn good() -> Value {
    json!({"role": "anon", "exp": NOW + 10, "sub": "ann", "more": [1, {"a": 1.50}]})
}

fn named(algorithm: Algorithm, id: &str) -> Header {
    Header { kid: Some(id.into()), ..Header::new(algorithm) }
}

#[test]
fn a_good_token_says_what_was_signed() {
    let token = with_secret(&good());
    let claims = verify(&app(), &token).unwrap();
    assert_eq!((&*claims.role, claims.subject.as_deref(), claims.expires_s), ("anon", Some("ann"), NOW + 10));
    assert_eq!(serde_json::from_str::<Value>(&claims.json).unwrap(), good());
    let pasted = format!(" {}\n{}\t", &token[..20], &token[20..]);
    assert_eq!(verify(&app(), &pasted).unwrap(), claims);
    let with_fraction = json!({"role": "anon", "exp": NOW as f64 + 5.4});
    assert_eq!(verify(&app(), &with_secret(&with_fraction)).unwrap().expires_s, NOW + 5);
}

#[test]
fn each_fault_has_its_name() {
    for (claims, fault) in [
        (json!({"role": "anon", "exp": NOW}), TokenError::Expired { seconds: 0 }),
        (json!({"role": "anon", "exp": NOW - 7}), TokenError::Expired { seconds: 7 }),
        (json!({"role": "anon"}), TokenError::ClaimsMissing),
        (json!({"exp": NOW + 1}), TokenError::ClaimsMissing),
        (json!({"role": 1, "exp": NOW + 1}), TokenError::ClaimsMissing),
        (json!({"role": "anon", "exp": "soon"}), TokenError::ExpiryInvalid),
        (json!({"role": "anon", "exp": -1}), TokenError::ExpiryInvalid),
        (json!({"role": "anon", "exp": 1e300}), TokenError::ExpiryInvalid),
        (json!({"role": "anon", "exp": NOW + 1, "iat": "then"}), TokenError::ExpiryInvalid),
        (json!({"role": "anon", "exp": NOW + 99, "nbf": NOW + 61}), TokenError::ExpiryInvalid),
    ] {
        assert_eq!(verify(&app(), &with_secret(&claims)), Err(fault), "{claims}");
    }
    let lenient = json!({"role": "anon", "exp": NOW + 99, "nbf": NOW + 60, "iat": 1.5});
    assert!(verify(&app(), &with_secret(&lenient)).is_ok());
    for nonsense in ["", "a", "a.b", "a.b.c", "....", &"x".repeat(TOKEN_BYTES + 1)] {
        assert_eq!(verify(&app(), nonsense), Err(TokenError::Malformed), "{nonsense}");
    }
    let forged = signed(&Header::default(), &good(), &EncodingKey::from_secret(b"another"));
    assert_eq!(verify(&app(), &forged), Err(TokenError::Signature));
}

#[test]
fn a_token_is_for_whom_and_from_whom_it_says() {
    let app = App { jwt_audience: "us".into(), jwt_issuer: "them".into(), ..app() };
    for (audience, issuer, is_good) in [
        (json!("us"), "them", true),
        (json!(["others", "us"]), "them", true),
        (json!(["others"]), "them", false),
        (json!(null), "them", false),
        (json!("us"), "others", false),
    ] {
        let claims = json!({"role": "anon", "exp": NOW + 1, "aud": audience, "iss": issuer});
        assert_eq!(verify(&app, &with_secret(&claims)).is_ok(), is_good, "{claims}");
    }
    assert_eq!(verify(&app, &with_secret(&good())), Err(TokenError::Signature), "both are missing");
}

#[test]
fn a_token_is_remembered_as_long_as_it_holds() {
    let keys = Keys::of(&app(), false).unwrap();
    let token = with_secret(&good());
    let first = keys.verify(&token, NOW).unwrap();
    assert!(Arc::ptr_eq(&first, &keys.verify(&token, NOW + 9).unwrap()), "kept once for all who bring it");
    assert_eq!(keys.verify(&token, NOW + 12), Err(TokenError::Expired { seconds: 2 }));
    assert_eq!(keys.verify(&token[..token.len() - 1], NOW), Err(TokenError::Signature));
    let long = with_secret(&json!({"role": "anon", "exp": NOW + 9, "long": "x".repeat(REMEMBERED_BYTES)}));
    assert!(keys.verify(&long, NOW).is_ok());
    assert_eq!(keys.current().remembered.len(), 1, "a long one takes no room");
    for number in 0..REMEMBERED {
        let claims = json!({"role": "anon", "exp": NOW + 10, "number": number});
        assert!(keys.verify(&with_secret(&claims), NOW).is_ok());
        assert!(keys.current().remembered.len() <= REMEMBERED);
    }
    assert!(keys.verify(&token, NOW).is_ok());
}

/// Keys of every kind that is served, made for one test, and their set.
struct Pairs {
    rsa: EncodingKey,
    rsa_public: Vec<u8>,
    jwks: Value,
    keys: Vec<(&'static str, Vec<Algorithm>, EncodingKey)>,
}

fn encoded(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

fn pairs() -> Pairs {
    use Algorithm::{ES256, ES384, EdDSA, HS256, HS384, HS512, PS256, PS384, PS512, RS256, RS384, RS512};
    use rcgen::{PKCS_ECDSA_P384_SHA384, PKCS_RSA_SHA256, RsaKeySize};
    let rsa = KeyPair::generate_rsa_for(&PKCS_RSA_SHA256, RsaKeySize::_2048).unwrap();
    let [p256, p384, edwards] = [&PKCS_ECDSA_P256_SHA256, &PKCS_ECDSA_P384_SHA384, &PKCS_ED25519]
        .map(|kind| KeyPair::generate_for(kind).unwrap());
    let (small, large) = (p256.der_bytes(), p384.der_bytes()); // 4, x, y
    // RSAPublicKey (RFC 8017, appendix A.1.1): a sequence, whose first number is the modulus behind nine bytes.
    let rsa_public = rsa.der_bytes().to_vec();
    let rsa_private = EncodingKey::from_rsa_der(&rsa.serialized_der()[26..]); // behind what PKCS #8 puts before it
    let jwks = json!({"keys": [
        {"kty": "RSA", "kid": "rsa", "use": "sig", "n": encoded(&rsa_public[9..265]), "e": "AQAB"},
        {"kty": "EC", "kid": "p256", "key_ops": ["verify"], "crv": "P-256", "x": encoded(&small[1..33]), "y": encoded(&small[33..])},
        {"kty": "EC", "kid": "p384", "alg": "ES384", "crv": "P-384", "x": encoded(&large[1..49]), "y": encoded(&large[49..])},
        {"kty": "OKP", "kid": "edwards", "alg": "Ed25519", "crv": "Ed25519", "x": encoded(edwards.der_bytes())},
        {"kty": "oct", "kid": "shared", "k": encoded(ANOTHER)},
    ]});
    let keys = vec![
        ("rsa", vec![RS256, RS384, RS512, PS256, PS384, PS512], rsa_private.clone()),
        ("p256", vec![ES256], EncodingKey::from_ec_der(p256.serialized_der())),
        ("p384", vec![ES384], EncodingKey::from_ec_der(p384.serialized_der())),
        ("edwards", vec![EdDSA], EncodingKey::from_ed_der(edwards.serialized_der())),
        ("shared", vec![HS256, HS384, HS512], EncodingKey::from_secret(ANOTHER)),
    ];
    Pairs { rsa: rsa_private, rsa_public, jwks, keys }
}

/// A token with any header, signed rightly.
fn with_header(header: &Value, claims: &Value, key: &EncodingKey, algorithm: Algorithm) -> String {
    let message =
        format!("{}.{}", encoded(header.to_string().as_bytes()), encoded(claims.to_string().as_bytes()));
    let signature = jsonwebtoken::crypto::sign(message.as_bytes(), key, algorithm).unwrap();
    format!("{message}.{signature}")
}

#[test]
fn without_keys_no_token_is_taken() {
    let without = App::new(AppId(0), "id", "key", "secret");
    assert_eq!(verify(&without, &with_secret(&good())), Err(TokenError::Signer { key_id: None }));
    let empty = signed(&Header::default(), &good(), &EncodingKey::from_secret(b""));
    assert_eq!(verify(&without, &empty), Err(TokenError::Signer { key_id: None }));
}

#[test]
fn every_algorithm_is_served_by_keys_of_its_kind() {
    let Pairs { jwks, keys, .. } = pairs();
    let app = App { jwks: jwks.to_string(), ..app() };
    let served = Keys::of(&app, false).unwrap();
    for (id, algorithms, key) in &keys {
        for algorithm in algorithms {
            let token = signed(&named(*algorithm, id), &good(), key);
            assert!(served.verify(&token, NOW).is_ok(), "{id} {algorithm:?}");
            // The same signature with another key's name, and with none.
            for (other, ..) in keys.iter().filter(|(other, ..)| other != id) {
                let token = signed(&named(*algorithm, other), &good(), key);
                assert_eq!(served.verify(&token, NOW), Err(TokenError::Signature), "{id} as {other}");
            }
            let nameless = served.verify(&signed(&Header::new(*algorithm), &good(), key), NOW);
            let is_secret = HMAC.contains(algorithm);
            let expected =
                if is_secret { TokenError::Signature } else { TokenError::Signer { key_id: None } };
            assert_eq!(nameless, Err(expected), "{id} {algorithm:?} without a name");
        }
    }
}

#[test]
fn a_key_that_names_its_algorithm_serves_no_other() {
    let Pairs { mut jwks, keys, .. } = pairs();
    jwks["keys"][0]["alg"] = json!("PS384");
    jwks["keys"][4]["alg"] = json!("HS512");
    let served = Keys::of(&App { jwks: jwks.to_string(), ..app() }, false).unwrap();
    for (id, pinned) in [("rsa", Algorithm::PS384), ("shared", Algorithm::HS512)] {
        let (_, algorithms, key) = keys.iter().find(|(name, ..)| *name == id).unwrap();
        for algorithm in algorithms {
            let outcome = served.verify(&signed(&named(*algorithm, id), &good(), key), NOW);
            assert_eq!(outcome.is_ok(), *algorithm == pinned, "{id} {algorithm:?}");
        }
    }
}

/// RFC 8725, sections 2.1, 3.1 and 3.10, and the reliability matrix' row of confusions.
#[test]
fn no_header_talks_its_way_in() {
    let Pairs { rsa, rsa_public, jwks, .. } = pairs();
    let served = Keys::of(&App { jwks: jwks.to_string(), ..app() }, false).unwrap();
    let shared = EncodingKey::from_secret(SECRET.as_bytes());
    // What everybody can read is no secret: in whichever form a library might have kept it.
    let pem =
        format!("-----BEGIN RSA PUBLIC KEY-----\n{}\n-----END RSA PUBLIC KEY-----\n", encoded(&rsa_public));
    let modulus = jwks["keys"][0]["n"].as_str().unwrap();
    for public in [
        rsa_public.as_slice(),
        &rsa_public[9..265],
        modulus.as_bytes(),
        pem.as_bytes(),
        jwks.to_string().as_bytes(),
        b"",
    ] {
        let key = EncodingKey::from_secret(public);
        for algorithm in HMAC {
            let as_rsa = signed(&named(*algorithm, "rsa"), &good(), &key);
            assert_eq!(served.verify(&as_rsa, NOW), Err(TokenError::Signature), "{algorithm:?}");
            let nameless = signed(&Header::new(*algorithm), &good(), &key);
            assert_eq!(served.verify(&nameless, NOW), Err(TokenError::Signature), "{algorithm:?}");
        }
    }
    // The app's secret signs for no name of a set.
    let for_another = signed(&named(Algorithm::HS256, "rsa"), &good(), &shared);
    assert_eq!(served.verify(&for_another, NOW), Err(TokenError::Signature));
    let own = json!({"kty": "RSA", "n": modulus, "e": "AQAB"});
    for (header, expected) in [
        (json!({"alg": "none"}), TokenError::Malformed),
        (json!({"alg": "None"}), TokenError::Malformed),
        (json!({"alg": "NONE"}), TokenError::Malformed),
        (json!({"alg": ""}), TokenError::Malformed),
        (json!({"alg": null}), TokenError::Malformed),
        (json!({"alg": 256}), TokenError::Malformed),
        (json!({"alg": ["HS256"]}), TokenError::Malformed),
        (json!({"alg": "hs256"}), TokenError::Malformed),
        (json!({"alg": "ES512"}), TokenError::Malformed),
        (json!({}), TokenError::Malformed),
        (json!([]), TokenError::Malformed),
        (json!({"alg": "HS256", "kid": 7}), TokenError::Malformed),
        (json!({"alg": "HS256", "kid": ["rsa"]}), TokenError::Malformed),
        (json!({"alg": "HS256", "kid": {"$ne": ""}}), TokenError::Malformed),
        (json!({"alg": "HS256", "crit": ["exp"]}), TokenError::Malformed),
        (json!({"alg": "HS256", "crit": []}), TokenError::Malformed),
        (json!({"alg": "HS256", "crit": ["b64"], "b64": false}), TokenError::Malformed),
        (json!({"alg": "ES256", "kid": "p256"}), TokenError::Signature),
        (json!({"alg": "HS256", "kid": "p256"}), TokenError::Signature),
        (json!({"alg": "RS256", "kid": "p256"}), TokenError::Signature),
        (json!({"alg": "ES384", "kid": "p256"}), TokenError::Signature),
        (
            json!({"alg": "RS256", "kid": "../../etc/passwd"}),
            TokenError::Signer { key_id: Some("../../etc/passwd".into()) },
        ),
        (
            json!({"alg": "RS256", "kid": "http://127.0.0.1:1/"}),
            TokenError::Signer { key_id: Some("http://127.0.0.1:1/".into()) },
        ),
        (json!({"alg": "RS256", "kid": ""}), TokenError::Signer { key_id: Some("".into()) }),
        (json!({"alg": "RS256"}), TokenError::Signer { key_id: None }),
        (
            json!({"alg": "RS256", "jwk": own, "jku": "http://127.0.0.1:1/"}),
            TokenError::Signer { key_id: None },
        ),
    ] {
        // Each is signed with both keys that could be mistaken for the right one.
        for token in [
            with_header(&header, &good(), &shared, Algorithm::HS256),
            with_header(&header, &good(), &rsa, Algorithm::RS256),
        ] {
            assert_eq!(served.verify(&token, NOW), Err(expected.clone()), "{header}");
        }
    }
    // The same name twice: libraries disagree about which one counts.
    let twice = encoded(br#"{"alg":"none","alg":"HS256"}"#);
    let message = format!("{twice}.{}", encoded(good().to_string().as_bytes()));
    let signature = jsonwebtoken::crypto::sign(message.as_bytes(), &shared, Algorithm::HS256).unwrap();
    assert_eq!(served.verify(&format!("{message}.{signature}"), NOW), Err(TokenError::Malformed));
}

#[test]
fn nothing_is_taken_unsigned() {
    let good_token = with_secret(&good());
    let (message, signature) = good_token.rsplit_once('.').unwrap();
    let none = encoded(br#"{"alg":"none","typ":"JWT"}"#);
    let claims = encoded(good().to_string().as_bytes());
    for (token, expected) in [
        (format!("{none}.{claims}."), TokenError::Malformed),
        (format!("{none}.{claims}.e30"), TokenError::Malformed),
        (format!("{none}.{claims}"), TokenError::Malformed),
        (format!("{message}."), TokenError::Signature),
        (message.to_owned(), TokenError::Malformed),
        (format!("{message}.{}", &signature[..20]), TokenError::Signature),
        (format!("{message}.{signature}AA"), TokenError::Signature),
        (format!("{message}.{signature}="), TokenError::Signature),
        (format!("{message}.{signature}.x"), TokenError::Malformed),
        (format!("{}.{claims}.{signature}", encoded(br#"{"alg":"HS256"}"#)), TokenError::Signature),
        (format!("{message}.{signature}{}", "A".repeat(1_000_000)), TokenError::Malformed),
    ] {
        let shown = &token[..token.len().min(400)];
        assert_eq!(verify(&app(), &token), Err(expected), "{shown}");
    }
}

#[test]
fn times_are_numbers_and_an_end_is_demanded() {
    for (exp, expected) in [
        (json!(NOW + 1), Ok(NOW + 1)),
        (json!(NOW as f64 + 1.4), Ok(NOW + 1)),
        (json!(NOW as f64 + 0.4), Err(TokenError::Expired { seconds: 0 })),
        (json!(NOW), Err(TokenError::Expired { seconds: 0 })),
        (json!((NOW + 9).to_string()), Err(TokenError::ExpiryInvalid)),
        (json!(null), Err(TokenError::ExpiryInvalid)),
        (json!([NOW + 9]), Err(TokenError::ExpiryInvalid)),
        (json!(true), Err(TokenError::ExpiryInvalid)),
        (json!(-1), Err(TokenError::ExpiryInvalid)),
        (json!(-0.4), Err(TokenError::Expired { seconds: NOW })),
        (json!(1e30), Err(TokenError::ExpiryInvalid)),
        (json!(u64::MAX), Err(TokenError::ExpiryInvalid)),
    ] {
        let outcome = verify(&app(), &with_secret(&json!({"role": "anon", "exp": exp})));
        assert_eq!(outcome.map(|claims| claims.expires_s), expected, "{exp}");
    }
    for (name, value, is_good) in [
        ("nbf", json!(NOW + LEEWAY_S), true),
        ("nbf", json!(NOW + LEEWAY_S + 1), false),
        ("nbf", json!(NOW as f64 + 60.9), true),
        ("nbf", json!("0"), false),
        ("nbf", json!(-1), false),
        ("iat", json!(NOW + super::claims::MOST_AHEAD_S), true),
        ("iat", json!(NOW + super::claims::MOST_AHEAD_S + 1), false),
        ("iat", json!(0.5), true),
        ("iat", json!("0"), false),
        ("iat", json!(null), false),
    ] {
        let claims = json!({"role": "anon", "exp": NOW + 9, name: value});
        assert_eq!(verify(&app(), &with_secret(&claims)).is_ok(), is_good, "{claims}");
    }
    let cut = json!({"role": "anon", "exp": NOW + 9, "iat": NOW as f64 - 0.1});
    assert_eq!(verify(&app(), &with_secret(&cut)).unwrap().issued_s, Some(NOW - 1));
}

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
        let why = Keys::of(&App { jwks: jwks.clone(), ..app() }, false).unwrap_err().why;
        assert!(why.contains(reason), "{key}: {why}");
        assert!(KeySet::read_useful(&jwks, Allowed { secrets: false, known: false }).is_err(), "{key}");
    }
    let twice = json!({"keys": [oct(ANOTHER), oct(SECRET.as_bytes())]}).to_string();
    let why = Keys::of(&App { jwks: twice, ..app() }, false).unwrap_err().why;
    assert!(why.contains("the name and algorithm of another one"), "{why}");
    for text in [
        "",
        "[]",
        "{}",
        r#"{"keys":{}}"#,
        &json!({"keys": vec![oct(ANOTHER); 101]}).to_string(),
        &" ".repeat(SET_BYTES + 1),
    ] {
        let wrong = Keys::of(&App { jwks: text.to_owned(), ..app() }, false);
        assert_eq!(wrong.is_err(), !text.is_empty(), "{}", &text[..text.len().min(40)]);
    }
    let local = json!({"keys": [serde_json::from_str::<Value>(LOCAL_KEY).unwrap()]}).to_string();
    assert!(Keys::of(&App { jwks: local, ..app() }, true).is_ok(), "on this machine it does no harm");
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
    let app = App { jwks, ..app() };
    let another = EncodingKey::from_secret(ANOTHER);
    for header in [Header::default(), named(Algorithm::HS256, "unknown"), Header::new(Algorithm::HS512)] {
        assert!(verify(&app, &signed(&header, &good(), &another)).is_ok());
        assert!(
            verify(&app, &signed(&header, &good(), &EncodingKey::from_secret(SECRET.as_bytes()))).is_ok()
        );
    }
    let short = App { jwt_secret: Secret::new(&"x".repeat(31)), ..app };
    let fault = Keys::of(&short, false).unwrap_err();
    assert!(fault.setting == "jwt_secret" && fault.why.contains("31 bytes"), "{fault:?}");
    assert!(Keys::of(&short, true).is_ok(), "on this machine it does no harm");
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
    let served = Keys::of(&App { jwks_url: "http://127.0.0.1:1/".into(), ..app() }, false).unwrap();
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

#[test]
fn what_was_taken_back_is_refused_also_where_it_is_remembered() {
    let keys = Keys::of(&app(), false).unwrap();
    let token = |issued_s: u64, sub: &str| {
        with_secret(&json!({"role": "user", "exp": NOW + 9, "iat": issued_s, "sub": sub}))
    };
    let (old, new, other) = (token(NOW, "ann"), token(NOW + 1, "ann"), token(NOW, "bob"));
    assert!(keys.verify(&old, NOW).is_ok());
    keys.revocations.add(baton_protocols::TokenMark::Subject("ann"), NOW).unwrap();
    assert_eq!(keys.verify(&old, NOW), Err(TokenError::Revoked));
    assert_eq!(keys.verify(&old, NOW + 9), Err(TokenError::Expired { seconds: 0 }));
    assert!(keys.verify(&new, NOW).is_ok() && keys.verify(&other, NOW).is_ok());
}

#[test]
fn a_projects_key_is_taken_where_a_token_is() {
    let api_keys = ["sb_publishable_0123456789abcdef", "sb_secret_0123456789abcdef"];
    let api_keys = api_keys.iter().map(|key| baton_protocols::ApiKey::parse(key).unwrap()).collect();
    let app = App { api_keys, ..App::new(AppId(0), "id", "key", "secret") };
    let keys = Keys::of(&app, false).unwrap();
    assert!(keys.are_there());
    assert_eq!(&*keys.verify("sb_publishable_0123456789abcdef", NOW).unwrap().role, "anon");
    assert_eq!(&*keys.verify(" sb_secret_0123456789abcdef\n", NOW).unwrap().role, "service_role");
    assert_eq!(keys.verify("sb_secret_0123456789abcdee", NOW), Err(TokenError::UnknownKey));
    assert!(!Keys::none().are_there());
}

proptest::proptest! {
    #[test]
    fn no_text_is_a_token_or_a_panic(text in "[a-zA-Z0-9._=\\- \u{e4}]{0,120}") {
        proptest::prop_assert!(verify(&app(), &text).is_err());
    }

    #[test]
    fn a_good_token_with_one_character_changed_is_another(at in 0_usize..400, by in "[A-Za-z0-9._-]") {
        let token = with_secret(&good());
        let at = at % token.len();
        let mut changed = token.clone();
        changed.replace_range(at..=at, &by);
        let claims = verify(&app(), &changed);
        proptest::prop_assert!(changed == token || claims.is_err(), "{changed}: {claims:?}");
    }

    #[test]
    fn no_set_is_a_panic(
        name in proptest::prop_oneof![
            proptest::strategy::Just("kty"), proptest::strategy::Just("n"), proptest::strategy::Just("crv"),
            proptest::strategy::Just("alg"), proptest::strategy::Just("kid"), proptest::strategy::Just("x"),
        ],
        value in "[\\[\\]{}\":,0-9a-zA-Z_-]{0,40}",
    ) {
        let key = json!({"kty": "RSA", "kid": "k", "crv": "P-256", "n": "AQAB", "e": "AQAB", "x": "AQAB"});
        let mut texts = vec![value.clone(), format!("{{\"keys\":[{{\"{name}\":{value}}}]}}")];
        let mut changed = key;
        changed[name] = json!(value);
        texts.push(json!({"keys": [changed]}).to_string());
        for text in texts {
            drop(KeySet::read_whole(&text, Allowed { secrets: true, known: false }));
            drop(KeySet::read_useful(&text, Allowed { secrets: false, known: false }));
        }
    }
}

mod clocks {
    //! Issuers whose clocks differ from ours, clocks that jump, and revocations.

    use baton_protocols::TokenMark;

    use super::*;

    fn issued(at: u64) -> String {
        with_secret(&json!({"role": "anon", "sub": "ann", "iat": at, "exp": NOW + 100_000}))
    }

    fn keys() -> Keys {
        Keys::of(&app(), false).unwrap()
    }

    fn revoke(keys: &Keys, at: u64) {
        keys.revocations.add(TokenMark::Subject("ann"), at).unwrap();
    }

    #[test]
    fn a_token_that_was_seen_before_the_revocation_ends_whatever_its_iat_says() {
        for ahead in [-3_600_i64, -1, 0, 1, 3, 60, 300] {
            for jump in [-7_200_i64, -1, 0, 1, 7_200] {
                let keys = keys();
                let token = issued(NOW.saturating_add_signed(ahead));
                let claims = keys.verify(&token, NOW).unwrap();
                let later = NOW.saturating_add_signed(jump);
                revoke(&keys, later);
                assert!(
                    keys.revocations.concern(&claims, later),
                    "iat {ahead:+}, the clock jumped by {jump}"
                );
                assert_eq!(keys.verify(&token, later), Err(TokenError::Revoked), "{ahead:+} {jump:+}");
            }
        }
    }

    #[test]
    fn what_an_issuer_signed_before_ends_though_its_clock_is_ahead() {
        let keys = keys();
        // One token shows how far the issuer is ahead.
        keys.verify(&issued(NOW + 3), NOW).unwrap();
        let unseen = issued(NOW + 12);
        revoke(&keys, NOW + 10);
        assert_eq!(keys.verify(&unseen, NOW + 11), Err(TokenError::Revoked), "signed one second before");
        assert!(keys.verify(&issued(NOW + 14), NOW + 11).is_ok(), "signed one second after");
    }

    #[test]
    fn an_issuer_that_is_no_longer_ahead_is_believed_again() {
        let keys = keys();
        keys.verify(&issued(NOW + 200), NOW).unwrap();
        let later = NOW + 2 * 3_600;
        revoke(&keys, later);
        assert!(keys.verify(&issued(later + 1), later + 1).is_ok());
    }

    #[test]
    fn an_issuer_that_is_behind_revokes_what_it_signs_until_it_has_caught_up() {
        let keys = keys();
        keys.verify(&issued(NOW - 5), NOW).unwrap();
        revoke(&keys, NOW + 10);
        assert_eq!(keys.verify(&issued(NOW + 10), NOW + 15), Err(TokenError::Revoked));
        assert!(keys.verify(&issued(NOW + 11), NOW + 16).is_ok());
    }

    #[test]
    fn a_token_of_the_far_future_is_refused() {
        for (ahead, is_good) in [(300, true), (301, false), (3_600, false), (1 << 40, false)] {
            let verified = keys().verify(&issued(NOW + ahead), NOW);
            assert_eq!(
                verified.map(drop),
                if is_good { Ok(()) } else { Err(TokenError::ExpiryInvalid) },
                "{ahead}"
            );
        }
    }

    /// What happens in a random life of an app.
    #[derive(Debug, Clone)]
    enum Step {
        /// Time passes.
        Wait(u64),
        /// Our clock is set, or the machine was suspended, in seconds.
        Set(i64),
        /// The issuer signs a token, and a client connects by it.
        Sign,
        /// All tokens are revoked.
        Revoke,
        /// The keys change, so that checked tokens are no longer remembered.
        Forget,
    }

    fn steps() -> impl proptest::strategy::Strategy<Value = Vec<Step>> {
        use proptest::prelude::*;
        let step = prop_oneof![
            (0_u64..400).prop_map(Step::Wait),
            prop_oneof![-9_000_i64..9_000, -5_i64..5].prop_map(Step::Set),
            Just(Step::Sign),
            Just(Step::Revoke),
            Just(Step::Forget),
        ];
        proptest::collection::vec(step, 1..24)
    }

    proptest::proptest! {
        /// A server whose clock is set forward and back, beside an issuer whose clock differs: a connection ends with the
        /// revocation of its token.
        #[test]
        fn a_revocation_ends_every_token_seen_before_whatever_the_clocks_do(ahead in -400_i64..300, steps in steps()) {
            let keys = keys();
            let (mut time, mut ours) = (NOW + 50_000, 0_i64);
            let mut seen: Vec<(Arc<Claims>, bool)> = Vec::new();
            for (number, step) in steps.into_iter().enumerate() {
                let clock = |ours: i64| time.saturating_add_signed(ours);
                match step {
                    Step::Wait(seconds) => time += seconds,
                    Step::Set(by) => ours = (ours + by).clamp(-20_000, 20_000),
                    Step::Forget => keys.current().remembered.clear(),
                    Step::Revoke => {
                        revoke(&keys, clock(ours));
                        seen.iter_mut().for_each(|(_, is_revoked)| *is_revoked = true);
                    }
                    Step::Sign => {
                        let text = with_secret(&json!({
                            "role": "anon", "sub": "ann", "iat": time.saturating_add_signed(ahead),
                            "exp": time + 1_000_000, "n": number,
                        }));
                        // A token that lies too far ahead of our clock is refused, and has then not been seen.
                        // One that is known to be revoked already is refused too.
                        seen.extend(keys.verify(&text, clock(ours)).ok().map(|claims| (claims, false)));
                    }
                }
                let now = time.saturating_add_signed(ours);
                for (claims, _) in seen.iter().filter(|(_, is_revoked)| *is_revoked) {
                    proptest::prop_assert!(keys.revocations.concern(claims, now), "an open channel stays");
                }
            }
        }

        /// Another connection that comes with such a token is refused, also when the server has forgotten that it saw the
        /// token.
        #[test]
        fn a_revoked_token_is_refused_at_the_door(
            ahead in 0_u64..300, waits in proptest::collection::vec(0_u64..200, 1..12), forget: bool,
        ) {
            let keys = keys();
            let mut now = NOW;
            let mut tokens = Vec::new();
            for wait in waits {
                let token = issued(now + ahead);
                keys.verify(&token, now).unwrap();
                tokens.push(token);
                now += wait;
            }
            revoke(&keys, now);
            if forget {
                keys.current().remembered.clear();
            }
            for token in tokens {
                proptest::prop_assert_eq!(keys.verify(&token, now), Err(TokenError::Revoked));
            }
        }
    }
}
