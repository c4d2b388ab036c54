/* WebSocket\MessageType: the enum, and a cache of its cases for the hot paths. */
#include "php_websocket.h"

#include "zend_enum.h"

#include "codec.h"
#include "message_type_arginfo.h"

/* Longest payload of a ping or pong (RFC 6455, section 5.5). */
#define MAX_CONTROL_BYTES 125

zend_class_entry *websocket_message_type_ce;

static const struct {
	uint8_t opcode;
	const char *name;
} cases[] = {
	{0x0, "Continuation"},
	{0x1, "Text"},
	{0x2, "Binary"},
	{0x8, "Close"},
	{0x9, "Ping"},
	{0xA, "Pong"},
};

void websocket_register_message_type(void)
{
	websocket_message_type_ce = register_class_WebSocket_MessageType();
}

static zend_object *look_up(uint8_t opcode)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		if (cases[i].opcode == opcode) {
			return zend_enum_get_case_cstr(websocket_message_type_ce, cases[i].name);
		}
	}
	return NULL;
}

zend_object *websocket_message_type(uint8_t opcode)
{
	zend_object **known = &WEBSOCKET_G(message_types)[opcode & 0xf];
	if (UNEXPECTED(!*known)) {
		*known = look_up(opcode & 0xf);
	}
	return *known;
}

uint8_t websocket_opcode(zend_object *type)
{
	for (size_t i = 1; i < 3; i++) {
		if (EXPECTED(WEBSOCKET_G(message_types)[i] == type)) {
			return i;
		}
	}
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		if (websocket_message_type(cases[i].opcode) == type) {
			return cases[i].opcode;
		}
	}
	return 0; /* there is no other case */
}

bool websocket_is_utf8(zend_string *string)
{
#ifdef IS_STR_VALID_UTF8
	if (GC_FLAGS(string) & IS_STR_VALID_UTF8) {
		return true;
	}
#endif
	if (!bws_utf8(ZSTR_VAL(string), ZSTR_LEN(string))) {
		return false;
	}
	websocket_note_utf8(string);
	return true;
}

bool websocket_check_message(zend_string *payload, zend_object *type, uint8_t *opcode, bool data_only)
{
	*opcode = type ? websocket_opcode(type) : 0x1;
	if (*opcode == 0x1) {
		if (UNEXPECTED(!websocket_is_utf8(payload))) {
			zend_argument_value_error(1, "must be UTF-8 to be sent as text: use MessageType::Binary for other bytes");
			return false;
		}
		return true;
	}
	if (*opcode == 0x2) {
		return true;
	}
	if (data_only || *opcode == 0x0 || *opcode == 0x8) {
		zend_argument_value_error(2, data_only ? "must be MessageType::Text or MessageType::Binary"
			: "must be Text, Binary, Ping or Pong: whole messages are sent, and close() closes");
		return false;
	}
	if (ZSTR_LEN(payload) > MAX_CONTROL_BYTES) {
		zend_argument_value_error(1, "must have at most %d bytes for a ping or pong, %zu given", MAX_CONTROL_BYTES, ZSTR_LEN(payload));
		return false;
	}
	return true;
}
