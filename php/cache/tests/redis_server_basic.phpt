--TEST--
What is asked of the server and the connection
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
$redis = redis_client();
$info = $redis->info();
show($info['redis_mode'] ?? $info['server_mode'], is_int($redis->info('clients')['connected_clients']), array_keys($redis->info('cluster')), count($redis->time()), $redis->echo('hello'), $redis->role()[0], is_int($redis->lastSave()));
show($redis->config('GET', 'maxmemory'), $redis->config('SET', 'maxmemory', '1mb'), array_intersect_key(['maxmemory' => 1, 'timeout' => 1], $redis->config('GET', ['maxmemory', 'timeout'])), $redis->config('GET', 'maxmemory'), $redis->config('SET', ['maxmemory' => '0', 'timeout' => 0]), $redis->config('RESETSTAT'), $redis->config('SET', 'unheard', '1'), $redis->getLastError());
show($redis->config('UNHEARD'), $redis->config('GET'), $redis->config('GET', []), $redis->config('SET', 'x'), $redis->config('SET', ['x']));
show($redis->command('count') > 100, $redis->command('info', 'get')[0][0], $redis->command('getkeys', 'mset', 'a', 1, 'b', 2), in_array('get', $redis->command('list')), $redis->command('unheard'));
show($redis->acl('whoami'), $redis->acl('setuser', 'ann', 'on', '>x', '~*', '+get'), $redis->acl('getuser', 'ann')['commands'], count($redis->acl('users')), strlen($redis->acl('genpass')), $redis->acl('dryrun', 'ann', 'get', 'x'), $redis->acl('deluser', 'ann'), $redis->acl('log', 'reset'), $redis->acl('log'), $redis->acl('getuser'), $redis->acl('unheard'));
show($redis->slowlog('reset'), $redis->slowlog('len'), $redis->slowlog('get', 5), $redis->slowlog('unheard'), $redis->swapdb(0, 1), $redis->wait(0, 10), $redis->replicaof(), $redis->slaveof(), $redis->replicaof('x', -1), $redis->bgSave(), $redis->serverName() === strtolower(strtok((string) shell_exec(escapeshellarg(redis_server_program()) . ' --version'), ' ')), version_compare($redis->serverVersion(), '5', '>='));
show(is_string($redis->debug('nothing') ?: 'false'), $redis->set('a', 1), str_contains($redis->debug('a'), 'encoding'), $redis->waitaof(-1, 0, 0), $redis->failover(['host' => 'x']));
$redis->clearTransferredBytes();
$redis->ping();
show($redis->getTransferredBytes());
show($redis->select(3), $redis->reset(), $redis->getDBNum(), $redis->select(-1), $redis->select(99), $redis->getLastError());
?>
--EXPECTF--
"standalone"
true
["cluster_enabled"]
2
"hello"
"master"
true
{"maxmemory":"0"}
true
{"maxmemory":1,"timeout":1}
{"maxmemory":"1048576"}
true
true
false
"ERR Unknown option or number of arguments for CONFIG SET - 'unheard'"

Warning: Baton\Redis::config(): Unknown operation 'UNHEARD' in %s on line %d

Warning: Baton\Redis::config(): Must pass a string or array of values to CONFIG GET in %s on line %d

Warning: Baton\Redis::config(): Cannot pass an empty array to CONFIG GET in %s on line %d

Warning: Baton\Redis::config(): Must either pass two strings to CONFIG SET or a non-empty array of values in %s on line %d

Warning: Baton\Redis::config(): Must pass an associate array of config keys and values in %s on line %d
false
false
false
false
false

Warning: Baton\Redis::command(): Unknown COMMAND operation 'unheard' in %s on line %d
true
"get"
["a","b"]
true
false

Warning: Baton\Redis::acl(): ACL GETUSER requires at least one argument in %s on line %d

Warning: Baton\Redis::acl(): Unknown ACL operation 'unheard' in %s on line %d
"default"
true
"-@all +get"
2
64
true
1
true
[]
false
false

Warning: Baton\Redis::slowlog(): Unknown SLOWLOG operation 'unheard' in %s on line %d

Warning: Baton\Redis::replicaof(): Invalid port -1 in %s on line %d
true
0
[]
false
true
0
true
true
false
true
true
true

Warning: Baton\Redis::waitaof(): No arguments can be negative in %s on line %d

Warning: Baton\Redis::failover(): host and port must be provided! in %s on line %d
true
true
true
false
false
[14,7]
true
true
0
false
false
"ERR DB index is out of range"
