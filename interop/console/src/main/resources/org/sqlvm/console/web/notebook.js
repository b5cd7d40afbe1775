/** A tab with a notebook: cells of SQL and other languages, with their outputs below them. */

import {endSession, newSession, notebookEnd, notebookInterrupt, notebookRun, run} from "./api.js";
import {button, fill, h, newId, save} from "./dom.js";
import {Editor} from "./editor.js";
import {numberText, parse, table, unparse} from "./markdown.js";
import {BlobValue, NumberText} from "./rows.js";
import {split} from "./statements.js";
import {texts} from "./texts.js";

/** Rows that are fetched to know how many there are. */
const ROWS_MAX = 1_000_000;
const SHOWN_MAX = 50;
const NEW = ["sql", "python", "js"];

export class NotebookTab {
    /**
     * @param {object} saved `name`, `text`
     * @param {object} actions as those of a tab of statements, and `hasLanguages()`
     */
    constructor(saved, actions) {
        this.kind = "notebook";
        this.name = saved.name;
        this.actions = actions;
        this.session = newSession();
        /** Its process, if other languages run. */
        this.kernel = newSession();
        this.running = null;
        this.tables = [];
        this.status = h("span.status", {role: "status"});
        this.stopButton = button(texts.stop, () => this.stop(), {disabled: true});
        this.list = h("div.cells", {});
        this.element = h(
            "div.notebook",
            {},
            h(
                "div.bar",
                {},
                button(texts.runAll, () => this.runAll(), {class: "primary"}),
                this.stopButton,
                actions.hasLanguages()
                    ? button(texts.restart, () => this.restart(), {title: texts.restartHelp})
                    : null,
                button(texts.saveNotebook, () => this.download(), {title: texts.saveNotebookHelp}),
                this.status,
            ),
            this.list,
        );
        this.show(parse(saved.text));
        // What the page asks of the editor of other tabs.
        this.editor = {
            complete: (tables) => {
                this.tables = tables;
                this.cells.forEach((cell) => cell.editor?.complete(tables));
            },
            focus: () => this.element.querySelector(".cm-content, textarea")?.focus(),
        };
    }

    get saved() {
        return {name: this.name, kind: "notebook", text: unparse(this.parts)};
    }

    get parts() {
        return this.items.map((item) => (item.cell === undefined ? item.text() : {...item.cell, text: item.text()}));
    }

    get cells() {
        return this.items.filter((item) => item.cell !== undefined);
    }

    show(parts) {
        this.items = parts.map((part) => (typeof part === "string" ? this.textItem(part) : this.cellItem(part)));
        this.redraw();
    }

    redraw() {
        fill(this.list, ...this.items.map((item) => item.element), this.adders(this.items.length));
    }

    /** Buttons that add a cell behind so many others. */
    adders(at) {
        const add = (item) => {
            // A blank line before it.
            this.items.splice(at, 0, ...(item.cell === undefined ? [item] : [this.textItem(""), item]));
            this.redraw();
            item.element.querySelector(".cm-content, textarea").focus();
            this.actions.changed();
        };
        return h(
            "div.buttons",
            {},
            ...NEW.map((language) => button(`+ ${texts.languages[language]}`, () =>
                add(this.cellItem({fence: "```", language, info: language, text: "", output: null})))),
            button(`+ ${texts.markdown}`, () => add(this.textItem("", true))),
        );
    }

    /** Blank lines between cells are not shown, unless they are to be written over. */
    textItem(text, isShown = text.trim() !== "") {
        const area = textArea(text, texts.markdown, () => this.actions.changed());
        const item = {text: () => area.value};
        item.element = h("div.cell.prose", {hidden: !isShown}, area, this.remover(item));
        return item;
    }

    remover(item) {
        return button("×", () => {
            this.items.splice(this.items.indexOf(item), 1);
            item.editor?.close();
            this.redraw();
            this.actions.changed();
        }, {title: texts.removeCell, "aria-label": texts.removeCell});
    }

