--TEST--
Copies of a process take no more than they may, and most reads of what is read most are of them
--EXTENSIONS--
baton_cache
--INI--
baton_cache.maxmemory=64M
baton_cache.copies=1M
memory_limit=128M
--FILE--
<?php
use Baton\Table;

// One that is larger than a quarter of the bound, for which there would be room: each who reads it has a copy of its own. Its image is smaller.
$texts = array_map(fn (int $n): string => str_repeat(chr(65 + $n), 2_023), range(0, 39));
Table::set('a third', array_map(fn (int $n): string => $texts[$n % 40], range(1, 400)));
Table::get('a third');
Table::get('a third');
$before = memory_get_usage();
$held = [Table::get('a third'), Table::get('a third'), Table::get('a third')];
echo memory_get_usage() - $before > 1_000_000 ? "copies of their own\n" : "one copy\n";
unset($held, $texts);
Table::delete('a third');

$values = 4_000;
for ($i = 0; $i < $values; $i++) {
    Table::set("value-$i", $i % 2 ? array_fill(0, 100, "number $i") : str_repeat(chr(97 + $i % 26), 3_000));
}
Table::get('value-0');
Table::get('value-0'); // the places for copies are there
$before = memory_get_usage();
for ($round = 0; $round < 3; $round++) {
    for ($i = 0; $i < $values; $i++) {
        Table::get("value-$i");
        Table::get("value-$i");
    }
}
$grown = memory_get_usage() - $before;
echo $grown < 1.1e6 ? "bounded\n" : "grown by $grown\n";
echo $grown > 2e5 ? "there are copies\n" : "grown by $grown only\n";

// One that is larger than a quarter of the bound is read as well.
Table::set('a large one', $large = range(1, 100_000));
for ($i = 0; $i < 40; $i++) { // one newcomer of sixteen may displace others
    Table::get('a large one') === $large or print "changed\n";
}
unset($large);
echo memory_get_usage() - $before < 1.1e6 ? "not kept\n" : "kept\n";

// What counts is the value: an image has each string once, and a copy may not.
$texts = array_map(fn (int $n): string => str_repeat(chr(65 + $n), 2_023), range(0, 39));
for ($i = 0; $i < 12; $i++) {
    Table::set("texts-$i", array_map(fn (int $n): string => $texts[$n % 40], range(1, 1_000)));
}
unset($texts);
for ($round = 0; $round < 20; $round++) {
    for ($i = 0; $i < 12; $i++) {
        Table::get("texts-$i");
    }
}
echo memory_get_usage() - $before < 1.1e6 ? "bounded\n" : 'grown by ' . memory_get_usage() - $before . "\n";

// Whoever holds a value keeps it, whatever becomes of the copy.
$held = Table::get('value-1');
for ($i = 0; $i < $values; $i++) {
    Table::get("value-$i");
    Table::get("value-$i");
}
var_dump($held === array_fill(0, 100, 'number 1'));
$held['self'] = &$held;
unset($held);
var_dump(gc_collect_cycles() > 0);
?>
--EXPECT--
copies of their own
bounded
there are copies
not kept
bounded
bool(true)
bool(true)
