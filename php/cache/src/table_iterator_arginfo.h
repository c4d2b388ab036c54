/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 2bbb432e12f84e578e30dfec5ce4b1bfc72666ef */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Baton_TableIterator___construct, 0, 0, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_TableIterator_rewind, 0, 0, IS_VOID, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_TableIterator_valid, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Baton_TableIterator_current, 0, 0, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Baton_TableIterator_key arginfo_class_Baton_TableIterator_current

#define arginfo_class_Baton_TableIterator_next arginfo_class_Baton_TableIterator_rewind


ZEND_METHOD(Baton_TableIterator, __construct);
ZEND_METHOD(Baton_TableIterator, rewind);
ZEND_METHOD(Baton_TableIterator, valid);
ZEND_METHOD(Baton_TableIterator, current);
ZEND_METHOD(Baton_TableIterator, key);
ZEND_METHOD(Baton_TableIterator, next);


static const zend_function_entry class_Baton_TableIterator_methods[] = {
	ZEND_ME(Baton_TableIterator, __construct, arginfo_class_Baton_TableIterator___construct, ZEND_ACC_PRIVATE)
	ZEND_ME(Baton_TableIterator, rewind, arginfo_class_Baton_TableIterator_rewind, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_TableIterator, valid, arginfo_class_Baton_TableIterator_valid, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_TableIterator, current, arginfo_class_Baton_TableIterator_current, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_TableIterator, key, arginfo_class_Baton_TableIterator_key, ZEND_ACC_PUBLIC)
	ZEND_ME(Baton_TableIterator, next, arginfo_class_Baton_TableIterator_next, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Baton_TableIterator(zend_class_entry *class_entry_Iterator)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Baton", "TableIterator", class_Baton_TableIterator_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;
	zend_class_implements(class_entry, 1, class_entry_Iterator);

	return class_entry;
}
