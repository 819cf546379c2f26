# SPDX-License-Identifier: MIT
# make            build/concc, build/libconc.a, build/libconc.so, and build/libconc-mpi.a where Open MPI is
# make run        shows examples/bank.c, the C it becomes, and runs it
# make test       the quick run of the tests; TEST='PATH …' for some, whole; make accept TEST=… rewrites what is expected
# make test-all   every job and flavour of the tests, and a share of what is random: PART='run explore' for some (tests/parts)
# make prove      what is random at length, fuzzing, sanitizers, C of others, in parts, into docs/PROOF.md: PART=fuzz-1 for one
# make test-random  programs of random dialect with known answers: COUNT=1000 of them from SEED=1
# make asan tsan  the translator and the library with a sanitizer, in build/asan, build/tsan
# make test-respell  the tests' programs spelled by digraphs, trigraphs, splices, letters beyond ASCII: COUNT=100 from SEED=1, RUN=1
# make test-trees   random waituntil trees against a model: PROGRAMS=6 of 400 statements and 20000 trees
# make test-scalable  random programs of actors that are split against a sequential model: COUNT=100 from SEED=1
# make test-separate  random programs of separate objects against a model of what they mean: COUNT=100 from SEED=1
# make test-real    real programs, downloaded: REAL='sqlite lua' for some; test-csmith: COUNT=500 random C programs from SEED=1
# make test-torture every EVERY-th (20) of gcc's own tests, from the FIRST-th (1) on, downloaded
# make test-positions  how many warnings of those programs have the place that the plain compiler gives: PLAIN=clang
# make test-clean  no message about lowered text is ours: all programs, compilers, levels and standards; an hour
# make test-mpi-kill  ranks of a program under mpirun killed and stopped at random moments: COUNT=100 times
# make fuzz       the translator on random edits of the tests' programs, FUZZ_SECONDS=3600 long
# make test-explore  the programs of the tests under SEEDS=1000 schedules each
# make test-linearizability  what channels do, written down and checked: 10^7 operations, tens of thousands of schedules
# make test-like-gcc  hundreds of command lines by gcc and by concc, compared: CONC_CC=clang for clang's
# make test-model  the lock-free parts of the runtime under the model checker GenMC, where that is on PATH
# make bench      measurements beside other systems, to build/bench
# also            check-warnings format vim install install-cross uninstall clean test-asan test-tsan test-stress
#                 V=1 shows the commands
#
# Nothing is registered here: a source, a test or a benchmark is found by where it stands.

VERSION := $(shell sed -n 's/^.define CONC_VERSION "\(.*\)"/\1/p' libconc/include/conc/version.h)
PREFIX  ?= /usr/local
AR       = ar
CLANG    = clang
OPT      = -O2 -g
WERROR   = $(if $(SAN),,-Werror)
SAN      =
TEST     =
V        =

