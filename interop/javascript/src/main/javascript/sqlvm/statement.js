'use strict';

const {Mode} = require('./rows');
const {switched} = require('./options');

/** Who may make statements. */
const KEY = Symbol('statement');

function frozen(value) {
    return {value, writable: false, enumerable: true, configurable: false};
}

/** A prepared statement. */
class Statement {
    #run;

    constructor(key, run, database) {
        if (key !== KEY) {
            throw new TypeError('Statements can only be constructed by the db.prepare() method');
        }
        this.#run = run;
        Object.defineProperties(this, {
            reader: frozen(run.reader),
            readonly: frozen(run.readOnly),
            source: frozen(run.sql),
            database: frozen(database),
        });
    }

    /** Whether an iterator reads its rows. */
    get busy() {
        return this.#run.locked && this.#run.connection.open;
    }

    /** Runs it to its end. Gives how many rows it has changed, and the rowid of the last inserted. */
    run(...values) {
        return this.#run.run(values);
    }

    /** The first row; or undefined. */
    get(...values) {
        return this.#run.get(values);
    }

    /** All rows. */
    all(...values) {
        return this.#run.all(values);
    }

    /** An iterator over the rows. */
    iterate(...values) {
        return this.#run.iterate(values);
    }

    /** Its parameters have these values for ever. */
    bind(...values) {
        this.#run.bind(values);
        return this;
    }

    #switch(name, mode, values) {
        const run = this.#run;
        if (!run.reader) {
            throw new TypeError(`The ${name}() method is only for statements that return data`);
        }
        run.connection.requireNotBusy();
        run.requireUnlocked();
        if (switched(values)) {
            run.setMode(mode);
        } else if (run.mode === mode) {
            run.setMode(Mode.OBJECT);
        }
        return this;
    }

    /** Rows are the value of their first column. */
    pluck(...values) {
        return this.#switch('pluck', Mode.PLUCK, values);
    }

    /** Rows are objects with an object for each table. */
    expand(...values) {
        return this.#switch('expand', Mode.EXPAND, values);
    }

    /** Rows are arrays. */
    raw(...values) {
        return this.#switch('raw', Mode.RAW, values);
    }

    /** Integers are BigInts. */
    safeIntegers(...values) {
        const run = this.#run;
        run.connection.requireNotBusy();
        run.requireUnlocked();
        run.setSafe(switched(values));
        return this;
    }

    /** Where the columns come from. */
    columns() {
        const run = this.#run;
        if (!run.reader) {
            throw new TypeError('The columns() method is only for statements that return data');
        }
        run.connection.requireReady();
        return run.columns();
    }

    /** The text, with the values that bind() was given. */
    toString() {
        return this.#run.expanded();
    }
}

module.exports = {KEY, Statement};
