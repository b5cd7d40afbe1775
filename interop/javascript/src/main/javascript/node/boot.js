// Makes what a program has of Node: global objects, modules, an event loop. Everything is loaded when
// it is first used, so that a program pays for what it uses. The value of this text is a function that
// takes what the host does, and the property of the global object with the internals of the language.
(function boot(host, property) {
    'use strict';

    const [defineModule, onImportMeta, promiseDetails, proxyDetails, buffer, evaluateModule, rest] =
        globalThis[property];
    delete globalThis[property];

    /** What the files of this folder share. */
    const system = {
        host,
        internals: {
            defineModule, onImportMeta, promiseDetails, proxyDetails, evaluateModule, rest,
            /** The bytes that the host gives. */
            bytes: (array) => new Uint8Array(buffer(array)),
        },
        load, builtin, packaged, uncaught,
        loop: {ticks: [], step: null},
        /** Makes worlds with global objects of their own. */
        realms: globalThis.Realm,
        /** The object `process` once it is used; or null. */
        process: null,
    };
    globalThis.MLE.registerESMLookup(
        host.foreign((parent, name) => load('esm').located(parent, name)));
    delete globalThis.MLE;
    delete globalThis.Realm;

    /** The modules that are here. */
    const OWN = new Set(['assert', 'assert/strict', 'async_hooks', 'buffer',
        'console', 'constants', 'crypto', 'diagnostics_channel', 'events', 'fs', 'fs/promises',
        'module', 'os', 'path', 'path/posix', 'perf_hooks', 'process', 'punycode', 'querystring',
        'readline', 'readline/promises', 'stream', 'stream/promises', 'string_decoder', 'timers',
        'timers/promises', 'tty', 'url', 'util', 'util/types', 'v8', 'vm', 'worker_threads']);
    /** And those that are only loaded, since packages ask for what they seldom use. */
    const BUILTINS = new Set([...OWN, 'child_process', 'cluster', 'dgram', 'dns', 'dns/promises', 'http', 'http2', 'https', 'inspector', 'net',
        'repl', 'tls', 'zlib']);
    const SCHEME = 'node:';
    const loaded = new Map();

    /** The exports of a file of this folder. */
    function load(name) {
        let module = loaded.get(name);
        if (module === undefined) {
            module = {exports: {}};
            loaded.set(name, module);
            try {
                run(module, `node/${name}.js`, `node:internal/${name}`,
                    (path) => (path.startsWith('./') ? load(path.slice(2)) : builtin(path)));
            } catch (error) {
                loaded.delete(name);
                throw error;
            }
        }
        return module.exports;
    }

    function run(module, source, name, require) {
        const body = host.compile(
            `(function (module, exports, require, system) {${host.source(source)}\n})`, name, false);
        body.call(module.exports, module, module.exports, require, system);
    }

    /** The exports of a package from elsewhere. */
    function packaged(name) {
        return load('packages')(name);
    }

    function isBuiltin(name) {
        return name.startsWith(SCHEME) ? BUILTINS.has(name.slice(SCHEME.length))
            : BUILTINS.has(name) || name === 'sqlvm'
                || (name === 'better-sqlite3' && host.asBetterSqlite3);
    }

    let sqlvm = null;

    /** The exports of a module that needs no file. */
    function builtin(name) {
        if (name === 'sqlvm' || name === 'better-sqlite3') {
            sqlvm ??= host.sqlvm();
            return sqlvm;
        }
        const plain = name.startsWith(SCHEME) ? name.slice(SCHEME.length) : name;
        return OWN.has(plain) ? load(plain) : load('absent')(plain);
    }

    Object.assign(system, {isBuiltin, builtins: BUILTINS, run});

    // Global objects.

    function lazy(object, name, get, enumerable = false) {
        const set = (value) => {
            Object.defineProperty(object, name,
                {value, enumerable, writable: true, configurable: true});
        };
        Object.defineProperty(object, name, {
            get() {
                const value = get();
                set(value);
                return value;
            },
            set,
            enumerable,
            configurable: true,
        });
    }

    function lazyFrom(file, names, enumerable) {
        for (const name of names) {
            lazy(globalThis, name, () => load(file)[name], enumerable);
        }
    }

    system.lazy = lazy;
    Object.defineProperty(globalThis, 'global',
        {value: globalThis, writable: true, configurable: true});
    lazy(globalThis, 'console', () => load('console'));
    lazy(globalThis, 'process', () => load('process'));
    lazyFrom('timers', ['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval',
        'clearImmediate', 'queueMicrotask'], true);
    lazyFrom('buffer', ['Buffer', 'atob', 'btoa', 'Blob']);
    lazyFrom('url', ['URL', 'URLSearchParams']);
    lazyFrom('event-target', ['AbortController', 'AbortSignal', 'Event', 'EventTarget', 'CustomEvent',
        'DOMException']);
    lazy(globalThis, 'structuredClone', () => load('structured-clone'), true);
    lazy(globalThis, 'performance', () => load('perf_hooks').performance, true);
    lazy(globalThis, 'crypto', () => load('crypto').webcrypto);

    // The event loop.

    const {loop} = system;
    let settled = false;

    /** Runs what nextTick was given; returns whether there was anything. */
    function runTicks() {
        if (loop.ticks.length === 0) {
            return false;
        }
        while (loop.ticks.length > 0) {
            const tick = loop.ticks.shift();
            try {
                tick();
            } catch (error) {
                uncaught(error);
            }
        }
        return true;
    }

    /** Does one thing. Returns the milliseconds until there is another; -1 for never. */
    function turn() {
        if (runTicks()) {
            return 0;
        }
        const wait = loop.step === null ? -1 : loop.step(uncaught);
        runTicks();
        if (wait >= 0) {
            settled = false;
            return wait;
        }
        if (!settled && system.process !== null) {
            // Whoever listens may begin something.
            settled = true;
            system.process.ending();
            return 0;
        }
        return -1;
    }

    /** What becomes of an error that no one has caught. */
    function uncaught(error, origin = 'uncaughtException', promise) {
        load('process');
        const {process} = system;
        if (!process.caught(error, origin, promise)) {
            host.write(2, `${load('errors').uncaughtText(error, origin)}\n`);
            process.fail();
        }
    }

    Graal.setUnhandledPromiseRejectionHandler((reason, promise) => {
        uncaught(reason, 'unhandledRejection', promise);
    });

    return {
        start(path, code) {
            if (code === null) {
                load('modules').runMain(path);
            } else {
                load('evaluated')(path, code);
            }
            runTicks();
        },
        turn,
        uncaught,
        end: () => (system.process === null ? 0 : system.process.end()),
    };
})
