--TEST--
CloseFrame: codes that may not be sent, reasons that do not fit
--EXTENSIONS--
websocket
--FILE--
<?php
require __DIR__ . '/raw_frame.inc';

use WebSocket\{CloseFrame, Protocol};

foreach ([-1, 0, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, 65536 + 1000, PHP_INT_MAX] as $code) {
    thrown(fn () => new CloseFrame($code));
}
thrown(fn () => new CloseFrame(1000, str_repeat('r', 124)));
thrown(fn () => new CloseFrame(1000, "\xff"));
$close = new CloseFrame();
thrown(fn () => $close->__construct(1001));
thrown(fn () => $close->code = 1001);
thrown(fn () => Protocol::decode("\x88\x00")->reason = 'none');
?>
--EXPECT--
ValueError: WebSocket\CloseFrame::__construct(): Argument #1 ($code) must be a close code that may be sent: 1000 to 1003, 1007 to 1014 or 3000 to 4999, -1 given
ValueError: WebSocket\CloseFrame::__construct(): Argument #1 ($code) must be a close code that may be sent: 1000 to 1003, 1007 to 1014 or 3000 to 4999, 0 given
ValueError: WebSocket\CloseFrame::__construct(): Argument #1 ($code) must be a close code that may be sent: 1000 to 1003, 1007 to 1014 or 3000 to 4999, 999 given
ValueError: WebSocket\CloseFrame::__construct(): Argument #1 ($code) must be a close code that may be sent: 1000 to 1003, 1007 to 1014 or 3000 to 4999, 1004 given
ValueError: WebSocket\CloseFrame::__construct(): Argument #1 ($code) must be a close code that may be sent: 1000 to 1003, 1007 to 1014 or 3000 to 4999, 1005 given
ValueError: WebSocket\CloseFrame::__construct(): Argument #1 ($code) must be a close code that may be sent: 1000 to 1003, 1007 to 1014 or 3000 to 4999, 1006 given
ValueError: WebSocket\CloseFrame::__construct(): Argument #1 ($code) must be a close code that may be sent: 1000 to 1003, 1007 to 1014 or 3000 to 4999, 1015 given
ValueError: WebSocket\CloseFrame::__construct(): Argument #1 ($code) must be a close code that may be sent: 1000 to 1003, 1007 to 1014 or 3000 to 4999, 1016 given
ValueError: WebSocket\CloseFrame::__construct(): Argument #1 ($code) must be a close code that may be sent: 1000 to 1003, 1007 to 1014 or 3000 to 4999, 2999 given
ValueError: WebSocket\CloseFrame::__construct(): Argument #1 ($code) must be a close code that may be sent: 1000 to 1003, 1007 to 1014 or 3000 to 4999, 5000 given
ValueError: WebSocket\CloseFrame::__construct(): Argument #1 ($code) must be a close code that may be sent: 1000 to 1003, 1007 to 1014 or 3000 to 4999, 66536 given
ValueError: WebSocket\CloseFrame::__construct(): Argument #1 ($code) must be a close code that may be sent: 1000 to 1003, 1007 to 1014 or 3000 to 4999, 9223372036854775807 given
ValueError: WebSocket\CloseFrame::__construct(): Argument #2 ($reason) must have at most 123 bytes, to fit a close frame; it has 124
ValueError: WebSocket\CloseFrame::__construct(): Argument #2 ($reason) must be valid UTF-8
Error: Cannot construct WebSocket\CloseFrame twice
Error: Cannot modify readonly property WebSocket\CloseFrame::$code
Error: Cannot modify readonly property WebSocket\CloseFrame::$reason
