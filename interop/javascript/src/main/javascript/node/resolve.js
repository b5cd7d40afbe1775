'use strict';

// Finds the file that a name means, as Node does: relative names, packages in node_modules, their
// `exports` and `imports` with conditions and patterns, and a package's own name.

const {host} = system;
const {NodeError} = require('./errors');

const REQUIRE_CONDITIONS = new Set(['node', 'require', 'module-sync', 'node-addons']);
const IMPORT_CONDITIONS = new Set(['node', 'import', 'module-sync', 'node-addons']);

const FILE = 1;
const FOLDER = 2;
/** Steps out of the package, or into its dependencies, that a target must not take. */
const FORBIDDEN_STEP = /(^|[\\/])(\.\.?|node_modules)([\\/]|$)/i;

function folderOf(path) {
    const end = path.lastIndexOf('/');
    return end <= 0 ? '/' : path.slice(0, end);
}

/** A path without steps like `..`. */
function normal(path) {
    const parts = [];
    for (const part of path.split('/')) {
        if (part === '..') {
            parts.pop();
        } else if (part !== '.' && part !== '') {
            parts.push(part);
        }
    }
    return `/${parts.join('/')}`;
}

const manifests = new Map();

/** The package.json of a folder: its path and content; or null. */
function manifestOf(folder) {
    let manifest = manifests.get(folder);
    if (manifest === undefined) {
        const path = `${folder === '/' ? '' : folder}/package.json`;
        manifest = null;
        if (host.kind(path) === FILE) {
            try {
                manifest = {path, folder, content: JSON.parse(host.readText(path))};
            } catch (error) {
                throw NodeError('ERR_INVALID_PACKAGE_CONFIG',
                    `Invalid package config ${path}. ${error.message}`);
            }
        }
        manifests.set(folder, manifest);
    }
    return manifest;
}

/** The package.json for a file; or null. */
function scopeOf(path) {
    for (let folder = folderOf(path); ; folder = folderOf(folder)) {
        if (folder.endsWith('/node_modules')) {
            return null;
        }
        const manifest = manifestOf(folder);
        if (manifest !== null || folder === '/') {
            return manifest;
        }
    }
}

/** A name's package, and what of it is wanted; null for what can be no package. */
function split(name) {
    const match = /^((?:@[^/\\%]+\/)?[^./\\%@][^/\\%]*)(\/.*)?$/.exec(name);
    return match === null ? null : {name: match[1], subpath: `.${match[2] ?? ''}`};
}

function isConditions(exports) {
    if (typeof exports !== 'object' || exports === null || Array.isArray(exports)) {
        return true;
    }
    const keys = Object.keys(exports);
    const paths = keys.filter((key) => key.startsWith('.')).length;
    if (paths !== 0 && paths !== keys.length) {
        return null;
    }
    return paths === 0;
}

/** Compares keys with patterns: the one that says more first. */
function byLength(one, other) {
    const ends = [one.indexOf('*'), other.indexOf('*')];
    return ends[1] - ends[0] || other.length - one.length;
}

/** How names are found in one way of loading: by `require` or by `import`. */
class Resolver {
    /** @param extensions gives what is tried behind a name */
    constructor(conditions, extensions) {
        this.conditions = conditions;
        this.extensions = extensions;
    }

    /** The folders in which packages are looked for. */
    static packageFolders(folder) {
        const folders = [];
        for (let at = folder; ; at = folderOf(at)) {
            if (!at.endsWith('/node_modules')) {
                folders.push(`${at === '/' ? '' : at}/node_modules`);
            }
            if (at === '/') {
                return folders;
            }
        }
    }

    /** Whether a file is a module of ECMAScript. */
    isModule(path) {
        if (path.endsWith('.mjs')) {
            return true;
        }
        return path.endsWith('.js') && scopeOf(path)?.content.type === 'module';
    }

