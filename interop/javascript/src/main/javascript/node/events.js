'use strict';

const EventEmitter = system.packaged('events');
const {argumentType, NodeError, requireFunction} = require('./errors');

const {emit} = EventEmitter.prototype;
const ERROR_MONITOR = Symbol('events.errorMonitor');

EventEmitter.prototype.emit = function emitted(type, ...values) {
    if (type === 'error') {
        if (this._events?.[ERROR_MONITOR] !== undefined) {
            emit.call(this, ERROR_MONITOR, ...values);
        }
        const [error] = values;
        if (this._events?.error === undefined && !(error instanceof Error)) {
            const {inspect} = require('./inspect');
            const shown = typeof error === 'string' ? `'${error}'` : inspect(error);
            const unhandled = NodeError('ERR_UNHANDLED_ERROR', `Unhandled error. (${shown})`);
            unhandled.context = error;
            throw unhandled;
        }
        if (this._events?.error === undefined) {
            throw error;
        }
    }
    return emit.call(this, type, ...values);
};

for (const name of ['on', 'addListener', 'once', 'prependListener', 'prependOnceListener', 'off',
    'removeListener']) {
    const method = EventEmitter.prototype[name];
    EventEmitter.prototype[name] = {
        [name](type, listener) {
            requireFunction(listener, 'listener');
            return method.call(this, type, listener);
        },
    }[name];
}
EventEmitter.prototype.addListener = EventEmitter.prototype.on;
EventEmitter.prototype.off = EventEmitter.prototype.removeListener;
for (const name of Object.keys(EventEmitter.prototype)) {
    if (typeof EventEmitter.prototype[name] === 'function') {
        Object.defineProperty(EventEmitter.prototype, name, {enumerable: true});
    }
}

EventEmitter.prototype.listenerCount = function listenerCount(type, listener) {
    const own = this._events?.[type];
    const list = own === undefined ? [] : typeof own === 'function' ? [own] : own;
    return listener === undefined ? list.length
        : list.filter((one) => one === listener || one.listener === listener).length;
};

function isTarget(emitter) {
    return typeof emitter?.addEventListener === 'function' && typeof emitter.on !== 'function';
}

/** A promise of the values of the next event. */
async function once(emitter, type, {signal} = {}) {
    signal?.throwIfAborted?.();
    return new Promise((resolve, reject) => {
        if (isTarget(emitter)) {
            emitter.addEventListener(type, (...values) => resolve(values), {once: true});
            return;
        }
        if (typeof emitter?.on !== 'function') {
            reject(argumentType('emitter', 'an instance of EventEmitter', emitter));
            return;
        }
        const done = (...values) => {
            emitter.removeListener('error', fail);
            resolve(values);
        };
        const fail = (error) => {
            emitter.removeListener(type, done);
            reject(error);
        };
        emitter.once(type, done);
        if (type !== 'error') {
            emitter.once('error', fail);
        }
        signal?.addEventListener('abort', () => {
            emitter.removeListener(type, done);
            emitter.removeListener('error', fail);
            reject(aborted(signal));
        }, {once: true});
    });
}

function aborted(signal) {
    const error = NodeError('ABORT_ERR', 'The operation was aborted');
    error.name = 'AbortError';
    error.cause = signal.reason;
    return error;
}

/** An asynchronous iterator over the values of events. */
function on(emitter, type, {signal, close = []} = {}) {
    const events = [];
    const waiting = [];
    let failure = null;
    let ended = false;
    const push = (...values) => {
        if (waiting.length > 0) {
            waiting.shift().resolve({value: values, done: false});
        } else {
            events.push(values);
        }
    };
    const fail = (error) => {
        if (waiting.length > 0) {
            waiting.shift().reject(error);
        } else {
            failure = error;
        }
        iterator.return();
    };
    const iterator = {
        async next() {
            if (events.length > 0) {
                return {value: events.shift(), done: false};
            }
            if (failure !== null) {
                const error = failure;
                failure = null;
                throw error;
            }
            return ended ? {value: undefined, done: true}
                : new Promise((resolve, reject) => waiting.push({resolve, reject}));
        },
        async return() {
            ended = true;
            emitter.removeListener(type, push);
            emitter.removeListener('error', fail);
            waiting.splice(0).forEach(({resolve}) => resolve({value: undefined, done: true}));
            return {value: undefined, done: true};
        },
        async throw(error) {
            fail(error);
        },
        [Symbol.asyncIterator]() {
            return this;
        },
    };
    emitter.on(type, push);
    if (type !== 'error') {
        emitter.on('error', fail);
    }
    close.forEach((name) => emitter.once(name, () => iterator.return()));
    signal?.addEventListener('abort', () => fail(aborted(signal)), {once: true});
    return iterator;
}

Object.assign(EventEmitter, {
    EventEmitter,
    once,
    on,
    errorMonitor: ERROR_MONITOR,
    captureRejectionSymbol: Symbol.for('nodejs.rejection'),
    captureRejections: false,
    usingDomains: false,
    getEventListeners: (emitter, type) => emitter.listeners(type),
    getMaxListeners: (emitter) => emitter.getMaxListeners(),
    setMaxListeners(count = EventEmitter.defaultMaxListeners, ...emitters) {
        if (emitters.length === 0) {
            EventEmitter.defaultMaxListeners = count;
        }
        emitters.forEach((emitter) => emitter.setMaxListeners?.(count));
    },
    listenerCount: (emitter, type) => emitter.listenerCount(type),
    addAbortListener(signal, listener) {
        signal.addEventListener('abort', listener, {once: true});
        return {[Symbol.dispose ?? Symbol.for('Symbol.dispose')]: () => signal.removeEventListener('abort', listener)};
    },
});
/** An emitter that belongs to a resource of async_hooks. */
EventEmitter.EventEmitterAsyncResource = class EventEmitterAsyncResource extends EventEmitter {};
EventEmitter.EventEmitter.prototype.constructor = EventEmitter;

module.exports = EventEmitter;
