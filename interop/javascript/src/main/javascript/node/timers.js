'use strict';

// Timers, and the part of the event loop that runs them: one callback at a time, so that promises are
// settled between two of them.

const {host, loop} = system;
const {requireFunction, argumentType} = require('./errors');

/** A longer one becomes one of a millisecond. */
const DELAY_MAX = 2 ** 31 - 1;
const PROMISIFY = Symbol.for('nodejs.util.promisify.custom');

/** Those that wait, by their numbers. */
const waiting = new Map();
let immediates = [];
/** What this round still has to run. */
let batch = [];
let round = 'timers';
let numbers = 0;

function milliseconds() {
    return Math.floor(Number(host.nanoseconds()) / 1e6);
}

class Timeout {
    constructor(callback, delay, values, repeats) {
        requireFunction(callback, 'callback');
        delay = Number(delay);
        if (!(delay >= 1 && delay <= DELAY_MAX)) {
            if (delay > DELAY_MAX) {
                globalThis.process.emitWarning(`${delay} does not fit into a 32-bit signed integer.`
                    + '\nTimeout duration was set to 1.', 'TimeoutOverflowWarning');
            }
            delay = 1;
        }
        this._idleTimeout = Math.trunc(delay);
        this._onTimeout = callback;
        this._repeat = repeats ? this._idleTimeout : null;
        this._destroyed = false;
        Object.defineProperties(this, {
            number: {value: ++numbers},
            values: {value: values, writable: true},
            order: {value: 0, writable: true},
            due: {value: 0, writable: true},
            keeps: {value: true, writable: true},
        });
        this.begin(milliseconds());
    }

    begin(from) {
        this.due = from + this._idleTimeout;
        this.order = ++numbers;
        waiting.set(this.number, this);
    }

    ref() {
        this.keeps = true;
        return this;
    }

    unref() {
        this.keeps = false;
        return this;
    }

    hasRef() {
        return this.keeps;
    }

    refresh() {
        if (!this._destroyed) {
            this.begin(milliseconds());
        }
        return this;
    }

    close() {
        clearTimeout(this);
        return this;
    }

    [Symbol.toPrimitive]() {
        return this.number;
    }

    [Symbol.dispose ?? Symbol.for('Symbol.dispose')]() {
        clearTimeout(this);
    }

    run() {
        if (this._repeat === null) {
            waiting.delete(this.number);
        } else {
            this.begin(milliseconds());
        }
        const callback = this._onTimeout;
        callback.call(this, ...this.values);
        if (this._repeat === null && !waiting.has(this.number)) {
            this._destroyed = true;
        }
    }

    get isOff() {
        return this._destroyed;
    }
}

class Immediate {
    constructor(callback, values) {
        requireFunction(callback, 'callback');
        this._onImmediate = callback;
        Object.defineProperties(this, {
            values: {value: values},
            isOff: {value: false, writable: true},
            keeps: {value: true, writable: true},
        });
        immediates.push(this);
    }

    ref() {
        this.keeps = true;
        return this;
    }

    unref() {
        this.keeps = false;
        return this;
    }

    hasRef() {
        return this.keeps;
    }

    run() {
        this._onImmediate(...this.values);
    }
}

function setTimeout(callback, delay, ...values) {
    return new Timeout(callback, delay, values, false);
}

function setInterval(callback, delay, ...values) {
    return new Timeout(callback, delay, values, true);
}

function setImmediate(callback, ...values) {
    return new Immediate(callback, values);
}

function clearTimeout(timer) {
    const one = timer instanceof Timeout ? timer
        : typeof timer === 'number' || typeof timer === 'string' ? waiting.get(Number(timer)) : undefined;
    if (one !== undefined) {
        one._destroyed = true;
        one._onTimeout = null;
        waiting.delete(one.number);
    }
}

function clearImmediate(immediate) {
    if (immediate instanceof Immediate) {
        immediate.isOff = true;
        immediates = immediates.filter((one) => one !== immediate);
    }
}

function due(now) {
    const timers = [];
    for (const timer of waiting.values()) {
        if (timer.due <= now) {
            timers.push(timer);
        }
    }
    return timers.sort((one, other) => one.due - other.due || one.order - other.order);
}

function fill() {
    if (round === 'timers') {
        batch = due(milliseconds());
        round = 'immediates';
    } else {
        batch = immediates;
        immediates = [];
        round = 'timers';
    }
}

/** Runs one callback; gives how long there is nothing to do, in milliseconds, or -1 for ever. */
loop.step = (uncaught) => {
    for (let rounds = 0; batch.length === 0 && rounds < 2; rounds++) {
        fill();
    }
    while (batch.length > 0) {
        const one = batch.shift();
        if (!one.isOff) {
            try {
                one.run();
            } catch (error) {
                uncaught(error);
            }
            return 0;
        }
    }
    if (immediates.some((one) => one.keeps)) {
        return 0;
    }
    let first = Infinity;
    let keeps = false;
    for (const timer of waiting.values()) {
        first = Math.min(first, timer.due);
        keeps ||= timer.keeps;
    }
    if (!keeps) {
        return -1;
    }
    return Math.max(0, first - Number(host.nanoseconds()) / 1e6);
};

function queueMicrotask(callback) {
    requireFunction(callback, 'callback');
    Promise.resolve().then(() => {
        try {
            callback();
        } catch (error) {
            system.uncaught(error);
        }
    });
}

/** Makes a promise that a signal may reject. */
function abortable(options, begin, cancel) {
    const signal = options?.signal;
    if (options?.ref !== undefined && typeof options.ref !== 'boolean') {
        return Promise.reject(argumentType('options.ref', 'of type boolean', options.ref));
    }
    const aborted = () => {
        const {NodeError} = require('./errors');
        const error = NodeError('ABORT_ERR', 'The operation was aborted');
        error.name = 'AbortError';
        error.cause = signal.reason;
        return error;
    };
    if (signal?.aborted) {
        return Promise.reject(aborted());
    }
    return new Promise((resolve, reject) => {
        let timer;
        const stop = () => {
            cancel(timer);
            reject(aborted());
        };
        timer = begin((value) => {
            signal?.removeEventListener('abort', stop);
            resolve(value);
        });
        if (options?.ref === false) {
            timer.unref();
        }
        signal?.addEventListener('abort', stop);
    });
}

const promises = {
    setTimeout: (delay, value, options) => abortable(options,
        (done) => setTimeout(done, delay, value), clearTimeout),
    setImmediate: (value, options) => abortable(options,
        (done) => setImmediate(done, value), clearImmediate),
    async* setInterval(delay, value, options) {
        for (;;) {
            yield await promises.setTimeout(delay, value, options);
        }
    },
    scheduler: {
        wait: (delay, options) => promises.setTimeout(delay, undefined, options),
        yield: () => promises.setImmediate(),
    },
};

Object.defineProperty(setTimeout, PROMISIFY, {value: promises.setTimeout});
Object.defineProperty(setImmediate, PROMISIFY, {value: promises.setImmediate});

module.exports = {
    setTimeout, clearTimeout, setImmediate, clearImmediate, setInterval,
    clearInterval: clearTimeout, promises,
};
Object.defineProperty(module.exports, 'queueMicrotask', {value: queueMicrotask});
