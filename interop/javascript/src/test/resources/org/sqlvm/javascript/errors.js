'use strict';

test('the class', () => {
    const error = new SqliteError('what', 'SQLITE_ERROR');
    equal([error.name, error.message, error.code, error instanceof Error, String(error)],
        ['SqliteError', 'what', 'SQLITE_ERROR', true, 'SqliteError: what']);
    throws(() => new SqliteError('what'), TypeError);
    equal(Object.keys(error), ['code']);
});

test('codes', () => {
    const db = memory('CREATE TABLE t(id INTEGER PRIMARY KEY, a UNIQUE NOT NULL, b CHECK (b > 0))',
        'CREATE TABLE u(t REFERENCES t)', 'INSERT INTO t VALUES (1, 1, 1)');
    const code = (sql) => throws(() => db.exec(sql), SqliteError).code;
    equal(code('INSERT INTO t VALUES (1, 2, 1)'), 'SQLITE_CONSTRAINT_PRIMARYKEY');
    equal(code('INSERT INTO t VALUES (2, 1, 1)'), 'SQLITE_CONSTRAINT_UNIQUE');
    equal(code('INSERT INTO t VALUES (2, NULL, 1)'), 'SQLITE_CONSTRAINT_NOTNULL');
    equal(code('INSERT INTO t VALUES (2, 2, 0)'), 'SQLITE_CONSTRAINT_CHECK');
    equal(code('INSERT INTO u VALUES (5)'), 'SQLITE_CONSTRAINT_FOREIGNKEY');
    equal(code('SELECT 1; SELEC 2'), 'SQLITE_ERROR');
    equal(code('SELECT json(\'{\')'), 'SQLITE_ERROR');
});

test('advice that a program can follow', () => {
    const create = 'CREATE FUNCTION f(x) LANGUAGE js AS \'x => x\'';
    throws(() => memory().exec(create), SqliteError,
        'functions in database files are off; a program registers its own with function()');
});

test('of a row that is not the first', () => {
    const db = memory('CREATE TABLE t(a)', 'INSERT INTO t VALUES (\'[]\'), (\'{\')');
    throws(() => db.prepare('SELECT json(a) FROM t').all(), SqliteError, 'malformed JSON');
    throws(() => Array.from(db.prepare('SELECT json(a) FROM t').iterate()), SqliteError);
    equal(value(db, 'SELECT 1'), 1);
});
