--TEST--
Connections of pconnect() are used again, in the database they began with
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
$socket = redis_server();
function id(string $socket, ?string $name = null): int
{
    $redis = new Baton\Redis();
    $redis->pconnect($socket, -1, 0, $name);
    $id = $redis->client('id');
    $redis->select(5);
    return $id;
}
$first = id($socket);
show(id($socket) === $first, id($socket, 'other') === $first, id($socket) === $first);
$redis = new Baton\Redis();
show($redis->pconnect($socket, -1, 0, 'other'), $redis->getPersistentID(), $redis->client('info')['db'], $redis->getDBNum());
echo "one in a transaction is not\n";
$id = $redis->client('id');
$redis->watch('key');
$redis = new Baton\Redis();
$redis->pconnect($socket, -1, 0, 'other');
show($redis->client('id') === $id);
echo "nor one of another name, or one that is in use\n";
$both = [new Baton\Redis(), new Baton\Redis()];
$both[0]->pconnect($socket);
$both[1]->pconnect($socket);
show($both[0]->client('id') === $first, $both[1]->client('id') === $first);
unset($both);
echo "who asks is said anew by each\n";
$redis->config('SET', 'requirepass', 'secret');
$redis->auth('secret');
for ($i = 0; $i < 5; $i++) {
    $again = new Baton\Redis();
    $again->pconnect($socket, -1, 0, 'with a password');
    $again->auth('secret');
    $again->get('key');
    unset($again);
}
show(count(array_filter($redis->client('list'), fn ($client) => $client['cmd'] === 'get')));
?>
--EXPECT--
true
false
true
true
"other"
0
0
one in a transaction is not
false
nor one of another name, or one that is in use
true
false
who asks is said anew by each
1
