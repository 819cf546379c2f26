#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator libraries examples
# The reports of an exploration for systems that show the results of tests: what fails, what does not, what was not tested.
. "$CONC/tests/driver/common"
ulimit -c 0

mkdir -p 'a b&c'
cat >'a b&c/wrong.c' <<'X'
#include <conc.h>
static _Atomic int n;
static void add(void) { n = n + 1; }
int main(void)
{
	{
		task(void) a = spawn add(), b = spawn add();
	}
	conc_test_assert(n == 2 && "<\"\\>");
}
X
echo 'int main(void) { return 0; }' >alone.c
sed 's/n == 2/n <= 2/' 'a b&c/wrong.c' >right.c
for name in alone right; do "$concc" -g -w -O1 -fconc-schedules $name.c -o $name || echo "not ok - $name"; done
"$concc" -g -w -O1 -fconc-schedules "$PWD/a b&c/wrong.c" -o wrong || echo "not ok - wrong"

for name in wrong right alone; do
	for kind in xml sarif; do
		CONC_SCHEDULE=explore:200,report:$name.$kind ./$name >out 2>err
		echo "$?" >status.$kind
		[ $kind = xml ] && mv err err.xml
	done
	is "$name: both end alike, and say the same" "$(cat status.sarif err)" "$(cat status.xml err.xml)"
done
cat >junit.py <<'X'
import sys, xml.etree.ElementTree as tree
suite = tree.parse(sys.argv[1]).getroot()
case, = suite
print(suite.get("tests"), suite.get("failures"), suite.get("skipped"), case.get("name"))
print([(part.tag, part.get("message")) for part in case if part.tag != "system-err"])
print("again" if "conc: again:" in case.find("system-err").text else "no command")
X
cat >sarif.py <<'X'
import sys, json
run, = json.load(open(sys.argv[1]))["runs"]
for result in run["results"]:
    place = result["locations"][0].get("physicalLocation")
    print(result["ruleId"], result["level"], place and (place["artifactLocation"]["uri"].split("/")[-2:], place["region"]["startLine"]))
    steps = [(step["executionOrder"], flow["id"], step["location"]["message"]["text"])
             for flow in result.get("codeFlows", [{"threadFlows": []}])[0]["threadFlows"] for step in flow["locations"]]
    for step in sorted(steps): print(*step)
X
is "JUnit, a failure" "$(python3 junit.py wrong.xml | sed 's/seed [0-9]*/seed N/')" "1 1 0 ./wrong
[('failure', 'seed N fails, the first of 200: Aborted')]
again"
is "JUnit, none" "$(python3 junit.py right.xml)" "1 0 0 ./right
[]
no command"
is "JUnit, not tested" "$(python3 junit.py alone.xml)" "1 0 1 ./alone
[('skipped', 'no other thread ran beside main: there was nothing to order')]
no command"
is "SARIF, a failure" "$(python3 sarif.py wrong.sarif | sed 's/add [12]/add K/')" "schedule error (['a%20b%26c', 'wrong.c'], 9)
1 add K wrong.c:3 loads n = 0
2 add K wrong.c:3 loads n = 0
3 add K wrong.c:3 changes n = 1
4 add K wrong.c:3 changes n = 1
5 main wrong.c:9 loads n = 1"
is "SARIF, none" "$(python3 sarif.py right.sarif)" ""
is "SARIF, not tested" "$(python3 sarif.py alone.sarif)" "untested warning None"

mkdir kept
CONC_SCHEDULE=explore:200,keep:kept ./wrong >out 2>err
kept=$(echo kept/*.sh)
seed=$(expr "$kept" : 'kept/wrong_seed_\([0-9]*\).sh')
is "a test is kept" "$(grep -A3 '^conc: kept' err)" "conc: kept:   $kept
conc:   make:   check: ; sh $kept
conc:   CTest:  add_test(NAME wrong_seed_$seed COMMAND sh $kept WORKING_DIRECTORY \${CMAKE_SOURCE_DIR})
conc:   Meson:  test('wrong_seed_$seed', find_program('sh'), args: '$kept', workdir: meson.project_source_root())"
is "and fails" "$(status "./$kept")" 134
cp right wrong
is "until that is mended" "$(status "./$kept")" 0
is "one that works keeps nothing" "$(CONC_SCHEDULE=explore:20,keep:kept status ./right; ls kept | wc -l)" "0
1"
is "where no test can be" "$("$concc" -g -w -O1 -fconc-schedules "a b&c/wrong.c" -o wrong; CONC_SCHEDULE=explore:200,keep:none status ./wrong; tail -n 1 stderr)" "2
conc: cannot keep a test in none/wrong_seed_$seed.sh: No such file or directory"

is "where no file can be" "$(CONC_SCHEDULE=explore:20,report:none/r.xml status ./right; tail -n 1 stderr)" "2
conc: cannot write the report none/r.xml: No such file or directory"
has "another kind" "$(CONC_SCHEDULE=explore:20,report:r.html ./right 2>&1)" "'report:r.html' has no file that ends in .xml or .sarif"
has "of a seed" "$(CONC_SCHEDULE=seed:1,report:r.xml ./right 2>&1)" "reports one seed: a report is of an exploration"
