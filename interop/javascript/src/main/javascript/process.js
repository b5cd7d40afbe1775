// What a program that `sqlvm js` runs has of Node's object `process`. The value of this text is a
// function that takes arguments and the environment, as lists, and what the host does.
(function process(argv, environment, host) {
    'use strict';

    const env = {};
    for (let i = 0; i < environment.length; i += 2) {
        env[environment[i]] = environment[i + 1];
    }
    const stream = (name) => ({
        write(text) {
            host.write(name, String(text));
            return true;
        },
    });
    globalThis.process = {
        argv: Array.from(argv),
        env,
        pid: host.pid,
        platform: host.platform,
        cwd: () => host.folder,
        exit: (code = 0) => host.exit(code),
        stdout: stream('stdout'),
        stderr: stream('stderr'),
    };
})
