'use strict';

const buffer = system.packaged('buffer');
const {Buffer} = buffer;
const {argumentType, NodeError} = require('./errors');

const CUSTOM = Symbol.for('nodejs.util.inspect.custom');
/** More bytes are not shown. */
const SHOWN_MAX = 50;

const plain = {
    from: Buffer.from,
    toString: Buffer.prototype.toString,
    write: Buffer.prototype.write,
    isEncoding: Buffer.isEncoding,
    byteLength: Buffer.byteLength,
};
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', {ignoreBOM: true});

function isUrl(encoding) {
    return typeof encoding === 'string' && encoding.toLowerCase() === 'base64url';
}

function isUtf8(encoding) {
    return encoding === undefined || encoding === null || /^utf-?8$/i.test(encoding);
}

function asBuffer(bytes) {
    return Object.setPrototypeOf(bytes, Buffer.prototype);
}

/** What a message says of something that can be no buffer. */
const SOURCES = 'of type string or an instance of Buffer, ArrayBuffer, or Array or an Array-like Object';

Buffer.from = function from(value, encodingOrOffset, length) {
    if (typeof value === 'string') {
        if (isUtf8(encodingOrOffset)) {
            return asBuffer(encoder.encode(value));
        }
        if (isUrl(encodingOrOffset)) {
            return plain.from(value, 'base64');
        }
        if (!plain.isEncoding(encodingOrOffset)) {
            throw NodeError('ERR_UNKNOWN_ENCODING', `Unknown encoding: ${encodingOrOffset}`, TypeError);
        }
    } else if (value === null || !['object', 'function'].includes(typeof value)) {
        throw firstArgument(value);
    }
    try {
        return plain.from(value, encodingOrOffset, length);
    } catch (error) {
        throw /^The first argument must be/.test(error.message) ? firstArgument(value) : error;
    }
};

function firstArgument(value) {
    const error = argumentType('first', SOURCES, value);
    error.message = error.message.replace('"first" argument', 'first argument');
    return error;
}

Buffer.isEncoding = (encoding) => isUrl(encoding) || plain.isEncoding(encoding);
Buffer.byteLength = (value, encoding) => plain.byteLength(value, isUrl(encoding) ? 'base64' : encoding);
Buffer.copyBytesFrom = (view, offset = 0, length = view.length - offset) =>
    Buffer.from(view.slice(offset, offset + length).buffer);

const methods = {
    toString(encoding, start = 0, end = this.length) {
        if (isUtf8(encoding)) {
            return decoder.decode(start === 0 && end >= this.length ? this : this.subarray(start, end));
        }
        if (isUrl(encoding)) {
            return plain.toString.call(this, 'base64', start, end)
                .replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
        }
        if (!plain.isEncoding(encoding)) {
            throw NodeError('ERR_UNKNOWN_ENCODING', `Unknown encoding: ${encoding}`, TypeError);
        }
        return plain.toString.call(this, encoding, start, end);
    },
    write(text, ...rest) {
        if (isUrl(rest.at(-1))) {
            rest[rest.length - 1] = 'base64';
        }
        return plain.write.call(this, text, ...rest);
    },
    [CUSTOM](depth, options, inspect) {
        const shown = Math.min(SHOWN_MAX, this.length);
        let text = Array.from(this.subarray(0, shown), (byte) => byte.toString(16).padStart(2, '0'))
            .join(' ');
        const rest = this.length - shown;
        if (rest > 0) {
            text += ` ... ${rest} more byte${rest > 1 ? 's' : ''}`;
        }
        const keys = Object.keys(this).filter((key) => !/^\d+$/.test(key));
        if (keys.length > 0) {
            const extra = Object.fromEntries(keys.map((key) => [key, this[key]]));
            text += `${text === '' ? '' : ', '}${inspect(extra, {...options, breakLength: Infinity,
                compact: true}).slice(2, -2)}`;
        }
        return `<${this.constructor.name} ${text}>`;
    },
};
for (const name of Reflect.ownKeys(methods)) {
    Object.defineProperty(Buffer.prototype, name,
        {value: methods[name], writable: true, enumerable: false, configurable: true});
}
delete Buffer.prototype.inspect;
Object.defineProperty(Buffer.prototype, 'constructor', {value: Buffer, writable: true, configurable: true});
Buffer.prototype.toLocaleString = Buffer.prototype.toString;

// Names with "Uint" are as good as those with "UInt".
for (const name of Object.getOwnPropertyNames(Buffer.prototype)) {
    if (/^(read|write)(Big)?UInt/.test(name)) {
        Buffer.prototype[name.replace('UInt', 'Uint')] ??= Buffer.prototype[name];
    }
}

function atob(text) {
    text = String(text).replace(/[\t\n\f\r ]/g, '');
    if (text.length % 4 === 0) {
        text = text.replace(/==?$/, '');
    }
    if (text.length % 4 === 1 || /[^A-Za-z0-9+/]/.test(text)) {
        throw require('./event-target').domException(
            'The string to be decoded is not correctly encoded.', 'InvalidCharacterError');
    }
    return Buffer.from(text, 'base64').toString('latin1');
}

function btoa(text) {
    text = String(text);
    if (/[^\0-\xff]/.test(text)) {
        throw require('./event-target').domException('Invalid character', 'InvalidCharacterError');
    }
    return Buffer.from(text, 'latin1').toString('base64');
}

/** Bytes with a type, which promises give. */
class Blob {
    #bytes;

    constructor(parts = [], {type = ''} = {}) {
        this.#bytes = Buffer.concat(Array.from(parts, (part) => (part instanceof Blob ? part.#bytes
            : ArrayBuffer.isView(part) ? Buffer.from(part.buffer, part.byteOffset, part.byteLength)
                : part instanceof ArrayBuffer ? Buffer.from(part) : Buffer.from(String(part)))));
        this.type = String(type).toLowerCase();
    }

    get size() {
        return this.#bytes.length;
    }

    async text() {
        return this.#bytes.toString();
    }

    async arrayBuffer() {
        const {buffer: all, byteOffset, byteLength} = this.#bytes;
        return all.slice(byteOffset, byteOffset + byteLength);
    }

    slice(start, end, type) {
        return new Blob([this.#bytes.subarray(start, end)], {type});
    }
}

module.exports = {
    Buffer,
    SlowBuffer: buffer.SlowBuffer,
    Blob,
    INSPECT_MAX_BYTES: SHOWN_MAX,
    kMaxLength: buffer.kMaxLength,
    kStringMaxLength: 2 ** 29 - 24,
    constants: {MAX_LENGTH: buffer.kMaxLength, MAX_STRING_LENGTH: 2 ** 29 - 24},
    atob,
    btoa,
    isUtf8: (bytes) => {
        try {
            new TextDecoder('utf-8', {fatal: true}).decode(bytes);
            return true;
        } catch {
            return false;
        }
    },
    isAscii: (bytes) => new Uint8Array(bytes.buffer ?? bytes).every((byte) => byte < 128),
    transcode: (bytes, from, to) => Buffer.from(Buffer.from(bytes).toString(from), to),
};
