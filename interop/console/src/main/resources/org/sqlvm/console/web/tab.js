/** A tab: a text of statements, a session of its own, and what has come of them. */

import {ServerError, endSession, newSession, progress, run, values} from "./api.js";
import {button, fill, h} from "./dom.js";
import {Edits, browsing, keyOf} from "./edit.js";
import {Editor} from "./editor.js";
import {wayText} from "./plan.js";
import {Results} from "./results.js";
import {NumberText} from "./rows.js";
import {reads, split} from "./statements.js";
import {texts} from "./texts.js";

/** How many rows the page fetches. */
const ROWS_MAX = 2_000_000;
/** Results that are drawn while they come. */
const DRAW_MS = 100;
/** How often the page asks how far a statement has come. */
const PROGRESS_MS = 500;
const CHANGES_SCHEMA = ["CREATE", "DROP", "ALTER", "ATTACH", "DETACH"];

export class Tab {
    /**
     * @param {object} saved `name`, `text`
     * @param {object} actions `changed()`, `remember(entry)`, `schemaChanged()`, `isReadOnly`
     */
    constructor(saved, actions) {
        this.name = saved.name;
        this.actions = actions;
        this.session = newSession();
        this.running = null;
        this.browsed = null;
        this.editor = new Editor(saved.text, {
            run: () => this.runChosen(),
            runAll: () => this.runAll(),
            changed: () => actions.changed(),
        });
        this.results = new Results({
            session: this.session,
            write: (edits) => this.write(edits),
            failed: (error) => this.fail(error),
        });
        this.runButton = button(texts.run, () => this.runChosen(), {class: "primary", title: texts.runHelp});
        this.cancelButton = button(texts.cancel, () => this.cancel(), {disabled: true});
        this.transaction = h("span.transaction", {role: "status"});
        this.element = h(
            "div.tab",
            {},
            h(
                "div.bar",
                {},
                this.runButton,
                button(texts.runAll, () => this.runAll()),
                this.cancelButton,
                button(texts.plan, () => this.plan(), {title: texts.planHelp}),
                button(texts.profile, () => this.runChosen("instructions"), {title: texts.profileHelp}),
                button(texts.format, () => this.format(), {title: texts.formatHelp}),
                this.transaction,
            ),
            h("div.editor", {}, this.editor.element),
            this.results.element,
        );
    }

    get saved() {
        return {name: this.name, text: this.editor.text};
    }

    /** Shows a table's rows, which can be changed. */
    browse(table) {
        const sql = browsing(table);
        this.editor.text = `${sql};\n`;
        this.runBatch([{from: 0, to: sql.length + 1}], null, table);
    }

    runChosen(counters = null) {
        const chosen = this.editor.chosen();
        if (chosen !== null) {
            const inside = split(this.editor.slice(chosen));
            const shifted = inside.map(({from, to, words}) => ({from: from + chosen.from, to: to + chosen.from, words}));
            this.runBatch(shifted, counters);
        }
    }

    runAll() {
        this.runBatch(split(this.editor.text), null);
    }

    /** Runs statements one after the other, up to the first error; the last result is shown. */
    async runBatch(statements, counters, table = null) {
        if (this.running !== null || statements.length === 0) {
            return;
        }
        this.editor.mark(-1, "");
        this.editor.closeCompletion();
        this.setRunning(new AbortController());
        try {
            for (const statement of statements) {
                if (!(await this.runOne(statement, counters, table))) {
                    break;
                }
            }
        } finally {
            this.setRunning(null);
        }
    }

    /** Whether it came to its end. */
    async runOne({from, to, words = []}, counters, table) {
        const sql = this.editor.slice({from, to});
        const begun = performance.now();
        const entry = {sql, when: new Date().toISOString(), ms: 0, rows: null, error: null};
        let drawn = 0;
        this.isWaiting = true;
        this.results.begin(sql, counters !== null);
        try {
            const answer = await run(sql, {
                session: this.session,
                counters: counters ?? undefined,
                signal: this.running.signal,
                rowsMax: ROWS_MAX,
                onRows: (rows) => {
                    this.received = rows.count;
                    if (performance.now() - drawn > DRAW_MS) {
                        this.results.show(rows);
                        drawn = performance.now();
                    }
                },
            });
            entry.ms = Math.round(performance.now() - begun);
            this.isWaiting = false;
            this.take(answer, entry, sql, table);
            return true;
        } catch (error) {
            this.isWaiting = false;
            entry.error = error.name === "AbortError" ? texts.canceled : error.message;
            entry.ms = Math.round(performance.now() - begun);
            this.fail(error, from);
            await this.askTransaction();
            return false;
        } finally {
            this.actions.remember(entry);
            if (words.some((word) => CHANGES_SCHEMA.includes(word))) {
                this.actions.schemaChanged();
            }
        }
    }