    /** The file for a name that a file requires; or null. */
    require(name, from) {
        const base = folderOf(from);
        if (/^(\.\.?(\/|$)|\/)/.test(name)) {
            const path = normal(name.startsWith('/') ? name : `${base}/${name}`);
            return this.fileOrFolder(path, /(^|\/)\.{0,2}$/.test(name));
        }
        if (name.startsWith('#') && scopeOf(from)?.content.imports != null) {
            const target = this.imported(name, from);
            return system.isBuiltin(target) ? target : host.realpath(target);
        }
        const parts = split(name);
        const own = parts && this.self(parts, from);
        if (own) {
            return host.realpath(own);
        }
        for (const folder of Resolver.packageFolders(base)) {
            if (host.kind(folder) !== FOLDER) {
                continue;
            }
            const manifest = parts && manifestOf(`${folder}/${parts.name}`);
            if (manifest?.content.exports != null) {
                return this.checked(this.exported(manifest, parts.subpath, from), name);
            }
            const found = this.fileOrFolder(normal(`${folder}/${name}`), name.endsWith('/'));
            if (found !== null) {
                return found;
            }
        }
        return null;
    }

    checked(path, name) {
        if (host.kind(path) !== FILE) {
            throw NodeError('MODULE_NOT_FOUND', `Cannot find module '${path}'`);
        }
        return host.realpath(path);
    }

    fileOrFolder(path, onlyFolder) {
        const found = (onlyFolder ? null : this.file(path)) ?? this.folder(path);
        return found === null ? null : host.realpath(found);
    }

    file(path) {
        return host.kind(path) === FILE ? path : this.withExtension(path);
    }

    withExtension(path) {
        for (const extension of this.extensions()) {
            if (host.kind(path + extension) === FILE) {
                return path + extension;
            }
        }
        return null;
    }

    folder(path) {
        if (host.kind(path) !== FOLDER) {
            return null;
        }
        const main = manifestOf(path)?.content.main;
        const index = () => this.withExtension(`${path === '/' ? '' : path}/index`);
        if (typeof main !== 'string' || main === '') {
            return index();
        }
        const target = normal(`${path}/${main}`);
        const found = this.file(target)
            ?? (host.kind(target) === FOLDER ? this.withExtension(`${target}/index`) : null)
            ?? index();
        if (found === null) {
            const error = NodeError('MODULE_NOT_FOUND', `Cannot find module '${target}'. `
                + 'Please verify that the package.json has a valid "main" entry');
            error.path = `${path}/package.json`;
            throw error;
        }
        return found;
    }

    /** A file of the package that a file is in, by the package's own name; or null. */
    self(parts, from) {
        const scope = scopeOf(from);
        return scope !== null && scope.content.exports != null && scope.content.name === parts.name
            ? this.exported(scope, parts.subpath, from) : null;
    }

    /** The file that a package exports as a subpath. */
    exported(manifest, subpath, from) {
        const {exports} = manifest.content;
        const conditions = isConditions(exports);
        if (conditions === null) {
            throw NodeError('ERR_INVALID_PACKAGE_CONFIG', `Invalid package config ${manifest.path}.`
                + ' "exports" cannot contain some keys starting with \'.\' and some not.');
        }
        const table = conditions ? {'.': exports} : exports;
        const target = this.lookup(table, subpath, manifest, false, from);
        if (target == null) {
            const by = this.conditions === IMPORT_CONDITIONS ? ` imported from ${from}` : '';
            throw NodeError('ERR_PACKAGE_PATH_NOT_EXPORTED', subpath === '.'
                ? `No "exports" main defined in ${manifest.path}${by}`
                : `Package subpath '${subpath}' is not defined by "exports" in ${manifest.path}${by}`);
        }
        return target;
    }

