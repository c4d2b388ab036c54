--TEST--
Adaptive: settings that are wrong, and the setting of php.ini
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
require __DIR__ . '/alone.inc';
use Baton\Redis;

foreach ([['width' => 100], ['width' => 2 ** 32], ['depth' => 9], ['min-events' => 70000], ['minRatio' => -1], ['formula' => 'best'], ['size' => 1]] as $setting) {
    thrown(fn () => (new Redis)->setOption(Redis::OPT_ADAPTIVE_CACHE, $setting));
}
thrown(fn () => new Redis(['adaptive-cache' => ['depth' => 0]]));
thrown(fn () => new Baton\AdaptiveCache);
thrown(fn () => serialize((new Redis(['adaptive-cache' => true]))->adaptiveCache));
thrown(fn () => (new Redis(['adaptive-cache' => true]))->adaptiveCache->incrBy('key', false, 100000));
echo alone(['baton_cache.adaptive=1', 'baton_cache.relay_aliases=1'], ['-r', 'echo json_encode((new Relay\Relay)->adaptiveCache), " ", (new Relay\Relay)->adaptiveCache::class;
    echo " ", json_encode((new Baton\RedisSentinel(["host" => "127.0.0.1"]))::class);']);
?>
--EXPECT--
ValueError: adaptive-cache: width must be from 512 to 2147483648, 100 given
ValueError: adaptive-cache: width must be from 512 to 2147483648, 4294967296 given
ValueError: adaptive-cache: depth must be from 1 to 8, 9 given
ValueError: adaptive-cache: minEvents must be from -65535 to 65535, 70000 given
ValueError: adaptive-cache: minRatio must be 0 or more, -1 given
ValueError: adaptive-cache: formula must be "pure" or "scaled"
ValueError: adaptive-cache: there is no setting "size"
ValueError: adaptive-cache: depth must be from 1 to 8, 0 given
Error: Call to private Baton\AdaptiveCache::__construct() from global scope
Exception: Serialization of 'Baton\AdaptiveCache' is not allowed
ValueError: Baton\AdaptiveCache::incrBy(): Argument #3 ($count) must be from 0 to 65535
{"enabled":true,"status":"inactive","width":100000,"depth":6,"minEvents":10,"minRatio":5,"formula":"scaled"} Relay\AdaptiveCache "Baton\\RedisSentinel"
