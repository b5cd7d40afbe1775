'use strict';

const {requireText} = require('./options');
const {resultOf} = require('./values');
const {call} = require('./errors');

function requireArguments(connection, name, fn, what) {
    requireText(name, 'first');
    if (!name) {
        throw new TypeError(`${what} name cannot be an empty string`);
    }
    if (typeof fn !== 'function') {
        throw new TypeError('Expected second argument to be a function');
    }
    connection.requireIdle();
}

/**
 * A tokenizer for full-text tables.
 *
 * @param factory takes the words behind the tokenizer's name, and gives a function of a text, a
 *     reason and a locale, which gives tokens: arrays of a start, an end, the token and synonyms
 */
function defineTokenizer(connection, name, factory) {
    requireArguments(connection, name, factory, 'Tokenizer');
    call(connection.handle.createTokenizer, name, (words) => {
        const tokenizer = factory([...words]);
        if (typeof tokenizer !== 'function') {
            throw new TypeError(`Tokenizer ${name} is not a function`);
        }
        return tokenizer;
    });
}

/** A function of the rows that full-text queries find. */
function defineAuxiliary(connection, name, fn) {
    requireArguments(connection, name, fn, 'User-defined function');
    const result = resultOf(`User-defined function ${name}() returned`);
    call(connection.handle.createAuxiliaryFunction, name,
        (match, ...values) => result(fn(match, ...values)));
}

module.exports = {defineTokenizer, defineAuxiliary};