    /** The file for a name that begins with `#`. */
    imported(name, from) {
        const scope = scopeOf(from);
        if (name === '#' || name.startsWith('#/')) {
            throw NodeError('ERR_INVALID_MODULE_SPECIFIER', `Invalid module "${name}" is not a valid`
                + ` internal imports specifier name imported from ${from}`, TypeError);
        }
        const target = scope?.content.imports != null
            ? this.lookup(scope.content.imports, name, scope, true, from) : null;
        if (target == null) {
            throw NodeError('ERR_PACKAGE_IMPORT_NOT_DEFINED', `Package import specifier "${name}" is`
                + ` not defined${scope === null ? '' : ` in package ${scope.path}`} imported from ${from}`,
            TypeError);
        }
        return target;
    }

    /** What a table of exports or imports has for a key; null or undefined for nothing. */
    lookup(table, key, manifest, internal, from) {
        if (Object.hasOwn(table, key) && !key.includes('*') && !key.endsWith('/')) {
            return this.target(manifest, table[key], '', key, false, internal, from);
        }
        const patterns = Object.keys(table).filter((name) => name.split('*').length === 2)
            .sort(byLength);
        for (const pattern of patterns) {
            const [before, after] = pattern.split('*');
            if (key.startsWith(before) && key !== before && key.endsWith(after)
                    && key.length >= pattern.length) {
                const match = key.slice(before.length, key.length - after.length);
                return this.target(manifest, table[pattern], match, pattern, true, internal, from);
            }
        }
        return undefined;
    }

    /** The file that a target means: a path, or the first of several whose condition holds. */
    target(manifest, target, match, key, isPattern, internal, from) {
        if (typeof target === 'string') {
            return this.path(manifest, target, match, key, isPattern, internal, from);
        }
        if (Array.isArray(target)) {
            let last = null;
            for (const one of target) {
                try {
                    const found = this.target(manifest, one, match, key, isPattern, internal, from);
                    if (found != null) {
                        return found;
                    }
                    last = found;
                } catch (error) {
                    if (error.code !== 'ERR_INVALID_PACKAGE_TARGET') {
                        throw error;
                    }
                    last = error;
                }
            }
            if (last instanceof Error) {
                throw last;
            }
            return last;
        }
        if (target === null) {
            return null;
        }
        if (typeof target !== 'object') {
            throw this.invalid(manifest, target, key, internal, from);
        }
        for (const [condition, value] of Object.entries(target)) {
            if (condition === 'default' || this.conditions.has(condition)) {
                const found = this.target(manifest, value, match, key, isPattern, internal, from);
                if (found !== undefined) {
                    return found;
                }
            }
        }
        return undefined;
    }

    path(manifest, target, match, key, isPattern, internal, from) {
        const filled = isPattern ? target.replaceAll('*', () => match) : target;
        if (!target.startsWith('./')) {
            if (internal && !target.startsWith('../') && !target.startsWith('/')) {
                if (system.isBuiltin(filled)) {
                    return filled;
                }
                return this.conditions === IMPORT_CONDITIONS
                    ? this.package(filled, `${manifest.folder}/package.json`)
                    : this.require(filled, `${manifest.folder}/package.json`)
                        ?? this.missing(filled, from);
            }
            throw this.invalid(manifest, target, key, internal, from);
        }
        if (FORBIDDEN_STEP.test(target.slice(2))) {
            throw this.invalid(manifest, target, key, internal, from);
        }
        if (FORBIDDEN_STEP.test(match)) {
            throw NodeError('ERR_INVALID_MODULE_SPECIFIER', `Invalid module "${key.replace('*', match)}"`
                + ` request is not a valid match in pattern "${key}" for the`
                + ` "${internal ? 'imports' : 'exports'}" resolution of ${manifest.path}`, TypeError);
        }
        return normal(`${manifest.folder}/${filled}`);
    }

    missing(name, from) {
        throw NodeError('MODULE_NOT_FOUND', `Cannot find module '${name}'\nRequire stack:\n- ${from}`);
    }

