<?php

declare(strict_types=1);

namespace Bench\Cache;

/** One thing measured. */
final class Row
{
    /**
     * @param string $group the rows that are shown together
     * @param string $kind "own", "peer" or "floor"
     * @param non-empty-list<float> $samples
     */
    public function __construct(
        public readonly string $group,
        public readonly string $name,
        public readonly string $kind,
        public readonly array $samples,
        public readonly string $unit = 'ns',
    ) {
    }

    /** @return list<self> one for each lane */
    public static function ofLanes(string $group, array $lanes): array
    {
        return array_values(array_map(static fn (Lane $lane): self => new self($group, $lane->name, $lane->kind, $lane->slices), $lanes));
    }

    public function best(): float
    {
        return min($this->samples);
    }

    public function median(): float
    {
        return Lane::middle($this->samples);
    }
}
