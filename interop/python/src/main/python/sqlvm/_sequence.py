"""Row, a Sequence. The class Sequence comes with many others, so this module is imported when a program
first uses the name Row."""

# The package collections would bring four more modules.
from _collections_abc import Sequence

from ._row import Row

Sequence.register(Row)
