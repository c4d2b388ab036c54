//! Taking back tokens.

use baton_protocols::Refusal;

use crate::world::{REVOCATIONS, World};

#[test]
fn tokens_are_revoked_by_one_mark() {
    let world = World::new();
    for (body, revoked) in [
        (r#"{"sub":"ann"}"#, r#"0 Subject("ann")"#),
        (r#"{"session_id":"b9d2"}"#, r#"0 Session("b9d2")"#),
        (r#"{"jti":"\u00e4\""}"#, r#"0 Id("ä\"")"#),
        (r#"{"sub":"ann","jti":null}"#, r#"0 Subject("ann")"#),
    ] {
        let answer = world.post("tokens/revoke", body);
        assert_eq!((answer.status, &*answer.text), (200, "{}"), "{body}");
        assert_eq!(world.revoked.take(), [revoked]);
    }
}

#[test]
fn what_says_no_mark_revokes_nothing() {
    let world = World::new();
    for body in [
        "",
        "{}",
        "[]",
        "null",
        r#"{"sub":""}"#,
        r#"{"sub":7}"#,
        r#"{"sub":null}"#,
        r#"{"sub":"a","jti":"b"}"#,
        r#"{"sub":"a","before":1}"#,
        r#"{"email":"a"}"#,
        &format!(r#"{{"sub":"{}"}}"#, "x".repeat(257)),
    ] {
        let answer = world.post("tokens/revoke", body);
        assert_eq!(answer.status, 400, "{body}");
        assert!(answer.text.starts_with("The body names whose tokens"), "{}", answer.text);
    }
    assert_eq!(world.post("tokens/revoke", &format!(r#"{{"sub":"{}"}}"#, "x".repeat(256))).status, 200);
    assert_eq!(world.get("tokens/revoke").status, 405);
    assert_eq!(world.revoked.take().len(), 1);
}

#[test]
fn a_full_table_is_told_and_nothing_is_revoked() {
    let world = World::new();
    for number in 0..REVOCATIONS {
        assert_eq!(world.post("tokens/revoke", &format!(r#"{{"sub":"{number}"}}"#)).status, 200);
    }
    let answer = world.post("tokens/revoke", r#"{"sub":"more"}"#);
    assert_eq!(answer.status, 503);
    assert!(answer.text.contains("Raise revocations"), "{}", answer.text);
    assert_eq!(world.refused.borrow().last(), Some(&Refusal::Overload));
    assert_eq!(world.revoked.take().len(), REVOCATIONS);
}
