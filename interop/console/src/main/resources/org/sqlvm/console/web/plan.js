/** The plan of a statement as a tree with its program beside it, also while the statement runs. */

import {fill, h} from "./dom.js";
import {texts} from "./texts.js";

const NANOS_PER_MS = 1e6;
const COLUMNS = ["addr", "opcode", "p1", "p2", "p3", "p4", "p5", "comment"];

export const ms = (nanos) => (nanos / NANOS_PER_MS).toLocaleString("en", {maximumFractionDigits: 3});

/** Counters of a step as a text: names that end with Ns are times. */
export function countsText(counts) {
    return Object.entries(counts)
        .map(([name, value]) =>
            name.endsWith("Ns") ? `${name.slice(0, -2)} ${ms(value)} ms` : `${name} ${value.toLocaleString("en")}`)
        .join(" · ");
}

/** How a statement runs: on vectors or row by row, compiled or interpreted. */
export function wayText(counters) {
    return [
        counters.vectors ? texts.onVectors : texts.onRows,
        counters.compiled ? texts.isCompiled : texts.isInterpreted,
        ...(counters.restarted ? [texts.planRestarted] : []),
    ].join(", ");
}

/** The steps as a tree: each with those below it. */
export function treeOf(steps) {
    const below = (parent) =>
        steps.filter((step) => step.parent === parent && step.id !== parent)
            .map((step) => ({step, children: below(step.id)}));
    return below(0);
}

/** What a plan is made of; while it stays the same, only numbers change. */
export function shapeOf(steps, instructions) {
    return JSON.stringify([
        steps.map((step) => [step.id, step.parent, step.detail]),
        instructions.map((one) => COLUMNS.map((name) => one[name])),
    ]);
}

export class PlanView {
    constructor() {
        this.note = h("p", {role: "status"});
        this.tree = h("section.plan-tree", {"aria-label": texts.plan});
        this.program = h("section.plan-program", {"aria-label": texts.program});
        this.element = h("div.plan", {}, this.note, h("div.plan-parts", {}, this.tree, this.program));
        this.shape = null;
        this.lines = new Map();
        this.cells = [];
    }

    /**
     * Shows a plan, or later numbers of the one that is shown.
     * @param {{id: number, parent: number, detail: string, counts: Object<string, number>}[]} steps
     * @param {object[]} instructions as EXPLAIN has them, with executions and timeNs
     * @param {string} note a line above them
     */
    show(steps, instructions, note) {
        this.note.textContent = note;
        const shape = shapeOf(steps, instructions);
        if (shape !== this.shape) {
            this.shape = shape;
            this.draw(steps, instructions);
        }
        const timeMax = Math.max(1, ...steps.map((step) => step.counts.timeNs ?? 0));
        for (const step of steps) {
            const {counts, meter} = this.lines.get(step.id);
            counts.textContent = countsText(step.counts);
            const time = step.counts.timeNs;
            meter.hidden = time === undefined;
            meter.max = timeMax;
            meter.value = time ?? 0;
            meter.setAttribute("aria-label", `${ms(time ?? 0)} ms`);
        }
        const most = Math.max(1, ...instructions.map((one) => one.executions || 0));
        const all = Math.max(1, instructions.reduce((sum, one) => sum + one.timeNs, 0));
        instructions.forEach((one, i) => {
            const {executions, time, line} = this.cells[i];
            executions.textContent = typeof one.executions === "number" ? one.executions.toLocaleString("en") : "";
            time.textContent = one.timeNs === 0 ? "" : `${ms(one.timeNs)} ms, ${((100 * one.timeNs) / all).toFixed(1)} %`;
            line.classList.toggle("hot", one.timeNs > all / 10 || (all === 1 && one.executions > most / 2));
        });
    }

    draw(steps, instructions) {
        this.lines.clear();
        const list = (nodes) => nodes.length === 0
            ? null
            : h("ul", {}, ...nodes.map(({step, children}) => h("li", {}, this.line(step), list(children))));
        fill(this.tree, list(treeOf(steps)));
        this.cells = [];
        const heads = ["addr", "opcode", texts.executions, texts.time, ...COLUMNS.slice(2)];
        const head = h("tr", {}, ...heads.map((name) => h("th", {scope: "col"}, name)));
        const lines = instructions.map((one) => {
            const executions = h("td.number", {});
            const time = h("td.number", {});
            const own = COLUMNS.map((name) =>
                h(typeof one[name] === "number" ? "td.number" : "td", {}, String(one[name] ?? "")));
            const line = h("tr", {}, own[0], own[1], executions, time, ...own.slice(2));
            this.cells.push({executions, time, line});
            return line;
        });
        fill(
            this.program,
            lines.length === 0 ? null : h("table.program", {}, h("thead", {}, head), h("tbody", {}, ...lines)),
        );
    }

    line(step) {
        const counts = h("span.quiet", {});
        const meter = h("meter", {min: "0"});
        this.lines.set(step.id, {counts, meter});
        return h("div.step", {}, h("span", {}, step.detail), counts, meter);
    }
}
