'use strict';

// Events of the web, and the signals that are made of them.

const {argumentType, NodeError} = require('./errors');

const CUSTOM = Symbol.for('nodejs.util.inspect.custom');

const CODES = {
    IndexSizeError: 1, HierarchyRequestError: 3, InvalidCharacterError: 5, NotFoundError: 8,
    NotSupportedError: 9, InvalidStateError: 11, SyntaxError: 12, InvalidAccessError: 15,
    TimeoutError: 23, AbortError: 20, DataCloneError: 25,
};

class DOMException extends Error {
    #name;

    constructor(message = '', options = 'Error') {
        super(message);
        this.#name = String(typeof options === 'object' ? options?.name ?? 'Error' : options);
        if (typeof options === 'object' && 'cause' in options) {
            this.cause = options.cause;
        }
        const text = `${this.#name}${message === '' ? '' : `: ${message}`}`;
        Object.defineProperty(this, 'stack', {
            value: String(this.stack).replace(/^[^\n]*(?=\n {4}at|$)/, () => `DOMException [${text.replace(/^([^:]*)/, '$1]')}`),
            writable: true, configurable: true});
    }

    get name() {
        return this.#name;
    }

    get code() {
        return CODES[this.#name] ?? 0;
    }
}

function domException(message, name) {
    return new DOMException(message, name);
}

class Event {
    #type;
    #cancelled = false;
    #options;
    #time = performance.now();

    constructor(type, options = {}) {
        if (arguments.length === 0) {
            throw NodeError('ERR_MISSING_ARGS', 'The "type" argument must be specified', TypeError);
        }
        this.#type = String(type);
        this.#options = options ?? {};
        this.stopped = false;
        Object.defineProperty(this, 'stopped', {enumerable: false});
        for (const name of ['target', 'currentTarget']) {
            Object.defineProperty(this, name, {value: null, writable: true, configurable: true});
        }
    }

    get type() {
        return this.#type;
    }

