<?php

declare(strict_types=1);

namespace Bench\Cache;

/** A figure to reach, and what was reached. */
final class Goal
{
    /**
     * @param string $text what is compared with what
     * @param string $side "≤" or "≥"
     * @param float $best by the best slices, which are what the code needs; it decides
     * @param float|null $median by the medians, which are what a busy machine gives; NULL where there is one figure only
     */
    public function __construct(
        public readonly string $text,
        public readonly string $side,
        public readonly float $limit,
        public readonly string $unit,
        public readonly float $best,
        public readonly ?float $median = null,
        public readonly string $note = '',
    ) {
    }

    /** How many times one lane's time is another's, at most. */
    public static function atMost(string $text, float $limit, Row|Lane $own, Row|Lane $other, string $note = ''): self
    {
        return new self($text, '≤', $limit, '×', $own->best() / $other->best(), $own->median() / $other->median(), $note);
    }

    /** How many times faster one lane is than another, at least. */
    public static function faster(string $text, float $limit, Row|Lane $own, Row|Lane $other, string $note = ''): self
    {
        return new self($text, '≥', $limit, '×', $other->best() / $own->best(), $other->median() / $own->median(), $note);
    }

    public function reached(): bool
    {
        return $this->side === '≤' ? $this->best <= $this->limit : $this->best >= $this->limit;
    }
}
