"""Gives a program signals of its own in a process that runs other programs, too: there GraalPy's
handlers, and what it raises, would be the process's. The value of this text is a function that takes a
function that sends the program a signal, and one that sets a timer for SIGALRM: it takes seconds and
an interval, or nothing, and returns what was left before, and the interval."""


def _install(send, set_timer):
    import _signal
    import sys
    import time
    from _thread import get_ident

    main_thread = get_ident()
    handlers = {2: _signal.default_int_handler}
    # Java has these for itself: GraalPy's own functions say so.
    reserved = (3, 4, 8, 9, 11, 19)
    # Those that do nothing by default, and those that stop a process.
    ignored = (17, 18, 23, 28)
    stopping = (19, 20, 21, 22)
    count = 32
    set_handler, get_handler, raise_one = _signal.signal, _signal.getsignal, _signal.raise_signal

    def is_usual(signalnum):
        return isinstance(signalnum, int) and 0 < signalnum < count

    def signal(signalnum, handler, /):
        is_handler = callable(handler) or isinstance(handler, int) and handler in (0, 1)
        if not is_usual(signalnum) or signalnum in reserved or not is_handler:
            return set_handler(signalnum, handler)
        before = handlers.get(signalnum, 0)
        handlers[signalnum] = handler
        return before

    def getsignal(signalnum, /):
        return handlers.get(signalnum, 0) if is_usual(signalnum) else get_handler(signalnum)

    def raise_signal(signalnum, /):
        handler = getsignal(signalnum)
        if not callable(handler) and signalnum in stopping and handler == 0:
            raise_one(signalnum)
        elif callable(handler) and get_ident() == main_thread:
            handler(int(signalnum), sys._getframe(1))
        elif callable(handler):
            send(signalnum)
        elif handler == 0 and signalnum not in ignored:
            send(signalnum)
            while True:  # It ends the program.
                time.sleep(1)

    def setitimer(which, seconds, interval=0.0, /):
        if seconds < 0 or interval < 0:
            raise OSError(22, "Invalid argument")
        return tuple(set_timer(float(seconds), float(interval)))

    def getitimer(which, /):
        return tuple(set_timer())

    def alarm(seconds, /):
        left = set_timer(float(max(seconds, 0)), 0.0)[0]
        return -int(-left // 1)

    for function in (signal, getsignal, raise_signal, setitimer, getitimer, alarm):
        function.__qualname__ = function.__name__
        function.__module__ = "_signal"
        setattr(_signal, function.__name__, function)


_install
