'use strict';

// The text that console prints for its arguments. Values without parts are shown here; inspect.js is
// loaded for others.

/** What a value is as an argument of its own; undefined for what needs inspect. */
function simple(value) {
    switch (typeof value) {
        case 'string':
            return value;
        case 'number':
            return Object.is(value, -0) ? '-0' : String(value);
        case 'bigint':
            return `${value}n`;
        case 'boolean':
        case 'undefined':
            return String(value);
        case 'symbol':
            return value.toString();
        default:
            return value === null ? 'null' : undefined;
    }
}

function shown(value, options) {
    if (options?.colors && typeof value !== 'string') {
        return require('./inspect').inspect(value, {...options, compact: 3, depth: options.depth ?? 2});
    }
    return simple(value) ?? require('./inspect').inspect(value, {compact: 3, depth: 2, ...options});
}

/** Whether an object has a method toString of a program's making. */
function hasOwnText(value) {
    if (require('./kinds').kinds.isProxy(value)) {
        return true;
    }
    if (typeof value.toString !== 'function') {
        return false;
    }
    if (Object.hasOwn(value, 'toString')) {
        return true;
    }
    let object = value;
    do {
        object = Object.getPrototypeOf(object);
    } while (object !== null && !Object.hasOwn(object, 'toString'));
    if (object === null) {
        return false;
    }
    const {constructor} = object;
    return !BUILT_IN.has(constructor);
}

const BUILT_IN = new Set([Object, Array, Function, RegExp, Date, Error, Promise, Map, Set, Number,
    String, Boolean, BigInt, Symbol, EvalError, RangeError, ReferenceError, SyntaxError, TypeError,
    URIError, AggregateError, ArrayBuffer, DataView, Object.getPrototypeOf(Uint8Array)]);

function asString(value, options) {
    if (typeof value !== 'object' || value === null) {
        return simple(value) ?? String(value);
    }
    return hasOwnText(value) ? String(value)
        : require('./inspect').inspect(value, {...options, depth: 0, colors: false, compact: 3});
}

function asNumber(value, convert) {
    if (typeof value === 'bigint') {
        return `${value}n`;
    }
    if (typeof value === 'symbol') {
        return 'NaN';
    }
    const number = convert(value);
    return simple(number);
}

function asJson(value) {
    try {
        return String(JSON.stringify(value));
    } catch (error) {
        if (error instanceof TypeError && /circular|cyclic/i.test(error.message)) {
            return '[Circular]';
        }
        throw error;
    }
}

/** The text for an argument of a directive. */
function directed(letter, value, options) {
    const {inspect} = letter === 'o' || letter === 'O' ? require('./inspect') : {};
    switch (letter) {
        case 's':
            return asString(value, options);
        case 'd':
            return asNumber(value, Number);
        case 'i':
            return typeof value === 'object' && value !== null ? 'NaN'
                : asNumber(value, (one) => parseInt(one, 10));
        case 'f':
            return typeof value === 'symbol' ? 'NaN' : simple(parseFloat(value));
        case 'j':
            return asJson(value);
        case 'O':
            return inspect(value, options ?? {});
        case 'o':
            return inspect(value,
                {...options, showHidden: true, showProxy: true, depth: 4});
        default:
            return '';
    }
}

/** The text for arguments, the first of which may have directives like %s. */
function formatWithOptions(options, ...values) {
    const [first] = values;
    let text = '';
    let next = 0;
    if (typeof first === 'string' && values.length > 1 && first.includes('%')) {
        next = 1;
        text = first.replace(/%([sdifjoOc%])/g, (whole, letter) => {
            if (letter === '%') {
                return '%';
            }
            return next < values.length ? directed(letter, values[next++], options) : whole;
        });
        if (next < values.length) {
            text += ' ';
        }
    }
    for (let i = next; i < values.length; i++) {
        text += `${i > next ? ' ' : ''}${shown(values[i], options)}`;
    }
    return text;
}

module.exports = {
    formatWithOptions,
    format: (...values) => (values.length === 1 && typeof values[0] === 'string'
        ? values[0] : formatWithOptions(undefined, ...values)),
};
