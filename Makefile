# Bianca's build. `make help` lists what it can do; docs/building.md explains it.

VERSION := 0.1.0
SONAME  := libbianca.so.0

MODE    ?= release
PREFIX  ?= /usr/local
BINDIR  ?= $(PREFIX)/bin
LIBDIR  ?= $(PREFIX)/lib
DATADIR ?= $(PREFIX)/share

ifeq ($(origin CC),default)
  CC := $(if $(filter fuzz,$(MODE)),clang,gcc)
endif
AR      ?= ar
OBJCOPY ?= objcopy
Q       := $(if $(V),,@)
say      = $(if $(V),,@printf '  %-7s %s\n' $(1) $(2))

# --- Flags --------------------------------------------------------------------------------------

FLAGS_release := -O3 -g -DNDEBUG
FLAGS_debug   := -Og -g3
FLAGS_asan    := -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all
FLAGS_tsan    := -O1 -g -fsanitize=thread
FLAGS_fuzz    := -O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
ifndef FLAGS_$(MODE)
  $(error MODE=$(MODE) is unknown: release, debug, asan, tsan or fuzz)
endif

WARNINGS := -Wall -Wextra -Wshadow -Wconversion -Wmissing-prototypes -Wstrict-prototypes -Werror

# Hot code (*_kernel.c) is compiled once per instruction set (isa) and board grid.
# ISAS="base v3" makes a quicker build for development.
MACHINE := $(shell $(CC) -dumpmachine 2>/dev/null)
ISAS  ?= $(if $(filter x86_64%,$(MACHINE)),base v2 v3 v4,base)
FLAGS_v2 := -march=x86-64-v2 -mtune=generic
FLAGS_v3 := -march=x86-64-v3 -mtune=generic
FLAGS_v4 := -march=x86-64-v4 -mtune=generic
FLAGS_grid8 := -DKERNEL_GRID8=1
FLAGS_any   := -DKERNEL_GRID8=0

CPPFLAGS += -Isrc -Iinclude -D_GNU_SOURCE -DPROGRAM_VERSION='"$(VERSION)"' \
            -DPROGRAM_MODE='"$(MODE)"' $(ISAS:%=-DHAVE_ISA_%=1)
ALL_CFLAGS = -std=gnu17 $(FLAGS_$(MODE)) -fPIC -fno-plt -fvisibility=hidden -pthread $(WARNINGS) \
             $(CPPFLAGS) $(CFLAGS)
LIBS     := -lm

# 1 if the compiler finds these headers.
has_headers = $(shell $(CC) $(addprefix -include ,$(1)) -E -x c /dev/null >/dev/null 2>&1 && echo 1)

# What only the program needs. Without SQLite (or with WITHOUT_SQLITE=1) it has no --db and games, and --jobs takes no file.
HAS_SQLITE := $(if $(WITHOUT_SQLITE),,$(call has_headers,sqlite3.h))
PROGRAM_LIBS := $(if $(HAS_SQLITE),-lsqlite3)
CPPFLAGS += $(if $(HAS_SQLITE),-DWITH_SQLITE=1)
# Without hiredis (or with WITHOUT_REDIS=1) work is shared through files alone. TLS needs its version 1
# and OpenSSL.
HAS_REDIS := $(if $(WITHOUT_REDIS),,$(call has_headers,hiredis/hiredis.h))
HAS_REDIS_TLS := $(if $(HAS_REDIS),$(call has_headers,hiredis/hiredis.h hiredis/hiredis_ssl.h openssl/ssl.h))
PROGRAM_LIBS += $(if $(HAS_REDIS_TLS),-lhiredis_ssl) $(if $(HAS_REDIS),-lhiredis) $(if $(HAS_REDIS_TLS),-lssl -lcrypto)
CPPFLAGS += $(if $(HAS_REDIS),-DWITH_REDIS=1) $(if $(HAS_REDIS_TLS),-DWITH_REDIS_TLS=1)
# What only the program needs, and only if it is there. Without libedit (or with WITHOUT_LIBEDIT=1)
# the terminal game reads plain lines.
HAS_LIBEDIT := $(if $(WITHOUT_LIBEDIT),,$(call has_headers,histedit.h))
PROGRAM_LIBS += $(if $(HAS_LIBEDIT),-ledit)
CPPFLAGS += $(if $(HAS_LIBEDIT),-DWITH_LIBEDIT=1)
# The web server needs two libraries. Without them (or with WITHOUT_WEB=1) `bianca serve` says so.
HAS_WEB := $(if $(WITHOUT_WEB),,$(call has_headers,microhttpd.h jansson.h))
PROGRAM_LIBS += $(if $(HAS_WEB),-lmicrohttpd -ljansson)
CPPFLAGS += $(if $(HAS_WEB),-DWITH_WEB=1)
# Foreign programs run under a filter of system calls. Without libseccomp (or with
# WITHOUT_SECCOMP=1) they are refused unless --trust is given.
HAS_SECCOMP := $(if $(WITHOUT_SECCOMP),,$(call has_headers,seccomp.h))
PROGRAM_LIBS += $(if $(HAS_SECCOMP),-lseccomp)
CPPFLAGS += $(if $(HAS_SECCOMP),-DWITH_SECCOMP=1)
ALL_LDFLAGS = $(filter -fsanitize% -g%,$(FLAGS_$(MODE))) -pthread $(LDFLAGS)

