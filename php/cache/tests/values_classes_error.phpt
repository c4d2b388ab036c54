--TEST--
baton_cache.allowed_classes: what is stored makes objects of these classes, and no others
--EXTENSIONS--
baton_cache
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
require __DIR__ . '/alone.inc';
$socket = redis_server();
$program = tempnam(sys_get_temp_dir(), 'classes');
file_put_contents($program, <<<'PHP'
    <?php
    class Point { public $x = 1; public function __wakeup() { echo 'a point wakes, '; } }
    class Other { public $y = 2; public function __wakeup() { echo 'another wakes, '; } }
    $redis = new Baton\Redis;
    $redis->connect($argv[1]);
    $redis->set('both', serialize([new Point, new Other]));
    $redis->setOption(Baton\Redis::OPT_SERIALIZER, Baton\Redis::SERIALIZER_PHP);
    Baton\Table::set('both', [new Point, new Other, new stdClass]);
    Baton\Table::set('plain', [(object) ['a' => 1]]);
    $classes = fn ($values) => implode(' ', array_map('get_class', $values));
    echo $classes($redis->get('both')), "\n", $classes(Baton\Table::get('both')), "\n", $classes(Baton\Table::get('plain')), "\n";
    echo get_class(unserialize(serialize(new Other))), ' by unserialize() itself', "\n";
    echo ini_get('baton_cache.allowed_classes') === '' ? '' : json_encode(@$redis->setOption(Baton\Redis::OPT_SERIALIZER, Baton\Redis::SERIALIZER_IGBINARY)), preg_replace('~^.*: (?=SERIALIZER)~', "\n", error_get_last()['message'] ?? '');
    PHP);
foreach (['', 'Point', '\point, other', 'none'] as $classes) {
    echo "with '$classes':\n", alone(["baton_cache.allowed_classes='$classes'"], [$program, $socket]);
}
unlink($program);
?>
--EXPECT--
with '':
a point wakes, another wakes, Point Other
a point wakes, another wakes, Point Other stdClass
stdClass
another wakes, Other by unserialize() itself
with 'Point':
a point wakes, Point __PHP_Incomplete_Class
a point wakes, Point __PHP_Incomplete_Class __PHP_Incomplete_Class
stdClass
another wakes, Other by unserialize() itself
false
SERIALIZER_IGBINARY and SERIALIZER_MSGPACK make objects of any class: not with baton_cache.allowed_classes
with '\point, other':
a point wakes, another wakes, Point Other
a point wakes, another wakes, Point Other __PHP_Incomplete_Class
stdClass
another wakes, Other by unserialize() itself
false
SERIALIZER_IGBINARY and SERIALIZER_MSGPACK make objects of any class: not with baton_cache.allowed_classes
with 'none':
__PHP_Incomplete_Class __PHP_Incomplete_Class
__PHP_Incomplete_Class __PHP_Incomplete_Class __PHP_Incomplete_Class
stdClass
another wakes, Other by unserialize() itself
false
SERIALIZER_IGBINARY and SERIALIZER_MSGPACK make objects of any class: not with baton_cache.allowed_classes
