<?php

/** @generate-class-entries */

namespace Baton {
    /** Something that has changed at the server, or was changed by a program of this host. */
    abstract class Event
    {
        /**
         * A key has changed.
         *
         * @var int
         */
        public const INVALIDATED = 1;

        /**
         * INVALIDATED.
         *
         * @var int
         */
        public const Invalidated = 1;

        /**
         * All keys may have changed.
         *
         * @var int
         */
        public const FLUSHED = 2;

        /**
         * FLUSHED.
         *
         * @var int
         */
        public const Flushed = 2;

        /** INVALIDATED or FLUSHED. */
        public int $type;

        /** The key as the server has it, with its prefix; null where all may have changed. */
        public mixed $key = null;

        /** Whether this host did it and says so by itself; false: the server says so, of any client. */
        public bool $client = false;
    }
}

namespace Baton\Event {
    /** A key that this host has read has changed, or has been written by it. */
    final class Invalidated extends \Baton\Event
    {
        /** INVALIDATED. */
        public int $type = 1;
    }

    /** The database was emptied, or what is kept of it was forgotten; or so much has happened that it is not known what. */
    final class Flushed extends \Baton\Event
    {
        /** FLUSHED. */
        public int $type = 2;
    }
}
