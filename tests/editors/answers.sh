#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator editors docs/reference grammar/queries
# needs: clangd
# concc --clangd: hover, outline, semantic tokens and repairs of the dialect, beside clangd's answers.
. "$CONC/tests/driver/common"
there clangd || exit 0
there python3 || exit 0
cat >bank.c <<'X'
#include <conc.h>
#include <stdio.h>
#define LIMIT 3
typedef struct { int low, *high; } range;
monitor account { long balance; };
monitor savings { inline account; double rate; };
actor bank { account *first; };
message deposit { long amount; };
message letter { range r; };
struct latch { int n; };
static void take(struct latch *l) { l->n = 1; }
impl lock for struct latch { .lock = take, .unlock = take };
enum color { RED, GREEN };
static channel(int) orders;
static void pay(account * mutex a, long sum) { a->balance += sum; }
receive (bank *self, deposit *m) { pay(self->first, m->amount); return Finished; }
static receive (bank *self,
	letter *m) { (void)self, (void)m; }
thread porter { int n; };
void main(porter *self) { self->n = 0; }
int main(void)
{
	int v = LIMIT, or_else = 0;
	/* Ü 😀 */ waituntil (v << orders) printf("%d\n", v);
	or waituntil (timeout(10ms)) { or_else = 1; }
	task(int) t = spawn puts("x");
	return join(t) + or_else;
}
X
printf '#include <conc.h>\nconc_mutex lock;\nint main(void)\n{\n\t/* Ü 😀 */ mutx (lock) { conc_sleep(1); }\n\tconc_sleep(2);\n}\n' >wrong.c
printf 'int join(int n) { return n; }\nint main(void) { return join(1) << 2; }\n' >plain.c
printf '#include <conc.h>\r\nactor bank { int n; };\r\nmessage sum { int n; };\r\nint f(void) { return nowhere; }\r\n' >dos.c
cat "$CONC/tests/editors/client.py" - >edit.py <<'X'
count = 100

def ask(method, number=None, **params):
    global count
    count += 1
    number = count if number is None else number
    send(method, params, number)
    while (message := receive()):
        if message.get("id") == number and "method" not in message:
            return message.get("result")
    sys.exit("the server has ended")

def open_file(name):
    text = open(name).read()
    document = {"uri": "file://%s/%s" % (os.getcwd(), name)}
    send("textDocument/didOpen", {"textDocument": dict(document, languageId="c", version=1, text=text)})
    return text, document

def units(text):
    return len(text.encode("utf-16-le")) // 2

def hover(text, document, at):
    before = text[:text.index(at)].split("\n")
    return ask("textDocument/hover", textDocument=document, position={"line": len(before) - 1, "character": units(before[-1]) + 1})

def outline(symbols, indent=""):
    for s in symbols:
        print("%s%d %s %d:%d" % (indent, s["kind"], s["name"], s["selectionRange"]["start"]["line"] + 1, s["selectionRange"]["start"]["character"]))
        outline(s.get("children", ()), indent + "  ")

threading.Timer(100, server.kill).start()
editor = {"textDocument": {"documentSymbol": {"hierarchicalDocumentSymbolSupport": True}}}
can = ask("initialize", processId=None, rootUri="file://" + os.getcwd(), capabilities=editor)["capabilities"]
types = can["semanticTokensProvider"]["legend"]["tokenTypes"]
print("can", can["codeActionProvider"], can["semanticTokensProvider"]["full"], types[-4:], can["textDocumentSync"]["change"])
send("initialized", {})
text, bank = open_file("bank.c")
outline(ask("textDocument/documentSymbol", number="a \"name\"", textDocument=bank))
data = ask("textDocument/semanticTokens/full", textDocument=bank)["data"]
lines, line, column, words = text.split("\n"), 0, 0, []
for i in range(0, len(data), 5):
    column = data[i + 1] + (column if data[i] == 0 else 0)
    line += data[i]
    if data[i + 3] < len(types) - 4:    # clangd's differ by version
        continue
    word = lines[line].encode("utf-16-le")[2 * column:2 * (column + data[i + 2])].decode("utf-16-le")
    words.append("%s %s" % (word, types[data[i + 3]]))
print("tokens", "; ".join(words))
while "```" not in (said := hover(text, bank, "waituntil (v")["contents"]["value"]):
    pass    # concc is translating
print("hover", said)
for place in ("mutex a", "receive (bank", "or waituntil", "spawn", "Finished", "join(t)", "monitor acc", "impl"):
    answer = hover(text, bank, place)
    print("hover", place.split(" ")[0], answer["contents"]["value"].split("```c\n")[-1] if answer["contents"]["kind"] == "markdown" else answer["contents"]["value"])
send("textDocument/rename", {"textDocument": bank, "position": {"line": 4, "character": 9}, "newName": "konto"}, 7)
while (message := receive()).get("id") != 7:
    pass
print("rename", message["error"]["message"])
plain, dos = open_file("plain.c"), open_file("dos.c")
print("plain", hover(*plain, "join(1")["contents"]["kind"], "concc" in str(ask("textDocument/documentSymbol", textDocument=plain[1])))
def wait_for(name, wanted):
    while not wanted(published.get(name)):
        if not receive():
            sys.exit("the server has ended")
wait_for("dos.c", lambda said: said)
start = published["dos.c"][0]["range"]["start"]
print("lines that end in \\r\\n", (start["line"], start["character"]))
send("textDocument/didClose", {"textDocument": dos[1]})
wait_for("dos.c", lambda said: not said)
print("closed", published["dos.c"])
text, wrong = open_file("wrong.c")
def range_of(first, last):
    return {"start": {"line": first, "character": 0}, "end": {"line": last, "character": 0}}
