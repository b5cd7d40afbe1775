'use strict';

const {host} = system;
const machine = host.machine();
const {platform} = host;
const TYPES = {linux: 'Linux', darwin: 'Darwin', win32: 'Windows_NT'};

const signals = {
    SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGILL: 4, SIGTRAP: 5, SIGABRT: 6, SIGBUS: 7, SIGFPE: 8, SIGKILL: 9,
    SIGUSR1: 10, SIGSEGV: 11, SIGUSR2: 12, SIGPIPE: 13, SIGALRM: 14, SIGTERM: 15, SIGCHLD: 17, SIGCONT: 18,
    SIGSTOP: 19, SIGTSTP: 20, SIGTTIN: 21, SIGTTOU: 22,
};
const errno = Object.fromEntries(Object.entries(require('./errors').SYSTEM)
    .map(([name, [number]]) => [name, -number]));

function ids() {
    return host.ids().split(' ').map(Number);
}

module.exports = {
    EOL: platform === 'win32' ? '\r\n' : '\n',
    devNull: platform === 'win32' ? '\\\\.\\nul' : '/dev/null',
    constants: {UV_UDP_REUSEADDR: 4, dlopen: {}, errno, signals, priority: {PRIORITY_LOW: 19,
        PRIORITY_BELOW_NORMAL: 10, PRIORITY_NORMAL: 0, PRIORITY_ABOVE_NORMAL: -7, PRIORITY_HIGH: -14,
        PRIORITY_HIGHEST: -20}},
    arch: () => host.arch,
    availableParallelism: () => machine.processors,
    cpus: () => Array.from({length: machine.processors}, () => ({
        model: host.arch, speed: 0, times: {user: 0, nice: 0, sys: 0, idle: 0, irq: 0}})),
    endianness: () => 'LE',
    freemem: () => Number(machine.freeMemory),
    getPriority: () => 0,
    setPriority: () => {},
    homedir: () => globalThis.process.env.HOME ?? machine.home,
    hostname: () => host.hostname(),
    loadavg: () => [Math.max(0, machine.load ?? 0), 0, 0],
    machine: () => ({x64: 'x86_64', arm64: 'aarch64'}[host.arch] ?? host.arch),
    networkInterfaces: () => ({}),
    platform: () => platform,
    release: () => machine.release,
    tmpdir: () => (globalThis.process.env.TMPDIR || machine.temporary).replace(/(.)\/$/, '$1'),
    totalmem: () => Number(machine.memory),
    type: () => TYPES[platform] ?? platform,
    uptime: () => Number(host.nanoseconds()) / 1e9,
    userInfo: () => ({uid: ids()[0], gid: ids()[1], username: machine.user, homedir: machine.home,
        shell: globalThis.process.env.SHELL ?? null}),
    version: () => machine.release,
};
