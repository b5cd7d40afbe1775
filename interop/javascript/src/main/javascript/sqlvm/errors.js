'use strict';

/** An error of the database. Its code is the name of SQLite's extended result code. */
class SqliteError extends Error {
    constructor(message, code) {
        if (typeof code !== 'string') {
            throw new TypeError('Expected second argument to be a string');
        }
        super(String(message));
        this.code = code;
    }
}

Object.defineProperty(SqliteError.prototype, 'name', {
    value: 'SqliteError',
    writable: true,
    enumerable: false,
    configurable: true,
});

/** What the program sees of something that a call of the database has thrown. */
function translated(error) {
    // The database's own errors have SQLite's code as a number; those of callbacks are the program's.
    if (error !== null && typeof error === 'object' && typeof error.code === 'number'
            && String(error.name).startsWith('SQLITE_')) {
        return new SqliteError(error.message, String(error.name));
    }
    return error;
}

/** Calls the database. */
function call(method, ...values) {
    try {
        return method(...values);
    } catch (error) {
        throw translated(error);
    }
}

module.exports = {SqliteError, translated, call};
