#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator editors
# needs: clangd
# concc --clangd: concc's own messages come with clangd's while a file is edited, at their places, and go when they are mended.
. "$CONC/tests/driver/common"
there clangd || exit 0
there python3 || exit 0
mkdir inc
printf '#define LIMIT SUM\n' >inc/limit.h
cat >bank.c <<'X'
#include <conc.h>
#include "limit.h"
monitor account { long balance; };
static account shared;
static void pay(account * mutex a) { /* Ü 😀 */ spawn 3; a->balance += LIMIT; }
static long peek(void) { return shared.balance; }
int main(void) { spawn pay(&shared); conc_sleep(1ms); return peek(); }
X
printf '[{"directory":"%s","command":"cc -c other.c","file":"other.c"},{"directory":"%s","arguments":["cc","-I","inc","-D","SUM=3","-DNAME=\\"a b\\"","-x","c","-MF","d","-c","bank.c","-o","bank.o"],"file":"./bank.c"}]' "$PWD" "$PWD" >compile_commands.json
cat "$CONC/tests/editors/client.py" - >edit.py <<'X'
folder = sys.argv[2]

def wait_for(name, wanted):
    """Until both have spoken, and what concc says of the file is wanted."""
    while (message := receive()):
        if message.get("method") != "textDocument/publishDiagnostics" or not message["params"]["uri"].endswith(name):
            continue
        said = message["params"]["diagnostics"]
        ours = ["%d:%d-%d %s%s%s" % (d["range"]["start"]["line"], d["range"]["start"]["character"], d["range"]["end"]["character"],
                d["message"], " " + d["code"] if "code" in d else "", "".join("; " + n["message"] for n in d.get("relatedInformation", ())))
                for d in said if d.get("source") == "concc"]
        if wanted(ours, [d for d in said if d.get("source") != "concc"]):
            return ours

threading.Timer(100, server.kill).start()
uri = "file://%s/bank.c" % folder
text = open("bank.c").read()
send("initialize", {"processId": None, "rootUri": "file://" + folder, "capabilities": {}}, 0)
send("initialized", {})
send("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "c", "version": 1, "text": text}})
print(*wait_for("bank.c", lambda ours, theirs: ours and theirs), sep="\n")
text = text.replace("spawn 3; ", "")
send("textDocument/didChange", {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": text}]})
print(*wait_for("bank.c", lambda ours, theirs: ours and "guarded" in ours[0] and not theirs), sep="\n")
text = text.replace("return shared.balance;", "mutex (shared) return shared.balance;")
send("textDocument/didChange", {"textDocument": {"uri": uri, "version": 3}, "contentChanges": [{"text": text}]})
print(wait_for("bank.c", lambda ours, theirs: not ours and not theirs))
send("textDocument/didClose", {"textDocument": {"uri": uri}})
text = text.replace("conc_sleep(1ms)", "conc_sleep(1)")
send("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "c", "version": 4, "text": text}})
print(*wait_for("bank.c", lambda ours, theirs: ours), sep="\n")
send("shutdown", None, 1)
send("exit", None)
server.stdin.close()
while receive():
    pass
print(server.wait())
sys.stdout.flush()
os._exit(0)
X
is "what it says" "$(python3 edit.py "$concc" "$PWD" 2>errors)" "4:48-53 expected a call after 'spawn'; the construct is written 'spawn function(arguments)' or 'spawn separate (s) function(s)'
5:32-38 'balance' is read without the lock of 'shared' -Wconc-guarded; this call gets there without the lock; others may use it from here on; write 'mutex (shared) …'
[]
6:48-49 the duration is taken as nanoseconds; write its unit: '1ms', for example -Wconc-timeout
0"
is "and nothing else" "$(cat errors)" ""
