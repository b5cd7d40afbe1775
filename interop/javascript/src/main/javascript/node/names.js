'use strict';

// What inspect calls the classes of values, and the stacks of errors.

const {ask} = require('./kinds');

const {hasOwn} = Object;

function classBase(value, name, tag, text) {
    const own = hasOwn(value, 'name') && value.name !== '' ? value.name : '(anonymous)';
    let base = own === '(anonymous)' ? 'class (anonymous)' : `class ${own}`;
    if (name.name !== 'Function' && name.name !== null) {
        base += ` [${name.name}]`;
    }
    if (tag !== '' && name.name !== tag) {
        base += ` [${tag}]`;
    }
    const parent = Object.getPrototypeOf(value);
    if (name.name !== null) {
        if (parent?.name) {
            base += ` extends ${parent.name}`;
        } else if (/^class\b[^{]*\bextends\s+null\b/.test(text)) {
            base += ' extends null';
        }
    } else {
        base += ' extends null';
    }
    return `[${base}]`;
}

/** The name of the class of a value: its own, or null with that of a class further up. */
function constructorName(value) {
    let object = value;
    while (object != null) {
        const description = Object.getOwnPropertyDescriptor(object, 'constructor');
        if (description !== undefined && typeof description.value === 'function'
                && description.value.name !== '' && isInstance(value, description.value)) {
            return {name: String(description.value.name)};
        }
        object = Object.getPrototypeOf(object);
    }
    const parent = Object.getPrototypeOf(value);
    if (parent !== null) {
        const above = constructorName(parent);
        return {name: `Object <${above.name ?? require('./inspect').inspect(parent, {depth: -1, customInspect: false})}>`};
    }
    return {name: null, from: Object.prototype.toString.call(value).slice(8, -1)};
}

function isInstance(value, kind) {
    try {
        return value instanceof kind;
    } catch {
        return false;
    }
}

/** What stands before the braces of an object. */
function prefix(name, tag, fallback, size) {
    if (name.name === null) {
        const own = fallback === 'Object' ? name.from : fallback;
        return tag !== '' && own !== tag ? `[${own}${size}: null prototype] [${tag}] `
            : `[${own}${size}: null prototype] `;
    }
    return tag !== '' && name.name !== tag ? `${name.name}${size} [${tag}] ` : `${name.name}${size} `;
}

function errorStack(error) {
    const {stack} = error;
    if (stack !== undefined && stack !== null && stack !== '') {
        return String(stack);
    }
    return ask(Error.prototype.toString, error) ?? 'Error';
}

/** The stack with the name of the error's class. */
function improved(error, stack, name, tag) {
    let own = name.name ?? (error.name != null ? String(error.name) : 'Error');
    const said = error.name != null ? String(error.name) : 'Error';
    if (name.name === null || (said.endsWith('Error') && stack.startsWith(said)
            && (stack.length === said.length || stack[said.length] === ':' || stack[said.length] === '\n'))) {
        let fallback = 'Error';
        if (name.name === null) {
            const start = /^([A-Z][a-zA-Z_ 0-9[\]()-]+)(?::|\n {4}at)/.exec(stack)
                ?? /^([a-zA-Z_0-9-]*Error)$/.exec(stack);
            fallback = start?.[1] ?? '';
            const rest = fallback.length;
            fallback ||= 'Error';
            own = prefix({name: null, from: 'Error'}, tag, fallback, '').slice(0, -1);
            return own + stack.slice(rest);
        }
        if (said !== own) {
            const replaced = own.includes(said) ? (said.length === 0 ? `${own}: ` : own)
                : `${own} [${said}]`;
            return replaced + stack.slice(said.length);
        }
    }
    return stack;
}

module.exports = {classBase, constructorName, errorStack, improved, prefix};
