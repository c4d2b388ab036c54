# cargo knows best whether the core is up to date; where it was given ready-made there is nothing to do.
# The empty command has make look at the file again; without it a new core would be linked by the next make alone.
$(BATON_CACHE_CORE): baton-cache-core
	@:

.PHONY: baton-cache-core
baton-cache-core:
	@if test -n "$(CARGO)"; then $(CARGO) build --release --locked --manifest-path $(BATON_CACHE_CORE_MANIFEST); fi

# What is installed has no debug information, which is most of the module; the one in modules/ keeps it, and so does
# `make install BATON_CACHE_STRIP=`.
BATON_CACHE_STRIP = -s
install-modules: INSTALL := $(INSTALL) $(BATON_CACHE_STRIP)
