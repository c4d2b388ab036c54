--TEST--
Arguments are checked as those of PHP's own functions are
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
$redis = redis_client();
thrown(fn () => $redis->get());
thrown(fn () => $redis->get('a', 'b'));
thrown(fn () => $redis->get([]));
thrown(fn () => $redis->get(new stdClass()));
thrown(fn () => $redis->getRange('a', 'x', 1));
thrown(fn () => $redis->getRange('a', 1));
thrown(fn () => $redis->incrByFloat('a', 'x'));
thrown(fn () => $redis->mget('a'));
thrown(fn () => $redis->del());
thrown(fn () => $redis->sAdd('a'));
thrown(fn () => $redis->sAdd('a', new stdClass(), 1) ?: throw new Exception('false'));
thrown(fn () => $redis->setBit('a', 1, []));
thrown(fn () => $redis->xack('a', 'b', 'c'));
thrown(fn () => $redis->zPopMax('a', 'x'));
thrown(fn () => $redis->cmsInitByDim('a', 1.5, 2));
show($redis->getRange('a', '1', 2.0), $redis->zPopMax('a', null), $redis->set(12, 'number'), $redis->get(12), $redis->mget([12, 'x']), $redis->del([]), $redis->hDel('h', 1, 2.5));
$strict = function () use ($redis) {
    eval('declare(strict_types=1); return $redis->get(12);');
};
thrown($strict);
$many = range(1, 1000);
show($redis->sAdd('many', ...$many), $redis->scard('many'), $redis->del(...array_map(fn ($i) => "key$i", $many)));
?>
--EXPECTF--
ArgumentCountError: Baton\Redis::get() expects exactly 1 argument, 0 given
ArgumentCountError: Baton\Redis::get() expects exactly 1 argument, 2 given
TypeError: Baton\Redis::get(): Argument #1 ($key) must be of type string, array given
TypeError: Baton\Redis::get(): Argument #1 ($key) must be of type string, stdClass given
TypeError: Baton\Redis::getRange(): Argument #2 ($start) must be of type int, string given
ArgumentCountError: Baton\Redis::getRange() expects exactly 3 arguments, 2 given
TypeError: Baton\Redis::incrByFloat(): Argument #2 ($value) must be of type float, string given
TypeError: Baton\Redis::mget(): Argument #1 ($keys) must be of type array, string given
ArgumentCountError: Baton\Redis::del() expects at least 1 argument, 0 given
ArgumentCountError: Baton\Redis::sAdd() expects at least 2 arguments, 1 given
nothing was thrown
TypeError: Baton\Redis::setBit(): Argument #3 ($value) must be of type bool, array given
TypeError: Baton\Redis::xack(): Argument #3 ($ids) must be of type array, string given
TypeError: Baton\Redis::zPopMax(): Argument #2 ($count) must be of type ?int, string given

Deprecated: Implicit conversion from float 1.5 to int loses precision in %s on line %d
nothing was thrown
false
false
true
"number"
["number",false]
false
0
TypeError: Baton\Redis::get(): Argument #1 ($key) must be of type string, int given
1000
1000
0
