'use strict';

// Loads the packages from elsewhere that some modules are made of. They are resources, at the places that
// WebJars have for them.

const {host, run} = system;
const loaded = new Map();

/** What they need of packages that are not here, because the language has it. */
const substitutes = {
    'safe-buffer': () => system.load('buffer'),
    'abort-controller': () => globalThis,
    'process/': () => globalThis.process,
    'qs': () => system.load('querystring'),
};

function find(path) {
    for (const candidate of [path, `${path}.js`, `${path}/index.js`]) {
        if (/\.(js|json)$/.test(candidate) && host.hasSource(candidate)) {
            return candidate;
        }
    }
    throw new Error(`Cannot find module '${path}'`);
}

/** The folder of a path with its steps to parents done. */
function joined(folder, relative) {
    const parts = folder.split('/');
    for (const part of relative.split('/')) {
        if (part === '..') {
            parts.pop();
        } else if (part !== '.' && part !== '') {
            parts.push(part);
        }
    }
    return parts.join('/');
}

/** The main file of a package. */
function main(name) {
    const facts = host.source(`/META-INF/maven/org.webjars.npm/${name}/pom.properties`);
    const [, version] = /^version=(.*?)\s*$/m.exec(facts);
    const folder = `/META-INF/resources/webjars/${name}/${version}`;
    return joined(folder, JSON.parse(host.source(`${folder}/package.json`)).main ?? 'index.js');
}

const mains = new Map();

function packaged(name) {
    if (!mains.has(name)) {
        mains.set(name, exportsOf(main(name)));
    }
    return mains.get(name);
}

function exportsOf(wanted) {
    const path = find(wanted);
    let module = loaded.get(path);
    if (module === undefined) {
        module = {exports: {}};
        loaded.set(path, module);
        if (path.endsWith('.json')) {
            module.exports = JSON.parse(host.source(path));
        } else {
            const folder = path.slice(0, path.lastIndexOf('/'));
            run(module, path, `node:internal/${path}`, (wanted) => {
                if (wanted.startsWith('.')) {
                    return exportsOf(joined(folder, wanted));
                }
                if (Object.hasOwn(substitutes, wanted)) {
                    return substitutes[wanted]();
                }
                const plain = wanted.replace(/\/$/, '');
                return system.isBuiltin(plain) ? system.builtin(plain) : packaged(plain);
            });
        }
    }
    return module.exports;
}

module.exports = packaged;
