--TEST--
What unserialize() calls may not ask the nodes that replies are read from
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php
if (!is_executable('/usr/bin/redis-server')) die('skip redis-server is not installed');
?>
--FILE--
<?php
require __DIR__ . '/cluster.inc';

final class Asks
{
    public static $redis;
    public static string $what = '';

    public function __wakeup()
    {
        try {
            match (self::$what) {
                'mget' => self::$redis->mget(['k0', 'k1', 'k2']),
                'setOption' => self::$redis->setOption(Baton\Redis::OPT_SERIALIZER, Baton\Redis::SERIALIZER_NONE),
                default => self::$redis->get('k2'),
            };
            echo "asked\n";
        } catch (Baton\RedisClusterException $exception) {
            echo $exception->getMessage(), "\n";
        }
    }
}

$cluster = new Cluster;
$redis = Asks::$redis = $cluster->client();
$redis->setOption(Baton\Redis::OPT_USE_CACHE, false);
$redis->setOption(Baton\Redis::OPT_SERIALIZER, Baton\Redis::SERIALIZER_PHP);
$redis->mset(['k0' => 'zero', 'k1' => new Asks, 'k2' => 'two']);
var_dump($redis->mget(['k0', 'k1', 'k2'])[2]);
Asks::$what = 'mget';
var_dump($redis->pipeline()->get('k2')->get('k1')->get('k0')->exec()[2]);
Asks::$what = 'setOption';
var_dump($redis->mget(['k1', 'k2'])[1]);
// All is as it was.
var_dump($redis->getOption(Baton\Redis::OPT_SERIALIZER), $redis->get('k0'), $redis->mget(['k2', 'k0']));
?>
--EXPECT--
This object is reading a reply: what unserialize() calls needs a client of its own
string(3) "two"
This object is reading a reply: what unserialize() calls needs a client of its own
string(4) "zero"
This object is reading a reply: what unserialize() calls needs a client of its own
string(3) "two"
int(1)
string(4) "zero"
array(2) {
  [0]=>
  string(3) "two"
  [1]=>
  string(4) "zero"
}
