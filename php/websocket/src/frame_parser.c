#include "php_websocket.h"
#include "frame_parser_arginfo.h"
#include "zend_exceptions.h"
void websocket_register_frame_parser(void)
{
	register_class_WebSocket_FrameParser();
	register_class_WebSocket_ProtocolException(zend_ce_exception);
}
ZEND_METHOD(WebSocket_FrameParser, __construct) {}
ZEND_METHOD(WebSocket_FrameParser, push) {}
ZEND_METHOD(WebSocket_FrameParser, isIdle) {}
