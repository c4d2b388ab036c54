<?php

declare(strict_types=1);

// One lane: told what it is by its first line, and what to do by each further one; answers with a line of JSON. Ends with its input.

use Bench\Cache\Companion;
use Bench\Cache\Corpus;
use Bench\Cache\Loop;
use Bench\Cache\Stores;

require dirname(__DIR__) . '/harness/autoload.php';

$self = json_decode((string) fgets(STDIN), true, flags: JSON_THROW_ON_ERROR);
$reader = require dirname(__DIR__) . "/readers/{$self['reader']}.php";
$values = Corpus::values($self['values']);
if ($self['keys'] !== null) {
    $values = array_slice($values, 0, $self['keys'], true);
}
$on = ($reader->fill)($values, $self);
$loop = new Loop($reader->read, $self['loop']);
$keys = Corpus::shuffled($values);

// Everything is right before anything is measured. What is compared is gone before, so that all lanes have as much memory.
if ($reader->remembers) {
    $get = eval("return static fn (string \$key, mixed \$on): mixed => {$reader->read};");
    foreach ($values as $key => $value) {
        if (serialize($get((string) $key, $on)) !== serialize($value)) {
            throw new RuntimeException("{$self['reader']}: the value of {$key} is not what was stored");
        }
    }
}
unset($values);

// How many times all keys are read makes a slice of the length that is asked for.
$once = min(($loop->whole)($keys, 1, $on), ($loop->whole)($keys, 1, $on), ($loop->whole)($keys, 1, $on));
$times = max(1, (int) round($self['slice'] / $once));
// A slice starts warm: what other lanes have left in the caches of the processor is not its own.
$slice = static function () use ($loop, $keys, $times, $on): float {
    ($loop->whole)($keys, 1, $on);
    return ($loop->whole)($keys, $times, $on) / ($times * count($keys));
};
$companion = null;
$at = 0;

$say = static function (array $answer): void {
    echo json_encode($answer, JSON_THROW_ON_ERROR), "\n";
};
$say(['keys' => count($keys), 'times' => $times]);
while (($line = fgets(STDIN)) !== false) {
    $command = json_decode($line, true, flags: JSON_THROW_ON_ERROR);
    switch ($command['do']) {
        case 'slice':
            $say(['ns' => $slice()]);
            break;
        case 'each': // the time of each of the next so many reads, and of as many of nothing
            if ($reader->hits) {
                ($loop->whole)($keys, 1, $on);
            }
            $some = [];
            while (count($some) < $command['reads']) {
                $some[] = $keys[$at++ % count($keys)];
            }
            $say(['took' => ($loop->each)($some, $on), 'nothing' => ($loop->nothing)($some, $on)]);
            break;
        case 'pass': // all keys once
            ($loop->whole)($keys, 1, $on);
            $say(['reads' => count($keys)]);
            break;
        case 'companion': // another worker, which reads as well while it is told to
            $companion ??= new Companion($command['core'], $slice);
            $say($command['run'] ? $companion->run() : $companion->rest());
            break;
        case 'stores': // where all reads of so many passes store in shared memory; or what the companion does meanwhile, for no passes
            $stores = new Stores();
            for ($i = 0; $i < $command['passes']; $i++) {
                ($loop->whole)($keys, 1, $on);
            }
            $command['passes'] > 0 || usleep(50_000);
            $say(['reads' => $command['passes'] * count($keys)] + $stores->since());
            break;
    }
}
