"""Tokenizers and auxiliary functions of full-text tables, in the form of apsw."""

from sqlvm._errors import ProgrammingError, call

# Why a text is split, as apsw has them.
FTS5_TOKENIZE_QUERY = 1
FTS5_TOKENIZE_PREFIX = 2
FTS5_TOKENIZE_DOCUMENT = 4
FTS5_TOKENIZE_AUX = 8

_FLAGS = {
    "DOCUMENT": FTS5_TOKENIZE_DOCUMENT,
    "QUERY": FTS5_TOKENIZE_QUERY,
    "PREFIX_QUERY": FTS5_TOKENIZE_QUERY | FTS5_TOKENIZE_PREFIX,
    "AUXILIARY": FTS5_TOKENIZE_AUX,
}


def _require(method, name, function):
    if not isinstance(name, str):
        raise TypeError("%s() argument 1 must be str, not %s" % (method, type(name).__name__))
    if not callable(function):
        raise TypeError("Expected a callable not %s" % type(function).__name__)
    return str.__str__(name)


def register_tokenizer(connection, database, name, factory):
    name = _require("register_fts5_tokenizer", name, factory)

    def make(words):
        tokenizer = factory(connection, [str(word) for word in words])
        if not callable(tokenizer):
            raise TypeError("Expected a callable returned from FTS5 Tokenizer create, not %s"
                            % type(tokenizer).__name__)

        def tokenize(text, reason, locale):
            text = str(text)
            utf8 = text.encode("utf-8", "replace")
            units = _units_of_bytes(text)
            tokens = tokenizer(utf8, _FLAGS[str(reason)], None if locale is None else str(locale))
            return [_token(given, units, len(utf8)) for given in tokens]

        return tokenize

    database.createTokenizer(name, make)


def register_function(database, name, function):
    name = _require("register_fts5_function", name, function)

    def run(match, *values):
        api = FTS5ExtensionApi(match)
        try:
            return function(api, *values)
        finally:
            api._match = None

    database.createAuxiliaryFunction(name, run)


def _token(given, units, length):
    """A tokenizer's token as the database takes it: start and end in UTF-16, and the words."""
    if isinstance(given, str):
        return [0, 0, given]
    if not isinstance(given, tuple):
        raise ValueError("Expected a str or a tuple, not %s" % type(given).__name__)
    if not given:
        raise ValueError("tuple is empty")
    start = end = first = 0
    if isinstance(given[0], int):
        if len(given) < 3:
            raise ValueError("Tuple isn't long enough (%d).  Should be at least two integers and a"
                             " string." % len(given))
        start, end = given[:2]
        first = 2
        if not isinstance(end, int) or not 0 <= start <= end <= length:
            raise ValueError("start (%s) and end (%s) must be positive, within the utf8 length (%d)"
                             " and start before end" % (start, end, length))
    for place in range(first, len(given)):
        if not isinstance(given[place], str):
            raise ValueError("Expected tuple item %d to be a str, not %s"
                             % (place, type(given[place]).__name__))
    if units is not None:
        start, end = units[start], units[end]
    return [start, end, *given[first:]]


def _units_of_bytes(text):
    """For each byte of the text in UTF-8, and its end, the number of UTF-16 units before its
    character. None if both are the same."""
    if text.isascii():
        return None
    units = []
    count = 0
    for character in text:
        code = ord(character)
        units.extend([count] * (1 if code < 0x80 else 2 if code < 0x800 else
                                3 if code < 0x10000 else 4))
        count += 1 if code < 0x10000 else 2
    units.append(count)
    return units


def _bytes_of_units(text):
    """For each UTF-16 unit of the text, and its end, the number of bytes before its character. None
    if both are the same."""
    if text.isascii():
        return None
    places = []
    count = 0
    for character in text:
        code = ord(character)
        places.extend([count] * (1 if code < 0x10000 else 2))
        count += 1 if code < 0x80 else 2 if code < 0x800 else 3 if code < 0x10000 else 4
    places.append(count)
    return places


def _text(value):
    return None if value is None else str(value)


