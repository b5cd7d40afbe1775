'use strict';

const {inspect, COLORS} = require('./inspect');
const {kinds, isError} = require('./kinds');
const {ESCAPES} = require('./layout');
const {format, formatWithOptions} = require('./format');
const {NodeError, SYSTEM, requireFunction, requireString} = require('./errors');

const PROMISIFY = Symbol.for('nodejs.util.promisify.custom');

function promisify(original) {
    requireFunction(original, 'original');
    if (original[PROMISIFY]) {
        const own = original[PROMISIFY];
        requireFunction(own, 'util.promisify.custom');
        return Object.defineProperty(own, PROMISIFY, {value: own, configurable: true});
    }
    function promised(...values) {
        return new Promise((resolve, reject) => {
            Reflect.apply(original, this, [...values, (error, ...results) => {
                if (error) {
                    reject(error);
                } else {
                    resolve(results[0]);
                }
            }]);
        });
    }
    Object.setPrototypeOf(promised, Object.getPrototypeOf(original));
    Object.defineProperty(promised, PROMISIFY, {value: promised, configurable: true});
    return Object.defineProperties(promised, Object.getOwnPropertyDescriptors(original));
}

promisify.custom = PROMISIFY;

function callbackify(original) {
    requireFunction(original, 'original');
    function calledBack(...values) {
        const done = values.pop();
        requireFunction(done, 'last argument');
        const {nextTick} = globalThis.process;
        Reflect.apply(original, this, values).then(
            (value) => nextTick(done, null, value),
            (reason) => {
                if (!reason) {
                    const error = NodeError('ERR_FALSY_VALUE_REJECTION', 'Promise was rejected with falsy value');
                    error.reason = reason;
                    nextTick(done, error);
                } else {
                    nextTick(done, reason);
                }
            });
    }
    const descriptors = Object.getOwnPropertyDescriptors(original);
    if (typeof descriptors.length?.value === 'number') {
        descriptors.length.value++;
    }
    if (typeof descriptors.name?.value === 'string') {
        descriptors.name.value += 'Callbackified';
    }
    return Object.defineProperties(calledBack, descriptors);
}

function inherits(constructor, parent) {
    requireFunction(constructor, 'ctor');
    requireFunction(parent, 'superCtor');
    Object.defineProperty(constructor, 'super_', {value: parent, writable: true, configurable: true});
    Object.setPrototypeOf(constructor.prototype, parent.prototype);
}

const warned = new Set();

function deprecate(fn, message, code) {
    let isWarned = false;
    function deprecated(...values) {
        if (!isWarned) {
            isWarned = true;
            if (code === undefined || !warned.has(code)) {
                warned.add(code);
                globalThis.process.emitWarning(message, 'DeprecationWarning', code);
            }
        }
        return new.target ? Reflect.construct(fn, values, new.target) : Reflect.apply(fn, this, values);
    }
    Object.setPrototypeOf(deprecated, fn);
    if (fn.prototype) {
        deprecated.prototype = fn.prototype;
    }
    return deprecated;
}

function debuglog(section) {
    const wanted = (globalThis.process.env.NODE_DEBUG ?? '').toUpperCase().split(',');
    const enabled = wanted.includes(section.toUpperCase());
    const log = (...values) => {
        if (enabled) {
            const {pid, stderr} = globalThis.process;
            stderr.write(`${section.toUpperCase()} ${pid}: ${format(...values)}\n`);
        }
    };
    return Object.defineProperty(log, 'enabled', {value: enabled});
}

function styleText(styles, text) {
    requireString(text, 'text');
    let [before, after] = ['', ''];
    for (const style of Array.isArray(styles) ? styles : [styles]) {
        const codes = COLORS[style];
        if (codes === undefined) {
            throw NodeError('ERR_INVALID_ARG_VALUE', `The argument 'format' must be one of: `
                + `${Object.keys(COLORS).map((name) => `'${name}'`).join(', ')}. Received ${inspect(style)}`,
            TypeError);
        }
        before += `\x1b[${codes[0]}m`;
        after = `\x1b[${codes[1]}m${after}`;
    }
    return before + text + after;
}

function stripVTControlCharacters(text) {
    requireString(text, 'str');
    return text.replace(ESCAPES, '');
}

const tagged = (name) => (value) => Object.prototype.toString.call(value) === `[object ${name}]`;

const types = {
    ...kinds,
    isArrayBufferView: ArrayBuffer.isView,
    isAnyArrayBuffer: (value) => kinds.isArrayBuffer(value) || kinds.isSharedArrayBuffer(value),
    isArgumentsObject: (value) => tagged('Arguments')(value) && typeof value === 'object',
    isAsyncFunction: (value) => typeof value === 'function'
        && (tagged('AsyncFunction')(value) || tagged('AsyncGeneratorFunction')(value)),
    isGeneratorFunction: (value) => typeof value === 'function'
        && (tagged('GeneratorFunction')(value) || tagged('AsyncGeneratorFunction')(value)),
    isGeneratorObject: tagged('Generator'),
    isMapIterator: tagged('Map Iterator'),
    isSetIterator: tagged('Set Iterator'),
    isModuleNamespaceObject: tagged('Module'),
    isExternal: () => false,
    isNumberObject: (value) => typeof value === 'object' && tagged('Number')(value),
    isStringObject: (value) => typeof value === 'object' && tagged('String')(value),
    isBooleanObject: (value) => typeof value === 'object' && tagged('Boolean')(value),
    isBigIntObject: (value) => typeof value === 'object' && tagged('BigInt')(value),
    isSymbolObject: (value) => typeof value === 'object' && tagged('Symbol')(value),
};
for (const name of ['Int8', 'Uint8', 'Uint8Clamped', 'Int16', 'Uint16', 'Int32', 'Uint32', 'Float32',
    'Float64', 'BigInt64', 'BigUint64']) {
    types[`is${name}Array`] = (value) => kinds.isTypedArray(value) && tagged(`${name}Array`)(value);
}

