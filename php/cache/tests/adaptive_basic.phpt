--TEST--
Adaptive: keys are kept if they are read often enough for each time that they change
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/cached_server.inc';
use Baton\AdaptiveCache;
use Baton\Redis;

$server = new Server;
$other = $server->client(false);
$plain = $server->client();
$settings = ['width' => 2000, 'depth' => 4, 'minEvents' => -3, 'minRatio' => 2.0, 'formula' => 'pure'];
$redis = new Redis($server->socket, context: ['adaptive-cache' => $settings]);
$show = fn (?AdaptiveCache $cache) => print(json_encode($cache, JSON_PRESERVE_ZERO_FRACTION) . "\n");
$calls = function (string $command, callable $run) use ($server): int {
    $before = $server->calls($command);
    $run();
    return $server->calls($command) - $before;
};

$show($plain->adaptiveCache);
$show($redis->adaptiveCache);
$redis->ping();
$show($redis->adaptiveCache);
$counts = $redis->adaptiveCache;

// Not until it was seen three times; and then it is.
$other->set('key', 1);
$other->hSet('hash', 'a', 1);
echo $calls('get', fn () => array_map(fn () => $redis->get('key'), range(1, 6))), ' ';
echo $calls('hgetall', fn () => array_map(fn () => $redis->hGetAll('hash'), range(1, 6))), ' ';
// Three asked, and the server was; of three more from memory each is counted as sixteen, one time in sixteen.
$stats = $counts->stats('key');
var_dump($redis->isTracked('key'), in_array($stats['reads'], [3, 19, 35, 51], true));
unset($stats['reads']);
echo json_encode(['ratio' => is_infinite($stats['ratio'])] + $stats), "\n";

// A key that changes each time that it was read is not.
for ($i = 0; $i < 6; $i++) {
    $redis->get('busy');
    $other->set('busy', $i);
    settle($plain, $other);
}
echo json_encode($counts->stats('busy')), ' ', $calls('get', fn () => array_map(fn () => $redis->get('busy'), range(1, 4))), "\n";
// What it says is right nevertheless.
$other->set('busy', 'now');
var_dump(until(fn () => $redis->get('busy') === 'now'));

// Reads from memory count as well, about.
for ($i = 0; $i < 3200; $i++) {
    $redis->get('key');
}
$reads = $counts->stats('key')['reads'];
var_dump($reads > 1600 && $reads < 6400);

// By hand; the counts are those of all processes and objects, and keys have their prefix.
$second = new Redis($server->socket, context: ['adaptive-cache' => ['width' => 9999, 'minEvents' => 4, 'minRatio' => 3]]);
$second->setOption(Redis::OPT_PREFIX, 'by:');
$second->ping();
$show($second->adaptiveCache);
var_dump($second->adaptiveCache->incrBy('hand', true, 2), $second->adaptiveCache->incrBy('hand', false, 5), $counts->incrBy('by:hand', false, 1));
echo json_encode([$counts->stats('by:hand'), round($second->adaptiveCache->stats('hand')['ratio'])]), "\n";
// Kept at first, and not any more once there are enough to go by.
echo $calls('get', fn () => array_map(fn () => $second->get('new'), range(1, 3))), ' ';
$second->adaptiveCache->incrBy('new', true, 20);
$other->set('by:new', 1);
until(fn () => !$second->isTracked('new'));
echo $calls('get', fn () => array_map(fn () => $second->get('new'), range(1, 3))), "\n";

var_dump($counts->loadFactor() > 0, $counts->loadFactor(4) > 0, $counts->loadFactor(5), $counts->lastFlush());
var_dump($counts->flush(), $counts->loadFactor(), $counts->stats('key')['reads'], abs($counts->lastFlush() - microtime(true)) < 5);

// On and off again; without it everything is kept.
var_dump($redis->setOption(Redis::OPT_ADAPTIVE_CACHE, false), $redis->getOption(Redis::OPT_ADAPTIVE_CACHE), $counts->enabled, $counts->stats('key'));
echo $calls('get', fn () => array_map(fn () => $redis->get('fresh'), range(1, 3))), "\n";
var_dump($redis->setOption(Redis::OPT_ADAPTIVE_CACHE, ['min-events' => -2]), $redis->adaptiveCache === $counts, $counts->minEvents);
// It outlives its client.
unset($redis);
var_dump($counts->flush(), $counts->stats('key'), $counts->lastFlush(), $counts->incrBy('key', false, 1), $counts->loadFactor());
$memory = new Redis($server->socket, context: ['adaptive-cache' => true, 'use-cache' => false]);
$memory->ping();
echo $memory->adaptiveCache->status, "\n";
?>
--EXPECT--
null
{"enabled":true,"status":"inactive","width":2000,"depth":4,"minEvents":-3,"minRatio":2.0,"formula":"pure"}
{"enabled":true,"status":"active","width":2000,"depth":4,"minEvents":-3,"minRatio":2.0,"formula":"pure"}
3 3 bool(true)
bool(true)
{"ratio":true,"writes":0,"kept":true}
{"reads":6,"writes":6,"ratio":1,"kept":false} 4
bool(true)
bool(true)
{"enabled":true,"status":"active","width":2000,"depth":4,"minEvents":4,"minRatio":3.0,"formula":"scaled"}
bool(true)
bool(true)
bool(true)
[{"reads":6,"writes":2,"ratio":3,"kept":true},11]
1 3
bool(true)
bool(true)
bool(false)
float(0)
bool(true)
float(0)
int(0)
bool(true)
bool(true)
bool(false)
bool(false)
bool(false)
1
bool(true)
bool(true)
int(-2)
bool(false)
bool(false)
float(0)
bool(false)
bool(false)
inactive
