--TEST--
What a process has a copy of changes, ends and goes as everything else does, and belongs to whoever reads it
--EXTENSIONS--
baton_cache
--INI--
baton_cache.maxmemory=4M
--FILE--
<?php
use Baton\Table;

$array = ['name' => 'a value', 'rows' => array_fill(0, 50, ['id' => 1, 'name' => 'a row'])];
$values = ['an array' => $array, 'a long string' => str_repeat('long ', 500)];

/** Three reads: the second makes the copy, and the third is given it. */
function reads(string $key, ?string $space = null): mixed
{
    Table::get($key, $space);
    Table::get($key, $space);
    return Table::get($key, $space);
}

foreach ($values as $key => $value) {
    Table::set($key, $value);
    echo $key, ': ', json_encode([
        reads($key) === $value,
        Table::getMultiple([$key])[$key] === $value,
        Table::getWithMeta($key)[0] === $value,
    ]), "\n";
}

// Copies are shared: no reader takes memory of its own.
$memory = memory_get_usage();
$held = [];
for ($i = 0; $i < 50; $i++) {
    $held[] = Table::get('an array');
}
echo memory_get_usage() - $memory < 4_000 ? "shared\n" : "not shared\n";

// What one of them changes is its own.
$held[0]['rows'][0]['id'] = 2;
$held[1] = null;
$changed = Table::get('a long string');
$changed[0] = 'L';
var_dump($held[2] === $array, Table::get('an array') === $array, Table::get('a long string') === $values['a long string']);

// Tags are looked at each time.
Table::set('tagged key', $array, tags: ['one', 'two']);
var_dump(reads('tagged key') === $array);
Table::deleteTags('two');
var_dump(Table::get('tagged key'));

// So are ends.
Table::set('key with an end', $array, 100);
var_dump(reads('key with an end') === $array);
Table::expire('key with an end', 1);
while (Table::ttl('key with an end') !== false) {
    usleep(10_000);
}
var_dump(Table::get('key with an end'));

Table::delete('an array');
var_dump(Table::get('an array'));
Table::set('an array', ['other' => 'value']);
var_dump(reads('an array') === ['other' => 'value']);

// A key of a namespace is another.
Table::set('an array', $array, null, 'space');
var_dump(reads('an array', 'space') === $array, reads('an array') === ['other' => 'value']);
Table::clear('space');
var_dump(Table::get('an array', 'space'));
Table::clear();
var_dump(Table::get('an array'), Table::get('a long string'));

// Objects are made for each reader.
Table::set('an object', (object) ['list' => $array]);
$one = reads('an object');
$one->list = 'changed';
var_dump(Table::get('an object')->list === $array);
?>
--EXPECT--
an array: [true,true,true]
a long string: [true,true,true]
shared
bool(true)
bool(true)
bool(true)
bool(true)
NULL
bool(true)
NULL
NULL
bool(true)
bool(true)
bool(true)
NULL
NULL
NULL
bool(true)
