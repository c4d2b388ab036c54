/* The table of commands, and the methods that are made of its lines. */
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

#define RUN(name) \
	PHP_METHOD(Baton_Redis, name) \
	{ \
		baton_redis_run(INTERNAL_FUNCTION_PARAM_PASSTHRU, &baton_command_##name); \
	}
#define NOT_HERE(name)

/* The second of these: what OWN_x says, or RUN where it says nothing. get() is in cached_get.c. */
#define OWN_get ~, NOT_HERE
#define SECOND(first, second, ...) second
#define PICK(...) SECOND(__VA_ARGS__)
#define METHOD(name) PICK(OWN_##name, RUN, )(name)

#define COMMAND(method, word, spec, reply, flags) METHOD(method)
#define BUILT(method, word, builder, reply, flags) METHOD(method)
#include "commands.def"
