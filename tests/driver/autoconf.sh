#!/bin/sh
# SPDX-License-Identifier: MIT
# needs: autoreconf libtoolize
# one in 4: it takes long
# CC=concc for a project of autoconf, automake and libtool, built beside its sources.
. "$CONC/tests/driver/common"
mkdir -p project/src project/aux project/m4 build
cd project/src || exit
. "$CONC/tests/driver/project"
printf '#include "box.h"\nint main(void) { box b = { 3 }; return take(&b) - 3; }\n' >three.c
cd .. || exit
cat >configure.ac <<'EOF'
AC_INIT([prog], [1.0])
AC_CONFIG_AUX_DIR([aux])
AC_CONFIG_MACRO_DIRS([m4])
AM_INIT_AUTOMAKE([foreign subdir-objects])
AM_SILENT_RULES([yes])
AC_PROG_CC
AM_PROG_AR
AC_USE_SYSTEM_EXTENSIONS
LT_INIT
AC_C_INLINE
AC_C_BIGENDIAN
AC_CHECK_HEADERS([conc.h no_such.h])
AC_CHECK_FUNCS([printf no_such])
AC_CHECK_SIZEOF([long])
AC_SEARCH_LIBS([sqrt], [m])
AC_CONFIG_HEADERS([config.h])
AC_CONFIG_FILES([Makefile])
AC_OUTPUT
EOF
cat >Makefile.am <<'EOF'
ACLOCAL_AMFLAGS = -I m4
AM_CPPFLAGS = -I$(srcdir)/src
AM_CFLAGS = -Wall -Wextra -Werror
lib_LTLIBRARIES = libbox.la
libbox_la_SOURCES = src/box.c src/box.h
libbox_la_LDFLAGS = -version-info 3:2:1
noinst_LIBRARIES = libplain.a
libplain_a_SOURCES = src/plain.c src/plain.h
bin_PROGRAMS = prog
prog_SOURCES = src/prog.c
prog_LDADD = libbox.la libplain.a
check_PROGRAMS = three
three_SOURCES = src/three.c
three_LDADD = libbox.la
TESTS = three
EOF
autoreconf -i >log 2>&1 || { cat log; echo "not ok - autoreconf"; exit; }

unset CONC_CC CFLAGS CPPFLAGS LDFLAGS
export CC="$concc"
cd ../build || exit
../project/configure >log 2>&1 || { tail -n 30 log; echo "not ok - configure"; exit; }
knows() { is "configure: $1" "$(grep "^checking $1\\.\\.\\. " log)" "checking $1... $2"; }
knows "whether the compiler supports GNU C" yes
knows "dependency style of $concc" gcc3
knows "if $concc PIC flag -fPIC -DPIC works" yes
knows "if $concc static flag -static works" yes
knows "if libtool supports shared libraries" yes
is "config.h" "$(grep -c '^#define \(HAVE_CONC_H\|HAVE_PRINTF\|SIZEOF_LONG 8\)' config.h) $(grep -c 'define HAVE_NO_SUCH' config.h)" "3 0"
compiled() { make "$@" >log 2>&1 || tail -n 20 log; sed -n 's,^  CC  *src/,,p' log | sort | tr '\n' ' '; }
is "make -j2" "$(compiled -j2)" "box.lo plain.o prog.o "
is "the program" "$(status ./prog)" 5
is "one static, one shared library" "$(ls .libs/libbox.a .libs/libbox.so.2.1.2)" ".libs/libbox.a
.libs/libbox.so.2.1.2"
is "make check" "$(make check 2>/dev/null | grep '^# PASS\|^# FAIL' | tr -d ' \n')" "#PASS:1#FAIL:0"
is "nothing to be done" "$(compiled)" ""
touch ../project/src/box.h
is "dependencies: a header with dialect" "$(compiled)" "box.lo prog.o "
touch ../project/src/plain.h
is "dependencies: a header without" "$(compiled)" "plain.o prog.o "
make install DESTDIR="$PWD/stage" >log 2>&1
is "make install" "$(LD_LIBRARY_PATH=stage/usr/local/lib status stage/usr/local/bin/prog)" 5
is "libtool --mode=execute" "$(status ./libtool --mode=execute ./prog)" 5
is "make distcheck" "$(make distcheck >log 2>&1 || tail -n 20 log; grep -c 'archives ready for distribution' log)" 1
../project/configure --disable-shared CFLAGS='-fconc -O2' >log 2>&1
is "static, every unit translated" "$(make clean >/dev/null; compiled -j2; status ./prog)" "box.lo plain.o prog.o 5"
