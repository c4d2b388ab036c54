<?php

declare(strict_types=1);

namespace Bench;

/** One figure: what was measured in some rounds, and the number that stands for them. */
final class Figure implements \JsonSerializable
{
    /**
     * @param string $row what was measured
     * @param string $contestant the library
     * @param string $unit
     * @param list<float> $samples one of each round
     * @param string $by "mean", "median", "highest" or "lowest": which number stands for them
     * @param float|null $target what we want of ours
     */
    public function __construct(
        public readonly string $row,
        public readonly string $contestant,
        public readonly string $unit,
        public readonly array $samples,
        public readonly string $by = 'median',
        public readonly ?float $target = null,
    ) {
    }

    /** The same where too little was measured to be held to anything. */
    public function unjudged(): self
    {
        return new self($this->row, $this->contestant, $this->unit, $this->samples, $this->by);
    }

    public function value(): float
    {
        $sorted = $this->samples;
        sort($sorted);
        $count = count($sorted);
        return match ($this->by) {
            'mean' => array_sum($sorted) / $count,
            'highest' => $sorted[$count - 1],
            'lowest' => $sorted[0],
            'median' => ($sorted[intdiv($count - 1, 2)] + $sorted[intdiv($count, 2)]) / 2,
        };
    }

    public function jsonSerialize(): array
    {
        return ['value' => $this->value()] + get_object_vars($this);
    }
}
