/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 919e564b278894be2deb4b7a87a3884c38f411a8 */




static const zend_function_entry class_WebSocket_MessageType_methods[] = {
	ZEND_FE_END
};

static zend_class_entry *register_class_WebSocket_MessageType(void)
{
	zend_class_entry *class_entry = zend_register_internal_enum("WebSocket\\MessageType", IS_UNDEF, class_WebSocket_MessageType_methods);

	zend_enum_add_case_cstr(class_entry, "Continuation", NULL);

	zend_enum_add_case_cstr(class_entry, "Text", NULL);

	zend_enum_add_case_cstr(class_entry, "Binary", NULL);

	zend_enum_add_case_cstr(class_entry, "Ping", NULL);

	zend_enum_add_case_cstr(class_entry, "Pong", NULL);

	zend_enum_add_case_cstr(class_entry, "Close", NULL);

	return class_entry;
}
