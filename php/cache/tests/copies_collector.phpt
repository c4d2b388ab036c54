--TEST--
A copy that leaves wakes no collector: no destructor of a program runs within a read
--EXTENSIONS--
baton_cache
--INI--
baton_cache.maxmemory=64M
baton_cache.copies=4M
--FILE--
<?php
use Baton\Table;

class Garbage
{
    public self $itself;

    public function __construct(private bool $reads)
    {
        $this->itself = $this;
    }

    public function __destruct()
    {
        global $within, $ran;
        if ($this->reads && $within !== null) {
            $ran++;
            Table::get($within);
        }
    }
}

/** Has the collector's buffer full but for one. */
function fill(): void
{
    do {
        $runs = gc_status()['runs'];
        while (gc_status()['roots'] < gc_status()['threshold'] - 1) {
            new Garbage(gc_status()['roots'] % 100 === 0);
        }
    } while (gc_status()['runs'] !== $runs);
}

$ran = $runs = 0;
$within = null;
for ($round = 0; $round < 20; $round++) {
    $held = [];
    for ($i = 0; $i < 2_500; $i++) {
        Table::set("small-$i", [$i]);
        Table::get("small-$i");
        $held[] = Table::get("small-$i"); // a copy with another reader
    }
    for ($i = 0; $i < 2_500; $i++) {
        Table::set("small-$i", 1); // what was copied has changed, and may go
    }
    fill();
    Table::set("large-$round", $large = array_fill(0, 10_000, $round));
    Table::get("large-$round");
    $before = gc_status()['runs'];
    $within = "large-$round";
    $value = Table::get($within);
    $within = null;
    $runs += gc_status()['runs'] - $before;
    $value === $large or print "changed\n";
    unset($value, $large);
}
echo "within reads: $runs collections, $ran destructors\n";
?>
--EXPECT--
within reads: 0 collections, 0 destructors
