"""Prints what a program knows of itself and its process."""

import decimal, gc, locale, os, random, resource, select, signal, socket, sys, threading, time, warnings

print(__name__, __file__, sys.argv, sys.orig_argv if hasattr(sys, "orig_argv") else "")
print(sys.path, sys.executable, sys.prefix, sys.flags)
print(sys.version, sys.implementation.name, sys.platform, sys.byteorder, sys.maxsize)
print(sys.getrecursionlimit(), sys.getswitchinterval(), sys.getdefaultencoding())
print(sys.getfilesystemencoding(), sys.getfilesystemencodeerrors(), sys.dont_write_bytecode)
for stream in (sys.stdin, sys.stdout, sys.stderr):
    print(stream.name, stream.mode, stream.encoding, stream.errors, stream.line_buffering,
          stream.isatty(), stream.fileno(), os.isatty(stream.fileno()), stream.newlines)
print(locale.getlocale(), locale.getpreferredencoding(), locale.localeconv())
print(time.tzname, time.timezone)
print(time.localtime(0), time.strftime("%Z %z"))
print(os.getcwd(), os.listdir("."))
print(*sorted(item for item in os.environ.items() if item[0] not in ("SQLVM_WARM", "_")), sep="\n")
print(os.getuid(), os.geteuid(), os.getgid(), os.name, os.cpu_count())
mask = os.umask(0o022)
print(oct(mask), oct(os.umask(mask)))
for name in ("RLIMIT_NOFILE", "RLIMIT_STACK", "RLIMIT_CORE"):
    try:
        print(name, resource.getrlimit(getattr(resource, name)))
    except Exception as e:
        print(name, repr(e))
for number in sorted(signal.Signals):
    try:
        print(number, signal.getsignal(number))
    except Exception as e:
        print(number, repr(e))
print(threading.current_thread().name, threading.main_thread() is threading.current_thread(),
      threading.active_count(), [thread.name for thread in threading.enumerate()])
print(decimal.getcontext(), socket.getdefaulttimeout(), gc.get_threshold(), gc.isenabled())
print(warnings.filters, hasattr(int, "changed"))
print(sorted(sys.modules))
print(sorted(vars(sys)))
print(sorted(os.listdir("/proc/self/fd"))[:3])
print(sys.stdin.readline(), repr(sys.stdin.buffer.read()))
