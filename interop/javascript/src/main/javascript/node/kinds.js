'use strict';

// The class that the language itself gives a value, whatever its prototype says.

const {internals} = system;

const typedPrototype = Object.getPrototypeOf(Uint8Array.prototype);
const typedName = Object.getOwnPropertyDescriptor(typedPrototype, Symbol.toStringTag).get;

/** What a method of a built-in class says of a value; undefined for values of other classes. */
function ask(method, value, ...rest) {
    try {
        return method.call(value, ...rest);
    } catch {
        return undefined;
    }
}

const mapSize = Object.getOwnPropertyDescriptor(Map.prototype, 'size').get;
const setSize = Object.getOwnPropertyDescriptor(Set.prototype, 'size').get;
const bufferSize = Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, 'byteLength').get;
const sharedSize = Object.getOwnPropertyDescriptor(SharedArrayBuffer.prototype, 'byteLength').get;
const viewSize = Object.getOwnPropertyDescriptor(DataView.prototype, 'byteLength').get;
const sourceOf = Object.getOwnPropertyDescriptor(RegExp.prototype, 'source').get;

const kinds = {
    isMap: (value) => ask(mapSize, value) !== undefined,
    isSet: (value) => ask(setSize, value) !== undefined,
    isArrayBuffer: (value) => ask(bufferSize, value) !== undefined,
    isSharedArrayBuffer: (value) => ask(sharedSize, value) !== undefined,
    isDataView: (value) => ArrayBuffer.isView(value) && ask(typedName, value) === undefined,
    isTypedArray: (value) => ask(typedName, value) !== undefined,
    isDate: (value) => ask(Date.prototype.getTime, value) !== undefined,
    isRegExp: (value) => value !== RegExp.prototype && ask(sourceOf, value) !== undefined,
    isPromise: (value) => internals.promiseDetails(value) !== undefined,
    isProxy: (value) => internals.proxyDetails(value) !== undefined,
    isNativeError: (value) => isError(value),
    isWeakMap: (value) => ask(WeakMap.prototype.has, value, {}) !== undefined,
    isWeakSet: (value) => ask(WeakSet.prototype.has, value, {}) !== undefined,
    isWeakRef: (value) => Object.prototype.toString.call(value) === '[object WeakRef]',
    isBoxedPrimitive: (value) => boxed(value) !== null,
};

function isError(value) {
    return typeof value === 'object' && value !== null
        && (value instanceof Error || Object.prototype.toString.call(value) === '[object Error]');
}

/** The primitive in an object that wraps one, with its type; or null. */
function boxed(value) {
    for (const Kind of [Number, String, Boolean, BigInt, Symbol]) {
        const primitive = typeof value === 'object' ? ask(Kind.prototype.valueOf, value) : undefined;
        if (primitive !== undefined && value !== Kind.prototype) {
            return {name: Kind.name, primitive};
        }
    }
    return null;
}

module.exports = {kinds, isError, boxed, ask, typedName};