# --- What is built from what ---------------------------------------------------------------------

B   := $(or $(BUILD),$(if $(filter release,$(MODE)),build,build/$(MODE)))
OBJ := $(B)/obj

LIBRARY := base game record book eval search engine
SOURCES := $(wildcard src/*/*.c src/*/*/*.c)
SOURCES := $(filter-out $(if $(HAS_WEB),,src/web/%),$(SOURCES))
KERNELS := $(filter %_kernel.c,$(SOURCES))
kernel_objects = $(foreach l,$(ISAS),$(foreach g,grid8 any,$(2:src/%.c=$(1)/%.$(l).$(g).o)))

OBJECTS := $(patsubst src/%.c,$(OBJ)/%.o,$(filter-out $(KERNELS),$(SOURCES))) \
           $(call kernel_objects,$(OBJ),$(KERNELS))
LIBRARY_OBJECTS := $(filter $(LIBRARY:%=$(OBJ)/%/%),$(OBJECTS))
MAIN_OBJECT     := $(OBJ)/cli/main.o

CHECKS     := tools/check-includes tools/check-bench tools/check-docs
TESTS      := $(wildcard tests/unit/test_*.c tests/property/test_*.c)
SLOW_TESTS := $(wildcard tests/slow/test_*.c tests/release/test_*.c)
SCRIPTS    := $(wildcard tests/golden/*.sh tests/cli/*.sh tests/browser/*.sh)
FUZZERS    := $(wildcard tests/fuzz/fuzz_*.c)
BOTS       := $(wildcard tests/bots/*.c)
TESTS      := $(filter-out $(if $(HAS_WEB),,tests/unit/test_web%),$(TESTS))
FUZZERS    := $(filter-out $(if $(HAS_WEB),,tests/fuzz/fuzz_api.c),$(FUZZERS))
SUPPORT    := $(patsubst %.c,$(OBJ)/%.o,$(wildcard tests/support/*.c tests/reference/*.c))
program_of  = $(patsubst %.c,$(B)/%,$(1))

# Messages in other languages; without msgfmt everything is English.
LANGUAGES  := $(patsubst po/%.po,%,$(wildcard po/*.po))
CATALOGUES := $(if $(shell command -v msgfmt),$(LANGUAGES:%=$(B)/locale/%/LC_MESSAGES/bianca.mo))

.PHONY: all bot run start test test-all test-release run-tests test-programs test-bots bench fuzz fuzz-programs hot-tests format lint install \
        uninstall clean help FORCE
.SECONDARY:
.DELETE_ON_ERROR:

all: $(B)/bianca $(B)/libbianca.a $(B)/libbianca.so $(CATALOGUES)

# Everything depends on the flags; whatever is linked depends on the list of sources.
FLAGS_TEXT   := $(shell $(CC) --version 2>/dev/null | head -n 1) $(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) \
                $(LIBS) $(PROGRAM_LIBS) $(foreach l,$(ISAS),$(FLAGS_$(l)))
SOURCES_TEXT := $(sort $(SOURCES) $(wildcard tests/support/*.c))
define stamp
@mkdir -p $(@D)
@printf '%s\n' '$(subst ','\'',$(1))' | cmp -s - $@ || printf '%s\n' '$(subst ','\'',$(1))' > $@
endef
$(B)/flags: FORCE
	$(call stamp,$(FLAGS_TEXT))
$(B)/sources: FORCE
	$(call stamp,$(SOURCES_TEXT))

$(OBJ)/%.o: src/%.c $(B)/flags
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) -MMD -MP -c $< -o $@

define kernel_rule
$(OBJ)/%.$(1).$(2).o: src/%.c $(B)/flags
	$$(call say,CC,'$$< $(1) $(2)')
	@mkdir -p $$(@D)
	$(Q)$(CC) $$(ALL_CFLAGS) $(FLAGS_$(1)) -DKERNEL_ISA=$(1) $(FLAGS_$(2)) -MMD -MP -c $$< -o $$@
endef
$(foreach l,$(ISAS),$(foreach g,grid8 any,$(eval $(call kernel_rule,$(l),$(g)))))

# Functions that call others and have vectors of 32 bytes begin, with gcc, by aligning the stack: ten
# instructions, in functions that have few more. The last layers of the endgame are compiled as if it were
# aligned, which those of them that are called from outside ensure (ALIGNS_STACK).
has_flag = $(shell $(CC) $(1) -S -x c /dev/null -o /dev/null >/dev/null 2>&1 && echo $(1))
$(OBJ)/search/endgame_mobility_kernel.%.o: ALL_CFLAGS += $(call has_flag,-mpreferred-stack-boundary=5)

# Programs that share work compare how they search: by the sum of the golden bench.
BENCH := tests/golden/bench.tsv
$(OBJ)/cli/job_kinds.o: $(BENCH)
$(OBJ)/cli/job_kinds.o: CPPFLAGS += -DPROGRAM_BENCH='"$(shell awk '!/^\#/ { sum += $$NF } END { print sum + 0 }' $(BENCH))"'

# Weights and the book are embedded with .incbin, which the compiler's dependency files do not see.
$(OBJ)/eval/embedded.o: $(wildcard data/*.weights)
$(OBJ)/engine/perfect_embedded.o: $(wildcard data/*.perfect)
$(OBJ)/book/embedded.o: $(wildcard data/*.book)
$(OBJ)/engine/plugin_process.o: src/engine/plugin_runner.py
$(OBJ)/jobs/redis_scripts.o: $(wildcard src/jobs/redis/*.lua)

# The files of the page, likewise: a line for each, ASSET(number, "path", "file", "type").
# types.js is for the type checker alone. The list is the same whether BUILD is an absolute path or not:
# else a `make install` of tests would link the program anew while others run it.
REPORT := $(wildcard web/report/*.*)
PAGE := $(filter-out web/js/types.js $(REPORT),$(sort $(wildcard web/*.* web/*/*.*)))
$(OBJ)/web/assets.inc: $(PAGE) tools/list-assets FORCE
	@mkdir -p $(@D)
	@tools/list-assets $(patsubst $(CURDIR)/%,%,$(OBJ))/web/page $(PAGE) > $@.new; cmp -s $@.new $@ && rm $@.new || mv $@.new $@
