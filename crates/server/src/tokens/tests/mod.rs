//! Tokens: what is verified, and the keys and helpers that the parts below share.

mod algorithms;
mod clocks;
mod sets;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use baton_hub::AppId;
use baton_protocols::{Secret, TokenSettings};
use jsonwebtoken::{Algorithm, EncodingKey};
use rcgen::{KeyPair, PKCS_ECDSA_P256_SHA256, PKCS_ED25519, PublicKeyData as _};
use serde_json::{Value, json};

use super::claims::LEEWAY_S;
use super::*;

const NOW: u64 = 1_000_000;
const SECRET: &str = "a shared secret of 32 bytes or more";
const ANOTHER: &[u8] = b"another shared secret of 32 bytes or more";

fn app() -> App {
    app_with(|_| ())
}

/// The same with other settings of its tokens.
fn app_with(change: impl FnOnce(&mut TokenSettings)) -> App {
    let mut app = App::new(AppId(0), "id", "key", "secret");
    app.tokens.jwt_secret = Secret::new(SECRET);
    change(&mut app.tokens);
    app
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
    let app = app_with(|tokens| {
        tokens.jwt_audience = "us".into();
        tokens.jwt_issuer = "them".into();
    });
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
    assert!(
        Arc::ptr_eq(&first, &keys.verify(&token, NOW + 9).unwrap()),
        "stored once for all clients that bring it"
    );
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
    let mut app = App::new(AppId(0), "id", "key", "secret");
    app.tokens.api_keys = api_keys;
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
