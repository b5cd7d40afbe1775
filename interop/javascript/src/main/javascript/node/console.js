'use strict';

// The object `console`.

const {format, formatWithOptions} = require('./format');
const {host} = system;

const OUT = 1;
const ERROR = 2;
const GROUP_INDENTATION = 2;

/** How long something has taken, as time() shows it. */
function duration(ms) {
    if (ms < 1000) {
        return `${Number(ms.toFixed(3))}ms`;
    }
    const seconds = ms / 1000;
    if (seconds < 60) {
        return `${seconds.toFixed(3)}s`;
    }
    const minutes = Math.floor(seconds / 60);
    const rest = (seconds % 60).toFixed(3).padStart(6, '0');
    return minutes < 60 ? `${minutes}:${rest} (m:ss.mmm)`
        : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${rest.slice(0, 2)} (h:mm:ss)`;
}

class Console {
    #write;
    #margin = '';
    #counts = new Map();
    #times = new Map();
    #options;

    /** @param given a stream, two of them, or an object with these and options */
    constructor(given, error, write = null) {
        const streams = given?.write ? {stdout: given, stderr: error ?? given} : given ?? {};
        this.#options = streams.inspectOptions;
        const indentation = streams.groupIndentation ?? GROUP_INDENTATION;
        this.#write = write ?? ((to, text) => {
            const stream = to === OUT ? streams.stdout : streams.stderr ?? streams.stdout;
            stream.write(text);
        });
        // Methods need no object in front of them.
        for (const name of Object.getOwnPropertyNames(Console.prototype)) {
            if (name !== 'constructor') {
                Object.defineProperty(this, name, {
                    value: Console.prototype[name].bind(this),
                    writable: true, enumerable: true, configurable: true});
            }
        }
        this.group = (...values) => {
            if (values.length > 0) {
                this.log(...values);
            }
            this.#margin += ' '.repeat(indentation);
        };
        this.groupCollapsed = this.group;
        this.groupEnd = () => {
            this.#margin = this.#margin.slice(0, Math.max(0, this.#margin.length - indentation));
        };
    }

    #print(to, text) {
        const margin = this.#margin;
        const lines = margin === '' ? text : margin + text.replaceAll('\n', `\n${margin}`);
        this.#write(to, `${lines}\n`);
    }

    #text(values) {
        return this.#options === undefined ? format(...values)
            : formatWithOptions(this.#options, ...values);
    }

    log(...values) {
        this.#print(OUT, this.#text(values));
    }

    info(...values) {
        this.#print(OUT, this.#text(values));
    }

    debug(...values) {
        this.#print(OUT, this.#text(values));
    }

    warn(...values) {
        this.#print(ERROR, this.#text(values));
    }

    error(...values) {
        this.#print(ERROR, this.#text(values));
    }

    dir(value, options) {
        this.#print(OUT, require('./inspect').inspect(value, {customInspect: false, ...options}));
    }

    dirxml(...values) {
        this.log(...values);
    }

    trace(...values) {
        const error = {name: 'Trace', message: this.#text(values)};
        Error.captureStackTrace(error, this.trace);
        const frames = String(error.stack).split('\n').filter((line) => /^\s+at /.test(line)
            && !line.includes('node:internal/console'));
        this.#print(ERROR, [`Trace${error.message === '' ? '' : `: ${error.message}`}`, ...frames]
            .join('\n'));
    }

    assert(condition, ...values) {
        if (!condition) {
            if (typeof values[0] === 'string') {
                values[0] = `Assertion failed: ${values[0]}`;
            } else {
                values.unshift('Assertion failed');
            }
            this.warn(...values);
        }
    }

    count(label = 'default') {
        label = String(label);
        const count = (this.#counts.get(label) ?? 0) + 1;
        this.#counts.set(label, count);
        this.log(`${label}: ${count}`);
    }

    countReset(label = 'default') {
        if (!this.#counts.delete(String(label))) {
            warn(`Count for '${label}' does not exist`);
        }
    }

    time(label = 'default') {
        label = String(label);
        if (this.#times.has(label)) {
            warn(`Label '${label}' already exists for console.time()`);
            return;
        }
        this.#times.set(label, host.nanoseconds());
    }

    timeLog(label = 'default', ...values) {
        this.#timed('timeLog', String(label), values);
    }

    timeEnd(label = 'default') {
        this.#timed('timeEnd', String(label), []);
        this.#times.delete(String(label));
    }

    #timed(method, label, values) {
        const begin = this.#times.get(label);
        if (begin === undefined) {
            warn(`No such label '${label}' for console.${method}()`);
            return;
        }
        const ms = Number(host.nanoseconds() - begin) / 1e6;
        this.log('%s: %s', label, duration(ms), ...values);
    }

    table(data, properties) {
        if (data === null || typeof data !== 'object') {
            this.log(data);
            return;
        }
        const text = require('./table')(data, properties);
        if (text === null) {
            this.log(data);
        } else {
            this.log(text);
        }
    }

    clear() {}

    profile() {}

    profileEnd() {}

    timeStamp() {}
}

function warn(text) {
    globalThis.process.emitWarning(text);
}

const console = new Console(null, null, (to, text) => {
    const stream = system.process === null ? null : to === OUT
        ? system.process.stream('stdout') : system.process.stream('stderr');
    if (stream === null) {
        host.write(to, text);
    } else {
        stream.write(text);
    }
});
Object.defineProperty(console, 'Console', {value: Console, enumerable: true, writable: true});
Object.defineProperty(console, Symbol.toStringTag, {value: 'console', configurable: true});

module.exports = console;