def actions(first, last):
    return ask("textDocument/codeAction", textDocument=wrong, range=range_of(first, last), context={"diagnostics": []})
while not (found := actions(0, 9)):
    pass
print("actions", [a["title"] for a in found], len(actions(0, 3)), found[0]["diagnostics"][0]["message"])
edit = found[0]["edit"]["changes"][wrong["uri"]][0]
rows = text.split("\n")
row = rows[edit["range"]["start"]["line"]]
behind = edit["range"]
encoded = row.encode("utf-16-le")
rows[behind["start"]["line"]] = (encoded[:2 * behind["start"]["character"]] + edit["newText"].encode("utf-16-le") + encoded[2 * behind["end"]["character"]:]).decode("utf-16-le")
send("textDocument/didChange", {"textDocument": dict(wrong, version=2), "contentChanges": [{"text": "\n".join(rows)}]})
while len(found := actions(0, 9)) != 2:
    pass
print("then", [a["title"] for a in found])
print("other kinds", ask("textDocument/codeAction", textDocument=wrong, range=range_of(0, 9), context={"diagnostics": [], "only": ["source"]}))
send("textDocument/didChange", {"textDocument": dict(wrong, version=3), "contentChanges": [{"text": "\n" + "\n".join(rows)}]})
print("at once", actions(0, 9))
send("shutdown", None, 1)
send("exit", None)
server.stdin.close()
while receive():
    pass
print("ends with", server.wait())
sys.stdout.flush()
os._exit(0)
X
is "its answers" "$(python3 edit.py "$concc" 2>errors)" "$(cat <<'END'
can {'codeActionKinds': ['quickfix']} {'delta': False} ['keyword', 'type', 'enumMember', 'number'] 1
23 range 4:35
  8 low 4:21
  8 high 4:27
5 account 5:8
  8 balance 5:23
5 savings 6:8
  8 account 6:25
  8 rate 6:41
5 bank 7:6
  8 first 7:22
5 deposit 8:8
  8 amount 8:23
5 letter 9:8
  8 r 9:23
23 latch 10:7
  8 n 10:19
12 take 11:12
11 impl lock for struct latch 12:0
10 color 13:5
  22 RED 13:13
  22 GREEN 13:18
13 orders 14:20
12 pay 15:12
12 receive (bank *self, deposit *m) 16:0
12 receive (bank *self, letter *m) 17:7
5 porter 19:7
  8 n 19:20
12 main(porter *self) 20:5
12 main 21:4
tokens monitor keyword; monitor keyword; inline keyword; actor keyword; message keyword; message keyword; impl keyword; lock keyword; for keyword; channel type; mutex keyword; receive keyword; Finished enumMember; receive keyword; thread keyword; waituntil keyword; or keyword; waituntil keyword; timeout keyword; 10ms number; task type; spawn keyword; join keyword
hover `waituntil` waits for several things at once and runs the block of each that becomes available. It waits for locks,
conditions, barriers, channels in both directions, futures, tasks, threads, actors, timeouts, tickers, rate limiters, descriptors,
signals, child processes, and types of the program.

```c
	/* Ü 😀 */ { conc_channel_int_element conc_value_15_0;
		CONC_WAITUNTIL(15, 2);
	conc_again_15:
	CONC_ON_RECEIVE(15, 0, 1, conc_channel_int, &orders) {
		v = conc_value_15_0;
		printf("%d\n", v);
	}
	else CONC_ON_TIMEOUT(15, 1, 1, CONC_NS(10000000)) { or_else = 1; }
	else { CONC_CHOOSE(15); goto conc_again_15; } }
```
hover mutex static void pay(account * a, long sum) { CONC_HOLD(9, conc_owner_lock, CONC_MONITOR(a)); a->balance += sum; }
```
hover receive conc_disposition conc_receive_bank__deposit(bank *self, deposit *m);
CONC_RECEIVE(bank, deposit);
conc_disposition conc_receive_bank__deposit(bank *self, deposit *m) {
	pay(self->first, m->amount);
	return CONC_FINISHED;
}
```
hover or 	/* Ü 😀 */ { conc_channel_int_element conc_value_15_0;
		CONC_WAITUNTIL(15, 2);
	conc_again_15:
	CONC_ON_RECEIVE(15, 0, 1, conc_channel_int, &orders) {
		v = conc_value_15_0;
		printf("%d\n", v);
	}
	else CONC_ON_TIMEOUT(15, 1, 1, CONC_NS(10000000)) { or_else = 1; }
	else { CONC_CHOOSE(15); goto conc_again_15; } }
```
hover spawn 	conc_task_int t CONC_SCOPED(conc_task_int) = conc_spawn_puts(CONC_HERE, "x");
```
hover Finished conc_disposition conc_receive_bank__deposit(bank *self, deposit *m);
CONC_RECEIVE(bank, deposit);
conc_disposition conc_receive_bank__deposit(bank *self, deposit *m) {
	pay(self->first, m->amount);
	return CONC_FINISHED;
}
```
hover join(t) 	return conc_task_int_join(&t, CONC_HERE) + or_else;
```
hover monitor typedef struct account account;
struct account { long balance; struct conc_owner_lock conc_owner; };
```
hover impl CONC_IMPL_LOCK(struct_latch, struct latch, take, take);
```
rename a monitor, thread, actor or message cannot be renamed by clangd
plain plaintext False
lines that end in \r\n (3, 21)
closed []
actions ["change 'mutx' to 'mutex'"] 0 unknown word 'mutx'; did you mean 'mutex'?
then ["change '1' to '1ms'", "change '2' to '2ms'"]
other kinds []
at once []
ends with 0
END
)"
is "and nothing else" "$(cat errors)" ""
