'use strict';

const {argumentCount, booleanOption, functionOption, requireText, requireOptions} = require('./options');
const {resultOf} = require('./values');
const {call} = require('./errors');

const ARGUMENTS_MAX = 100;

function requireName(name) {
    if (!name) {
        throw new TypeError('User-defined function name cannot be an empty string');
    }
}

function requireFew(count) {
    if (count > ARGUMENTS_MAX) {
        throw new RangeError('User-defined functions cannot have more than 100 arguments');
    }
}

/** What the database is told of a function. */
function registered(options, connection) {
    const names = [];
    // Integers come as BigInts.
    const safe = 'safeIntegers' in options ? booleanOption(options, 'safeIntegers') : connection.safe;
    if (safe) {
        names.push('big_integers');
    }
    if (booleanOption(options, 'deterministic')) {
        names.push('deterministic');
    }
    if (booleanOption(options, 'directOnly')) {
        names.push('direct_only');
    }
    return names;
}

/** Calls a function of so many values; a loop over arguments would not be a part of the query. */
function adapted(fn, count, result) {
    switch (count) {
        case 0:
            return () => result(fn());
        case 1:
            return (a) => result(fn(a));
        case 2:
            return (a, b) => result(fn(a, b));
        case 3:
            return (a, b, c) => result(fn(a, b, c));
        default:
            return (...values) => result(fn(...values));
    }
}

function defineFunction(connection, name, options, fn) {
    if (options == null) {
        options = {};
    }
    if (typeof options === 'function') {
        fn = options;
        options = {};
    }
    requireText(name, 'first');
    if (typeof fn !== 'function') {
        throw new TypeError('Expected last argument to be a function');
    }
    requireOptions(options, 'second');
    requireName(name);
    const names = registered(options, connection);
    const count = booleanOption(options, 'varargs') ? -1 : argumentCount(fn);
    requireFew(count);
    connection.requireIdle();
    const result = resultOf(`User-defined function ${name}() returned`);
    call(connection.handle.createFunction, name, count, adapted(fn, count, result), ...names);
}

/** A class whose objects hold the value of one group. */
function accumulator({start, step, inverse, last, result}) {
    return class Accumulator {
        constructor() {
            this.total = typeof start === 'function' ? start() : start;
            this.windowed = false;
            /** A function of the program runs, or has thrown. */
            this.inside = false;
        }

        step(...given) {
            this.inside = true;
            const next = step(this.total, ...given);
            this.inside = false;
            if (next !== undefined) {
                this.total = next;
            }
        }

        inverse(...given) {
            this.inside = true;
            const next = inverse(this.total, ...given);
            this.inside = false;
            if (next !== undefined) {
                this.total = next;
            }
        }

        /** Over a frame. */
        value() {
            this.windowed = true;
            return this.result();
        }

        finalize() {
            return this.windowed || this.inside ? null : this.result();
        }

        result() {
            return result(last === null ? this.total : last(this.total));
        }
    };
}

function defineAggregate(connection, name, options) {
    requireText(name, 'first');
    requireOptions(options, 'second');
    requireName(name);
    const start = 'start' in options ? options.start : null;
    const step = functionOption(options, 'step');
    if (step === null) {
        throw new TypeError('Missing required option "step"');
    }
    const inverse = functionOption(options, 'inverse');
    const last = functionOption(options, 'result');
    const names = registered(options, connection);
    let count = -1;
    if (!booleanOption(options, 'varargs')) {
        // The first argument is the value so far.
        count = Math.max(argumentCount(step), inverse === null ? 0 : argumentCount(inverse));
        count = Math.max(count - 1, 0);
        requireFew(count);
    }
    connection.requireIdle();
    const result = resultOf(`User-defined function ${name}() returned`);
    const maker = accumulator({start, step, inverse, last, result});
    const {handle} = connection;
    call(inverse === null ? handle.createAggregate : handle.createWindowFunction,
        name, count, maker, ...names);
}

module.exports = {defineFunction, defineAggregate};
