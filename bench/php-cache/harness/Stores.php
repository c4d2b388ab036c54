<?php

declare(strict_types=1);

namespace Bench\Cache;

/**
 * Where a process has stored in the memory that it shares: the lines of 64 bytes that have changed, as two images of the memory show
 * them. A store of what stood there before is not seen; the pages of such are counted where the kernel keeps their bits.
 */
final class Stores
{
    private const LINE = 64;
    private const PAGE = 4096;

    /** @var list<array{int, int}> addresses and lengths of what is mapped to be written, and shared */
    private array $maps = [];

    /** @var list<string> */
    private array $images;

    public function __construct()
    {
        foreach (file('/proc/self/maps') as $line) {
            if (preg_match('~^(\w+)-(\w+) rw-s .*(?:baton_cache|/dev/zero|apc|yac)~', $line, $match)) {
                $this->maps[] = [hexdec($match[1]), hexdec($match[2]) - hexdec($match[1])];
            }
        }
        $this->images = $this->images();
        @file_put_contents('/proc/self/clear_refs', '4');
    }

    /** @return array{lines: list<int>, pages: int|null} addresses of lines; how many pages were stored to, where that is known */
    public function since(): array
    {
        $pages = $this->pages();
        $lines = [];
        foreach ($this->images() as $i => $image) {
            foreach (str_split($image, self::PAGE) as $page => $bytes) {
                $before = substr($this->images[$i], $page * self::PAGE, self::PAGE);
                for ($at = 0; $bytes !== $before && $at < self::PAGE; $at += self::LINE) {
                    if (substr_compare($bytes, substr($before, $at, self::LINE), $at, self::LINE) !== 0) {
                        $lines[] = $this->maps[$i][0] + $page * self::PAGE + $at;
                    }
                }
            }
        }
        return ['lines' => $lines, 'pages' => $pages];
    }

    /** @return list<string> */
    private function images(): array
    {
        $memory = fopen('/proc/self/mem', 'rb');
        stream_set_read_buffer($memory, 0);
        return array_map(static function (array $map) use ($memory): string {
            fseek($memory, $map[0]);
            return (string) stream_get_contents($memory, $map[1]);
        }, $this->maps);
    }

    /** By the kernel's bit 55 of a page, which it sets at the first store since all were cleared. */
    private function pages(): ?int
    {
        $file = @fopen('/proc/self/pagemap', 'rb');
        if ($file === false || !self::kernelKeeps($file)) {
            return null;
        }
        $dirty = 0;
        foreach ($this->maps as [$from, $length]) {
            fseek($file, intdiv($from, self::PAGE) * 8);
            foreach (unpack('P*', (string) stream_get_contents($file, intdiv($length, self::PAGE) * 8)) as $page) {
                $dirty += $page >> 55 & 1;
            }
        }
        return $dirty;
    }

    /**
     * Whether a page that is certainly stored to, the one with the stack, has its bit.
     *
     * @param resource $file
     */
    private static function kernelKeeps($file): bool
    {
        stream_set_read_buffer($file, 0);
        $stack = preg_match('~^(\w+)-(\w+) rw-p .*\[stack\]~m', (string) file_get_contents('/proc/self/maps'), $match);
        if ($stack !== 1) {
            return false;
        }
        fseek($file, intdiv(hexdec($match[1]), self::PAGE) * 8);
        $pages = unpack('P*', (string) stream_get_contents($file, intdiv(hexdec($match[2]) - hexdec($match[1]), self::PAGE) * 8));
        foreach ($pages as $page) {
            if ($page >> 55 & 1) {
                return true;
            }
        }
        return false;
    }
}
