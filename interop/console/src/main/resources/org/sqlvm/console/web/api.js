/** Requests to the console's server. The key is in this page alone, and in no cookie. */

import {parseRow, Rows} from "./rows.js";
import {texts} from "./texts.js";

const KEY = "sqlvm-key";
const JSON_TYPE = "application/json";
const COMMA = 44;
const LINE_END = 10;

let key = null;

/** An error that the server has told of. */
export class ServerError extends Error {
    /** @param {{message: string, code?: number, offset?: number}} error */
    constructor(error) {
        super(error.message);
        this.code = error.code ?? null;
        this.offset = error.offset ?? null;
    }
}

/** Exchanges the ticket of the link for the key; whether there is a key, which may be an old one. */
export async function login() {
    const ticket = location.hash.slice(1);
    if (ticket !== "") {
        history.replaceState(null, "", "/");
        const answer = await fetch("/login", {method: "POST", body: ticket});
        if (answer.ok) {
            sessionStorage.setItem(KEY, (await answer.json()).key);
        }
    }
    key = sessionStorage.getItem(KEY);
    return key !== null;
}

function send(path, {headers = {}, ...options}) {
    return fetch(path, {...options, headers: {Authorization: `Bearer ${key}`, ...headers}});
}

/** Facts of the database; null if the server does not know the key. */
export async function facts() {
    const answer = await send("/facts", {});
    return answer.ok ? answer.json() : null;
}

/** Makes a table of a file's content. */
export async function importFile(file) {
    const answer = await send("/import", {
        method: "POST",
        headers: {"Sqlvm-File": encodeURIComponent(file.name)},
        body: file,
    });
    const text = await answer.json();
    if (!answer.ok) {
        throw new ServerError(text.error);
    }
    return text;
}

function notebook(kernel, method, body) {
    return send("/notebook", {method, headers: {"Sqlvm-Notebook": kernel}, body, keepalive: method === "DELETE"});
}

/** Runs a cell in the process of a notebook. */
export async function notebookRun(kernel, info, text) {
    let answer = await notebook(kernel, "POST", JSON.stringify({info, text}));
    for (;;) {
        const result = await answer.json();
        if (!answer.ok) {
            throw new ServerError(result.error);
        }
        if (!result.running) {
            return result;
        }
        answer = await notebook(kernel, "GET");
    }
}

export async function notebookInterrupt(kernel) {
    await notebook(kernel, "PUT");
}

/** Ends the process of a notebook, also when the page goes away. */
export async function notebookEnd(kernel) {
    await notebook(kernel, "DELETE");
}

/** The names of the databases that have been dropped on the page. */
export async function databases() {
    return (await send("/databases", {})).json();
}

/** Closes a database that has been dropped. */
export async function closeDatabase(name) {
    const answer = await send("/databases", {method: "DELETE", headers: {"Sqlvm-File": encodeURIComponent(name)}});
    if (!answer.ok) {
        throw new ServerError((await answer.json()).error);
    }
}

/** The server's sessions, with what they run. */
export async function sessions() {
    return (await (await send("/query", {})).json()).sessions;
}

/** A session with the plan and the counters of what runs in it; null if it is not known yet. */
export async function progress(session) {
    const answer = await send("/query", {headers: {"Sqlvm-Session": session}});
    return answer.ok ? answer.json() : null;
}

/** Cancels the statement of a session. */
export async function cancelSession(id) {
    const answer = await send(`/query/${id}`, {method: "DELETE"});
    if (!answer.ok) {
        throw new ServerError((await answer.json()).error);
    }
}

export async function loadState() {
    return (await send("/state", {})).json();
}

/** @param {object} state what the page finds at its next visit */
export async function saveState(state) {
    await send("/state", {method: "PUT", body: JSON.stringify(state)});
}

/** A name for a session of the server's, which nobody guesses. */
export function newSession() {
    return crypto.randomUUID();
}

/** Ends a session, also when the page goes away. */
export function endSession(session) {
    send("/query", {method: "DELETE", headers: {"Sqlvm-Session": session}, keepalive: true});
}

/**
 * Runs statements.
 * @param {string} sql
 * @param {object} options `session`, `parameters`, `counters`, `signal`; `onRows(rows)` is called
 *     as rows come; `rowsMax`, behind which the rest is not fetched
 * @returns {Promise<{rows: Rows|null, changes: number, transaction: boolean, counters: object|null,
 *     isCut: boolean}>}
 */
