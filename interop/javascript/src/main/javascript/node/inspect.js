'use strict';

// Shows values as Node's util.inspect does.

const {internals} = system;
const {kinds, isError, boxed, ask, typedName} = require('./kinds');
const {Layout} = require('./layout');
const {classBase, constructorName, errorStack, improved, prefix} = require('./names');

const CUSTOM = Symbol.for('nodejs.util.inspect.custom');

const DEFAULTS = Object.seal({
    showHidden: false,
    depth: 2,
    colors: false,
    customInspect: true,
    showProxy: false,
    maxArrayLength: 100,
    maxStringLength: 10000,
    breakLength: 80,
    compact: 3,
    sorted: false,
    getters: false,
    numericSeparator: false,
});

/** Escape sequences: what begins a colour, and what ends it. */
const COLORS = Object.assign(Object.create(null), {
    reset: [0, 0], bold: [1, 22], dim: [2, 22], italic: [3, 23], underline: [4, 24], blink: [5, 25],
    inverse: [7, 27], hidden: [8, 28], strikethrough: [9, 29], doubleunderline: [21, 24],
    black: [30, 39], red: [31, 39], green: [32, 39], yellow: [33, 39], blue: [34, 39],
    magenta: [35, 39], cyan: [36, 39], white: [37, 39], gray: [90, 39], grey: [90, 39],
    redBright: [91, 39], greenBright: [92, 39], yellowBright: [93, 39], blueBright: [94, 39],
    magentaBright: [95, 39], cyanBright: [96, 39], whiteBright: [97, 39],
    bgBlack: [40, 49], bgRed: [41, 49], bgGreen: [42, 49], bgYellow: [43, 49], bgBlue: [44, 49],
    bgMagenta: [45, 49], bgCyan: [46, 49], bgWhite: [47, 49], bgGray: [100, 49],
});

const STYLES = Object.assign(Object.create(null), {
    special: 'cyan',
    number: 'yellow',
    bigint: 'yellow',
    boolean: 'yellow',
    undefined: 'grey',
    null: 'bold',
    string: 'green',
    symbol: 'green',
    date: 'magenta',
    regexp: 'red',
    module: 'underline',
});

const IDENTIFIER = /^[a-zA-Z_][a-zA-Z_0-9]*$/;
const SHORT_ESCAPES = {8: '\\b', 9: '\\t', 10: '\\n', 12: '\\f', 13: '\\r', 92: '\\\\'};

/** A text of more characters in an array is broken at its line ends. */
const SHORT_STRING = 16;
/** If two errors have more places in common, they are shown once. */
const SAME_FRAMES = 3;

const hasOwn = Object.hasOwn;

/** One call of inspect: the options, and where it stands. */
class Inspection extends Layout {
    constructor(options, given) {
        super();
        Object.assign(this, DEFAULTS, options);
        this.given = given;
        this.level = 0;
        this.indentation = 0;
        /** Objects that are being shown, outermost first. */
        this.seen = [];
        /** Numbers of objects that contain themselves. */
        this.circular = null;
        /** Too much has been shown already. */
        this.budget = {};
        if (this.colors === true || this.colors === 'auto') {
            this.style = (text, style) => {
                const color = COLORS[STYLES[style]];
                return color === undefined ? text : `\x1b[${color[0]}m${text}\x1b[${color[1]}m`;
            };
        } else {
            this.style = (text) => text;
        }
        this.maxArrayLength ??= Infinity;
        this.maxStringLength ??= Infinity;
        if (this.depth === null) {
            this.depth = Infinity;
        }
    }

    value(value, level, typed = false) {
        if ((typeof value !== 'object' || value === null) && typeof value !== 'function') {
            return this.primitive(value);
        }
        const proxy = internals.proxyDetails(value);
        if (proxy !== undefined) {
            if (this.showProxy) {
                return this.proxy(proxy, level);
            }
            let target = proxy[0];
            for (let inner; (inner = internals.proxyDetails(target)) !== undefined;) {
                target = inner[0];
            }
            if (target === null) {
                return this.style('<Revoked Proxy>', 'special');
            }
            return this.customOr(target, value, level, typed);
        }
        return this.customOr(value, value, level, typed);
    }

