--TEST--
Nothing is believed while the tracker's process does not run, nothing is forgotten by that, and a program reads what its scripts have changed
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
$other->mset(['key' => 'old', 'second' => 'kept', 'third' => 'kept']);

// A child tracks.
if (($child = pcntl_fork()) === 0) {
    $tracking = $server->client();
    until(fn () => $tracking->get('key') && $tracking->isTracked('key'));
    file_put_contents("$server->folder/tracks", '');
    while (true) {
        sleep(60);
    }
}
until(fn () => file_exists("$server->folder/tracks"));
unlink("$server->folder/tracks");
$reader = $server->client();
foreach (['key', 'second', 'third'] as $key) {
    until(fn () => $reader->get($key) && $reader->isTracked($key));
}
/** Reads that cost no command. */
$hits = function (callable $read) use ($server): int {
    $before = $server->calls('get');
    for ($i = 0; $i < 20; $i++) {
        $read();
        usleep(5000);
    }
    return 20 - ($server->calls('get') - $before);
};
var_dump($hits(fn () => $reader->get('second')) === 20);

posix_stop($child);
usleep(300_000); // longer than the tracker may say nothing, whatever the machine does
$other->set('key', 'new');
var_dump($reader->get('key'), $hits(fn () => $reader->get('second')));
exec("kill -CONT $child");
var_dump(until(fn () => $reader->isTracked('third')), until(fn () => $hits(fn () => $reader->get('third')) === 20), $reader->get('key'));

// What a script has changed without naming it.
for ($i = 0, $wrong = 0; $i < 200; $i++) {
    $reader->get('changed');
    $reader->get('changed');
    $reader->eval("redis.call('SET', 'chan' .. 'ged', ARGV[1])", ["round $i"], 0);
    $wrong += $reader->get('changed') !== "round $i";
}
var_dump($wrong);
exec("kill -9 $child");
pcntl_waitpid($child, $status);

function posix_stop(int $process): void
{
    exec("kill -STOP $process");
    until(fn () => str_contains((string) file_get_contents("/proc/$process/stat"), ') T '));
}
?>
--EXPECT--
bool(true)
string(3) "new"
int(0)
bool(true)
bool(true)
string(3) "new"
int(0)
