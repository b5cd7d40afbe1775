'use strict';

// The modules of Node that are not here. Packages ask for them without using them; so they load, and
// what they have fails when it is called.

const {NodeError} = require('./errors');

const NAMES = {
    child_process: 'exec execFile execFileSync execSync fork spawn spawnSync ChildProcess',
    cluster: 'fork setupPrimary',
    dgram: 'createSocket Socket',
    dns: 'lookup resolve resolve4 resolve6 reverse setServers',
    'dns/promises': 'lookup resolve resolve4 resolve6 reverse setServers',
    http: 'createServer request get Agent Server ClientRequest IncomingMessage ServerResponse',
    http2: 'connect createServer createSecureServer',
    https: 'createServer request get Agent Server',
    inspector: 'open close Session',
    net: 'connect createConnection createServer Socket Server',
    repl: 'start REPLServer',
    tls: 'connect createServer createSecureContext TLSSocket Server',
    zlib: 'createGzip createGunzip createDeflate createInflate gzip gunzip deflate inflate gzipSync'
        + ' gunzipSync deflateSync inflateSync brotliCompress brotliDecompress Gzip Gunzip',
};

const VALUES = {
    cluster: {isMaster: true, isPrimary: true, isWorker: false, workers: {}},
    http: {METHODS: ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'], STATUS_CODES: {}},
    inspector: {url: () => undefined},
    net: {
        isIPv4: (text) => /^(\d{1,3})(\.\d{1,3}){3}$/.test(text)
            && text.split('.').every((part) => Number(part) < 256),
        isIPv6: (text) => /^[\da-f:.]*:[\da-f:.]*$/i.test(text) && text.includes(':'),
        isIP: (text) => (VALUES.net.isIPv4(text) ? 4 : VALUES.net.isIPv6(text) ? 6 : 0),
    },
    zlib: {constants: {}},
};

const made = new Map();

module.exports = function absent(name) {
    if (!made.has(name)) {
        const exported = {};
        for (const own of (NAMES[name] ?? '').split(' ').filter(Boolean)) {
            // A class or a function, as it is used.
            exported[own] = {
                [own]: function unavailable() {
                    throw NodeError('ERR_FEATURE_UNAVAILABLE_ON_PLATFORM',
                        `${own} of the module ${name} is not available in sqlvm js`);
                },
            }[own];
        }
        made.set(name, Object.assign(exported, VALUES[name]));
    }
    return made.get(name);
};