    customOr(value, context, level, typed) {
        if (this.customInspect) {
            const custom = value[CUSTOM];
            if (typeof custom === 'function' && custom !== inspect
                    && !(value.constructor && value.constructor.prototype === value)) {
                const depth = this.depth === Infinity ? Infinity : this.depth - level;
                const answer = custom.call(context, depth, this.optionsFor(depth), inspect);
                if (answer !== context) {
                    return typeof answer !== 'object' || answer === null
                        ? String(answer).replaceAll('\n', `\n${' '.repeat(this.indentation)}`)
                        : this.value(answer, level);
                }
            }
        }
        if (this.seen.includes(value)) {
            this.circular ??= new Map();
            if (!this.circular.has(value)) {
                this.circular.set(value, this.circular.size + 1);
            }
            return this.style(`[Circular *${this.circular.get(value)}]`, 'special');
        }
        return this.object(value, level, typed);
    }

    optionsFor(depth) {
        const options = {};
        for (const name of Object.keys(DEFAULTS)) {
            options[name] = this[name];
        }
        return Object.assign(options, this.given, {
            depth,
            stylize: (text, style) => this.style(String(text), style),
        });
    }

    proxy(details, level) {
        if (level > this.depth) {
            return this.style('Proxy [Array]', 'special');
        }
        this.indentation += 2;
        const parts = [this.value(details[0], level + 1), this.value(details[1], level + 1)];
        this.indentation -= 2;
        return this.joined(parts, '', ['Proxy [', ']'], true, level);
    }

    primitive(value) {
        switch (typeof value) {
            case 'string':
                return this.string(value);
            case 'number':
                return this.style(this.number(value), 'number');
            case 'bigint':
                return this.style(`${this.separated(String(value))}n`, 'bigint');
            case 'boolean':
                return this.style(String(value), 'boolean');
            case 'undefined':
                return this.style('undefined', 'undefined');
            case 'symbol':
                return this.style(symbolText(value), 'symbol');
            default:
                return this.style('null', 'null');
        }
    }

    number(value) {
        if (Object.is(value, -0)) {
            return '-0';
        }
        const text = String(value);
        if (!this.numericSeparator || !Number.isFinite(value) || text.includes('e')) {
            return text;
        }
        const [whole, fraction] = text.split('.');
        return fraction === undefined ? this.separated(whole)
            : `${this.separated(whole)}.${fraction.replace(/(\d{3})(?=\d)/g, '$1_')}`;
    }

    separated(digits) {
        return this.numericSeparator ? digits.replace(/(?<=\d)(?=(\d{3})+$)/g, '_') : digits;
    }

    string(text) {
        let trailer = '';
        if (text.length > this.maxStringLength) {
            const rest = text.length - this.maxStringLength;
            text = text.slice(0, this.maxStringLength);
            trailer = `... ${rest} more character${rest > 1 ? 's' : ''}`;
        }
        if (this.compact !== true && text.length > SHORT_STRING
                && text.length > this.breakLength - this.indentation - 4) {
            return text.split(/(?<=\n)/).map((line) => this.style(quoted(line), 'string'))
                .join(` +\n${' '.repeat(this.indentation + 2)}`) + trailer;
        }
        return this.style(quoted(text), 'string') + trailer;
    }

