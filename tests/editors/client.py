# SPDX-License-Identifier: MIT
"""The editor of the tests beside it, before their own lines: messages to and from `concc --clangd`."""
import json, os, subprocess, sys, threading
server = subprocess.Popen([sys.argv[1], "--clangd", "--log=error", "--background-index=0"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

def send(method, params, number=None):
    message = {"jsonrpc": "2.0", "method": method, "params": params}
    if number is not None:
        message["id"] = number
    text = json.dumps(message).encode()
    server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(text) + text)
    server.stdin.flush()

published = {}  # by a file's name: what was last said of it

def receive():
    size = 0
    while (line := server.stdout.readline().strip()):
        if line.lower().startswith(b"content-length:"):
            size = int(line.split(b":")[1])
    message = json.loads(server.stdout.read(size)) if size else None
    if message and message.get("method") == "textDocument/publishDiagnostics":
        published[os.path.basename(message["params"]["uri"])] = message["params"]["diagnostics"]
    return message
