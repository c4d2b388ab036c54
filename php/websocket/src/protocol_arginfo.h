/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: e82c800bcf20cf90141f44fcf1594bcb2ddc48ed */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_WebSocket_Protocol_acceptKey, 0, 1, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_WebSocket_Protocol_encode, 0, 1, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, payload, IS_STRING, 0)
	ZEND_ARG_OBJ_INFO_WITH_DEFAULT_VALUE(0, type, WebSocket\\MessageType, 0, "WebSocket\\MessageType::Text")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, masked, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_WebSocket_Protocol_decode, 0, 1, WebSocket\\Frame|WebSocket\\CloseFrame, MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, buffer, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, offset, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_WebSocket_Protocol_decodePayload, 0, 1, IS_STRING, 1)
	ZEND_ARG_TYPE_INFO(0, buffer, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, offset, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(1, consumed, IS_LONG, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(1, opcode, IS_LONG, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_WebSocket_Protocol_pack, 0, 1, IS_STRING, 0)
	ZEND_ARG_OBJ_TYPE_MASK(0, data, WebSocket\\Frame|WebSocket\\CloseFrame, MAY_BE_STRING, NULL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, opcode, IS_LONG, 0, "WebSocket\\Protocol::OPCODE_TEXT")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, flags, IS_LONG, 0, "WebSocket\\Protocol::FLAG_FIN")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_WebSocket_Protocol_unpack, 0, 1, WebSocket\\Frame|WebSocket\\CloseFrame, MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, buffer, IS_STRING, 0)
ZEND_END_ARG_INFO()


ZEND_METHOD(WebSocket_Protocol, acceptKey);
ZEND_METHOD(WebSocket_Protocol, encode);
ZEND_METHOD(WebSocket_Protocol, decode);
ZEND_METHOD(WebSocket_Protocol, decodePayload);
ZEND_METHOD(WebSocket_Protocol, pack);
ZEND_METHOD(WebSocket_Protocol, unpack);


