<?php

/**
 * Sessions that Redis keeps, one request of a user at a time:
 *
 *     php -d extension=baton_cache -S 127.0.0.1:8000 examples/session.php
 *
 * In php.ini, where these settings belong, it is
 *
 *     session.save_handler = baton_cache
 *     session.save_path = "tcp://127.0.0.1:6379?prefix=app:"
 *     baton_cache.session.locking_enabled = 1
 */

declare(strict_types=1);

ini_set('session.save_handler', 'baton_cache');
ini_set('session.save_path', getenv('SESSIONS') ?: 'tcp://127.0.0.1:6379?prefix=app:');
ini_set('baton_cache.session.locking_enabled', '1');

session_start();
$_SESSION['visits'] = ($_SESSION['visits'] ?? 0) + 1;
echo "visit {$_SESSION['visits']}\n";
