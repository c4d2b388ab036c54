<?php

declare(strict_types=1);

namespace Bench;

/** One run of the benchmark: the libraries, the cores, and the failures. */
final class Bench
{
    /** @var list<string> rows that could not be measured, and why */
    public array $failures = [];

    /** Where servers write results and output; removed at the end. */
    public readonly string $folder;

    private int $next = 0;

    private ?Certificate $certificate = null;

    public function __construct(
        public readonly Contestants $contestants,
        public readonly Cores $cores,
        public readonly bool $quick,
    ) {
        $this->folder = sys_get_temp_dir() . '/baton-bench-' . getmypid();
        mkdir($this->folder, 0700);
    }

    public function __destruct()
    {
        exec('rm -rf ' . escapeshellarg($this->folder));
    }

    /** The certificate of all TLS servers of this run. */
    public function certificate(): Certificate
    {
        return $this->certificate ??= new Certificate($this);
    }

    /** A fresh place in the folder. */
    public function place(string $name): string
    {
        return sprintf('%s/%03d-%s', $this->folder, $this->next++, $name);
    }

    /**
     * Measures contestants in turns, so that a noisy minute strikes all of them. One that fails is left out of later rounds.
     *
     * @param list<Contestant> $contestants
     * @param callable(Contestant): array<string, float> $measure figures by name
     * @return array<string, array<string, list<float>>> by contestant and figure, one for each round
     */
    public function rounds(int $rounds, array $contestants, string $what, callable $measure): array
    {
        $samples = $failed = [];
        for ($round = 1; $round <= $rounds; $round++) {
            foreach ($contestants as $contestant) {
                $name = $contestant->name;
                if (isset($failed[$name])) {
                    continue;
                }
                $this->progress("{$what}, round {$round} of {$rounds}: {$name}");
                try {
                    foreach ($measure($contestant) as $figure => $value) {
                        $samples[$name][$figure][] = $value;
                    }
                } catch (Failure $failure) {
                    $failed[$name] = true;
                    unset($samples[$name]);
                    $this->failures[] = "{$what}, {$name}: {$failure->getMessage()}";
                }
            }
        }
        $this->progress("");
        return $samples;
    }

    /**
     * Arguments of a suite, each a whole number above 0, with their defaults.
     *
     * @param list<string> $given
     * @param array<string, int> $defaults by name
     * @param array<string, int> $quick those that differ for --quick
     * @return list<int>
     */
    public function numbers(array $given, array $defaults, array $quick): array
    {
        $values = array_values($this->quick ? array_merge($defaults, $quick) : $defaults);
        foreach ($given as $place => $text) {
            $name = array_keys($defaults)[$place] ?? null;
            if ($name === null || !ctype_digit($text) || (int) $text < 1) {
                throw new Misuse("argument \"{$text}\": expected [" . implode('] [', array_keys($defaults)) . '], whole numbers from 1 on');
            }
            $values[$place] = (int) $text;
        }
        return $values;
    }

    /** Shows progress, if standard error is a terminal. */
    private function progress(string $what): void
    {
        if (stream_isatty(STDERR)) {
            fwrite(STDERR, "\r\e[K{$what}");
        }
    }
}
