'use strict';

// Hashes and random values, by Java. Ciphers, keys and signatures are not here.

const {host, internals} = system;
const {NodeError, argumentType, requireFunction} = require('./errors');

const RANDOM_MAX = 65536;
const HASHES = ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'sha512-224', 'sha512-256',
    'sha3-224', 'sha3-256', 'sha3-384', 'sha3-512'];

function bytesOf(data, encoding, name = 'data') {
    if (typeof data === 'string') {
        return Buffer.from(data, encoding === 'buffer' ? undefined : encoding);
    }
    if (ArrayBuffer.isView(data)) {
        return Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    }
    if (data instanceof ArrayBuffer) {
        return Buffer.from(data);
    }
    throw argumentType(name, 'of type string or an instance of Buffer, TypedArray, or DataView', data);
}

function plain(bytes) {
    return new Uint8Array(bytes).buffer;
}

function result(bytes, encoding) {
    const buffer = Object.setPrototypeOf(internals.bytes(bytes), Buffer.prototype);
    return encoding === undefined || encoding === 'buffer' ? buffer : buffer.toString(encoding);
}

/** What takes data in parts and gives bytes at the end. */
class Digest {
    #parts;
    #finish;
    #done = false;

    constructor(finish, parts = []) {
        this.#finish = finish;
        this.#parts = parts;
    }

    update(data, encoding) {
        this.#check();
        this.#parts.push(bytesOf(data, encoding));
        return this;
    }

    digest(encoding) {
        this.#check();
        this.#done = true;
        return result(this.#finish(plain(Buffer.concat(this.#parts))), encoding);
    }

    copy() {
        this.#check();
        return new this.constructor(this.#finish, [...this.#parts]);
    }

    // What is piped into it.

    write(data, encoding) {
        this.update(data, encoding);
        return true;
    }

    end(data, encoding) {
        if (data !== undefined) {
            this.update(data, encoding);
        }
        return this;
    }

    read() {
        return this.digest();
    }

    #check() {
        if (this.#done) {
            throw NodeError('ERR_CRYPTO_HASH_FINALIZED', 'Digest already called');
        }
    }
}

class Hash extends Digest {}

class Hmac extends Digest {}

function createHash(algorithm) {
    if (typeof algorithm !== 'string') {
        throw argumentType('algorithm', 'of type string', algorithm);
    }
    if (host.digest(algorithm, new ArrayBuffer(0)) === null) {
        const error = new Error('Digest method not supported');
        error.code = 'ERR_CRYPTO_INVALID_DIGEST';
        throw error;
    }
    return new Hash((bytes) => host.digest(algorithm, bytes));
}

function createHmac(algorithm, key) {
    const secret = plain(bytesOf(key, 'utf8', 'key'));
    if (host.mac(algorithm, secret, new ArrayBuffer(0)) === null) {
        throw NodeError('ERR_CRYPTO_INVALID_DIGEST', `Invalid digest: ${algorithm}`);
    }
    return new Hmac((bytes) => host.mac(algorithm, secret, bytes));
}

function randomBytes(size, done) {
    if (typeof size !== 'number') {
        throw argumentType('size', 'of type number', size);
    }
    const bytes = result(host.random(size));
    if (done === undefined) {
        return bytes;
    }
    requireFunction(done, 'callback');
    setImmediate(done, null, bytes);
    return undefined;
}

function randomFillSync(target, offset = 0, size = target.byteLength - offset) {
    const bytes = internals.bytes(host.random(size));
    const view = ArrayBuffer.isView(target)
        ? new Uint8Array(target.buffer, target.byteOffset, target.byteLength) : new Uint8Array(target);
    view.set(bytes, offset);
    return target;
}

function randomInt(min, max, done) {
    if (max === undefined || typeof max === 'function') {
        [min, max, done] = [0, min, max];
    }
    if (!Number.isSafeInteger(min) || !Number.isSafeInteger(max)) {
        throw argumentType(Number.isSafeInteger(min) ? 'max' : 'min', 'a safe integer', Number.isSafeInteger(min) ? max : min);
    }
    if (max <= min) {
        throw NodeError('ERR_OUT_OF_RANGE', `The value of "max" is out of range. It must be greater than the`
            + ` value of "min" (${min}). Received ${max}`, RangeError);
    }
    const range = BigInt(max - min);
    const limit = (1n << 64n) - (1n << 64n) % range;
    let value;
    do {
        const [word] = new BigUint64Array(plain(randomBytes(8)));
        value = word;
    } while (value >= limit);
    const integer = min + Number(value % range);
    if (done === undefined) {
        return integer;
    }
    setImmediate(done, null, integer);
    return undefined;
}

function randomUUID() {
    const bytes = randomBytes(16);
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function timingSafeEqual(one, other) {
    const [left, right] = [bytesOf(one), bytesOf(other)];
    if (left.length !== right.length) {
        throw NodeError('ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH',
            'Input buffers must have the same byte length', RangeError);
    }
    return left.reduce((difference, byte, i) => difference | (byte ^ right[i]), 0) === 0;
}

function pbkdf2Sync(password, salt, rounds, size, digest) {
    const key = host.derive(digest, plain(bytesOf(password)), plain(bytesOf(salt)), rounds, size);
    if (key === null) {
        throw NodeError('ERR_CRYPTO_INVALID_DIGEST', `Invalid digest: ${digest}`, TypeError);
    }
    return result(key);
}

function getRandomValues(array) {
    if (!ArrayBuffer.isView(array) || array instanceof Float32Array || array instanceof Float64Array) {
        throw require('./event-target').domException('The data argument must be an integer-type TypedArray',
            'TypeMismatchError');
    }
    if (array.byteLength > RANDOM_MAX) {
        throw require('./event-target').domException(`The requested length exceeds ${RANDOM_MAX} bytes`,
            'QuotaExceededError');
    }
    return randomFillSync(array);
}

function unavailable(name) {
    return {
        [name]() {
            throw NodeError('ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', `crypto.${name} is not available in sqlvm js`);
        },
    }[name];
}

const webcrypto = {
    getRandomValues,
    randomUUID,
    subtle: {
        async digest(algorithm, data) {
            const name = typeof algorithm === 'string' ? algorithm : algorithm.name;
            return plain(createHash(name).update(bytesOf(data)).digest());
        },
    },
};

module.exports = {
    createHash,
    createHmac,
    hash: (algorithm, data, encoding = 'hex') => createHash(algorithm).update(data).digest(encoding),
    getHashes: () => [...HASHES],
    getCiphers: () => [],
    getCurves: () => [],
    randomBytes,
    pseudoRandomBytes: randomBytes,
    randomFillSync,
    randomFill: (target, ...rest) => {
        const done = rest.pop();
        randomFillSync(target, ...rest);
        setImmediate(done, null, target);
    },
    randomInt,
    randomUUID,
    getRandomValues,
    timingSafeEqual,
    pbkdf2Sync,
    pbkdf2: (...values) => {
        const done = values.pop();
        const key = pbkdf2Sync(...values);
        setImmediate(done, null, key);
    },
    webcrypto,
    subtle: webcrypto.subtle,
    Hash,
    Hmac,
    constants: {},
};
for (const name of ['createCipheriv', 'createDecipheriv', 'createSign', 'createVerify', 'createPrivateKey',
    'createPublicKey', 'createSecretKey', 'generateKeyPair', 'generateKeyPairSync', 'scrypt', 'scryptSync', 'sign',
    'verify', 'createDiffieHellman', 'createECDH', 'hkdf', 'hkdfSync']) {
    module.exports[name] = unavailable(name);
}
