--TEST--
Every method that PhpRedis and Relay document as a command is there
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
$class = new ReflectionClass('Baton\Redis');
$methods = array_map(fn ($method) => $method->name, $class->getMethods());
show(count($methods), $class->isFinal(), (new ReflectionClass('Baton\RedisException'))->getParentClass()->name);
foreach ($class->getMethods() as $method) {
    if ($method->isStatic() || !$method->isPublic()) {
        show($method->name);
    }
}
class Mine extends Baton\Redis
{
    public function get(string $key): mixed
    {
        return 'mine: ' . parent::get($key);
    }
}
$redis = new Mine();
$redis->connect(redis_server());
$redis->set('key', 'value');
show($redis->get('key'), $redis->GET('key'));
?>
--EXPECT--
380
false
"RuntimeException"
"stats"
"metrics"
"license"
"maxMemory"
"memory"
"flushMemory"
"lastMemoryFlush"
"mine: value"
"mine: value"
