'use strict';

const UNESCAPED = /[^A-Za-z0-9\-_.!~*'()]/;

function escape(text) {
    text = typeof text === 'string' ? text : String(text);
    return UNESCAPED.test(text) ? encodeURIComponent(text) : text;
}

function unescape(text) {
    try {
        return decodeURIComponent(text);
    } catch {
        return unescapeBuffer(text).toString();
    }
}

/** The bytes of a text; what is no escape stays as it is. */
function unescapeBuffer(text) {
    const bytes = [];
    for (let i = 0; i < text.length; i++) {
        const digits = text[i] === '%' ? /^[\da-f]{2}/i.exec(text.slice(i + 1, i + 3)) : null;
        if (digits) {
            bytes.push(parseInt(digits[0], 16));
            i += 2;
        } else {
            bytes.push(...Buffer.from(text[i]));
        }
    }
    return Buffer.from(bytes);
}

function primitive(value) {
    switch (typeof value) {
        case 'string':
            return value;
        case 'number':
            return Number.isFinite(value) ? String(value) : '';
        case 'bigint':
        case 'boolean':
            return String(value);
        default:
            return '';
    }
}

function stringify(object, separator = '&', equals = '=', options = {}) {
    separator ||= '&';
    equals ||= '=';
    const encode = options?.encodeURIComponent ?? module.exports.escape;
    if (object === null || typeof object !== 'object') {
        return '';
    }
    const parts = [];
    for (const key of Object.keys(object)) {
        for (const value of Array.isArray(object[key]) ? object[key] : [object[key]]) {
            parts.push(encode(primitive(key)) + equals + encode(primitive(value)));
        }
    }
    return parts.join(separator);
}

const KEYS_MAX = 1000;

function parse(text, separator = '&', equals = '=', options = {}) {
    const object = Object.create(null);
    if (typeof text !== 'string' || text.length === 0) {
        return object;
    }
    const decode = options?.decodeURIComponent ?? module.exports.unescape;
    const decoded = (part) => {
        const spaced = part.replaceAll('+', ' ');
        try {
            return decode(spaced);
        } catch {
            return unescape(spaced);
        }
    };
    const limit = options?.maxKeys ?? KEYS_MAX;
    let parts = text.split(separator || '&').filter((part) => part !== '');
    parts = limit > 0 ? parts.slice(0, limit) : parts;
    for (const part of parts) {
        const at = part.indexOf(equals || '=');
        const key = decoded(at < 0 ? part : part.slice(0, at));
        const value = at < 0 ? '' : decoded(part.slice(at + (equals || '=').length));
        if (!(key in object)) {
            object[key] = value;
        } else if (Array.isArray(object[key])) {
            object[key].push(value);
        } else {
            object[key] = [object[key], value];
        }
    }
    return object;
}

module.exports = {escape, unescape, unescapeBuffer, stringify, encode: stringify, parse, decode: parse};
