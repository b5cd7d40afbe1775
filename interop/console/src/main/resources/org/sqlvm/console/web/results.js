/** What has come of a statement: rows, a chart, its plan and its program. */

import {download} from "./api.js";
import {Chart} from "./chart.js";
import {COPIED_MAX, asText} from "./copy.js";
import {button, fill, h, newId, save} from "./dom.js";
import {Grid} from "./grid.js";
import {PlanView, ms, wayText} from "./plan.js";
import {filtered, sorted} from "./rows.js";
import {texts} from "./texts.js";
import {showValue} from "./value.js";

const DOWNLOADS = [
    ["csv", "CSV", "text/csv"],
    ["json", "JSON", "application/json"],
    ["arrows", "Arrow", "application/vnd.apache.arrow.stream"],
    ["parquet", "Parquet", "application/vnd.apache.parquet"],
];

export class Results {
    /** @param {object} actions `write(edits)`, `failed(error)`, `session` */
    constructor(actions) {
        this.actions = actions;
        this.sql = "";
        this.rows = null;
        this.edits = null;
        this.filterText = "";
        this.views = {
            result: h("div.view", {}),
            chart: h("div.view", {}),
            plan: h("div.view", {tabindex: "0"}),
        };
        this.grid = new Grid({
            open: (row, column) => showValue(this.rows.columns[column], this.valueAt(row, column)),
            sort: (column) => this.sort(column),
            edit: null,
            look: (row, column) => this.edits?.look(row, column) ?? "",
            value: (row, column, own) => this.edits?.value(row, column, own) ?? own,
        });
        this.chart = new Chart();
        this.plan = new PlanView();
        fill(this.views.plan, this.plan.element);
        this.status = h("span.status", {role: "status"});
        this.tools = h("div.tools", {});
        this.tabs = h("div.tabs", {role: "tablist", "aria-label": texts.result});
        this.panel = h("div.panel", {role: "tabpanel"});
        this.element = h("section.results", {}, h("div.bar", {}, this.tabs, this.status, this.tools), this.panel);
        fill(this.views.chart, this.chart.element);
        this.select("result");
    }

    valueAt(row, column) {
        const own = this.rows.get(row)[column];
        return this.edits === null ? own : this.edits.value(row, column, own);
    }

    /** Shows one of the views. */
    select(name) {
        this.selected = name;
        const names = ["result", "chart", "plan"];
        fill(this.tabs, ...names.map((one) => button(texts[one], () => this.select(one), {
            role: "tab",
            "aria-selected": String(one === name),
            tabindex: one === name ? "0" : "-1",
            onkeydown: (event) => this.turn(event, names, one),
        })));
        fill(this.panel, this.views[name]);
        if (name === "chart" && this.rows !== null && this.rows.count > 0) {
            this.chart.show(this.rows).catch(this.actions.failed);
        }
    }

    turn(event, names, one) {
        const step = {ArrowLeft: -1, ArrowRight: 1}[event.key];
        if (step !== undefined) {
            this.select(names[(names.indexOf(one) + step + names.length) % names.length]);
            this.tabs.querySelector("[aria-selected=true]").focus();
        }
    }

    say(text, isError = false) {
        this.status.textContent = text;
        this.status.classList.toggle("error", isError);
    }

    /**
     * A statement begins: what was there goes.
     * @param {boolean} isCounted whether its plan is shown while it runs
     */
    begin(sql, isCounted) {
        this.sql = sql;
        this.rows = null;
        this.edits = null;
        this.grid.sorting = null;
        this.filterText = "";
        fill(this.views.result);
        fill(this.tools);
        this.plan.show([], [], "");
        if (isCounted) {
            this.select("plan");
        } else if (this.selected === "plan") {
            this.select("result");
        }
    }

    /** Rows have come; there may be more of them. */
    show(rows) {
        this.rows = rows;
        if (this.views.result.firstChild !== this.grid.element) {
            fill(this.views.result, this.grid.element);
        }
        this.grid.show(rows);
    }

    /**
     * All rows are there.
     * @param {Edits|null} edits if they can be changed
     * @param {boolean} isAgain whether the statement may run again, for a download
     */
    finish(edits, isAgain) {
        this.edits = edits;
        this.grid.actions.edit = edits === null ? null : (row, column) => this.edit(row, column);
        this.drawTools(isAgain);
        if (this.selected === "chart") {
            this.select("chart");
        }
    }

