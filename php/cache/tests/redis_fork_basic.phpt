--TEST--
A process that was forked connects by itself, and leaves the connection of its parent alone
--EXTENSIONS--
baton_cache
pcntl
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
$redis = redis_client();
$redis->set('key', 'value');
$id = $redis->client('id');
$child = pcntl_fork();
if ($child === 0) {
    show($redis->get('key'), $redis->client('id') === $id);
    unset($redis);
    exit;
}
pcntl_waitpid($child, $status);
show($redis->get('key'), $redis->client('id') === $id);
?>
--EXPECT--
"value"
false
"value"
true