export async function run(sql, options = {}) {
    const {session, parameters, counters, signal, onRows = () => {}, rowsMax = Infinity} = options;
    const cut = new AbortController();
    const signals = signal ? AbortSignal.any([signal, cut.signal]) : cut.signal;
    const answer = await send("/query", {
        method: "POST",
        headers: {
            "Content-Type": JSON_TYPE,
            Accept: JSON_TYPE,
            ...(session ? {"Sqlvm-Session": session} : {}),
        },
        body: JSON.stringify({sql, parameters, counters}),
        signal: signals,
    });
    if (!answer.ok) {
        throw new ServerError((await answer.json()).error);
    }
    const reader = new Reader(onRows);
    const stream = answer.body.getReader();
    for (let part = await stream.read(); !part.done; part = await stream.read()) {
        reader.take(part.value);
        if (reader.rows.count >= rowsMax && !reader.hasTail) {
            cut.abort();
            return {rows: reader.rows, changes: 0, transaction: null, counters: null, isCut: true};
        }
    }
    return reader.end();
}

/** The rows of a small result, as arrays of values. */
export async function values(sql, options = {}) {
    const {rows} = await run(sql, options);
    return Array.from({length: rows.count}, (_, row) => rows.get(row));
}

/** A whole result in another form. */
export async function download(sql, type, session) {
    const answer = await send("/query", {
        method: "POST",
        headers: {
            "Content-Type": JSON_TYPE,
            Accept: type,
            ...(session ? {"Sqlvm-Session": session} : {}),
        },
        body: JSON.stringify({sql}),
    });
    if (!answer.ok) {
        throw new ServerError((await answer.json()).error);
    }
    try {
        return await answer.blob();
    } catch {
        // A value that does not fit ends it, when the answer has begun.
        throw new Error(texts.brokenOff);
    }
}

/**
 * Reads the server's answer as it comes: a line with the columns' names, a line for each row, of
 * which all but the last end with a comma, and the members behind them.
 */
class Reader {
    constructor(onRows) {
        this.onRows = onRows;
        this.rows = new Rows();
        this.rest = new Uint8Array(0);
        this.hasHead = false;
        this.hasTail = false;
    }

    take(bytes) {
        if (this.rest.length > 0) {
            const joined = new Uint8Array(this.rest.length + bytes.length);
            joined.set(this.rest);
            joined.set(bytes, this.rest.length);
            bytes = joined;
        }
        if (!this.hasHead) {
            const end = bytes.indexOf(LINE_END);
            const head = end < 0 ? "" : new TextDecoder().decode(bytes.subarray(0, end));
            if (!head.endsWith('"rows":[')) {
                this.rest = bytes;
                return;
            }
            this.rows.columns = JSON.parse(`${head}]}`).columns;
            this.hasHead = true;
            bytes = bytes.subarray(end + 1);
        }
        const end = this.hasTail ? 0 : this.endOfRows(bytes);
        this.rows.add(bytes.slice(0, end));
        this.rest = bytes.slice(end);
        if (end > 0) {
            this.onRows(this.rows);
        }
    }

    /** Behind the last line that ends with a comma. What is behind it is the last row, and more. */
    endOfRows(bytes) {
        let end = bytes.lastIndexOf(LINE_END) + 1;
        if (end < 2 || bytes[end - 2] === COMMA) {
            return end;
        }
        // The last row is here.
        this.hasTail = true;
        end = 0;
        for (let at = bytes.indexOf(LINE_END); at >= 0; at = bytes.indexOf(LINE_END, at + 1)) {
            if (bytes[at - 1] !== COMMA) {
                break;
            }
            end = at + 1;
        }
        return end;
    }

    end() {
        const text = new TextDecoder().decode(this.rest);
        let tail;
        if (!this.hasHead) {
            tail = JSON.parse(text);
            this.rows.columns = tail.columns ?? [];
        } else {
            const {end} = parseRow(text);
            this.rows.add(new TextEncoder().encode(`${text.slice(0, end)},\n`));
            tail = JSON.parse(`{"rows":[${text.slice(end)}`);
        }
        if (tail.error) {
            throw new ServerError(tail.error);
        }
        return {
            rows: tail.rows === undefined ? null : this.rows,
            changes: tail.changes ?? 0,
            transaction: tail.transaction ?? null,
            counters: tail.counters ?? null,
            isCut: false,
        };
    }
}
