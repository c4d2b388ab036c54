--TEST--
Which keys an object keeps is said by its patterns, which options replace as a whole
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/cached_server.inc';
use Baton\Redis;

$server = new Server;
$other = $server->client(false);
$redis = $server->client();
/** Which of the keys are kept. */
function kept(Redis $redis): string
{
    global $other;
    Redis::flushMemory();
    $kept = [];
    foreach (['user:1', 'session:1', 'other'] as $key) {
        $other->set($key, 1);
        // A message about the key may still be on its way.
        for ($i = 0; $i < 200 && !$redis->isTracked($key); $i++) {
            $redis->get($key);
            usleep(100);
        }
        $kept[] = $redis->isTracked($key) ? $key : '-';
    }
    return implode(' ', $kept);
}
settle($redis, $other);
echo kept($redis), "\n";
var_dump($redis->setOption(Redis::OPT_ALLOW_PATTERNS, ['user:*', 'session:*']), $redis->setOption(Redis::OPT_IGNORE_PATTERNS, 'session:*'));
echo json_encode([$redis->getOption(Redis::OPT_ALLOW_PATTERNS), $redis->getOption(Redis::OPT_IGNORE_PATTERNS)]), "\n", kept($redis), "\n";
// Methods add, options replace.
var_dump($redis->addAllowPatterns('oth?r'));
echo json_encode($redis->getOption(Redis::OPT_ALLOW_PATTERNS)), "\n", kept($redis), "\n";
var_dump($redis->setOption(Redis::OPT_ALLOW_PATTERNS, ['other']));
echo json_encode($redis->getOption(Redis::OPT_ALLOW_PATTERNS)), "\n", kept($redis), "\n";
// What is no pattern changes nothing.
var_dump($redis->setOption(Redis::OPT_ALLOW_PATTERNS, ['a', 1]), $redis->setOption(Redis::OPT_ALLOW_PATTERNS, true));
try {
    $redis->setOption(Redis::OPT_ALLOW_PATTERNS, array_fill(0, 65, 'a'));
} catch (ValueError $error) {
    echo $error->getMessage(), "\n";
}
echo json_encode($redis->getOption(Redis::OPT_ALLOW_PATTERNS)), "\n";
// None, in both ways.
var_dump($redis->setOption(Redis::OPT_ALLOW_PATTERNS, null), $redis->setOption(Redis::OPT_IGNORE_PATTERNS, []));
echo json_encode([$redis->getOption(Redis::OPT_ALLOW_PATTERNS), $redis->getOption(Redis::OPT_IGNORE_PATTERNS)]), "\n", kept($redis), "\n";
?>
--EXPECT--
user:1 session:1 other
bool(true)
bool(true)
[["user:*","session:*"],["session:*"]]
user:1 - -
int(3)
["user:*","session:*","oth?r"]
user:1 - other
bool(true)
["other"]
- - other
bool(false)
bool(false)
There can be at most 64 patterns: each is looked at for each key
["other"]
bool(true)
bool(true)
[[],[]]
user:1 session:1 other
