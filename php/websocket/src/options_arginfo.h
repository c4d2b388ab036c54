/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 4755055c8ac55d400e6f6d661c8e8582708d4823 */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_WebSocket_ServerOptions___construct, 0, 0, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, maxMessageSize, IS_LONG, 0, "16777216")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, maxQueuedBytes, IS_LONG, 0, "16777216")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, maxConnections, IS_LONG, 0, "10000")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, handshakeTimeoutMs, IS_LONG, 0, "10000")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, idleTimeoutMs, IS_LONG, 0, "120000")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, pingIntervalMs, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, pongTimeoutMs, IS_LONG, 0, "10000")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, maxQueuedAgeMs, IS_LONG, 0, "30000")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, closeTimeoutMs, IS_LONG, 0, "2000")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, messageTimeoutMs, IS_LONG, 0, "60000")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, maxMessagesPerSecond, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, maxControlFramesPerSecond, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, maxRequestBodySize, IS_LONG, 0, "1048576")
	ZEND_ARG_OBJ_TYPE_MASK(0, compression, WebSocket\\CompressionOptions, MAY_BE_BOOL, "false")
	ZEND_ARG_OBJ_INFO_WITH_DEFAULT_VALUE(0, tls, WebSocket\\TlsOptions, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, allowedOrigins, IS_ARRAY, 0, "[]")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, paths, IS_ARRAY, 0, "[]")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, workers, IS_LONG, 0, "1")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, reusePort, _IS_BOOL, 0, "false")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, backlog, IS_LONG, 0, "8192")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, keepRequest, _IS_BOOL, 0, "true")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_WebSocket_CompressionOptions___construct, 0, 0, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, threshold, IS_LONG, 0, "128")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, level, IS_LONG, 0, "3")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, contextTakeover, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_WebSocket_TlsOptions___construct, 0, 0, 2)
	ZEND_ARG_TYPE_INFO(0, certificate, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
ZEND_END_ARG_INFO()


ZEND_METHOD(WebSocket_ServerOptions, __construct);
ZEND_METHOD(WebSocket_CompressionOptions, __construct);
ZEND_METHOD(WebSocket_TlsOptions, __construct);


static const zend_function_entry class_WebSocket_ServerOptions_methods[] = {
	ZEND_ME(WebSocket_ServerOptions, __construct, arginfo_class_WebSocket_ServerOptions___construct, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_WebSocket_CompressionOptions_methods[] = {
	ZEND_ME(WebSocket_CompressionOptions, __construct, arginfo_class_WebSocket_CompressionOptions___construct, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_WebSocket_TlsOptions_methods[] = {
	ZEND_ME(WebSocket_TlsOptions, __construct, arginfo_class_WebSocket_TlsOptions___construct, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_WebSocket_ServerOptions(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "WebSocket", "ServerOptions", class_WebSocket_ServerOptions_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES;

	zval property_maxMessageSize_default_value;
	ZVAL_UNDEF(&property_maxMessageSize_default_value);
	zend_string *property_maxMessageSize_name = zend_string_init("maxMessageSize", sizeof("maxMessageSize") - 1, 1);
	zend_declare_typed_property(class_entry, property_maxMessageSize_name, &property_maxMessageSize_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_maxMessageSize_name);

	zval property_maxQueuedBytes_default_value;
	ZVAL_UNDEF(&property_maxQueuedBytes_default_value);
	zend_string *property_maxQueuedBytes_name = zend_string_init("maxQueuedBytes", sizeof("maxQueuedBytes") - 1, 1);
	zend_declare_typed_property(class_entry, property_maxQueuedBytes_name, &property_maxQueuedBytes_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_maxQueuedBytes_name);

	zval property_maxConnections_default_value;
	ZVAL_UNDEF(&property_maxConnections_default_value);
	zend_string *property_maxConnections_name = zend_string_init("maxConnections", sizeof("maxConnections") - 1, 1);
	zend_declare_typed_property(class_entry, property_maxConnections_name, &property_maxConnections_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_maxConnections_name);

	zval property_handshakeTimeoutMs_default_value;
	ZVAL_UNDEF(&property_handshakeTimeoutMs_default_value);
	zend_string *property_handshakeTimeoutMs_name = zend_string_init("handshakeTimeoutMs", sizeof("handshakeTimeoutMs") - 1, 1);
	zend_declare_typed_property(class_entry, property_handshakeTimeoutMs_name, &property_handshakeTimeoutMs_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_handshakeTimeoutMs_name);

	zval property_idleTimeoutMs_default_value;
	ZVAL_UNDEF(&property_idleTimeoutMs_default_value);
	zend_string *property_idleTimeoutMs_name = zend_string_init("idleTimeoutMs", sizeof("idleTimeoutMs") - 1, 1);
	zend_declare_typed_property(class_entry, property_idleTimeoutMs_name, &property_idleTimeoutMs_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_idleTimeoutMs_name);

	zval property_pingIntervalMs_default_value;
	ZVAL_UNDEF(&property_pingIntervalMs_default_value);
	zend_string *property_pingIntervalMs_name = zend_string_init("pingIntervalMs", sizeof("pingIntervalMs") - 1, 1);
	zend_declare_typed_property(class_entry, property_pingIntervalMs_name, &property_pingIntervalMs_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_pingIntervalMs_name);

	zval property_pongTimeoutMs_default_value;
	ZVAL_UNDEF(&property_pongTimeoutMs_default_value);
	zend_string *property_pongTimeoutMs_name = zend_string_init("pongTimeoutMs", sizeof("pongTimeoutMs") - 1, 1);
	zend_declare_typed_property(class_entry, property_pongTimeoutMs_name, &property_pongTimeoutMs_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_pongTimeoutMs_name);

	zval property_maxQueuedAgeMs_default_value;
	ZVAL_UNDEF(&property_maxQueuedAgeMs_default_value);
	zend_string *property_maxQueuedAgeMs_name = zend_string_init("maxQueuedAgeMs", sizeof("maxQueuedAgeMs") - 1, 1);
	zend_declare_typed_property(class_entry, property_maxQueuedAgeMs_name, &property_maxQueuedAgeMs_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_maxQueuedAgeMs_name);

	zval property_closeTimeoutMs_default_value;
	ZVAL_UNDEF(&property_closeTimeoutMs_default_value);
	zend_string *property_closeTimeoutMs_name = zend_string_init("closeTimeoutMs", sizeof("closeTimeoutMs") - 1, 1);
	zend_declare_typed_property(class_entry, property_closeTimeoutMs_name, &property_closeTimeoutMs_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_closeTimeoutMs_name);

	zval property_messageTimeoutMs_default_value;
	ZVAL_UNDEF(&property_messageTimeoutMs_default_value);
	zend_string *property_messageTimeoutMs_name = zend_string_init("messageTimeoutMs", sizeof("messageTimeoutMs") - 1, 1);
	zend_declare_typed_property(class_entry, property_messageTimeoutMs_name, &property_messageTimeoutMs_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_messageTimeoutMs_name);

	zval property_maxMessagesPerSecond_default_value;
	ZVAL_UNDEF(&property_maxMessagesPerSecond_default_value);
	zend_string *property_maxMessagesPerSecond_name = zend_string_init("maxMessagesPerSecond", sizeof("maxMessagesPerSecond") - 1, 1);
	zend_declare_typed_property(class_entry, property_maxMessagesPerSecond_name, &property_maxMessagesPerSecond_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_maxMessagesPerSecond_name);

	zval property_maxControlFramesPerSecond_default_value;
	ZVAL_UNDEF(&property_maxControlFramesPerSecond_default_value);
	zend_string *property_maxControlFramesPerSecond_name = zend_string_init("maxControlFramesPerSecond", sizeof("maxControlFramesPerSecond") - 1, 1);
	zend_declare_typed_property(class_entry, property_maxControlFramesPerSecond_name, &property_maxControlFramesPerSecond_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_maxControlFramesPerSecond_name);

	zval property_maxRequestBodySize_default_value;
	ZVAL_UNDEF(&property_maxRequestBodySize_default_value);
	zend_string *property_maxRequestBodySize_name = zend_string_init("maxRequestBodySize", sizeof("maxRequestBodySize") - 1, 1);
	zend_declare_typed_property(class_entry, property_maxRequestBodySize_name, &property_maxRequestBodySize_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_maxRequestBodySize_name);

	zend_string *property_compression_class_WebSocket_CompressionOptions = zend_string_init("WebSocket\\CompressionOptions", sizeof("WebSocket\\CompressionOptions")-1, 1);
	zval property_compression_default_value;
	ZVAL_UNDEF(&property_compression_default_value);
	zend_string *property_compression_name = zend_string_init("compression", sizeof("compression") - 1, 1);
	zend_declare_typed_property(class_entry, property_compression_name, &property_compression_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_CLASS(property_compression_class_WebSocket_CompressionOptions, 0, MAY_BE_NULL));
	zend_string_release(property_compression_name);

	zend_string *property_tls_class_WebSocket_TlsOptions = zend_string_init("WebSocket\\TlsOptions", sizeof("WebSocket\\TlsOptions")-1, 1);
	zval property_tls_default_value;
	ZVAL_UNDEF(&property_tls_default_value);
	zend_string *property_tls_name = zend_string_init("tls", sizeof("tls") - 1, 1);
	zend_declare_typed_property(class_entry, property_tls_name, &property_tls_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_CLASS(property_tls_class_WebSocket_TlsOptions, 0, MAY_BE_NULL));
	zend_string_release(property_tls_name);

	zval property_allowedOrigins_default_value;
	ZVAL_UNDEF(&property_allowedOrigins_default_value);
	zend_string *property_allowedOrigins_name = zend_string_init("allowedOrigins", sizeof("allowedOrigins") - 1, 1);
	zend_declare_typed_property(class_entry, property_allowedOrigins_name, &property_allowedOrigins_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_ARRAY));
	zend_string_release(property_allowedOrigins_name);

	zval property_paths_default_value;
	ZVAL_UNDEF(&property_paths_default_value);
	zend_string *property_paths_name = zend_string_init("paths", sizeof("paths") - 1, 1);
	zend_declare_typed_property(class_entry, property_paths_name, &property_paths_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_ARRAY));
	zend_string_release(property_paths_name);

	zval property_workers_default_value;
	ZVAL_UNDEF(&property_workers_default_value);
	zend_string *property_workers_name = zend_string_init("workers", sizeof("workers") - 1, 1);
	zend_declare_typed_property(class_entry, property_workers_name, &property_workers_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_workers_name);

	zval property_reusePort_default_value;
	ZVAL_UNDEF(&property_reusePort_default_value);
	zend_string *property_reusePort_name = zend_string_init("reusePort", sizeof("reusePort") - 1, 1);
	zend_declare_typed_property(class_entry, property_reusePort_name, &property_reusePort_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_BOOL));
	zend_string_release(property_reusePort_name);

	zval property_backlog_default_value;
	ZVAL_UNDEF(&property_backlog_default_value);
	zend_string *property_backlog_name = zend_string_init("backlog", sizeof("backlog") - 1, 1);
	zend_declare_typed_property(class_entry, property_backlog_name, &property_backlog_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_backlog_name);

	zval property_keepRequest_default_value;
	ZVAL_UNDEF(&property_keepRequest_default_value);
	zend_string *property_keepRequest_name = zend_string_init("keepRequest", sizeof("keepRequest") - 1, 1);
	zend_declare_typed_property(class_entry, property_keepRequest_name, &property_keepRequest_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_BOOL));
	zend_string_release(property_keepRequest_name);

	return class_entry;
}

static zend_class_entry *register_class_WebSocket_CompressionOptions(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "WebSocket", "CompressionOptions", class_WebSocket_CompressionOptions_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES;

	zval property_threshold_default_value;
	ZVAL_UNDEF(&property_threshold_default_value);
	zend_string *property_threshold_name = zend_string_init("threshold", sizeof("threshold") - 1, 1);
	zend_declare_typed_property(class_entry, property_threshold_name, &property_threshold_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_threshold_name);

	zval property_level_default_value;
	ZVAL_UNDEF(&property_level_default_value);
	zend_string *property_level_name = zend_string_init("level", sizeof("level") - 1, 1);
	zend_declare_typed_property(class_entry, property_level_name, &property_level_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_level_name);

	zval property_contextTakeover_default_value;
	ZVAL_UNDEF(&property_contextTakeover_default_value);
	zend_string *property_contextTakeover_name = zend_string_init("contextTakeover", sizeof("contextTakeover") - 1, 1);
	zend_declare_typed_property(class_entry, property_contextTakeover_name, &property_contextTakeover_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_BOOL));
	zend_string_release(property_contextTakeover_name);

	return class_entry;
}

static zend_class_entry *register_class_WebSocket_TlsOptions(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "WebSocket", "TlsOptions", class_WebSocket_TlsOptions_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES;

	zval property_certificate_default_value;
	ZVAL_UNDEF(&property_certificate_default_value);
	zend_string *property_certificate_name = zend_string_init("certificate", sizeof("certificate") - 1, 1);
	zend_declare_typed_property(class_entry, property_certificate_name, &property_certificate_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING));
	zend_string_release(property_certificate_name);

	zval property_key_default_value;
	ZVAL_UNDEF(&property_key_default_value);
	zend_string *property_key_name = zend_string_init("key", sizeof("key") - 1, 1);
	zend_declare_typed_property(class_entry, property_key_name, &property_key_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING));
	zend_string_release(property_key_name);

	return class_entry;
}
