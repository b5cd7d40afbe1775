'use strict';

const {argumentCount, booleanOption, requireText} = require('./options');
const {resultOf} = require('./values');
const {SqliteError, call} = require('./errors');

const GeneratorFunction = Object.getPrototypeOf(function* generator() {});
const hasOwn = Object.prototype.hasOwnProperty;

const PARAMETERS_MAX = 32;

function fault(name, what) {
    return new TypeError(`Virtual table module "${name}" ${what}`);
}

function unsupported(name, what) {
    return new SqliteError(`not supported: virtual table module "${name}" ${what}`, 'SQLITE_ERROR');
}

function checked(name, definition) {
    const used = 'used a table definition';
    if (!hasOwn.call(definition, 'rows')) {
        throw fault(name, `${used} without a "rows" property`);
    }
    if (!hasOwn.call(definition, 'columns')) {
        throw fault(name, `${used} without a "columns" property`);
    }
    const {rows} = definition;
    if (typeof rows !== 'function' || Object.getPrototypeOf(rows) !== GeneratorFunction) {
        throw fault(name,
            `${used} with an invalid "rows" property (should be a generator function)`);
    }
    if (!isNames(definition.columns)) {
        throw fault(name, `${used} with an invalid "columns" property (should be an array of strings)`);
    }
    const columns = [...definition.columns];
    if (new Set(columns).size !== columns.length) {
        throw fault(name, `${used} with duplicate column names`);
    }
    if (columns.length === 0) {
        throw new RangeError(
            `Virtual table module "${name}" ${used} with zero columns`);
    }
    const safe = 'safeIntegers' in definition ? booleanOption(definition, 'safeIntegers') : null;
    booleanOption(definition, 'directOnly');
    return {rows, columns, parameters: parameters(name, used, definition, columns), safe};
}

/** The names of the parameters. */
function parameters(name, used, definition, columns) {
    let names;
    if (hasOwn.call(definition, 'parameters')) {
        names = definition.parameters;
        if (!isNames(names)) {
            throw fault(name,
                `${used} with an invalid "parameters" property (should be an array of strings)`);
        }
        names = [...names];
    } else {
        names = Array.from({length: argumentCount(definition.rows)}, (_, i) => `$${i + 1}`);
    }
    if (new Set(names).size !== names.length) {
        throw fault(name, `${used} with duplicate parameter names`);
    }
    if (names.length > PARAMETERS_MAX) {
        throw new RangeError(`Virtual table module "${name}" ${used} with more than the maximum number`
            + ` of ${PARAMETERS_MAX} parameters`);
    }
    for (const parameter of names) {
        if (columns.includes(parameter)) {
            throw fault(name, `${used} with column "${parameter}" which was ambiguously defined as both`
                + ' a column and parameter');
        }
    }
    return names;
}

function isNames(names) {
    if (!Array.isArray(names)) {
        return false;
    }
    for (const name of names) {
        if (typeof name !== 'string') {
            return false;
        }
    }
    return true;
}

/** A row that the generator gives, as an array of values. */
function values(name, columns, row, result) {
    if (Array.isArray(row)) {
        if (row.length !== columns.length) {
            throw fault(name, 'yielded a row with an incorrect number of columns');
        }
        return row.map(result);
    }
    if (typeof row !== 'object' || row === null) {
        throw fault(name, 'yielded something that isn\'t a valid row object');
    }
    const keys = Object.keys(row);
    for (const key of keys) {
        if (!columns.includes(key)) {
            throw fault(name, `yielded a row with an undeclared column "${key}"`);
        }
    }
    if (keys.length !== columns.length) {
        throw fault(name, 'yielded a row with missing columns');
    }
    return columns.map((column) => result(row[column]));
}

/** A table whose rows a generator function gives, anew each time they are read. */
function defineTable(connection, name, definition) {
    requireText(name, 'first');
    if (!name) {
        throw new TypeError('Virtual table module name cannot be an empty string');
    }
    if (typeof definition === 'function') {
        connection.requireIdle();
        throw unsupported(name, 'is a factory for CREATE VIRTUAL TABLE');
    }
    if (typeof definition !== 'object' || definition === null) {
        throw new TypeError(
            'Expected second argument to be a function or a table definition object');
    }
    const {rows, columns, parameters, safe} = checked(name, definition);
    connection.requireIdle();
    const result = resultOf(`Virtual table module "${name}" yielded`);
    // An argument that is not given is null, one that is given never.
    const argument = (value) => value ?? undefined;
    const names = safe ?? connection.safe ? ['big_integers'] : [];

    function* table(...given) {
        for (const row of rows(...given.map(argument))) {
            yield values(name, columns, row, result);
        }
    }

    call(connection.handle.createTable, name, table, columns, parameters, ...names);
}

module.exports = defineTable;
