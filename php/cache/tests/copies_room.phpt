--TEST--
A scan over more values than copies have room for leaves most copies in place, and copies of changed values make room at once
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php
if (!function_exists('memory_reset_peak_usage')) {
    die('skip needs PHP 8.2 to see what a read allocates');
}
?>
--INI--
baton_cache.maxmemory=64M
baton_cache.copies=1M
memory_limit=128M
--FILE--
<?php
use Baton\Table;

function store(int $key, int $round): void
{
    Table::set("value-$key", array_fill(0, 100, "number $key of round $round"));
}

/** Whether a read is given a copy that is there already. */
function is_shared(int $key): bool
{
    memory_reset_peak_usage();
    $before = memory_get_usage();
    Table::get("value-$key");
    return memory_get_peak_usage() - $before < 1_000;
}

// A copy of these counts as 3.5 KB: about 300 fit.
for ($i = 0; $i < 1_000; $i++) {
    store($i, 0);
}
for ($round = 0; $round < 8; $round++) {
    $shared = 0;
    for ($i = 0; $i < 1_000; $i++) {
        $shared += (int) is_shared($i);
    }
}
echo $shared > 150 ? "a scan is given copies\n" : "a scan was given $shared copies\n";

// Small ones, which all fit, are all copied in the end, though they are read one after the other.
for ($i = 0; $i < 1_000; $i++) {
    Table::set("small-$i", range($i, $i + 19));
}
for ($round = 0; $round < 100; $round++) {
    $shared = 0;
    for ($i = 0; $i < 1_000; $i++) {
        memory_reset_peak_usage();
        $before = memory_get_usage();
        Table::get("small-$i");
        $shared += (int) (memory_get_peak_usage() - $before < 300);
    }
}
echo $shared > 950 ? "all that fit are kept\n" : "of 1000 that fit $shared are kept\n";

for ($round = 1; $round < 8; $round++) {
    $shared = 0;
    for ($i = 0; $i < 250; $i++) {
        store($i, $round);
        is_shared($i);
        is_shared($i);
        $shared += (int) is_shared($i);
    }
}
echo $shared > 60 ? "what changes is copied again\n" : "of 250 that changed $shared are copied\n";
?>
--EXPECT--
a scan is given copies
all that fit are kept
what changes is copied again
