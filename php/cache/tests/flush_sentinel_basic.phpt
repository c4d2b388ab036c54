--TEST--
FLUSHDB of one database forgets that one alone, where a key in each says which it was
--EXTENSIONS--
baton_cache
--INI--
baton_cache.tracking=broadcast
baton_cache.flush_sentinel=baton:flush
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/cached_server.inc';
require __DIR__ . '/alone.inc';
use Baton\Redis;

$server = new Server;
$other = $server->client(false);
$clients = array_map(function (int $database) use ($server) {
    $client = $server->client();
    $client->select($database);
    return $client;
}, [0, 1, 2]);
$in = function (int $database, callable $run) use ($other) {
    $other->select($database);
    return $run($other);
};
$sentinels = fn (int $database) => $in($database, fn ($other) => count($other->keys('baton:flush:*')));
/* A message about a key does not say in which database it is, so each has one of its own name. */
$kept = fn () => implode(' ', array_keys(array_filter($clients, fn ($client, $database) => $client->isTracked("key$database"), ARRAY_FILTER_USE_BOTH)));
/** Has something kept of each database, with keys that stand there. What is told of the keys' change may come after they were read. */
$warm = function () use ($clients, $in, $sentinels, $kept) {
    foreach ($clients as $database => $client) {
        $in($database, fn ($other) => $other->set("key$database", 'warm'));
    }
    return until(function () use ($clients, $sentinels, $kept) {
        $values = array_map(fn ($client, $database) => $client->get("key$database"), $clients, [0, 1, 2]);
        usleep(20_000);
        return $values === ['warm', 'warm', 'warm'] && $kept() === '0 1 2' && min(array_map($sentinels, [0, 1, 2])) > 0;
    });
};

/** Whether it is so at one of ten tries: where the machine stands still for a while nothing is believed, and all of them are forgotten. */
$tried = function (callable $is) use ($warm): bool {
    for ($i = 0; $i < 10; $i++) {
        if ($warm() && $is()) {
            return true;
        }
    }
    return false;
};
/** Whether soon all but those of these databases are forgotten. While the tracker looks which are, none is believed. */
$left = function (string $databases) use ($kept): bool {
    for ($i = 0; $i < 2000 && $kept() !== $databases; $i++) {
        usleep(1000);
    }
    return $i < 2000;
};

// Events say it of that database, too.
$told = [];
foreach ($clients as $database => $client) {
    $client->onFlushed(function () use (&$told, $database) {
        $told[] = $database;
    });
}
var_dump($tried(function () use ($clients, $in, $left, &$told) {
    array_map(fn ($client) => $client->dispatchEvents(), $clients);
    $told = [];
    $in(1, fn ($other) => $other->flushDB());
    $is_so = $left('0 2');
    array_map(fn ($client) => $client->dispatchEvents(), $clients);
    return $is_so && $told === [1];
}));
// The others are right from there on, and so is this one.
foreach ($clients as $database => $client) {
    $in($database, fn ($other) => $other->set("key$database", 'again'));
    var_dump(until(fn () => $client->get("key$database") === 'again'));
}
// A program of this host, which says so by itself.
var_dump($tried(function () use ($clients) {
    $clients[2]->flushDB();
    return $clients[2]->get('key2') === false && $clients[0]->isTracked('key0') && $clients[1]->isTracked('key1');
}));

// All of them.
var_dump($warm());
$other->flushAll();
var_dump(until(fn () => $kept() === ''), $clients[0]->get('key0'));

// Databases that changed places: both are forgotten, as neither has its key.
var_dump($tried(function () use ($in, $other, $left) {
    $other->swapdb(0, 1);
    $in(0, fn ($other) => $other->flushDB());
    return $left('2');
}));

// Somebody removed one of them, or put one back: what cannot be known is forgotten.
var_dump($tried(function () use ($in, $left) {
    $in(1, fn ($other) => $other->del($other->keys('baton:flush:*')));
    $in(2, fn ($other) => $other->flushDB());
    return $left('0');
}));

// Never anything from before a flush, in whatever order they come.
$old = 0;
for ($i = 0; $i < 150; $i++) {
    $database = $i % 3;
    $in($database, fn ($other) => $other->set("key$database", "round $i"));
    until(fn () => $clients[$database]->get("key$database") === "round $i");
    array_map(fn ($client, $database) => $client->get("key$database"), $clients, [0, 1, 2]);
    $in(mt_rand(0, 2), fn ($other) => $other->flushDB());
    $in($database, fn ($other) => $other->set("key$database", "after $i"));
    $in(mt_rand(0, 2), fn ($other) => $other->rawcommand('FLUSHDB', 'ASYNC'));
    foreach ($clients as $database => $client) {
        $value = $in($database, fn ($other) => $other->get("key$database"));
        $old += !until(fn () => $client->get("key$database") === $value);
    }
}
var_dump($old);

// A tracker that leaves takes its keys along. Where the machine stands still it is cut off, and its keys expire: so it is tried again.
$program = '$redis = new Baton\Redis; $redis->connect($argv[1]); $redis->get("key"); for ($i = 0; $i < 1000 && count($redis->keys("baton:flush:*:0")) < 2; $i++) usleep(10000); echo count($redis->keys("baton:flush:*:0"));';
unset($clients, $client);
$tries = 0;
do {
    $other->flushAll();
    // This process's own tracker stores its key again.
    until(fn () => $sentinels(0) > 0);
    $said = alone(['baton_cache.tracking=broadcast', 'baton_cache.flush_sentinel=baton:flush'], ['-r', $program, '--', $server->socket]);
} while (($left = $sentinels(0)) > 1 && ++$tries < 5);
echo $said;
var_dump($left <= 1);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
bool(true)
int(0)
2
bool(true)
