'use strict';

// Modules of ECMAScript. The language loads and links them; here is said where the file for a name is,
// and what others import of modules that are no modules of ECMAScript.

const {host, internals} = system;
const {Resolver, IMPORT_CONDITIONS, folderOf} = require('./resolve');
const {NodeError} = require('./errors');

const resolver = new Resolver(IMPORT_CONDITIONS, () => []);
/** Begins the paths of modules without a file. */
const NO_FILE = '/node:';
const defined = new Set();
/** What the modules of CommonJS among them export, by their paths; called when they run. */
const loaders = new Map();

/** The path for a name in a file, of a module that the language knows or can load. */
function located(parent, name) {
    const from = parent == null || parent.startsWith(NO_FILE) ? `${host.folder}/[eval]` : parent;
    if (name.startsWith('node:') && !system.isBuiltin(name)) {
        throw NodeError('ERR_UNKNOWN_BUILTIN_MODULE', `No such built-in module: ${name}`);
    }
    const path = system.isBuiltin(name) ? name : resolver.import(name, from);
    if (system.isBuiltin(path)) {
        return defineBuiltin(path.replace(/^node:/, ''));
    }
    if (!path.endsWith('.json') && !defined.has(path)) {
        defined.add(path);
        define(path);
    }
    return path;
}

function define(path) {
    if (resolver.isModule(path)) {
        internals.defineModule(path, host.readText(path));
        return;
    }
    const name = path.slice(path.lastIndexOf('/') + 1);
    const extension = name.includes('.') ? name.slice(name.lastIndexOf('.')) : '';
    if (!['.js', '.cjs', '.node', ''].includes(extension)) {
        throw NodeError('ERR_UNKNOWN_FILE_EXTENSION',
            `Unknown file extension "${extension}" for ${path}`, TypeError);
    }
    const {Module} = require('./modules');
    wrap(path, namesOf(path, new Set()), () => Module._load(path, null, false));
}

/** Makes a module of names that something exports when it is loaded. */
function wrap(path, names, load) {
    loaders.set(path, load);
    const list = [...names].filter((name) => name !== 'default');
    internals.defineModule(path, `const exported = import.meta.load();
        const own = Object(exported);
        export default exported;
        ${list.map((name, i) => `const name${i} = own[${JSON.stringify(name)}];`).join('\n')}
        export {${list.map((name, i) => `name${i} as ${JSON.stringify(name)}`).join(', ')}};`);
}

function defineBuiltin(name) {
    const path = NO_FILE + name;
    if (!defined.has(path)) {
        defined.add(path);
        const exported = system.builtin(name);
        const names = new Set();
        for (let object = exported; object != null && object !== Object.prototype
                && object !== Function.prototype; object = Object.getPrototypeOf(object)) {
            Object.getOwnPropertyNames(object).forEach((own) => names.add(own));
        }
        if (typeof exported === 'function') {
            ['length', 'name', 'prototype', 'arguments', 'caller'].forEach((own) => names.delete(own));
        }
        names.delete('constructor');
        wrap(path, names, () => exported);
    }
    return path;
}

/** The names that a module of CommonJS exports, as far as its text tells. */
function namesOf(path, seen) {
    if (seen.has(path) || !/\.c?js$/.test(path)) {
        return new Set();
    }
    seen.add(path);
    const names = new Set();
    let found;
    try {
        found = system.packaged('cjs-module-lexer').parse(host.readText(path), path);
    } catch {
        return names; // It does not parse, and will say so when it runs.
    }
    found.exports.forEach((name) => names.add(name));
    for (const other of found.reexports) {
        try {
            const {Module} = require('./modules');
            const target = Module._resolveFilename(other, {filename: path, paths: []}, false);
            const more = system.isBuiltin(target)
                ? Object.keys(system.builtin(target)) : namesOf(target, seen);
            more.forEach((name) => names.add(name));
        } catch {
            // What cannot be found exports nothing.
        }
    }
    return names;
}

function urlOf(path) {
    return require('./url').pathToFileURL(path).href;
}

internals.onImportMeta((meta, path) => {
    if (loaders.has(path)) {
        meta.load = loaders.get(path);
        return;
    }
    meta.dirname = folderOf(path);
    meta.filename = path;
    meta.resolve = (name) => {
        const found = system.isBuiltin(name) ? name : resolver.import(name, path);
        return system.isBuiltin(found) ? `node:${found.replace(/^node:/, '')}` : urlOf(found);
    };
    meta.url = urlOf(path);
});

const importer = host.compile('(path) => import(path)', 'node:internal/import', false);

/** The names of a module that has run, and a mark by which transpiled code knows its default one. */
function marked(path) {
    const from = JSON.stringify(path);
    const [, names] = internals.evaluateModule(`${path}?required`, `export * from ${from};
        export {default} from ${from};
        export const __esModule = true;`);
    return names;
}

module.exports = {
    located,
    runMain(path) {
        importer(path).catch((error) => system.uncaught(error));
    },
    /** The names of a module for `require`, which cannot wait. */
    evaluate(path) {
        defined.add(path);
        const [end, names] = internals.evaluateModule(path, host.readText(path));
        const [state, value] = internals.promiseDetails(end);
        if (state === 2) {
            end.catch(() => {});
            throw value;
        }
        if (state === 0) {
            throw NodeError('ERR_REQUIRE_ASYNC_MODULE', 'require() cannot be used on an ESM graph'
                + ` with top-level await. Use import() instead: ${path}`);
        }
        return 'default' in names && !('__esModule' in names) ? marked(path) : names;
    },
};