SHORT_address = asan
SHORT_thread  = tsan
B        = build$(SAN:%=/$(SHORT_$(SAN)))
MACHINE := $(shell $(CC) -dumpmachine 2>&1 | cut -d- -f1)
WARN     = -Wall -Wextra -Wundef -Wshadow -Wstrict-prototypes -Wmissing-prototypes $(WERROR)
SANITIZE = $(SAN:%=-fsanitize=% -fno-omit-frame-pointer)
CFLAGS   = -std=gnu11 $(OPT) -fPIC -pthread $(WARN) $(SANITIZE)
Q        = @$(if $(V),set -x;,echo '  $(strip $@)';)
compile  = $Q $(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<
CLANG_H  = $(lastword $(sort $(wildcard /usr/lib/llvm-*/include/clang-c/Index.h)))

runtime  = $(wildcard libconc/src/*/*.c libconc/src/*/*_$(MACHINE).S)
conc     = $(filter-out libconc/src/schedules/%,$(runtime))
concc    = $(wildcard transpiler/*.c transpiler/*/*.c)
mpi     := $(if $(SAN),,$(if $(shell mpicc --showme:command 2>/dev/null),$(wildcard libconc-mpi/src/*.c)))
headers  = $(wildcard libconc/include/*.h libconc/include/conc/*.h)
objects  = $(patsubst %,$B/obj/%.o,$(basename $(1)))
programs = $(patsubst %.c,$B/%,$(wildcard tests/libconc/test_*.c tests/stress/*.c)) \
           $(patsubst %,$B/tests/grammar/run,$(wildcard tests/grammar/*.c)) $B/tests/fuzz/replay \
           $B/tests/fault/run

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SECONDARY:
MAKEFLAGS += --no-print-directory
.PHONY: all run test test-all prove accept asan tsan test-asan test-tsan test-stress test-explore test-random test-respell test-linearizability test-trees test-scalable test-separate test-model test-clean test-real test-positions test-csmith test-torture test-like-gcc fuzz bench \
        check-warnings format install uninstall clean programs libraries sanitized

all: $B/concc $B/conc_lldb.py $B/conctop $B/conc-why $B/libconc.a $B/libconc.so $B/schedules/libconc.a $(if $(mpi),$B/libconc-mpi.a $B/libconc-mpi.link)

$B/libconc.a: $(call objects,$(conc))
	$Q rm -f $@; $(AR) rcs $@ $^
# The same sources again, with every atomic operation a step of a seeded schedule.
calls = libconc/src/schedules/calls
$B/schedules/libconc.a: $(patsubst %,$B/schedules/%.o,$(basename $(filter-out $(calls)%,$(runtime)))) $B/schedules/calls.o
	$Q rm -f $@; $(AR) rcs $@ $(filter-out %/calls.o,$^)
# Its calls of libc are linked into dynamic programs alone.
$B/schedules/calls.o: $(patsubst %,$B/schedules/%.o,$(basename $(filter $(calls)%,$(runtime))))
	$Q $(CC) -r -nostdlib -o $@ $^
	@objcopy --weaken $@
$B/libconc.so: $(call objects,$(conc))
	$Q $(CC) -shared -pthread $(SAN:%=-fsanitize=%) -Wl,-soname,libconc.so $(LDFLAGS) -o $@ $^
# For ThreadSanitizer the library that programs link is not instrumented, but tells it what orders
# their threads (edge.h); the one for tests/libconc is, so that its own races are seen.
ifeq ($(SAN),thread)
checked = $B/checked/libconc.a
$B/obj/libconc/%: SANITIZE =
$B/obj/libconc/%: CPPFLAGS += -DCONC_RACES=1
$B/checked/%: CPPFLAGS += -DCONC_RACES=0 -Ilibconc/include -Ilibconc/src
$B/tests/%: CPPFLAGS += -DCONC_RACES=0
$B/obj/libconc/src/%.o: libconc/src/%.c libconc/src/kernel/edge.syms ; @mkdir -p $(@D)
	$(compile)
	@$(if $(filter kernel/edge thread/new,$*),,objcopy --redefine-syms=libconc/src/kernel/edge.syms $@)
$B/checked/libconc.a: $(patsubst %,$B/checked/%.o,$(basename $(conc)))
	$Q rm -f $@; $(AR) rcs $@ $^
$B/checked/%.o: %.c ; @mkdir -p $(@D)
	$(compile)
$B/checked/%.o: %.S ; @mkdir -p $(@D)
	$(compile)
else
checked = $B/libconc.a
endif

$B/concc: $(call objects,$(concc)) $B/obj/grammar/src/parser.o
	$Q $(CC) -pthread $(SAN:%=-fsanitize=%) $(LDFLAGS) -o $@ $^ -ltree-sitter -ldl

# Only where Open MPI's mpicc is. How its library is linked is asked now, and kept beside ours for concc.
$B/libconc-mpi.a: $(call objects,$(mpi))
	$Q rm -f $@; $(AR) rcs $@ $^
$B/libconc-mpi.link: ; @mkdir -p $(@D)
	$Q mpicc --showme:link >$@
$B/obj/libconc-mpi/%: CPPFLAGS += -Ilibconc/include -Ilibconc/src $(patsubst -I%,-isystem %,$(shell mpicc --showme:compile))

$B/obj/libconc/%: CPPFLAGS += -Ilibconc/include -Ilibconc/src
$B/schedules/%: CPPFLAGS += -DCONC_SCHEDULES=1 -Ilibconc/include -Ilibconc/src
# What concc --clangd tells of the dialect's words.
$B/obj/transpiler/editor/%.o: CPPFLAGS += -I$B
$B/editor/highlights.inc: grammar/queries/highlights.scm ; @mkdir -p $(@D)
	$Q sed 's/[\\"]/\\&/g; s/.*/"&\\n"/' $< >$@
$B/editor/reference.inc: transpiler/editor/reference.awk docs/reference/words.md $(wildcard docs/reference/*.md) ; @mkdir -p $(@D)
	$Q awk -f $< docs/reference/words.md >$@
$B/obj/transpiler/editor/words.o: $B/editor/highlights.inc
$B/obj/transpiler/editor/hover.o: $B/editor/reference.inc
$B/obj/transpiler/% $B/tests/fuzz/%: CPPFLAGS += -Itranspiler -Ilibconc/include $(CLANG_H:%/clang-c/Index.h=-isystem %)
$B/obj/grammar/%: CPPFLAGS += -Igrammar/src
$B/obj/grammar/%: WARN = -w

# What debuggers load; gdb's is within libconc, too, behind its name.
$B/conc-gdb.py: $(patsubst %,libconc/inspect/%.py,conc_view conc_tables conc_events conc_gdb conc_printers conc_gdb_printers) ; @mkdir -p $(@D)
	$Q cat $^ >$@
$B/conc_lldb.py: $(patsubst %,libconc/inspect/%.py,conc_view conc_tables conc_events conc_printers conc_lldb) ; @mkdir -p $(@D)
	$Q cat $^ >$@
$B/conctop: $(patsubst %,libconc/inspect/%.py,conc_view conc_tables conc_events conc_process conctop) ; @mkdir -p $(@D)
	$Q { echo '#!/usr/bin/env python3'; cat $^; } >$@; chmod 755 $@
$B/conc-why: $(patsubst %,libconc/inspect/%.py,conc_events conc_why) ; @mkdir -p $(@D)
	$Q { echo '#!/usr/bin/env python3'; cat $^; } >$@; chmod 755 $@
$B/conc-gdb.txt: $B/conc-gdb.py
	$Q { echo conc-gdb.py; cat $<; } >$@
$(patsubst %,$B/%/libconc/src/kernel/thread.o,obj schedules checked): $B/conc-gdb.txt
$B/%/kernel/thread.o: CFLAGS += -Wa,-I$B

$B/obj/%.o: %.c ; @mkdir -p $(@D)
	$(compile)
$B/obj/%.o: %.S ; @mkdir -p $(@D)
	$(compile)
# Its calls of libc are not the program's (schedules/calls.c). A program may have functions of libc's names.
plain = libconc/src/schedules/plain.syms
$B/schedules/%.o: %.c $(plain) ; @mkdir -p $(@D)
	$(compile)
	@$(if $(findstring schedules/calls,$*)$(findstring schedules/plain,$*),,objcopy --redefine-syms=$(plain) $@)
	@$(if $(findstring schedules/foreign,$*),nm -g --defined-only $@ | sed 's/.* //' >$@.names && objcopy --weaken-symbols=$@.names $@)
$B/schedules/%.o: %.S ; @mkdir -p $(@D)
	$(compile)

# Test programs in plain C; those in the dialect are built by tests/run-tests, as a user would.
programs: $(programs)
$B/tests/libconc/%: tests/libconc/%.c $(checked) ; @mkdir -p $(@D)
	$Q $(CC) $(CPPFLAGS) -MMD -MP -MF $@.d -Ilibconc/include -Ilibconc/src $(filter-out -Werror,$(CFLAGS)) -Wno-psabi -o $@ $< $(checked) -lcmocka
$B/tests/stress/%: tests/stress/%.c $(checked) ; @mkdir -p $(@D)
	$Q $(CC) $(CPPFLAGS) -MMD -MP -MF $@.d -Ilibconc/include -Ilibconc/src $(filter-out -Werror,$(CFLAGS)) -o $@ $< $(checked)
$B/tests/grammar/run: $(wildcard tests/grammar/*.c) $B/obj/grammar/src/parser.o ; @mkdir -p $(@D)
	$Q $(CC) -MMD -MP -MF $@.d $(filter-out -Werror,$(CFLAGS)) -o $@ $^ -ltree-sitter

# The translator without its main, on inputs of random bytes: tests/fuzz/translate.c.
translator = $(filter-out %/main.o,$(call objects,$(concc))) $B/obj/grammar/src/parser.o
$B/tests/fuzz/preamble.inc: tests/fuzz/preamble.h $(headers) ; @mkdir -p $(@D)
	$Q echo '#include "preamble.h"' | $(CC) -E -DCONC_ANALYSIS -isystem libconc/include -Itests/fuzz -xc - | \
		sed 's/[\\"]/\\&/g; s/.*/"&\\n"/' >$@
$B/tests/fuzz/%.o: tests/fuzz/%.c $B/tests/fuzz/preamble.inc
	$Q $(CC) $(CPPFLAGS) -MMD -MP -I$(@D) $(CFLAGS) -c -o $@ $<
$B/tests/fuzz/replay: $B/tests/fuzz/replay.o $B/tests/fuzz/translate.o $(translator)
	$Q $(CC) -pthread $(SAN:%=-fsanitize=%) -Wl,--wrap=source_read,--wrap=types_parse_broken -o $@ $^ -ltree-sitter -ldl
$B/tests/fuzz/translate: $B/tests/fuzz/translate.o $(translator)
	$Q $(CC) -pthread $(SAN:fuzzer-no-link%=-fsanitize=fuzzer%) -Wl,--wrap=source_read,--wrap=types_parse_broken -o $@ $^ -ltree-sitter -ldl
# Every call of a function that libconc may be refused goes through tests/fault/inject.c.
refused = $(shell sed -En 's/^(LIBC|ERROR).([a-z_]*),.*/\2/p' tests/fault/functions.h) syscall
$B/tests/fault/run: $(wildcard tests/fault/*.[ch]) $(checked) ; @mkdir -p $(@D)
	$Q $(CC) $(CPPFLAGS) -Ilibconc/include $(filter-out -Werror,$(CFLAGS)) $(refused:%=-Wl,--wrap=%) -o $@ $(filter %.c %.a,$^)

# What is missing on this machine is installed before a recursive make looks for it.
ready-%:
	@tools/setup $*
	@$(MAKE) -j$$(nproc) $(if $(filter test,$*),all programs libraries,all) >/dev/null
run: ready-run
	@tools/show examples/bank.c
test: ready-test
	@tests/run-tests $(TEST)
test-all: ready-test
	@tests/parts all $(PART)
prove: ready-test
	@tests/parts prove $(PART)
test-asan: ready-test asan
	@ASAN_OPTIONS=detect_leaks=0:verify_asan_link_order=0 B=build/asan FLAVOURS=asan WHOLE=yes tests/run-tests $(TEST)
test-tsan: ready-test tsan
	@B=build/tsan CONCC=$$PWD/build/concc FLAVOURS=tsan WHOLE=yes tests/run-tests $(TEST)
test-stress: ready-test
	@STRESS_SECONDS=60 tests/run-tests tests/stress
test-like-gcc: ready-test
	@EVERY=1 tests/run-tests tests/driver/like_gcc
test-trees: ready-test
	@tests/trees/run $${PROGRAMS:-6} $${SEED:-1}
test-separate: ready-test
	@tests/model/separate/run $${COUNT:-100} $${SEED:-1}
test-scalable: ready-test
	@tests/model/scalable/run $${COUNT:-100} $${SEED:-1}
test-mpi-kill: ready-test
	@tests/mpi/kill.sh $${COUNT:-100} $(SEED)
test-clean: ready-test
	@tests/clean/matrix
test-model:
	@tests/model/run-genmc
test-explore: ready-test
	@KINDS=run FLAVOURS=schedules SEEDS=$${SEEDS:-1000} LIMIT=7200 WHOLE=yes tests/run-tests $(TEST)
test-random: ready-test
	@tests/random/run $(COUNT) $(SEED)
test-respell: ready-test
	@tests/respell/run $(COUNT) $(SEED)
test-linearizability: ready-test
	@tests/linearizability/run
test-real: ready-real
	@tests/real/run $(REAL)
test-positions: ready-real
	@tests/positions/compare $(REAL)
test-csmith: ready-real
	@tests/csmith/run $${COUNT:-500} $${SEED:-1}
test-torture: ready-real
	@tests/torture/run $${EVERY:-20} $${FIRST:-1}
accept: ready-test
	@tests/run-tests --accept $(TEST)
asan: ; @$(MAKE) SAN=address OPT='-O1 -g' all programs
tsan: ; @$(MAKE) SAN=thread OPT='-O1 -g' all programs
# The library as the run tests link it; concc links the first two for -fsanitize=.
sanitized:
	@$(MAKE) SAN=address OPT='-O1 -g' build/asan/libconc.a
	@$(MAKE) SAN=thread OPT='-O1 -g' build/tsan/libconc.a
libraries: sanitized
	@! command -v aarch64-linux-gnu-gcc >/dev/null || $(MAKE) CC=aarch64-linux-gnu-gcc B=build/aarch64 build/aarch64/libconc.a
fuzz: ready-fuzz
	@$(MAKE) B=build/fuzz CC=$(CLANG) SAN=fuzzer-no-link,address,undefined OPT='-O1 -g -fno-sanitize-coverage=trace-cmp' \
		build/fuzz/tests/fuzz/translate
	@tests/fuzz/run
bench: ready-bench
	@bench/run $(BENCH)

# Neovim's parser, where editors/vim as a folder of 'runtimepath' needs it.
vim: editors/vim/parser/conc.so
editors/vim/parser/conc.so: $B/obj/grammar/src/parser.o ; @mkdir -p $(@D)
	$Q $(CC) -shared -o $@ $<

# Every object with both compilers, and nothing linked.
check-warnings:
	@$(MAKE) B=build/warn-gcc CC=gcc build/warn-gcc/libconc.a $(if $(mpi),build/warn-gcc/libconc-mpi.a) build/warn-gcc/schedules/libconc.a $(patsubst %,build/warn-gcc/obj/%.o,$(basename $(concc)))
	@$(MAKE) B=build/warn-clang CC=$(CLANG) build/warn-clang/libconc.a $(if $(mpi),build/warn-clang/libconc-mpi.a) build/warn-clang/schedules/libconc.a $(patsubst %,build/warn-clang/obj/%.o,$(basename $(concc)))
format:
	clang-format -i $(concc) $(wildcard transpiler/*/*.h libconc/src/*/*.[ch] libconc-mpi/src/*.[ch]) $(headers)

# All that is installed finds the rest from where it stands: the prefix may be moved as a whole.
D = $(DESTDIR)$(PREFIX)
bash_completions = $D/share/bash-completion/completions
zsh_completions  = $D/share/zsh/site-functions
fish_completions = $D/share/fish/vendor_completions.d
install: all sanitized
	install -d $D/bin $D/include/conc/clangd $D/lib/pkgconfig $D/lib/cmake/Conc $D/lib/conc/schedules $D/lib/conc/asan $D/lib/conc/tsan $D/share/man/man1 $D/share/man/man7
	install -d $(bash_completions) $(zsh_completions) $(fish_completions)
	install -m 755 $B/concc $B/conctop $B/conc-why $D/bin/
	install -m 644 $B/libconc.a $B/libconc.so $D/lib/
	install -m 644 $B/schedules/libconc.a $B/schedules/calls.o $D/lib/conc/schedules/
	install -m 644 build/asan/libconc.a $D/lib/conc/asan/
	install -m 644 $B/conc-gdb.py $B/conc_lldb.py $D/lib/conc/
	install -m 644 build/tsan/libconc.a $D/lib/conc/tsan/
	install -m 644 $(wildcard libconc/include/*.h) $D/include/
	install -m 644 $(wildcard libconc/include/conc/*.h) $D/include/conc/
	install -m 644 libconc/include/conc/clangd/conc_clangd.h $D/include/conc/clangd/
	install -m 644 tools/ConcConfig.cmake $D/lib/cmake/Conc/
	sed 's,@VERSION@,$(VERSION),' tools/ConcConfigVersion.cmake.in >$D/lib/cmake/Conc/ConcConfigVersion.cmake
	sed 's,@VERSION@,$(VERSION),' conc.pc.in >$D/lib/pkgconfig/conc.pc
	install -m 644 docs/man/concc.1 $D/share/man/man1/
	install -m 644 docs/man/conc.7 $D/share/man/man7/
	install -m 644 editors/completions/concc.bash $(bash_completions)/concc
	install -m 644 editors/completions/_concc $(zsh_completions)/
	install -m 644 editors/completions/concc.fish $(fish_completions)/
ifneq ($(mpi),)
	install -m 644 $B/libconc-mpi.a $B/libconc-mpi.link $D/lib/
	sed "s,@VERSION@,$(VERSION),; s,@LINK@,$$(cat $B/libconc-mpi.link)," conc-mpi.pc.in >$D/lib/pkgconfig/conc-mpi.pc
endif
# libconc for the machine that CROSS=aarch64-linux-gnu names, where concc looks for it.
install-cross:
	@$(MAKE) CC=$(CROSS)-gcc B=build/$(CROSS) build/$(CROSS)/libconc.a
	install -d $D/lib/conc/$(CROSS)
	install -m 644 build/$(CROSS)/libconc.a $D/lib/conc/$(CROSS)/
uninstall:
	rm -rf $D/include/conc $D/lib/conc $D/lib/cmake/Conc
	rm -f $D/bin/concc $D/bin/conctop $D/bin/conc-why $D/lib/libconc.a $D/lib/libconc.so $D/lib/libconc-mpi.* $D/include/conc.h $D/lib/pkgconfig/conc.pc $D/lib/pkgconfig/conc-mpi.pc
	rm -f $D/share/man/man1/concc.1 $D/share/man/man7/conc.7 $(bash_completions)/concc $(zsh_completions)/_concc $(fish_completions)/concc.fish
clean:
	rm -rf build

-include $(shell find $B -path '$B/log.*' -prune -o -name '*.d' -type f -print 2>/dev/null)
