'use strict';

/** The bytes of a Buffer or of another view, as the database takes them: a copy. */
function bytesOf({buffer, byteOffset, byteLength}) {
    return buffer.slice(byteOffset, byteOffset + byteLength);
}

/** Bytes as the program has them: a Buffer, if it has that class, or else a Uint8Array. */
function asBytes(array) {
    const {Buffer} = globalThis;
    const bytes = array instanceof Uint8Array ? array : new Uint8Array(array);
    return typeof Buffer === 'function' && Buffer.prototype instanceof Uint8Array
        ? Object.setPrototypeOf(bytes, Buffer.prototype) : bytes;
}

function fits(integer) {
    return BigInt.asIntN(64, integer) === integer;
}

/**
 * Makes a function that gives a value as the database takes it.
 *
 * @param tooBig the message for an integer of more than 64 bits
 * @param invalid the message for what is no value of SQL
 */
function converter(tooBig, invalid) {
    return (value) => {
        switch (typeof value) {
            case 'number':
            case 'string':
                return value;
            case 'undefined':
                return null;
            case 'bigint':
                if (!fits(value)) {
                    throw new RangeError(tooBig);
                }
                return value;
            default:
                if (value === null) {
                    return null;
                }
                if (ArrayBuffer.isView(value)) {
                    return bytesOf(value);
                }
                throw new TypeError(invalid);
        }
    };
}

/** For parameters. */
const bindable = converter(
    'The bound string, buffer, or bigint is too big',
    'SQLite3 can only bind numbers, strings, bigints, buffers, and null');

/**
 * For what callbacks give.
 *
 * @param what the beginning of the messages
 */
function resultOf(what) {
    return converter(`${what} a bigint that was too big`, `${what} an invalid value`);
}

module.exports = {asBytes, bindable, resultOf, bytesOf};
