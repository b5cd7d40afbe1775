'use strict';

// Whether two values are equal in all their parts, as assert.deepStrictEqual and assert.deepEqual ask.

const {kinds, isError, boxed} = require('./kinds');

class Comparison {
    /** @param strict compares types and prototypes, too, and never converts */
    constructor(strict) {
        this.strict = strict;
        /** What is being compared: a pair that comes again is equal if nothing else differs. */
        this.pairs = new Map();
    }

    equal(one, other) {
        if (one === other) {
            return one !== 0 || !this.strict || Object.is(one, other);
        }
        if (this.strict) {
            if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
                return Number.isNaN(one) && Number.isNaN(other) && typeof one === 'number'
                    && typeof other === 'number';
            }
            if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) {
                return false;
            }
        } else {
            const isPlain = (value) => value === null || typeof value !== 'object';
            if (isPlain(one)) {
                // eslint-disable-next-line eqeqeq -- That is what it is for.
                return isPlain(other) && typeof one !== 'function' && typeof other !== 'function'
                    && (one == other || (Number.isNaN(one) && Number.isNaN(other)));
            }
            if (isPlain(other)) {
                return false;
            }
        }
        return this.sameKind(one, other) && this.parts(one, other);
    }

    sameKind(one, other) {
        if (Object.prototype.toString.call(one) !== Object.prototype.toString.call(other)) {
            return false;
        }
        if (Array.isArray(one) !== Array.isArray(other)
                || (Array.isArray(one) && one.length !== other.length)) {
            return false;
        }
        if (kinds.isDate(one)) {
            return kinds.isDate(other) && Object.is(Date.prototype.getTime.call(one), Date.prototype.getTime.call(other));
        }
        if (kinds.isRegExp(one)) {
            return kinds.isRegExp(other) && one.source === other.source && one.flags === other.flags
                && one.lastIndex === other.lastIndex;
        }
        if (isError(one)) {
            return isError(other) && one.message === other.message && one.name === other.name
                && this.optional(one, other, 'cause') && this.optional(one, other, 'errors');
        }
        if (ArrayBuffer.isView(one)) {
            return ArrayBuffer.isView(other) && this.sameBytes(one, other);
        }
        if (kinds.isArrayBuffer(one) || kinds.isSharedArrayBuffer(one)) {
            return this.sameBytes(new Uint8Array(one), new Uint8Array(other));
        }
        if (kinds.isMap(one) !== kinds.isMap(other) || kinds.isSet(one) !== kinds.isSet(other)) {
            return false;
        }
        if (kinds.isPromise(one) || kinds.isWeakMap(one) || kinds.isWeakSet(one)) {
            return false;
        }
        const [left, right] = [boxed(one), boxed(other)];
        return left === null ? right === null
            : right !== null && left.name === right.name && Object.is(left.primitive, right.primitive);
    }

    optional(one, other, key) {
        return Object.hasOwn(one, key) === Object.hasOwn(other, key)
            && (!Object.hasOwn(one, key) || this.equal(one[key], other[key]));
    }

    sameBytes(one, other) {
        if (one.byteLength !== other.byteLength) {
            return false;
        }
        if (!this.strict && (one instanceof Float32Array || one instanceof Float64Array)) {
            return one.length === other.length && one.every((value, i) => value === other[i]
                || (Number.isNaN(value) && Number.isNaN(other[i])));
        }
        const bytes = (view) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
        const [left, right] = [bytes(one), bytes(other)];
        return left.every((byte, i) => byte === right[i]);
    }

    /** Their properties and members. */
    parts(one, other) {
        const keys = this.keys(one);
        const others = this.keys(other);
        if (keys.length !== others.length
                || !keys.every((key) => Object.prototype.propertyIsEnumerable.call(other, key))) {
            return false;
        }
        if (this.pairs.get(one) === other) {
            return true;
        }
        const before = this.pairs.get(one);
        this.pairs.set(one, other);
        const equal = (!kinds.isSet(one) || this.sets(one, other))
            && (!kinds.isMap(one) || this.maps(one, other))
            && this.elements(one, other)
            && keys.every((key) => this.equal(one[key], other[key]));
        if (before === undefined) {
            this.pairs.delete(one);
        } else {
            this.pairs.set(one, before);
        }
        return equal;
    }

    elements(one, other) {
        if (!Array.isArray(one)) {
            return true;
        }
        for (let i = 0; i < one.length; i++) {
            if (Object.hasOwn(one, i) !== Object.hasOwn(other, i) && this.strict) {
                return false;
            }
            if (!this.equal(one[i], other[i])) {
                return false;
            }
        }
        return true;
    }

    keys(value) {
        const isList = Array.isArray(value) || ArrayBuffer.isView(value);
        const keys = Object.keys(value).filter((key) => !isList || !/^(0|[1-9]\d*)$/.test(key));
        if (this.strict) {
            keys.push(...Object.getOwnPropertySymbols(value)
                .filter((symbol) => Object.prototype.propertyIsEnumerable.call(value, symbol)));
        }
        return keys;
    }

    sets(one, other) {
        if (one.size !== other.size) {
            return false;
        }
        const rest = new Set(other);
        const open = [];
        for (const value of one) {
            if (!rest.delete(value)) {
                open.push(value);
            }
        }
        return open.every((value) => {
            for (const candidate of rest) {
                if (this.equal(value, candidate)) {
                    rest.delete(candidate);
                    return true;
                }
            }
            return false;
        });
    }

    maps(one, other) {
        if (one.size !== other.size) {
            return false;
        }
        const rest = new Map(other);
        const open = [];
        for (const [key, value] of one) {
            if (rest.has(key) && this.equal(value, rest.get(key))) {
                rest.delete(key);
            } else {
                open.push([key, value]);
            }
        }
        return open.every(([key, value]) => {
            for (const [candidate, its] of rest) {
                if (this.equal(key, candidate) && this.equal(value, its)) {
                    rest.delete(candidate);
                    return true;
                }
            }
            return false;
        });
    }
}

module.exports = {
    isDeepEqual: (one, other) => new Comparison(false).equal(one, other),
    isDeepStrictEqual: (one, other) => new Comparison(true).equal(one, other),
};
