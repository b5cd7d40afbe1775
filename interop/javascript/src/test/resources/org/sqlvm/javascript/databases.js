'use strict';

test('a file is made, and opened again', () => {
    const file = fresh();
    const db = new Database(file);
    equal([db.name, db.open, db.memory, db.readonly, db.inTransaction],
        [file, true, false, false, false]);
    equal(db.exec('CREATE TABLE t(a); INSERT INTO t VALUES (1)') === db, true);
    equal(db.close() === db && db.close() === db, true);
    equal(db.open, false);
    throws(() => db.prepare('SELECT 1'), TypeError, 'The database connection is not open');
    throws(() => db.exec('SELECT 1'), TypeError, 'The database connection is not open');
    equal(value(Database(file), 'SELECT a FROM t'), 1);
});

test('databases in memory', () => {
    for (const name of [undefined, '', ' ', ':memory:']) {
        const db = new Database(name);
        equal(db.memory, true);
        equal(value(db, 'SELECT 1'), 1);
    }
});

test('readonly refuses changes', () => {
    const file = fresh();
    throws(() => new Database(file, {readonly: true}), SqliteError,
        'unable to open database file', 'SQLITE_CANTOPEN');
    new Database(file).exec('CREATE TABLE t(a)').close();
    const db = new Database(file, {readonly: true});
    equal(db.readonly, true);
    equal(db.prepare('SELECT * FROM t').all(), []);
    throws(() => db.exec('INSERT INTO t VALUES (1)'), SqliteError,
        'attempt to write a readonly database', 'SQLITE_READONLY');
    throws(() => new Database(':memory:', {readonly: true}), TypeError);
});

test('fileMustExist makes no file', () => {
    const file = `${folder}/a ?#%25.db`;
    throws(() => new Database(file, {fileMustExist: true}), SqliteError,
        'unable to open database file', 'SQLITE_CANTOPEN');
    new Database(file).exec('CREATE TABLE t(a)').close();
    const db = new Database(file, {fileMustExist: true});
    db.exec('INSERT INTO t VALUES (1)');
    equal(value(db, 'SELECT count(*) FROM t'), 1);
});

test('arguments are checked', () => {
    throws(() => new Database(`${folder}/none/x.db`), TypeError,
        'Cannot open database because the directory does not exist');
    throws(() => new Database(7), TypeError, 'Expected first argument to be a string');
    throws(() => new Database('', 7), TypeError,
        'Expected second argument to be an options object');
    throws(() => new Database('', {readOnly: true}), TypeError,
        'Misspelled option "readOnly" should be "readonly"');
    throws(() => new Database('', {readonly: 1}), TypeError,
        'Expected the "readonly" option to be a boolean');
    throws(() => new Database('', {timeout: -1}), TypeError);
    throws(() => new Database('', {timeout: 2 ** 31}), RangeError);
    throws(() => new Database('', {verbose: 'yes'}), TypeError);
});

test('timeout is how long to wait', () => {
    const file = fresh();
    const first = new Database(file, {timeout: 0}).exec('CREATE TABLE t(a); BEGIN IMMEDIATE');
    const second = new Database(file, {timeout: 0});
    equal(second.pragma('busy_timeout', {simple: true}), 0);
    throws(() => second.exec('INSERT INTO t VALUES (1)'), SqliteError, 'database is locked',
        'SQLITE_BUSY');
    first.exec('COMMIT');
    second.exec('INSERT INTO t VALUES (1)');
});

test('PRAGMAs', () => {
    const db = memory('CREATE TABLE t(a INTEGER, b)');
    equal(db.pragma('user_version'), [{user_version: 0}]);
    equal(db.pragma('user_version = 5'), []);
    equal(db.pragma('user_version', {simple: true}), 5);
    equal(db.pragma('user_version = 6', {simple: true}), undefined);
    equal(db.pragma('foreign_keys', {simple: true}), 1);
    equal(db.pragma('table_info(t)').map((row) => `${row.name} ${row.type}`), ['a INTEGER', 'b ']);
    throws(() => db.pragma(5), TypeError);
    throws(() => db.pragma('user_version', true), TypeError);
});

