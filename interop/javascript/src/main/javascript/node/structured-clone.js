'use strict';

// A deep copy of values, as the algorithm of the web makes it.

const {kinds, isError, boxed} = require('./kinds');

const ERRORS = {Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError};

function refused(value) {
    const {inspect} = require('./inspect');
    const shown = typeof value === 'function' ? Function.prototype.toString.call(value)
        : typeof value === 'symbol' ? String(value)
            : inspect(value, {depth: -1}).replace(/^\[(.*)\]$/, '#<$1>');
    return require('./event-target').domException(`${shown} could not be cloned.`, 'DataCloneError');
}

class Cloning {
    constructor(transfer) {
        this.transfer = new Set(transfer);
        this.done = new Map();
    }

    clone(value) {
        if (typeof value === 'symbol' || typeof value === 'function') {
            throw refused(value);
        }
        if (typeof value !== 'object' || value === null) {
            return value;
        }
        if (this.done.has(value)) {
            return this.done.get(value);
        }
        return this.object(value);
    }

    keep(value, copy) {
        this.done.set(value, copy);
        return copy;
    }

    object(value) {
        const wrapped = boxed(value);
        if (wrapped !== null) {
            if (typeof wrapped.primitive === 'symbol') {
                throw refused(value);
            }
            return this.keep(value, Object(wrapped.primitive));
        }
        if (kinds.isDate(value)) {
            return this.keep(value, new Date(value.getTime()));
        }
        if (kinds.isRegExp(value)) {
            return this.keep(value, new RegExp(value.source, value.flags));
        }
        if (kinds.isArrayBuffer(value)) {
            return this.keep(value, this.transfer.has(value) && value.transfer
                ? value.transfer() : value.slice(0));
        }
        if (kinds.isSharedArrayBuffer(value)) {
            return this.keep(value, value);
        }
        if (ArrayBuffer.isView(value)) {
            const buffer = this.clone(value.buffer);
            const Kind = kinds.isTypedArray(value)
                ? globalThis[Object.prototype.toString.call(value).slice(8, -1)] : DataView;
            const size = kinds.isTypedArray(value) ? value.length : value.byteLength;
            return this.keep(value, new Kind(buffer, value.byteOffset, size));
        }
        if (kinds.isMap(value)) {
            const copy = this.keep(value, new Map());
            for (const [key, one] of [...value]) {
                copy.set(this.clone(key), this.clone(one));
            }
            return copy;
        }
        if (kinds.isSet(value)) {
            const copy = this.keep(value, new Set());
            for (const one of [...value]) {
                copy.add(this.clone(one));
            }
            return copy;
        }
        if (isError(value)) {
            return this.error(value);
        }
        if (kinds.isPromise(value) || kinds.isWeakMap(value) || kinds.isWeakSet(value)
                || kinds.isProxy(value)) {
            throw refused(value);
        }
        return this.properties(value);
    }

    error(value) {
        const Kind = ERRORS[value.name] ?? Error;
        const real = this.keep(value, new Kind(value.message));
        Object.defineProperty(real, 'stack',
            {value: value.stack, writable: true, configurable: true});
        if (!Object.hasOwn(value, 'message')) {
            delete real.message;
        }
        if (Object.hasOwn(value, 'cause')) {
            Object.defineProperty(real, 'cause',
                {value: this.clone(value.cause), writable: true, configurable: true});
        }
        return real;
    }

    properties(value) {
        const copy = this.keep(value, Array.isArray(value) ? new Array(value.length) : {});
        for (const key of Object.keys(value)) {
            Object.defineProperty(copy, key, {value: this.clone(value[key]), writable: true,
                enumerable: true, configurable: true});
        }
        return copy;
    }
}

module.exports = function structuredClone(value, options) {
    if (arguments.length === 0) {
        throw require('./errors').NodeError(
            'ERR_MISSING_ARGS', 'The "value" argument must be specified', TypeError);
    }
    return new Cloning(options?.transfer ?? []).clone(value);
};
