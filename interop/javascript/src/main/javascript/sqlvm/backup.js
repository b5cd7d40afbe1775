'use strict';

const {SqliteError, call} = require('./errors');
const {requireText, functionOption} = require('./options');

const PAGES = 100;
const PAGES_MAX = 0x7fffffff;

/** The name of an attached database, which an option may say. */
function attachedName(options) {
    const name = 'attached' in options ? options.attached : 'main';
    if (typeof name !== 'string') {
        throw new TypeError('Expected the "attached" option to be a string');
    }
    if (!name) {
        throw new TypeError('The "attached" option cannot be an empty string');
    }
    return name;
}

function checkedOptions(options, place) {
    if (options == null) {
        return {};
    }
    if (typeof options !== 'object') {
        throw new TypeError(`Expected ${place} argument to be an options object`);
    }
    return options;
}

/** How many pages the next step copies, if the program says so. */
function rate(answer) {
    if (typeof answer !== 'number' || Number.isNaN(answer)) {
        throw new TypeError('Expected progress callback to return a number or undefined');
    }
    return Math.max(0, Math.min(PAGES_MAX, Math.round(answer)));
}

/** Lets others go on: those of an event loop, if the program has one, or else of promises alone. */
function turn() {
    const {setImmediate} = globalThis;
    return typeof setImmediate === 'function' ? new Promise((go) => setImmediate(go)) : null;
}

/**
 * Copies the database to a file, so many pages at a time; what waits for a promise runs between.
 *
 * @param open opens a file
 */
async function backup(connection, open, given, options) {
    options = checkedOptions(options, 'second');
    requireText(given, 'first');
    const filename = given.trim();
    const name = attachedName(options);
    const progress = functionOption(options, 'progress');
    if (!filename) {
        throw new TypeError('Backup filename cannot be an empty string');
    }
    if (filename === ':memory:') {
        throw new TypeError('Invalid backup filename ":memory:"');
    }
    await turn();
    connection.requireReady();
    const isNew = !host.hasFile(filename);
    const target = open(filename);
    let done = false;
    try {
        const running = call(connection.handle.backup, name, target, 'main');
        try {
            const end = await steps(connection, running, progress);
            done = true;
            return end;
        } finally {
            call(running.close);
        }
    } finally {
        call(target.close);
        if (isNew && !done) {
            host.remove(filename);
        }
    }
}

async function steps(connection, running, progress) {
    // The first one copies nothing and tells how much there is.
    let pages = 0;
    let said = false;
    for (;;) {
        await turn();
        connection.requireOpen();
        try {
            call(running.step, pages);
        } catch (error) {
            if (!(error instanceof SqliteError) || !/^SQLITE_BUSY/.test(error.code)) {
                throw error;
            }
        }
        const state = {
            totalPages: Number(running.pageCount),
            remainingPages: Number(running.remaining),
        };
        if (state.remainingPages === 0) {
            return state;
        }
        if (!said) {
            said = true;
            pages = PAGES;
        }
        const answer = progress === null ? undefined : progress(state);
        if (answer !== undefined) {
            pages = rate(answer);
        }
    }
}

module.exports = {backup, attachedName, checkedOptions};
