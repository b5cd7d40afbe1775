"""PEP 249's constructors of dates, and sqlite3's default adapters and converters. This module loads
datetime, so it is imported when a program first uses one of them."""

import datetime
import sys
import time

from ._adapt import PrepareProtocol, adapters, converters
from ._errors import warn as _warn

Date = datetime.date
Time = datetime.time
Timestamp = datetime.datetime


def DateFromTicks(ticks):
    return Date(*time.localtime(ticks)[:3])


def TimeFromTicks(ticks):
    return Time(*time.localtime(ticks)[3:6])


def TimestampFromTicks(ticks):
    return Timestamp(*time.localtime(ticks)[:6])


def _old(what):
    if sys.version_info < (3, 12):
        return
    _warn("The default %s is deprecated as of Python 3.12; "
          "see the sqlite3 documentation for suggested replacement recipes" % what)


def _adapt_date(value):
    _old("date adapter")
    return value.isoformat()


def _adapt_datetime(value):
    _old("datetime adapter")
    return value.isoformat(" ")


def _convert_date(value):
    _old("date converter")
    return datetime.date(*map(int, value.split(b"-")))


def _convert_timestamp(value):
    _old("timestamp converter")
    day, clock = value.split(b" ")
    seconds, _, fraction = clock.partition(b".")
    microsecond = int(fraction[:6].ljust(6, b"0")) if fraction else 0
    return datetime.datetime(*map(int, day.split(b"-")), *map(int, seconds.split(b":")),
                             microsecond)


# The program may have registered its own.
adapters.setdefault((datetime.date, PrepareProtocol), _adapt_date)
adapters.setdefault((datetime.datetime, PrepareProtocol), _adapt_datetime)
converters.setdefault("DATE", _convert_date)
converters.setdefault("TIMESTAMP", _convert_timestamp)
