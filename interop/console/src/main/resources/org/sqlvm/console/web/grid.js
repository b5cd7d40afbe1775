/** A table of any number of rows, of which those on the screen have elements. */

import {fill, h} from "./dom.js";
import {BlobValue, NumberText, display} from "./rows.js";
import {texts} from "./texts.js";

const ROW_HEIGHT = 26;
/** Browsers limit how tall an element is; beyond that, a step of the scroll bar is several rows. */
const HEIGHT_MAX = 8_000_000;
/** Rows above and below the screen that have elements, too. */
const MARGIN = 8;
const TEXT_MAX = 300;
const MEASURED_ROWS = 60;
const WIDTH_MIN = 5;
const WIDTH_MAX = 42;

export class Grid {
    /**
     * @param {object} actions `open(row, column)` for a value in full, `sort(column)`,
     *     `edit(row, column)` or null if values cannot be changed; `look(row, column)`, classes of a
     *     cell beside its own, and `value(row, column, cell)`, what it shows in place of its own
     */
    constructor(actions) {
        this.actions = actions;
        this.rows = null;
        /** The numbers of the rows that are shown, in their order; null for all. */
        this.order = null;
        this.sorting = null;
        this.cursor = {row: 0, column: 0};
        /** The row at the top of the screen. */
        this.first = 0;
        this.head = h("div.grid-row.grid-head", {role: "row"});
        this.body = h("div.grid-body", {role: "rowgroup"});
        this.element = h(
            "div.grid",
            {role: "grid", tabindex: "0", "aria-label": texts.result},
            h("div", {role: "rowgroup", class: "grid-top"}, this.head),
            this.body,
        );
        this.element.addEventListener("scroll", () => this.plan(), {passive: true});
        this.element.addEventListener("keydown", (event) => this.press(event));
        this.body.addEventListener("click", (event) => this.point(event));
        this.body.addEventListener("dblclick", (event) => this.point(event, true));
        new ResizeObserver(() => this.plan()).observe(this.element);
        this.lines = new Map();
    }

    get count() {
        return this.order === null ? (this.rows?.count ?? 0) : this.order.length;
    }

    /** The number of a shown row in the result. */
    rowAt(shown) {
        return this.order === null ? shown : this.order[shown];
    }

    /** Shows rows; more of the same result may have come. */
    show(rows, order = null) {
        const isOther = rows !== this.rows;
        this.rows = rows;
        this.order = order;
        if (isOther) {
            this.cursor = {row: 0, column: 0};
            this.element.scrollTo(0, 0);
            this.widths = rows.columns.map((name) => name.length + 5);
            this.measured = -1;
        }
        if (this.measured !== rows.count) {
            this.measure();
            this.measured = rows.count;
        }
        this.redraw();
    }

    /** Draws all again: values or their order have changed. */
    redraw() {
        this.drawHead();
        this.lines.clear();
        this.body.replaceChildren();
        this.element.setAttribute("aria-rowcount", this.count + 1);
        this.element.setAttribute("aria-colcount", this.rows.columns.length);
        this.body.style.height = `${Math.min(HEIGHT_MAX, this.count * ROW_HEIGHT)}px`;
        this.draw();
    }

    /** Columns are as wide as some of their values, and get no narrower as more rows come. */
    measure() {
        const {widths} = this;
        const step = Math.max(1, Math.floor(this.rows.count / MEASURED_ROWS));
        for (let row = 0; row < this.rows.count; row += step) {
            this.rows.get(row).forEach((cell, i) => {
                widths[i] = Math.max(widths[i], shortText(cell).length + 3);
            });
        }
        const columns = widths.map((width) => `${Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, width))}ch`);
        const digits = String(this.rows.count).length + 2;
        this.element.style.setProperty("--columns", `${Math.max(4, digits)}ch ${columns.join(" ")}`);
    }

    drawHead() {
        const cells = this.rows.columns.map((name, column) => {
            const isSorted = this.sorting?.column === column;
            const sign = isSorted ? (this.sorting.isDown ? " ▼" : " ▲") : "";
            return h(
                "div",
                {
                    role: "columnheader",
                    "aria-sort": isSorted ? (this.sorting.isDown ? "descending" : "ascending") : "none",
                    title: name,
                    onclick: () => this.actions.sort(column),
                },
                name + sign,
            );
        });
        fill(this.head, h("div.grid-number", {role: "columnheader", "aria-label": "#"}), ...cells);
    }

    plan() {
        if (this.rows !== null && !this.isPlanned) {
            this.isPlanned = true;
            requestAnimationFrame(() => {
                this.isPlanned = false;
                this.draw();
            });
        }
    }

    /** How many pixels of the scroll bar's way stand for a row; at its end is the last one. */
    get step() {
        if (this.count * ROW_HEIGHT <= HEIGHT_MAX) {
            return ROW_HEIGHT;
        }
        const {clientHeight} = this.element;
        const visible = Math.floor(clientHeight / ROW_HEIGHT) - 2;
        return (HEIGHT_MAX + ROW_HEIGHT - clientHeight) / (this.count - visible);
    }

