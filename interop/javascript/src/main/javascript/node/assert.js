'use strict';

const {inspect} = require('./inspect');
const {isError, kinds} = require('./kinds');
const {isDeepEqual, isDeepStrictEqual} = require('./comparisons');
const {NodeError, argumentType} = require('./errors');

const TITLES = {
    deepStrictEqual: 'Expected values to be strictly deep-equal:',
    strictEqual: 'Expected values to be strictly equal:',
    strictEqualObject: 'Expected "actual" to be reference-equal to "expected":',
    deepEqual: 'Expected values to be loosely deep-equal:',
    notDeepStrictEqual: 'Expected "actual" not to be strictly deep-equal to:',
    notStrictEqual: 'Expected "actual" to be strictly unequal to:',
    notStrictEqualObject: 'Expected "actual" not to be reference-equal to "expected":',
    notDeepEqual: 'Expected "actual" not to be loosely deep-equal to:',
    notIdentical: 'Values have same structure but are not reference-equal:',
    notDeepEqualUnequal: 'Expected values not to be loosely deep-equal:',
};

/** Values of more characters than this are not put on one line. */
const SHORT_LENGTH = 12;
/** Equal lines around a difference that are shown. */
const CONTEXT = 2;
const LINES_MAX = 1000;
/** A call of more lines is not shown. */
const CALL_LINES = 10;

function shown(value) {
    return inspect(value, {compact: false, customInspect: false, depth: 1000, maxArrayLength: Infinity,
        showHidden: false, showProxy: false, sorted: true, getters: true, breakLength: Infinity});
}

/** Whether two lines are the same, but for the comma that all but the last have. */
function isSameLine(one, other) {
    return one === other || `${one},` === other || one === `${other},`;
}

/** How many lines the rests of two texts have in common, by where these begin. */
function commonLines(one, other) {
    const lengths = Array.from({length: one.length + 1}, () => new Uint32Array(other.length + 1));
    for (let i = one.length - 1; i >= 0; i--) {
        for (let k = other.length - 1; k >= 0; k--) {
            lengths[i][k] = isSameLine(one[i], other[k]) ? lengths[i + 1][k + 1] + 1
                : Math.max(lengths[i + 1][k], lengths[i][k + 1]);
        }
    }
    return lengths;
}

/** The lines of both, with what only one of them has marked. */
function difference(one, other) {
    const lengths = commonLines(one, other);
    const lines = [];
    let [i, k] = [0, 0];
    while (i < one.length || k < other.length) {
        if (i < one.length && k < other.length && isSameLine(one[i], other[k])) {
            lines.push(`  ${one[i].length > other[k].length ? one[i] : other[k]}`);
            i++;
            k++;
        } else if (i < one.length && (k >= other.length || lengths[i + 1][k] >= lengths[i][k + 1])) {
            lines.push(`+ ${one[i++]}`);
        } else {
            lines.push(`- ${other[k++]}`);
        }
    }
    return shortened(lines);
}

/** Leaves out long runs of equal lines. */
function shortened(lines) {
    const isNear = lines.map((_, at) => lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1)
        .some((line) => !line.startsWith('  ')) || at < CONTEXT || at >= lines.length - CONTEXT);
    const shorter = [];
    let skipped = false;
    for (let i = 0; i < lines.length; i++) {
        if (isNear[i] || (!isNear[i] && isNear[i - 1] && isNear[i + 1])) {
            shorter.push(lines[i]);
        } else if (shorter.at(-1) !== '...') {
            shorter.push('...');
            skipped = true;
        }
    }
    return {text: shorter.join('\n'), skipped};
}

function compared(actual, expected, operator, title) {
    const [left, right] = [shown(actual), shown(expected)];
    const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';
    if (operator === 'strictEqual' && isObject(actual) && isObject(expected) && left !== right) {
        operator = 'strictEqualObject';
    }
    const [one, other] = [left.split('\n'), right.split('\n')];
    if (one.length === 1 && other.length === 1 && left !== right) {
        if (!isObject(actual) && !isObject(expected) && (actual !== 0 || expected !== 0)
                && left.length + right.length <= SHORT_LENGTH) {
            return `${title ?? TITLES[operator]}\n\n${left} !== ${right}\n`;
        }
    }
    if (left === right) {
        const lines = one.length > 50 ? [...one.slice(0, 47), '...'] : one;
        return `${title ?? TITLES.notIdentical}\n\n${lines.join('\n')}\n`;
    }
    if (one.length + other.length > LINES_MAX) {
        return `${title ?? TITLES[operator]}\n+ actual - expected\n\n+ ${one.slice(0, 50).join('\n+ ')}`
            + `\n- ${other.slice(0, 50).join('\n- ')}`;
    }
    const {text, skipped} = difference(one, other);
    return `${title ?? TITLES[operator]}\n+ actual - expected${skipped ? ' ... Lines skipped' : ''}\n\n${text}`;
}

