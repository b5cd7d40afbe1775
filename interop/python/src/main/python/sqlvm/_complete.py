"""Whether a text ends with a whole statement: the rules of sqlite3_complete()
(sqlite.org/c3ref/complete.html)."""

import re

_TOKEN = re.compile(r"""
    (?P<space> [ \t\r\n\f]+ | --[^\n]*(?:\n|\Z) | /\*.*?\*/ )
  | (?P<end> ; )
  | (?P<open> /\*.* | ["'`][^"'`]*\Z | \[[^\]]*\Z )
  | (?P<quoted> "[^"]*" | '[^']*' | `[^`]*` | \[[^\]]*\] )
  | (?P<word> [A-Za-z0-9_$\x80-\U0010ffff]+ )
  | (?P<other> . )
""", re.VERBOSE | re.DOTALL)

_WORDS = ("explain", "create", "temp", "temporary", "trigger", "end")

# States, and what follows them: what a trigger is in ends with `;END;`.
_NOTHING, _BEGUN, _OTHER, _EXPLAIN, _CREATE, _TRIGGER, _SEMICOLON, _ENDED = range(8)

_NEXT = {
    _NOTHING: {"end": _BEGUN, "explain": _EXPLAIN, "create": _CREATE},
    _BEGUN: {"end": _BEGUN, "explain": _EXPLAIN, "create": _CREATE},
    _OTHER: {"end": _BEGUN},
    _EXPLAIN: {"end": _BEGUN, "other": _EXPLAIN, "create": _CREATE},
    _CREATE: {"end": _BEGUN, "temp": _CREATE, "trigger": _TRIGGER},
    _TRIGGER: {"end": _SEMICOLON},
    _SEMICOLON: {"end": _SEMICOLON, "END": _ENDED},
    _ENDED: {"end": _BEGUN},
}


def statements(script):
    """The statements of a text, without the semicolons behind them."""
    begin = 0
    for token in _TOKEN.finditer(script):
        if token.lastgroup == "end" and complete_statement(script[begin:token.end()]):
            yield script[begin:token.start()].strip()
            begin = token.end()
    yield script[begin:].strip()


def complete_statement(statement):
    """Whether a text ends with a whole statement."""
    if not isinstance(statement, str):
        raise TypeError("complete_statement() argument 1 must be str, not "
                        + type(statement).__name__)
    state = _NOTHING
    for token in _TOKEN.finditer(statement):
        kind = token.lastgroup
        if kind == "space":
            continue
        if kind == "open":
            return False
        word = token.group().lower()
        if kind == "end":
            name = "end"
        elif kind == "word" and word in _WORDS:
            name = {"temporary": "temp", "end": "END"}.get(word, word)
        else:
            name = "other"
        in_trigger = state in (_TRIGGER, _SEMICOLON, _ENDED)
        state = _NEXT[state].get(name, _TRIGGER if in_trigger else _OTHER)
    return state == _BEGUN
