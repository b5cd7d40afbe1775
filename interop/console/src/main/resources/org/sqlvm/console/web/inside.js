/** The inside of the database: its file, what is decoded of it, and who works with it. */

import {cancelSession, sessions, values} from "./api.js";
import {button, fill, h} from "./dom.js";
import {display, literal, quoted} from "./rows.js";
import {isSmall} from "./schema.js";
import {texts} from "./texts.js";

const REFRESH_MS = 2000;
const PRAGMAS = [
    "page_size", "page_count", "freelist_count", "encoding", "journal_mode", "auto_vacuum", "schema_version",
    "user_version", "application_id", "cache_size",
];
const MAP_MAX = 60_000;
const COLORS = 11;

export class Inside {
    /**
     * @param {string} session asks what is not of a tab
     * @param {() => {session: string, running: object|null}} tab the one that is looked into
     */
    constructor(session, tab) {
        this.session = session;
        this.tab = tab;
        this.file = h("dl.facts", {});
        this.storage = h("div", {});
        this.cache = h("div", {});
        this.sessions = h("div", {});
        this.locks = h("div", {});
        this.details = h("div", {});
        this.element = h(
            "div.inside",
            {tabindex: "0"},
            h("section", {}, h("h2", {}, texts.insideFile), this.file),
            h("section", {}, h("h2", {}, texts.insideSessions), this.sessions),
            h("section", {}, h("h2", {}, texts.insideLocks), h("p.quiet", {}, texts.insideLocksHelp), this.locks),
            h("section", {}, h("h2", {}, texts.insideCache), h("p.quiet", {}, texts.insideCacheHelp), this.cache),
            h("section", {}, h("h2", {}, texts.insideStorage), h("p.quiet", {}, texts.insideStorageHelp), this.storage, this.details),
        );
    }

    /** Shows it, and keeps it true while it is seen. */
    async show() {
        const read = async () => {
            await this.showFile();
            await this.showCache();
            await this.showSessions();
            await this.showLocks();
        };
        await read();
        await this.showStorage(await isSmall(this.session));
        clearInterval(this.clock);
        this.clock = setInterval(() => {
            if (this.element.isConnected) {
                read().catch(() => clearInterval(this.clock));
            } else {
                clearInterval(this.clock);
            }
        }, REFRESH_MS);
    }

    async showFile() {
        const facts = [];
        for (const name of PRAGMAS) {
            const [[value]] = await values(`PRAGMA ${name}`, {session: this.session});
            facts.push(h("dt", {}, name), h("dd", {}, display(value)));
        }
        fill(this.file, ...facts);
    }

    async showSessions() {
        const all = (await sessions()).filter((one) => one.sql !== "");
        const cancel = async (one) => {
            await cancelSession(one.id);
            await this.showSessions();
        };
        fill(
            this.sessions,
            all.length === 0 ? h("p.quiet", {}, texts.insideNone) : table(
                ["id", "application", "state", "ms", "transaction", "sql", ""],
                all.map((one) => [
                    one.id, one.application.split(" ")[0], one.state, one.ms.toLocaleString("en"), one.transaction ?? "", one.sql,
                    one.state === "active" ? button(texts.cancel, () => cancel(one)) : "",
                ]),
            ),
        );
    }

    /** The locks on the file and on its log, and how long the log is. */
    async showLocks() {
        const {session} = this;
        const locks = await values("PRAGMA sqlvm_locks", {session});
        const logs = await values("PRAGMA sqlvm_log", {session});
        const notes = logs.map(([, frames, checkpointed, , bytes]) => h("p", {}, texts.insideLog({
            frames: display(frames), checkpointed: display(checkpointed), bytes: bytes.value,
        })));
        fill(
            this.locks,
            ...notes,
            locks.length === 0
                ? h("p.quiet", {}, texts.insideNoLocks)
                : table(
                    ["schema", "lock", "mode", "connections", "own", "frame"],
                    locks.map((row) => row.map((value) => (value === null ? "" : display(value)))),
                ),
        );
    }

    async showCache() {
        const names = ["table", "column", "encodings", "partitions", "rows", "bytes", "loaded", "shared"];
        const {session, running} = this.tab();
        if (running !== null) {
            return;
        }
        const all = await values("PRAGMA sqlvm_mirror", {session});
        fill(
            this.cache,
            all.length === 0
                ? h("p.quiet", {}, texts.insideCacheNone)
                : table(names, all.map((row) => row.map(display)), (row) => this.showPartitions(row[0])),
            this.partitions ?? null,
        );
    }

