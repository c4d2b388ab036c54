--TEST--
What changes between the end of a tracker and the beginning of the next is not read as it was, by who did not read meanwhile
--EXTENSIONS--
baton_cache
pcntl
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/cached_server.inc';
$server = new Server;
$other = $server->client(false);
$other->mset(['key' => 'old', 'own 0' => 'any', 'own 1' => 'any']);

/** A child that tracks once it is told to, unless another does. */
function tracker(Server $server, int $number): int
{
    if (($child = pcntl_fork()) === 0) {
        until(fn () => file_exists("$server->folder/begin $number"));
        $redis = $server->client();
        until(fn () => $redis->get("own $number") && $redis->isTracked("own $number"));
        touch("$server->folder/tracks $number");
        while (true) {
            sleep(60);
        }
    }
    return $child;
}
function begin(Server $server, int $number): bool
{
    touch("$server->folder/begin $number");
    return until(fn () => file_exists("$server->folder/tracks $number"));
}

$children = [tracker($server, 0), tracker($server, 1)];
var_dump(begin($server, 0));
$reader = $server->client();
$is_kept = function () use ($reader, $server): bool {
    $before = $server->calls('get');
    return $reader->get('key') === 'old' && $reader->isTracked('key') && $server->calls('get') === $before;
};
var_dump(until($is_kept));
$connection = $reader->client('id');

exec("kill -9 $children[0]");
pcntl_waitpid($children[0], $status);
$other->set('key', 'new');
var_dump(begin($server, 1));
// Its connection and its gate are those of before: what it has by them is not of the new tracker's time.
var_dump($reader->get('key'), $reader->client('id') === $connection);
exec("kill -9 $children[1]");
pcntl_waitpid($children[1], $status);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
string(3) "new"
bool(true)
