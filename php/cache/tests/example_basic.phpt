--TEST--
Examples: reads from memory, a Table, and sessions
--EXTENSIONS--
baton_cache
session
--SKIPIF--
<?php require __DIR__ . '/redis_skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/redis_server.inc';
require __DIR__ . '/example.inc';
$server = redis_server();
example('plain', $server);
example('table');
$folder = temporary_folder();
file_put_contents("$folder/id.php", '<?php session_id("visitor");');
for ($visit = 1; $visit <= 2; $visit++) {
    example('session', '', ['session.use_cookies=0', "auto_prepend_file=$folder/id.php"], ['SESSIONS' => "unix://$server?prefix=app:"]);
}
?>
--EXPECTF--
Ann came from memory
Bob is who it is now
Bob says the server
%d hits, %d misses
dark
500500
Ann of 7
3 visits
6
bool(false)
bool(false)
visit 1
visit 2
