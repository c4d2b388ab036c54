--TEST--
A Table without eviction refuses what has no room, and keeps what it has
--EXTENSIONS--
baton_cache
--INI--
baton_cache.maxmemory=2M
baton_cache.eviction_policy=noeviction
--FILE--
<?php
use Baton\Table;

$kept = 0;
for ($i = 0; Table::set("key:$i", str_repeat('x', 1000)); $i++);
var_dump($i > 500, Table::count() === $i, Table::stats()['refused'] > 0, Table::stats()['evictions']);
Table::delete('key:3');
var_dump(Table::set('key:new', str_repeat('y', 900)), Table::get('key:new') === str_repeat('y', 900));
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
int(0)
bool(true)
bool(true)
