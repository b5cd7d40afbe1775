"""Columns of values as the protocol of sqlvm's clients has them: a form, and sections of numbers,
of lengths, and of bytes (docs/internals/client-protocol.md, "Columns of values")."""

from itertools import accumulate, repeat
from struct import Struct, pack, unpack_from
from struct import error as StructError

from . import _adapt

MIXED, INTEGER, REAL, TEXT, BLOB, NULL = range(6)

# The formats of struct, by the width of a number.
_FORMATS = {1: "b", 2: "h", 4: "i", 8: "q"}

_NONE = type(None)
_FORMS = {int: INTEGER, float: REAL, str: TEXT, bytes: BLOB, _NONE: NULL}

_LONG = frozenset((TEXT, BLOB))

_INT = Struct(">i")


class Undecodable:
    """Stands for a TEXT that is no UTF-8."""

    __slots__ = ("raw",)

    def __init__(self, raw):
        self.raw = raw


class Undecoded(list):
    """A column with at least one of them."""


class Unplain(Exception):
    """There is a value that must be adapted first, or that no database takes."""


# Reading.


def read(data, at, count, raw):
    """The values of a column, and where it ends. With raw, a TEXT is a tuple of its bytes."""
    form = data[at]
    at += 1
    if form == INTEGER:
        return _integers(data, at, count)
    if form == REAL:
        return unpack_from(">%dd" % count, data, at), at + 8 * count
    if form == TEXT:
        return _raw_texts(data, at, count) if raw else _texts(data, at, count)
    if form == BLOB:
        return _blobs(data, at, count)
    if form == NULL:
        return (None,) * count, at
    if form != MIXED:
        raise ValueError("a column of form %d" % form)
    return _mixed(data, at, count, raw)


def _integers(data, at, count):
    width = data[at]
    return unpack_from(">%d%s" % (count, _FORMATS[width]), data, at + 1), at + 1 + width * count


def _bounds(data, at, count):
    """Where each text or blob begins and ends, from the first one on, where that is, and how long
    all of them are."""
    lengths, at = _integers(data, at, count)
    ends = list(accumulate(lengths))
    size = ends[-1]
    if min(lengths) < 0 or at + size > len(data):
        raise ValueError("a column with wrong lengths")
    return [0] + ends[:-1], ends, at, size


def _blobs(data, at, count):
    begins, ends, at, size = _bounds(data, at, count)
    whole = data[at:at + size]
    return [whole[begin:end] for begin, end in zip(begins, ends)], at + size


def _raw_texts(data, at, count):
    blobs, at = _blobs(data, at, count)
    return [(blob,) for blob in blobs], at


def _texts(data, at, count):
    begins, ends, at, size = _bounds(data, at, count)
    return _decoded(data[at:at + size], begins, ends), at + size


def _decoded(whole, begins, ends):
    if whole.isascii():
        whole = whole.decode("ascii")
        return [whole[begin:end] for begin, end in zip(begins, ends)]
    try:
        return [str(whole[begin:end], "utf-8") for begin, end in zip(begins, ends)]
    except UnicodeDecodeError:
        return Undecoded([_text(whole[begin:end]) for begin, end in zip(begins, ends)])


def _text(raw):
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return Undecodable(raw)


def _mixed(data, at, count, raw):
    classes = data[at:at + count]
    at += count
    sections = [None, iter(()), iter(()), iter(()), iter(()), repeat(None)]
    integers = classes.count(INTEGER)
    if integers:
        values, at = _integers(data, at, integers)
        sections[INTEGER] = iter(values)
    reals = classes.count(REAL)
    if reals:
        sections[REAL] = iter(unpack_from(">%dd" % reals, data, at))
        at += 8 * reals
    blobs = classes.count(BLOB)
    long = classes.count(TEXT) + blobs
    if integers + reals + long + classes.count(NULL) != count:
        raise ValueError("a column of unknown classes")
    whole = True
    if long and (raw or blobs):
        # One section: the lengths of texts and blobs are in the order of the rows.
        values, at = _blobs(data, at, long)
        if not raw:
            values = [value if form == BLOB else _text(value) for form, value in zip(
                filter(_LONG.__contains__, classes), values)]
            whole = Undecodable not in map(type, values)
        # Both read on where the other has stopped.
        values = iter(values)
        sections[BLOB] = values
        sections[TEXT] = ((value,) for value in values) if raw else values
    elif long:
        values, at = _texts(data, at, long)
        whole = type(values) is list
        sections[TEXT] = iter(values)
    values = list(map(next, map(sections.__getitem__, classes)))
    return values if whole else Undecoded(values), at


# Writing.


def write(values):
    """A column of values. Raises Unplain if one of them is not of SQL's own types."""
    kinds = set(map(type, values))
    if not kinds <= _adapt.plain:
        if kinds != {bool} or (bool, _adapt.PrepareProtocol) in _adapt.adapters:
            raise Unplain
        values = list(map(int, values))
    return write_bound(values)


def write_bound(values):
    """A column of values of SQL's own types, whatever adapters there are for these."""
    kinds = set(map(type, values))
    if len(kinds) == 1:
        form = _FORMS[kinds.pop()]
        return b"%c%b" % (form, _SECTIONS[form](values))
    classes = bytes(map(_FORMS.__getitem__, map(type, values)))
    parts = [b"\0", classes]
    for kind in (int, float):
        if kind in kinds:
            parts.append(_SECTIONS[_FORMS[kind]]([each for each in values if type(each) is kind]))
    if str in kinds or bytes in kinds:
        try:
            parts.append(_write_blobs([each.encode() if type(each) is str else each
                                       for each in values if type(each) in (str, bytes)]))
        except UnicodeEncodeError:
            raise Unplain from None
    return b"".join(parts)


def _write_integers(values):
    least = min(values)
    most = max(values)
    if -128 <= least and most <= 127:
        width = 1
    elif -32768 <= least and most <= 32767:
        width = 2
    elif -(1 << 31) <= least and most < 1 << 31:
        width = 4
    else:
        width = 8
    try:
        return pack(">B%d%s" % (len(values), _FORMATS[width]), width, *values)
    except StructError:  # More than 64 bits.
        raise Unplain from None


def _write_reals(values):
    return pack(">%dd" % len(values), *values)


def _write_blobs(values):
    return _write_integers(list(map(len, values))) + b"".join(values)


def _write_texts(values):
    whole = "".join(values)
    if whole.isascii():
        return _write_integers(list(map(len, values))) + whole.encode("ascii")
    try:
        return _write_blobs([value.encode() for value in values])
    except UnicodeEncodeError:
        raise Unplain from None


def _write_nulls(values):
    return b""


_SECTIONS = {INTEGER: _write_integers, REAL: _write_reals, TEXT: _write_texts, BLOB: _write_blobs,
             NULL: _write_nulls}


# Texts within messages.


def read_text(data, at):
    """A text, or None, and where it ends."""
    size, = _INT.unpack_from(data, at)
    at += 4
    if size < 0:
        return None, at
    return data[at:at + size].decode("utf-8"), at + size