class FTS5ExtensionApi:
    """The row that a full-text query has found, for a function of register_fts5_function: apsw's
    class. It is valid during the call."""

    def __init__(self, match):
        self._match = match

    def _valid(self):
        if self._match is None:
            raise ProgrammingError("FTS5ExtensionApi is being used outside of the callback it was"
                                   " valid in")
        return self._match

    def _value(self, name):
        return call(getattr, self._valid(), name)

    def _ask(self, name, *arguments):
        return call(getattr(self._valid(), name), *arguments)

    @property
    def aux_data(self):
        """An object that the function keeps for the next rows of the query; at first None."""
        return self._value("state")

    @aux_data.setter
    def aux_data(self, value):
        self._ask("setState", value)

    @property
    def column_count(self):
        return self._value("columnCount")

    @property
    def inst_count(self):
        """The number of instances of phrases in the row."""
        return self._value("instanceCount")

    @property
    def phrase_count(self):
        return self._value("phraseCount")

    @property
    def phrases(self):
        """The query's phrases, each a tuple of tokens."""
        return tuple(tuple(_text(self._ask("phraseToken", phrase, token))
                           for token in range(self._ask("phraseSize", phrase)))
                     for phrase in range(self.phrase_count))

    @property
    def row_count(self):
        """The number of the table's rows."""
        return self._value("rowCount")

    @property
    def rowid(self):
        return self._value("rowid")

    def column_locale(self, column):
        return _text(self._ask("columnLocale", column))

    def column_size(self, col=-1):
        """The number of tokens in a column of the row; in all if it is negative."""
        return self._ask("columnSize", max(col, -1))

    def column_text(self, col):
        """The column's text in UTF-8."""
        utf8 = self._ask("columnUtf8", col)
        return b"" if utf8 is None else bytes(utf8)

    def column_total_size(self, col=-1):
        """The number of tokens in a column of all rows; in all columns if it is negative."""
        return self._ask("tokenCount", max(col, -1))

    def inst_tokens(self, inst):
        """An instance's tokens as the row has them."""
        phrase = self._ask("instancePhrase", inst)
        tokens = tuple(_text(self._ask("instanceToken", inst, token))
                       for token in range(self._ask("phraseSize", phrase)))
        return None if None in tokens else tokens

    def phrase_columns(self, phrase):
        """The columns that have the phrase."""
        return tuple(self._ask("phraseColumns", phrase))

    def phrase_column_offsets(self, phrase, column):
        """The positions of a phrase in a column, in tokens."""
        self._ask("columnLocale", column)  # Raises the error for a column that is not there.
        return self.phrase_locations(phrase)[column]

    def phrase_locations(self, phrase):
        """The positions of a phrase, in tokens: a list for each column."""
        self._ask("phraseColumns", phrase)  # Raises the error for a phrase that is not there.
        locations = [[] for _ in range(self.column_count)]
        for instance in range(self.inst_count):
            if self._ask("instancePhrase", instance) == phrase:
                locations[self._ask("instanceColumn", instance)].append(
                    self._ask("instanceOffset", instance))
        return locations

    def query_phrase(self, phrase, callback, closure):
        """Calls callback(match, closure) for each row that has the phrase."""
        def visit(match):
            api = FTS5ExtensionApi(match)
            try:
                callback(api, closure)
            finally:
                api._match = None

        self._ask("queryPhrase", phrase, visit)

    def tokenize(self, utf8, locale, *, include_offsets=True, include_colocated=True):
        """Splits a text with the table's tokenizer: tuples of start, end, the token, synonyms."""
        if isinstance(utf8, str):
            raise TypeError("Expected Buffer compatible, not str")
        text = bytes(utf8).decode("utf-8", "replace")
        places = _bytes_of_units(text)
        result = []
        for start, end, *words in self._ask("tokenize", text, locale):
            words = tuple(str(word) for word in words)
            if not include_colocated:
                words = words[:1]
            if include_offsets:
                result.append((start if places is None else places[start],
                               end if places is None else places[end], *words))
            else:
                result.append(words if include_colocated else words[0])
        return result
