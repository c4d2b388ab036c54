--TEST--
Adaptive: Relay's option, setting and class are accepted, and every reply is cached
--EXTENSIONS--
baton_cache
--INI--
baton_cache.adaptive=1
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/cached_server.inc';
require __DIR__ . '/alone.inc';
use Baton\Redis;

$server = new Server;
$calls = function (Redis $redis) use ($server): int {
    $before = $server->calls('get');
    $redis->get('key');
    $redis->get('key');
    return $server->calls('get') - $before;
};

$settings = ['width' => 2000, 'depth' => 4, 'minEvents' => -3, 'minRatio' => 2.0, 'formula' => 'pure'];
$redis = new Redis($server->socket, context: ['adaptive-cache' => $settings]);
echo json_encode($redis->adaptiveCache), "\n";
// Relay would not keep a reply before three reads.
echo $calls($redis), "\n";
$cache = $redis->adaptiveCache;
var_dump($cache->stats('key'), $cache->flush(), $cache->loadFactor(), $cache->lastFlush(), $cache->incrBy('key', false, 1));

foreach ([false, true, ['enabled' => false], []] as $value) {
    var_dump($redis->setOption(Redis::OPT_ADAPTIVE_CACHE, $value), $redis->getOption(Redis::OPT_ADAPTIVE_CACHE), $cache->enabled);
}
var_dump($redis->adaptiveCache === $cache, (new Redis)->adaptiveCache);

foreach ([fn () => new Baton\AdaptiveCache, fn () => serialize($cache)] as $call) {
    try {
        $call();
    } catch (Throwable $thrown) {
        echo $thrown::class, ': ', $thrown->getMessage(), "\n";
    }
}
echo alone(['baton_cache.relay_aliases=1'], ['-r', '$relay = new Relay\Relay(context: ["adaptive-cache" => true]); echo $relay->adaptiveCache::class;']);
?>
--EXPECT--
{"enabled":true,"status":"inactive","width":0,"depth":0,"minEvents":0,"minRatio":0,"formula":"scaled"}
1
bool(false)
bool(false)
bool(false)
float(0)
bool(false)
bool(true)
bool(false)
bool(false)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
bool(false)
bool(true)
bool(true)
bool(true)
bool(true)
NULL
Error: Call to private Baton\AdaptiveCache::__construct() from global scope
Exception: Serialization of 'Baton\AdaptiveCache' is not allowed
Relay\AdaptiveCache
