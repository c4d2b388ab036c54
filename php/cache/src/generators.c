/* Relay's methods that return a Generator. PHP has no way to make one in C, so these are a few lines of PHP over methods that are here; they
 * are compiled when they are called, which costs less than the first step of what they go over. */
#include "generators.h"

void baton_generate(const char *source, uint32_t count, zval *arguments, zval *to)
{
	zval function;
	ZVAL_UNDEF(to);
	if (zend_eval_string(source, &function, "baton_cache") == SUCCESS) {
		call_user_function(NULL, NULL, &function, to, count, arguments);
		zval_ptr_dtor(&function);
	}
}
