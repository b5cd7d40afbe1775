'use strict';

const {booleanOption, functionOption, switched, requireText} = require('./options');
const {SqliteError, call} = require('./errors');
const {asBytes, bytesOf} = require('./values');
const {Mode} = require('./rows');
const {Run, NO_VALUES} = require('./run');
const {KEY, Statement} = require('./statement');
const {defineFunction, defineAggregate} = require('./functions');
const {backup, attachedName, checkedOptions} = require('./backup');
const Connection = require('./connection');
const defineTable = require('./table');
const {defineTokenizer, defineAuxiliary} = require('./search');
const transaction = require('./transaction');

/** Milliseconds. */
const TIMEOUT = 5000;
const TIMEOUT_MAX = 0x7fffffff;

/** The cache that better-sqlite3 has SQLite compiled with, in KiB. */
const CACHE_SIZE = 16000;

const INSPECT = Symbol.for('nodejs.util.inspect.custom');

/** What console shows of a database. */
const Inspection = function Database() {};

const NO_EXTENSIONS = 'not supported: extensions in C cannot be loaded; register functions with '
    + 'function() and aggregate(), which are compiled with the query';

/** A URI of the file, with which it must be there. */
function existing(filename) {
    return `file:${filename.split('/').map(encodeURIComponent).join('/')}?mode=rw`;
}

/**
 * Opens a database.
 *
 * @param path a file's, which may be unlike the name that is opened
 * @param missing what to say if there is no folder for it
 */
function open(name, readOnly, path, missing) {
    try {
        return call(bindings.open, name, readOnly, false, false, 'JAVASCRIPT');
    } catch (error) {
        if (error.code === 'SQLITE_CANTOPEN' && !path.startsWith('file:') && !host.hasFolder(path)) {
            throw new TypeError(`Cannot ${missing} because the directory does not exist`);
        }
        throw error;
    }
}

/** Before there is a timeout: what is locked, or no database, says so when it is used. */
function setCache(connection) {
    try {
        connection.execute(`PRAGMA cache_size = -${CACHE_SIZE}`);
    } catch {
        // It has a smaller cache.
    }
}

/** An open database. */
function Database(filename, options) {
    if (new.target === undefined) {
        return new Database(filename, options);
    }
    let image = null;
    if (ArrayBuffer.isView(filename)) {
        image = filename;
        filename = ':memory:';
    }
    filename ??= '';
    options ??= {};
    requireText(filename, 'first');
    if (typeof options !== 'object') {
        throw new TypeError('Expected second argument to be an options object');
    }
    if ('readOnly' in options) {
        throw new TypeError('Misspelled option "readOnly" should be "readonly"');
    }
    if ('memory' in options) {
        throw new TypeError(
            'Option "memory" was removed in v7.0.0 (use ":memory:" filename instead)');
    }
    const path = filename.trim();
    const memory = path === '' || path === ':memory:';
    const readonly = booleanOption(options, 'readonly');
    const mustExist = booleanOption(options, 'fileMustExist');
    const timeout = 'timeout' in options ? options.timeout : TIMEOUT;
    if (readonly && memory && image === null) {
        throw new TypeError('In-memory/temporary databases cannot be readonly');
    }
    if (!Number.isInteger(timeout) || timeout < 0) {
        throw new TypeError('Expected the "timeout" option to be a positive integer');
    }
    if (timeout > TIMEOUT_MAX) {
        throw new RangeError('Option "timeout" cannot be greater than 2147483647');
    }
    const verbose = functionOption(options, 'verbose');
    const given = mustExist && !memory && !readonly && !path.startsWith('file:');
    const handle = open(given ? existing(path) : path, readonly && !memory, path, 'open database');
    const connection = new Connection(handle);
    try {
        setCache(connection);
        connection.execute(`PRAGMA busy_timeout = ${timeout}; PRAGMA foreign_keys = ON`);
        if (image !== null) {
            call(handle.deserialize, 'main', bytesOf(image));
            if (readonly) {
                connection.execute('PRAGMA query_only = ON');
            }
        }
    } catch (error) {
        handle.close();
        throw error;
    }
    call(handle.setDefensive, true);
    connection.verbose = verbose;
    const getter = (get) => ({get, enumerable: true});
    Object.defineProperties(this, {
        [CONNECTION]: {value: connection},
        name: getter(() => filename),
        open: getter(() => connection.open),
        inTransaction: getter(() => connection.inTransaction),
        readonly: getter(() => readonly),
        memory: getter(() => memory),
    });
}

