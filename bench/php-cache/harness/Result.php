<?php

declare(strict_types=1);

namespace Bench\Cache;

/** What a case has found. */
final class Result
{
    /**
     * @param string $question what it shows, in one or two sentences
     * @param list<Row> $rows
     * @param list<Goal> $goals
     * @param list<string> $notes
     */
    public function __construct(
        public readonly string $title,
        public readonly string $question,
        public readonly array $rows,
        public readonly array $goals,
        public readonly array $notes = [],
    ) {
    }

    /** The same where too little was measured to be held to anything. */
    public function unjudged(): self
    {
        return new self($this->title, $this->question, $this->rows, [], $this->notes);
    }

    /** @return array<string, list<Row>> by group, in their order */
    public function groups(): array
    {
        $groups = [];
        foreach ($this->rows as $row) {
            $groups[$row->group][] = $row;
        }
        return $groups;
    }
}
