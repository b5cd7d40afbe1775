'use strict';

// What the tests use. The host has defined `test` and `folder`.

const Database = require('sqlvm');
const {SqliteError} = Database;

function shown(value) {
    if (value instanceof Uint8Array) {
        return `bytes[${Array.from(value).join(' ')}]`;
    }
    if (Array.isArray(value)) {
        return `[${value.map(shown).join(', ')}]`;
    }
    if (value !== null && typeof value === 'object') {
        return `{${Object.keys(value).map((key) => `${key}: ${shown(value[key])}`).join(', ')}}`;
    }
    if (typeof value === 'string') {
        return JSON.stringify(value);
    }
    return typeof value === 'bigint' ? `${value}n` : Object.is(value, -0) ? '-0' : String(value);
}

/** Both show the same, with the types of numbers and the order of properties. */
function equal(actual, expected) {
    if (shown(actual) !== shown(expected)) {
        throw new Error(`${shown(actual)} in place of ${shown(expected)}`);
    }
}

/** Gives what the function throws, which must be of a class, with a message and perhaps a code. */
function throws(fn, kind, message, code) {
    try {
        fn();
    } catch (error) {
        if (error.constructor !== kind || (message !== undefined && error.message !== message)
                || (code !== undefined && error.code !== code)) {
            throw new Error(`${error.constructor.name} ${error.code}: ${error.message}`);
        }
        return error;
    }
    throw new Error(`throws nothing: ${fn}`);
}

function memory(...sql) {
    const db = new Database(':memory:');
    sql.forEach((text) => db.exec(text));
    return db;
}

let files = 0;

/** A file that is not there yet. */
function fresh() {
    return `${folder}/${++files}.db`;
}

function value(db, sql, ...values) {
    return db.prepare(sql).pluck().get(...values);
}
