// The value of this text is a function that makes `require('sqlvm')` work. It takes the module.
(function install(sqlvm) {
    'use strict';

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