# Scripts and styles are sent without their indentation and comments, a third of them.
PAGE_TEXT := $(patsubst web/%,$(OBJ)/web/page/%,$(filter %.js %.css,$(PAGE)))
$(OBJ)/web/page/%: web/% tools/strip-comments.sed
	@mkdir -p $(@D)
	@sed -f tools/strip-comments.sed $< > $@
# The service worker keeps all of them: its first line says which.
$(OBJ)/web/page/worker.js: $(PAGE) tools/list-assets tools/strip-comments.sed $(OBJ)/web/assets.inc
	@mkdir -p $(@D)
	@{ tools/list-assets --worker $(PAGE); sed -f tools/strip-comments.sed web/worker.js; } > $@
$(OBJ)/web/assets.o: CPPFLAGS += -I$(OBJ)
$(OBJ)/web/assets.o: $(OBJ)/web/assets.inc $(PAGE) $(PAGE_TEXT)

# The files of the reports, likewise.
$(OBJ)/arena/report/report.o $(OBJ)/cli/review_html.o: $(REPORT)

# All code but main(): what the program and the tests link.
$(OBJ)/all.a: $(filter-out $(MAIN_OBJECT),$(OBJECTS)) $(B)/sources
	@rm -f $@
	$(Q)$(AR) rcs $@ $(filter %.o,$^)