test('EXPLAIN needs no values', () => {
    const db = memory('CREATE TABLE t(a)');
    equal(db.explain('QUERY PLAN SELECT * FROM t WHERE a = ?').map((row) => row.detail), ['SCAN t']);
    equal(db.explain('SELECT ?').length > 1, true);
    throws(() => db.explain('SELEC 1'), SqliteError);
});

test('a database is a Uint8Array, and made of one', () => {
    const db = memory('CREATE TABLE t(a)', 'INSERT INTO t VALUES (7)');
    const image = db.serialize();
    equal(image instanceof Uint8Array && image.length % 512, 0);
    const copy = new Database(image);
    equal([copy.memory, value(copy, 'SELECT a FROM t')], [true, 7]);
    copy.exec('INSERT INTO t VALUES (8)');
    equal(value(db, 'SELECT count(*) FROM t'), 1);
    const fixed = new Database(image, {readonly: true});
    throws(() => fixed.exec('DELETE FROM t'), SqliteError);
    throws(() => db.serialize({attached: 'none'}), SqliteError);
});

test('a backup is a copy', async () => {
    const db = memory('CREATE TABLE t(a)',
        'INSERT INTO t SELECT zeroblob(1000) FROM json_each(json(\'[1,2,3,4,5,6,7,8]\')) a,'
        + ' json_each(json(\'[1,2,3,4,5,6,7,8]\')) b');
    const file = fresh();
    const seen = [];
    const end = await db.backup(file, {
        progress({totalPages, remainingPages}) {
            seen.push(totalPages - remainingPages);
            return 5;
        },
    });
    equal(end.remainingPages, 0);
    equal(seen.slice(0, 3), [0, 5, 10]);
    equal(value(new Database(file), 'SELECT count(*) FROM t'), 64);
});

test('a backup that fails leaves no file', async () => {
    const db = memory('CREATE TABLE t(a)');
    const file = fresh();
    const stop = new Error('stop');
    let thrown = null;
    try {
        await db.backup(file, {progress() { throw stop; }});
    } catch (error) {
        thrown = error;
    }
    equal(thrown === stop, true);
    throws(() => new Database(file, {fileMustExist: true}), SqliteError);
});

test('verbose is told what runs', () => {
    const said = [];
    const db = new Database(':memory:', {verbose: (sql) => said.push(sql)});
    db.exec('CREATE TABLE t(a); INSERT INTO t VALUES (1)');
    db.prepare('INSERT INTO t VALUES (?)').run('it\'s');
    db.prepare('SELECT * FROM t WHERE a = @a').all({a: 5n});
    equal(said, ['CREATE TABLE t(a);', 'INSERT INTO t VALUES (1)', 'INSERT INTO t VALUES (\'it\'\'s\')',
        'SELECT * FROM t WHERE a = 5']);
});

test('extensions in C are refused', () => {
    const error = throws(() => memory().loadExtension('x.so'), SqliteError);
    equal(error.message.includes('cannot be loaded'), true);
});

test('settings are those of better-sqlite3', () => {
    const db = memory();
    equal(db.pragma('cache_size', {simple: true}), -16000);
    equal(db.pragma('foreign_keys', {simple: true}), 1);
    db.exec('CREATE TABLE t(x)');
    db.pragma('writable_schema = ON');
    throws(() => db.exec("UPDATE sqlite_master SET name = 'u'"), SqliteError);
    db.unsafeMode();
    db.pragma('writable_schema = ON');
    db.exec("UPDATE sqlite_master SET name = 'u'");
});

test('verbose is told of long texts in short', () => {
    const said = [];
    const db = new Database(':memory:', {verbose: (sql) => said.push(sql)});
    db.prepare('SELECT ?, ?').get('x'.repeat(32), 'it\'s ' + 'y'.repeat(40));
    equal(said, [`SELECT '${'x'.repeat(32)}', 'it''s ${'y'.repeat(27)}'/*+13 bytes*/`]);
});
