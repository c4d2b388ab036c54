<?php

declare(strict_types=1);

// What a call of a handler costs that PHP makes itself: floor.php CALLS. Prints nanoseconds of CPU per call.

require dirname(__DIR__) . '/harness/autoload.php';

// Types of the same kinds as those that the servers' handlers declare.
final class Sender
{
}

enum Kind
{
    case Text;
}

$calls = (int) $argv[1];
$received = 0;
[$sender, $payload, $kind] = [new Sender(), str_repeat('x', 64), Kind::Text];
// The servers' own handler of the scenario `swallow`; they give it a third argument as well.
$handler = static function (Sender $sender, string $message) use (&$received): void {
    ++$received;
};
for ($i = 0; $i < 10_000; $i++) {
    $handler($sender, $payload, $kind);
}
$stopwatch = new Bench\Stopwatch();
for ($i = 0; $i < $calls; $i++) {
    $handler($sender, $payload, $kind);
}
echo json_encode(['cpu' => 1e9 * $stopwatch->read()[1] / $calls], JSON_THROW_ON_ERROR);
