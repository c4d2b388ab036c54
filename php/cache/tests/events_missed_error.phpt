--TEST--
Events: who may have missed some hears of a flush; processes hear of each other
--EXTENSIONS--
baton_cache
pcntl
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/cached_server.inc';
use Baton\Event\Flushed;

$server = new Server;
$redis = $server->client();
$other = $server->client(false);
$told = [];
$redis->listen(function ($event) use (&$told) {
    $told[] = $event instanceof Flushed ? 'flushed' : $event->key;
});
$hears = function (string $what) use ($redis, &$told): bool {
    return until(function () use ($redis, &$told, $what) {
        $redis->dispatchEvents();
        return in_array($what, $told);
    });
};

// More than there is room for: what is still there is told behind the flush.
$writer = $server->client();
for ($i = 0; $i < 6000; $i++) {
    $writer->set("key:$i", 1);
}
$count = $redis->dispatchEvents();
var_dump($told[0], $count < 6000);
settle($writer, $other);
$redis->dispatchEvents();
$told = [];
$writer->set('last', 1);
var_dump($hears('last'));

// Nobody hears the server for a moment.
$told = [];
foreach ($other->client('list') as $client) {
    if ($client['resp'] == 3) {
        $other->rawcommand('CLIENT', 'KILL', 'ID', $client['id']);
    }
}
var_dump($hears('flushed'));
// And another process of the host takes over, with events from it.
$told = [];
var_dump(until(fn () => $redis->get('key:1') !== null && $redis->isTracked('key:1')));
$other->set('key:1', 2);
var_dump($hears('key:1'));

// A child hears that it has missed something, and then what comes; the parent goes on.
$told = [];
$child = pcntl_fork();
if ($child === 0) {
    echo $redis->dispatchEvents(), ' ', implode(',', $told), "\n";
    $told = [];
    $redis->set('of the child', 1);
    echo $hears('of the child') ? 'the child hears' : 'the child does not hear', "\n";
    unset($redis, $hears);
    exit;
}
pcntl_waitpid($child, $status);
var_dump($hears('of the child'));
$told = [];
$other->set('key:1', 3);
$redis->get('key:1');
$other->set('key:1', 4);
var_dump($hears('key:1'));
// What is forgotten by hand is told as well.
Baton\Redis::flushMemory();
var_dump($hears('flushed'));
?>
--EXPECT--
string(7) "flushed"
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
1 flushed
the child hears
bool(true)
bool(true)
bool(true)
