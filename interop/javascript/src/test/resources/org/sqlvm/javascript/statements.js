'use strict';

function filled(count = 3000) {
    const db = memory('CREATE TABLE t(id INTEGER PRIMARY KEY, a, b TEXT UNIQUE)');
    const insert = db.prepare('INSERT INTO t VALUES (?, ?, ?)');
    db.transaction(() => {
        for (let i = 1; i <= count; i++) {
            insert.run(i, i % 3 ? i * 0.5 : null, `row ${i} é😀`);
        }
    })();
    return db;
}

test('what a statement says of itself', () => {
    const db = memory('CREATE TABLE t(a)');
    const select = db.prepare('SELECT * FROM t; -- all');
    equal([select.source, select.reader, select.readonly, select.busy, select.database === db],
        ['SELECT * FROM t; -- all', true, true, false, true]);
    const change = db.prepare('DELETE FROM t RETURNING *');
    equal([change.reader, change.readonly], [true, false]);
    equal(db.prepare('BEGIN').reader, false);
    throws(() => new select.constructor('SELECT 1'), TypeError);
    throws(() => db.prepare(5), TypeError, 'Expected first argument to be a string');
    throws(() => db.prepare(' ;-- none'), RangeError,
        'The supplied SQL string contains no statements');
    throws(() => db.prepare('SELECT 1; SELECT 2'), RangeError,
        'The supplied SQL string contains more than one statement');
    throws(() => db.prepare('SELECT * FROM missing'), SqliteError, 'no such table: missing',
        'SQLITE_ERROR');
});

test('run tells what has changed', () => {
    const db = memory();
    equal(db.prepare('CREATE TABLE t(a)').run(), {changes: 0, lastInsertRowid: 0});
    const insert = db.prepare('INSERT INTO t VALUES (?)');
    equal(insert.run('x'), {changes: 1, lastInsertRowid: 1});
    equal(insert.run('y'), {changes: 1, lastInsertRowid: 2});
    equal(db.prepare('UPDATE t SET a = 5').run(), {changes: 2, lastInsertRowid: 2});
    equal(db.prepare('SELECT * FROM t').run(), {changes: 0, lastInsertRowid: 2});
    equal(db.prepare('INSERT INTO t VALUES (1), (2) RETURNING a').run(),
        {changes: 2, lastInsertRowid: 4});
    equal(insert.safeIntegers().run(1), {changes: 1, lastInsertRowid: 5n});
    equal(db.prepare('DELETE FROM t').run().changes, 5);
});

test('get gives a row or undefined', () => {
    const db = filled(10);
    const byId = db.prepare('SELECT * FROM t WHERE id = ?');
    equal(byId.get(2), {id: 2, a: 1, b: 'row 2 é😀'});
    equal(byId.get(11), undefined);
    equal(db.prepare('SELECT id FROM t ORDER BY id').get(), {id: 1});
    equal(db.prepare('SELECT id FROM t WHERE id > 100').get(), undefined);
    throws(() => db.prepare('DELETE FROM t').get(), TypeError,
        'This statement does not return data. Use run() instead');
});

test('all gives rows of many batches', () => {
    const all = filled().prepare('SELECT * FROM t ORDER BY id').all();
    equal(all.length, 3000);
    all.forEach((row, i) => equal(row,
        {id: i + 1, a: (i + 1) % 3 ? (i + 1) * 0.5 : null, b: `row ${i + 1} é😀`}));
});

test('iterate gives them one after the other', () => {
    const db = filled();
    const ids = db.prepare('SELECT id FROM t ORDER BY id').pluck();
    equal(Array.from(ids.iterate()), ids.all());
    equal(Array.from(db.prepare('SELECT id FROM t WHERE id = 7').iterate()), [{id: 7}]);
    equal(Array.from(db.prepare('SELECT id FROM t WHERE id < 0').iterate()), []);
    let sum = 0;
    for (const id of ids.iterate()) {
        if (id > 2000) break;
        sum += id;
    }
    equal([sum, ids.busy], [2001000, false]);
});

test('an iterator keeps others away', () => {
    const db = filled(5);
    const select = db.prepare('SELECT id FROM t').pluck();
    const insert = db.prepare('INSERT INTO t(b) VALUES (?)');
    const rows = select.iterate();
    equal([select.busy, rows.next(), rows[Symbol.iterator]() === rows],
        [true, {value: 1, done: false}, true]);
    throws(() => select.all(), TypeError, 'This statement is busy executing a query');
    throws(() => insert.run('x'), TypeError,
        'This database connection is busy executing a query');
    throws(() => db.exec('SELECT 1'), TypeError);
    throws(() => db.close(), TypeError);
    equal(value(db, 'SELECT count(*) FROM t'), 5);
    equal(rows.return(), {value: undefined, done: true});
    equal(rows.next(), {value: undefined, done: true});
    equal(insert.run('x').changes, 1);
    db.unsafeMode();
    for (const id of select.iterate()) if (id < 3) insert.run(`y${id}`);
    equal(value(db, 'SELECT count(*) FROM t WHERE b LIKE \'y%\''), 2);
});

test('forms of rows', () => {
    const db = memory('CREATE TABLE t(id, x)', 'CREATE TABLE u(id, "a b")',
        'INSERT INTO t VALUES (1, 2)', 'INSERT INTO u VALUES (3, 4)');
    const both = db.prepare('SELECT *, 5 AS five FROM t, u');
    equal(both.get(), {id: 3, x: 2, 'a b': 4, five: 5});
    equal(both.raw().get(), [1, 2, 3, 4, 5]);
    equal(both.pluck().get(), 1);
    equal(both.expand().all(), [{t: {id: 1, x: 2}, u: {id: 3, 'a b': 4}, $: {five: 5}}]);
    equal(both.pluck(false).get(), both.expand().get());
    equal(both.expand(false).get(), {id: 3, x: 2, 'a b': 4, five: 5});
    equal(Object.keys(db.prepare('SELECT 1 AS __proto__, 2 AS "quo""te\\"').get()),
        ['__proto__', 'quo"te\\']);
    throws(() => both.raw(1), TypeError, 'Expected first argument to be a boolean');
    throws(() => db.prepare('DELETE FROM t').raw(), TypeError,
        'The raw() method is only for statements that return data');
});

test('wide rows', () => {
    const names = Array.from({length: 300}, (_, i) => `c${i}`);
    const row = memory().prepare(`SELECT ${names.map((name, i) => `${i} AS ${name}`)}`).get();
    equal([row.c0, row.c299, Object.keys(row).length], [0, 299, 300]);
});

test('columns say where they come from', () => {
    const db = memory('CREATE TABLE t(a INTEGER, b)');
    equal(db.prepare('SELECT a AS x, b, 1 FROM t').columns(), [
        {name: 'x', column: 'a', table: 't', database: 'main', type: 'INTEGER'},
        {name: 'b', column: 'b', table: 't', database: 'main', type: null},
        {name: '1', column: null, table: null, database: null, type: null},
    ]);
    throws(() => db.prepare('DELETE FROM t').columns(), TypeError);
});

test('a statement runs again when columns have been added', () => {
    const db = memory('CREATE TABLE t(a)', 'INSERT INTO t VALUES (1)');
    const all = db.prepare('SELECT * FROM t');
    equal(all.get(), {a: 1});
    db.exec('ALTER TABLE t ADD COLUMN b DEFAULT 2');
    equal(all.get(), {a: 1, b: 2});
    equal(all.all(), [{a: 1, b: 2}]);
});
