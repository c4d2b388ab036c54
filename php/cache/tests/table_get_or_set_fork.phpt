--TEST--
A builder that forks: both processes go on with seats of their own, and the parent alone leads
--EXTENSIONS--
baton_cache
pcntl
--INI--
baton_cache.zero_copy_cli=1
--FILE--
<?php
use Baton\Table;

/** What becomes of a builder that forks, which ends in both; nested in another one, and with what is lent, or not. */
function forks(string $key): string
{
    $parent = getmypid();
    $value = Table::getOrSet($key, function () use ($key) {
        return Table::getOrSet("$key:inner", function () use (&$process) {
            $process = pcntl_fork();
            if ($process > 0) {
                pcntl_waitpid($process, $status);
                return pcntl_wifexited($status) ? 'child: ' . pcntl_wexitstatus($status) : 'child: killed';
            }
            // It leads nothing of its parent's, and can lead what is its own.
            return Table::getOrSet('own', fn () => 'made by the child');
        });
    });
    if (getmypid() !== $parent) {
        exit($value === 'made by the child' && Table::set('after', [1, 2, 3]) && Table::get('after') === [1, 2, 3] ? 7 : 8);
    }
    return $value;
}

var_dump(forks('one'), Table::get('one:inner'), Table::get('own'));
Table::set('lent', $lent = range(1, 100));
$held = Table::get('lent');
var_dump(forks('two'), $held === $lent);
// Nobody has to wait for a builder any more.
$begun = microtime(true);
var_dump(Table::getOrSet('three', fn () => 3), microtime(true) - $begun < 1);
?>
--EXPECT--
string(8) "child: 7"
string(8) "child: 7"
string(17) "made by the child"
string(8) "child: 7"
bool(true)
int(3)
bool(true)
