// The value of this text is a function that makes `require('sqlvm')` work. It takes the database
// language beside this program, what the host does for the module, and the module's files: their
// names, each followed by a function of its text.
(function install(bindings, host, files) {
    'use strict';

    const bodies = new Map();
    for (let i = 0; i < files.length; i += 2) {
        bodies.set(files[i], files[i + 1]);
    }
    const loaded = new Map();

    function load(name) {
        let module = loaded.get(name);
        if (module === undefined) {
            module = {exports: {}};
            loaded.set(name, module);
            bodies.get(name)(module, (path) => load(path.replace('./', '')), bindings, host);
        }
        return module.exports;
    }

    const sqlvm = load('index');
    Object.defineProperty(globalThis, Symbol.for('sqlvm'), {value: sqlvm});
    const before = globalThis.require;

    function require(name) {
        if (name === 'sqlvm') {
            return sqlvm;
        }
        if (before === undefined) {
            throw new Error(`Cannot find module '${name}'`);
        }
        return before(name);
    }

    globalThis.require = before === undefined ? require : Object.assign(require, before);
})
