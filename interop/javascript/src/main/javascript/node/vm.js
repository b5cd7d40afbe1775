'use strict';

// Code that is run by itself: in this program's world, or in another one, whose global object has the
// properties of an object of the program.

const {host, realms} = system;
const {NodeError, argumentType} = require('./errors');

/** The worlds of the objects that createContext was given. */
const worlds = new WeakMap();

function nameOf(options) {
    return typeof options === 'string' ? options : options?.filename ?? 'evalmachine.<anonymous>';
}

function createContext(object = {}) {
    if (!worlds.has(object)) {
        const number = realms.createAllowCrossRealmAccess();
        worlds.set(object, {number, global: realms.global(number)});
    }
    return object;
}

/** Copies what is new or has changed. */
function copy(from, to) {
    for (const key of Object.keys(from)) {
        if (!Object.hasOwn(to, key) || to[key] !== from[key]) {
            to[key] = from[key];
        }
    }
}

function runInContext(code, object) {
    const world = worlds.get(object);
    if (world === undefined) {
        throw argumentType('contextifiedObject', 'an vm.Context', object);
    }
    copy(object, world.global);
    try {
        return realms.eval(world.number, String(code));
    } finally {
        copy(world.global, object);
    }
}

class Script {
    #code;
    #name;

    constructor(code, options) {
        this.#code = String(code);
        this.#name = nameOf(options);
        Function(this.#code); // What does not parse is refused here.
    }

    runInThisContext() {
        return host.compile(this.#code, this.#name, false);
    }

    runInNewContext(object) {
        return runInContext(this.#code, createContext(object));
    }

    runInContext(object) {
        return runInContext(this.#code, object);
    }
}

module.exports = {
    Script,
    createContext,
    isContext: (object) => worlds.has(object),
    runInContext,
    runInNewContext: (code, object) => runInContext(code, createContext(object)),
    runInThisContext: (code, options) => new Script(code, options).runInThisContext(),
    compileFunction(code, names = [], options = {}) {
        return host.compile(`(function (${names.join(', ')}) {${code}\n})`, nameOf(options), false);
    },
    measureMemory() {
        throw NodeError('ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', 'vm.measureMemory is not available');
    },
};
