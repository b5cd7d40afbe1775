/**
 * Notebooks as Markdown: what is a cell, and how a result stands below it. The same as
 * sqlvm/notebook.py of Python, which runs them in a terminal; browser/journeys.py compares them.
 */

const FENCE = /^( {0,3})(`{3,}|~{3,})[ \t]*([^`\n]*)$/;
const LANGUAGES = ["sql", "python", "py", "js", "javascript", "ruby", "r", "llvm", "wasm"];
const OUTPUT = "output";
const ROWS_MAX = 50;
const WIDTH_MAX = 60;

/**
 * @typedef {{fence: string, language: string, info: string, text: string, output: string|null}} Cell
 * @typedef {string} Text lines between cells
 */

/** @returns {(Cell|Text)[]} the parts of a notebook in turn */
export function parse(text) {
    const lines = text.replaceAll("\r\n", "\n").split("\n");
    const parts = [];
    let kept = [];
    let at = 0;
    const keep = () => {
        if (kept.length > 0) {
            parts.push(kept.join("\n"));
        }
        kept = [];
    };
    while (at < lines.length) {
        const begin = FENCE.exec(lines[at]);
        if (begin === null) {
            kept.push(lines[at]);
            at += 1;
            continue;
        }
        const [, indent, fence, rest] = begin;
        const end = endOf(lines, at, fence);
        const info = rest.trim();
        const language = info.split(" ", 1)[0].toLowerCase();
        if (LANGUAGES.includes(language) && indent === "") {
            keep();
            const [next, output] = oldOutput(lines, end + 1);
            parts.push({fence, language, info, text: lines.slice(at + 1, end).join("\n"), output});
            at = next;
        } else {
            kept.push(...lines.slice(at, end + 1));
            at = end + 1;
        }
    }
    keep();
    return parts;
}

/** The line that ends a block. */
function endOf(lines, begin, fence) {
    for (let at = begin + 1; at < lines.length; at += 1) {
        const line = lines[at].trim();
        if (line.startsWith(fence) && line.replaceAll(fence[0], "") === "") {
            return at;
        }
    }
    return lines.length;
}

/** Where what is behind a cell's output begins, and the output; null if it has none. */
function oldOutput(lines, at) {
    let begin = at;
    while (begin < lines.length && lines[begin].trim() === "") {
        begin += 1;
    }
    const fence = begin < lines.length ? FENCE.exec(lines[begin]) : null;
    if (fence === null || fence[3].trim() !== OUTPUT) {
        return [at, null];
    }
    const end = endOf(lines, begin, fence[2]);
    return [end + 1, lines.slice(begin + 1, end).join("\n")];
}

/** @param {(Cell|Text)[]} parts */
export function unparse(parts) {
    return parts.map((part) => (typeof part === "string" ? part : block(part))).join("\n");
}

function block(cell) {
    const lines = [cell.fence + cell.info, ...(cell.text === "" ? [] : [cell.text]), cell.fence];
    if (cell.output) {
        const longest = (cell.output.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
        const fence = "`".repeat(Math.max(3, longest + 1));
        lines.push("", fence + OUTPUT, cell.output.replace(/\n+$/, ""), fence);
    }
    return lines.join("\n");
}

/**
 * Rows below their names; numbers stand at the right.
 * @param {{text: string, isNumber: boolean, isNull: boolean}[][]} rows the first ones
 * @param {number} count how many rows there are
 */
export function table(names, rows, count) {
    const length = (text) => Array.from(text).length;
    const shown = rows.slice(0, ROWS_MAX).map((row) => row.map((cell) => shortened(cell.text)));
    const widths = names.map((name, i) => shown.reduce((most, row) => Math.max(most, length(row[i])), length(name)));
    const right = names.map((_, i) =>
        shown.length > 0 && rows.slice(0, ROWS_MAX).every((row) => row[i].isNumber || row[i].isNull));
    const line = (cells) => cells
        .map((cell, i) => {
            const blanks = " ".repeat(widths[i] - length(cell));
            return right[i] ? blanks + cell : cell + blanks;
        })
        .join("  ")
        .trimEnd();
    const lines = [line(names), widths.map((width) => "-".repeat(width)).join("  "), ...shown.map(line)];
    if (count > ROWS_MAX) {
        lines.push(`… ${count - ROWS_MAX} rows more`);
    }
    return lines.join("\n");
}

function shortened(value) {
    const text = value.replaceAll("\n", "\\n");
    const characters = Array.from(text);
    return characters.length <= WIDTH_MAX ? text : `${characters.slice(0, WIDTH_MAX - 1).join("")}…`;
}

/** A number as Python writes it. */
export function numberText(text) {
    if (/^-?\d+$/.test(text)) {
        return text;
    }
    const value = Number(text);
    if (!Number.isFinite(value)) {
        return value > 0 ? "inf" : "-inf";
    }
    const [, sign, first, rest, power] = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(value.toExponential());
    const exponent = Number(power);
    if (exponent >= -4 && exponent < 16) {
        const plain = exponent < 0 ? value.toFixed(Math.min(100, (rest?.length ?? 0) - exponent)) : value.toString();
        return /[.]/.test(plain) ? plain : `${Object.is(value, -0) ? "-0" : plain}.0`;
    }
    const digits = String(Math.abs(exponent)).padStart(2, "0");
    return `${sign}${first}${rest === undefined ? "" : `.${rest}`}e${exponent < 0 ? "-" : "+"}${digits}`;
}
