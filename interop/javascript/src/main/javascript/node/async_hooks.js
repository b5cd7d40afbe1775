'use strict';

// A store for what a program does inside of a call. It is kept where callbacks are made by `run`, `bind`
// and `snapshot`, by timers and by promises of the program's own; not behind an `await`.

let stores = new Map();

/** A function that sees the stores of now when it is called. */
function bound(fn) {
    const kept = stores;
    return function inStores(...values) {
        const before = stores;
        stores = kept;
        try {
            return Reflect.apply(fn, this, values);
        } finally {
            stores = before;
        }
    };
}

class AsyncLocalStorage {
    static bind(fn) {
        return bound(fn);
    }

    static snapshot() {
        return bound((fn, ...values) => fn(...values));
    }

    getStore() {
        return stores.get(this);
    }

    run(store, fn, ...values) {
        const before = stores;
        stores = new Map(before).set(this, store);
        try {
            return fn(...values);
        } finally {
            stores = before;
        }
    }

    exit(fn, ...values) {
        return this.run(undefined, fn, ...values);
    }

    enterWith(store) {
        stores = new Map(stores).set(this, store);
    }

    disable() {
        stores = new Map(stores);
        stores.delete(this);
    }
}

class AsyncResource {
    #run = bound((fn, self, values) => Reflect.apply(fn, self, values));

    constructor(type) {
        this.type = type;
    }

    static bind(fn) {
        return bound(fn);
    }

    runInAsyncScope(fn, self, ...values) {
        return this.#run(fn, self, values);
    }

    bind(fn) {
        return (...values) => this.#run(fn, undefined, values);
    }

    emitDestroy() {
        return this;
    }

    asyncId() {
        return 1;
    }

    triggerAsyncId() {
        return 0;
    }
}

const hook = {enable: () => hook, disable: () => hook};

module.exports = {
    AsyncLocalStorage,
    AsyncResource,
    createHook: () => hook,
    executionAsyncId: () => 1,
    triggerAsyncId: () => 0,
    executionAsyncResource: () => ({}),
};
