/** A plot of columns of a result. */

import {fill, h, newId} from "./dom.js";
import {NumberText, display, parseRow} from "./rows.js";
import {texts} from "./texts.js";

/** The library, which is loaded for the first chart. */
let uPlot = null;

const POINTS_MAX = 50_000;
const BARS = 40;
/** Names of columns that a map is drawn of. */
const LONGITUDE = /^(lon|lng|long|longitude|x)$|lon(gitude)?$|lng$/i;
const LATITUDE = /^(lat|latitude|y)$|lat(itude)?$/i;
const DATE = /^\d{4}-\d{2}-\d{2}/;
const COLORS = ["#2f6fd0", "#c2571a", "#2c8a57", "#8a4fb5", "#b03050"];

export class Chart {
    constructor() {
        this.choice = {kind: "line", x: -1, y: null};
        this.controls = h("div.controls", {});
        this.plot = h("div.plot", {});
        this.note = h("p.quiet", {});
        this.element = h("div.chart", {}, this.controls, this.plot, this.note);
        new ResizeObserver(() => this.resize()).observe(this.plot);
    }

    /** Reads a result, and draws what fits it. */
    async show(rows) {
        uPlot ??= (await import("./vendor/uplot.js")).default;
        this.columns = rows.columns;
        this.values = rows.columns.map(() => []);
        const step = Math.max(1, Math.ceil(rows.count / POINTS_MAX));
        await rows.each((line, row) => {
            if (row % step === 0) {
                parseRow(line).cells.forEach((cell, i) => this.values[i].push(cell));
            }
        });
        this.note.textContent = step > 1 ? texts.chartSampled(this.values[0].length) : "";
        this.numeric = this.columns.map((_, i) =>
            this.values[i].some((cell) => cell instanceof NumberText)
            && this.values[i].every((cell) => cell === null || cell instanceof NumberText));
        const numbers = this.columns.map((_, i) => i).filter((i) => this.numeric[i]);
        if (numbers.length === 0) {
            fill(this.controls);
            fill(this.plot, h("p.quiet", {}, texts.chartNone));
            return;
        }
        const isKept = this.choice.y !== null && this.choice.y < this.columns.length && this.numeric[this.choice.y];
        if (!isKept) {
            this.choice.y = numbers.at(-1);
            this.choice.x = this.choice.y === 0 ? -1 : 0;
        }
        this.drawControls(numbers);
        this.draw();
    }

    drawControls(numbers) {
        const select = (label, value, options, take) => {
            const id = newId("choice");
            const list = h("select", {id, onchange: () => (take(list.value), this.draw())});
            for (const [key, text] of options) {
                list.append(h("option", {value: String(key), selected: String(key) === String(value)}, text));
            }
            return h("span", {}, h("label", {for: id}, label), list);
        };
        const names = this.columns.map((name, i) => [i, name]);
        fill(
            this.controls,
            select(texts.chartKind, this.choice.kind, Object.entries(texts.chartKinds), (value) => {
                this.choice.kind = value;
                if (value === "map" && this.findPlaces()) {
                    this.drawControls(numbers);
                }
            }),
            select(texts.chartX, this.choice.x, [[-1, "#"], ...names], (value) => {
                this.choice.x = Number(value);
            }),
            select(texts.chartY, this.choice.y, names.filter(([i]) => numbers.includes(i)), (value) => {
                this.choice.y = Number(value);
            }),
        );
    }

    /** Chooses the columns that are called like longitudes and latitudes; whether there are some. */
    findPlaces() {
        const named = (pattern) => this.columns.findIndex((name, i) => this.numeric[i] && pattern.test(name));
        const [x, y] = [named(LONGITUDE), named(LATITUDE)];
        if (x >= 0 && y >= 0 && x !== y) {
            Object.assign(this.choice, {x, y});
        }
        return x >= 0 && y >= 0;
    }

    draw() {
        this.uplot?.destroy();
        this.uplot = null;
        fill(this.plot);
        if (this.choice.kind === "map") {
            this.drawMap();
            return;
        }
        const {kind, x, y} = this.choice;
        const up = this.values[y].map((cell) => (cell === null ? null : cell.value));
        const {data, labels, isTime} = kind === "histogram" ? histogram(up) : this.across(x, up, kind);
        const ink = getComputedStyle(document.documentElement).getPropertyValue("color");
        const paths = kind === "bar" || kind === "histogram"
            ? uPlot.paths.bars({size: [0.8, 60]})
            : kind === "scatter" ? () => null : undefined;
        const longest = up.reduce((most, value) => Math.max(most, value === null ? 0 : String(value).length), 4);
        const axis = {stroke: ink, grid: {stroke: "#8884"}, ticks: {stroke: "#8884"}};
        this.uplot = new uPlot(
            {
                width: this.plot.clientWidth || 600,
                height: Math.max(200, this.plot.clientHeight - 40),
                scales: {x: {time: isTime}},
                axes: [
                    labels === null ? axis : {...axis, values: (_, ticks) => ticks.map((i) => labels[i] ?? "")},
                    {...axis, size: Math.min(200, 24 + longest * 9)},
                ],
                series: [
                    {label: x < 0 ? "#" : this.columns[x]},
                    {
                        label: kind === "histogram" ? texts.rows(up.length) : this.columns[y],
                        stroke: COLORS[0],
                        fill: kind === "bar" || kind === "histogram" ? `${COLORS[0]}99` : undefined,
                        paths,
                        points: {show: kind === "scatter" || data[0].length < 60, size: 5, fill: COLORS[0]},
                    },
                ],
            },
            data,
            this.plot,
        );
    }

