--TEST--
Without OPT_CLIENT_TRACKING an object's reads are answered from what others keep, and are not kept; without OPT_USE_CACHE all are asked
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
$other->mSet(['key' => 'one', 'more' => 'two']);
$other->hSet('hash', 'field', 'of it');
$reader = new Redis($server->socket, context: ['client-tracking' => false]);
/** How often the server was asked. */
function asked(callable $do): string
{
    global $server;
    $calls = fn () => $server->calls('get') + $server->calls('mget') + $server->calls('hget') + $server->calls('hgetall');
    $before = $calls();
    return json_encode($do()) . ' asked ' . ($calls() - $before) . "\n";
}
$reads = fn () => [$reader->get('key'), $reader->mGet(['key', 'more']), $reader->hGet('hash', 'field'), $reader->hGetAll('hash')];

// Alone: nothing is kept, and the server hears nothing of it.
var_dump($reader->getOption(Redis::OPT_CLIENT_TRACKING));
echo asked($reads), asked($reads);
var_dump($reader->isTracked('key'), $server->calls('client|tracking'));

// What others keep answers.
$keeper = $server->client();
settle($keeper, $other);
$keeper->mGet(['key', 'more']);
$keeper->hGetAll('hash');
echo asked($reads);
// What changes is not believed any more, whoever changed it.
$other->set('key', 'changed');
settle($keeper, $other);
echo asked(fn () => $reader->get('key')), asked(fn () => $reader->get('key'));
$keeper->get('key');
$reader->set('key', 'own');
echo asked(fn () => [$reader->get('key'), $keeper->get('key')]);

// On a living connection: on, off, and the cache as a whole.
$other->set('key', 'last');
settle($keeper, $other);
$reader->setOption(Redis::OPT_CLIENT_TRACKING, true);
var_dump(until(fn () => $reader->get('key') === 'last' && $reader->isTracked('key')));
echo asked(fn () => $reader->get('key'));
$reader->setOption(Redis::OPT_CLIENT_TRACKING, false);
$reader->get('another');
var_dump($reader->isTracked('another'));
$reader->setOption(Redis::OPT_USE_CACHE, false);
echo asked($reads);
$reader->setOption(Redis::OPT_USE_CACHE, true);
echo asked(fn () => [$keeper->mGet(['key', 'more']), $keeper->hGet('hash', 'field'), $keeper->hGetAll('hash')] ? $reads() : null);
?>
--EXPECT--
bool(false)
["one",["one","two"],"of it",{"field":"of it"}] asked 4
["one",["one","two"],"of it",{"field":"of it"}] asked 4
bool(false)
int(0)
["one",["one","two"],"of it",{"field":"of it"}] asked 0
"changed" asked 1
"changed" asked 1
["own","own"] asked 2
bool(true)
"last" asked 0
bool(false)
["last",["last","two"],"of it",{"field":"of it"}] asked 4
["last",["last","two"],"of it",{"field":"of it"}] asked 0
