// The value of this text is a function that gives the module `sqlvm`. It takes the database
// language beside this program, what the host does for the module, and the module's files: their
// names, each followed by a function of its text.
(function load(bindings, host, files) {
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

    return load('index');
})
