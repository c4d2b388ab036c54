--TEST--
What making an object of a value calls may use the Table: what it is lent stays
--EXTENSIONS--
baton_cache
--INI--
baton_cache.maxmemory=1M
baton_cache.zero_copy_cli=1
--FILE--
<?php
use Baton\Table;

final class Calls
{
    public static ?Closure $what = null;

    public function __wakeup(): void
    {
        (self::$what)();
    }
}

/** Uses all of the memory again and again. */
function churn(): void
{
    for ($i = 0; $i < 3000; $i++) {
        Table::set("churn:$i", [str_repeat('churn', 60), $i]);
    }
}

Table::set('object', ['calls' => new Calls, 'field' => 5]);
Table::set('lent', $value = array_fill(0, 500, 'lent'));
Calls::$what = function () use (&$lent): void {
    $lent = Table::get('lent');
};
var_dump(Table::pluck('object', 'field'));
churn();
var_dump($lent === $value);
?>
--EXPECT--
int(5)
bool(true)