/** What an option of parseArgs is called that a text means: its name in the table. */
function parseArgs(config = {}) {
    const args = config.args ?? globalThis.process.argv.slice(2);
    const {options = {}, strict = true, allowPositionals = !strict, tokens: wantsTokens, allowNegative} = config;
    const values = Object.create(null);
    const positionals = [];
    const tokens = [];
    const byShort = new Map(Object.entries(options).filter(([, option]) => option.short)
        .map(([name, {short}]) => [short, name]));
    const fail = (code, message) => {
        throw NodeError(code, message, TypeError);
    };
    const store = (name, value, raw, index, inline) => {
        const option = options[name];
        if (strict && option === undefined) {
            fail('ERR_PARSE_ARGS_UNKNOWN_OPTION', `Unknown option '${raw}'${allowPositionals
                ? `. To specify a positional argument starting with a '-', place it at the end of the command`
                    + ` after '--', as in '-- "${raw}"` : ''}`);
        }
        const shown = option?.short ? `-${option.short}, --${name}` : `--${name}`;
        if (strict && option.type === 'string' && typeof value !== 'string') {
            fail('ERR_PARSE_ARGS_INVALID_OPTION_VALUE', `Option '${shown} <value>' argument missing`);
        }
        if (strict && option.type === 'boolean' && value !== undefined && inline) {
            fail('ERR_PARSE_ARGS_INVALID_OPTION_VALUE', `Option '${shown}' does not take an argument`);
        }
        tokens.push({kind: 'option', name, rawName: raw, index, value, inlineValue: inline});
        const kept = value ?? true;
        if (option?.multiple) {
            (values[name] ??= []).push(kept);
        } else {
            values[name] = kept;
        }
    };
    for (let i = 0; i < args.length; i++) {
        const arg = args[i];
        if (arg === '--') {
            tokens.push({kind: 'option-terminator', index: i});
            for (const rest of args.slice(i + 1)) {
                positionals.push(rest);
            }
            break;
        }
        if (/^--[^=]+/.test(arg)) {
            const [, name, inline] = /^--([^=]+)(?:=([\s\S]*))?$/.exec(arg);
            const negative = allowNegative && name.startsWith('no-') && options[name.slice(3)]?.type === 'boolean';
            if (negative) {
                values[name.slice(3)] = false;
            } else if (inline === undefined && options[name]?.type === 'string' && i + 1 < args.length
                    && !(strict && /^-./.test(args[i + 1]))) {
                store(name, args[++i], `--${name}`, i - 1, false);
            } else {
                store(name, inline, `--${name}`, i, inline !== undefined);
            }
        } else if (/^-[^-]/.test(arg)) {
            for (let at = 1; at < arg.length; at++) {
                const name = byShort.get(arg[at]) ?? arg[at];
                if (options[name]?.type === 'string') {
                    const rest = arg.slice(at + 1);
                    store(name, rest === '' ? args[++i] : rest, `-${arg[at]}`, i, rest !== '');
                    break;
                }
                store(name, undefined, `-${arg[at]}`, i, undefined);
            }
        } else {
            if (!allowPositionals) {
                fail('ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL', `Unexpected argument '${arg}'. This command does`
                    + ' not take positional arguments');
            }
            tokens.push({kind: 'positional', index: i, value: arg});
            positionals.push(arg);
        }
    }
    for (const [name, option] of Object.entries(options)) {
        if (option.default !== undefined && !(name in values)) {
            values[name] = option.default;
        }
    }
    return wantsTokens ? {values, positionals, tokens} : {values, positionals};
}

module.exports = {
    inspect,
    format,
    formatWithOptions,
    promisify,
    callbackify,
    inherits,
    deprecate,
    debuglog,
    debug: debuglog,
    styleText,
    stripVTControlCharacters,
    types,
    parseArgs,
    isDeepStrictEqual: (one, other) => require('./comparisons').isDeepStrictEqual(one, other),
    toUSVString: (text) => String(text).toWellFormed(),
    getSystemErrorName: (number) => Object.keys(SYSTEM).find((name) => SYSTEM[name][0] === number),
    getSystemErrorMap: () => new Map(Object.entries(SYSTEM).map(([name, [number, words]]) => [number, [name, words]])),
    TextEncoder: globalThis.TextEncoder,
    TextDecoder: globalThis.TextDecoder,
    isArray: Array.isArray,
    isBoolean: (value) => typeof value === 'boolean',
    isBuffer: (value) => Buffer.isBuffer(value),
    isDate: kinds.isDate,
    isError,
    isFunction: (value) => typeof value === 'function',
    isNull: (value) => value === null,
    isNullOrUndefined: (value) => value == null,
    isNumber: (value) => typeof value === 'number',
    isObject: (value) => value !== null && typeof value === 'object',
    isPrimitive: (value) => value === null || (typeof value !== 'object' && typeof value !== 'function'),
    isRegExp: kinds.isRegExp,
    isString: (value) => typeof value === 'string',
    isSymbol: (value) => typeof value === 'symbol',
    isUndefined: (value) => value === undefined,
    log: (...values) => globalThis.console.log(...values),
    _extend: (target, source) => Object.assign(target, source),
    aborted: (signal) => new Promise((resolve) => signal.addEventListener('abort', resolve, {once: true})),
    transferableAbortController: () => new AbortController(),
};
