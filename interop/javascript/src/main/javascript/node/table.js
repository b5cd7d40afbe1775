'use strict';

// Tables for console.table.

const {inspect} = require('./inspect');
const {kinds} = require('./kinds');

const INDEX = '(index)';
const ITERATION_INDEX = '(iteration index)';
const VALUES = 'Values';

function cell(value) {
    const depth = value !== null && typeof value === 'object' && !Array.isArray(value)
        && Object.keys(value).length > 2 ? -1 : 0;
    return inspect(value, {
        maxArrayLength: 3, breakLength: Infinity, colors: false, depth});
}

/** The columns that a text takes on a screen: wide characters take two. */
function width(text) {
    let columns = 0;
    for (const character of text.replace(/\x1b\[[0-9;]*m/g, '')) {
        const code = character.codePointAt(0);
        const isWide = code >= 0x1100 && (code <= 0x115f || (code >= 0x2e80 && code <= 0xa4cf)
            || (code >= 0xac00 && code <= 0xd7a3) || (code >= 0xf900 && code <= 0xfaff)
            || (code >= 0xfe30 && code <= 0xfe6f) || (code >= 0xff00 && code <= 0xff60)
            || (code >= 0xffe0 && code <= 0xffe6) || (code >= 0x1f300 && code <= 0x1faff)
            || (code >= 0x20000 && code <= 0x3fffd));
        const isNone = code < 32 || (code >= 0x7f && code < 0xa0) || (code >= 0x300 && code <= 0x36f)
            || (code >= 0x200b && code <= 0x200f) || (code >= 0xfe00 && code <= 0xfe0f);
        columns += isNone ? 0 : isWide ? 2 : 1;
    }
    return columns;
}

function drawn(head, columns) {
    const widths = head.map((name, i) =>
        Math.max(width(name), ...columns[i].map((text) => width(text))) + 2);
    const line = (left, middle, right) =>
        left + widths.map((count) => '─'.repeat(count)).join(middle) + right;
    const row = (cells) => `│${cells.map((text, i) =>
        ` ${text}${' '.repeat(widths[i] - width(text) - 1)}`).join('│')}│`;
    const rows = columns[0].map((_, at) => row(columns.map((column) => column[at])));
    return [line('┌', '┬', '┐'), row(head), line('├', '┼', '┤'), ...rows, line('└', '┴', '┘')]
        .join('\n');
}

/** A table of rows, each with the name that it has, and the value. */
function tableOf(indexName, rows, properties) {
    const names = [];
    const seen = new Set();
    let hasValues = false;
    for (const [, value] of rows) {
        if (value === null || (typeof value !== 'object' && typeof value !== 'function')) {
            hasValues = true;
            continue;
        }
        for (const key of properties ?? Object.keys(value)) {
            if (!seen.has(key)) {
                seen.add(key);
                names.push(key);
            }
        }
    }
    const isPlain = (value) =>
        value === null || (typeof value !== 'object' && typeof value !== 'function');
    const head = [indexName, ...names];
    const columns = [rows.map(([name]) => name)];
    for (const name of names) {
        columns.push(rows.map(([, value]) =>
            (!isPlain(value) && Object.hasOwn(value, name) ? cell(value[name]) : '')));
    }
    if (hasValues) {
        head.push(VALUES);
        columns.push(rows.map(([, value]) => (isPlain(value) ? cell(value) : '')));
    }
    return drawn(head, columns);
}

/** The text of a table; null for what is shown as it is. */
module.exports = function table(data, properties) {
    if (properties !== undefined && !Array.isArray(properties)) {
        throw require('./errors').argumentType('properties', 'an instance of Array', properties);
    }
    if (kinds.isMap(data)) {
        const entries = [...data];
        return drawn([ITERATION_INDEX, 'Key', VALUES], [entries.map((_, i) => String(i)),
            entries.map(([key]) => cell(key)), entries.map(([, value]) => cell(value))]);
    }
    if (kinds.isSet(data)) {
        const values = [...data];
        return drawn([ITERATION_INDEX, VALUES],
            [values.map((_, i) => String(i)), values.map((value) => cell(value))]);
    }
    return tableOf(INDEX, Object.keys(data).map((key) => [key, data[key]]), properties);
};
