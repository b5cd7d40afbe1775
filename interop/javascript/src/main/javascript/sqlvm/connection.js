'use strict';

const {call} = require('./errors');

/** An open database, and who uses it at the moment. */
class Connection {
    constructor(handle) {
        this.handle = handle;
        this.prepareFirst = handle.prepareFirst;
        /** Is told of each statement that begins; or null. */
        this.verbose = null;
        this.open = true;
        /** A statement runs: what it calls must not use the connection. */
        this.busy = false;
        /** Iterators that have not come to their end. */
        this.iterators = 0;
        /** Integers are BigInts, where nothing else is said. */
        this.safe = false;
        /** The statements of transactions; null before the first. */
        this.control = null;
        /** Changes are allowed while iterators read. */
        this.unsafe = false;
    }

    requireOpen() {
        if (!this.open) {
            throw new TypeError('The database connection is not open');
        }
    }

    requireNotBusy() {
        if (this.busy) {
            throw new TypeError('This database connection is busy executing a query');
        }
    }

    requireReady() {
        this.requireOpen();
        this.requireNotBusy();
    }

    /** Where iterators may not see what changes. */
    requireNoIterators() {
        if (this.iterators > 0 && !this.unsafe) {
            throw new TypeError('This database connection is busy executing a query');
        }
    }

    /** Where no iterator may go on, in any mode. */
    requireIdle() {
        this.requireReady();
        if (this.iterators > 0) {
            throw new TypeError('This database connection is busy executing a query');
        }
    }

    get inTransaction() {
        return this.open && Boolean(this.handle.inTransaction);
    }

    /** Runs all statements of a text. */
    execute(sql) {
        this.busy = true;
        try {
            if (this.verbose !== null) {
                this.executeAloud(sql);
                return;
            }
            call(drain, call(this.handle.execute, sql));
        } finally {
            this.busy = false;
        }
    }

    executeAloud(sql) {
        let at = 0;
        while (at < sql.length) {
            const source = call(this.prepareFirst, sql, at);
            if (source == null) {
                return;
            }
            at = source.end;
            this.verbose.call(undefined, String(source.sql).trim());
            call(drain, call(source));
        }
    }

    close() {
        this.open = false;
        call(this.handle.close);
    }
}

/** Reads the rows that nobody asks for: a query is to run to its end. */
function drain(result) {
    if (result == null || typeof result === 'number') {
        return;
    }
    const rows = result[Symbol.iterator]();
    while (!rows.next().done);
}

module.exports = Connection;
