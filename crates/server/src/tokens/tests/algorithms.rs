//! Every algorithm by keys of its kind, and headers that try another.

use super::*;

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
    let served = Keys::of(&app_with(|tokens| tokens.jwks = jwks.to_string()), false).unwrap();
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
    let served = Keys::of(&app_with(|tokens| tokens.jwks = jwks.to_string()), false).unwrap();
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
    let served = Keys::of(&app_with(|tokens| tokens.jwks = jwks.to_string()), false).unwrap();
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