# The program takes the archive whole, so that two functions of one name are an error: taken piece by
# piece, the linker would silently use the first for both.
$(B)/bianca: $(MAIN_OBJECT) $(OBJ)/all.a
	$(call say,LINK,$@)
	$(Q)$(CC) $(ALL_LDFLAGS) $(MAIN_OBJECT) -Wl,--whole-archive $(OBJ)/all.a -Wl,--no-whole-archive \
	    $(LIBS) $(PROGRAM_LIBS) -o $@

# One object whose hidden names have become local, so that a static link sees bianca_* alone.
$(B)/libbianca.a: $(LIBRARY_OBJECTS) $(B)/sources
	$(call say,AR,$@)
	$(Q)$(CC) -r -nostdlib $(LIBRARY_OBJECTS) -o $(OBJ)/libbianca.o
	$(Q)$(OBJCOPY) --localize-hidden $(OBJ)/libbianca.o
	@rm -f $@
	$(Q)$(AR) rcs $@ $(OBJ)/libbianca.o

$(B)/libbianca.so: $(LIBRARY_OBJECTS) $(B)/sources
	$(call say,LINK,$@)
	$(Q)$(CC) $(ALL_LDFLAGS) -shared -Wl,-soname,$(SONAME) $(LIBRARY_OBJECTS) $(LIBS) -o $@

$(B)/locale/%/LC_MESSAGES/bianca.mo: po/%.po
	$(call say,MSGFMT,$<)
	@mkdir -p $(@D)
	$(Q)msgfmt --check-format --check-domain -o $@ $<

# --- Tests ----------------------------------------------------------------------------------------

$(OBJ)/tests/%.o: tests/%.c $(B)/flags
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) -Itests -MMD -MP -c $< -o $@

$(OBJ)/tests/support.a: $(SUPPORT) $(B)/sources
	@mkdir -p $(@D); rm -f $@
	$(Q)$(AR) rcs $@ $(SUPPORT)

# Tests fail if memory is not released at their end. The linker alone does that, without sanitizers' cost,
# where such a program runs (it traces itself, which not every container permits). Asked once.
try_leaks = mkdir -p $(B) && echo 'int main(void) { return 0; }' | $(CC) -fsanitize=leak -x c - -o $(B)/leaks && $(B)/leaks
LEAKS = $(eval LEAKS := $(if $(filter release debug,$(MODE)),$(shell { $(try_leaks); } >/dev/null 2>&1 && \
    echo -fsanitize=leak)))$(LEAKS)
# What is compiled for each set of instructions, and what chooses among them: tools/test-all lets these
# run on emulated processors too, where the leak sanitizer takes all memory there is.
HOT := $(wildcard tests/property/test_kernels.c tests/property/test_network.c tests/property/test_network_[ap]*.c \
    tests/property/test_pattern.c tests/property/test_search_kernels.c tests/property/test_search_same.c \
    tests/property/test_solver.c tests/property/test_stability.c tests/unit/test_bits.c tests/unit/test_isa.c \
    tests/unit/test_perft.c tests/unit/test_rules.c tests/unit/test_weights*.c)
hot-tests:
	@echo $(HOT)
$(call program_of,$(HOT)): LEAKS :=
# These look at how much memory they take, or how much time.
$(call program_of,tests/unit/test_web_server.c tests/unit/test_network_thread.c \
    tests/slow/test_book_speed.c tests/slow/test_sandbox_start.c tests/slow/test_perfect_games.c): LEAKS :=

$(B)/tests/%: $(OBJ)/tests/%.o $(OBJ)/tests/support.a $(OBJ)/all.a
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_LDFLAGS) $(LEAKS) $^ $(LIBS) $(PROGRAM_LIBS) -lcmocka -o $@

