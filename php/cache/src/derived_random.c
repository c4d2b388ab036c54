/* HRANDFIELD and SRANDMEMBER, derived from a cached HGETALL or SMEMBERS; derived.h.
 *
 * As the server has it: without a count one element, or false if there is none; with one, so many different ones, all if there are no more;
 * with one below 0, so many of which some may be the same. Each command takes a seed of its own from the system, so children of a fork do not
 * draw alike, and the program's mt_rand() goes on as it would. */
#include "derived.h"

#if PHP_VERSION_ID >= 80200
# include "ext/random/php_random.h"
#else
# include "ext/standard/php_random.h"
#endif

/* With repeats there may be more of them than elements: 2^16 take an array of 1 MB. For more the server is asked. */
#define MOST_REPEATED 65536

/* The places of the elements that were drawn. */
typedef struct {
	uint32_t *places;
	uint32_t count;
} drawn;

/* SplitMix64 (Steele, Lea and Flood, 2014): 64 bits of which the remainder by 32 is as good as even. */
static uint32_t next_below(uint64_t *state, uint32_t below)
{
	uint64_t mixed = *state += UINT64_C(0x9e3779b97f4a7c15);
	mixed = (mixed ^ (mixed >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	mixed = (mixed ^ (mixed >> 27)) * UINT64_C(0x94d049bb133111eb);
	return (uint32_t) ((mixed ^ (mixed >> 31)) % below);
}

static void draw_repeated(drawn *drawn, uint64_t *state, uint32_t of)
{
	for (uint32_t i = 0; i < drawn->count; i++) {
		drawn->places[i] = next_below(state, of);
	}
}

/* Floyd's way: each set of so many is as likely, at one number for each element of it (Bentley, "Programming pearls", 1987). */
static void draw_different(drawn *drawn, uint64_t *state, uint32_t of)
{
	zend_array *had = zend_new_array(drawn->count);
	for (uint32_t i = 0; i < drawn->count; i++) {
		uint32_t last = of - drawn->count + i, place = next_below(state, last + 1);
		if (zend_hash_index_add_empty_element(had, place) == NULL) {
			place = last;
			zend_hash_index_add_empty_element(had, place);
		}
		drawn->places[i] = place;
	}
	zend_array_destroy(had);
}

/* False: the server is to be asked. */
static bool draw(drawn *drawn, uint32_t of, zend_long wanted)
{
	uint64_t state;
	if (wanted < -MOST_REPEATED || php_random_bytes_silent(&state, sizeof(state)) == FAILURE) {
		return false;
	}
	drawn->count = of == 0 ? 0 : (uint32_t) (wanted < 0 ? -wanted : MIN(wanted, (zend_long) of));
	drawn->places = safe_emalloc(drawn->count, sizeof(uint32_t), 0);
	if (wanted < 0 || drawn->count == 1) {
		draw_repeated(drawn, &state, of);
	} else if (drawn->count < of) {
		draw_different(drawn, &state, of);
	} else {
		for (uint32_t i = 0; i < of; i++) {
			drawn->places[i] = i;
		}
	}
	return true;
}

/* How many are wanted: the word behind the key, 1 without it. False: it is no such number. */
static bool wanted(const baton_derived *derived, zend_long *count, bool *is_one)
{
	*count = 1;
	*is_one = derived->call->arguments.count == 2;
	return *is_one || baton_derived_number(derived, 2, count);
}

/* Does with each of the elements drawn what `add` does, in a list or map; or gives the only one. */
typedef void (*adder)(baton_derived *derived, uint32_t place, zval *list);

static bool derive(baton_derived *derived, adder add, zval *to)
{
	zend_long count;
	bool is_one;
	drawn drawn;
	if (!wanted(derived, &count, &is_one) || !draw(&drawn, zend_hash_num_elements(Z_ARRVAL(derived->of[0])), count)) {
		return false;
	}
	zval list;
	array_init_size(&list, drawn.count);
	for (uint32_t i = 0; i < drawn.count; i++) {
		add(derived, drawn.places[i], &list);
	}
	efree(drawn.places);
	if (!is_one) {
		ZVAL_COPY_VALUE(to, &list);
		return true;
	}
	const zval *one = zend_hash_index_find(Z_ARRVAL(list), 0);
	if (one) {
		ZVAL_COPY(to, one);
	} else {
		baton_nil(derived->call->redis, to);
	}
	zval_ptr_dtor(&list);
	return true;
}

static void add_member(baton_derived *derived, uint32_t place, zval *list)
{
	baton_derived_add(derived, baton_derived_element(Z_ARRVAL(derived->of[0]), place).value, list);
}

static void add_name(baton_derived *derived, uint32_t place, zval *list)
{
	baton_element element = baton_derived_element(Z_ARRVAL(derived->of[0]), place);
	baton_derived_add_name(derived, element.name, element.number, list);
}

/* In a map, a field that is drawn twice is there once. */
static void add_pair(baton_derived *derived, uint32_t place, zval *map)
{
	baton_element element = baton_derived_element(Z_ARRVAL(derived->of[0]), place);
	zval value;
	ZVAL_NEW_STR(&value, zend_string_init(Z_STRVAL_P(element.value), Z_STRLEN_P(element.value), 0));
	if (element.name) {
		zend_hash_str_update(Z_ARRVAL_P(map), ZSTR_VAL(element.name), ZSTR_LEN(element.name), &value);
	} else {
		zend_hash_index_update(Z_ARRVAL_P(map), element.number, &value);
	}
}

bool baton_derive_srandmember(baton_derived *derived, zval *to)
{
	return derive(derived, add_member, to);
}

/* Values come as they are stored, which is known of those alone that are stored raw. */
bool baton_derive_hrandfield(baton_derived *derived, zval *to)
{
	bool has_values = derived->call->arguments.count > 3;
	return (!has_values || baton_derived_is_raw(derived)) && derive(derived, has_values ? add_pair : add_name, to);
}
