/** The plan of a statement as a tree, and its program as a table. */

import {fill, h} from "./dom.js";
import {texts} from "./texts.js";

const NANOS_PER_MS = 1e6;

const ms = (nanos) => (nanos / NANOS_PER_MS).toLocaleString("en", {maximumFractionDigits: 3});

/** Names of counters as they are shown: those that end with Ns are times. */
function counter([name, value]) {
    return name.endsWith("Ns") ? `${name.slice(0, -2)} ${ms(value)} ms` : `${name} ${value.toLocaleString("en")}`;
}

/**
 * Draws a plan.
 * @param {{id: number, parent: number, detail: string, counts: Object<string, number>}[]} steps
 * @param {object|null} counters of a run; null for a plan alone
 */
export function drawPlan(element, steps, counters) {
    const timeMax = Math.max(1, ...steps.map((step) => step.counts.timeNs ?? 0));
    const below = (parent) => {
        const own = steps.filter((step) => step.parent === parent && step.id !== parent);
        if (own.length === 0) {
            return null;
        }
        return h("ul", {}, ...own.map((step) => h("li", {}, line(step, timeMax), below(step.id))));
    };
    const total = counters === null
        ? null
        : h(
            "p",
            {},
            texts.planTotal(ms(counters.timeNs), counters.rows)
                + (counters.restarted ? `; ${texts.planRestarted}` : ""),
        );
    fill(element, total, below(0));
}

function line(step, timeMax) {
    const counts = Object.entries(step.counts).map(counter).join(" · ");
    const time = step.counts.timeNs;
    const bar = time === undefined ? null : h("meter", {min: "0", max: String(timeMax), value: String(time), "aria-label": `${ms(time)} ms`});
    return h("div.step", {}, h("span", {}, step.detail), counts === "" ? null : h("span.quiet", {}, counts), bar);
}

const COLUMNS = ["addr", "opcode", "p1", "p2", "p3", "p4", "p5", "comment", "executions", "timeNs"];

/** Draws a program: each instruction, with how often it has run and how long it took. */
export function drawProgram(element, instructions) {
    const all = Math.max(1, instructions.reduce((sum, one) => sum + one.timeNs, 0));
    const head = h("tr", {}, ...COLUMNS.map((name) => h("th", {scope: "col"}, name === "timeNs" ? "time" : name)));
    const lines = instructions.map((one) =>
        h("tr", {}, ...COLUMNS.map((name) => {
            const value = one[name];
            if (name !== "timeNs") {
                return h(typeof value === "number" ? "td.number" : "td", {}, String(value ?? ""));
            }
            return h("td.number", {}, value === 0 ? "" : `${ms(value)} ms, ${((100 * value) / all).toFixed(1)} %`);
        })));
    fill(element, h("table.program", {}, h("thead", {}, head), h("tbody", {}, ...lines)));
}