    get cancelable() {
        return Boolean(this.#options.cancelable);
    }

    get bubbles() {
        return Boolean(this.#options.bubbles);
    }

    get composed() {
        return Boolean(this.#options.composed);
    }

    get defaultPrevented() {
        return this.#cancelled;
    }

    get returnValue() {
        return !this.#cancelled;
    }

    get timeStamp() {
        return this.#time;
    }

    get eventPhase() {
        return this.currentTarget === null ? 0 : 2;
    }

    get isTrusted() {
        return false;
    }

    get srcElement() {
        return this.target;
    }

    preventDefault() {
        this.#cancelled ||= this.cancelable;
    }

    stopPropagation() {}

    stopImmediatePropagation() {
        this.stopped = true;
    }

    composedPath() {
        return this.currentTarget === null ? [] : [this.currentTarget];
    }

    [CUSTOM](depth, options, inspect) {
        if (depth < 0) {
            return this.constructor.name;
        }
        const {type, defaultPrevented, cancelable, timeStamp} = this;
        return `${this.constructor.name} ${inspect({type, defaultPrevented, cancelable, timeStamp},
            {...options, depth: options.depth === null ? null : options.depth - 1})}`;
    }
}

class CustomEvent extends Event {
    #detail;

    constructor(type, options) {
        super(type, options);
        this.#detail = options?.detail ?? null;
    }

    get detail() {
        return this.#detail;
    }
}

class EventTarget {
    #listeners = new Map();

    addEventListener(type, listener, options) {
        if (listener == null) {
            return;
        }
        if (typeof listener !== 'function' && typeof listener !== 'object') {
            throw argumentType('listener', 'an instance of EventListener', listener);
        }
        const {once = false, capture = false, signal} = typeof options === 'object' && options !== null
            ? options : {capture: Boolean(options)};
        if (signal?.aborted) {
            return;
        }
        const list = this.#listeners.get(String(type)) ?? [];
        this.#listeners.set(String(type), list);
        if (!list.some((one) => one.listener === listener && one.capture === Boolean(capture))) {
            list.push({listener, once, capture: Boolean(capture)});
            signal?.addEventListener('abort', () => this.removeEventListener(type, listener, options),
                {once: true});
        }
    }

    removeEventListener(type, listener, options) {
        const capture = Boolean(typeof options === 'object' ? options?.capture : options);
        const list = this.#listeners.get(String(type));
        const at = list?.findIndex((one) => one.listener === listener && one.capture === capture) ?? -1;
        if (at >= 0) {
            list.splice(at, 1);
        }
    }

    dispatchEvent(event) {
        if (!(event instanceof Event)) {
            throw argumentType('event', 'an instance of Event', event);
        }
        event.target = this;
        event.currentTarget = this;
        for (const one of [...this.#listeners.get(event.type) ?? []]) {
            if (event.stopped) {
                break;
            }
            if (one.once) {
                this.removeEventListener(event.type, one.listener, one.capture);
            }
            try {
                if (typeof one.listener === 'function') {
                    one.listener.call(this, event);
                } else {
                    one.listener.handleEvent(event);
                }
            } catch (error) {
                globalThis.process.nextTick(() => {
                    throw error;
                });
            }
        }
        event.currentTarget = null;
        return !event.defaultPrevented;
    }

    [CUSTOM](depth, options, inspect) {
        return depth < 0 ? this.constructor.name : `${this.constructor.name} ${inspect({}, options)}`;
    }
}

/** Defines the property `onTYPE`, a listener. */
function handler(Class, type) {
    const handlers = new WeakMap();
    Object.defineProperty(Class.prototype, `on${type}`, {
        get() {
            return handlers.get(this) ?? null;
        },
        set(listener) {
            if (handlers.has(this)) {
                this.removeEventListener(type, handlers.get(this));
            }
            if (typeof listener === 'function') {
                handlers.set(this, listener);
                this.addEventListener(type, listener);
            } else {
                handlers.delete(this);
            }
        },
        enumerable: true,
        configurable: true,
    });
}

const KEY = Symbol('signal');

class AbortSignal extends EventTarget {
    #aborted = false;
    #reason;

    constructor(key) {
        if (key !== KEY) {
            throw NodeError('ERR_ILLEGAL_CONSTRUCTOR', 'Illegal constructor', TypeError);
        }
        super();
    }

    get aborted() {
        return this.#aborted;
    }

    get reason() {
        return this.#reason;
    }

    throwIfAborted() {
        if (this.#aborted) {
            throw this.#reason;
        }
    }

    static abort(reason) {
        return aborted(new AbortSignal(KEY), reason);
    }

    static timeout(delay) {
        const signal = new AbortSignal(KEY);
        setTimeout(() => aborted(signal, domException('The operation was aborted due to timeout',
            'TimeoutError')), delay).unref();
        return signal;
    }

    static any(signals) {
        const any = new AbortSignal(KEY);
        for (const signal of signals) {
            if (signal.aborted) {
                return aborted(any, signal.reason);
            }
            signal.addEventListener('abort', () => aborted(any, signal.reason), {once: true});
        }
        return any;
    }

    static end(signal, reason) {
        if (!signal.#aborted) {
            signal.#aborted = true;
            signal.#reason = reason;
            signal.dispatchEvent(new Event('abort'));
        }
    }

    [CUSTOM](depth, options, inspect) {
        return `AbortSignal ${inspect({aborted: this.aborted}, options)}`;
    }
}

const {end} = AbortSignal;
delete AbortSignal.end;
handler(AbortSignal, 'abort');

function aborted(signal, reason = domException('This operation was aborted', 'AbortError')) {
    end(signal, reason);
    return signal;
}

class AbortController {
    #signal = new AbortSignal(KEY);

    get signal() {
        return this.#signal;
    }

    abort(reason) {
        aborted(this.#signal, reason);
    }

    [CUSTOM](depth, options, inspect) {
        return `AbortController ${inspect({signal: this.signal}, options)}`;
    }
}

for (const Class of [Event, CustomEvent, EventTarget, AbortSignal, AbortController]) {
    Object.defineProperty(Class.prototype, Symbol.toStringTag, {value: Class.name, configurable: true});
}

module.exports = {
    DOMException, domException, Event, CustomEvent, EventTarget, AbortSignal, AbortController,
};
