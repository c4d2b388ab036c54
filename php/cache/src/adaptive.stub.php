<?php

/** @generate-class-entries */

namespace Baton;

/**
 * Of an object whose option OPT_ADAPTIVE_CACHE was set, its property adaptiveCache: accepted as Relay's, and without effect. Every reply is
 * cached, and nothing is counted.
 *
 * @strict-properties
 * @not-serializable
 */
final class AdaptiveCache
{
    /** What the option was set to. */
    public bool $enabled = false;

    /** Always "inactive". */
    public string $status = 'inactive';

    /** Always 0. */
    public int $width = 0;

    /** Always 0. */
    public int $depth = 0;

    /** Always 0. */
    public int $minEvents = 0;

    /** Always 0. */
    public float $minRatio = 0.0;

    /** Always "scaled". */
    public string $formula = 'scaled';

    private function __construct() {}

    /** Always false. */
    public function loadFactor(int $depth = 1): float|false {}

    /** Always false. */
    public function flush(bool $async = true): bool {}

    /**
     * Always false.
     *
     * @return array|false
     */
    public function stats(string $key): array|false {}

    /** Always false. */
    public function incrBy(string $key, bool $write, int $count): bool {}

    /** Always 0. */
    public function lastFlush(): float {}
}
