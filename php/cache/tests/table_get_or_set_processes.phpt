--TEST--
Of several processes that miss a key at once one builds, and one that dies is followed by another
--EXTENSIONS--
baton_cache
pcntl
--FILE--
<?php
use Baton\Table;

Table::set('ready', 0); // the memory is there before the fork
function children(int $count, callable $run): array
{
    $processes = [];
    for ($i = 0; $i < $count; $i++) {
        if (($process = pcntl_fork()) === 0) {
            $run($i);
            exit(0);
        }
        $processes[] = $process;
    }
    return $processes;
}
function all(array $processes): void
{
    foreach ($processes as $process) {
        pcntl_waitpid($process, $status);
    }
}
all(children(4, function () {
    Table::increment('ready');
    while (Table::get('ready') < 4) {
        usleep(100);
    }
    $value = Table::getOrSet('key', function () {
        Table::increment('built');
        usleep(100_000);
        return ['value' => getmypid()];
    });
    Table::add('seen ' . $value['value'], 1);
    Table::increment('got');
}));
var_dump(Table::get('built'), Table::get('got'), count(Table::keys('seen *')));

// The one who builds is killed: the others do not wait for longer than it takes to see that.
$leader = children(1, function () {
    Table::getOrSet('killed', function () {
        Table::set('building', 1);
        sleep(60);
    });
})[0];
while (!Table::get('building')) {
    usleep(1000);
}
exec("kill -9 $leader");
pcntl_waitpid($leader, $status);
$began = microtime(true);
var_dump(Table::getOrSet('killed', fn () => 'by the next', wait: 30), microtime(true) - $began < 10);
?>
--EXPECT--
int(1)
int(4)
int(1)
string(11) "by the next"
bool(true)
