--TEST--
Objects that fork while a Table reads or writes them: the child goes on with a seat of its own
--EXTENSIONS--
baton_cache
pcntl
--INI--
baton_cache.maxmemory=1M
baton_cache.zero_copy=all
baton_cache.zero_copy_cli=1
--FILE--
<?php
use Baton\Table;

/** An object that does something once, when it is written or read. */
final class Calls
{
    public static array $what = [];

    private static function call(string $when): void
    {
        $what = self::$what[$when] ?? null;
        unset(self::$what[$when]);
        $what && $what();
    }
    public function __serialize(): array
    {
        self::call('write');
        return [];
    }
    public function __unserialize(array $data): void
    {
        self::call('read');
    }
    public function __toString(): string
    {
        self::call('name');
        return 'named';
    }
}

/** Uses all of the memory again and again. */
function churn(): void
{
    Table::clearAll();
    for ($i = 0; $i < 3000; $i++) {
        Table::set("churn:$i", ['churn', str_repeat('churn', 100), $i]);
    }
}

/** What a call's child has, once the parent has ended and its memory has been used by others. */
function forks(string $when, callable $call): void
{
    global $lent;
    Table::clearAll();
    foreach ([null, 'walked'] as $namespace) {
        Table::set('object', new Calls, namespace: $namespace);
        while (!Table::set('lent', $lent, namespace: $namespace)) { // the memory is full of what the last child still has
            usleep(1000);
        }
    }
    [$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $process = pcntl_fork();
    if ($process > 0) {
        fclose($there);
        pcntl_waitpid($process, $status);
        churn();
        fwrite($here, "look\n");
        echo pcntl_wexitstatus($status), ' ', trim((string) fgets($here)), "\n";
        return;
    }
    $is_child = null;
    Calls::$what[$when] = function () use (&$is_child): void {
        $is_child = pcntl_fork() === 0;
    };
    $found = $call();
    if ($is_child === false) {
        fgets($here); // the child has it as well
    } elseif ($is_child) {
        fwrite($there, "found\n");
        fgets($there);
        fwrite($there, in_array($lent, $found, true) ? "whole\n" : "spoiled\n");
    }
    exit(in_array($lent, $found, true) && $is_child !== null ? 7 : 8);
}

$lent = range(1, 500);
forks('read', fn () => Table::getMultiple(['object', 'lent']));
forks('name', fn () => Table::getMultiple([new Calls, 'lent']));
forks('read', fn () => [Table::get('object'), Table::get('lent')]);
forks('read', fn () => iterator_to_array((new Table('walked'))->fullscan()));
forks('read', function () {
    for ($cursor = null, $found = []; ($step = Table::scan($cursor, namespace: 'walked')) !== false;) {
        $found += $step;
    }
    return $found;
});
forks('write', fn () => [Table::setMultiple(['object' => new Calls, 'other' => 5]), Table::get('other') === 5 ? Table::get('lent') : null]);
forks('write', fn () => Table::compareAndSet('object', new Calls, 'other') || Table::get('object') === 'other' ? [Table::get('lent')] : []);
forks('read', fn () => [Table::getOrSet('object', fn () => 5), Table::get('lent')]);
forks('write', fn () => [Table::getOrSet('made', fn () => new Calls), Table::get('lent')]);
?>
--EXPECT--
7 whole
7 whole
7 whole
7 whole
7 whole
7 whole
7 whole
7 whole
7 whole