    cellItem(cell) {
        const item = {cell, output: h("pre.output", {tabindex: "0"})};
        let input;
        if (cell.language === "sql") {
            item.editor = new Editor(cell.text, {
                run: () => this.runItems([item]),
                runAll: () => this.runAll(),
                changed: () => this.actions.changed(),
            });
            item.editor.complete(this.tables);
            item.text = () => item.editor.text;
            input = item.editor.element;
        } else {
            const area = textArea(cell.text, texts.languages[cell.language] ?? cell.language, () => this.actions.changed());
            area.addEventListener("keydown", (event) => {
                if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
                    event.preventDefault();
                    if (event.shiftKey) {
                        this.runAll();
                    } else {
                        this.runItems([item]);
                    }
                }
            });
            item.text = () => area.value;
            input = area;
        }
        const id = newId("name");
        const name = h("input.cell-name", {
            id,
            placeholder: texts.resultName,
            pattern: "[A-Za-z_]\\w*",
            oninput: () => {
                const isName = /^[A-Za-z_]\w*$/.test(name.value);
                cell.info = cell.language + (isName ? ` name=${name.value}` : "");
                this.actions.changed();
            },
        });
        name.value = /\bname=([A-Za-z_]\w*)/.exec(cell.info)?.[1] ?? "";
        item.element = h(
            "div.cell",
            {},
            h(
                "div.bar",
                {},
                button(texts.run, () => this.runItems([item]), {title: texts.runCellHelp}),
                h("span.quiet", {}, texts.languages[cell.language] ?? cell.language),
                ...(cell.language === "sql" && this.actions.hasLanguages()
                    ? [h("label.quiet", {for: id}, texts.resultName), name]
                    : []),
                this.remover(item),
            ),
            h("div.cell-text", {}, input),
            item.output,
        );
        this.showOutput(item);
        return item;
    }

    showOutput(item) {
        item.output.textContent = item.cell.output ?? "";
        item.output.hidden = !item.cell.output;
    }

    runAll() {
        return this.runItems(this.cells);
    }

    /** Runs cells one after the other, up to the first error. */
    async runItems(items) {
        if (this.running !== null) {
            return;
        }
        this.running = new AbortController();
        this.stopButton.disabled = false;
        this.status.classList.remove("error");
        const begun = performance.now();
        let hasFailed = false;
        try {
            for (const item of items) {
                this.status.textContent = texts.runsCell(this.cells.indexOf(item) + 1);
                item.element.classList.add("running");
                const {output, ended} = await this.runOne(item).finally(() => item.element.classList.remove("running"));
                item.cell.output = output === "" ? null : output;
                this.showOutput(item);
                if (!ended) {
                    hasFailed = true;
                    break;
                }
            }
            this.status.textContent = hasFailed
                ? texts.cellFailed
                : texts.cellsRun(items.length, Math.round(performance.now() - begun));
        } catch (error) {
            hasFailed = true;
            this.status.textContent = error.name === "AbortError" ? texts.canceled : error.message;
        } finally {
            this.status.classList.toggle("error", hasFailed);
            this.running = null;
            this.stopButton.disabled = true;
            this.actions.changed();
            this.actions.schemaChanged();
        }
    }

    /** @returns {Promise<{output: string, ended: boolean}>} */
    async runOne(item) {
        if (this.actions.hasLanguages()) {
            return notebookRun(this.kernel, item.cell.info, item.text());
        }
        if (item.cell.language !== "sql") {
            throw new Error(texts.languagesOff);
        }
        return this.runSql(item.text());
    }

    /** Runs a cell as sqlvm/notebook.py does, in a session of the server. */
    async runSql(text) {
        const outputs = [];
        try {
            for (const {from, to} of split(text)) {
                const answer = await run(text.slice(from, to), {
                    session: this.session,
                    signal: this.running.signal,
                    rowsMax: ROWS_MAX,
                });
                if (answer.rows !== null) {
                    const {rows} = answer;
                    const first = Array.from({length: Math.min(SHOWN_MAX, rows.count)}, (_, row) => rows.get(row).map(shown));
                    outputs.push(table(rows.columns, first, rows.count));
                }
            }
        } catch (error) {
            if (error.name === "AbortError") {
                throw error;
            }
            outputs.push(`Error: ${error.message}`);
            return {output: outputs.join("\n\n"), ended: false};
        }
        return {output: outputs.join("\n\n"), ended: true};
    }

    stop() {
        this.running?.abort();
        if (this.actions.hasLanguages()) {
            notebookInterrupt(this.kernel);
        }
    }

    async restart() {
        await notebookEnd(this.kernel);
        this.status.textContent = texts.restarted;
    }

    download() {
        const name = this.name.endsWith(".md") ? this.name : `${this.name}.md`;
        save(name, new Blob([unparse(this.parts)], {type: "text/markdown"}));
    }

    cancel() {
        this.stop();
    }

    close() {
        this.running?.abort();
        endSession(this.session);
        if (this.actions.hasLanguages()) {
            notebookEnd(this.kernel);
        }
        this.items.forEach((item) => item.editor?.close());
    }
}

/** A value as a cell of a table in an output. */
function shown(value) {
    if (value === null) {
        return {text: "NULL", isNull: true, isNumber: false};
    }
    if (value instanceof NumberText) {
        return {text: numberText(value.text), isNull: false, isNumber: true};
    }
    return {text: value instanceof BlobValue ? `x'${value.hex}'` : value, isNull: false, isNumber: false};
}

/** A text of several lines that is as high as they are. */
function textArea(text, label, changed) {
    const area = h("textarea", {"aria-label": label, spellcheck: "false", rows: "1"});
    const fit = () => {
        area.rows = Math.max(2, area.value.split("\n").length);
    };
    area.value = text;
    fit();
    area.addEventListener("input", () => {
        fit();
        changed();
    });
    return area;
}
