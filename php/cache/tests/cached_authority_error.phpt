--TEST--
A hit needs a connection whose credentials the server has accepted, and ends with it
--EXTENSIONS--
baton_cache
pcntl
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/cached_server.inc';
use Baton\Redis;

$server = new Server(['--requirepass', 'secret', '--user', 'ann', 'on', '>apple', '>pear', '~*', '+@all', '--user', 'bob', 'on', '>berry', '~*', '+@all',
    '--user', 'eve', 'on', '>plum', '~*', '+@all', '-info',
    '--user', 'dan', 'on', '>date', '~other:*', '+@all']);
function client(Server $server, mixed $auth = null): Redis
{
    $redis = new Redis;
    $redis->connect($server->socket);
    if ($auth !== null) {
        $redis->auth($auth);
    }
    return $redis;
}
/** The ways to read that give something of what is stored; none where the server refuses them all. */
function given(Redis $redis): string
{
    $all = ['get' => fn () => $redis->get('text'), 'mget' => fn () => $redis->mget(['text'])[0] ?? false, 'hGetAll' => fn () => $redis->hGetAll('hash')['field'] ?? false,
        'hGet' => fn () => $redis->hGet('hash', 'field'), 'strlen' => fn () => $redis->strlen('text'), 'getWithMeta' => fn () => $redis->getWithMeta('text')[0],
        'isTracked' => fn () => $redis->isTracked('text'), '_getKeys' => fn () => count($redis->_getKeys())];
    $given = array_filter($all, function ($read) {
        try {
            return $read();
        } catch (Baton\RedisException) {
            return false;
        }
    });
    return $given === [] ? 'nothing' : implode(' ', array_keys($given));
}
/** Has the client's reads kept. */
function fill(Redis $redis): Redis
{
    $redis->set('text', 'value');
    $redis->hSet('hash', 'field', 'value');
    until(function () use ($redis) {
        $redis->mget(['text']);
        return $redis->get('text') && $redis->hGetAll('hash') && $redis->isTracked('text') && $redis->isTracked('hash');
    });
    return $redis;
}

$reader = fill(client($server, 'secret'));
$strangers = [
    'without AUTH' => fn () => client($server),
    'refused' => function () use ($server) {
        $redis = client($server);
        try { $redis->auth('wrong'); } catch (Baton\RedisException) { }
        return $redis;
    },
    'refused by name' => function () use ($server) {
        $redis = client($server);
        try { $redis->auth(['ann', 'wrong']); } catch (Baton\RedisException) { }
        return $redis;
    },
    'wrong in the constructor' => fn () => new Redis(['host' => $server->socket, 'auth' => 'wrong']),
    'of nobody in the constructor' => fn () => new Redis(['host' => $server->socket, 'auth' => ['default', 'wrong']]),
];
foreach ($strangers as $name => $make) {
    $redis = $make();
    echo "$name: ", given($redis), ', ', given($redis), "\n";
    if (($child = pcntl_fork()) === 0) {
        echo 'in a child: ', given($make()), ', ', given($redis), ', ', given($reader), "\n";
        exec('kill -9 ' . getmypid());
    }
    pcntl_waitpid($child, $status);
}

// A refused AUTH on a connection that was let in before ends hits; so does another user's, which has none of its own.
$other = client($server, 'secret');
fill($other);
echo 'before: ', $other->isTracked('text') ? 'tracked' : 'not tracked', "\n";
try { $other->auth('wrong'); } catch (Baton\RedisException) { }
echo 'refused afterwards: ', json_encode([$other->isTracked('text'), $other->_getKeys()]), "\n";
$ann = fill(client($server, ['ann', 'apple']));
$ann->auth(['bob', 'berry']);
echo 'another user: ', json_encode([$ann->isTracked('text'), $ann->get('text')]), "\n";

// A connection of the program's own is the same one still, with the same gate: whoever it says that it is has nothing of whom it was.
$own = new Redis;
$own->pconnect($server->socket, -1, 5, 'own');
$own->auth(['ann', 'apple']);
fill($own);
// On a busy machine the tracker may not be heard for a moment.
var_dump(until(fn () => given($own) === 'get mget hGetAll hGet strlen getWithMeta isTracked _getKeys'));
try { $own->auth(['dan', 'wrong']); } catch (Baton\RedisException) { }
echo 'refused on it: ', json_encode([$own->isTracked('text'), $own->_getKeys()]), "\n";
$own->auth(['ann', 'apple']);
fill($own);
$own->auth(['dan', 'date']);
echo 'with fewer rights: ', given($own), "\n";

// A user who is deleted, or loses rights, reads no longer than the server's closing the connection, or a second, takes to be seen.
$admin = $server->client(false);
$admin->auth('secret');
$ann = fill(client($server, ['ann', 'apple']));
$admin->acl('DELUSER', 'ann');
var_dump(until(fn () => given($ann) === 'nothing'));
$bob = fill(client($server, ['bob', 'berry']));
$admin->acl('SETUSER', 'bob', '-@all');
var_dump(until(fn () => given($bob) === 'nothing'));
$admin->acl('SETUSER', 'bob', '+@all');
fill($bob);
$admin->acl('SETUSER', 'bob', 'resetkeys', '~other:*');
var_dump(until(fn () => given($bob) === 'nothing'));

// Who may not ask which process the server is has nothing kept.
$eve = client($server, ['eve', 'plum']);
$eve->set('text', 'value');
for ($i = 0; $i < 20; $i++, usleep(5000)) {
    $eve->get('text');
}
echo 'without INFO: ', json_encode([$eve->get('text'), $eve->isTracked('text')]), "\n";

// A connection that is lost takes its rights along: the next one needs those of now.
$again = fill(client($server, 'secret'));
$admin->config('SET', 'requirepass', 'changed');
$admin->client('KILL', ['type' => 'normal', 'skipme' => 'yes']);
var_dump(until(fn () => !$again->isTracked('text')));
echo 'with the password of before: ', given($again), "\n";
?>
--EXPECT--
without AUTH: nothing, nothing
in a child: nothing, nothing, get mget hGetAll hGet strlen getWithMeta isTracked _getKeys
refused: nothing, nothing
in a child: nothing, nothing, get mget hGetAll hGet strlen getWithMeta isTracked _getKeys
refused by name: nothing, nothing
in a child: nothing, nothing, get mget hGetAll hGet strlen getWithMeta isTracked _getKeys
wrong in the constructor: nothing, nothing
in a child: nothing, nothing, get mget hGetAll hGet strlen getWithMeta isTracked _getKeys
of nobody in the constructor: nothing, nothing
in a child: nothing, nothing, get mget hGetAll hGet strlen getWithMeta isTracked _getKeys
before: tracked
refused afterwards: [false,[]]
another user: [false,"value"]
bool(true)
refused on it: [false,[]]
with fewer rights: nothing
bool(true)
bool(true)
bool(true)
without INFO: ["value",false]
bool(true)
with the password of before: nothing
