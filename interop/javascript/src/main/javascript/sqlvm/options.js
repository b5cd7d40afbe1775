'use strict';

/** An option that is true or false; false if it is not given. */
function booleanOption(options, name) {
    if (!(name in options)) {
        return false;
    }
    const value = options[name];
    if (typeof value !== 'boolean') {
        throw new TypeError(`Expected the "${name}" option to be a boolean`);
    }
    return value;
}

/** An option that is a function; null if it is not given. */
function functionOption(options, name) {
    const value = name in options ? options[name] : null;
    if (value != null && typeof value !== 'function') {
        throw new TypeError(`Expected the "${name}" option to be a function`);
    }
    return value ?? null;
}

/** The argument of a method that switches something: on, if there is none. */
function switched(values) {
    if (values.length === 0) {
        return true;
    }
    if (typeof values[0] !== 'boolean') {
        throw new TypeError('Expected first argument to be a boolean');
    }
    return values[0];
}

/** How many arguments a function says that it takes. */
function argumentCount(fn) {
    const {length} = fn;
    if (!Number.isInteger(length) || length < 0) {
        throw new TypeError('Expected function.length to be a positive integer');
    }
    return length;
}

function requireText(value, place) {
    if (typeof value !== 'string') {
        throw new TypeError(`Expected ${place} argument to be a string`);
    }
}

function requireOptions(value, place) {
    if (typeof value !== 'object' || value === null) {
        throw new TypeError(`Expected ${place} argument to be an options object`);
    }
}

module.exports = {
    argumentCount,
    booleanOption,
    functionOption,
    switched,
    requireText,
    requireOptions,
};
