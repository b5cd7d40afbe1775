'use strict';

// Rows come from the database in batches: an array with an array for each column and, behind these,
// whether there may be more rows; or an array with the only row, an array of its values. For each
// list of columns there is a class whose methods are written for it, so that a loop over rows
// compiles to reading the columns' arrays.

/** What a row is for the program. */
const Mode = Object.freeze({OBJECT: 'object', PLUCK: 'pluck', EXPAND: 'expand', RAW: 'raw'});

/** An iterator over the rows of a statement that runs; see Run.begin for when it begins. */
class Rows {
    constructor(run, values) {
        this.run = run;
        this.connection = run.connection;
        this.values = values;
        this.at = 0;
        this.length = 0;
        // A batch may come.
        this.more = true;
        this.begun = false;
        this.ended = false;
    }

    [Symbol.iterator]() {
        return this;
    }

    /** The first row of the next batch. */
    advance() {
        this.connection.requireNotBusy();
        if (this.ended) {
            return {value: undefined, done: true};
        }
        this.length = 0;
        let batch = null;
        try {
            if (!this.begun) {
                this.begun = true;
                batch = this.run.beginRows(this.values);
            } else if (this.more) {
                batch = this.run.nextBatch();
            }
        } catch (error) {
            this.end(false);
            throw error;
        }
        if (batch === null) {
            this.end(false);
            return {value: undefined, done: true};
        }
        if (batch.length === 1) {
            this.more = false;
            return {value: this.constructor.only(batch[0]), done: false};
        }
        this.take(batch);
        return this.first();
    }

    /** Nobody reads on. */
    return() {
        this.connection.requireNotBusy();
        this.end(this.begun && this.more);
        return {value: undefined, done: true};
    }

    end(runs) {
        if (!this.ended) {
            this.ended = true;
            this.more = false;
            this.length = 0;
            this.run.endRows(runs);
        }
    }
}

const quoted = JSON.stringify;

/** A property of a literal; this name alone would set the parent of the object. */
function property(name, value) {
    return `${name === '__proto__' ? '["__proto__"]' : quoted(name)}: ${value}`;
}

function object(names, values) {
    // Of columns with one name the last counts.
    return `{${names.map((name, i) => property(name, values[i])).join(', ')}}`;
}

/** An object for each table, and one called $ for what comes from none. */
function expanded(names, tables, values) {
    const groups = new Map();
    names.forEach((name, i) => {
        const table = tables[i] === '' ? '$' : tables[i];
        if (!groups.has(table)) {
            groups.set(table, {names: [], values: []});
        }
        groups.get(table).names.push(name);
        groups.get(table).values.push(values[i]);
    });
    const all = [...groups].map(([table, group]) =>
        property(table, object(group.names, group.values)));
    return `{${all.join(', ')}}`;
}

/** The text of an expression for a row of these values, themselves texts of expressions. */
function row(mode, names, tables, values) {
    switch (mode) {
        case Mode.PLUCK:
            return values[0];
        case Mode.RAW:
            return `[${values.join(', ')}]`;
        case Mode.EXPAND:
            return expanded(names, tables, values);
        default:
            return object(names, values);
    }
}

function compiled(mode, names, tables) {
    const columns = names.map((_, i) => `c${i}`);
    const of = (value) => row(mode, names, tables, columns.map(value));
    return Function('Rows', `'use strict';
        return class extends Rows {
            take(batch) {
                ${columns.map((c, i) => `this.${c} = batch[${i}];`).join(' ')}
                this.more = batch[${columns.length}];
                this.length = this.c0.length;
            }

            first() {
                this.at = 1;
                return {value: (${of((c) => `this.${c}[0]`)}), done: false};
            }

            next() {
                const at = this.at;
                if (at < this.length && !this.connection.busy) {
                    this.at = at + 1;
                    return {value: (${of((c) => `this.${c}[at]`)}), done: false};
                }
                return this.advance();
            }

            static fill(rows, batch) {
                ${columns.map((c, i) => `const ${c} = batch[${i}];`).join(' ')}
                for (let at = 0, length = c0.length; at < length; at++) {
                    rows.push((${of((c) => `${c}[at]`)}));
                }
            }

            static one(batch) {
                return (${of((c, i) => `batch[${i}][0]`)});
            }

            static only(values) {
                return (${of((c, i) => `values[${i}]`)});
            }
        };`)(Rows);
}

const classes = new Map();
/** A program with more lists of columns makes them itself; old classes are as good as new ones. */
const CLASSES_MAX = 1000;

/** The class for rows of these columns. */
function rowsClass(mode, names, tables) {
    const key = quoted(mode === Mode.EXPAND ? [mode, names, tables] : [mode, names]);
    let made = classes.get(key);
    if (made === undefined) {
        if (classes.size >= CLASSES_MAX) {
            classes.clear();
        }
        made = compiled(mode, names, tables);
        classes.set(key, made);
    }
    return made;
}

module.exports = {Mode, rowsClass};
