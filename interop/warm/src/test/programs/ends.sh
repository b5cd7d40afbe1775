# Ends of programs in Python, JavaScript and SQL.
run() {
    printf '== %s\n' "$*"
    "$SQLVM" "$@" </dev/null 2>&1
    printf 'exit code %d\n' $?
}
for code in 'import sys; sys.exit()' 'import sys; sys.exit(3)' 'import sys; sys.exit(256)' \
    'import sys; sys.exit(-1)' 'import sys; sys.exit("a text")' 'import sys; sys.exit([1])' \
    'raise SystemExit' 'raise KeyboardInterrupt' 'import os; print(1, flush=True); os._exit(5)' \
    'f(' 'print(1' 'raise ValueError("größe")' 'assert False, 1' \
    'import nothing' 'def f(): 1 / 0
try:
    f()
except Exception as e:
    raise KeyError(1) from e' 'import atexit, sys; atexit.register(print, "at exit"); sys.exit(2)' \
    'import threading, time
def f():
    time.sleep(0.2); print("thread")
threading.Thread(target=f).start(); print("main")' 'import threading
def f(): 1 / 0
t = threading.Thread(target=f, name="t"); t.start(); t.join(); print("main")' \
    'import threading, time
threading.Thread(target=time.sleep, args=(1000,), daemon=True).start(); print("main")' \
    'import sys
sys.excepthook = lambda *a: print("hook", a[:2]); 1 / 0' 'import sys; sys.stdout.close()' \
    'import sys; sys.stdout.close(); print(1)' 'import sys; sys.stderr.close(); 1 / 0' \
    'import os, signal; os.kill(0, 0); print(1)' 'print(__import__("sys").stdin.read() == "")' \
    'class A:
    def __del__(self): print("deleted")
a = A()' 'import logging; logging.warning("w"); import warnings; warnings.warn("v")' \
    'import signal; signal.raise_signal(signal.SIGINT)' 'import signal, time
signal.signal(signal.SIGUSR2, lambda *a: print("handled", a[0], a[1].f_lineno))
signal.raise_signal(signal.SIGUSR2); signal.signal(signal.SIGUSR2, signal.SIG_IGN)
signal.raise_signal(signal.SIGUSR2); print(signal.getsignal(signal.SIGUSR2))' 'import signal, time
def handler(number, frame):
    raise OSError("timed out")
signal.signal(signal.SIGALRM, handler); print(signal.alarm(1), signal.getitimer(0)[1]); time.sleep(9)' \
    'import signal
try:
    signal.signal(2, None)
except TypeError as e:
    print(e, signal.getsignal(2))' \
    'import sqlite3' 'import sqlvm; sqlvm.connect("/no/such/folder/x.db")' \
    'import sqlvm; print(sqlvm.connect("x.db").execute("CREATE TABLE t(a)").fetchall())' \
    'import sqlvm; c = sqlvm.connect("x.db"); c.execute("INSERT INTO t VALUES (1)"); 1 / 0' \
    'import sqlvm; print(sqlvm.connect("x.db").execute("SELECT * FROM t").fetchall())'; do
    run python -c "$code"
done
run python
run python none.py
run python -m nothing
run python -m this one
run python -m json.tool --help
run python -E -u -X utf8 -W ignore -c 'import sys; print(sys.argv, sys.flags)' -c -m
printf 'import sys; print(sys.argv, __name__, __file__ if "__file__" in globals() else None)\n1 / 0\n' >script.py
run python script.py a -c b
run python ./script.py
for code in 'process.exit()' 'process.exit(3)' 'process.exit(256)' 'process.exitCode = 4' 'throw 1' \
    'throw new TypeError("größe")' 'null.x' 'f(' 'Promise.reject(new Error("no"))' \
    'setTimeout(() => console.log("later"), 10); console.log("now")' \
    'process.on("exit", c => console.log("exit", c)); process.exit(2)' 'console.error("e"); console.log("o")' \
    'require("nothing")' 'process.stdout.write("without an end")' 'console.log(process.argv.length, __filename)' \
    'const {execSync} = require("child_process"); console.log(String(execSync("pwd; echo $SQLVM_BUILD")))' \
    'const D = require("sqlvm"); const d = new D("y.db"); d.exec("CREATE TABLE t(a)"); d.prepare("SELECT nothing")' \
    'queueMicrotask(() => { throw new Error("task"); })' 'process.kill(process.pid, 0)'; do
    run js -e "$code"
done
run js
run js none.js
printf 'console.log(process.argv.slice(2), __dirname, process.cwd());\nthrow new Error("x");\n' >script.js
run js script.js a -e b
printf 'import fs from "fs"; console.log(import.meta.url, fs.readdirSync("."));' >script.mjs
run js script.mjs
run :memory: 'SELECT 1' 'SELECT nothing' 'SELECT 2'
run :memory: .exit
run :memory: '.exit 3' 'SELECT 1'
run z.db 'CREATE TABLE t(a)' 'BEGIN; INSERT INTO t VALUES (1)'
run z.db 'SELECT * FROM t' .show
run -version
run -help
run --unknown
