--TEST--
MGET answers from memory what is kept, and asks for the rest in one command
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/cached_server.inc';
use Baton\Redis;

$server = new Server;
$redis = $server->client();
$other = $server->client(false);
foreach (range(1, 40) as $i) {
    $other->set("key$i", "value $i");
}
$other->hSet('hash', 'a', 1);
settle($redis, $other);
$expect = fn (int ...$numbers) => array_map(fn ($i) => "value $i", $numbers);

$redis->get('key2');
$gets = $server->calls('get');
var_dump($redis->mget(['key1', 'key2', 'none', 'hash', 'key1']) === ['value 1', 'value 2', false, false, 'value 1']);
echo 'first: ', $server->calls('get') - $gets, ' GET, ', $server->calls('mget'), " MGET\n";
var_dump($redis->mget(['key1', 'key2', 'none', 'hash', 'key1']) === ['value 1', 'value 2', false, false, 'value 1']);
var_dump($redis->get('key1'));
echo 'then: ', $server->calls('get') - $gets, ' GET, ', $server->calls('mget'), " MGET\n";

// That MGET finds no string says nothing of the key.
var_dump($redis->exists('hash'), @$redis->get('hash'), $redis->getLastError(), $redis->type('hash') === Redis::REDIS_HASH);
$redis->clearLastError();

// Many at once, some of them kept.
var_dump($redis->mget(array_map(fn ($i) => "key$i", range(1, 40))) === $expect(...range(1, 40)));
$mgets = $server->calls('mget');
var_dump($redis->mget(['key39', 'key40', 'key3']) === $expect(39, 40, 3), $server->calls('mget') - $mgets);

// What changes is asked anew, and only that.
$other->set('key3', 'changed');
$other->set('none', 'there');
$other->del('hash');
$other->set('hash', 'a string');
settle($redis, $other);
var_dump($redis->mget(['key1', 'key3', 'none', 'hash']));
$redis->set('key1', 'mine');
var_dump($redis->mget(['key1', 'key3']));
$redis->multi();
$redis->mget(['key1', 'key3']);
var_dump($redis->exec());

// Values are kept as they are unpacked.
$redis->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_PHP);
$redis->mset(['a' => [1, 2], 'o' => new ArrayObject([3])]);
var_dump($redis->mget(['a', 'o']) == [[1, 2], new ArrayObject([3])], $redis->mget(['a', 'o']) == [[1, 2], new ArrayObject([3])]);
$redis->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_NONE);

// Keys that are not to be kept are not.
$redis->addIgnorePatterns('key*');
$mgets = $server->calls('mget');
$redis->mget(['none', 'key9']);
$redis->mget(['none', 'key9']);
var_dump($server->calls('mget') - $mgets);
?>
--EXPECT--
bool(true)
first: 0 GET, 1 MGET
bool(true)
string(7) "value 1"
then: 0 GET, 1 MGET
int(1)
bool(false)
string(65) "WRONGTYPE Operation against a key holding the wrong kind of value"
bool(true)
bool(true)
bool(true)
int(0)
array(4) {
  [0]=>
  string(7) "value 1"
  [1]=>
  string(7) "changed"
  [2]=>
  string(5) "there"
  [3]=>
  string(8) "a string"
}
array(2) {
  [0]=>
  string(4) "mine"
  [1]=>
  string(7) "changed"
}
array(1) {
  [0]=>
  array(2) {
    [0]=>
    string(4) "mine"
    [1]=>
    string(7) "changed"
  }
}
bool(true)
bool(true)
int(2)
