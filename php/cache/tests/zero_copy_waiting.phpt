--TEST--
Memory that a request was lent from waits for it, and all other memory is used again: one that does not end starves nobody
--SKIPIF--
<?php if (!extension_loaded('baton_cache')) die('skip the extension is not there'); ?>
--INI--
baton_cache.maxmemory=8M
baton_cache.zero_copy_cli=1
--FILE--
<?php
use Baton\Table;

function value(string $name): array
{
    return ['name' => $name, 'text' => str_repeat($name, 100)];
}

/** Stores six times what there is room for; how many were refused, and how many of the last thousand are there. */
function churn(string $round, bool $reads): string
{
    $refused = $there = 0;
    for ($number = 0; $number < 40_000; $number++) {
        $refused += Table::set("$round$number", value("$round$number")) ? 0 : 1;
        if ($reads) {
            Table::get("$round$number");
        }
    }
    for ($number = 39_000; $number < 40_000; $number++) {
        $there += Table::get("$round$number") === value("$round$number") ? 1 : 0;
    }
    return "refused $refused, there " . ($there > 990 ? 'all' : $there);
}

Table::set('lent', value('lent'));
$lent = Table::get('lent');
Table::set('lent', value('another'));
echo 'one value lent: ', churn('a', false), "\n";
var_dump($lent === value('lent'));

// All that is stored is read as well: beyond a share of the memory values are copied.
$all = [];
foreach (range(0, 9) as $number) {
    Table::set("own$number", value("own$number"));
    $all[] = Table::get("own$number");
}
echo 'each value read: ', churn('b', true), "\n";
echo 'again: ', churn('c', true), "\n";
var_dump($lent === value('lent'), $all === array_map(fn ($number) => value("own$number"), range(0, 9)));
$waiting = Table::stats()['memory']['waiting'] ?? null;
?>
--EXPECT--
one value lent: refused 0, there all
bool(true)
each value read: refused 0, there all
again: refused 0, there all
bool(true)
bool(true)
