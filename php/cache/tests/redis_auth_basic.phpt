--TEST--
Who asks: a password, a user with one, in each of their forms
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
$socket = redis_server('--requirepass', 'secret', '--user', 'ann', 'on', '>apple', '~*', '+@all');
$redis = new Baton\Redis();
show($redis->connect($socket));
thrown(fn () => $redis->get('key'));
show($redis->getLastError());
thrown(fn () => $redis->auth('wrong'));
show($redis->auth('secret'), $redis->getAuth(), $redis->auth(['ann', 'apple']), $redis->acl('whoami'));
show($redis->auth(['user' => 'ann', 'pass' => 'apple']), $redis->auth(['secret']), $redis->auth([null, 'secret']), $redis->acl('whoami'));
show(@$redis->auth([1, 2, 3]), $redis->auth(null));
$redis->auth(['ann', 'apple']);
$redis->close();
echo "it is told again to a new connection\n";
show($redis->acl('whoami'));
show($redis->connect($socket, -1, 0, null, 0, 0, ['auth' => ['ann', 'apple']]), $redis->acl('whoami'));
thrown(fn () => $redis->connect($socket, -1, 0, null, 0, 0, ['auth' => ['ann', 'pear']]));
?>
--EXPECT--
true
Baton\RedisException: NOAUTH Authentication required.
"NOAUTH Authentication required."
Baton\RedisException: WRONGPASS invalid username-password pair or user is disabled.
true
"secret"
true
"ann"
true
true
true
"default"
false
false
it is told again to a new connection
"ann"
true
"ann"
Baton\RedisException: WRONGPASS invalid username-password pair or user is disabled.
