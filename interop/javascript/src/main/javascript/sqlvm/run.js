'use strict';

const Parameters = require('./parameters');
const {Mode, rowsClass} = require('./rows');
const {translated, call} = require('./errors');
const {asBytes} = require('./values');
const {logged} = require('./log');

/** Statements to which a program may pass no values leave their parameters NULL. */
const NO_VALUES = Object.freeze([]);

/** Whether nothing but blanks, comments and semicolons stands behind a place. */
function isRest(sql, from) {
    return /^(?:[\s;]|--[^\n]*(?:\n|$)|\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$))*$/.test(sql.slice(from));
}

function plain(value) {
    return typeof value === 'bigint' || typeof value === 'string' || typeof value === 'number'
        || value === null ? value : asBytes(value);
}

/** How a batch comes where the database cannot make arrays itself. */
function forms(safe) {
    const convert = safe
        ? (value) => (Number.isInteger(value) ? BigInt(value) : plain(value))
        : (value) => (typeof value === 'bigint' ? Number(value) : plain(value));
    const onlyReals = true;
    return [(...values) => values.map(convert), (...parts) => parts, onlyReals];
}

/** A statement of a connection: compiled once, run many times. What a Statement is made of. */
class Run {
    constructor(connection, sql, {pragma = false, explain = false} = {}) {
        connection.requireReady();
        if (pragma) {
            connection.requireNoIterators();
        }
        const source = call(connection.prepareFirst, sql, 0);
        if (source == null) {
            throw new RangeError('The supplied SQL string contains no statements');
        }
        if (!isRest(sql, source.end)) {
            throw new RangeError('The supplied SQL string contains more than one statement');
        }
        this.connection = connection;
        this.source = source;
        this.sql = sql;
        this.parameters = new Parameters(Array.from(source.parameters, String));
        this.mode = Mode.OBJECT;
        this.safe = connection.safe;
        this.names = Array.from(source.columns, String);
        this.reader = this.names.length > 0 || pragma;
        this.readOnly = Boolean(source.readOnly);
        /** The values that bind() was given; or null. */
        this.bound = explain ? new Array(this.parameters.count).fill(null) : null;
        /** An iterator reads its rows. */
        this.locked = false;
        this.rows = null;
        this.open();
    }

    open() {
        // Arrays of the database's making; where it has none, functions make them.
        const runs = this.source.runs(host.view, this.safe) ?? this.source.runs(...forms(this.safe));
        this.runs = runs;
        this.start = runs.start;
        this.direct = runs.direct;
        this.more = runs.more;
        this.stop = runs.close;
    }

    setSafe(safe) {
        if (this.safe !== safe) {
            this.safe = safe;
            this.open();
        }
    }

    setMode(mode) {
        this.mode = mode;
        this.rows = null;
    }

    requireUnlocked() {
        if (this.locked) {
            throw new TypeError('This statement is busy executing a query');
        }
    }

    requireReader() {
        if (!this.reader) {
            throw new TypeError('This statement does not return data. Use run() instead');
        }
    }

    /** The class for its rows. */
    rowsClass() {
        if (this.rows === null) {
            const tables = this.mode === Mode.EXPAND ? Array.from(this.source.tables, String) : null;
            this.rows = rowsClass(this.mode, this.names, tables);
        }
        return this.rows;
    }

    /** The values for a run, by position. */
    values(given) {
        if (this.bound === null) {
            return this.parameters.values(given);
        }
        if (given.length > 0) {
            throw new TypeError('This statement already has bound parameters');
        }
        return this.bound;
    }

    /**
     * Starts a run with what the caller gave. Gives the first batch of rows, null if there are none;
     * of a change without rows how many rows it has changed, and the rowid of the last one inserted.
     */
    begin(given) {
        const {connection} = this;
        if (connection.verbose === null && this.bound === null) {
            // Most values are values of SQL already; if not, nothing has happened.
            const got = this.direct(...given);
            if (got !== false) {
                return got;
            }
        }
        return this.beginWith(this.values(given));
    }

    beginWith(values) {
        const {connection} = this;
        if (connection.verbose !== null) {
            connection.verbose.call(undefined, logged(this.runs, values));
        }
        const got = this.direct(...values);
        return got === false ? this.start(...values) : got;
    }

