/* The least that PHP does to call into an extension with a string: a function, a static method and a method of an object that take one,
 * as the APIs that are measured do, and return NULL. */
#include "php.h"

ZEND_BEGIN_ARG_INFO_EX(takes_a_string, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
ZEND_END_ARG_INFO()

static zend_always_inline void take(INTERNAL_FUNCTION_PARAMETERS)
{
	zend_string *key;
	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(key)
	ZEND_PARSE_PARAMETERS_END();
	(void) key;
	RETVAL_NULL();
}

PHP_FUNCTION(empty_call)
{
	take(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

PHP_METHOD(EmptyCall, ofClass)
{
	take(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

PHP_METHOD(EmptyCall, ofObject)
{
	take(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

static const zend_function_entry functions[] = {
	PHP_FE(empty_call, takes_a_string)
	PHP_FE_END
};

static const zend_function_entry methods[] = {
	PHP_ME(EmptyCall, ofClass, takes_a_string, ZEND_ACC_PUBLIC | ZEND_ACC_STATIC)
	PHP_ME(EmptyCall, ofObject, takes_a_string, ZEND_ACC_PUBLIC)
	PHP_FE_END
};

PHP_MINIT_FUNCTION(empty_call)
{
	zend_class_entry class;
	INIT_CLASS_ENTRY(class, "EmptyCall", methods);
	zend_register_internal_class(&class);
	return SUCCESS;
}

static zend_module_entry empty_call_module_entry = {
	STANDARD_MODULE_HEADER, "empty_call", functions, PHP_MINIT(empty_call), NULL, NULL, NULL, NULL, "1", STANDARD_MODULE_PROPERTIES
};

ZEND_GET_MODULE(empty_call)
