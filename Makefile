# Everything that is done with Baton from a checkout. Each target installs what it needs and finds missing; see
# tools/need for what that is.

.PHONY: run build test check php docs fuzz foreign doctor planted autobahn soak figures bench bench-full deny clean clean-cache

# Where cargo builds.
TARGET := $(or $(CARGO_TARGET_DIR),target)
# As tools/test has them: with other members, dependencies have other features and are built once more.
MEMBERS := --workspace --exclude baton-fuzz
LISTEN ?= 127.0.0.1:8080
MINUTES ?= 10
WORLDS ?= 5000
READERS ?= 2000
HOSTILE ?= 5000
comma := ,

# Serves the default app on this machine, and says how to connect to it.
run:
	tools/need cc rust
	cargo build --release --locked $(MEMBERS) --bin baton
	exec $(TARGET)/release/baton serve --listen $(LISTEN)

build:
	tools/need cc rust
	cargo build --release --locked $(MEMBERS)

# Every suite; the last line is `N passed, N failed`. `make test SUITES="node attack"` runs some.
test:
	tools/test $(SUITES)

# What should be green before each commit: under three minutes once built.
check:
	tools/need cc rust python postgres php laravel
	cargo fmt --all --check
	python3 tools/licences.py
	tools/no-std
	cargo clippy --workspace --all-targets --locked --quiet -- -D warnings
	cargo test --workspace --locked --quiet
	tools/planted-server --absent $(TARGET)/debug/baton

# Builds the PHP extensions into php/*/modules and tests them.
php:
	tools/need cc rust php-dev openssl redis php-fpm php-peers php-frameworks
	tools/php-extension websocket
	tools/php-extension cache

# Writes the reference page of the settings.
docs:
	tools/need cc rust
	cargo run --quiet --locked --bin baton -- settings --markdown >docs/reference/settings.new
	mv docs/reference/settings.new docs/reference/settings.md

# Each fuzz target under libFuzzer and the address sanitizer for FUZZ_SECONDS (20 unless set).
fuzz:
	tools/need cc rust cargo-fuzz
	tools/fuzz

# Every client of conformance/foreign in every version: five minutes, most of them spent waiting.
foreign: build
	tools/need python
	conformance/foreign/run all

# `baton doctor` behind each proxy, in right and wrong configurations, those that it prints among them.
doctor: build
	tools/need python openssl nginx haproxy apache caddy envoy
	tools/python-tests conformance/doctor
	tools/python-tests conformance/doctor/others

# Plants the faults of conformance/planted, one after the other, and looks whether a test notices each.
planted:
	tools/need cc rsync rust python openssl postgres node-packages python-packages php-dev redis valkey php-peers php-fpm php-frameworks
	tools/planted

# All cases of the Autobahn suite, where it can be installed: against the server, and against the PHP extension.
autobahn: build
	conformance/autobahn/run all
	tools/need php-dev
	tools/php-extension websocket --build
	conformance/autobahn/run php-server all
	conformance/autobahn/run php-client all

