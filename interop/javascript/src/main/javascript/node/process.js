'use strict';

// The object `process`.

const {host, loop} = system;
const {NodeError, requireFunction, argumentType, systemError} = require('./errors');

const VERSION = 'v20.20.2';
const EMITTER = ['on', 'once', 'off', 'emit', 'addListener', 'removeListener', 'removeAllListeners',
    'listeners', 'listenerCount', 'prependListener', 'prependOnceListener', 'eventNames',
    'setMaxListeners', 'getMaxListeners', 'rawListeners'];

const begun = host.nanoseconds();
let exitCode;
let exiting = false;
let hasListeners = false;

/** The environment: what is stored becomes text. */
function environment() {
    const values = Object.create(Object.prototype);
    const list = Array.from(host.environment());
    for (let i = 0; i < list.length; i += 2) {
        values[list[i]] = list[i + 1];
    }
    return new Proxy(values, {
        set(target, name, value) {
            if (typeof name === 'symbol' || typeof value === 'symbol') {
                throw new TypeError('Cannot convert a Symbol value to a string');
            }
            target[name] = String(value);
            if (name === 'TZ') {
                host.setTimeZone(target[name]);
            }
            return true;
        },
    });
}

function write(number, text) {
    try {
        host.write(number, text);
    } catch (error) {
        if (/^E[A-Z]+$/.test(error.getMessage?.() ?? error.message)) {
            throw systemError(error.getMessage?.() ?? error.message, 'write');
        }
        throw error;
    }
}

/** Standard output or standard error: a stream whose other methods are loaded when they are used. */
function output(number) {
    const {isatty} = require('./tty');
    const stream = {
        fd: number,
        writable: true,
        isTTY: isatty(number),
        writableLength: 0,
        write(chunk, encoding, done) {
            if (typeof encoding === 'function') {
                done = encoding;
                encoding = undefined;
            }
            if (typeof chunk !== 'string') {
                if (!ArrayBuffer.isView(chunk)) {
                    throw argumentType('chunk',
                        'of type string or an instance of Buffer or Uint8Array', chunk);
                }
                const {buffer, byteOffset, byteLength} = chunk;
                chunk = buffer.slice(byteOffset, byteOffset + byteLength);
            } else if (encoding !== undefined && !/^utf-?8$/i.test(encoding)) {
                chunk = new Uint8Array(Buffer.from(chunk, encoding)).buffer;
            }
            write(number, chunk);
            if (done) {
                process.nextTick(done);
            }
            return true;
        },
        end(chunk, encoding, done) {
            if (chunk !== undefined && typeof chunk !== 'function') {
                stream.write(chunk, encoding);
            }
            [chunk, encoding, done].filter((one) => typeof one === 'function')
                .forEach((one) => process.nextTick(one));
            return stream;
        },
        cork() {},
        uncork() {},
        destroy: () => stream,
        getColorDepth: () => 1,
        hasColors: () => false,
        getWindowSize: () => [80, 24],
        [Symbol.toStringTag]: 'WriteStream',
    };
    if (stream.isTTY) {
        Object.assign(stream, {columns: 80, rows: 24});
    }
    return emitting(stream);
}

/** Gives an object the methods of an EventEmitter, which is loaded when one of them is used. */
function emitting(object, then = () => {}) {
    for (const name of EMITTER) {
        Object.defineProperty(object, name, {
            value(...values) {
                const EventEmitter = system.builtin('events');
                for (const own of EMITTER) {
                    delete object[own];
                }
                Object.setPrototypeOf(object, Object.create(EventEmitter.prototype, {
                    constructor: {value: object.constructor, configurable: true, writable: true}}));
                EventEmitter.call(object);
                then();
                return object[name](...values);
            },
            writable: true,
            configurable: true,
        });
    }
    return object;
}

const process = emitting(Object.create({constructor: function process() {}}), () => {
    hasListeners = true;
});

