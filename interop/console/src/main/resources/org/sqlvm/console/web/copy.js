/** Rows as texts that other programs take. */

import {BlobValue, NumberText, display, literal, parseRow, quoted} from "./rows.js";

function csv(cell) {
    if (cell === null) {
        return "";
    }
    const text = display(cell);
    return /[",\n\r]/.test(text) || text === "" ? `"${text.replaceAll('"', '""')}"` : text;
}

function tsv(cell) {
    return cell === null ? "" : display(cell).replaceAll(/[\t\n\r]/g, " ");
}

function json(cell) {
    if (cell instanceof NumberText) {
        return cell.text.replace("Infinity", "9e999");
    }
    return JSON.stringify(cell instanceof BlobValue ? {base64: cell.base64} : cell);
}

const markdown = (cell) => display(cell).replaceAll("|", "\\|").replaceAll(/[\n\r]+/g, " ");

/** Each takes names and rows of cells. */
const FORMS = {
    tsv: (names, rows) => [names, ...rows.map((row) => row.map(tsv))].map((row) => row.join("\t")).join("\n"),
    csv: (names, rows) =>
        [names.map(csv), ...rows.map((row) => row.map(csv))].map((row) => `${row.join(",")}\r\n`).join(""),
    json: (names, rows) => {
        const objects = rows.map((row) => row.map((cell, i) => `${JSON.stringify(names[i])}: ${json(cell)}`).join(", "));
        return `[\n${objects.map((object) => `  {${object}}`).join(",\n")}\n]\n`;
    },
    insert: (names, rows, table) => {
        const begin = `INSERT INTO ${quoted(table ?? "table")} (${names.map(quoted).join(", ")}) VALUES`;
        return rows.map((row) => `${begin} (${row.map(literal).join(", ")});\n`).join("");
    },
    markdown: (names, rows) =>
        [names.map(markdown), names.map(() => "---"), ...rows.map((row) => row.map(markdown))]
            .map((row) => `| ${row.join(" | ")} |`)
            .join("\n"),
};

/** How many rows go to the clipboard. */
export const COPIED_MAX = 100_000;

/** The rows of a result in a form; `order` has the numbers of those that are shown. */
export async function asText(form, rows, order, table) {
    const all = [];
    if (order === null) {
        await rows.each((line) => {
            if (all.length < COPIED_MAX) {
                all.push(parseRow(line).cells);
            }
        });
    } else {
        order.slice(0, COPIED_MAX).forEach((row) => all.push(rows.get(row)));
    }
    return FORMS[form](rows.columns, all, table);
}
