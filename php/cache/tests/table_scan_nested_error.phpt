--TEST--
What the objects of a walk over a Table call cannot move its iterator
--EXTENSIONS--
baton_cache
--FILE--
<?php
use Baton\Table;

final class Calls
{
    public static ?Closure $what = null;

    public function __wakeup(): void
    {
        self::$what && (self::$what)('made');
    }
    public function __destruct()
    {
        self::$what && (self::$what)('ended');
    }
}
$walked = new Table('walked');
for ($i = 0; $i < 5; $i++) {
    $walked->set((string) $i, [new Calls, $i]);
}
$iterator = $walked->fullscan();
Calls::$what = function (string $when) use ($iterator): void {
    try {
        while ($iterator->valid()) {
            $iterator->next();
        }
        $iterator->rewind();
        echo "moved when $when\n";
    } catch (Error $error) {
        echo "$when: ", $error->getMessage(), "\n";
    }
};
$seen = [];
for ($iterator->rewind(); $iterator->valid(); $iterator->next()) {
    $seen[] = $iterator->key();
}
sort($seen);
echo implode(' ', $seen), "\n";
Calls::$what = null;
?>
--EXPECT--
made: The iterator is on its way to the next value: what its objects call cannot move it
ended: The iterator is on its way to the next value: what its objects call cannot move it
made: The iterator is on its way to the next value: what its objects call cannot move it
ended: The iterator is on its way to the next value: what its objects call cannot move it
made: The iterator is on its way to the next value: what its objects call cannot move it
ended: The iterator is on its way to the next value: what its objects call cannot move it
made: The iterator is on its way to the next value: what its objects call cannot move it
ended: The iterator is on its way to the next value: what its objects call cannot move it
made: The iterator is on its way to the next value: what its objects call cannot move it
ended: The iterator is on its way to the next value: what its objects call cannot move it
0 1 2 3 4