    take(answer, entry, sql, table) {
        const {rows, changes, counters} = answer;
        if (rows === null) {
            entry.rows = changes;
            this.results.say(texts.changed(changes, entry.ms));
        } else {
            entry.rows = rows.count;
            this.results.show(rows);
            const isWritable = table !== null && !table.isDropped && !this.actions.isReadOnly();
            const canEdit = isWritable && keyOf(table) !== null && !answer.isCut;
            this.results.finish(canEdit ? new Edits(table, rows) : null, reads(sql));
            this.results.say(texts.received(rows.count, entry.ms) + (answer.isCut ? texts.cut(rows.count) : ""));
        }
        if (counters !== null) {
            this.results.showCounters(counters, false);
            this.results.select("plan");
        }
        this.setTransaction(answer.transaction === true);
    }

    fail(error, from = -1) {
        if (error.name === "AbortError") {
            this.results.say(texts.canceled);
            return;
        }
        const isKnown = error instanceof ServerError || !(error instanceof TypeError);
        this.results.say(isKnown ? error.message : texts.lost, true);
        if (from >= 0 && error.offset !== null && error.offset !== undefined) {
            this.editor.mark(from + error.offset, error.message);
        }
    }

    async format() {
        try {
            await this.editor.format();
        } catch (error) {
            this.fail(error);
        }
    }

    /** Shows how a statement would run, and its program, without running it. */
    async plan() {
        const chosen = this.editor.chosen();
        if (chosen === null) {
            return;
        }
        const sql = this.editor.slice(chosen);
        try {
            const steps = await values(`EXPLAIN QUERY PLAN ${sql}`, {session: this.session});
            const plan = steps.map(([id, parent, , detail]) =>
                ({id: id.value, parent: parent.value, detail, counts: {}}));
            const program = await values(`EXPLAIN ${sql}`, {session: this.session});
            const names = ["addr", "opcode", "p1", "p2", "p3", "p4", "p5", "comment"];
            this.results.showPlan(plan, program.map((row) => ({
                ...Object.fromEntries(names.map((name, i) => [name, row[i] instanceof NumberText ? row[i].value : row[i]])),
                executions: null,
                timeNs: 0,
            })));
        } catch (error) {
            this.fail(error, error.offset >= "EXPLAIN QUERY PLAN ".length ? chosen.from - "EXPLAIN QUERY PLAN ".length : -1);
        }
    }

    async write(edits) {
        try {
            if (await edits.write(this.session)) {
                await this.runBatch([{from: 0, to: this.editor.text.length}], null, edits.table);
                this.results.say(texts.applied);
            }
        } catch (error) {
            this.fail(error);
        }
        await this.askTransaction();
    }

    cancel() {
        this.running?.abort();
    }

    setRunning(controller) {
        this.running = controller;
        this.runButton.disabled = controller !== null;
        this.cancelButton.disabled = controller === null;
        clearInterval(this.clock);
        if (controller !== null) {
            const begun = performance.now();
            this.received = 0;
            this.clock = setInterval(() => this.look(controller, begun), PROGRESS_MS);
        }
    }

    /** Shows how far the statement has come. */
    async look(controller, begun) {
        if (this.isLooking || !this.isWaiting) {
            return;
        }
        this.isLooking = true;
        try {
            const session = await progress(this.session);
            if (this.running === controller && this.isWaiting) {
                const counters = session?.counters ?? null;
                if (counters !== null) {
                    this.results.showCounters(counters, true);
                }
                const seconds = Math.round((performance.now() - begun) / 1000);
                const way = counters === null ? "" : `; ${wayText(counters)}`;
                this.results.say(texts.running(seconds, this.received) + way);
            }
        } catch {
            // The statement's own answer tells what is wrong.
        } finally {
            this.isLooking = false;
        }
    }

    /** After an error only the server knows whether a transaction is open. */
    async askTransaction() {
        try {
            this.setTransaction((await run("SELECT 1", {session: this.session})).transaction === true);
        } catch {
            this.setTransaction(false);
        }
    }

    setTransaction(isOpen) {
        const end = async (sql) => {
            try {
                const {transaction} = await run(sql, {session: this.session});
                this.setTransaction(transaction);
                this.actions.schemaChanged();
            } catch (error) {
                this.fail(error);
            }
        };
        fill(
            this.transaction,
            ...(isOpen
                ? [
                    `${texts.transactionOpen} `,
                    button(texts.commit, () => end("COMMIT")),
                    button(texts.rollback, () => end("ROLLBACK")),
                ]
                : []),
        );
    }

    close() {
        this.cancel();
        endSession(this.session);
        this.editor.close();
    }
}
