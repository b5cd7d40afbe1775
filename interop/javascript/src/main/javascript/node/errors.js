'use strict';

// Errors with the codes, and mostly the words, that Node gives them.

/** An error of an API, with a code. */
function NodeError(code, message, Base = Error) {
    const error = new Base(message);
    Error.captureStackTrace?.(error, NodeError);
    Object.defineProperty(error, 'code',
        {value: code, enumerable: true, writable: true, configurable: true});
    const {stack} = error;
    // The code stands in the stack, as it does in Node's.
    const named = `${error.name} [${code}]`;
    Object.defineProperty(error, 'stack', {
        value: String(stack).startsWith(error.name) && code.startsWith('ERR_')
            ? named + stack.slice(error.name.length) : stack,
        writable: true,
        configurable: true,
    });
    return error;
}

/** The errors of the system: number and words. */
const SYSTEM = {
    EPERM: [-1, 'operation not permitted'],
    ENOENT: [-2, 'no such file or directory'],
    EIO: [-5, 'i/o error'],
    EBADF: [-9, 'bad file descriptor'],
    EACCES: [-13, 'permission denied'],
    EBUSY: [-16, 'resource busy or locked'],
    EEXIST: [-17, 'file already exists'],
    EXDEV: [-18, 'cross-device link not permitted'],
    ENOTDIR: [-20, 'not a directory'],
    EISDIR: [-21, 'illegal operation on a directory'],
    EINVAL: [-22, 'invalid argument'],
    EMFILE: [-24, 'too many open files'],
    ETXTBSY: [-26, 'text file is busy'],
    ENOSPC: [-28, 'no space left on device'],
    EROFS: [-30, 'read-only file system'],
    EPIPE: [-32, 'broken pipe'],
    ENAMETOOLONG: [-36, 'name too long'],
    ENOTEMPTY: [-39, 'directory not empty'],
    ELOOP: [-40, 'too many symbolic links encountered'],
};

/** The error for a call of the system that has failed. */
function systemError(code, syscall, path, dest) {
    const [errno, words] = SYSTEM[code] ?? SYSTEM.EIO;
    let message = `${code}: ${words}, ${syscall}`;
    if (path !== undefined) {
        message += ` '${path}'`;
    }
    if (dest !== undefined) {
        message += ` -> '${dest}'`;
    }
    const error = new Error(message);
    Error.captureStackTrace?.(error, systemError);
    error.errno = errno;
    error.code = code;
    error.syscall = syscall;
    if (path !== undefined) {
        error.path = path;
    }
    if (dest !== undefined) {
        error.dest = dest;
    }
    return error;
}

/** What a message says of a value that is not of the right type. */
function received(value) {
    if (value == null) {
        return String(value);
    }
    if (typeof value === 'function') {
        return `function ${value.name}`;
    }
    const {inspect} = require('./inspect');
    if (typeof value === 'object') {
        return value.constructor?.name
            ? `an instance of ${value.constructor.name}` : inspect(value, {depth: -1});
    }
    let shown = inspect(value, {colors: false});
    if (shown.length > 28) {
        shown = `${shown.slice(0, 25)}...`;
    }
    return `type ${typeof value} (${shown})`;
}

/** The error for an argument of a wrong type. */
function argumentType(name, expected, value) {
    const what = name.includes('.') ? 'property' : 'argument';
    const error = NodeError('ERR_INVALID_ARG_TYPE',
        `The "${name}" ${what} must be ${expected}. Received ${received(value)}`, TypeError);
    return error;
}

function outOfRange(name, range, value) {
    return NodeError('ERR_OUT_OF_RANGE', `The value of "${name}" is out of range. It must be ${range}.`
        + ` Received ${require('./inspect').inspect(value)}`, RangeError);
}

function requireFunction(value, name) {
    if (typeof value !== 'function') {
        throw argumentType(name, 'of type function', value);
    }
}

function requireString(value, name) {
    if (typeof value !== 'string') {
        throw argumentType(name, 'of type string', value);
    }
}

/** What is printed of an error that ends the program. */
function uncaughtText(error, origin) {
    const {inspect} = require('./inspect');
    if (error instanceof Error) {
        return inspect(error);
    }
    const shown = typeof error === 'string' ? error : inspect(error);
    return origin === 'unhandledRejection'
        ? `Uncaught (in promise) ${shown}` : `Uncaught ${inspect(error)}`;
}

module.exports = {
    NodeError, SYSTEM, systemError, received, argumentType, outOfRange, requireFunction,
    requireString, uncaughtText,
};
