--TEST--
Events: keys that change and databases that are emptied are told to who listens
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/cached_server.inc';
use Baton\Event;
use Baton\Event\Flushed;
use Baton\Event\Invalidated;
use Baton\Redis;

$server = new Server;
$redis = $server->client();
$other = $server->client(false);
$told = [];
$note = function (Event $event) use (&$told) {
    $told[] = ($event instanceof Invalidated ? "changed $event->key" : 'flushed') . ($event->client ? ' here' : '');
};
/** What is told within a second, until nothing more comes for a moment. */
$hear = function () use ($redis, &$told): string {
    until(function () use ($redis, &$told) {
        $redis->dispatchEvents();
        return $told !== [];
    });
    usleep(20000);
    $redis->dispatchEvents();
    [$all, $told] = [$told, []];
    return implode(', ', $all);
};

var_dump($redis->dispatchEvents(), $redis->listen($note), $redis->dispatchEvents());
$other->mset(['a' => 1, 'b' => 1, 'none' => 1]);
$redis->get('a');
$redis->hGetAll('hash');
$redis->get('b');
// Another client's changes, of what was read alone.
$other->set('a', 2);
$other->set('none', 2);
$other->hSet('hash', 'field', 1);
echo $hear(), "\n";
// The server tells a change once, until the key is read again.
$other->set('a', 3);
usleep(20000);
echo $redis->dispatchEvents(), "\n";

// This host's own are told at once, and by the server, too.
$redis->get('a');
$redis->set('a', 4);
$redis->dispatchEvents();
var_dump(in_array('changed a here', $told));
var_dump(until(function () use ($redis, &$told) {
    $redis->dispatchEvents();
    return in_array('changed a', $told);
}), count($told));
$told = [];
$redis->multi()->get('b')->set('a', 5)->exec();
$redis->dispatchEvents();
echo implode(', ', $told), "\n";
$told = [];
$quiet = $server->client();
$quiet->setOption(Redis::OPT_CLIENT_INVALIDATIONS, false);
$quiet->set('nobody read this', 1);
echo $redis->dispatchEvents(), "\n";

// Before a command of the object, too, and not only by dispatchEvents().
$redis->get('a');
$other->set('a', 6);
var_dump(until(function () use ($redis, &$told) {
    $redis->get('b');
    return $told !== [];
}), $told);
$told = [];

// Patterns, and kinds.
$redis->listen(null);
var_dump($redis->dispatchEvents());
$redis->onInvalidated($note, 'user:*');
$redis->onFlushed(function (Flushed $event) use (&$told) {
    $told[] = "all of it, $event->type" . json_encode([$event->key, $event->client]);
});
foreach (['user:1', 'post:1'] as $key) {
    $redis->get($key);
    $other->set($key, 1);
}
echo $hear(), "\n";
$redis->get('user:1');
// A flush is told as that alone.
$other->flushDB();
echo $hear(), "\n";
$redis->flushDB();
echo strstr($hear(), ',true]', true), "\n";

// They end with another database, and with another connection.
$redis->listen($note);
$redis->select(1);
var_dump($redis->dispatchEvents(), $redis->listen($note));
$redis->select(1);
var_dump($redis->dispatchEvents());
$redis->connect($server->socket);
var_dump($redis->dispatchEvents());
// What nothing is kept of has no events.
$redis->select(15);
$far = $server->client(false);
var_dump($redis->listen($note), $far->listen($note));
echo json_encode([Event::INVALIDATED, Event::Invalidated, Event::FLUSHED, Event::Flushed, (new ReflectionClass(Event::class))->isAbstract()]), "\n";
?>
--EXPECT--
bool(false)
bool(true)
int(0)
changed a, changed hash
0
bool(true)
bool(true)
int(2)
changed a here
0
bool(true)
array(1) {
  [0]=>
  string(9) "changed a"
}
bool(false)
changed user:1
all of it, 2[null,false]
all of it, 2[null
bool(false)
bool(true)
int(0)
bool(false)
bool(true)
bool(false)
[1,1,2,2,true]
