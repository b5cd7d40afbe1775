'use strict';

test('a generator is a table', () => {
    const db = memory();
    let begun = 0;
    equal(db.table('numbers', {
        columns: ['n', 'name'],
        * rows() {
            begun++;
            for (let i = 1; i <= 2000; i++) yield i % 2 ? {name: `n${i}`, n: i} : [i, null];
        },
    }) === db, true);
    equal(begun, 0);
    equal(db.prepare('SELECT * FROM numbers LIMIT 3').all(),
        [{n: 1, name: 'n1'}, {n: 2, name: null}, {n: 3, name: 'n3'}]);
    equal(value(db, 'SELECT sum(n) FROM numbers'), 2001000);
    equal(value(db, 'SELECT count(*) FROM numbers a JOIN numbers b ON a.n = b.n + 1'), 1999);
    equal(begun > 2, true);
});

test('what goes wrong', () => {
    const db = memory();
    const rows = function* () {};
    throws(() => db.table('t', 5), TypeError);
    throws(() => db.table('t', {columns: ['a']}), TypeError,
        'Virtual table module "t" used a table definition without a "rows" property');
    throws(() => db.table('t', {rows}), TypeError);
    throws(() => db.table('t', {rows, columns: ['a', 'a']}), TypeError);
    throws(() => db.table('t', {rows, columns: []}), RangeError);
    throws(() => db.table('t', {rows: () => [], columns: ['a']}), TypeError);
    db.table('odd', {columns: ['a', 'b'], * rows() { yield [1]; }});
    throws(() => db.prepare('SELECT * FROM odd').all(), TypeError,
        'Virtual table module "odd" yielded a row with an incorrect number of columns');
    db.table('more', {columns: ['a'], * rows() { yield {a: 1, b: 2}; }});
    throws(() => db.prepare('SELECT * FROM more').all(), TypeError,
        'Virtual table module "more" yielded a row with an undeclared column "b"');
    const error = new Error('mine');
    db.table('fails', {columns: ['a'], * rows() { throw error; }});
    equal(throws(() => db.prepare('SELECT * FROM fails').all(), Error) === error, true);
});

test('with parameters it is a function', () => {
    const db = memory('CREATE TABLE t(a)', 'INSERT INTO t VALUES (2), (3), (NULL)');
    db.table('sequence', {
        columns: ['value'],
        parameters: ['length', 'start'],
        * rows(length, start = 0) {
            if (length === undefined) throw new TypeError('missing length');
            for (let i = start; i < start + length; i++) yield {value: i};
        },
    });
    equal(db.prepare('SELECT * FROM sequence(3)').pluck().all(), [0, 1, 2]);
    equal(db.prepare('SELECT *, length, start FROM sequence(?, ?)').raw().all(2n, 5n),
        [[5, 2, 5], [6, 2, 5]]);
    equal(db.prepare('SELECT value FROM sequence WHERE start = 7 AND length = 1').pluck().get(), 7);
    equal(db.prepare('SELECT a, value FROM t, sequence(a) ORDER BY a, value').raw().all(),
        [[2, 0], [2, 1], [3, 0], [3, 1], [3, 2]]);
    throws(() => db.prepare('SELECT * FROM sequence').all(), TypeError, 'missing length');
    throws(() => db.prepare('SELECT * FROM sequence(1, 2, 3)'), SqliteError,
        'too many arguments on sequence() - max 2');
    db.table('matches', {
        columns: ['match', 'capture'],
        * rows(pattern, text) {
            for (const match of text.matchAll(new RegExp(pattern, 'g'))) yield [match[0], match[1]];
        },
    });
    equal(db.prepare('SELECT * FROM matches(\'\\$(\\d+)\', ?)').all('$500 and $27'),
        [{match: '$500', capture: '500'}, {match: '$27', capture: '27'}]);
    equal(db.prepare('SELECT "$2" FROM matches(?, ?)').pluck().get('x', 'x'), 'x');
});

test('factories are refused', () => {
    throws(() => memory().table('t', () => ({})), SqliteError);
});