    object(value, level, typed) {
        const name = constructorName(value);
        let tag = '';
        try {
            tag = value[Symbol.toStringTag];
        } catch {
            // It has none.
        }
        if (typeof tag !== 'string' || tag === '' || tag === name.name) {
            tag = '';
        }
        const shape = this.shape(value, name, tag, typed);
        const keys = this.keys(value, shape);
        if (keys.length === 0 && shape.entries === null && shape.empty !== undefined) {
            return shape.empty;
        }
        if (level > this.depth) {
            const text = name.name === null ? `[${name.from} <Object: null prototype>]`
                : `[${prefix(name, tag, shape.fallback, '').slice(0, -1)}]`;
            return this.style(Array.isArray(value) ? '[Array]' : text.replace(/\(\d+\)\]$/, ']'), 'special');
        }
        level++;
        this.seen.push(value);
        this.level = level;
        let output;
        try {
            output = shape.entries === null ? [] : shape.entries(level);
            for (const key of keys) {
                output.push(this.property(value, key, level, shape.isArray));
            }
        } catch (error) {
            this.seen.pop();
            if (error instanceof RangeError && /stack/i.test(error.message)) {
                return this.style(`[${prefix(name, tag, 'Object', '').slice(0, -1)}: Inspection interrupted`
                    + ' prematurely. Maximum call stack size exceeded.]', 'special');
            }
            throw error;
        }
        let {base = '', braces} = shape;
        if (this.circular?.has(value)) {
            const mark = this.style(`<ref *${this.circular.get(value)}>`, 'special');
            if (this.compact !== true) {
                base = base === '' ? mark : `${mark} ${base}`;
            } else {
                braces = [`${mark} ${braces[0]}`, braces[1]];
            }
        }
        this.seen.pop();
        if (this.sorted) {
            const order = this.sorted === true ? undefined : this.sorted;
            if (shape.isArray) {
                const count = output.length - keys.length;
                output = output.slice(0, count).concat(output.slice(count).sort(order));
            } else {
                output.sort(order);
            }
        }
        return this.joined(output, base, braces, shape.isArray, level, value);
    }

    /**
     * How an object is shown: its braces, what stands before them, and the entries that are no
     * properties; and what it is if it has neither.
     */
    shape(value, name, tag, typed) {
        const plain = (fallback, size = '') => prefix(name, tag, fallback, size);
        if (Array.isArray(value)) {
            const before = name.name !== 'Array' || tag !== ''
                ? prefix(name, tag, 'Array', `(${value.length})`) : '';
            return {
                braces: [`${before}[`, ']'], isArray: true, fallback: 'Array',
                empty: value.length === 0 ? `${before}[]` : undefined,
                entries: value.length === 0 ? null : (inner) => this.elements(value, inner),
            };
        }
        if (kinds.isSet(value)) {
            const before = plain('Set', `(${value.size})`);
            return {
                braces: [`${before}{`, '}'], fallback: 'Set',
                empty: value.size === 0 ? `${before}{}` : undefined,
                entries: value.size === 0 ? null : (level) => this.members(
                    Array.from(Set.prototype.values.call(value)), (one) => this.value(one, level)),
            };
        }
        if (kinds.isMap(value)) {
            const before = plain('Map', `(${value.size})`);
            return {
                braces: [`${before}{`, '}'], fallback: 'Map',
                empty: value.size === 0 ? `${before}{}` : undefined,
                entries: value.size === 0 ? null : (level) => this.members(
                    Array.from(Map.prototype.entries.call(value)), ([key, one]) =>
                        `${this.value(key, level)} => ${this.value(one, level)}`),
            };
        }
        if (kinds.isTypedArray(value)) {
            const kind = typedName.call(value);
            const size = value.length;
            const before = plain(kind, `(${size})`);
            return {
                braces: [`${before}[`, ']'], isArray: true, fallback: kind,
                empty: size === 0 && !this.showHidden ? `${before}[]` : undefined,
                entries: size === 0 ? null : (level) => this.numbers(value, size, level),
                typed: true,
            };
        }
        const iterator = this.iterator(value, tag);
        return iterator ?? this.otherShape(value, name, tag, typed, plain);
    }

    /** An iterator over a map or a set shows what is left. */
    iterator(value, tag) {
        const rest = tag === 'Map Iterator' || tag === 'Set Iterator' ? internals.rest(value) : undefined;
        if (rest === undefined) {
            return null;
        }
        const isPairs = rest[0] === true;
        const left = rest.slice(1);
        return {
            braces: [`[${isPairs ? tag.replace('Iterator', 'Entries') : tag}] {`, '}'],
            fallback: tag,
            entries: (level) => this.members(left, (one) => this.value(one, level)),
        };
    }

    otherShape(value, name, tag, typed, plain) {
        if (Object.prototype.toString.call(value) === '[object Arguments]'
                && name.name === 'Object' && hasOwn(value, 'callee')) {
            return {
                braces: ['[Arguments] {', '}'], fallback: 'Arguments', entries: null,
                empty: '[Arguments] {}',
            };
        }
        if (typeof value === 'function') {
            const base = this.functionBase(value, name, tag);
            return {braces: ['{', '}'], base, entries: null, empty: this.style(base, 'special'),
                fallback: 'Function'};
        }
        if (kinds.isRegExp(value)) {
            const text = RegExp.prototype.toString.call(value);
            const before = plain('RegExp');
            const base = before === 'RegExp ' ? text : before + text;
            return {braces: ['{', '}'], base, entries: null, empty: this.style(base, 'regexp'),
                fallback: 'RegExp'};
        }
        if (kinds.isDate(value)) {
            const text = Number.isNaN(Date.prototype.getTime.call(value))
                ? Date.prototype.toString.call(value) : Date.prototype.toISOString.call(value);
            const before = plain('Date');
            const base = before === 'Date ' ? text : before + text;
            return {braces: ['{', '}'], base, entries: null, empty: this.style(base, 'date'),
                fallback: 'Date'};
        }
        if (isError(value)) {
            return {braces: ['{', '}'], isError: true, entries: null, fallback: 'Error',
                ...this.errorShape(value, name, tag)};
        }
        if (kinds.isArrayBuffer(value) || kinds.isSharedArrayBuffer(value)) {
            const kind = kinds.isArrayBuffer(value) ? 'ArrayBuffer' : 'SharedArrayBuffer';
            const before = plain(kind);
            return {
                braces: [`${before}{`, '}'], fallback: kind,
                entries: (level) => [...typed ? [] : [this.bytes(value)],
                    `byteLength: ${this.value(value.byteLength, level)}`],
            };
        }
        if (kinds.isDataView(value)) {
            return {
                braces: [`${plain('DataView')}{`, '}'], fallback: 'DataView',
                entries: (level) => ['byteLength', 'byteOffset', 'buffer'].map(
                    (key) => this.named(key, value[key], level)),
            };
        }
        const promise = internals.promiseDetails(value);
        if (promise !== undefined) {
            return {
                braces: [`${plain('Promise')}{`, '}'], fallback: 'Promise',
                entries: (level) => [this.promised(promise, level)],
            };
        }
        for (const Kind of [WeakSet, WeakMap]) {
            if (ask(Kind.prototype.has, value, {}) !== undefined) {
                return {
                    braces: [`${plain(Kind.name)}{`, '}'], fallback: Kind.name,
                    entries: () => [this.style('<items unknown>', 'special')],
                };
            }
        }
        const wrapped = boxed(value);
        if (wrapped !== null) {
            return this.boxedShape(value, wrapped, name, tag);
        }
        if (value[Symbol.toStringTag] === 'Module' && name.name === null) {
            return {braces: ['[Module: null prototype] {', '}'], fallback: 'Module', entries: null,
                empty: '[Module: null prototype] {}'};
        }
        const before = name.name === 'Object' && tag === '' ? '' : plain('Object');
        return {braces: [`${before}{`, '}'], entries: null, empty: `${before}{}`, fallback: 'Object'};
    }

    boxedShape(value, {name: kind, primitive}, name, tag) {
        let base = `[${kind}`;
        if (kind !== name.name) {
            base += name.name === null ? ' (null prototype)' : ` (${name.name})`;
        }
        const plain = Object.create(Inspection.prototype);
        Object.assign(plain, this, {style: (text) => text});
        base += `: ${plain.primitive(primitive)}]`;
        if (tag !== '' && tag !== name.name) {
            base += ` [${tag}]`;
        }
        return {
            braces: ['{', '}'], base, entries: null, fallback: kind,
            empty: this.style(base, kind.toLowerCase()),
            skip: kind === 'String' ? (key) => /^\d+$/.test(key) : undefined,
        };
    }

    promised([state, value], level) {
        if (state === 0) {
            return this.style('<pending>', 'special');
        }
        this.indentation += 2;
        const text = this.value(value, level);
        this.indentation -= 2;
        return state === 2 ? `${this.style('<rejected>', 'special')} ${text}` : text;
    }

    bytes(buffer) {
        const shown = new Uint8Array(buffer, 0, Math.min(this.maxArrayLength, buffer.byteLength, 50));
        let text = Array.from(shown, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
        const rest = buffer.byteLength - shown.length;
        if (rest > 0) {
            text += ` ... ${rest} more byte${rest > 1 ? 's' : ''}`;
        }
        return `${this.style('[Uint8Contents]', 'special')}: <${text}>`;
    }

    functionBase(value, name, tag) {
        const text = Function.prototype.toString.call(value);
        if (text.startsWith('class') && text.endsWith('}')) {
            return classBase(value, name, tag, text);
        }
        const proto = Object.getPrototypeOf(value);
        let kind = Object.prototype.toString.call(proto ?? {}).slice(8, -1);
        kind = ['GeneratorFunction', 'AsyncFunction', 'AsyncGeneratorFunction'].includes(kind)
            ? kind : 'Function';
        let base = `[${kind}`;
        if (name.name === null) {
            base += ' (null prototype)';
        }
        base += value.name === '' ? ' (anonymous)' : `: ${String(value.name)}`;
        base += ']';
        if (name.name !== kind && name.name !== null) {
            base += ` ${name.name}`;
        }
        return tag !== '' && name.name !== tag && tag !== kind ? `${base} [${tag}]` : base;
    }

    errorShape(error, name, tag) {
        let stack = errorStack(error);
        // The name of its class, where the stack does not say it.
        stack = this.shortened(error, improved(error, stack, name, tag));
        const at = error.message ? stack.indexOf(String(error.message)) : -1;
        const from = at < 0 ? 0 : at + String(error.message).length;
        const frames = stack.indexOf('\n    at', from);
        if (frames < 0) {
            stack = `[${stack}]`;
        }
        if (this.indentation !== 0) {
            stack = stack.replaceAll('\n', `\n${' '.repeat(this.indentation)}`);
        }
        return {base: stack, empty: stack};
    }

    /** The stack without the lines that it shares with the error's cause. */
    shortened(error, stack) {
        const cause = Object.hasOwn(error, 'cause') && isError(error.cause) ? errorStack(error.cause) : '';
        const begin = cause.indexOf('\n    at');
        if (begin < 0) {
            return stack;
        }
        const frames = stack.split('\n');
        const others = cause.slice(begin + 1).split('\n');
        let same = 0;
        while (same < Math.min(frames.length, others.length) && frames.at(-1 - same) === others.at(-1 - same)) {
            same++;
        }
        if (same > SAME_FRAMES) {
            const text = `    ... ${same - 2} lines matching cause stack trace ...`;
            frames.splice(frames.length - same + 1, same - 2, this.style(text, 'undefined'));
        }
        return frames.join('\n');
    }

    /** The properties that are shown. */
    keys(value, shape) {
        let keys;
        if (this.showHidden) {
            keys = Object.getOwnPropertyNames(value);
        } else {
            try {
                keys = Object.keys(value);
            } catch {
                keys = Object.getOwnPropertyNames(value); // Of a module that has not run yet.
            }
        }
        if (shape.isArray && shape.skip === undefined) {
            keys = keys.filter((key) => !isIndex(key) && (this.showHidden ? key !== 'length' || true : true));
            if (shape.typed) {
                keys = keys.filter((key) => !isIndex(key));
            }
        } else if (shape.skip !== undefined) {
            keys = keys.filter((key) => !shape.skip(key));
        }
        const symbols = Object.getOwnPropertySymbols(value);
        for (const symbol of symbols) {
            if (this.showHidden || Object.prototype.propertyIsEnumerable.call(value, symbol)) {
                keys.push(symbol);
            }
        }
        if (shape.isError) {
            keys = this.errorKeys(value, shape, keys);
        }
        return keys;
    }

    errorKeys(error, shape, keys) {
        if (!this.showHidden) {
            for (const key of ['name', 'message', 'stack']) {
                const at = keys.indexOf(key);
                if (at >= 0 && typeof error[key] === 'string' && shape.base.includes(error[key])) {
                    keys.splice(at, 1);
                }
            }
        }
        for (const key of ['cause', 'errors']) {
            if (hasOwn(error, key) && !keys.includes(key)
                    && (key === 'cause' || Array.isArray(error.errors))) {
                keys.push(key);
            }
        }
        return keys;
    }

    elements(array, level) {
        const output = [];
        const shown = Math.min(Math.max(0, this.maxArrayLength), array.length);
        let at = 0;
        while (at < array.length && output.length < shown) {
            if (hasOwn(array, at)) {
                output.push(this.property(array, String(at), level, true, true));
                at++;
                continue;
            }
            const begin = at;
            while (at < array.length && !hasOwn(array, at)) {
                at++;
            }
            const count = at - begin;
            output.push(this.style(`<${count} empty item${count > 1 ? 's' : ''}>`, 'undefined'));
        }
        this.more(output, array.length - at);
        return output;
    }

    more(output, rest) {
        if (rest > 0) {
            output.push(`... ${rest} more item${rest > 1 ? 's' : ''}`);
        }
    }

    members(values, show) {
        const shown = Math.min(Math.max(0, this.maxArrayLength), values.length);
        this.indentation += 2;
        const output = [];
        for (let i = 0; i < shown; i++) {
            output.push(show(values[i]));
        }
        this.more(output, values.length - shown);
        this.indentation -= 2;
        return output;
    }

    numbers(array, size, level) {
        const shown = Math.min(Math.max(0, this.maxArrayLength), size);
        const output = [];
        for (let i = 0; i < shown; i++) {
            output.push(this.primitive(array[i]));
        }
        this.more(output, size - shown);
        if (this.showHidden) {
            this.indentation += 2;
            for (const key of ['BYTES_PER_ELEMENT', 'length', 'byteLength', 'byteOffset', 'buffer']) {
                output.push(`[${key}]: ${this.value(array[key], level, true)}`);
            }
            this.indentation -= 2;
        }
        return output;
    }

    named(key, value, level) {
        this.indentation += 2;
        const text = this.value(value, level);
        this.indentation -= 2;
        return `${key}: ${text}`;
    }

    property(object, key, level, inArray, isElement = false) {
        const description = Object.getOwnPropertyDescriptor(object, key)
            ?? {value: object[key], enumerable: true};
        let text;
        const extra = inArray && isElement ? 2 : this.compact !== true || !inArray ? 2 : 3;
        if (description.value !== undefined || 'value' in description) {
            this.indentation += extra;
            text = this.value(description.value, level);
            if (extra === 3 && this.breakLength < text.length) {
                text = `\n${' '.repeat(this.indentation)}${text}`;
            }
            this.indentation -= extra;
        } else if (description.get !== undefined) {
            text = this.getter(object, key, description, level);
        } else if (description.set !== undefined) {
            text = this.style('[Setter]', 'special');
        } else {
            text = this.style('undefined', 'undefined');
        }
        if (isElement) {
            return text;
        }
        let shown;
        if (typeof key === 'symbol') {
            shown = `[${this.style(symbolText(key), 'symbol')}]`;
        } else if (key === '__proto__') {
            shown = "['__proto__']";
        } else if (description.enumerable === false) {
            shown = `[${key.replace(/[\x00-\x1f\x27\x5c\x7f-\x9f]/g, escaped)}]`;
        } else if (IDENTIFIER.test(key)) {
            shown = this.style(key, 'name');
        } else {
            shown = this.style(quoted(key), 'string');
        }
        return `${shown}: ${text}`;
    }

    getter(object, key, description, level) {
        const name = description.set === undefined ? 'Getter' : 'Getter/Setter';
        const {getters} = this;
        if (!getters || (getters === 'get' && description.set !== undefined)
                || (getters === 'set' && description.set === undefined)) {
            return this.style(`[${name}]`, 'special');
        }
        try {
            const value = description.get.call(object);
            this.indentation += 2;
            const text = value === null || typeof value !== 'object'
                ? `${this.style(`[${name}:`, 'special')} ${this.primitive(value)}${this.style(']', 'special')}`
                : `${this.style(`[${name}]`, 'special')} ${this.value(value, level)}`;
            this.indentation -= 2;
            return text;
        } catch (error) {
            return `${this.style(`[${name}: <Inspection threw (${error.message})>`, 'special')}${this.style(']', 'special')}`;
        }
    }

}

function isIndex(key) {
    return typeof key === 'string' && /^(0|[1-9]\d{0,9})$/.test(key) && Number(key) < 2 ** 32 - 1;
}

function symbolText(symbol) {
    return Symbol.prototype.toString.call(symbol);
}

function escaped(character) {
    const code = character.charCodeAt(0);
    return SHORT_ESCAPES[code]
        ?? (code < 0x80 || code < 0xa0 ? `\\x${code.toString(16).toUpperCase().padStart(2, '0')}`
            : `\\u${code.toString(16)}`);
}

/** A text between quotation marks: those that it does not contain. */
function quoted(text) {
    let quote = "'";
    if (text.includes("'")) {
        if (!text.includes('"')) {
            quote = '"';
        } else if (!text.includes('`') && !text.includes('${')) {
            quote = '`';
        }
    }
    const special = /[\x00-\x1f\\\x7f-\x9f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
    let shown = text.replace(special, escaped);
    if (quote === "'") {
        shown = shown.replaceAll("'", "\\'");
    }
    return quote + shown + quote;
}

/** A value as a text for people who look for faults. */
function inspect(value, options, depth, colors) {
    const given = {};
    if (arguments.length >= 3 && depth !== undefined) {
        given.depth = depth;
    }
    if (arguments.length >= 4 && colors !== undefined) {
        given.colors = colors;
    }
    if (typeof options === 'boolean') {
        given.showHidden = options;
    } else if (options) {
        Object.assign(given, options);
    }
    return new Inspection(given, given).value(value, 0);
}

inspect.custom = CUSTOM;
inspect.colors = COLORS;
inspect.styles = STYLES;
Object.defineProperty(inspect, 'defaultOptions', {
    get: () => DEFAULTS,
    set(options) {
        Object.assign(DEFAULTS, options);
    },
});

module.exports = {inspect, COLORS};
