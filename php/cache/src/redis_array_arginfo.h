/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 984021328e9146500b747e11e1f77b1f9ffb0bd7 */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Baton_RedisArray___construct, 0, 0, 1)
	ZEND_ARG_TYPE_MASK(0, name_or_hosts, MAY_BE_STRING|MAY_BE_ARRAY, NULL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisArray___call, 0, 2, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, function_name, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, arguments, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Baton_RedisArray__hosts, 0, 0, MAY_BE_ARRAY|MAY_BE_BOOL)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Baton_RedisArray__target, 0, 1, MAY_BE_STRING|MAY_BE_BOOL|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisArray__instance, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, host, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisArray__function, 0, 0, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisArray__distributor arginfo_class_Baton_RedisArray__function

#define arginfo_class_Baton_RedisArray__continuum arginfo_class_Baton_RedisArray__hosts

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisArray__rehash, 0, 0, _IS_BOOL, 1)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, fn, IS_CALLABLE, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisArray_bgsave arginfo_class_Baton_RedisArray__hosts

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Baton_RedisArray_flushall, 0, 0, MAY_BE_ARRAY|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, async, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisArray_flushdb arginfo_class_Baton_RedisArray_flushall

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Baton_RedisArray_getOption, 0, 1, MAY_BE_ARRAY|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, opt, IS_LONG, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisArray_info arginfo_class_Baton_RedisArray__hosts

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Baton_RedisArray_keys, 0, 1, MAY_BE_ARRAY|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, pattern, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisArray_ping arginfo_class_Baton_RedisArray__hosts

