'use strict';

function table() {
    return memory('CREATE TABLE t(a UNIQUE)');
}

function values(db) {
    return db.prepare('SELECT a FROM t ORDER BY a').pluck().all();
}

test('it commits, or rolls back', () => {
    const db = table();
    const insert = db.prepare('INSERT INTO t VALUES (?)');
    const insertAll = db.transaction(function (...all) {
        equal(db.inTransaction, true);
        all.forEach((value) => insert.run(value));
        return this;
    });
    equal(insertAll.call(7, 1, 2), 7);
    equal([values(db), db.inTransaction], [[1, 2], false]);
    throws(() => insertAll(3, 1), SqliteError, 'UNIQUE constraint failed: t.a',
        'SQLITE_CONSTRAINT_UNIQUE');
    equal([values(db), db.inTransaction], [[1, 2], false]);
    const error = new Error('mine');
    equal(throws(db.transaction(() => { insert.run(9); throw error; }), Error) === error, true);
    equal(values(db), [1, 2]);
});

test('inside of another one it is a savepoint', () => {
    const db = table();
    const insert = db.prepare('INSERT INTO t VALUES (?)');
    const inner = db.transaction((value, fails) => {
        insert.run(value);
        if (fails) throw new Error('undone');
    });
    db.transaction(() => {
        inner(1, false);
        throws(() => inner(2, true), Error, 'undone');
        insert.run(3);
    })();
    equal(values(db), [1, 3]);
});

test('how it begins', () => {
    const said = [];
    const db = new Database(':memory:', {verbose: (sql) => said.push(sql)});
    const fn = db.transaction(() => {});
    equal([fn.default === fn, fn.immediate.database === db, fn.immediate.exclusive === fn.exclusive],
        [true, true, true]);
    fn();
    fn.deferred();
    fn.immediate();
    fn.exclusive();
    equal(said, ['BEGIN', 'COMMIT', 'BEGIN DEFERRED', 'COMMIT', 'BEGIN IMMEDIATE', 'COMMIT',
        'BEGIN EXCLUSIVE', 'COMMIT']);
});

test('what is refused', () => {
    const db = table();
    throws(() => db.transaction(5), TypeError, 'Expected first argument to be a function');
    throws(db.transaction(async () => {}), TypeError,
        'Transaction function cannot return a promise');
    equal(db.inTransaction, false);
});

test('a transaction that the database has rolled back', () => {
    const db = table();
    db.exec('INSERT INTO t VALUES (1)');
    const fn = db.transaction(() => db.exec('INSERT OR ROLLBACK INTO t VALUES (2), (1)'));
    throws(fn, SqliteError, undefined, 'SQLITE_CONSTRAINT_UNIQUE');
    equal(values(db), [1]);
});
