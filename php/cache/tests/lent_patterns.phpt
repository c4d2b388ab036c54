--TEST--
PHP's own web server: a pattern that a request was lent is not kept for later requests, which find others at its place
--EXTENSIONS--
baton_cache
--FILE--
<?php
/* PHP finds a compiled pattern again by the address of its text, where that is to stay: a text of the memory may not. All requests are of one
 * process, and each puts a value of the same size where an earlier one lay. */
require __DIR__ . '/redis_server.inc';
const REQUESTS = 200;
$folder = temporary_folder();
file_put_contents("$folder/page.php", '<?php
    require ' . var_export(__DIR__ . '/lent_value.inc', true) . ';
    for ($i = 0; $i < 10; $i++) {
        Baton\Table::set("map$i", make($_GET["request"] * 10 + $i));
    }
    for ($i = $whole = 0; $i < 10; $i++) {
        $map = Baton\Table::get("map$i");
        $whole += preg_match($map["pattern"], $map["name"] . "a") === 1 && whole($map);
    }
    echo $whole;');
$command = [PHP_BINARY, '-n', '-d', 'extension=' . ini_get('extension_dir') . '/baton_cache.so', '-d', 'baton_cache.maxmemory=1M'];
$log = ['file', "$folder/log", 'a'];
$process = proc_open([...$command, '-S', '127.0.0.1:0', "$folder/page.php"], [['file', '/dev/null', 'r'], $log, $log], $pipes, $folder);
for ($i = 0; $i < 1000 && !preg_match('~http://[\d.:]+~', (string) file_get_contents("$folder/log"), $found); $i++) {
    usleep(10_000);
}
$whole = 0;
for ($request = 1000; $request < 1000 + REQUESTS; $request++) {
    $whole += (int) @file_get_contents("$found[0]/?request=$request");
}
proc_terminate($process, 9);
proc_close($process);
echo $whole, ' of ', 10 * REQUESTS, "\n";
?>
--EXPECT--
2000 of 2000