#define arginfo_class_Baton_RedisArray_save arginfo_class_Baton_RedisArray__hosts

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Baton_RedisArray_select, 0, 1, MAY_BE_ARRAY|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, index, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Baton_RedisArray_setOption, 0, 2, MAY_BE_ARRAY|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, opt, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisArray_del, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_MASK(0, key, MAY_BE_STRING|MAY_BE_ARRAY, NULL)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, otherkeys, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisArray_mget, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, keys, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisArray_mset, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, pairs, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisArray_unlink arginfo_class_Baton_RedisArray_del

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Baton_RedisArray_multi, 0, 1, Baton\\RedisArray, MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, host, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, mode, IS_LONG, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Baton_RedisArray_exec, 0, 0, MAY_BE_ARRAY|MAY_BE_BOOL|MAY_BE_NULL)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_RedisArray_discard, 0, 0, _IS_BOOL, 1)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisArray_unwatch arginfo_class_Baton_RedisArray_discard

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Baton_RedisArray_scan, 0, 2, MAY_BE_ARRAY|MAY_BE_BOOL)
	ZEND_ARG_TYPE_MASK(1, iterator, MAY_BE_LONG|MAY_BE_STRING|MAY_BE_NULL, NULL)
	ZEND_ARG_TYPE_INFO(0, node, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, pattern, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Baton_RedisArray_hscan, 0, 2, MAY_BE_ARRAY|MAY_BE_BOOL)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_MASK(1, iterator, MAY_BE_LONG|MAY_BE_STRING|MAY_BE_NULL, NULL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, pattern, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_RedisArray_sscan arginfo_class_Baton_RedisArray_hscan

#define arginfo_class_Baton_RedisArray_zscan arginfo_class_Baton_RedisArray_hscan


ZEND_METHOD(Baton_RedisArray, __construct);
ZEND_METHOD(Baton_RedisArray, __call);
ZEND_METHOD(Baton_RedisArray, _hosts);
ZEND_METHOD(Baton_RedisArray, _target);
ZEND_METHOD(Baton_RedisArray, _instance);
ZEND_METHOD(Baton_RedisArray, _function);
ZEND_METHOD(Baton_RedisArray, _distributor);
ZEND_METHOD(Baton_RedisArray, _continuum);
ZEND_METHOD(Baton_RedisArray, _rehash);
ZEND_METHOD(Baton_RedisArray, bgsave);
ZEND_METHOD(Baton_RedisArray, flushall);
ZEND_METHOD(Baton_RedisArray, flushdb);
ZEND_METHOD(Baton_RedisArray, getOption);
ZEND_METHOD(Baton_RedisArray, info);
ZEND_METHOD(Baton_RedisArray, keys);
ZEND_METHOD(Baton_RedisArray, ping);
ZEND_METHOD(Baton_RedisArray, save);
ZEND_METHOD(Baton_RedisArray, select);
ZEND_METHOD(Baton_RedisArray, setOption);
ZEND_METHOD(Baton_RedisArray, del);
ZEND_METHOD(Baton_RedisArray, mget);
ZEND_METHOD(Baton_RedisArray, mset);
ZEND_METHOD(Baton_RedisArray, unlink);
ZEND_METHOD(Baton_RedisArray, multi);
ZEND_METHOD(Baton_RedisArray, exec);
ZEND_METHOD(Baton_RedisArray, discard);
ZEND_METHOD(Baton_RedisArray, unwatch);
ZEND_METHOD(Baton_RedisArray, scan);
ZEND_METHOD(Baton_RedisArray, hscan);
ZEND_METHOD(Baton_RedisArray, sscan);
ZEND_METHOD(Baton_RedisArray, zscan);


static const zend_function_entry class_Baton_RedisArray_methods[] = {
	ZEND_ME(Baton_RedisArray, __construct, arginfo_class_Baton_RedisArray___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisArray, __call, arginfo_class_Baton_RedisArray___call, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisArray, _hosts, arginfo_class_Baton_RedisArray__hosts, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisArray, _target, arginfo_class_Baton_RedisArray__target, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisArray, _instance, arginfo_class_Baton_RedisArray__instance, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisArray, _function, arginfo_class_Baton_RedisArray__function, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisArray, _distributor, arginfo_class_Baton_RedisArray__distributor, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisArray, _continuum, arginfo_class_Baton_RedisArray__continuum, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisArray, _rehash, arginfo_class_Baton_RedisArray__rehash, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisArray, bgsave, arginfo_class_Baton_RedisArray_bgsave, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisArray, flushall, arginfo_class_Baton_RedisArray_flushall, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisArray, flushdb, arginfo_class_Baton_RedisArray_flushdb, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisArray, getOption, arginfo_class_Baton_RedisArray_getOption, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisArray, info, arginfo_class_Baton_RedisArray_info, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisArray, keys, arginfo_class_Baton_RedisArray_keys, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisArray, ping, arginfo_class_Baton_RedisArray_ping, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisArray, save, arginfo_class_Baton_RedisArray_save, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisArray, select, arginfo_class_Baton_RedisArray_select, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisArray, setOption, arginfo_class_Baton_RedisArray_setOption, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisArray, del, arginfo_class_Baton_RedisArray_del, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisArray, mget, arginfo_class_Baton_RedisArray_mget, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisArray, mset, arginfo_class_Baton_RedisArray_mset, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisArray, unlink, arginfo_class_Baton_RedisArray_unlink, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisArray, multi, arginfo_class_Baton_RedisArray_multi, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisArray, exec, arginfo_class_Baton_RedisArray_exec, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisArray, discard, arginfo_class_Baton_RedisArray_discard, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisArray, unwatch, arginfo_class_Baton_RedisArray_unwatch, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisArray, scan, arginfo_class_Baton_RedisArray_scan, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisArray, hscan, arginfo_class_Baton_RedisArray_hscan, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisArray, sscan, arginfo_class_Baton_RedisArray_sscan, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_RedisArray, zscan, arginfo_class_Baton_RedisArray_zscan, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Baton_RedisArray(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Baton", "RedisArray", class_Baton_RedisArray_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);


	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "__construct", sizeof("__construct") - 1), 1, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	return class_entry;
}