function messageOf(actual, expected, operator) {
    if (operator === 'deepStrictEqual' || operator === 'strictEqual') {
        return compared(actual, expected, operator);
    }
    if (operator === 'notDeepStrictEqual' || operator === 'notStrictEqual') {
        const isObject = (typeof actual === 'object' && actual !== null) || typeof actual === 'function';
        const title = TITLES[operator === 'notStrictEqual' && isObject ? 'notStrictEqualObject' : operator];
        const lines = shown(actual).split('\n');
        if (lines.length > 50) {
            lines.splice(46, lines.length, '...');
        }
        return lines.length === 1 ? `${title}${lines[0].length > 5 ? '\n\n' : ' '}${lines[0]}`
            : `${title}\n\n${lines.join('\n')}\n`;
    }
    const [left, right] = [shown(actual), shown(expected)];
    if (operator === 'deepEqual') {
        return `${TITLES.deepEqual}\n\n${left}\n\nshould loosely deep-equal\n\n${right}`;
    }
    if (operator === 'notDeepEqual') {
        return left === right ? `${TITLES.notDeepEqual}\n\n${left}`
            : `${TITLES.notDeepEqualUnequal}\n\n${left}\n\nshould not loosely deep-equal\n\n${right}`;
    }
    return `${left} ${operator} ${right}`;
}

class AssertionError extends Error {
    constructor(options) {
        if (typeof options !== 'object' || options === null) {
            throw argumentType('options', 'of type object', options);
        }
        const {message, operator, stackStartFn, actual, expected} = options;
        super(message === undefined ? messageOf(actual, expected, operator)
            : operator === 'deepStrictEqual' || operator === 'strictEqual'
                ? compared(actual, expected, operator, String(message)) : String(message));
        this.generatedMessage = message === undefined;
        Object.defineProperty(this, 'name',
            {value: 'AssertionError [ERR_ASSERTION]', enumerable: false, writable: true, configurable: true});
        this.code = 'ERR_ASSERTION';
        this.actual = actual;
        this.expected = expected;
        this.operator = operator;
        Error.captureStackTrace(this, stackStartFn ?? AssertionError);
        this.stack; // With that name.
        this.name = 'AssertionError';
    }

    toString() {
        return `${this.name} [${this.code}]: ${this.message}`;
    }

    [inspect.custom](depth, options) {
        return inspect(this, {...options, customInspect: false, depth: 0});
    }
}

function fail(message, details, from) {
    if (message instanceof Error) {
        throw message;
    }
    const error = new AssertionError(
        {...details, message: message ?? details.generated, stackStartFn: from});
    error.generatedMessage = message === undefined;
    throw error;
}

function assert(value, message) {
    check(value, message, assert, arguments.length);
}