const CONNECTION = Symbol('connection');

const methods = {
    /** A statement, compiled. */
    prepare(sql) {
        requireText(sql, 'first');
        return new Statement(KEY, new Run(this[CONNECTION], sql), this);
    },

    /** Runs all statements of a text. */
    exec(sql) {
        requireText(sql, 'first');
        const connection = this[CONNECTION];
        connection.requireReady();
        connection.requireNoIterators();
        connection.execute(sql);
        return this;
    },

    /** A function that does the same inside of a transaction. */
    transaction(fn) {
        return transaction(this, this[CONNECTION], fn);
    },

    /** The rows that a PRAGMA gives; with the option simple the first value. */
    pragma(source, options) {
        options ??= {};
        requireText(source, 'first');
        if (typeof options !== 'object') {
            throw new TypeError('Expected second argument to be an options object');
        }
        const simple = booleanOption(options, 'simple');
        const run = new Run(this[CONNECTION], `PRAGMA ${source}`, {pragma: true});
        if (simple) {
            run.setMode(Mode.PLUCK);
            return run.get(NO_VALUES);
        }
        return run.all(NO_VALUES);
    },

    /** The rows of EXPLAIN; parameters need no values. */
    explain(source) {
        requireText(source, 'first');
        return new Run(this[CONNECTION], `EXPLAIN ${source}`, {explain: true}).all(NO_VALUES);
    },

    /** fn(values…) is the function of that name in SQL. */
    function(name, options, fn) {
        defineFunction(this[CONNECTION], name, options, fn);
        return this;
    },

    /** step(total, values…) gives the new total for each row of a group. */
    aggregate(name, options) {
        defineAggregate(this[CONNECTION], name, options);
        return this;
    },

    /** A table whose rows a generator function gives. */
    table(name, definition) {
        defineTable(this[CONNECTION], name, definition);
        return this;
    },

    /** factory(words) gives a function that splits texts of full-text tables. */
    createTokenizer(name, factory) {
        defineTokenizer(this[CONNECTION], name, factory);
        return this;
    },

    /** fn(match, values…) is a function of the rows that full-text queries find. */
    createAuxiliaryFunction(name, fn) {
        defineAuxiliary(this[CONNECTION], name, fn);
        return this;
    },

    loadExtension(path, entryPoint) {
        requireText(path, 'first');
        if (entryPoint !== undefined) {
            requireText(entryPoint, 'second');
        }
        this[CONNECTION].requireIdle();
        throw new SqliteError(NO_EXTENSIONS, 'SQLITE_ERROR');
    },

    /** Copies the database to a file. */
    backup(filename, options) {
        return backup(
            this[CONNECTION], (path) => open(path, false, path, 'save backup'), filename, options);
    },

    /** The bytes of a database file. */
    serialize(options) {
        const name = attachedName(checkedOptions(options, 'first'));
        const connection = this[CONNECTION];
        connection.requireIdle();
        const bytes = call(connection.handle.serialize, name, 'javascript');
        return asBytes(bytes);
    },

    /** Integers are BigInts, in statements that are prepared from now on. */
    defaultSafeIntegers(...values) {
        this[CONNECTION].safe = switched(values);
        return this;
    },

    /** Changes are allowed while iterators read. */
    unsafeMode(...values) {
        const connection = this[CONNECTION];
        connection.unsafe = switched(values);
        call(connection.handle.setDefensive, !connection.unsafe);
        return this;
    },

    [INSPECT]() {
        const {name, open, inTransaction, readonly, memory} = this;
        return Object.assign(new Inspection(), {name, open, inTransaction, readonly, memory});
    },

    close() {
        const connection = this[CONNECTION];
        if (connection.open) {
            connection.requireIdle();
            connection.close();
        }
        return this;
    },
};

for (const name of Reflect.ownKeys(methods)) {
    Object.defineProperty(Database.prototype, name, {
        value: methods[name], writable: true, enumerable: false, configurable: true});
}

module.exports = Database;
