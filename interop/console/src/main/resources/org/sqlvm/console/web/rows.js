/**
 * Rows of a result, kept as the bytes that came: a row is a line of JSON, and is decoded when it is
 * seen. A million rows take their bytes and nothing for each value.
 */

/** A number as it was sent, so that no digit of a 64-bit integer is lost. */
export class NumberText {
    constructor(text) {
        this.text = text === "9e999" ? "Infinity" : text === "-9e999" ? "-Infinity" : text;
    }

    get isInteger() {
        return /^-?\d+$/.test(this.text);
    }

    get value() {
        return Number(this.text);
    }
}

/** A BLOB. */
export class BlobValue {
    /** @param {string} base64 */
    constructor(base64) {
        this.base64 = base64;
    }

    get length() {
        const padding = this.base64.endsWith("==") ? 2 : this.base64.endsWith("=") ? 1 : 0;
        return (this.base64.length / 4) * 3 - padding;
    }

    get bytes() {
        return Uint8Array.from(atob(this.base64), (c) => c.charCodeAt(0));
    }

    get hex() {
        return Array.from(this.bytes, (b) => b.toString(16).padStart(2, "0")).join("");
    }
}

const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;
const BRACKET = 93;
const N = 110;
const BRACE = 123;
const BLOB_BEGIN = '{"base64":"'.length;

/**
 * Decodes a row.
 * @param {string} line begins with the row's bracket
 * @returns {{cells: Array, end: number}} cells are null, strings, NumberText and BlobValue
 */
export function parseRow(line) {
    const cells = [];
    let i = 1;
    while (line.charCodeAt(i) !== BRACKET) {
        const first = line.charCodeAt(i);
        let end = i;
        if (first === QUOTE) {
            end += 1;
            while (line.charCodeAt(end) !== QUOTE) {
                end += line.charCodeAt(end) === BACKSLASH ? 2 : 1;
            }
            end += 1;
            cells.push(JSON.parse(line.slice(i, end)));
        } else if (first === N) {
            end += 4;
            cells.push(null);
        } else if (first === BRACE) {
            end = line.indexOf("}", i) + 1;
            cells.push(new BlobValue(line.slice(i + BLOB_BEGIN, end - 2)));
        } else {
            while (line.charCodeAt(end) !== COMMA && line.charCodeAt(end) !== BRACKET) {
                end += 1;
            }
            cells.push(new NumberText(line.slice(i, end)));
        }
        i = line.charCodeAt(end) === COMMA ? end + 1 : end;
    }
    return {cells, end: i + 1};
}

const decoder = new TextDecoder();
const LINE_END = 10;
/** How many decoded blocks are kept: those that are on the screen, and some around them. */
const DECODED_MAX = 12;

export class Rows {
    constructor() {
        this.columns = [];
        this.count = 0;
        this.byteCount = 0;
        /** @type {{bytes: Uint8Array, first: number, count: number}[]} */
        this.blocks = [];
        /** @type {Map<number, string[]>} lines by block; the last one used is last */
        this.decoded = new Map();
    }

    /** Rows that are there already. */
    static of(columns, rows) {
        const all = new Rows();
        all.columns = columns;
        all.add(new TextEncoder().encode(rows.map((row) => `${JSON.stringify(row)},\n`).join("")));
        return all;
    }

    /** Adds whole lines, each of which ends with a comma. */
    add(bytes) {
        let count = 0;
        for (let at = bytes.indexOf(LINE_END); at >= 0; at = bytes.indexOf(LINE_END, at + 1)) {
            count += 1;
        }
        if (count > 0) {
            this.blocks.push({bytes, first: this.count, count});
            this.count += count;
            this.byteCount += bytes.length;
        }
    }

    blockOf(row) {
        let low = 0;
        let high = this.blocks.length - 1;
        while (low < high) {
            const middle = (low + high + 1) >> 1;
            if (this.blocks[middle].first <= row) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    lines(index) {
        let lines = this.decoded.get(index);
        this.decoded.delete(index);
        if (lines === undefined) {
            lines = decoder.decode(this.blocks[index].bytes).split("\n");
        }
        this.decoded.set(index, lines);
        if (this.decoded.size > DECODED_MAX) {
            this.decoded.delete(this.decoded.keys().next().value);
        }
        return lines;
    }

    /** The cells of a row. */
    get(row) {
        const index = this.blockOf(row);
        return parseRow(this.lines(index)[row - this.blocks[index].first]).cells;
    }

    /**
     * Reads all rows in order, and lets the page live meanwhile.
     * @param {(line: string, row: number) => void} take
     */
    async each(take) {
        let paused = performance.now();
        for (const block of this.blocks) {
            const lines = decoder.decode(block.bytes).split("\n");
            for (let i = 0; i < block.count; i++) {
                take(lines[i], block.first + i);
            }
            if (performance.now() - paused > 30) {
                await new Promise((resolve) => setTimeout(resolve));
                paused = performance.now();
            }
        }
    }
}

/** Order of SQLite: NULL, numbers, texts, BLOBs (sqlite.org/datatype3.html, section 4.1). */
export function compare(a, b) {
    const kindA = kind(a);
    const kindB = kind(b);
    if (kindA !== kindB || kindA === 0) {
        return kindA - kindB;
    }
    if (kindA === 1) {
        if (a.isInteger && b.isInteger) {
            const left = BigInt(a.text);
            const right = BigInt(b.text);
            return left < right ? -1 : left > right ? 1 : 0;
        }
        return a.value - b.value;
    }
    const left = kindA === 2 ? a : a.hex;
    const right = kindA === 2 ? b : b.hex;
    return left < right ? -1 : left > right ? 1 : 0;
}

function kind(value) {
    if (value === null) {
        return 0;
    }
    return value instanceof NumberText ? 1 : value instanceof BlobValue ? 3 : 2;
}

/** The rows' numbers in the order of a column. */
export async function sorted(rows, shown, column, isDown) {
    const values = new Array(rows.count);
    await rows.each((line, row) => {
        values[row] = parseRow(line).cells[column];
    });
    const order = shown === null ? Uint32Array.from(values, (_, row) => row) : shown.slice();
    const sign = isDown ? -1 : 1;
    return order.sort((a, b) => sign * compare(values[a], values[b]) || a - b);
}

/** The numbers of rows that have a text in one of their values, whatever its case. */
export async function filtered(rows, text) {
    const wanted = text.toLowerCase();
    const found = [];
    await rows.each((line, row) => {
        if (parseRow(line).cells.some((cell) => display(cell).toLowerCase().includes(wanted))) {
            found.push(row);
        }
    });
    return Uint32Array.from(found);
}

/** A value as a text. */
export function display(value) {
    if (value === null) {
        return "NULL";
    }
    if (value instanceof NumberText) {
        return value.text;
    }
    return value instanceof BlobValue ? `x'${value.hex}'` : value;
}

/** A value as a literal of SQL. */
export function literal(value) {
    if (value === null || value instanceof BlobValue) {
        return display(value);
    }
    if (value instanceof NumberText) {
        return value.text.replace("Infinity", "9e999");
    }
    if (value.includes("\0")) {
        // A text of SQL ends there.
        const hex = Array.from(new TextEncoder().encode(value), (b) => b.toString(16).padStart(2, "0"));
        return `CAST(x'${hex.join("")}' AS TEXT)`;
    }
    return `'${value.replaceAll("'", "''")}'`;
}

/** A name in quotes. */
export function quoted(name) {
    return `"${name.replaceAll('"', '""')}"`;
}
