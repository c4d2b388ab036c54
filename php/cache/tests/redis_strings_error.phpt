--TEST--
Options of strings that make no sense warn, and nothing is sent
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
$redis = redis_client();
show($redis->set('a', 1, 0), $redis->set('a', 1, 'soon'), $redis->set('a', 1, ['EX' => 0]), $redis->set('a', 1, ['EX' => 1, 'KEEPTTL']));
show($redis->getEx('a', ['EX' => 0]), $redis->setBit('a', -1, true), $redis->lcs('a', 'b', ['unheard-of' => 1]));
show($redis->exists('a'));
show($redis->incr('a', 0), $redis->set('a', 'x'), $redis->incr('a'), $redis->getLastError(), $redis->clearLastError(), $redis->getLastError());
?>
--EXPECTF--
Warning: Baton\Redis::set(): int passed as EXPIRY is invalid (must be an int, float, or numeric string >= 1) in %s on line %d

Warning: Baton\Redis::set(): string passed as EXPIRY is invalid (must be an int, float, or numeric string >= 1) in %s on line %d

Warning: Baton\Redis::set(): int passed as EXPIRY is invalid (must be an int, float, or numeric string >= 1) in %s on line %d

Warning: Baton\Redis::set(): KEEPTTL can't be combined with EX or PX option in %s on line %d
false
false
false
false

Warning: Baton\Redis::getEx(): EXPIRE can't be < 1 in %s on line %d

Warning: Baton\Redis::setBit(): Invalid OFFSET for bitop command (must be between 0-2^32-1) in %s on line %d

Warning: Baton\Redis::lcs(): Unknown LCS option 'unheard-of' in %s on line %d
false
false
""
0
0
true
false
"ERR value is not an integer or out of range"
true
null
