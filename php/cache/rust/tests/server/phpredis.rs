//! Values that PhpRedis compressed, and values that it decompresses.

use std::io::Write as _;
use std::process::{Command, Stdio};

use baton_cache::compress::Compression;

use crate::ask::{Value, ask, expect};
use crate::redis::Redis;

/// Three values of different shapes under `KIND:N`, and the digests of those that Rust left under `back:KIND:N`.
const PROGRAM: &str = r#"<?php
$values = ["short", str_repeat("The quick brown fox. ", 2000), implode(",", range(0, 50000))];
foreach ([1, 2, 3] as $kind) {
    $redis = new Redis;
    $redis->connect($argv[1]);
    $redis->setOption(Redis::OPT_COMPRESSION, $kind);
    foreach ($values as $n => $value) {
        if ($argv[2] === "write") $redis->set("$kind:$n", $value);
        elseif ($redis->get("back:$kind:$n") !== $value) exit("wrong: $kind:$n\n");
    }
}
exit("fine\n");
"#;

fn php(redis: &Redis, what: &str) -> Option<String> {
    let mut command = Command::new("php");
    command.args(["--", redis.socket().to_str().unwrap(), what]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
    child.stdin.take().unwrap().write_all(PROGRAM.as_bytes()).unwrap();
    Some(String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap())
}

/// PhpRedis with all three, which the builds of some distributions lack.
fn has_phpredis() -> bool {
    let check = "exit((int) !(defined('Redis::COMPRESSION_LZF') && defined('Redis::COMPRESSION_ZSTD') \
                 && defined('Redis::COMPRESSION_LZ4')));";
    let has = Command::new("php").args(["-r", check]).status().is_ok_and(|status| status.success());
    if !has {
        eprintln!("skipped: there is no php with PhpRedis and its compressions");
    }
    has
}

fn values() -> [String; 3] {
    let numbers: Vec<_> = (0..=50_000).map(|number| number.to_string()).collect();
    ["short".into(), "The quick brown fox. ".repeat(2000), numbers.join(",")]
}

#[test]
fn either_reads_what_the_other_wrote() {
    let Some(redis) = Redis::start(&[]) else { return };
    if !has_phpredis() {
        return;
    }
    assert_eq!(php(&redis, "write").unwrap(), "fine\n");
    let mut connection = redis.connect();
    for kind in 1..=3 {
        let compression = Compression::of(kind).unwrap();
        for (n, value) in values().iter().enumerate() {
            let Ok(Value::Text(theirs)) = ask(&mut connection, &["GET", &format!("{kind}:{n}")]) else {
                panic!("{kind}:{n} is missing")
            };
            let mut room = vec![0; compression.decompressed_len(&theirs).unwrap()];
            assert!(compression.decompress(&theirs, &mut room));
            assert_eq!(room, value.as_bytes(), "{compression:?}");
            let mut ours = vec![0; compression.bound(value.len()).unwrap()];
            let len = compression.compress(0, value.as_bytes(), &mut ours).unwrap();
            assert!(
                n == 0 || len < value.len() && len < theirs.len() * 5 / 4,
                "{compression:?}: {len}, {}",
                theirs.len()
            );
            let key = format!("back:{kind}:{n}");
            let words = [b"SET", key.as_bytes(), &ours[..len]];
            connection.send(words.into_iter(), baton_cache::connection::Delivery::Once).unwrap();
            assert_eq!(crate::ask::receive(&mut connection), Ok("OK".into()));
        }
    }
    expect(&mut connection, &["DBSIZE"], Value::Integer(18));
    assert_eq!(php(&redis, "read").unwrap(), "fine\n");
}
