--TEST--
php --ri websocket says version, driver and features
--EXTENSIONS--
websocket
--FILE--
<?php
$extension = new ReflectionExtension('websocket');
ob_start();
$extension->info();
$info = ob_get_clean();
var_dump($extension->getVersion() === phpversion('websocket'));
foreach (['version', 'sends by', 'compression', 'TLS', 'workers'] as $row) {
    echo $row, ': ', preg_match('/^' . $row . ' => \S/m', $info) ? 'told' : 'missing', "\n";
}
?>
--EXPECT--
bool(true)
version: told
sends by: told
compression: told
TLS: told
workers: told
