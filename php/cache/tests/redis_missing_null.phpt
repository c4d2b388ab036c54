--TEST--
Without OPT_PHPREDIS_COMPATIBILITY what is missing is null, asked or kept, and errors are thrown
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/cached_server.inc';
use Baton\Redis;

$server = new Server;
$other = $server->client(false);
$other->rPush('list', 'a');
$other->hSet('hash', 'field', 'x');
$other->zAdd('zset', 1, 'm');
/** Reads, of what is there and of what is not. */
function reads(Redis $redis): array
{
    return [
        $redis->get('none'), $redis->mGet(['none', 'list']), $redis->hGet('hash', 'none'), $redis->hGet('none', 'field'), $redis->hMget('hash', ['field', 'none']),
        $redis->lIndex('list', 7), $redis->lPos('list', 'z'), $redis->zScore('zset', 'none'), $redis->zRank('zset', 'none'), $redis->zRevRank('none', 'm'),
        $redis->zMscore('zset', 'm', 'none'), $redis->sRandMember('none'), $redis->hRandField('none'), $redis->geodist('none', 'a', 'b'), $redis->randomKey() === null,
    ];
}
/** What takes, or may. */
$takes = fn (Redis $redis) => [$redis->lPop('none'), $redis->rPop('none'), $redis->sPop('none'), $redis->getDel('none'), $redis->lMove('none', 'there', 'left', 'left'),
    $redis->object('encoding', 'none'), $redis->lmpop(['none'], 'left'), $redis->dump('none'), $redis->getset('new', 'a'), $redis->del('new'), $redis->rawcommand('GET', 'none'),
    $redis->eval("return {1, false, 'x'}")];
/** Lists, counts and truths stay what they are. */
$others = fn (Redis $redis) => [$redis->hGetAll('none'), $redis->lRange('none', 0, -1), $redis->sMembers('none'), $redis->lLen('none'), $redis->exists('none'), $redis->hExists('none', 'a'),
    $redis->sIsMember('none', 'a'), $redis->set('hash', 1, ['nx']), $redis->strlen('none'), $redis->ttl('none')];

$redis = $server->client();
$plain = $server->client();
settle($redis, $other);
var_dump($redis->getOption(Redis::OPT_PHPREDIS_COMPATIBILITY), $redis->setOption(Redis::OPT_PHPREDIS_COMPATIBILITY, false), $redis->getOption(Redis::OPT_PHPREDIS_COMPATIBILITY));
$first = reads($redis);
echo json_encode($first), "\n", json_encode($takes($redis)), "\n", json_encode($others($redis)), "\n";
settle($redis, $other);
// The same once all of that is kept; and of wholes; and by a client that keeps nothing.
reads($redis);
$calls = $server->calls('get') + $server->calls('hget');
var_dump(reads($redis) === $first, $server->calls('get') + $server->calls('hget') - $calls);
Redis::flushMemory();
$redis->hGetAll('hash');
$redis->hGetAll('none');
$redis->sMembers('none');
$redis->lRange('list', 0, -1);
$redis->zRange('zset', 0, -1, true);
var_dump(reads($redis) === $first);
$alone = new Redis($server->socket, context: ['phpredis-compatibility' => false, 'use-cache' => false]);
var_dump(reads($alone) === $first, $redis->pipeline()->get('none')->hGet('none', 'a')->exec());

// Beside it, another object has it as PhpRedis does, whoever kept what they read.
echo json_encode(reads($plain)), "\n";
var_dump(reads($redis) === $first, $redis->get('none'), $plain->get('none'), $redis->get('none'));

// What it is for.
$redis->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_PHP);
$redis->set('stored', false);
var_dump($redis->get('stored'), $redis->get('stored'), $redis->get('none'));
try {
    $redis->get('list');
} catch (Baton\RedisException $error) {
    echo strtok($error->getMessage(), ' '), "\n";
}
// A type is the server's word, asked, recalled, of a cached whole and in a pipeline; and its number with the option.
$types = fn (Redis $redis) => json_encode(array_map($redis->type(...), ['none', 'stored', 'list', 'hash', 'zset']));
settle($redis, $other);
echo $types($redis), ' ', $types($redis), ' ', json_encode($redis->pipeline()->type('none')->type('list')->exec()), "\n";
Redis::flushMemory();
$redis->lRange('list', 0, -1);
$redis->zRange('zset', 0, -1, true);
$redis->hGetAll('none');
$calls = $server->calls('type');
echo json_encode([$redis->type('list'), $redis->type('zset'), $redis->type('none')]), ' ', $server->calls('type') - $calls, "\n";
$redis->setOption(Redis::OPT_PHPREDIS_COMPATIBILITY, true);
var_dump($redis->get('none'), $redis->get('list'));
echo $types($redis), "\n";
?>
--EXPECT--
bool(true)
bool(true)
bool(false)
[null,[null,null],null,null,{"field":"x","none":null},null,null,null,null,null,[1,null],null,null,null,false]
[null,null,null,null,null,null,null,null,null,1,null,[1,null,"x"]]
[[],[],[],0,0,false,false,false,0,-2]
bool(true)
int(0)
bool(true)
bool(true)
array(2) {
  [0]=>
  NULL
  [1]=>
  NULL
}
[false,[false,false],false,false,{"field":"x","none":false},false,false,false,false,false,[1,false],false,false,false,false]
bool(true)
NULL
bool(false)
NULL
bool(false)
bool(false)
NULL
WRONGTYPE
["none","string","list","hash","zset"] ["none","string","list","hash","zset"] ["none","list"]
["list","zset","none"] 0
bool(false)
bool(false)
[0,1,3,5,4]
