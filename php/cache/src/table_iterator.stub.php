<?php

/** @generate-class-entries */

namespace Baton;

/**
 * Goes over the keys and values of a namespace; Table::fullscan().
 *
 * @strict-properties
 * @not-serializable
 */
final class TableIterator implements \Iterator
{
    private function __construct() {}

    public function rewind(): void {}

    public function valid(): bool {}

    public function current(): mixed {}

    public function key(): mixed {}

    public function next(): void {}
}