    /** The partitions of a table's columns, each with its encoding and its least and greatest value. */
    async showPartitions(name) {
        const names = ["column", "partition", "rows", "encoding", "bytes", "least", "greatest"];
        const all = await values(`PRAGMA sqlvm_mirror(${quoted(name)})`, {session: this.tab().session});
        this.partitions = h("div", {}, h("h3", {}, name), table(names, all.map((row) => row.map(display))));
        await this.showCache();
    }

    async showStorage(isRead) {
        if (!isRead) {
            fill(this.storage, button(texts.insideReadAll, () => this.showStorage(true)));
            return;
        }
        const {session} = this;
        const objects = await values(
            `SELECT name, count(*), sum(pgsize), sum(payload), sum(unused), sum(pagetype = 'overflow')
            FROM dbstat GROUP BY name ORDER BY 2 DESC`,
            {session},
        );
        const [[count]] = await values("PRAGMA page_count", {session});
        const color = new Map(objects.map(([name], i) => [name, i % COLORS]));
        const lines = objects.map(([name, pages, bytes, payload, unused, overflow]) => [
            h("span", {}, h(`span.square.color${color.get(name)}`), " ", button(name, () => this.showTree(name), {class: "link"})),
            pages.value.toLocaleString("en"), texts.bytes(bytes.value), texts.bytes(payload.value),
            texts.bytes(unused.value), overflow.value.toLocaleString("en"),
        ]);
        const summary = table(["name", "pages", "size", "payload", "unused", "overflow pages"], lines);
        const map = count.value <= MAP_MAX ? await this.map(count.value, color, session) : null;
        fill(this.storage, map, summary);
    }

    /** What a page holds, as a text. */
    async about(page) {
        const [[path, kind, cells, payload, unused]] = await values(
            `SELECT path, pagetype, ncell, payload, unused FROM dbstat WHERE pageno = ${page}`,
            {session: this.session},
        );
        return texts.insideAbout(path, kind, display(cells), texts.bytes(payload.value), texts.bytes(unused.value));
    }

    /** The levels of a tree of pages, from its root down. */
    async showTree(name) {
        const levels = await values(
            `SELECT length(path) - length(replace(path, '/', '')) AS level, pagetype, count(*), sum(ncell),
                sum(payload), sum(unused), round(100.0 * sum(unused) / sum(pgsize), 1)
            FROM dbstat WHERE name = ${literal(name)} GROUP BY level, pagetype ORDER BY level, pagetype = 'overflow'`,
            {session: this.session},
        );
        fill(
            this.details,
            h("h3", {}, texts.insideTree(name)),
            table(
                ["level", "kind", "pages", "cells", "payload", "unused", "unused %"],
                levels.map(([level, kind, pages, cells, payload, unused, part]) => [
                    display(level), kind, pages.value.toLocaleString("en"), cells.value.toLocaleString("en"),
                    texts.bytes(payload.value), texts.bytes(unused.value), display(part),
                ]),
            ),
        );
        this.details.scrollIntoView({block: "nearest"});
    }

    /** A square for each page of the file, in the colour of what it belongs to. */
    async map(count, color, session) {
        const owners = new Array(count + 1).fill(null);
        for (const [page, name] of await values("SELECT pageno, name FROM dbstat", {session})) {
            owners[page.value] = name;
        }
        const note = h("p.quiet", {role: "status"}, texts.pages(count));
        const squares = h("div.map", {role: "img", "aria-label": texts.insideStorageHelp});
        for (let page = 1; page <= count; page++) {
            const owner = owners[page];
            squares.append(h(`span.square${owner === null ? "" : `.color${color.get(owner)}`}`));
        }
        const at = (event) => Array.prototype.indexOf.call(squares.children, event.target) + 1;
        squares.addEventListener("mousemove", (event) => {
            const page = at(event);
            if (page > 0) {
                note.textContent = texts.insidePage(page, owners[page] ?? texts.overflow, "");
            }
        });
        squares.addEventListener("click", async (event) => {
            const page = at(event);
            if (page > 0 && owners[page] !== null) {
                note.textContent = texts.insidePage(page, owners[page], await this.about(page));
            }
        });
        return h("div", {}, squares, note);
    }
}

/** @param {((row: any[]) => void)|null} open is called when a line is opened */
function table(names, rows, open = null) {
    const head = h("tr", {}, ...names.map((name) => h("th", {scope: "col"}, name)));
    const lines = rows.map((row) => h("tr", {}, ...row.map((cell, i) => {
        const isButton = open !== null && i === 0;
        return h("td", {}, isButton ? button(cell, () => open(row), {class: "link"}) : cell instanceof Node ? cell : String(cell));
    })));
    return h("table.program", {}, h("thead", {}, head), h("tbody", {}, ...lines));
}
