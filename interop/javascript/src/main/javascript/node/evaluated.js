'use strict';

/** Runs a text of the command line or of standard input, which sees modules as global objects. */
module.exports = function evaluated(name, code) {
    const {host} = system;
    const {Module} = require('./modules');
    const own = new Module(name);
    own.filename = `${host.folder}/${name}`;
    own.paths = Module._nodeModulePaths(host.folder);
    Object.assign(globalThis, {
        module: own,
        exports: own.exports,
        require: own.makeRequire(),
        __filename: name,
        __dirname: '.',
    });
    system.main = own;
    host.compile(code, name, false);
};
