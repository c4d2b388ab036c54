<?php

declare(strict_types=1);

// Traffic for the case `savings`, told by BENCH_TRAFFIC. With Baton, the writer writes as soon as fewer than one read in ten has missed,
// keys whose packed values have `changed` bytes or less; and what it wrote when is kept, and which reads missed. For PhpRedis and for nobody it writes
// the same again; "least" is PhpRedis with those reads alone.

use Bench\Cache\Address;
use Bench\Cache\Corpus;
use Bench\Cache\Traffic;
use Bench\Cache\Wire;

require dirname(__DIR__) . '/harness/autoload.php';

/** Until a write is surely heard of by who keeps its key. */
const HEARD_NS = 200_000;
const MISSES = 0.1;

$told = json_decode((string) getenv('BENCH_TRAFFIC'), true, flags: JSON_THROW_ON_ERROR);
$client = $told['who'] === 'nobody' ? null : Traffic::client($told['who'], $told['address']);
$values = Traffic::values($told['keys']);
if ($told['who'] === 'fill') {
    foreach ($values as $key => $value) {
        $client->set($key, $value);
    }
    echo '{}';
    return;
}
unset($values['options']);
$keys = Corpus::shuffled($values);
$reads = Corpus::reads($keys, $told['reads']);
$writer = new Wire(Address::stream($told['address']));
$write = static fn (string $key): ?string => $writer->ask('APPEND', $key, ''); // which changes a key, and no value

if ($told['who'] !== 'baton') {
    [$writes, $missed] = json_decode((string) file_get_contents($told['writes']), true);
    foreach ($reads as $i => $key) {
        if (isset($writes[$i])) {
            $write($writes[$i]);
        }
        if ($told['who'] !== 'least' || isset($missed[$i])) {
            $client?->get($i % 100 === 0 ? 'options' : $key);
        }
    }
    echo '{}';
    return;
}

$small = array_filter($keys, static fn (string $key): bool => strlen($client->_pack($values[$key])) <= $told['changed']);
$changes = Corpus::reads(array_values($small), 2 * $told['reads'], 'changes');
unset($values, $small);
$kept = $writes = $missed = [];
$change = 0;
foreach ($reads as $i => $key) {
    if (count($missed) < MISSES * $i) {
        while (!isset($kept[$changes[$change]])) {
            $change = ($change + 1) % count($changes);
        }
        $writes[$i] = $changes[$change];
        unset($kept[$writes[$i]]);
        $write($writes[$i]);
        for ($from = hrtime(true); hrtime(true) - $from < HEARD_NS;) {
        }
    }
    $key = $i % 100 === 0 ? 'options' : $key;
    $client->get($key);
    if (!isset($kept[$key])) {
        $missed[$i] = $kept[$key] = true;
    }
}
file_put_contents($told['writes'], json_encode([$writes, $missed], JSON_THROW_ON_ERROR | JSON_FORCE_OBJECT));
echo json_encode(['misses' => count($missed), 'writes' => count($writes)], JSON_THROW_ON_ERROR);