/** The text of the call that has failed, where it can be found. */
function callText(from) {
    const here = {};
    Error.captureStackTrace(here, from);
    const [, path, line, column] = /\(?(\/[^\n(]*?):(\d+):(\d+)\)?(?:\n|$)/.exec(String(here.stack)) ?? [];
    if (path === undefined || system.host.kind(path) !== 1) {
        return '';
    }
    const lines = system.host.readText(path).split('\n').slice(line - 1, Number(line) + CALL_LINES);
    const text = lines.join('\n').slice(column - 1);
    const begin = /^[\w.]+\(/.exec(text);
    if (begin === null) {
        return '';
    }
    let open = 1;
    let at = begin[0].length;
    while (open > 0 && at < text.length) {
        open += text[at] === '(' ? 1 : text[at] === ')' ? -1 : 0;
        at++;
    }
    return open > 0 ? '' : `:\n\n  ${text.slice(0, at)}\n`;
}

function check(value, message, from, count) {
    if (!value) {
        if (message instanceof Error) {
            throw message;
        }
        const generated = count === 0 ? 'No value argument passed to `assert.ok()`'
            : `The expression evaluated to a falsy value${callText(from)}`;
        const error = new AssertionError({
            message: message ?? generated, actual: value, expected: true, operator: '==', stackStartFn: from});
        error.generatedMessage = message == null;
        throw error;
    }
}

assert.ok = function ok(value, message) {
    check(value, message, ok, arguments.length);
};

assert.AssertionError = AssertionError;

assert.fail = function failed(message = 'Failed') {
    if (message instanceof Error) {
        throw message;
    }
    const error = new AssertionError({message, operator: 'fail', stackStartFn: failed});
    error.generatedMessage = arguments.length === 0;
    throw error;
};

function isSame(one, other) {
    // eslint-disable-next-line eqeqeq -- That is what it is for.
    return one == other || (Number.isNaN(one) && Number.isNaN(other));
}

const comparisons = {
    equal: ['==', isSame],
    notEqual: ['!=', (one, other) => !isSame(one, other)],
    strictEqual: ['strictEqual', Object.is],
    notStrictEqual: ['notStrictEqual', (one, other) => !Object.is(one, other)],
    deepEqual: ['deepEqual', isDeepEqual],
    notDeepEqual: ['notDeepEqual', (one, other) => !isDeepEqual(one, other)],
    deepStrictEqual: ['deepStrictEqual', isDeepStrictEqual],
    notDeepStrictEqual: ['notDeepStrictEqual', (one, other) => !isDeepStrictEqual(one, other)],
};

for (const [name, [operator, holds]] of Object.entries(comparisons)) {
    const compare = {
        [name](actual, expected, message) {
            if (arguments.length < 2) {
                throw NodeError('ERR_MISSING_ARGS', 'The "actual" and "expected" arguments must be specified',
                    TypeError);
            }
            if (!holds(actual, expected)) {
                fail(message, {actual, expected, operator}, compare);
            }
        },
    }[name];
    assert[name] = compare;
}

function isPattern(value) {
    return kinds.isRegExp(value);
}

/** Whether what was thrown is what was expected; throws what is wrong with it. */
function checkThrown(thrown, expected, message, name, from) {
    if (typeof expected !== 'function') {
        if (isPattern(expected)) {
            if (RegExp.prototype.exec.call(expected, String(thrown)) === null) {
                fail(message, {actual: thrown, expected, operator: name,
                    generated: `The input did not match the regular expression ${inspect(expected)}.`
                        + ` Input:\n\n${inspect(String(thrown))}\n`}, from);
            }
            return;
        }
        checkProperties(thrown, expected, message, name, from);
        return;
    }
    if (expected.prototype !== undefined && thrown instanceof expected) {
        return;
    }
    if (Object.prototype.isPrototypeOf.call(Error, expected) || expected === Error) {
        const got = isError(thrown)
            ? `\n\nError message:\n\n${thrown.message}` : '';
        const kind = isError(thrown) ? `"${thrown.constructor?.name ?? thrown.name}"`
            : `"${inspect(thrown, {depth: -1})}"`;
        fail(message, {actual: thrown, expected, operator: name,
            generated: `The error is expected to be an instance of "${expected.name}". Received ${kind}${got}`}, from);
    }
    if (Reflect.apply(expected, {}, [thrown]) !== true) {
        const shownName = expected.name ? `"${expected.name}" ` : '';
        fail(message, {actual: thrown, expected, operator: name,
            generated: `The ${shownName}validation function is expected to return "true". Received`
                + ` ${inspect(Reflect.apply(expected, {}, [thrown]))}${isError(thrown) ? `\n\nCaught error:\n\n${thrown}` : ''}`},
        from);
    }
}

/** The properties of an error that are compared. */
class Comparison {}

function checkProperties(thrown, expected, message, name, from) {
    if (typeof thrown !== 'object' || thrown === null) {
        fail(message, {actual: thrown, expected, operator: 'deepStrictEqual'}, from);
    }
    const keys = Object.keys(expected);
    if (isError(expected)) {
        keys.push('name', 'message');
    } else if (keys.length === 0) {
        throw NodeError('ERR_INVALID_ARG_VALUE',
            `The argument 'error' may not be an empty object. Received {}`, TypeError);
    }
    for (const key of keys) {
        const isMatch = typeof thrown[key] === 'string' && isPattern(expected[key])
            && expected[key].exec(thrown[key]) !== null;
        if (!isMatch && (!(key in thrown) || !isDeepStrictEqual(thrown[key], expected[key]))) {
            const part = (object) => Object.assign(new Comparison(), Object.fromEntries(
                keys.filter((one) => one in object).map((one) => [one,
                    isPattern(expected[one]) && typeof thrown[one] === 'string'
                        && expected[one].exec(thrown[one]) !== null ? thrown[one] : object[one]])));
            const error = new AssertionError({actual: part(thrown), expected: part(expected),
                operator: 'deepStrictEqual', message, stackStartFn: from});
            Object.assign(error, {actual: thrown, expected, operator: name});
            throw error;
        }
    }
}

const NOTHING = Symbol('nothing');

function thrownBy(fn) {
    if (typeof fn !== 'function') {
        throw argumentType('fn', 'of type function', fn);
    }
    try {
        fn();
    } catch (error) {
        return error;
    }
    return NOTHING;
}

async function rejectionOf(given) {
    let promise = given;
    if (typeof given === 'function') {
        promise = given();
        if (typeof promise?.then !== 'function') {
            throw NodeError('ERR_INVALID_RETURN_VALUE', 'Expected instance of Promise to be returned from the'
                + ` "promiseFn" function but got ${require('./errors').received(promise)}.`, TypeError);
        }
    } else if (typeof promise?.then !== 'function') {
        throw argumentType('promiseFn', 'of type function or an instance of Promise', promise);
    }
    try {
        await promise;
    } catch (error) {
        return error;
    }
    return NOTHING;
}

function expectThrown(thrown, expected, message, name, from) {
    if (typeof expected === 'string') {
        if (thrown === expected || thrown?.message === expected) {
            throw NodeError('ERR_AMBIGUOUS_ARGUMENT', `The "error/message" argument is ambiguous. The error message`
                + ` "${thrown?.message ?? thrown}" is identical to the message.`, TypeError);
        }
        message = expected;
        expected = undefined;
    } else if (expected != null && typeof expected !== 'object' && typeof expected !== 'function') {
        throw argumentType('expected', 'of type function or an instance of Error, RegExp, or Object', expected);
    }
    if (thrown === NOTHING) {
        const kind = name === 'rejects' ? 'rejection' : 'exception';
        const named = expected?.name ? ` (${expected.name})` : '';
        const error = new AssertionError({actual: undefined, expected, operator: name,
            message: `Missing expected ${kind}${named}${message ? `: ${message}` : '.'}`, stackStartFn: from});
        error.generatedMessage = false;
        throw error;
    }
    if (expected != null) {
        checkThrown(thrown, expected, message, name, from);
    }
}

function expectNone(thrown, expected, message, name, from) {
    if (thrown === NOTHING) {
        return;
    }
    if (typeof expected === 'string') {
        message = expected;
        expected = undefined;
    }
    if (!expected || (isPattern(expected) ? expected.exec(String(thrown)) !== null : thrown instanceof expected)) {
        const kind = name === 'doesNotReject' ? 'rejection' : 'exception';
        throw new AssertionError({actual: thrown, expected, operator: name, stackStartFn: from,
            message: `Got unwanted ${kind}${message ? `: ${message}` : '.'}\nActual message: "${thrown?.message}"`});
    }
    throw thrown;
}

assert.throws = function throws(fn, expected, message) {
    expectThrown(thrownBy(fn), expected, message, 'throws', throws);
};
assert.doesNotThrow = function doesNotThrow(fn, expected, message) {
    expectNone(thrownBy(fn), expected, message, 'doesNotThrow', doesNotThrow);
};
assert.rejects = async function rejects(given, expected, message) {
    expectThrown(await rejectionOf(given), expected, message, 'rejects', rejects);
};
assert.doesNotReject = async function doesNotReject(given, expected, message) {
    expectNone(await rejectionOf(given), expected, message, 'doesNotReject', doesNotReject);
};

assert.ifError = function ifError(value) {
    if (value !== null && value !== undefined) {
        const shownValue = typeof value === 'object' && typeof value.message === 'string'
            ? value.message.length === 0 && value.constructor ? value.constructor.name : value.message
            : inspect(value);
        throw new AssertionError({actual: value, expected: null, operator: 'ifError', stackStartFn: ifError,
            message: `ifError got unwanted exception: ${shownValue}`});
    }
};

function matching(text, pattern, message, from, wanted) {
    if (!isPattern(pattern)) {
        throw argumentType('regexp', 'an instance of RegExp', pattern);
    }
    if (typeof text !== 'string' || (RegExp.prototype.exec.call(pattern, text) !== null) !== wanted) {
        const generated = typeof text !== 'string'
            ? `The "string" argument must be of type string. Received ${require('./errors').received(text)}`
            : `The input ${wanted ? 'did not match' : 'was expected to not match'} the regular expression`
                + ` ${inspect(pattern)}. Input:\n\n${inspect(text)}\n`;
        if (message instanceof Error) {
            throw message;
        }
        const error = new AssertionError({actual: text, expected: pattern, message: message ?? generated,
            operator: from.name, stackStartFn: from});
        error.generatedMessage = message === undefined;
        throw error;
    }
}

assert.match = function match(text, pattern, message) {
    matching(text, pattern, message, match, true);
};
assert.doesNotMatch = function doesNotMatch(text, pattern, message) {
    matching(text, pattern, message, doesNotMatch, false);
};

assert.strict = Object.assign(function strict(value, message) {
    check(value, message, strict, arguments.length);
}, assert, {
    equal: assert.strictEqual,
    notEqual: assert.notStrictEqual,
    deepEqual: assert.deepStrictEqual,
    notDeepEqual: assert.notDeepStrictEqual,
});
assert.strict.strict = assert.strict;

module.exports = assert;