# A minute of each fuzz target, many seeds of the simulation, WORLDS random worlds of policies against PostgreSQL, and then
# connections that come and go for MINUTES, watched for growth of memory and open files, and for lost messages; and a receiver of
# webhooks that is down for two minutes, while the server is killed. Then the PHP
# extensions: their source packages, built without a network; many messages, and tests under what watches memory; READERS connections of the cache, and others that may not read what they
# do; HOSTILE random connections of it to a server that lies, with each kind of tracking; the cache under all that can happen to it, and processes that are killed in the shared table.
soak: build
	tools/need node-packages python-packages postgres mariadb prometheus openssl
	tools/node-tests conformance/node/tests
	tools/python-tests conformance/python
	tools/python-tests conformance/attack
	tools/need python
	tools/need cc rust cargo-fuzz
	FUZZ_SECONDS=60 tools/fuzz
	BATON_SIM_SEEDS=20000 cargo test --release --locked -p baton-sim --test world
	BATON_SIM_SEEDS=5000 cargo test --release --locked -p baton-sim --test supabase
	tools/need postgres
	BATON_POLICY_WORLDS=$(WORLDS) BATON_POLICY_SEED=$$(date +%s) cargo test --release --locked -p baton-postgres --test worlds -- --nocapture
	python3 conformance/soak/soak.py --minutes $(MINUTES)
	python3 conformance/soak/outage.py
	tools/need cc rust php-dev openssl valgrind
	tools/php-source-package websocket
	tools/php-source-package cache
	tools/php-extension websocket --build
	tools/php-memory websocket growth 10000000
	tools/php-memory websocket valgrind
	tools/php-memory websocket address || [ $$? = 77 ]
	tools/need redis valkey php-peers php-fpm php-frameworks
	tools/php-extension cache --build
	BATON_REDIS_SERVER=$(CURDIR)/.cache/valkey/valkey-server tools/php-extension cache --tests 'tests/*.phpt'
	tools/php-memory cache growth
	tools/php-memory cache valgrind
	tools/php-memory cache address || [ $$? = 77 ]
	php -n -d extension=$(CURDIR)/php/cache/modules/baton_cache.so -d baton_cache.maxmemory=2M php/cache/tests/model.inc 10000000
	php -n -d extension=$(CURDIR)/php/cache/modules/baton_cache.so -d baton_cache.maxmemory=2M php/cache/tests/model.inc 10000000 42 failover
	php -n -d extension=$(CURDIR)/php/cache/modules/baton_cache.so php/cache/tests/readers_model.inc $(READERS) | tee /dev/stderr | grep -q '^faults: 0$$'
	php -n -d extension=$(CURDIR)/php/cache/modules/baton_cache.so php/cache/tests/hostile_exam.inc $(HOSTILE) | tee /dev/stderr | grep -q '^faults: 0$$'
	php -n -d extension=$(CURDIR)/php/cache/modules/baton_cache.so -d baton_cache.tracking=broadcast -d baton_cache.flush_sentinel=baton:flush php/cache/tests/hostile_exam.inc $(HOSTILE) | tee /dev/stderr | grep -q '^faults: 0$$'
	php -n -d extension=$(CURDIR)/php/cache/modules/baton_cache.so -d baton_cache.maxmemory=1M -d baton_cache.zero_copy_cli=0 php/cache/tests/flipped.inc 300
	php -n -d extension=$(CURDIR)/php/cache/modules/baton_cache.so -d baton_cache.maxmemory=1M -d baton_cache.zero_copy_cli=1 php/cache/tests/flipped.inc 120
	BATON_KILLS=10000 cargo test --release --locked -p baton-near-cache --test killed -- --nocapture

# Measures Baton against the machine itself: bare loops of `send` and `accept`, and a relay on tokio-tungstenite.
figures: build
	bench/figures

# Every scenario against every peer, in small; the page is report.html in the folder that it names. A part of it:
# `make bench SCENARIO=avalanche,hold PEERS=sockudo ROUNDS=3`.
bench: build
	tools/need python node
	tools/need postgres || true # what needs it is left out without
	bench/install $(subst $(comma), ,$(PEERS)) || true
	bench/bench --scenario "$(SCENARIO)" --peers "$(PEERS)" $(if $(ROUNDS),--rounds $(ROUNDS))

# The same with the published numbers of users and lengths: hours.
bench-full: build
	tools/need python node
	tools/need postgres || true # what needs it is left out without
	bench/install $(subst $(comma), ,$(PEERS)) || true
	bench/bench --full --scenario "$(SCENARIO)" --peers "$(PEERS)" $(if $(ROUNDS),--rounds $(ROUNDS))

# Licences, sources and banned crates, by cargo-deny. Advisories need a list from outside of the registries:
# `cargo deny check advisories` where it can be reached.
deny:
	tools/need cc rust cargo-deny
	PATH="$$PATH:$(CURDIR)/.cache/cargo/bin" cargo deny --locked check bans licenses sources

clean:
	cargo clean
	rm -rf fuzz/libfuzzer/target .cache/test

# What tools/need installed below this folder.
clean-cache:
	rm -rf .cache conformance/node/node_modules conformance/foreign/npm/node_modules
