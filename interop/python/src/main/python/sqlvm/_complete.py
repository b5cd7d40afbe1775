"""Where statements end: the rules of sqlite3_complete() (sqlite.org/c3ref/complete.html), for a
program that has no database beside it. The database's own: org.sqlvm.api.text.StatementProgress."""

import re

from ._binding import rest, whole_text

# A quotation or comment without its end is open, and all that follows is in it.
_TOKEN = re.compile(r"""
    (?P<space> [ \t\r\n\f]+ | --[^\n]* | /\*.*?\*/ )
  | (?P<end> ; )
  | (?P<quoted> "[^"]*" | '[^']*' | `[^`]*` | \[[^\]]*\] )
  | (?P<open> (?: /\* | ["'`\[] ) .* )
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


def _states(text):
    """The tokens of a text but for white space, and the state after each."""
    state = _NOTHING
    for token in _TOKEN.finditer(text):
        kind = token.lastgroup
        if kind == "space":
            continue
        word = token.group().lower() if kind == "word" else ""
        if kind == "end":
            name = "end"
        elif word in _WORDS:
            name = {"temporary": "temp", "end": "END"}.get(word, word)
        else:
            name = "other"
        in_trigger = state in (_TRIGGER, _SEMICOLON, _ENDED)
        state = _NEXT[state].get(name, _TRIGGER if in_trigger else _OTHER)
        yield token, state


def statements(script):
    """The statements of a text, without the semicolons behind them and without empty ones."""
    begin = 0
    found = []
    for token, state in _states(script):
        if token.lastgroup == "end" and state == _BEGUN:
            found.append(script[begin:token.start()])
            begin = token.end()
    found.append(script[begin:])
    # A byte order mark is a blank.
    return [one.strip() for one in found if rest(one.replace("\ufeff", " ")) >= 0]


def complete_statement(statement):
    """Whether a text ends with a whole statement."""
    state = _NOTHING
    for _, state in _states(whole_text(statement)):
        pass
    return state == _BEGUN
