'use strict';

test('functions take and give values', () => {
    const db = memory();
    const same = db.function('same', (x) => x);
    equal(same === db, true);
    for (const x of [1, 0.5, -5000000000, 'é😀', null, new Uint8Array([1, 2])]) {
        equal(value(db, 'SELECT same(?)', x), x);
    }
    equal(value(db, 'SELECT same(4000000000) + 1'), 4000000001);
    db.function('none', () => {});
    equal(value(db, 'SELECT none()'), null);
    db.function('plus', (a, b) => a + b);
    db.function('plus', (a, b, c) => a + b + c);
    db.function('plus', {varargs: true}, (...all) => all.length);
    equal(db.prepare('SELECT plus(1, 2), plus(1, 2, 3), plus(1), plus(1, 2, 3, 4)').raw().get(),
        [3, 6, 1, 4]);
    db.function('this_is', function () { return String(this); });
    equal(value(db, 'SELECT this_is()') !== '', true);
});

test('many rows', () => {
    const db = memory('CREATE TABLE t(a)');
    const insert = db.prepare('INSERT INTO t VALUES (?)');
    db.transaction(() => { for (let i = 0; i < 5000; i++) insert.run(i); })();
    db.function('half', {deterministic: true}, (x) => x / 2);
    equal(value(db, 'SELECT sum(half(a)) FROM t'), 5000 * 4999 / 4);
});

test('integers as BigInts', () => {
    const db = memory();
    db.function('kind', {safeIntegers: true}, (x) => typeof x);
    equal(db.prepare('SELECT kind(1), kind(0.5), kind(5.0), kind(\'x\')').raw().get(),
        ['bigint', 'number', 'number', 'string']);
    db.aggregate('sum_of', {safeIntegers: true, start: 0n, step: (total, x) => total + x});
    equal(value(db, 'SELECT sum_of(value) FROM json_each(\'[1, 2]\')'), 3);
    db.function('next', {safeIntegers: true}, (x) => x + 1n);
    equal(db.prepare('SELECT next(9007199254740992)').pluck().safeIntegers().get(),
        9007199254740993n);
});

test('integers beyond 53 bits as numbers', () => {
    const db = memory();
    const seen = [];
    db.function('see', (x) => { seen.push(x); });
    db.aggregate('see_all', {step: (_, x) => { seen.push(x); }});
    db.table('see_rows', {columns: ['x'], * rows(x) { seen.push(x); }});
    for (const source of ['SELECT see(?)', 'SELECT see_all(?)', 'SELECT * FROM see_rows(?)']) {
        db.prepare(source).get(1006028374637854687n);
        db.prepare(source).get(-9223372036854775808n);
        db.prepare(source).get(9007199254740992n);
    }
    equal(seen, Array(3).fill([1006028374637854700, -9223372036854775808, 9007199254740992]).flat());
});

test('what goes wrong', () => {
    const db = memory();
    const error = new Error('mine');
    db.function('fails', () => { throw error; });
    equal(throws(() => value(db, 'SELECT fails()'), Error) === error, true);
    equal(throws(() => Array.from(db.prepare('SELECT fails()').iterate()), Error) === error, true);
    db.function('odd', () => ({}));
    throws(() => value(db, 'SELECT odd()'), TypeError,
        'User-defined function odd() returned an invalid value');
    db.function('large', () => 1n << 64n);
    throws(() => value(db, 'SELECT large()'), RangeError,
        'User-defined function large() returned a bigint that was too big');
    throws(() => value(db, 'SELECT fails(1)'), SqliteError,
        'wrong number of arguments to function fails()', 'SQLITE_ERROR');
    db.function('busy', () => value(db, 'SELECT 1'));
    throws(() => value(db, 'SELECT busy()'), TypeError,
        'This database connection is busy executing a query');
    equal(value(db, 'SELECT 1'), 1);
    throws(() => db.function(5, () => 1), TypeError, 'Expected first argument to be a string');
    throws(() => db.function('f', {}), TypeError, 'Expected last argument to be a function');
    throws(() => db.function('f', 5, () => 1), TypeError);
    throws(() => db.function('', () => 1), TypeError);
});

test('directOnly is for statements alone', () => {
    const db = memory();
    db.function('secret', {directOnly: true}, () => 1);
    equal(value(db, 'SELECT secret()'), 1);
    db.exec('CREATE VIEW v AS SELECT secret() AS x');
    throws(() => value(db, 'SELECT x FROM v'), SqliteError, undefined, 'SQLITE_ERROR');
});

test('aggregates', () => {
    const db = memory('CREATE TABLE t(k, a)',
        'INSERT INTO t VALUES (1, 1), (1, 2), (2, 5), (2, NULL)');
    db.aggregate('total_of', {start: 0, step: (total, x) => total + (x ?? 0)});
    equal(db.prepare('SELECT k, total_of(a) FROM t GROUP BY k').raw().all(), [[1, 3], [2, 5]]);
    equal(value(db, 'SELECT total_of(a) FROM t WHERE k = 9'), 0);
    db.aggregate('list', {
        start: () => [],
        step: (list, x, y) => { list.push(x, y); },
        result: (list) => list.join(),
    });
    equal(value(db, 'SELECT list(k, a) FROM t WHERE k = 1'), '1,1,1,2');
    db.aggregate('first', {step: (_, x) => x});
    equal(value(db, 'SELECT first(a) FROM t WHERE k = 9'), null);
    db.aggregate('counted', {start: 0, step: (n) => n + 1});
    equal(value(db, 'SELECT counted() FROM t'), 4);
    throws(() => value(db, 'SELECT total_of(a) OVER () FROM t'), SqliteError,
        'total_of() may not be used as a window function', 'SQLITE_ERROR');
    throws(() => db.aggregate('f', {}), TypeError, 'Missing required option "step"');
    const error = new Error('mine');
    db.aggregate('fails', {step: (_, x) => { throw error; }});
    equal(throws(() => value(db, 'SELECT fails(a) FROM t'), Error) === error, true);
    db.aggregate('odd', {step: () => ({})});
    throws(() => value(db, 'SELECT odd() FROM t'), TypeError,
        'User-defined function odd() returned an invalid value');
});

test('window functions', () => {
    const db = memory('CREATE TABLE t(a)', 'INSERT INTO t VALUES (1), (2), (3), (4)');
    let results = 0;
    db.aggregate('moving', {
        start: 0,
        step: (total, x) => total + x,
        inverse: (total, x) => total - x,
        result: (total) => { results++; return total * 10; },
    });
    equal(db.prepare('SELECT moving(a) OVER (ORDER BY a ROWS 1 PRECEDING) FROM t').pluck().all(),
        [10, 30, 50, 70]);
    equal(results, 4);
    equal(value(db, 'SELECT moving(a) FROM t'), 100);
});
