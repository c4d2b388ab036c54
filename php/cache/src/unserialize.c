/* Values that serialize() wrote. Anyone who can write to the server chooses what is made of them: objects of any class, with their __wakeup() and
 * __destruct(), unless baton_cache.allowed_classes names those that may be made. Others become __PHP_Incomplete_Class, as unserialize() has it. */
#include "unserialize.h"

#include "settings.h"

#include "ext/standard/php_var.h"

bool baton_unserialize_php(const char *bytes, size_t len, zval *to)
{
	php_unserialize_data_t seen;
	const unsigned char *at = (const unsigned char *) bytes;
	HashTable *before;
	zval value;
	bool done;

	ZVAL_UNDEF(&value);
	PHP_VAR_UNSERIALIZE_INIT(seen);
	/* Within an unserialize() of the program these are its own. */
	before = php_var_unserialize_get_allowed_classes(seen);
	if (baton_cache_settings.classes) {
		php_var_unserialize_set_allowed_classes(seen, baton_cache_settings.classes);
	}
	done = php_var_unserialize(&value, &at, at + len, &seen);
	php_var_unserialize_set_allowed_classes(seen, before);
	PHP_VAR_UNSERIALIZE_DESTROY(seen);
	if (!done) {
		zval_ptr_dtor(&value);
		return false;
	}
	/* The list of what was seen may have made a reference of it. */
	ZVAL_COPY_DEREF(to, &value);
	zval_ptr_dtor(&value);
	return true;
}