# Programs that the arena's tests let play. They are foreign to us: plain, without our library, and
# without sanitizers, which need more memory than such programs get.
$(B)/tests/bots/%: tests/bots/%.c $(wildcard tests/bots/*.h) $(B)/flags
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) -std=gnu17 -O1 -g -D_GNU_SOURCE $(WARNINGS) $< -o $@

# A fuzz target is driven by libFuzzer in MODE=fuzz and by a loop over its corpus otherwise.
FUZZ_MAIN := $(if $(filter fuzz,$(MODE)),-fsanitize=fuzzer,$(OBJ)/tests/fuzz/replay.o)
$(B)/tests/fuzz/%: $(OBJ)/tests/fuzz/%.o $(filter %.o,$(FUZZ_MAIN)) $(OBJ)/tests/support.a $(OBJ)/all.a
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_LDFLAGS) $(filter -f%,$(FUZZ_MAIN)) $^ $(LIBS) $(PROGRAM_LIBS) -o $@

test-programs: $(call program_of,$(TESTS) $(FUZZERS) $(BOTS))
test-bots: $(call program_of,$(BOTS))
fuzz-programs: $(call program_of,$(FUZZERS))

# Builds in parallel without being asked: the first build is the long one.
PROCESSORS = $(shell nproc 2>/dev/null || echo 2)
PARALLEL = $(if $(filter -j% --jobserver%,$(MAKEFLAGS)),,-j$(PROCESSORS))

# By another name, since make runs lines with $(MAKE) in them even when it should only show them (-n).
THIS_MAKE := $(MAKE)

# Scripts begin while the C tests are still being built.
test:
	@tools/setup test
	@$(MAKE) --no-print-directory $(PARALLEL) all test-bots
	@TEST_BUILD='$(THIS_MAKE) --no-print-directory -j$(PROCESSORS) test-programs' \
	 TEST_PERCENT=$${TEST_PERCENT:-50} tools/run-tests $(B) $(CHECKS) $(TESTS) $(SCRIPTS) $(FUZZERS)

test-all:
	@tools/setup all
	@MAKE='$(THIS_MAKE)' tools/test-all

test-release:
	@tools/setup all
	@MAKE='$(THIS_MAKE)' tools/test-all release

# One group of tests by itself: make run-tests ONLY="tests/unit/test_options.c tests/cli/help.sh"
run-tests: all $(call program_of,$(filter %.c,$(ONLY)) $(BOTS))
	@tools/run-tests $(B) $(ONLY)

# The tests nearest to a file, in seconds: make test-near FILE=src/search/table.c
NEAR_SECONDS ?= 15
.PHONY: test-near
test-near:
	@tests=$$(tools/near-tests --seconds $(NEAR_SECONDS) $(FILE)) && \
	$(MAKE) --no-print-directory $(PARALLEL) run-tests ONLY="$$(echo $$tests)"

# 200 planted mistakes, and whether the tests notice them: docs/testing.md. Hours; not part of `test`.
.PHONY: mutants
mutants:
	@tools/setup test
	@tools/mutate --count 200

# Writes down the nodes of `bianca bench` after a change that is meant to change them.
.PHONY: golden-bench
golden-bench: all
	@GOLDEN=write tools/run-tests $(B) tests/golden/bench.sh
	@git --no-pager diff --stat tests/golden/bench.tsv

FUZZ_SECONDS ?= 60
fuzz:
	@tools/setup fuzz
	@$(MAKE) --no-print-directory $(PARALLEL) MODE=fuzz fuzz-programs
	@tools/run-fuzz build/fuzz $(FUZZ_SECONDS) $(FUZZERS)

# --- Bots in one file ------------------------------------------------------------------------------

# BOT_PLAYER and BOT_SECONDS choose another player and time; BOT_WEIGHTS= leaves the weights out,
# BOT_WEIGHTS=small takes small ones. The program says whether the player can play on 8x8.
BOT_WEIGHTS  ?= $(wildcard data/8x8-bot.weights)
BOT_SETTINGS  = BOT_PLAYER='$(BOT_PLAYER)' BOT_SECONDS='$(BOT_SECONDS)' CC='$(CC)' BIANCA='$(B)/bianca'
bot: $(if $(BOT_PLAYER),$(B)/bianca)
	@$(BOT_SETTINGS) tools/make-bot botzone $(B)/bot/botzone.cpp $(BOT_WEIGHTS)
	@$(BOT_SETTINGS) tools/make-bot player $(B)/bot/player.cpp $(BOT_WEIGHTS)
	@$(BOT_SETTINGS) tools/make-bot codingame $(B)/bot/codingame.cpp
	@ls -l $(B)/bot/*.cpp

# --- Everything else ------------------------------------------------------------------------------

run:
	@tools/setup
	@$(MAKE) --no-print-directory $(PARALLEL) all
	@$(MAKE) --no-print-directory start

# In a make of its own, which looks for the libraries again: they may just have been installed.
start:
	@$(B)/bianca $(if $(HAS_WEB),serve --open,play)

bench: all
	@for script in $(sort $(wildcard bench/*.sh)); do echo "== $$script"; BIANCA=$(B)/bianca sh $$script || exit 1; done

C_FILES = $(wildcard src/*/*.[ch] src/*/*/*.[ch] include/*.h tests/*/*.[ch] docs/*.c examples/*.c)
format:
	clang-format -i $(C_FILES)

lint:
	clang-tidy --quiet $(SOURCES) -- -std=gnu17 $(CPPFLAGS) -DKERNEL_ISA=base -DKERNEL_GRID8=1

install: all
	tools/install $(B) '$(DESTDIR)' '$(PREFIX)' '$(BINDIR)' '$(LIBDIR)' '$(DATADIR)' $(VERSION) $(SONAME)

uninstall:
	rm -f $(addprefix $(DESTDIR),$(BINDIR)/bianca $(PREFIX)/include/bianca.h \
	    $(LIBDIR)/libbianca.a $(LIBDIR)/libbianca.so $(LIBDIR)/$(SONAME) \
	    $(LIBDIR)/libbianca.so.$(VERSION) $(LIBDIR)/pkgconfig/bianca.pc \
	    $(DATADIR)/man/man1/bianca.1.gz $(DATADIR)/bash-completion/completions/bianca \
	    $(LANGUAGES:%=$(DATADIR)/locale/%/LC_MESSAGES/bianca.mo))

clean:
	rm -rf build

help:
	@sed -n 's/^#: //p' Makefile
#: make            the program build/bianca and the library build/libbianca.a, .so
#: make run        install what is missing, build, open the page
#: make test       install what is missing, build, run the tests (minutes)
#: make test-all   the long tests too: sanitizers, clang, other processors (an hour and a half)
#: make test-release   test-all, then the longest tests and fuzzing (three hours)
#: make test-near FILE=src/search/table.c   the tests nearest to a file, in seconds
#: make mutants    plant 200 mistakes and see whether the tests notice (hours)
#: make bench      measure speed
#: make bot        single-file bots for Botzone, the course referee and CodinGame in build/bot/
#:                 BOT_PLAYER=engine:level=5 or kukreja, BOT_SECONDS=0.5, BOT_WEIGHTS=small
#: make fuzz       fuzz every parser for FUZZ_SECONDS=60 each
#: make format     clang-format on every file; make lint: clang-tidy
#: make install    to PREFIX=/usr/local, under DESTDIR; make uninstall removes it
#: make clean      remove build/
#:
#: MODE=release|debug|asan|tsan|fuzz   other modes than release build under build/MODE/
#: CC=gcc|clang   ISAS="base v2 v3 v4"   V=1 shows the commands
#: WITHOUT_SQLITE=1   a program that needs no SQLite: no --db, no games, --jobs without files
#: WITHOUT_REDIS=1    one that needs no hiredis: --jobs with files alone
#: WITHOUT_SECCOMP=1  one that needs no libseccomp: foreign programs only with --trust

-include $(patsubst %.o,%.d,$(OBJECTS) $(SUPPORT) \
           $(patsubst %.c,$(OBJ)/%.o,$(TESTS) $(SLOW_TESTS) $(FUZZERS) tests/fuzz/replay.c))
