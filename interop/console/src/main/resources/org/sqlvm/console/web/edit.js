/** Changes of a table's rows, which are collected, looked at, and written in one transaction. */

import {run} from "./api.js";
import {dialog, h, newId} from "./dom.js";
import {NumberText, display, literal, quoted} from "./rows.js";
import {texts} from "./texts.js";

/** What a browsed table's rows are known by: the rowid, or the primary key. Null for none. */
export function keyOf(table) {
    if (table.type !== "table") {
        return null;
    }
    const names = table.columns.map((column) => column.name.toLowerCase());
    const keys = table.columns.filter((column) => column.key > 0);
    if (table.hasRowid && keys.length === 1 && keys[0].type.toUpperCase() === "INTEGER") {
        // It is the rowid (sqlite.org/rowidtable.html).
        return {columns: [keys[0].name], isRowid: false};
    }
    if (table.hasRowid) {
        const free = ["rowid", "_rowid_", "oid"].find((name) => !names.includes(name));
        return free === undefined ? null : {columns: [free], isRowid: true};
    }
    keys.sort((a, b) => a.key - b.key);
    return {columns: keys.map((column) => column.name), isRowid: false};
}

/** The statement that shows a table's rows so that they can be changed. */
export function browsing(table) {
    const key = keyOf(table);
    const name = table.schema === "main" ? quoted(table.name) : `${quoted(table.schema)}.${quoted(table.name)}`;
    const first = key?.isRowid ? `${key.columns[0]}, ` : "";
    return `SELECT ${first}* FROM ${name}`;
}

export class Edits {
    /** @param {object} table of the schema; its rows are read by `browsing` */
    constructor(table, rows) {
        this.table = table;
        this.rows = rows;
        this.key = keyOf(table);
        this.name = `${quoted(table.schema)}.${quoted(table.name)}`;
        /** @type {Map<number, Map<number, any>>} new values by row and column */
        this.updates = new Map();
        this.deletes = new Set();
        /** @type {Map<string, any>[]} */
        this.inserts = [];
    }

    get count() {
        return this.updates.size + this.deletes.size + this.inserts.length;
    }

    look(row, column) {
        if (this.deletes.has(row)) {
            return " deleted";
        }
        return this.updates.get(row)?.has(column) ? " edited" : "";
    }

    value(row, column, own) {
        const edits = this.updates.get(row);
        return edits?.has(column) ? edits.get(column) : own;
    }

    /** Whether a column of the result may be changed: the rowid and the key stay as they are. */
    isFree(column) {
        const name = this.rows.columns[column];
        return !(this.key.isRowid && column === 0) && !this.key.columns.includes(name);
    }

    /** Asks for a new value. */
    async ask(row, column) {
        const before = this.value(row, column, this.rows.get(row)[column]);
        const answer = await askValue(this.rows.columns[column], before);
        if (answer !== undefined) {
            if (!this.updates.has(row)) {
                this.updates.set(row, new Map());
            }
            this.updates.get(row).set(column, answer);
        }
    }

    toggleDelete(row) {
        if (!this.deletes.delete(row)) {
            this.deletes.add(row);
        }
    }

    /** Asks for the values of a new row. */
    async askRow() {
        const inputs = this.table.columns
            .filter((column) => !column.isHidden)
            .map((column) => {
                const id = newId("value");
                const input = h("input", {id, placeholder: column.type});
                return [column.name, input, h("div.field", {}, h("label", {for: id}, column.name), input)];
            });
        const fields = h("div.fields", {}, ...inputs.map(([, , field]) => field));
        const answer = await dialog(texts.addRow, fields, [[texts.addRow, "add"], [texts.close, ""]]);
        if (answer === "add") {
            const given = inputs.filter(([, input]) => input.value !== "");
            this.inserts.push(new Map(given.map(([name, input]) => [name, guessed(input.value)])));
        }
    }

    condition(row) {
        const cells = this.rows.get(row);
        return this.key.columns.map((name, i) => {
            const at = this.key.isRowid ? i : this.rows.columns.indexOf(name);
            return [name, cells[at]];
        });
    }

    /** The statements, each with what it must find. */
    statements() {
        const all = [];
        for (const row of this.deletes) {
            all.push(`DELETE FROM ${this.name} WHERE ${where(this.condition(row))}`);
        }
        for (const [row, edits] of this.updates) {
            if (this.deletes.has(row)) {
                continue;
            }
            const cells = this.rows.get(row);
            const sets = [];
            const conditions = this.condition(row);
            for (const [column, value] of edits) {
                const name = this.rows.columns[column];
                sets.push(`${quoted(name)} = ${literal(value)}`);
                // Somebody else may have changed it meanwhile.
                conditions.push([name, cells[column]]);
            }
            all.push(`UPDATE ${this.name} SET ${sets.join(", ")} WHERE ${where(conditions)}`);
        }
        for (const values of this.inserts) {
            const names = Array.from(values.keys(), quoted).join(", ");
            const given = Array.from(values.values(), literal).join(", ");
            all.push(`INSERT INTO ${this.name} ${values.size === 0 ? "DEFAULT VALUES" : `(${names}) VALUES (${given})`}`);
        }
        return all;
    }

    /** Shows the statements, and writes them in one transaction if the user says so. */
    async write(session) {
        const statements = this.statements();
        const text = h("pre.value", {tabindex: "0"}, statements.map((one) => `${one};`).join("\n"));
        const answer = await dialog(texts.changes(this.count), text, [[texts.apply, "apply"], [texts.close, ""]]);
        if (answer !== "apply") {
            return false;
        }
        await run("SAVEPOINT console_edit", {session});
        try {
            for (const statement of statements) {
                const {changes} = await run(statement, {session});
                if (changes !== 1) {
                    throw new Error(texts.gone);
                }
            }
            await run("RELEASE console_edit", {session});
            return true;
        } catch (error) {
            await run("ROLLBACK TO console_edit; RELEASE console_edit", {session});
            error.message = texts.notApplied + error.message;
            throw error;
        }
    }
}

function where(conditions) {
    return conditions
        .map(([name, value]) => `${quoted(name)} ${value === null ? "IS NULL" : `= ${literal(value)}`}`)
        .join(" AND ");
}

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;

/** What a user means who types something. */
function guessed(text) {
    return NUMBER.test(text) ? new NumberText(text) : text;
}

/** Asks for a value; undefined if the user gives none. */
async function askValue(column, before) {
    const id = newId("value");
    const input = h("textarea", {id, rows: "6"});
    input.value = before === null ? "" : display(before);
    const kinds = [["text", texts.asText], ["number", texts.asNumber], ["null", texts.asNull]];
    const kind = before === null ? "text" : before instanceof NumberText ? "number" : "text";
    const choice = h(
        "div.controls",
        {role: "radiogroup"},
        ...kinds.map(([value, text]) =>
            h("label", {}, h("input", {type: "radio", name: id, value, checked: value === kind}), text)),
    );
    const content = h("div.fields", {}, h("label", {for: id}, texts.newValue(column)), input, choice);
    const answer = await dialog(column, content, [["OK", "ok"], [texts.close, ""]]);
    if (answer !== "ok") {
        return undefined;
    }
    switch (choice.querySelector("input:checked").value) {
        case "null":
            return null;
        case "number":
            return guessed(input.value.trim());
        default:
            return input.value;
    }
}
