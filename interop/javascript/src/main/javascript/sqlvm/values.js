'use strict';

/** The bytes of a Buffer or of another view, as the database takes them: a copy. */
function bytesOf({buffer, byteOffset, byteLength}) {
    return buffer.slice(byteOffset, byteOffset + byteLength);
}

function fits(integer) {
    return BigInt.asIntN(64, integer) === integer;
}

/** A parameter as the database takes it. */
function bindable(value) {
    switch (typeof value) {
        case 'number':
        case 'string':
            return value;
        case 'undefined':
            return null;
        case 'bigint':
            if (!fits(value)) {
                throw new RangeError('The bound string, buffer, or bigint is too big');
            }
            return value;
        default:
            if (value === null) {
                return null;
            }
            if (ArrayBuffer.isView(value)) {
                return bytesOf(value);
            }
            throw new TypeError(
                'SQLite3 can only bind numbers, strings, bigints, buffers, and null');
    }
}

/**
 * Makes a function for what callbacks give: it gives the value as the database takes it.
 *
 * @param what the beginning of the message for what is no value of SQL
 */
function resultOf(what) {
    return (value) => {
        switch (typeof value) {
            case 'number':
            case 'string':
                return value;
            case 'undefined':
                return null;
            case 'bigint':
                if (!fits(value)) {
                    throw new RangeError(`${what} a bigint that was too big`);
                }
                return value;
            default:
                if (value === null) {
                    return null;
                }
                if (ArrayBuffer.isView(value)) {
                    return bytesOf(value);
                }
                throw new TypeError(`${what} an invalid value`);
        }
    };
}

module.exports = {bindable, resultOf, bytesOf};
