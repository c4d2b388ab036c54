--TEST--
Events: callbacks that change, throw, end what they are called by, or are garbage
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/cached_server.inc';
use Baton\Redis;

$server = new Server;
$redis = $server->client();

// A callback may use the object. What it changes itself is told by the next call, so that it ends.
$count = 0;
$redis->listen(function ($event) use ($redis, &$count) {
    $count++;
    $redis->set("of the callback $count", 1);
});
$redis->set('key', 1);
echo $redis->dispatchEvents(), ' ', $count, "\n";
echo $redis->dispatchEvents(), ' ', $count, "\n";
$redis->listen(null);

// It may throw: the rest is told later.
$seen = [];
$redis->listen(function ($event) use (&$seen) {
    $seen[] = $event->key;
    if ($event->key === 'bad') {
        throw new LogicException('not this one');
    }
});
foreach (['one', 'bad', 'two'] as $key) {
    $server->client()->set($key, 1);
}
try {
    $redis->get('something');
} catch (LogicException $exception) {
    echo $exception->getMessage(), ' ', implode(',', $seen), "\n";
}
$redis->dispatchEvents();
echo implode(',', $seen), "\n";
$redis->listen(null);

// It may take itself or others away, and end all of it.
$order = [];
$redis->onInvalidated(function () use ($redis, &$order) {
    $order[] = 'first';
    $redis->onFlushed(null);
    $redis->onInvalidated(null);
});
$redis->onInvalidated(function () use (&$order) {
    $order[] = 'second';
});
$redis->set('key', 2);
var_dump($redis->dispatchEvents());
echo implode(',', $order), "\n";
$redis->listen(function () use ($redis) {
    $redis->select(1);
});
$redis->listen(fn () => print("never\n"));
$redis->set('key', 3);
var_dump($redis->dispatchEvents(), $redis->dispatchEvents(), $redis->getDBNum());
$redis->select(0);

// None within a transaction or a pipeline, unless asked for.
$redis->listen(fn ($event) => print("$event->key\n"));
$redis->set('before', 1);
echo 'waits: ';
$redis->pipeline()->set('in the pipeline', 1);
echo "nothing\n";
$redis->exec();
$redis->get('any');

// A key that is too long to be told is a flush.
$redis->listen(null);
$redis->listen(fn ($event) => print($event::class . "\n"));
$redis->set(str_repeat('long', 200), 1);
$redis->dispatchEvents();

try {
    for ($i = 0; $i < 65; $i++) {
        $redis->onFlushed(fn () => 0);
    }
} catch (ValueError $error) {
    echo $i, ' ', $error->getMessage(), "\n";
}

// A circle through a callback is found, and counts as a listener no more.
(function () use ($server) {
    $circle = $server->client();
    $circle->listen(fn () => $circle);
})();
var_dump(gc_collect_cycles() > 0);

// The end of one may take all away, and bring others: those stay.
$redis->onFlushed(null);
$redis->listen(null);
$redis->listen(new class($redis) {
    public function __construct(private Redis $redis)
    {
    }
    public function __invoke(): void
    {
    }
    public function __destruct()
    {
        $this->redis->listen(null);
        $this->redis->listen(fn () => print("one\n"));
        $this->redis->listen(fn () => print("and another\n"));
    }
});
$redis->listen(null);
$redis->set('key', 4);
var_dump($redis->dispatchEvents());
?>
--EXPECT--
1 1
1 2
not this one one,bad
one,bad,two
int(1)
first
int(1)
bool(false)
int(1)
waits: nothing
before
in the pipeline
Baton\Event\Flushed
63 There can be at most 64 callbacks: each is asked about each event
bool(true)
one
and another
int(1)
