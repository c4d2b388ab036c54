<?php

declare(strict_types=1);

// One round of one codec in a process of its own: round.php ADAPTER ITERATIONS. Prints by row the nanoseconds of an
// operation: on the wall, of CPU, and of CPU in the fastest tenth. A busy neighbour comes and goes within a round, so that
// the fastest tenth is what the code needs.

use Bench\ClientFrame;
use Bench\Failure;
use Bench\Stopwatch;

require dirname(__DIR__) . '/harness/autoload.php';
$autoload = getenv('BENCH_AUTOLOAD');
if (is_string($autoload) && $autoload !== '') {
    require $autoload;
}

/** @param Closure(string): string $operation */
$time = static function (Closure $operation, string $subject, int $iterations): array {
    $sum = 0;
    for ($i = min(10_000, max(100, intdiv($iterations, 20))); $i > 0; $i--) {
        $sum += strlen($operation($subject));
    }
    $tenth = max(1, intdiv($iterations, 10));
    $walls = $cpus = [];
    for ($n = 0; $n < 10; $n++) {
        $stopwatch = new Stopwatch();
        for ($i = 0; $i < $tenth; $i++) {
            $sum += strlen($operation($subject));
        }
        [$walls[], $cpus[]] = $stopwatch->read();
    }
    if ($sum === 0) {
        throw new Failure('nothing came out');
    }
    $each = 1e9 / $tenth;
    return ['wall' => $each * array_sum($walls) / 10, 'cpu' => $each * array_sum($cpus) / 10, 'least' => $each * max(1e-6, min($cpus))];
};

$codec = require __DIR__ . '/codecs/' . basename($argv[1]) . '.php';
$iterations = (int) $argv[2];
// What PHP itself needs to call a closure with a string and take one back: nothing that is called so can be faster.
$rows = ['floor' => $time(static fn (string $text): string => $text, ClientFrame::payload(64), $iterations)];
foreach ([64 => $iterations, 1024 => max(1, intdiv($iterations, 5))] as $bytes => $times) {
    $payload = ClientFrame::payload($bytes);
    $frame = ClientFrame::text($payload);
    if ($codec['encode']($payload) !== ClientFrame::fromServer($payload)) {
        throw new Failure("encode: not the frame of {$bytes} bytes of text");
    }
    $rows["encode text {$bytes}B"] = $time($codec['encode'], $payload, $times);
    foreach (['decode' => '', 'decode to string' => ' to string'] as $name => $suffix) {
        if (!isset($codec[$name])) {
            continue;
        }
        if ($codec[$name]($frame) !== $payload) {
            throw new Failure("{$name}: not the payload of {$bytes} bytes");
        }
        $rows["decode masked text {$bytes}B{$suffix}"] = $time($codec[$name], $frame, $times);
    }
}
echo json_encode($rows, JSON_THROW_ON_ERROR);
