'use strict';

// How the arguments of run, get, all, iterate and bind become the values of parameters: values and
// arrays of values for those without a name, in their order, and one plain object for the others.

const {bindable} = require('./values');

const hasOwn = Object.prototype.hasOwnProperty;

function missing(name) {
    throw new RangeError(`Missing named parameter "${name}"`);
}

/** A function that reads the properties of an object into an array. */
function reader(names) {
    const checks = names.map((name) => {
        const text = JSON.stringify(name);
        return `if (!hasOwn.call(object, ${text})) missing(${text});`;
    });
    const values = names.map((name) => `object[${JSON.stringify(name)}]`);
    return Function('hasOwn', 'missing',
        `return (object) => { ${checks.join(' ')} return [${values.join(', ')}]; };`)(
        hasOwn, missing);
}

/** The parent of a plain object is null, or the parent of all objects, of whatever realm. */
function isPlain(object) {
    const parent = Object.getPrototypeOf(object);
    return parent === null || Object.getPrototypeOf(parent) === null;
}

class Parameters {
    /** @param names of all parameters, with what they begin with; empty for one without a name */
    constructor(names) {
        this.count = names.length;
        const named = [];
        const anonymous = [];
        for (let i = 0; i < names.length; i++) {
            (names[i] === '' ? anonymous : named).push(i);
        }
        this.named = named;
        this.anonymous = anonymous;
        this.names = named.map((place) => names[place].slice(1));
        this.read = null;
    }

    /** The values by position; throws if there are not as many as parameters. */
    values(given) {
        if (this.named.length === this.count && given.length === 1 && this.isNamed(given[0])) {
            const values = this.readAll(given[0]);
            for (let i = 0; i < values.length; i++) {
                values[i] = bindable(values[i]);
            }
            return values;
        }
        return this.collected(given);
    }

    isNamed(value) {
        return typeof value === 'object' && value !== null && !Array.isArray(value)
            && !ArrayBuffer.isView(value) && isPlain(value);
    }

    readAll(object) {
        if (this.read === null) {
            this.read = reader(this.names);
        }
        return this.read(object);
    }

    collected(given) {
        const values = new Array(this.count).fill(null);
        const {anonymous, named} = this;
        let count = 0;
        let object = null;

        function add(value) {
            const checked = bindable(value);
            if (count >= anonymous.length) {
                throw new RangeError('Too many parameter values were provided');
            }
            values[anonymous[count++]] = checked;
        }

        for (const argument of given) {
            if (Array.isArray(argument)) {
                for (let i = 0; i < argument.length; i++) {
                    add(argument[i]);
                }
            } else if (this.isNamed(argument)) {
                if (object !== null) {
                    throw new TypeError(
                        'You cannot specify named parameters in two different objects');
                }
                object = argument;
                this.readAll(object).forEach((value, i) => {
                    values[named[i]] = bindable(value);
                });
            } else {
                if (named.length > 0 && typeof argument === 'object' && argument !== null
                        && !ArrayBuffer.isView(argument)) {
                    throw new TypeError('Named parameters can only be passed within plain objects');
                }
                add(argument);
            }
        }
        if (object === null && named.length > 0) {
            throw new TypeError('Missing named parameters');
        }
        if (count < anonymous.length) {
            throw new RangeError('Too few parameter values were provided');
        }
        return values;
    }
}

module.exports = Parameters;