static const zend_function_entry class_WebSocket_Protocol_methods[] = {
	ZEND_ME(WebSocket_Protocol, acceptKey, arginfo_class_WebSocket_Protocol_acceptKey, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(WebSocket_Protocol, encode, arginfo_class_WebSocket_Protocol_encode, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(WebSocket_Protocol, decode, arginfo_class_WebSocket_Protocol_decode, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(WebSocket_Protocol, decodePayload, arginfo_class_WebSocket_Protocol_decodePayload, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(WebSocket_Protocol, pack, arginfo_class_WebSocket_Protocol_pack, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(WebSocket_Protocol, unpack, arginfo_class_WebSocket_Protocol_unpack, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_WebSocket_Protocol(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "WebSocket", "Protocol", class_WebSocket_Protocol_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES;

	zval const_OPCODE_CONTINUATION_value;
	ZVAL_LONG(&const_OPCODE_CONTINUATION_value, 0);
	zend_string *const_OPCODE_CONTINUATION_name = zend_string_init_interned("OPCODE_CONTINUATION", sizeof("OPCODE_CONTINUATION") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPCODE_CONTINUATION_name, &const_OPCODE_CONTINUATION_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPCODE_CONTINUATION_name);

	zval const_OPCODE_TEXT_value;
	ZVAL_LONG(&const_OPCODE_TEXT_value, 1);
	zend_string *const_OPCODE_TEXT_name = zend_string_init_interned("OPCODE_TEXT", sizeof("OPCODE_TEXT") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPCODE_TEXT_name, &const_OPCODE_TEXT_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPCODE_TEXT_name);

	zval const_OPCODE_BINARY_value;
	ZVAL_LONG(&const_OPCODE_BINARY_value, 2);
	zend_string *const_OPCODE_BINARY_name = zend_string_init_interned("OPCODE_BINARY", sizeof("OPCODE_BINARY") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPCODE_BINARY_name, &const_OPCODE_BINARY_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPCODE_BINARY_name);

	zval const_OPCODE_CLOSE_value;
	ZVAL_LONG(&const_OPCODE_CLOSE_value, 8);
	zend_string *const_OPCODE_CLOSE_name = zend_string_init_interned("OPCODE_CLOSE", sizeof("OPCODE_CLOSE") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPCODE_CLOSE_name, &const_OPCODE_CLOSE_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPCODE_CLOSE_name);

	zval const_OPCODE_PING_value;
	ZVAL_LONG(&const_OPCODE_PING_value, 9);
	zend_string *const_OPCODE_PING_name = zend_string_init_interned("OPCODE_PING", sizeof("OPCODE_PING") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPCODE_PING_name, &const_OPCODE_PING_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPCODE_PING_name);

	zval const_OPCODE_PONG_value;
	ZVAL_LONG(&const_OPCODE_PONG_value, 10);
	zend_string *const_OPCODE_PONG_name = zend_string_init_interned("OPCODE_PONG", sizeof("OPCODE_PONG") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPCODE_PONG_name, &const_OPCODE_PONG_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPCODE_PONG_name);

	zval const_FLAG_FIN_value;
	ZVAL_LONG(&const_FLAG_FIN_value, 1);
	zend_string *const_FLAG_FIN_name = zend_string_init_interned("FLAG_FIN", sizeof("FLAG_FIN") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_FLAG_FIN_name, &const_FLAG_FIN_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_FLAG_FIN_name);

	zval const_FLAG_COMPRESS_value;
	ZVAL_LONG(&const_FLAG_COMPRESS_value, 2);
	zend_string *const_FLAG_COMPRESS_name = zend_string_init_interned("FLAG_COMPRESS", sizeof("FLAG_COMPRESS") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_FLAG_COMPRESS_name, &const_FLAG_COMPRESS_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_FLAG_COMPRESS_name);

	zval const_FLAG_RSV1_value;
	ZVAL_LONG(&const_FLAG_RSV1_value, 4);
	zend_string *const_FLAG_RSV1_name = zend_string_init_interned("FLAG_RSV1", sizeof("FLAG_RSV1") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_FLAG_RSV1_name, &const_FLAG_RSV1_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_FLAG_RSV1_name);

	zval const_FLAG_RSV2_value;
	ZVAL_LONG(&const_FLAG_RSV2_value, 8);
	zend_string *const_FLAG_RSV2_name = zend_string_init_interned("FLAG_RSV2", sizeof("FLAG_RSV2") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_FLAG_RSV2_name, &const_FLAG_RSV2_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_FLAG_RSV2_name);

	zval const_FLAG_RSV3_value;
	ZVAL_LONG(&const_FLAG_RSV3_value, 16);
	zend_string *const_FLAG_RSV3_name = zend_string_init_interned("FLAG_RSV3", sizeof("FLAG_RSV3") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_FLAG_RSV3_name, &const_FLAG_RSV3_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_FLAG_RSV3_name);

	zval const_FLAG_MASK_value;
	ZVAL_LONG(&const_FLAG_MASK_value, 32);
	zend_string *const_FLAG_MASK_name = zend_string_init_interned("FLAG_MASK", sizeof("FLAG_MASK") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_FLAG_MASK_name, &const_FLAG_MASK_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_FLAG_MASK_name);

	zval const_CLOSE_NORMAL_value;
	ZVAL_LONG(&const_CLOSE_NORMAL_value, 1000);
	zend_string *const_CLOSE_NORMAL_name = zend_string_init_interned("CLOSE_NORMAL", sizeof("CLOSE_NORMAL") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_CLOSE_NORMAL_name, &const_CLOSE_NORMAL_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_CLOSE_NORMAL_name);

	zval const_CLOSE_GOING_AWAY_value;
	ZVAL_LONG(&const_CLOSE_GOING_AWAY_value, 1001);
	zend_string *const_CLOSE_GOING_AWAY_name = zend_string_init_interned("CLOSE_GOING_AWAY", sizeof("CLOSE_GOING_AWAY") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_CLOSE_GOING_AWAY_name, &const_CLOSE_GOING_AWAY_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_CLOSE_GOING_AWAY_name);

	zval const_CLOSE_PROTOCOL_ERROR_value;
	ZVAL_LONG(&const_CLOSE_PROTOCOL_ERROR_value, 1002);
	zend_string *const_CLOSE_PROTOCOL_ERROR_name = zend_string_init_interned("CLOSE_PROTOCOL_ERROR", sizeof("CLOSE_PROTOCOL_ERROR") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_CLOSE_PROTOCOL_ERROR_name, &const_CLOSE_PROTOCOL_ERROR_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_CLOSE_PROTOCOL_ERROR_name);

	zval const_CLOSE_UNSUPPORTED_DATA_value;
	ZVAL_LONG(&const_CLOSE_UNSUPPORTED_DATA_value, 1003);
	zend_string *const_CLOSE_UNSUPPORTED_DATA_name = zend_string_init_interned("CLOSE_UNSUPPORTED_DATA", sizeof("CLOSE_UNSUPPORTED_DATA") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_CLOSE_UNSUPPORTED_DATA_name, &const_CLOSE_UNSUPPORTED_DATA_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_CLOSE_UNSUPPORTED_DATA_name);

	zval const_CLOSE_NO_STATUS_value;
	ZVAL_LONG(&const_CLOSE_NO_STATUS_value, 1005);
	zend_string *const_CLOSE_NO_STATUS_name = zend_string_init_interned("CLOSE_NO_STATUS", sizeof("CLOSE_NO_STATUS") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_CLOSE_NO_STATUS_name, &const_CLOSE_NO_STATUS_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_CLOSE_NO_STATUS_name);

	zval const_CLOSE_ABNORMAL_value;
	ZVAL_LONG(&const_CLOSE_ABNORMAL_value, 1006);
	zend_string *const_CLOSE_ABNORMAL_name = zend_string_init_interned("CLOSE_ABNORMAL", sizeof("CLOSE_ABNORMAL") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_CLOSE_ABNORMAL_name, &const_CLOSE_ABNORMAL_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_CLOSE_ABNORMAL_name);

	zval const_CLOSE_INVALID_PAYLOAD_value;
	ZVAL_LONG(&const_CLOSE_INVALID_PAYLOAD_value, 1007);
	zend_string *const_CLOSE_INVALID_PAYLOAD_name = zend_string_init_interned("CLOSE_INVALID_PAYLOAD", sizeof("CLOSE_INVALID_PAYLOAD") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_CLOSE_INVALID_PAYLOAD_name, &const_CLOSE_INVALID_PAYLOAD_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_CLOSE_INVALID_PAYLOAD_name);

	zval const_CLOSE_POLICY_VIOLATION_value;
	ZVAL_LONG(&const_CLOSE_POLICY_VIOLATION_value, 1008);
	zend_string *const_CLOSE_POLICY_VIOLATION_name = zend_string_init_interned("CLOSE_POLICY_VIOLATION", sizeof("CLOSE_POLICY_VIOLATION") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_CLOSE_POLICY_VIOLATION_name, &const_CLOSE_POLICY_VIOLATION_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_CLOSE_POLICY_VIOLATION_name);

	zval const_CLOSE_MESSAGE_TOO_BIG_value;
	ZVAL_LONG(&const_CLOSE_MESSAGE_TOO_BIG_value, 1009);
	zend_string *const_CLOSE_MESSAGE_TOO_BIG_name = zend_string_init_interned("CLOSE_MESSAGE_TOO_BIG", sizeof("CLOSE_MESSAGE_TOO_BIG") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_CLOSE_MESSAGE_TOO_BIG_name, &const_CLOSE_MESSAGE_TOO_BIG_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_CLOSE_MESSAGE_TOO_BIG_name);

	zval const_CLOSE_EXTENSION_MISSING_value;
	ZVAL_LONG(&const_CLOSE_EXTENSION_MISSING_value, 1010);
	zend_string *const_CLOSE_EXTENSION_MISSING_name = zend_string_init_interned("CLOSE_EXTENSION_MISSING", sizeof("CLOSE_EXTENSION_MISSING") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_CLOSE_EXTENSION_MISSING_name, &const_CLOSE_EXTENSION_MISSING_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_CLOSE_EXTENSION_MISSING_name);

	zval const_CLOSE_SERVER_ERROR_value;
	ZVAL_LONG(&const_CLOSE_SERVER_ERROR_value, 1011);
	zend_string *const_CLOSE_SERVER_ERROR_name = zend_string_init_interned("CLOSE_SERVER_ERROR", sizeof("CLOSE_SERVER_ERROR") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_CLOSE_SERVER_ERROR_name, &const_CLOSE_SERVER_ERROR_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_CLOSE_SERVER_ERROR_name);

	zval const_CLOSE_TRY_AGAIN_LATER_value;
	ZVAL_LONG(&const_CLOSE_TRY_AGAIN_LATER_value, 1013);
	zend_string *const_CLOSE_TRY_AGAIN_LATER_name = zend_string_init_interned("CLOSE_TRY_AGAIN_LATER", sizeof("CLOSE_TRY_AGAIN_LATER") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_CLOSE_TRY_AGAIN_LATER_name, &const_CLOSE_TRY_AGAIN_LATER_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_CLOSE_TRY_AGAIN_LATER_name);

	zval const_CLOSE_TLS_value;
	ZVAL_LONG(&const_CLOSE_TLS_value, 1015);
	zend_string *const_CLOSE_TLS_name = zend_string_init_interned("CLOSE_TLS", sizeof("CLOSE_TLS") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_CLOSE_TLS_name, &const_CLOSE_TLS_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_CLOSE_TLS_name);

	return class_entry;
}
