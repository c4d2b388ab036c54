<?php

declare(strict_types=1);

// What a call of a handler costs that PHP makes itself: floor.php CALLS. Prints nanoseconds of CPU per call.

require dirname(__DIR__) . '/harness/autoload.php';

enum Kind
{
    case Text;
}

$calls = (int) $argv[1];
$received = 0;
$connection = new stdClass();
$payload = str_repeat('x', 64);
// As the servers' own handler of the scenario `swallow`.
$handler = static function (stdClass $connection, string $message, Kind $kind) use ($calls, &$received): void {
    if ($received === 0) {
        new stdClass();
    }
    if (++$received === $calls) {
        new stdClass();
    }
};
for ($i = 0; $i < 10_000; $i++) {
    $handler($connection, $payload, Kind::Text);
}
$stopwatch = new Bench\Stopwatch();
for ($i = 0; $i < $calls; $i++) {
    $handler($connection, $payload, Kind::Text);
}
echo json_encode(['cpu' => 1e9 * $stopwatch->read()[1] / $calls], JSON_THROW_ON_ERROR);
