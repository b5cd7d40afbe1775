"""The database language beside this program."""

import java

from sqlvm import _errors
from sqlvm._binding import whole_text

_language = None


def language():
    """Returns the language's members for programs: open, isComplete, …"""
    global _language
    if _language is None:
        made = java.type("org.graalvm.polyglot.Context").getCurrent().getBindings("sqlvm")
        made.onCallbackFailure(_errors.callback_failed)
        _language = made
    return _language


def complete_statement(statement):
    """Whether a text ends with a whole statement."""
    return bool(language().isComplete(whole_text(statement)))
