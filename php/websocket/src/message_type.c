/* WebSocket\MessageType, and what of it a hot path needs. */
#include "php_websocket.h"

#include "zend_enum.h"

#include "codec.h"
#include "message_type_arginfo.h"

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
