'use strict';

// Modules of CommonJS: `require`, and the class Module that some packages take hold of. Where files
// are found is in resolve.js.

const {host} = system;
const {Resolver, REQUIRE_CONDITIONS} = require('./resolve');
const {NodeError} = require('./errors');

const SEPARATOR = '/';

function folderOf(path) {
    const end = path.lastIndexOf(SEPARATOR);
    return end <= 0 ? SEPARATOR : path.slice(0, end);
}

/** A module of CommonJS. */
class Module {
    constructor(id = '', parent = undefined) {
        this.id = id;
        this.path = folderOf(id);
        this.exports = {};
        this.filename = null;
        this.loaded = false;
        this.children = [];
        this.paths = [];
        Object.defineProperty(this, 'parent', {value: parent, writable: true, configurable: true});
        parent?.children?.push(this);
    }

    require(name) {
        if (typeof name !== 'string') {
            throw NodeError('ERR_INVALID_ARG_TYPE', 'The "id" argument must be of type string.'
                + ` Received ${require('./errors').received(name)}`, TypeError);
        }
        if (name === '') {
            throw NodeError('ERR_INVALID_ARG_VALUE',
                "The argument 'id' must be a non-empty string. Received ''", TypeError);
        }
        return Module._load(name, this, false);
    }

    load(filename) {
        this.filename = filename;
        this.paths = Module._nodeModulePaths(folderOf(filename));
        const extension = Module._extensions[extensionOf(filename)] ?? Module._extensions['.js'];
        extension(this, filename);
        this.loaded = true;
    }

    _compile(text, filename) {
        const wrapped = Module.wrap(text.startsWith('#!') ? `//${text}` : text);
        const body = host.compile(wrapped, filename, true);
        return body.call(
            this.exports, this.exports, this.makeRequire(), this, filename, folderOf(filename));
    }

    /** The function `require` for what the module says. */
    makeRequire() {
        const own = (name) => this.require(name);
        own.resolve = (name, options) => Module._resolveFilename(name, this, false, options);
        own.resolve.paths = (name) => Module._resolveLookupPaths(name, this);
        own.main = system.main;
        own.extensions = Module._extensions;
        own.cache = Module._cache;
        return own;
    }
}

Module.prototype.constructor = Module;
Module.Module = Module;
Module._cache = Object.create(null);
Module._pathCache = Object.create(null);
Module.globalPaths = [];
Module.builtinModules = [...system.builtins];
Module.isBuiltin = (name) => system.isBuiltin(String(name));
Module.wrap = (text) =>
    `(function (exports, require, module, __filename, __dirname) { ${text}\n})`;

function extensionOf(filename) {
    const name = filename.slice(filename.lastIndexOf(SEPARATOR) + 1);
    for (let at = name.indexOf('.', 1); at >= 0; at = name.indexOf('.', at + 1)) {
        if (Module._extensions[name.slice(at)] !== undefined) {
            return name.slice(at);
        }
    }
    return '.js';
}

const resolver = new Resolver(REQUIRE_CONDITIONS, () => Object.keys(Module._extensions));

Module._extensions = Object.assign(Object.create(null), {
    '.js'(module, filename) {
        if (resolver.isModule(filename)) {
            module.exports = required(filename);
        } else {
            module._compile(host.readText(filename), filename);
        }
    },
    '.json'(module, filename) {
        try {
            module.exports = JSON.parse(host.readText(filename).replace(/^\uFEFF/, ''));
        } catch (error) {
            error.message = `${filename}: ${error.message}`;
            throw error;
        }
    },
    '.node'(module, filename) {
        throw NodeError('ERR_DLOPEN_FAILED',
            `${filename}: modules in C or C++ cannot be loaded by sqlvm js`);
    },
    '.mjs'(module, filename) {
        module.exports = required(filename);
    },
});
// Extensions that only `require` of a whole name finds.
for (const name of ['.mjs']) {
    Object.defineProperty(Module._extensions, name,
        {...Object.getOwnPropertyDescriptor(Module._extensions, name), enumerable: false});
}

/** What a module of ECMAScript is for `require`. */
function required(filename) {
    const names = require('./esm').evaluate(filename);
    return 'module.exports' in names ? names['module.exports'] : names;
}

Module._nodeModulePaths = (folder) => Resolver.packageFolders(folder);

Module._resolveLookupPaths = (name, parent) => {
    if (system.isBuiltin(name)) {
        return null;
    }
    return /^\.\.?(\/|$)/.test(name) ? [folderOf(parent?.filename ?? `${host.folder}/x`)]
        : parent?.paths ?? [];
};

function requireStack(parent) {
    const stack = [];
    for (let module = parent; module; module = module.parent) {
        stack.push(module.filename ?? module.id);
    }
    return stack;
}

Module._resolveFilename = (name, parent, isMain, options) => {
    if (system.isBuiltin(name)) {
        return name;
    }
    if (name.startsWith('node:')) {
        throw NodeError('ERR_UNKNOWN_BUILTIN_MODULE', `No such built-in module: ${name}`);
    }
    const from = parent?.filename ?? `${host.folder}/[eval]`;
    const starts = options?.paths?.map((path) => `${require('./path').resolve(path)}/x`) ?? [from];
    for (const start of starts) {
        const found = resolver.require(name, start);
        if (found !== null) {
            return found;
        }
    }
    const stack = requireStack(parent);
    const error = NodeError('MODULE_NOT_FOUND', `Cannot find module '${name}'`
        + (stack.length === 0 ? '' : `\nRequire stack:\n- ${stack.join('\n- ')}`));
    error.requireStack = stack;
    throw error;
};

Module._load = (name, parent, isMain) => {
    const filename = Module._resolveFilename(name, parent, isMain);
    if (system.isBuiltin(filename)) {
        return system.builtin(filename);
    }
    const cached = Module._cache[filename];
    if (cached !== undefined) {
        if (parent && !parent.children.includes(cached)) {
            parent.children.push(cached);
        }
        return cached.exports;
    }
    const module = new Module(filename, parent);
    if (isMain) {
        module.id = '.';
        system.main = module;
    }
    Module._cache[filename] = module;
    let done = false;
    try {
        module.load(filename);
        done = true;
    } finally {
        if (!done) {
            delete Module._cache[filename];
        }
    }
    return module.exports;
};

Module._initPaths = () => {};
Module._preloadModules = () => {};
Module.syncBuiltinESMExports = () => {};
Module.findSourceMap = () => undefined;
Module.register = () => {};

Module.createRequire = (from) => {
    const path = require('./url').pathOf(from, 'filename');
    const module = new Module(path);
    module.filename = path;
    module.paths = Module._nodeModulePaths(folderOf(path));
    return module.makeRequire();
};

Module.runMain = (path) => runMain(path);

/** Runs the program's file. */
function runMain(path) {
    const real = host.realpath(path);
    if (resolver.isModule(real)) {
        require('./esm').runMain(real);
    } else {
        Module._load(real, null, true);
    }
}

module.exports = {Module, runMain};
