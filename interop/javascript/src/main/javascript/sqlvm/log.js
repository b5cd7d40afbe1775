'use strict';

// The text of a statement with its values, for those who are told of each: long values are cut.

/** Characters of a text that are shown. */
const SHOWN_MAX = 32;
/** Stands in the text where characters are left out, behind their number; no text contains it. */
const MARK = '\u0001…\u0001';

function cut(value) {
    return typeof value === 'string' && value.length > SHOWN_MAX
        ? `${value.slice(0, SHOWN_MAX)}${MARK}${value.length - SHOWN_MAX}${MARK}` : value;
}

/** The text of a run with values. */
function logged(runs, values) {
    return String(runs.expanded(...values.map(cut)))
        .replace(new RegExp(`${MARK}(\\d+)${MARK}'`, 'g'), (_, count) => `'/*+${count} bytes*/`);
}

module.exports = {logged};
