/* Which names an object's class is of. */
#include "names.h"

baton_names baton_own_names, baton_phpredis_names, baton_relay_names;

static bool has(const baton_names *names, const zend_class_entry *ce)
{
	return ce == names->redis || ce == names->cluster || ce == names->sentinel || (names->array && ce == names->array);
}

const baton_names *baton_names_of(const zend_class_entry *ce)
{
	while (ce->type == ZEND_USER_CLASS && ce->parent) {
		ce = ce->parent;
	}
	return has(&baton_phpredis_names, ce) ? &baton_phpredis_names : has(&baton_relay_names, ce) ? &baton_relay_names : &baton_own_names;
}