    invalid(manifest, target, key, internal, from) {
        const shown = JSON.stringify(target);
        const what = internal ? 'imports' : 'exports';
        const hint = typeof target === 'string' && !internal && !target.startsWith('./')
            ? '; targets must start with "./"' : '';
        const by = this.conditions === IMPORT_CONDITIONS ? ` imported from ${from}` : '';
        return NodeError('ERR_INVALID_PACKAGE_TARGET', key === '.'
            ? `Invalid "${what}" main target ${shown} defined in the package config ${manifest.path}${by}${hint}`
            : `Invalid "${what}" target ${shown} defined for '${key}' in the package config`
                + ` ${manifest.path}${by}${hint}`);
    }

    /** The path for a name that a module of ECMAScript imports. */
    import(name, from) {
        if (/^(\.\.?(\/|$)|\/)/.test(name)) {
            const path = name.startsWith('/') ? name : `${folderOf(from)}/${name}`;
            return this.importedFile(normal(decodeURIComponent(path.replace(/[?#].*$/, ''))), from);
        }
        if (name.startsWith('file:')) {
            return this.importedFile(require('./url').fileURLToPath(name.replace(/[?#].*$/, '')), from);
        }
        if (/^[a-zA-Z][\w+.-]+:/.test(name)) {
            throw NodeError('ERR_UNSUPPORTED_ESM_URL_SCHEME', 'Only URLs with a scheme in: file, data,'
                + ' and node are supported by the default ESM loader. Received protocol'
                + ` '${name.slice(0, name.indexOf(':') + 1)}'`);
        }
        const path = name.startsWith('#') ? this.imported(name, from) : this.package(name, from);
        return system.isBuiltin(path) ? path : this.importedFile(path, from);
    }

    importedFile(path, from) {
        const kind = path.endsWith('/') ? FOLDER : host.kind(path);
        if (kind === FOLDER) {
            throw NodeError('ERR_UNSUPPORTED_DIR_IMPORT', `Directory import '${path}' is not supported`
                + ` resolving ES modules imported from ${from}`);
        }
        if (kind !== FILE) {
            throw NodeError('ERR_MODULE_NOT_FOUND',
                `Cannot find module '${path}' imported from ${from}`);
        }
        return host.realpath(path);
    }

    package(name, from) {
        const parts = split(name);
        if (parts === null) {
            throw NodeError('ERR_INVALID_MODULE_SPECIFIER', `Invalid module "${name}" is not a valid`
                + ` package name imported from ${from}`, TypeError);
        }
        const own = this.self(parts, from);
        if (own !== null) {
            return own;
        }
        for (const folder of Resolver.packageFolders(folderOf(from))) {
            const place = `${folder}/${parts.name}`;
            if (host.kind(place) !== FOLDER) {
                continue;
            }
            const manifest = manifestOf(place);
            if (manifest?.content.exports != null) {
                return this.exported(manifest, parts.subpath, from);
            }
            if (parts.subpath !== '.') {
                return normal(`${place}/${parts.subpath}`);
            }
            const main = manifest?.content.main;
            const candidates = [];
            if (typeof main === 'string') {
                candidates.push(...['', '.js', '.json', '.node', '/index.js', '/index.json', '/index.node']
                    .map((end) => normal(`${place}/${main}`) + end));
            }
            candidates.push(...['.js', '.json', '.node'].map((end) => `${place}/index${end}`));
            const found = candidates.find((path) => host.kind(path) === FILE);
            if (found === undefined) {
                throw NodeError('ERR_MODULE_NOT_FOUND',
                    `Cannot find package '${place}' imported from ${from}`);
            }
            return found;
        }
        throw NodeError('ERR_MODULE_NOT_FOUND',
            `Cannot find package '${parts.name}' imported from ${from}`);
    }
}

module.exports = {Resolver, REQUIRE_CONDITIONS, IMPORT_CONDITIONS, folderOf, scopeOf};