    draw() {
        const {scrollTop, clientHeight} = this.element;
        const {step} = this;
        const first = Math.floor(scrollTop / step);
        const screen = Math.ceil(clientHeight / ROW_HEIGHT);
        // Rows beside the screen are for slow scrolling alone.
        const margin = Math.abs(first - this.first) > screen ? 1 : MARGIN;
        this.first = first;
        const from = Math.max(0, first - margin);
        const to = Math.min(this.count, first + screen + margin);
        const free = [];
        for (const [shown, line] of this.lines) {
            if (shown < from || shown >= to) {
                free.push(line);
                this.lines.delete(shown);
            }
        }
        for (let shown = from; shown < to; shown++) {
            let line = this.lines.get(shown);
            if (line === undefined) {
                line = free.pop() ?? this.newLine();
                this.write(line, shown);
                this.lines.set(shown, line);
            }
            line.style.transform = `translateY(${scrollTop + (shown - scrollTop / step) * ROW_HEIGHT}px)`;
        }
        free.forEach((line) => line.remove());
        this.drawCursor();
    }

    newLine() {
        const cells = this.rows.columns.map((_, column) =>
            h("div", {role: "gridcell", "aria-colindex": String(column + 1), "data-column": String(column)}));
        const line = h("div.grid-row", {role: "row"}, h("div.grid-number", {role: "rowheader"}), ...cells);
        this.body.append(line);
        return line;
    }

    /** Has an element show a row; it may have shown another one before. */
    write(line, shown) {
        const row = this.rowAt(shown);
        line.dataset.row = String(shown);
        line.setAttribute("aria-rowindex", String(shown + 2));
        say(line.firstChild, String(row + 1));
        this.rows.get(row).forEach((own, column) => {
            const cell = this.actions.value(row, column, own);
            const element = line.children[column + 1];
            const look = kindOf(cell) + this.actions.look(row, column);
            if (element.className !== look) {
                element.className = look;
            }
            say(element, shortText(cell));
        });
    }

    drawCursor() {
        this.body.querySelector(".cursor")?.classList.remove("cursor");
        const line = this.lines.get(this.cursor.row);
        line?.children[this.cursor.column + 1]?.classList.add("cursor");
    }

    point(event, isTwice = false) {
        const cell = event.target.closest("[data-column]");
        const line = event.target.closest("[data-row]");
        if (line === null || cell === null) {
            return;
        }
        this.cursor = {row: Number(line.dataset.row), column: Number(cell.dataset.column)};
        this.drawCursor();
        if (isTwice) {
            this.enter();
        }
    }

    /** The value under the cursor is changed, or shown in full. */
    enter() {
        const row = this.rowAt(this.cursor.row);
        if (this.actions.edit !== null) {
            this.actions.edit(row, this.cursor.column);
        } else {
            this.actions.open(row, this.cursor.column);
        }
    }

    press(event) {
        const page = Math.max(1, Math.floor(this.element.clientHeight / ROW_HEIGHT) - 2);
        const moves = {
            ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
            PageDown: [page, 0], PageUp: [-page, 0],
            Home: event.ctrlKey ? [-Infinity, 0] : [0, -Infinity],
            End: event.ctrlKey ? [Infinity, 0] : [0, Infinity],
        };
        if (event.key in moves) {
            this.move(...moves[event.key]);
        } else if (event.key === "F2") {
            this.enter();
        } else if (event.key === "Enter") {
            this.actions.open(this.rowAt(this.cursor.row), this.cursor.column);
        } else {
            return;
        }
        event.preventDefault();
    }

    move(down, right) {
        const clamp = (value, max) => Math.max(0, Math.min(max, value));
        this.cursor = {
            row: clamp(this.cursor.row + down, this.count - 1),
            column: clamp(this.cursor.column + right, this.rows.columns.length - 1),
        };
        const top = this.cursor.row * this.step;
        const {scrollTop, clientHeight} = this.element;
        const room = clientHeight - 2 * ROW_HEIGHT;
        const distance = (top - scrollTop) * (ROW_HEIGHT / this.step);
        if (distance < 0) {
            this.element.scrollTop = top;
        } else if (distance > room) {
            this.element.scrollTop = top - room * (this.step / ROW_HEIGHT);
        }
        this.draw();
        this.body.querySelector(".cursor")?.scrollIntoView({block: "nearest", inline: "nearest"});
    }
}

/** Sets the text of an element. A change of its node costs less than another node. */
function say(element, text) {
    const node = element.firstChild;
    if (node === null || node.nodeType !== Node.TEXT_NODE) {
        element.textContent = text;
    } else if (node.data !== text) {
        node.data = text;
    }
}

function kindOf(cell) {
    if (cell === null) {
        return "null";
    }
    return cell instanceof NumberText ? "number" : cell instanceof BlobValue ? "blob" : "";
}

/** What a cell of the table shows of a value. */
export function shortText(cell) {
    if (cell instanceof BlobValue) {
        return texts.blob(cell.length);
    }
    const text = display(cell);
    return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text;
}
