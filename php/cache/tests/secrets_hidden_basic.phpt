--TEST--
What may be a secret is hidden in traces: parameters for credentials, and for settings that may have some
--EXTENSIONS--
baton_cache
--INI--
zend.exception_ignore_args=0
--FILE--
<?php
if (PHP_VERSION_ID < 80200) { // PHP 8.1 has no such mark
    die("none is open\n" . str_repeat("hidden\n", 4));
}
$names = '/^(auth|password|credentials|context|options|user|pass)$/i';
$open = [];
foreach ((new ReflectionExtension('baton_cache'))->getClasses() as $class) {
    foreach ($class->getMethods() as $method) {
        foreach ($method->getParameters() as $parameter) {
            // Options of a command have none.
            $may_have = preg_match($names, $parameter->name) && ($parameter->name !== 'options' || $method->isConstructor());
            if ($may_have && !$parameter->getAttributes(SensitiveParameter::class)) {
                $open[] = "$class->name::$method->name(\$$parameter->name)";
            }
        }
    }
}
echo $open === [] ? "none is open\n" : implode("\n", $open) . "\n";

function traced(Closure $call): void
{
    try {
        $call();
        echo "nothing was thrown\n";
    } catch (Baton\RedisException | Baton\RedisClusterException $exception) {
        ob_start();
        var_dump($exception->getTrace());
        echo str_contains(ob_get_clean(), 'a secret') ? "told\n" : "hidden\n";
    }
}
traced(fn () => (new Baton\Redis)->connect('/nowhere/socket', -1, 1, null, 0, 0, ['auth' => 'a secret']));
traced(fn () => (new Baton\RedisSentinel(['host' => '/nowhere/socket', 'auth' => 'a secret']))->ping());
traced(fn () => new Baton\RedisArray(['/nowhere/socket'], ['auth' => 'a secret']));
traced(fn () => new Baton\RedisCluster(null, ['127.0.0.1:1'], 1, 1, false, 'a secret', ['auth' => 'a secret']));
?>
--EXPECT--
none is open
hidden
hidden
hidden
hidden
