--TEST--
With OPT_THROW_ON_ERROR an error of the server is thrown, and is false among the replies of exec()
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/cached_server.inc';
use Baton\Redis;

$server = new Server;
function attempt(callable $do): void
{
    try {
        echo json_encode($do()), "\n";
    } catch (Baton\RedisException $error) {
        echo 'thrown: ', strtok($error->getMessage(), ' '), "\n";
    }
}
foreach ([true, false] as $cached) {
    $redis = $server->client($cached);
    $redis->flushDB();
    $redis->rPush('list', 'a');
    // PhpRedis's way.
    var_dump($redis->getOption(Redis::OPT_THROW_ON_ERROR), $redis->get('list'));
    $redis->clearLastError();
    $redis->setOption(Redis::OPT_THROW_ON_ERROR, true);
    var_dump($redis->getOption(Redis::OPT_THROW_ON_ERROR));
    // Of each kind of reply: strings, numbers, lists, maps, positions, streams, anything.
    attempt(fn () => $redis->get('list'));
    attempt(fn () => $redis->incr('list'));
    attempt(fn () => $redis->sMembers('list'));
    attempt(fn () => $redis->hGetAll('list'));
    attempt(fn () => $redis->zRange('list', 0, -1, true));
    attempt(fn () => $redis->xRange('list', '-', '+'));
    attempt(fn () => $redis->lPos('list', 'a', ['rank' => 0]));
    attempt(fn () => $redis->rawcommand('nonsense'));
    attempt(fn () => $redis->evalSha(str_repeat('0', 40)));
    attempt(fn () => $redis->sscan('list', $cursor));
    attempt(fn () => $redis->set('key', 'value'));
    attempt(fn () => $redis->getLastError() !== null);
    // An error within a reply is a part of it.
    attempt(fn () => $redis->eval("return {1, redis.error_reply('ERR inside')}"));
    // The replies of exec() are all told.
    attempt(fn () => $redis->pipeline()->get('list')->get('key')->sMembers('list')->rawcommand('nonsense')->exec());
    attempt(fn () => $redis->pipeline()->multi()->get('list')->get('key')->exec()->get('list')->exec());
    attempt(fn () => $redis->multi()->get('list')->sMembers('list')->get('key')->exec());
    // What is not taken into a transaction has no reply there.
    $redis->multi();
    attempt(fn () => $redis->rawcommand('get'));
    attempt(fn () => $redis->exec());
    // The connection is where it was.
    attempt(fn () => [$redis->getMode(), $redis->get('key')]);
}
$other = new Redis($server->socket, context: ['throw-on-error' => true]);
attempt(fn () => $other->get('list'));
?>
--EXPECT--
bool(false)
bool(false)
bool(true)
thrown: WRONGTYPE
thrown: WRONGTYPE
thrown: WRONGTYPE
thrown: WRONGTYPE
thrown: WRONGTYPE
thrown: WRONGTYPE
thrown: ERR
thrown: ERR
thrown: NOSCRIPT
thrown: WRONGTYPE
true
true
[1,false]
[false,"value",false,false]
[[false,"value"],false]
[false,false,"value"]
thrown: ERR
thrown: EXECABORT
[0,"value"]
bool(false)
bool(false)
bool(true)
thrown: WRONGTYPE
thrown: WRONGTYPE
thrown: WRONGTYPE
thrown: WRONGTYPE
thrown: WRONGTYPE
thrown: WRONGTYPE
thrown: ERR
thrown: ERR
thrown: NOSCRIPT
thrown: WRONGTYPE
true
true
[1,false]
[false,"value",false,false]
[[false,"value"],false]
[false,false,"value"]
thrown: ERR
thrown: EXECABORT
[0,"value"]
thrown: WRONGTYPE
