'use strict';

const commas = (reasons) => (words) => function* (text, reason, locale) {
    reasons.push(reason, locale === null, ...words);
    let start = 0;
    for (const word of text.split(',')) {
        const end = start + word.length;
        yield reason === 'DOCUMENT' && word.endsWith('+')
            ? [start, end, word, word.slice(0, -1)] : [start, end, word];
        start = end + 1;
    }
};

test('tokenizers', () => {
    const db = memory();
    const reasons = [];
    equal(db.createTokenizer('commas', commas(reasons)) === db, true);
    db.exec("CREATE VIRTUAL TABLE t USING fts5(x, tokenize = 'commas a')");
    db.exec("INSERT INTO t VALUES ('é b,c d+,😀,z'), ('c d')");
    equal(reasons, ['DOCUMENT', true, 'a', 'DOCUMENT', true, 'a']);
    equal(db.prepare('SELECT rowid FROM t(?) ORDER BY rowid').pluck().all('"c d"'), [1, 2]);
    reasons.length = 0;
    equal(value(db, "SELECT highlight(t, 0, '<', '>') FROM t('z*')"), 'é b,c d+,😀,<z>');
    equal(reasons, ['PREFIX_QUERY', true, 'a', 'AUXILIARY', true, 'a']);
    equal(value(db, "SELECT highlight(t, 0, '<', '>') FROM t(?)", '"😀"'), 'é b,c d+,<😀>,z');
    db.exec("INSERT INTO t(t) VALUES ('integrity-check')");
});

test('locales come to tokenizers', () => {
    const db = memory();
    const locales = [];
    db.createTokenizer('words', () => (text, reason, locale) => {
        locales.push(locale);
        return [[0, text.length, text]];
    });
    db.exec("CREATE VIRTUAL TABLE t USING fts5(x, tokenize = words, locale = 1)");
    db.exec("INSERT INTO t VALUES (fts5_locale('de', 'x')), ('y')");
    equal(locales, ['de', null]);
    db.createAuxiliaryFunction('locale', (match) => match.columnLocale(0));
    equal(db.prepare('SELECT locale(t) FROM t ORDER BY rowid').pluck().all(), ['de', null]);
});

test('tokenizers that fail', () => {
    const db = memory();
    const error = new Error('mine');
    const gives = (name, tokenizer) => {
        db.createTokenizer(name, () => tokenizer);
        db.exec(`CREATE VIRTUAL TABLE ${name} USING fts5(x, tokenize = ${name})`);
        return () => db.exec(`INSERT INTO ${name} VALUES ('text')`);
    };
    equal(throws(gives('fails', () => { throw error; }), Error) === error, true);
    equal(value(db, 'SELECT count(*) FROM fails'), 0);
    equal(throws(gives('late', function* () { yield [0, 1, 't']; throw error; }), Error) === error,
        true);
    throws(gives('far', () => [[0, 5, 'text']]), SqliteError,
        'tokenizer far: token from 0 to 5 of a text with 4 characters', 'SQLITE_ERROR');
    throws(gives('number', () => 5), SqliteError,
        'tokenizer number: 5 is no collection of tokens', 'SQLITE_ERROR');
    throws(gives('words', () => [7]), SqliteError,
        'tokenizer words: 7 is no array of a start, an end and words', 'SQLITE_ERROR');
    throws(gives('short', () => [[0, 1]]), SqliteError);
    throws(() => gives('none', 5), TypeError, 'Tokenizer none is not a function');
    throws(() => db.createTokenizer('x', 5), TypeError, 'Expected second argument to be a function');
    throws(() => db.createTokenizer(5, commas([])), TypeError,
        'Expected first argument to be a string');
});

test('auxiliary functions', () => {
    const db = memory(
        'CREATE VIRTUAL TABLE t USING fts5(a, b)',
        "INSERT INTO t VALUES ('one two three one', 'two one'), ('two', NULL), ('one x', 'y')");
    const ask = (fn) => {
        let answer;
        equal(db.createAuxiliaryFunction('asked', (...all) => { answer = fn(...all); }) === db, true);
        db.prepare("SELECT asked(t, 1, 'x') FROM t('one AND tw*')").get();
        return answer;
    };
    equal(ask((m, ...values) => values), [1, 'x']);
    equal(ask((m) => [m.rowid, m.columnCount, m.rowCount, m.phraseCount, m.instanceCount]),
        [1, 2, 3, 2, 5]);
    equal(ask((m) => [m.columnText(0), m.columnSize(), m.columnSize(0), m.tokenCount(),
        m.tokenCount(1), m.columnLocale(0)]), ['one two three one', 6, 4, 10, 3, null]);
    equal(ask((m) => [m.phraseSize(0), m.phraseToken(1, 0), [...m.phraseColumns(0)]]),
        [1, 'tw', [0, 1]]);
    equal(ask((m) => [m.instancePhrase(1), m.instanceColumn(1), m.instanceOffset(1),
        m.instanceToken(1, 0)]), [1, 0, 1, 'two']);
    equal(ask((m) => [...m.tokenize('é😀 Hi')].map((token) => [...token])),
        [[0, 1, 'e'], [4, 6, 'hi']]);
    const outside = ask((m) => m);
    for (const use of [(m) => m.columnText(9), (m) => m.instancePhrase(5), (m) => m.phraseColumns(2)]) {
        throws(() => { ask(use); }, SqliteError, 'column index out of range', 'SQLITE_RANGE');
    }
    equal(ask((m) => { try { return m.columnText('x'); } catch (e) { return e.message; } }),
        'a number is expected');
    let message;
    try {
        message = outside.rowid;
    } catch (e) {
        message = e.message;
    }
    equal(message, 'the row of a full-text query is valid during the call');
    throws(() => value(db, 'SELECT asked(1)'), SqliteError,
        'unable to use function asked in the requested context', 'SQLITE_ERROR');
    throws(() => db.createAuxiliaryFunction('x'), TypeError);
});

test('rows of a phrase, state and ranks', () => {
    const db = memory(
        'CREATE VIRTUAL TABLE t USING fts5(a)',
        "INSERT INTO t VALUES ('one two one'), ('two'), ('one x')");
    let calls = 0;
    db.createAuxiliaryFunction('rare', (match, weight) => {
        if (match.state === null) {
            calls++;
            const found = [];
            match.queryPhrase(0, (other) => { found.push([other.rowid, other.instanceCount]); });
            match.queryPhrase(0, (other) => { found.push([other.rowid]); return false; });
            match.setState(found);
        }
        return `${weight}${shown(match.state)}`;
    });
    equal(db.prepare("SELECT rare(t, 'x') FROM t('one')").pluck().all(),
        Array(2).fill('x[[1, 2], [3, 1], [1]]'));
    equal(calls, 1);
    db.createAuxiliaryFunction('hits', (match) => match.instanceCount);
    equal(db.prepare("SELECT rowid, rank FROM t('one') WHERE rank MATCH 'hits()' ORDER BY rank")
        .raw().all(), [[3, 1], [1, 2]]);
    const error = new Error('mine');
    db.createAuxiliaryFunction('hits', (match) => match.queryPhrase(0, () => { throw error; }));
    equal(throws(() => value(db, "SELECT hits(t) FROM t('one')"), Error) === error, true);
});
