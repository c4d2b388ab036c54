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
            assert!(keys.revocations.concern(&claims, later), "iat {ahead:+}, the clock jumped by {jump}");
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
