--TEST--
An array that PHP compares or prints in one fiber is read by another as if nobody did
--EXTENSIONS--
baton_cache
--FILE--
<?php
use Baton\Table;

const VALUE = ['name' => 'abc', 'more' => [1]];
Table::set('key', VALUE);
for ($i = 0; $i < 3; $i++) {
    Table::get('key');
}

class Suspends
{
    public function __toString(): string
    {
        Fiber::suspend();
        return 'abc';
    }
}
$compare = function (): void {
    var_dump(Table::get('key') == ['name' => new Suspends, 'more' => [1]]);
};
$fibers = [new Fiber($compare), new Fiber($compare)];
$fibers[0]->start();
echo json_encode(Table::get('key')), "\n";
$fibers[1]->start();
foreach ($fibers as $fiber) {
    $fiber->resume();
}
Table::get('key') === VALUE or print "changed\n";
?>
--EXPECT--
{"name":"abc","more":[1]}
bool(true)
bool(true)
