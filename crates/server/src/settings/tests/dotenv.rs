//! An application's `.env`, beside the library that Laravel reads it with.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::settings::dotenv::{as_laravel, parse};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;

const FILES: usize = 4_000;

type Variables = BTreeMap<String, String>;

fn ours(text: &str) -> Result<Variables, String> {
    let entries = parse(text, |name| (name == "OUTER").then_some("from $outside"));
    let entries = entries.map_err(|malformed| malformed.why.to_owned())?;
    Ok(entries.into_iter().map(|entry| (entry.name, entry.value)).collect())
}

/// What the library makes of each text; `None` where it refuses it.
fn theirs(texts: &[String]) -> Vec<Option<Variables>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let classes = root.join(".cache/phpdotenv/usr/share/php");
    assert!(classes.exists(), "the library is missing: tools/need php laravel");
    let mut php = Command::new("php")
        .args(["-d", "display_errors=stderr"])
        .arg(root.join("crates/server/src/settings/tests/dotenv.php"))
        .arg(classes)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("php");
    let mut input = php.stdin.take().unwrap();
    input.write_all(serde_json::to_string(texts).unwrap().as_bytes()).unwrap();
    drop(input);
    let answer = php.wait_with_output().unwrap();
    assert!(answer.status.success(), "php: {}", answer.status);
    serde_json::from_slice(&answer.stdout).unwrap()
}

/// Pieces that mean something, and letters between them.
fn piece() -> impl Strategy<Value = &'static str> {
    let of_values = prop::sample::select(vec![
        "a", "é", "A", "n", "1", ".", "-", " ", "\t", "'", "\"", "\\", "#", "$", "{", "}", "${A}", "${B}",
        "${OUTER}", "${NONE}", "\\n", "\\$", "\\\"", "\\\\", "&", "(", ")", "=", "\u{b}", "\u{a0}", "null",
    ]);
    let of_lines = prop::sample::select(vec!["\n", "\r\n", "\n\n", "\r"]);
    prop_oneof![9 => of_values, 1 => of_lines]
}

fn line() -> impl Strategy<Value = String> {
    let name = prop::sample::select(vec![
        "A=",
        "B=",
        "C =",
        " A= ",
        "export A=",
        "export\tB =",
        "'A'=",
        "\"B\"=",
        "OUTER=",
        "A",
        "A.b_1=",
        "a-b=",
        "=",
        "exportA=",
        "",
    ]);
    let quote = prop::sample::select(vec!["", "", "'", "\""]);
    let end = prop::sample::select(vec!["", "", " ", " # note", "#note", " x"]);
    let body = prop::collection::vec(piece(), 0..6).prop_map(|pieces| pieces.concat());
    (name, quote, body, end).prop_map(|(name, quote, body, end)| format!("{name}{quote}{body}{quote}{end}"))
}

/// Without what versions of the library differ in: an assignment in double quotes between double quotes, and letters
/// beyond ASCII in names, which 5.4 refuses.
fn is_settled(text: &str) -> bool {
    let begins_plainly = |line: &str| line.split('=').next().is_none_or(str::is_ascii);
    text.matches("=\"").count() <= 1 && text.split(['\n', '\r']).all(begins_plainly)
}

#[test]
fn random_files_are_read_as_the_library_reads_them() {
    let mut runner = TestRunner::default();
    let files = prop::collection::vec(line(), 1..4).prop_map(|lines| lines.join("\n"));
    let files = files.prop_filter("settled", |text| is_settled(text));
    let texts: Vec<String> =
        std::iter::repeat_with(|| files.new_tree(&mut runner).unwrap().current()).take(FILES).collect();
    let (mut read, mut refused) = (0, 0);
    for (text, expected) in texts.iter().zip(theirs(&texts)) {
        match (ours(text), expected) {
            (Ok(values), Some(expected)) => {
                assert_eq!(values, expected, "{text:?}");
                read += 1;
            }
            (Err(_), None) => refused += 1,
            // The library drops the rest of the file without a word.
            (Err(why), Some(_)) if why.starts_with("the closing quotation mark") => {}
            (ours, theirs) => panic!("{text:?}: {ours:?}, and the library: {theirs:?}"),
        }
    }
    assert!(
        read > FILES / 8 && refused > FILES / 20,
        "{read} read, {refused} refused: the files say too little"
    );
}

#[test]
fn a_laravel_applications_file_is_read() {
    let text = "\u{feff}APP_NAME=\"My Shop\"\r\nAPP_KEY=base64:abc=\r\n\r\n# comment\r\nREVERB_APP_ID=4 # the id\r\n\
                REVERB_APP_SECRET='a $b & \"c\" #d'\r\nexport REVERB_HOST=\"${APP_NAME}.example\"\r\nVITE=\"${REVERB_APP_ID}\"\r\n";
    let values = ours(text).unwrap();
    let value = |name: &str| values.get(name).map(String::as_str);
    assert_eq!(value("REVERB_APP_ID"), Some("4"));
    assert_eq!(value("REVERB_APP_SECRET"), Some("a $b & \"c\" #d"));
    assert_eq!(value("REVERB_HOST"), Some("My Shop.example"));
    assert_eq!((value("VITE"), value("APP_KEY")), (Some("4"), Some("base64:abc=")));
}

#[test]
fn an_entry_that_cannot_be_read_is_named_by_its_line() {
    let twice = |n: usize| format!("A{}=${{A{n}}}${{A{n}}}\n", n + 1);
    let doubled = format!("A0=x\n{}", (0..40).map(twice).collect::<String>());
    let many = (0..20_000).map(|n| format!("V{n}=1\n")).collect::<String>();
    let referring = format!("A={}", "$".repeat(1_001));
    for (text, line, why) in [
        ("A=1\n\nB=two words\n", 3, "a value with blanks needs quotation marks"),
        ("A=\"open\nB=2\n", 1, "the closing quotation mark is missing"),
        ("A='1\n", 1, "the closing quotation mark is missing"),
        ("A=\"\\x\"", 1, "an escape sequence is not known: write \\\\ for a backslash between double quotes"),
        ("A=1\n=2", 2, "a name is missing before the equals sign"),
        ("A-B=1", 1, "a name may have letters, digits, `_` and `.` only"),
        (&doubled, 22, "the variables in a value make it longer than 1 MiB"),
        (&many, 10_001, "the file has more than 10,000 variables"),
        (&referring, 1, "a value has more than 1,000 dollar signs"),
    ] {
        let malformed = parse(text, |_| None).unwrap_err();
        assert_eq!((malformed.line, malformed.why), (line, why), "{text:?}");
    }
}

#[test]
fn words_mean_what_they_mean_in_laravel() {
    let pairs = [
        ("true", Some("true")),
        ("(True)", Some("true")),
        ("FALSE", Some("false")),
        ("(empty)", Some("")),
        ("empty", Some("")),
        ("null", None),
        ("(null)", None),
        ("'x'", Some("x")),
        ("\"x\"", Some("x")),
        ("'", Some("'")),
        ("yes", Some("yes")),
    ];
    for (value, meant) in pairs {
        assert_eq!(as_laravel(value), meant, "{value}");
    }
}
