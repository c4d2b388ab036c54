--TEST--
connect() reaches a Unix socket, and the object knows where it is
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
$socket = redis_server();
$redis = new Baton\Redis();
show($redis->isConnected(), $redis->getHost(), $redis->connect($socket), $redis->isConnected());
show($redis->getHost() === $socket, $redis->getPort(), $redis->getDBNum(), $redis->getTimeout(), $redis->getReadTimeout());
show($redis->timeout(), $redis->readTimeout());
show($redis->getPersistentID(), $redis->getAuth(), $redis->getMode(), $redis->ping(), $redis->ping('there?'));
show($redis->select(3), $redis->getDBNum());
show($redis->close(), $redis->close(), $redis->isConnected());
show($redis->pclose(), $redis->ping(), $redis->pclose(), $redis->isConnected());
echo "the next command opens it again, in its database\n";
show($redis->ping(), $redis->getDBNum(), $redis->client('info')['db']);
show($redis->open($socket, -1, 1.5, null, 0, 2.5), $redis->getTimeout(), $redis->getReadTimeout());
show($redis->connect("unix://$socket"), $redis->ping());
?>
--EXPECT--
false
false
true
true
true
-1
0
0.0
0.0
0.0
0.0
null
null
0
true
"there?"
true
3
true
false
false
false
true
true
false
the next command opens it again, in its database
true
3
3
true
1.5
2.5
true
true
