--TEST--
Replies of other reads are kept too, and are what the server says
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

$fill = function () use ($other) {
    $other->flushDB();
    $other->set('string', 'some text');
    $other->set('number', 17);
    $other->hMset('hash', ['a' => '1', 'b' => 'two', 'c' => '']);
    $other->rPush('list', 'a', 'b', 'c', 'b');
    $other->sAdd('set', 'a', 'b', 'c');
    $other->sAdd('other', 'b', 'c', 'd');
    $other->zAdd('zset', 1, 'one', 2, 'two', 3.5, 'three');
    $other->zAdd('zother', 5, 'two');
    $other->geoadd('places', 13.361389, 38.115556, 'Palermo', 15.087269, 37.502669, 'Catania');
    $other->pfadd('log', ['a', 'b']);
    $other->xadd('stream', '1-1', ['field' => 'value']);
};
$reads = [
    ['get', 'string'], ['strlen', 'string'], ['getRange', 'string', 2, 5], ['getBit', 'string', 7], ['bitcount', 'string'], ['bitpos', 'string', true],
    ['exists', 'string'], ['exists', 'none'], ['exists', 'string', 'none', 'hash'], ['type', 'string'], ['type', 'hash'], ['type', 'none'],
    ['hGet', 'hash', 'a'], ['hGet', 'hash', 'none'], ['hGet', 'none', 'a'], ['hGetAll', 'hash'], ['hGetAll', 'none'], ['hKeys', 'hash'], ['hVals', 'hash'],
    ['hLen', 'hash'], ['hExists', 'hash', 'a'], ['hExists', 'hash', 'z'], ['hMget', 'hash', ['a', 'z', 'c']], ['hStrLen', 'hash', 'b'],
    ['lLen', 'list'], ['lindex', 'list', 1], ['lindex', 'list', 9], ['lrange', 'list', 0, -1], ['lrange', 'list', 1, 2], ['lPos', 'list', 'b'], ['lPos', 'list', 'b', ['rank' => 2]],
    ['sMembers', 'set'], ['scard', 'set'], ['sismember', 'set', 'a'], ['sismember', 'set', 'z'], ['sMisMember', 'set', 'a', 'z'],
    ['sDiff', 'set', 'other'], ['sInter', 'set', 'other'], ['sUnion', 'set', 'other'], ['sintercard', ['set', 'other']],
    ['zRange', 'zset', 0, -1], ['zRange', 'zset', 0, -1, true], ['zRevRange', 'zset', 0, 1], ['zRangeByScore', 'zset', '2', '+inf', ['withscores' => true]],
    ['zRevRangeByScore', 'zset', '+inf', '-inf', ['limit' => [1, 1]]], ['zCard', 'zset'], ['zCount', 'zset', '2', '4'], ['zScore', 'zset', 'three'], ['zScore', 'zset', 'none'],
    ['zMscore', 'zset', 'one', 'none'], ['zRank', 'zset', 'two'], ['zRevRank', 'zset', 'two'], ['zLexCount', 'zset', '-', '+'], ['zRangeByLex', 'zset', '-', '+'],
    ['zinter', ['zset', 'zother']], ['zunion', ['zset', 'zother'], null, ['withscores' => true]], ['zdiff', ['zset', 'zother']],
    ['geodist', 'places', 'Palermo', 'Catania', 'km'], ['geohash', 'places', 'Palermo'], ['geopos', 'places', 'Catania', 'none'],
    ['pfcount', 'log'], ['xlen', 'stream'], ['xrange', 'stream', '-', '+'],
];
// The tracker asks for INFO once a second.
$asked = function () use ($other) {
    $calls = array_map(fn ($line) => sscanf($line, 'calls=%d')[0], $other->info('commandstats'));
    unset($calls['cmdstat_info']);
    return array_sum($calls);
};
$check = function (string $when) use ($redis, $other, $reads, $asked) {
    foreach ($reads as $read) {
        $method = array_shift($read);
        $other->clearLastError();
        $expected = $other->$method(...$read);
        $values = [$redis->$method(...$read)];
        // While the tracker is not heard, on a busy machine, the server is asked. Errors are not kept.
        $sends = $other->getLastError() ? 1 : 0;
        $is_so = until(function () use ($redis, $method, $read, $asked, $sends, &$values) {
            $before = $asked();
            $values[] = $redis->$method(...$read);
            return $asked() - $before === $sends;
        });
        if (!$is_so || array_filter($values, fn ($value) => $value !== $expected)) {
            echo "$when: $method ", json_encode($read), ' is ', json_encode($values), ' and not ', json_encode($expected), ', ', $is_so ? '' : 'asked', "\n";
        }
    }
};
$fill();
$check('at first');
// Everything changes, and everything is told.
$other->append('string', '!');
$other->del('number');
$other->hSet('hash', 'z', 'new');
$other->lPush('list', 'b');
$other->sAdd('set', 'z');
$other->sRem('other', 'b');
$other->zAdd('zset', 9, 'nine');
$other->zAdd('zother', 1, 'one');
$other->geoadd('places', 2.3, 48.8, 'none');
$other->pfadd('log', ['c']);
$other->xadd('stream', '2-1', ['field' => 'other']);
$other->set('none', 'now there');
settle($redis, $other);
$check('after changes');
$fill();
settle($redis, $other);
$check('after a flush');
// Another type at the same key.
$other->del('hash', 'list');
$other->set('hash', 'a string');
$other->sAdd('list', 'in a set');
settle($redis, $other);
$check('with other types');
echo "done\n";
?>
--EXPECT--
done