    /** The schema may have changed since: then there are other columns. */
    checkColumns(batch) {
        const count = batch.length === 1 ? batch[0].length : batch.length - 1;
        if (count !== this.names.length) {
            this.names = Array.from(this.source.columns, String);
            this.rows = null;
        }
    }

    run(given) {
        const {connection} = this;
        connection.requireReady();
        this.requireUnlocked();
        connection.requireNoIterators();
        connection.busy = true;
        try {
            const got = this.begin(given);
            let changes = 0;
            if (this.names.length > 0) {
                changes = this.readOnly ? 0 : Number(this.runs.changes);
                this.stop();
            } else if (got !== null) {
                if (!this.safe) {
                    return {changes: got[0], lastInsertRowid: got[1]};
                }
                changes = got[0];
            }
            const rowid = connection.handle.lastInsertRowid;
            return {changes, lastInsertRowid: this.safe ? BigInt(rowid) : Number(rowid)};
        } catch (error) {
            throw translated(error);
        } finally {
            connection.busy = false;
        }
    }

    get(given) {
        const {connection} = this;
        this.requireReader();
        connection.requireReady();
        this.requireUnlocked();
        connection.busy = true;
        try {
            const batch = this.begin(given);
            if (batch === null) {
                return undefined;
            }
            this.checkColumns(batch);
            const rows = this.rowsClass();
            if (batch.length === 1) {
                return rows.only(batch[0]);
            }
            if (batch[batch.length - 1] === true) {
                this.stop();
            }
            return rows.one(batch);
        } catch (error) {
            throw translated(error);
        } finally {
            connection.busy = false;
        }
    }

    all(given) {
        const {connection} = this;
        this.requireReader();
        connection.requireReady();
        this.requireUnlocked();
        connection.busy = true;
        try {
            const all = [];
            let batch = this.begin(given);
            if (batch === null) {
                return all;
            }
            this.checkColumns(batch);
            const rows = this.rowsClass();
            if (batch.length === 1) {
                all.push(rows.only(batch[0]));
                return all;
            }
            rows.fill(all, batch);
            while (batch[batch.length - 1] === true) {
                batch = this.more();
                if (batch === null) {
                    break;
                }
                rows.fill(all, batch);
            }
            return all;
        } catch (error) {
            throw translated(error);
        } finally {
            connection.busy = false;
        }
    }

    iterate(given) {
        const {connection} = this;
        this.requireReader();
        connection.requireReady();
        this.requireUnlocked();
        const values = this.values(given);
        const Rows = this.rowsClass();
        this.locked = true;
        connection.iterators++;
        return new Rows(this, values);
    }

    /** The first batch of an iterator. */
    beginRows(values) {
        const {connection} = this;
        connection.busy = true;
        try {
            const batch = this.beginWith(values);
            if (batch !== null) {
                this.checkColumns(batch);
            }
            return batch;
        } catch (error) {
            throw translated(error);
        } finally {
            connection.busy = false;
        }
    }

    /** The next batch of an iterator; or null. */
    nextBatch() {
        const {connection} = this;
        connection.busy = true;
        try {
            return this.more();
        } catch (error) {
            throw translated(error);
        } finally {
            connection.busy = false;
        }
    }

    /** An iterator reads no more rows. */
    endRows(runs) {
        this.locked = false;
        this.connection.iterators--;
        if (runs) {
            this.stop();
        }
    }

    bind(given) {
        if (this.bound !== null) {
            throw new TypeError('The bind() method can only be invoked once per statement object');
        }
        this.connection.requireReady();
        this.requireUnlocked();
        this.bound = Object.freeze(this.parameters.values(given));
    }

    expanded() {
        return this.bound === null || !this.connection.open
            ? this.sql
            : String(this.runs.expanded(...this.bound));
    }

    columns() {
        const {source} = this;
        const orNull = (name) => (String(name) === '' ? null : String(name));
        return Array.from(source.columns, (name, i) => ({
            name: String(name),
            column: orNull(source.origins[i]),
            table: orNull(source.tables[i]),
            database: orNull(source.databases[i]),
            type: orNull(source.types[i]),
        }));
    }
}

module.exports = {Run, NO_VALUES};
