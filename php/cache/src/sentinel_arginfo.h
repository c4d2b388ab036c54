/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: ddde6943315d9d6dffbdfe28100de8b30140fb8a */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Baton_RedisSentinel___construct, 0, 0, 0)
	ZEND_ARG_TYPE_MASK(0, options, MAY_BE_ARRAY|MAY_BE_STRING|MAY_BE_NULL, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, port, IS_LONG, 0, "26379")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, timeout, IS_DOUBLE, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, persistent, IS_MIXED, 0, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, retry_interval, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, read_timeout, IS_DOUBLE, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, auth, IS_MIXED, 0, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, context, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisSentinel_ckquorum, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, master, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisSentinel_failover arginfo_class_Baton_RedisSentinel_ckquorum

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisSentinel_flushconfig, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisSentinel_setOption, 0, 2, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, option, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisSentinel_getOption, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, option, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisSentinel_getLastError, 0, 0, IS_STRING, 1)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Baton_RedisSentinel_getMasterAddrByName, 0, 1, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, master, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisSentinel_getPrimaryAddrByName arginfo_class_Baton_RedisSentinel_getMasterAddrByName

#define arginfo_class_Baton_RedisSentinel_master arginfo_class_Baton_RedisSentinel_getMasterAddrByName

#define arginfo_class_Baton_RedisSentinel_primary arginfo_class_Baton_RedisSentinel_getMasterAddrByName

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Baton_RedisSentinel_masters, 0, 0, MAY_BE_ARRAY|MAY_BE_FALSE)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisSentinel_primaries arginfo_class_Baton_RedisSentinel_masters

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Baton_RedisSentinel_myid, 0, 0, MAY_BE_STRING|MAY_BE_FALSE)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Baton_RedisSentinel_ping, 0, 0, MAY_BE_STRING|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, message, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Baton_RedisSentinel_reset, 0, 1, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, pattern, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisSentinel_sentinels arginfo_class_Baton_RedisSentinel_getMasterAddrByName

#define arginfo_class_Baton_RedisSentinel_slaves arginfo_class_Baton_RedisSentinel_getMasterAddrByName


ZEND_METHOD(Baton_RedisSentinel, __construct);
ZEND_METHOD(Baton_RedisSentinel, ckquorum);
ZEND_METHOD(Baton_RedisSentinel, failover);
ZEND_METHOD(Baton_RedisSentinel, flushconfig);
ZEND_METHOD(Baton_RedisSentinel, setOption);
ZEND_METHOD(Baton_RedisSentinel, getOption);
ZEND_METHOD(Baton_RedisSentinel, getLastError);
ZEND_METHOD(Baton_RedisSentinel, getMasterAddrByName);
ZEND_METHOD(Baton_RedisSentinel, master);
ZEND_METHOD(Baton_RedisSentinel, masters);
ZEND_METHOD(Baton_RedisSentinel, myid);
ZEND_METHOD(Baton_RedisSentinel, ping);
ZEND_METHOD(Baton_RedisSentinel, reset);
ZEND_METHOD(Baton_RedisSentinel, sentinels);
ZEND_METHOD(Baton_RedisSentinel, slaves);


static const zend_function_entry class_Baton_RedisSentinel_methods[] = {
	ZEND_ME(Baton_RedisSentinel, __construct, arginfo_class_Baton_RedisSentinel___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisSentinel, ckquorum, arginfo_class_Baton_RedisSentinel_ckquorum, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisSentinel, failover, arginfo_class_Baton_RedisSentinel_failover, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisSentinel, flushconfig, arginfo_class_Baton_RedisSentinel_flushconfig, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisSentinel, setOption, arginfo_class_Baton_RedisSentinel_setOption, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisSentinel, getOption, arginfo_class_Baton_RedisSentinel_getOption, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisSentinel, getLastError, arginfo_class_Baton_RedisSentinel_getLastError, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisSentinel, getMasterAddrByName, arginfo_class_Baton_RedisSentinel_getMasterAddrByName, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisSentinel, getPrimaryAddrByName, getMasterAddrByName, arginfo_class_Baton_RedisSentinel_getPrimaryAddrByName, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisSentinel, master, arginfo_class_Baton_RedisSentinel_master, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisSentinel, primary, master, arginfo_class_Baton_RedisSentinel_primary, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisSentinel, masters, arginfo_class_Baton_RedisSentinel_masters, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Baton_RedisSentinel, primaries, masters, arginfo_class_Baton_RedisSentinel_primaries, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisSentinel, myid, arginfo_class_Baton_RedisSentinel_myid, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisSentinel, ping, arginfo_class_Baton_RedisSentinel_ping, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisSentinel, reset, arginfo_class_Baton_RedisSentinel_reset, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisSentinel, sentinels, arginfo_class_Baton_RedisSentinel_sentinels, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisSentinel, slaves, arginfo_class_Baton_RedisSentinel_slaves, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Baton_RedisSentinel(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Baton", "RedisSentinel", class_Baton_RedisSentinel_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);

	zval const_OPT_THROW_ON_ERR_value;
	ZVAL_LONG(&const_OPT_THROW_ON_ERR_value, 1);
	zend_string *const_OPT_THROW_ON_ERR_name = zend_string_init_interned("OPT_THROW_ON_ERR", sizeof("OPT_THROW_ON_ERR") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_THROW_ON_ERR_name, &const_OPT_THROW_ON_ERR_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_THROW_ON_ERR_name);

	zval const_OPT_AUTO_DISCOVER_value;
	ZVAL_LONG(&const_OPT_AUTO_DISCOVER_value, 2);
	zend_string *const_OPT_AUTO_DISCOVER_name = zend_string_init_interned("OPT_AUTO_DISCOVER", sizeof("OPT_AUTO_DISCOVER") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OPT_AUTO_DISCOVER_name, &const_OPT_AUTO_DISCOVER_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OPT_AUTO_DISCOVER_name);


	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "__construct", sizeof("__construct") - 1), 0, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "__construct", sizeof("__construct") - 1), 6, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "__construct", sizeof("__construct") - 1), 7, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	return class_entry;
}
