"""Standard streams in all the ways that programs use them."""

import os, subprocess, sys

print("first", end=" ")
sys.stdout.flush()
print("to errors", file=sys.stderr)
print(repr(sys.stdin.readline()), repr(input()), repr(sys.stdin.buffer.readline()))
print(repr(sys.stdin.read()), repr(sys.stdin.read()))
sys.stdout.buffer.write(b"\x00\xff\xfe bytes\n")
sys.stdout.flush()
print(os.write(1, b"by number\n"), os.write(2, b"errors by number\n"))
sys.stdout.flush()
with open(1, "w", closefd=False) as stream:
    stream.write("opened by number\n")
copy = os.dup(1)
os.write(copy, b"by a copy\n")
os.close(copy)
print(os.system("echo of a command; echo errors of a command >&2; exit 3"))
print(os.popen("echo of popen; pwd").read())
print(subprocess.run(["sh", "-c", "echo inherited; cat; exit 4"], input=b"given\n").returncode)
done = subprocess.run(["sh", "-c", "cat; echo $0 $HOME"], stdin=subprocess.DEVNULL, capture_output=True)
print(done)
try:
    subprocess.run(["/no/such/program"])
except OSError as e:
    print(repr(e))
try:
    print("é ☃ \udc80")
except UnicodeError as e:
    print(repr(e))
sys.stdout.reconfigure(encoding="latin-1", errors="replace")
print("é ☃")
sys.stdout.write("without an end")
