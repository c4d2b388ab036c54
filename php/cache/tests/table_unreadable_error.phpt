--TEST--
A value that no object can be made of is none, and counted
--EXTENSIONS--
baton_cache
--FILE--
<?php
use Baton\Redis;
use Baton\Table;

class Fragile
{
    public static bool $broken = false;
    public function __serialize(): array { return []; }
    public function __unserialize(array $data): void
    {
        if (self::$broken) {
            throw new RuntimeException('cannot be made');
        }
    }
}
Table::set('key', new Fragile);
var_dump(Table::get('key') instanceof Fragile, Redis::stats()['stats']['unreadable']);
Fragile::$broken = true;
try {
    Table::get('key');
} catch (RuntimeException $exception) {
    echo $exception->getMessage(), "\n";
}
var_dump(Redis::stats()['stats']['unreadable'], str_contains(Redis::metrics(), "\nbaton_cache_unreadable_total 1\n"));
?>
--EXPECT--
bool(true)
int(0)
cannot be made
int(1)
bool(true)
