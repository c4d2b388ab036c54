--TEST--
Options that are set while a value is read change nothing of how it is kept: they are refused amid a reply, and count from behind a value
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
use Baton\Redis;

final class Sets
{
    public static ?Closure $what = null;

    public function __wakeup(): void
    {
        self::$what && (self::$what)();
    }
}

$plain = redis_client();
[$reader, $php] = [new Redis, new Redis];
foreach ([$reader, $php] as $client) {
    $client->connect($plain->getHost());
    $client->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_PHP);
}

// An object that another value takes the place of: it is made, and what is left is an array without objects.
$stored = 'a:2:{i:0;O:4:"Sets":0:{}i:0;s:4:"left";}';
$plain->mset(['value' => $stored, 'first' => $stored, 'second' => 's:3:"two";']);
$plain->rPush('list', $stored, 's:3:"two";');
$plain->hMset('hash', ['one' => $stored, 'two' => 's:3:"two";']);

foreach ([
    'setOption' => fn () => $reader->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_NONE),
    'option' => fn () => $reader->option(Redis::OPT_PREFIX, 'prefix:'),
] as $name => $set) {
    echo "$name()\n";
    Sets::$what = fn () => thrown($set);
    show($reader->get('value'), $reader->getOption(Redis::OPT_SERIALIZER), $reader->getOption(Redis::OPT_PREFIX));
    $reader->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_PHP);
    $reader->setOption(Redis::OPT_PREFIX, '');
    show($reader->mget(['first', 'second']), $reader->lRange('list', 0, -1), $reader->hGetAll('hash'));
    show($reader->getOption(Redis::OPT_SERIALIZER), $reader->getOption(Redis::OPT_PREFIX));
    Sets::$what = null;
    foreach ([$plain, $php] as $client) {
        show($client->get('value'), $client->mget(['first', 'second']), $client->lRange('list', 0, -1), $client->hGetAll('hash'));
    }
    // Nothing is known any more.
    $plain->mset(['value' => $stored, 'first' => $stored]);
    $plain->lSet('list', 0, $stored);
    $plain->hSet('hash', 'one', $stored);
}
?>
--EXPECT--
setOption()
nothing was thrown
["left"]
0
null
Baton\RedisException: This object is reading a reply: what unserialize() calls needs a client of its own
Baton\RedisException: This object is reading a reply: what unserialize() calls needs a client of its own
Baton\RedisException: This object is reading a reply: what unserialize() calls needs a client of its own
[["left"],"two"]
[["left"],"two"]
{"one":["left"],"two":"two"}
1
null
"a:2:{i:0;O:4:\"Sets\":0:{}i:0;s:4:\"left\";}"
["a:2:{i:0;O:4:\"Sets\":0:{}i:0;s:4:\"left\";}","s:3:\"two\";"]
["a:2:{i:0;O:4:\"Sets\":0:{}i:0;s:4:\"left\";}","s:3:\"two\";"]
{"one":"a:2:{i:0;O:4:\"Sets\":0:{}i:0;s:4:\"left\";}","two":"s:3:\"two\";"}
["left"]
[["left"],"two"]
[["left"],"two"]
{"one":["left"],"two":"two"}
option()
nothing was thrown
["left"]
1
"prefix:"
Baton\RedisException: This object is reading a reply: what unserialize() calls needs a client of its own
Baton\RedisException: This object is reading a reply: what unserialize() calls needs a client of its own
Baton\RedisException: This object is reading a reply: what unserialize() calls needs a client of its own
[["left"],"two"]
[["left"],"two"]
{"one":["left"],"two":"two"}
1
null
"a:2:{i:0;O:4:\"Sets\":0:{}i:0;s:4:\"left\";}"
["a:2:{i:0;O:4:\"Sets\":0:{}i:0;s:4:\"left\";}","s:3:\"two\";"]
["a:2:{i:0;O:4:\"Sets\":0:{}i:0;s:4:\"left\";}","s:3:\"two\";"]
{"one":"a:2:{i:0;O:4:\"Sets\":0:{}i:0;s:4:\"left\";}","two":"s:3:\"two\";"}
["left"]
[["left"],"two"]
[["left"],"two"]
{"one":["left"],"two":"two"}
