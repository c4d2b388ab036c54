<?php

declare(strict_types=1);

// One reader who reads without a pause, and a writer that is another client: how long the old value is read after the writer's reply.

use Bench\Cache\Address;
use Bench\Cache\Wire;
use Bench\Failure;

require dirname(__DIR__) . '/harness/autoload.php';

/** Between two writes, so that one does not find the other's traffic. */
const PAUSE_US = 300;
const SECOND_NS = 1_000_000_000;

$address = (string) getenv('BENCH_ADDRESS');
$redis = new Baton\Redis();
Address::connect($redis, $address);
$writer = new Wire(Address::stream($address));
$writer->ask('SET', 'changing', 'first');
$took = [];
for ($i = 0; $i < (int) getenv('BENCH_WRITES'); $i++) {
    $redis->get('changing');
    usleep(PAUSE_US);
    $redis->get('changing');
    $new = "value {$i}";
    $writer->ask('SET', 'changing', $new);
    $replied = hrtime(true);
    do {
        // A read that finds the new value found the old one dead when it began.
        $began = hrtime(true);
        $value = $redis->get('changing');
        if ($began - $replied > SECOND_NS) {
            throw new Failure('the old value is read a second after it was changed');
        }
    } while ($value !== $new);
    $took[] = $began - $replied;
}
echo json_encode(['took' => $took], JSON_THROW_ON_ERROR);
