'use strict';

const {Run, NO_VALUES} = require('./run');

/** A name that no program has for a savepoint of its own. */
const SAVEPOINT = '`\t_sqlvm.\t`';

const BEGIN = {
    default: 'BEGIN',
    deferred: 'BEGIN DEFERRED',
    immediate: 'BEGIN IMMEDIATE',
    exclusive: 'BEGIN EXCLUSIVE',
};

/** The statements of a connection's transactions, prepared when they are first needed. */
class Control {
    constructor(connection) {
        this.connection = connection;
        this.runs = new Map();
    }

    run(sql) {
        let run = this.runs.get(sql);
        if (run === undefined) {
            run = new Run(this.connection, sql);
            this.runs.set(sql, run);
        }
        run.run(NO_VALUES);
    }

    /** What begins, ends and undoes a transaction: of one inside another, a savepoint. */
    steps(begin) {
        return this.connection.inTransaction
            ? {
                before: `SAVEPOINT ${SAVEPOINT}`,
                after: `RELEASE ${SAVEPOINT}`,
                undo: [`ROLLBACK TO ${SAVEPOINT}`, `RELEASE ${SAVEPOINT}`],
            }
            : {before: begin, after: 'COMMIT', undo: ['ROLLBACK']};
    }
}

function wrapped(fn, control, begin) {
    return function sqliteTransaction(...values) {
        const {before, after, undo} = control.steps(begin);
        control.run(before);
        try {
            const result = fn.apply(this, values);
            if (result && typeof result.then === 'function') {
                throw new TypeError('Transaction function cannot return a promise');
            }
            control.run(after);
            return result;
        } catch (error) {
            // The database may have rolled back already.
            if (control.connection.inTransaction) {
                undo.forEach((sql) => control.run(sql));
            }
            throw error;
        }
    };
}

/** A function that does the same inside of a transaction; with variants that begin otherwise. */
function transaction(database, connection, fn) {
    if (typeof fn !== 'function') {
        throw new TypeError('Expected first argument to be a function');
    }
    connection.requireReady();
    connection.control ??= new Control(connection);
    const properties = {database: {value: database, enumerable: true}};
    for (const [name, begin] of Object.entries(BEGIN)) {
        properties[name] = {value: wrapped(fn, connection.control, begin)};
    }
    for (const name of Object.keys(BEGIN)) {
        Object.defineProperties(properties[name].value, properties);
    }
    return properties.default.value;
}

module.exports = transaction;
