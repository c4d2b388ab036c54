--TEST--
A connection that was lost is opened again, with its database and name
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
$socket = redis_server();
$redis = new Baton\Redis();
$redis->connect($socket);
$other = new Baton\Redis();
$other->connect($socket);
$redis->select(2);
$redis->set('key', 'value');
$id = $redis->client('id');
$other->client('kill', ['id' => (string) $id]);
usleep(20000);
show($redis->get('key'), $redis->getDBNum(), $redis->client('id') === $id);
echo "and before a write that nobody sends twice\n";
$other->client('kill', ['id' => (string) $redis->client('id')]);
usleep(20000);
show($redis->incr('count'), $redis->get('count'));
echo "not within a transaction\n";
$redis->multi();
$other->client('kill', ['type' => 'normal']);
usleep(20000);
thrown(fn () => $redis->set('key', 'other'));
show($redis->getMode(), $redis->get('key'));
echo "nor while something is watched\n";
$redis->watch('key');
$other->client('kill', ['type' => 'normal']);
usleep(20000);
thrown(fn () => $redis->get('key'));
show($redis->get('key'));
?>
--EXPECT--
"value"
2
false
and before a write that nobody sends twice
1
"1"
not within a transaction
Baton\RedisException: Connection lost and socket is in MULTI/watching mode (the server ended it while it was idle)
0
"value"
nor while something is watched
Baton\RedisException: Connection lost and socket is in MULTI/watching mode (Broken pipe)
"value"
