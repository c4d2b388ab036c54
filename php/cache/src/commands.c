/* The table of commands, and the methods that are made of its lines. */
#include "cached_recent.h"
#include "commands.h"

#define COMMAND(method, word, spec, reply, flags) \
	const baton_command baton_command_##method = { \
		word, sizeof(word) - 1, BATON_##flags, spec, NULL, baton_reply_##reply, \
	};
#define BUILT(method, word, builder, reply, flags) \
	const baton_command baton_command_##method = { \
		word, sizeof(word) - 1, BATON_##flags, NULL, baton_build_##builder, baton_reply_##reply, \
	};
#include "commands.def"
#undef COMMAND
#undef BUILT

static zend_never_inline void get(INTERNAL_FUNCTION_PARAMETERS)
{
	if (!baton_cached_get(BATON_THIS(), execute_data, return_value)) {
		baton_redis_run(INTERNAL_FUNCTION_PARAM_PASSTHRU, &baton_command_get);
	}
}

/* What a hit needs is nothing of what the other calls take of the stack and the registers; which command it is, the compiler knows. */
#define METHOD(name) \
	PHP_METHOD(Baton_Redis, name) \
	{ \
		if (&baton_command_##name != &baton_command_get) { \
			baton_redis_run(INTERNAL_FUNCTION_PARAM_PASSTHRU, &baton_command_##name); \
		} else if (UNEXPECTED(!baton_cached_get_recent(BATON_THIS(), execute_data, return_value))) { \
			get(INTERNAL_FUNCTION_PARAM_PASSTHRU); \
		} \
	}
#define COMMAND(method, word, spec, reply, flags) METHOD(method)
#define BUILT(method, word, builder, reply, flags) METHOD(method)
#include "commands.def"
