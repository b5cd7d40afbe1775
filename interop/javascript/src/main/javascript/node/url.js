'use strict';

const {NodeError, argumentType} = require('./errors');

const whatwg = system.packaged('whatwg-url');
const CUSTOM = Symbol.for('nodejs.util.inspect.custom');

const FIELDS = ['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname',
    'search', 'searchParams', 'hash'];

class URL extends whatwg.URL {
    constructor(text, base) {
        if (arguments.length === 0) {
            throw NodeError('ERR_MISSING_ARGS', 'The "url" argument must be specified', TypeError);
        }
        let inner;
        try {
            inner = base === undefined ? super(text) : super(text, base);
        } catch (error) {
            if (error instanceof TypeError && /^Invalid/.test(error.message)) {
                const invalid = NodeError('ERR_INVALID_URL', 'Invalid URL', TypeError);
                invalid.input = String(text);
                if (base !== undefined) {
                    invalid.base = String(base);
                }
                throw invalid;
            }
            throw error;
        }
        return inner;
    }

    static canParse(text, base) {
        return whatwg.URL.canParse(text, base);
    }

    [CUSTOM](depth, options, inspect) {
        if (depth < 0) {
            return this.toString();
        }
        const shown = Object.fromEntries(FIELDS.map((name) => [name, this[name]]));
        return `${this.constructor.name} ${inspect(shown, options)}`;
    }
}

const {URLSearchParams} = whatwg;

Object.defineProperty(URLSearchParams.prototype, CUSTOM, {
    value(depth, options, inspect) {
        if (depth < 0) {
            return '[Object]';
        }
        const pairs = [...this].map(([key, value]) => `${inspect(key, options)} => ${inspect(value, options)}`);
        const line = pairs.join(', ');
        if (pairs.length === 0) {
            return 'URLSearchParams {}';
        }
        return line.length + 'URLSearchParams {  }'.length <= options.breakLength
            ? `URLSearchParams { ${line} }` : `URLSearchParams {\n  ${pairs.join(',\n  ')} }`;
    },
    configurable: true,
    writable: true,
});
for (const name of Object.keys(URLSearchParams.prototype)) {
    Object.defineProperty(URLSearchParams.prototype, name, {enumerable: true});
}

function fileURLToPath(url) {
    const parsed = typeof url === 'string' ? new URL(url) : url;
    if (typeof parsed?.href !== 'string') {
        throw argumentType('path', 'of type string or an instance of URL', url);
    }
    if (parsed.protocol !== 'file:') {
        throw NodeError('ERR_INVALID_URL_SCHEME', 'The URL must be of scheme file', TypeError);
    }
    if (parsed.hostname !== '') {
        throw NodeError('ERR_INVALID_FILE_URL_HOST',
            `File URL host must be "localhost" or empty on ${system.host.platform}`, TypeError);
    }
    if (/%2f/i.test(parsed.pathname)) {
        throw NodeError('ERR_INVALID_FILE_URL_PATH',
            'File URL path must not include encoded / characters', TypeError);
    }
    return decodeURIComponent(parsed.pathname);
}

function pathToFileURL(path) {
    const {resolve} = require('path');
    let resolved = resolve(path);
    if (path.endsWith('/') && !resolved.endsWith('/')) {
        resolved += '/';
    }
    const url = new URL('file:///');
    url.pathname = resolved.replaceAll('%', '%25').replaceAll('\\', '%5C').replaceAll('\n', '%0A')
        .replaceAll('\r', '%0D').replaceAll('\t', '%09').replaceAll('?', '%3F').replaceAll('#', '%23');
    return url;
}

/** The path that is meant by a path or by the URL of a file. */
function pathOf(value, name) {
    if (value instanceof whatwg.URL || (typeof value === 'string' && value.startsWith('file:'))) {
        return fileURLToPath(value);
    }
    if (typeof value !== 'string' || !value.startsWith('/')) {
        throw NodeError('ERR_INVALID_ARG_VALUE', `The argument '${name}' must be a file URL object, file URL`
            + ` string, or absolute path string. Received ${require('./inspect').inspect(value)}`, TypeError);
    }
    return value;
}

function urlToHttpOptions(url) {
    const {protocol, hostname, hash, search, pathname, href} = url;
    const options = {protocol, hostname, hash, search, pathname, path: pathname + search, href};
    if (url.port !== '') {
        options.port = Number(url.port);
    }
    if (url.username || url.password) {
        options.auth = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    }
    return options;
}

const exported = {URL, URLSearchParams, fileURLToPath, pathToFileURL, urlToHttpOptions,
    domainToASCII: (domain) => {
        try {
            return new URL(`ws://${domain}`).hostname;
        } catch {
            return '';
        }
    },
    domainToUnicode: (domain) => system.packaged('punycode').toUnicode(domain)};
// The older functions, which few use.
for (const name of ['Url', 'parse', 'resolve', 'resolveObject']) {
    system.lazy(exported, name, () => system.packaged('url')[name], true);
}
exported.format = (url, options) => {
    if (!(url instanceof whatwg.URL)) {
        return system.packaged('url').format(url);
    }
    const copy = new URL(url.href);
    if (options?.fragment === false) {
        copy.hash = '';
    }
    if (options?.search === false) {
        copy.search = '';
    }
    if (options?.auth === false) {
        copy.username = '';
        copy.password = '';
    }
    return copy.href;
};
Object.defineProperty(exported, 'pathOf', {value: pathOf});

module.exports = exported;