Object.assign(process, {
    title: 'sqlvm js',
    version: VERSION,
    versions: {node: VERSION.slice(1), sqlvm: host.version, graaljs: host.languageVersion},
    arch: host.arch,
    platform: host.platform,
    release: {name: 'node', lts: 'Iron'},
    argv: Array.from(host.argv),
    execArgv: [],
    execPath: host.executable,
    argv0: 'sqlvm',
    pid: host.pid,
    config: {variables: {}, target_defaults: {}},
    features: {},
    cwd: () => host.folder,
    chdir(folder) {
        throw NodeError('ERR_FEATURE_UNAVAILABLE_ON_PLATFORM',
            `process.chdir('${folder}') is not available: Java keeps the folder that it was started in`);
    },
    umask: () => 0o22,
    getuid: () => Number(host.ids().split(' ')[0]),
    geteuid: () => Number(host.ids().split(' ')[0]),
    getgid: () => Number(host.ids().split(' ')[1]),
    getegid: () => Number(host.ids().split(' ')[1]),
    uptime: () => Number(host.nanoseconds() - begun) / 1e9,
    hrtime: Object.assign(function hrtime(before) {
        const now = BigInt(host.nanoseconds());
        let seconds = Number(now / 1000000000n);
        let nanoseconds = Number(now % 1000000000n);
        if (before !== undefined) {
            seconds -= before[0];
            nanoseconds -= before[1];
            if (nanoseconds < 0) {
                seconds--;
                nanoseconds += 1e9;
            }
        }
        return [seconds, nanoseconds];
    }, {bigint: () => BigInt(host.nanoseconds())}),
    memoryUsage: Object.assign(() => {
        const [total, used] = host.memory();
        return {rss: total, heapTotal: total, heapUsed: used, external: 0, arrayBuffers: 0};
    }, {rss: () => host.memory()[0]}),
    cpuUsage(before) {
        const user = Math.round(Number(host.processorTime()) / 1000);
        return {user: user - (before?.user ?? 0), system: 0};
    },
    resourceUsage: () => ({userCPUTime: Math.round(Number(host.processorTime()) / 1000),
        systemCPUTime: 0, maxRSS: host.memory()[0] / 1024}),
    nextTick(fn, ...values) {
        requireFunction(fn, 'callback');
        loop.ticks.push(values.length === 0 ? fn : () => fn(...values));
    },
    exit(code) {
        if (code !== undefined) {
            process.exitCode = code;
        }
        if (!exiting) {
            exiting = true;
            emitExit();
        }
        host.exit(code !== undefined && exitCode === undefined ? Number(code) : exitCode ?? 0);
    },
    reallyExit: (code) => host.exit(code ?? 0),
    abort: () => host.exit(134),
    kill(pid, signal = 'SIGTERM') {
        if (pid === host.pid && signal !== 0) {
            host.exit(143);
        }
        throw NodeError('ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', 'process.kill() is not available');
    },
    emitWarning(warning, type, code) {
        const options = typeof type === 'object' && type !== null ? type : {type, code};
        const name = warning instanceof Error ? warning.name : options.type ?? 'Warning';
        const text = warning instanceof Error ? warning.message : String(warning);
        if (hasListeners && process.listenerCount('warning') > 0) {
            const error = warning instanceof Error ? warning : Object.assign(new Error(text), {name});
            process.nextTick(() => process.emit('warning', error));
        }
        const number = options.code === undefined ? '' : `[${options.code}] `;
        host.write(2, `(sqlvm:${host.pid}) ${number}${name}: ${text}\n`);
    },
    binding(name) {
        throw NodeError('ERR_INVALID_MODULE', `No such module: ${name}`);
    },
    getBuiltinModule: (name) => (system.isBuiltin(name) ? system.builtin(name) : undefined),
    allowedNodeEnvironmentFlags: new Set(),
});

Object.defineProperty(process, 'exitCode', {
    get: () => exitCode,
    set(code) {
        if (code != null && !Number.isInteger(typeof code === 'string' && code !== '' ? Number(code) : code)) {
            throw argumentType('code', 'of type number', code);
        }
        exitCode = code == null ? undefined : Number(code);
    },
    enumerable: true,
    configurable: true,
});
Object.defineProperty(process, Symbol.toStringTag, {value: 'process', configurable: true});

const streams = new Map();

for (const [name, number] of [['stdout', 1], ['stderr', 2]]) {
    Object.defineProperty(process, name, {
        get() {
            if (!streams.has(name)) {
                streams.set(name, output(number));
            }
            return streams.get(name);
        },
        set: (stream) => {
            streams.set(name, stream);
        },
        enumerable: true,
        configurable: true,
    });
}
system.lazy(process, 'env', environment, true);
system.lazy(process, 'ppid', () => host.parent(), true);
system.lazy(process, 'stdin', () => require('./stdin'), true);

function emitExit() {
    if (hasListeners) {
        try {
            process.emit('exit', exitCode ?? 0);
        } catch (error) {
            system.uncaught(error);
        }
    }
}

/** What the rest of these files asks of the process. */
system.process = {
    /** The stream that a program has touched, or else null: it may have replaced its method. */
    stream: (name) => streams.get(name) ?? null,
    ending() {
        if (hasListeners) {
            process.emit('beforeExit', exitCode ?? 0);
        }
    },
    end() {
        if (!exiting) {
            exiting = true;
            emitExit();
        }
        return exitCode ?? 0;
    },
    /** Whether the program listens for errors that nothing catches, and has been told of one. */
    caught(error, origin, promise) {
        if (!hasListeners) {
            return false;
        }
        if (origin === 'unhandledRejection' && process.listenerCount('unhandledRejection') > 0) {
            return process.emit('unhandledRejection', error, promise);
        }
        if (process.listenerCount('uncaughtExceptionMonitor') > 0) {
            process.emit('uncaughtExceptionMonitor', error, origin);
        }
        return !exiting && process.emit('uncaughtException', error, origin);
    },
    /** Ends the program, which has failed. */
    fail() {
        exitCode = exitCode || 1;
        process.exit();
    },
};

module.exports = process;