    /** Points by longitude and latitude, with as many degrees on each side as the latitude asks for. */
    drawMap() {
        const {x, y} = this.choice;
        const places = this.values[y]
            .map((cell, i) => [x < 0 ? null : this.values[x][i], cell])
            .filter((pair) => pair.every((cell) => cell instanceof NumberText))
            .map(([longitude, latitude]) => [longitude.value, latitude.value])
            .filter(([longitude, latitude]) => Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90);
        if (places.length === 0) {
            fill(this.plot, h("p.quiet", {}, texts.chartNoMap));
            return;
        }
        places.sort((a, b) => a[0] - b[0]);
        const [across, up] = [places.map((place) => place[0]), places.map((place) => place[1])];
        const ink = getComputedStyle(document.documentElement).getPropertyValue("color");
        const axis = {stroke: ink, grid: {stroke: "#8884"}, ticks: {stroke: "#8884"}};
        const degrees = (positive, negative) => (_, ticks) => ticks.map((value) =>
            `${Number(Math.abs(value).toFixed(6))}°${value === 0 ? "" : value > 0 ? positive : negative}`);
        const range = (name) => (plot) => {
            const box = this.mapBox(across, up, plot);
            return name === "x" ? box.x : box.y;
        };
        this.uplot = new uPlot(
            {
                width: this.plot.clientWidth || 600,
                height: Math.max(200, this.plot.clientHeight - 40),
                scales: {x: {time: false, range: range("x")}, y: {range: range("y")}},
                axes: [{...axis, values: degrees("E", "W")}, {...axis, size: 80, values: degrees("N", "S")}],
                series: [
                    {label: this.columns[x]},
                    {label: this.columns[y], stroke: COLORS[0], paths: () => null, points: {show: true, size: 5, fill: `${COLORS[0]}99`}},
                ],
            },
            [across, up],
            this.plot,
        );
    }

    /** What a map shows: all points, and as many kilometres in a pixel across as up. */
    mapBox(across, up, plot) {
        const [west, east] = [across[0], across.at(-1)];
        const south = up.reduce((a, b) => Math.min(a, b), Infinity);
        const north = up.reduce((a, b) => Math.max(a, b), -Infinity);
        const shrink = Math.max(0.05, Math.cos((((south + north) / 2) * Math.PI) / 180));
        const width = Math.max(1, plot.width - 100);
        const height = Math.max(1, plot.height - 60);
        const perPixel = 1.1 * Math.max(((east - west) * shrink) / width, (north - south) / height, 0.001 / height);
        const halfX = (perPixel * width) / shrink / 2;
        const halfY = (perPixel * height) / 2;
        const [middleX, middleY] = [(west + east) / 2, (south + north) / 2];
        return {x: [middleX - halfX, middleX + halfX], y: [middleY - halfY, middleY + halfY]};
    }

    /** Values across in rising order; texts stand for themselves, one beside the other. */
    across(x, up, kind) {
        const cells = x < 0 ? up.map((_, i) => i + 1) : this.values[x];
        if (x >= 0 && !this.numeric[x]) {
            const isTime = kind !== "bar" && cells.every((cell) => typeof cell === "string" && DATE.test(cell));
            if (!isTime) {
                return {data: [up.map((_, i) => i), up], labels: cells.map(display), isTime: false};
            }
            const seconds = cells.map((cell) => Date.parse(cell.replace(" ", "T")) / 1000);
            return {data: inOrder(seconds, up), labels: null, isTime: true};
        }
        const numbers = x < 0 ? cells : cells.map((cell) => (cell === null ? NaN : cell.value));
        return {data: inOrder(numbers, up), labels: null, isTime: false};
    }

    resize() {
        this.uplot?.setSize({width: this.plot.clientWidth, height: Math.max(200, this.plot.clientHeight - 40)});
    }
}

function inOrder(across, up) {
    const order = across.map((_, i) => i).filter((i) => Number.isFinite(across[i]));
    order.sort((a, b) => across[a] - across[b]);
    return [order.map((i) => across[i]), order.map((i) => up[i])];
}

function histogram(values) {
    const numbers = values.filter((value) => value !== null && Number.isFinite(value));
    const least = numbers.reduce((a, b) => Math.min(a, b), Infinity);
    const width = (numbers.reduce((a, b) => Math.max(a, b), -Infinity) - least) / BARS || 1;
    const counts = new Array(BARS).fill(0);
    for (const number of numbers) {
        counts[Math.min(BARS - 1, Math.floor((number - least) / width))] += 1;
    }
    return {data: [counts.map((_, i) => least + (i + 0.5) * width), counts], labels: null, isTime: false};
}
