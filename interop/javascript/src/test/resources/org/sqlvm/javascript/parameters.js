'use strict';

const db = memory();

function bound(sql, ...values) {
    return db.prepare(sql).raw().get(...values);
}

test('by position, as arguments and in arrays', () => {
    equal(bound('SELECT ?, ?, ?', 1, 'x', null), [1, 'x', null]);
    equal(bound('SELECT ?, ?, ?', [1, 'x', null]), [1, 'x', null]);
    equal(bound('SELECT ?, ?, ?', [1], ['x', undefined]), [1, 'x', null]);
    equal(bound('SELECT ?, ?', [], 1, [], [2]), [1, 2]);
});

test('by name, from a plain object', () => {
    equal(bound('SELECT @a, :b, $c, @a', {a: 1, b: 2n, c: 'x', d: 4}), [1, 2, 'x', 1]);
    equal(bound('SELECT @a, ?, ?', 5, {a: 1}, [6]), [1, 5, 6]);
    equal(bound('SELECT @a', Object.assign(Object.create(null), {a: 1})), [1]);
    equal(bound('SELECT ?2, ?1', {1: 'x', 2: 'y'}), ['y', 'x']);
});

test('what does not fit is refused', () => {
    throws(() => bound('SELECT ?, ?', 1), RangeError, 'Too few parameter values were provided');
    throws(() => bound('SELECT ?', 1, 2), RangeError, 'Too many parameter values were provided');
    throws(() => bound('SELECT ?', [1, 2]), RangeError, 'Too many parameter values were provided');
    throws(() => bound('SELECT 1', 1), RangeError, 'Too many parameter values were provided');
    throws(() => bound('SELECT @a'), TypeError, 'Missing named parameters');
    throws(() => bound('SELECT @a', {b: 1}), RangeError, 'Missing named parameter "a"');
    throws(() => bound('SELECT @a', Object.create({a: 1})), TypeError,
        'Named parameters can only be passed within plain objects');
    throws(() => bound('SELECT @a, @b', {a: 1, b: 1}, {b: 2}), TypeError,
        'You cannot specify named parameters in two different objects');
    for (const value of [true, Symbol('x'), () => 1, new Date(), /x/, new Map()]) {
        throws(() => bound('SELECT ?', value), TypeError,
            'SQLite3 can only bind numbers, strings, bigints, buffers, and null');
    }
    throws(() => bound('SELECT ?', 1n << 63n), RangeError,
        'The bound string, buffer, or bigint is too big');
});

test('what an object throws is thrown', () => {
    const error = new Error('mine');
    const object = {get a() { throw error; }};
    equal(throws(() => bound('SELECT @a', object), Error) === error, true);
});

test('bind is for ever', () => {
    const statement = db.prepare('SELECT @a, ?').raw().bind({a: 'it\'s'}, 2n);
    equal(statement.get(), ['it\'s', 2]);
    equal(Array.from(statement.iterate()), [['it\'s', 2]]);
    equal(String(statement), 'SELECT \'it\'\'s\', 2');
    equal(String(db.prepare('SELECT ?')), 'SELECT ?');
    throws(() => statement.get(1), TypeError, 'This statement already has bound parameters');
    throws(() => statement.bind(1), TypeError,
        'The bind() method can only be invoked once per statement object');
});
