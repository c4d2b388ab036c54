<?php

/** @generate-class-entries */

namespace Baton;

/**
 * Which keys are worth being kept: those that are read often enough for each time that they change.
 *
 * An object whose option OPT_ADAPTIVE_CACHE is on has one as its property adaptiveCache. Reads and changes are counted for all processes and
 * servers together, in one sketch whose shape the first object decides: counts are about right, and never too low.
 *
 * @strict-properties
 * @not-serializable
 */
final class AdaptiveCache
{
    /** Whether this object's client goes by it. */
    public bool $enabled = false;

    /** "active" once the client is connected and there is memory, "inactive" until then. */
    public string $status = 'inactive';

    /** Counters in each row of the sketch. */
    public int $width = 0;

    /** Rows of the sketch. */
    public int $depth = 0;

    /** From how many reads and changes on the ratio counts: before that a key is kept, or, if the number is negative, is not kept. */
    public int $minEvents = 0;

    /** How many reads there have to be for each change. */
    public float $minRatio = 0.0;

    /** How the ratio is taken: "pure", reads / changes; or "scaled", that to the power of 1.01 × ln(1 + reads + changes). */
    public string $formula = 'scaled';

    private function __construct() {}

    /** The share of a row's counters that count anything, from 0 to 1; looks at all of them. */
    public function loadFactor(int $depth = 1): float|false {}

    /** Forgets all counts, of all servers, at once whatever $async says. */
    public function flush(bool $async = true): bool {}

    /**
     * What was counted of a key: reads, writes, ratio, and whether it is kept.
     *
     * @return array|false
     */
    public function stats(string $key): array|false {}

    /** Counts reads or changes of a key. */
    public function incrBy(string $key, bool $write, int $count): bool {}

    /** When the counts were forgotten last, in seconds since 1970; 0: never. */
    public function lastFlush(): float {}
}
