<?php
/* Where Baton\Redis differs from PhpRedis 5.3.7 and why. Each: which calls (family/way/mode/call), the reason, what PhpRedis
 * says, what Baton says. */

return [
];