    drawTools(isAgain) {
        const filter = h("input", {
            type: "search",
            placeholder: texts.filterRows,
            "aria-label": texts.filterRows,
            onchange: () => this.filter(filter.value),
        });
        filter.value = this.filterText;
        const edits = this.edits;
        const changed = edits === null || edits.count === 0
            ? []
            : [
                button(`${texts.preview} (${edits.count})`, () => this.actions.write(edits), {class: "primary"}),
                button(texts.discard, () => this.discard()),
            ];
        const rowTools = edits === null
            ? []
            : [
                button(texts.addRow, async () => {
                    await edits.askRow();
                    this.drawTools(isAgain);
                }),
                button(texts.deleteRow, () => {
                    edits.toggleDelete(this.grid.rowAt(this.grid.cursor.row));
                    this.grid.redraw();
                    this.drawTools(isAgain);
                }),
            ];
        this.isAgain = isAgain;
        fill(
            this.tools,
            ...changed,
            ...rowTools,
            filter,
            menu(texts.copy, Object.entries(texts.copyAs).map(([form, text]) => [text, () => this.copy(form)])),
            isAgain
                ? menu(texts.download, DOWNLOADS.map(([end, text, type]) => [text, () => this.download(end, type)]))
                : null,
        );
    }

    async edit(row, column) {
        if (!this.edits.isFree(column)) {
            await showValue(this.rows.columns[column], this.valueAt(row, column));
            return;
        }
        await this.edits.ask(row, column);
        this.grid.redraw();
        this.drawTools(this.isAgain);
        this.grid.element.focus();
    }

    discard() {
        this.edits.updates.clear();
        this.edits.deletes.clear();
        this.edits.inserts.length = 0;
        this.grid.redraw();
        this.drawTools(this.isAgain);
    }

    async sort(column) {
        const before = this.grid.sorting;
        const isDown = before?.column === column && !before.isDown;
        this.grid.sorting = {column, isDown};
        await this.arrange();
        this.say(`${texts.rows(this.grid.count)}, ${texts.sortedBy(this.rows.columns[column], isDown)}`);
    }

    async filter(text) {
        this.filterText = text;
        await this.arrange();
        this.say(texts.filtered(this.grid.count, this.rows.count));
    }

    async arrange() {
        const {rows} = this;
        let order = this.filterText === "" ? null : await filtered(rows, this.filterText);
        if (this.grid.sorting !== null) {
            order = await sorted(rows, order, this.grid.sorting.column, this.grid.sorting.isDown);
        }
        if (rows === this.rows) {
            this.grid.show(rows, order);
        }
    }

    async copy(form) {
        try {
            const text = await asText(form, this.rows, this.grid.order, this.edits?.table.name);
            await navigator.clipboard.writeText(text);
            this.say(this.grid.count > COPIED_MAX ? texts.copied + texts.cut(COPIED_MAX) : texts.copied);
        } catch (error) {
            this.actions.failed(error);
        }
    }

    async download(end, type) {
        try {
            save(`result.${end}`, await download(this.sql, type, this.actions.session));
        } catch (error) {
            this.actions.failed(error);
        }
    }

    /** Shows the plan of a statement that does not run. */
    showPlan(steps, instructions) {
        this.plan.show(steps, instructions, "");
        this.select("plan");
    }

    /** Shows how far a statement has come, or what it has done in all. */
    showCounters(counters, isRunning) {
        const note = isRunning ? wayText(counters) : `${texts.planTotal(ms(counters.timeNs), counters.rows)}; ${wayText(counters)}`;
        this.plan.show(counters.steps, counters.instructions, note);
    }
}

/** A button that opens a list of others. */
function menu(title, entries) {
    const id = newId("menu");
    const list = h(
        "div.menu",
        {id, popover: "auto"},
        ...entries.map(([text, act]) => button(text, () => {
            list.hidePopover();
            act();
        })),
    );
    const opener = h("button", {type: "button", popovertarget: id}, `${title} ▾`);
    list.addEventListener("toggle", (event) => {
        if (event.newState === "open") {
            const {left, bottom} = opener.getBoundingClientRect();
            list.style.top = `${bottom}px`;
            list.style.left = `${Math.min(left, innerWidth - list.offsetWidth - 8)}px`;
        }
    });
    return h("span", {}, opener, list);
}
