"""Changes all of a process that a program can change: the next programs must not see it."""

import decimal, locale, os, random, signal, socket, sys, time, warnings

os.environ["CHANGED"] = "yes"
os.environ["TZ"] = "Asia/Tokyo"
time.tzset()
os.mkdir("deep")
os.chdir("deep")
print(os.umask(0o077) == 0o022, os.getcwd())
locale.setlocale(locale.LC_ALL, "C")
decimal.getcontext().prec = 3
random.seed(1)
signal.signal(signal.SIGTERM, signal.SIG_IGN)
signal.signal(signal.SIGINT, lambda *_: None)
socket.setdefaulttimeout(1)
sys.setrecursionlimit(500)
sys.argv.append("changed")
sys.path.append("/changed")
sys.modules["changed"] = sys
warnings.simplefilter("error")
