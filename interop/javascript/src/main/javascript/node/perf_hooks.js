'use strict';

const {host} = system;
const {NodeError} = require('./errors');

const timeOrigin = Date.now();
const begun = host.nanoseconds();

class PerformanceEntry {
    constructor(name, entryType, startTime, duration, detail) {
        Object.assign(this, {name, entryType, startTime, duration, detail: detail ?? null});
    }

    toJSON() {
        return {...this};
    }
}

class PerformanceMark extends PerformanceEntry {}

class PerformanceMeasure extends PerformanceEntry {}

let entries = [];

function timeOf(mark) {
    if (typeof mark === 'number') {
        return mark;
    }
    const entry = entries.findLast(({name, entryType}) => name === mark && entryType === 'mark');
    if (entry === undefined) {
        throw require('./event-target').domException(
            `The "${mark}" performance mark has not been set`, 'SyntaxError');
    }
    return entry.startTime;
}

class Performance {
    timeOrigin = timeOrigin;

    now() {
        return Number(host.nanoseconds() - begun) / 1e6;
    }

    mark(name, {startTime = this.now(), detail} = {}) {
        const mark = new PerformanceMark(String(name), 'mark', startTime, 0, detail);
        entries.push(mark);
        return mark;
    }

    measure(name, start, end) {
        const options = typeof start === 'object' && start !== null ? start : {start, end};
        const until = options.end === undefined ? options.duration === undefined ? this.now()
            : timeOf(options.start) + options.duration : timeOf(options.end);
        const from = options.start === undefined ? 0 : timeOf(options.start);
        const measure = new PerformanceMeasure(String(name), 'measure', from, until - from, options.detail);
        entries.push(measure);
        return measure;
    }

    getEntries() {
        return [...entries].sort((one, other) => one.startTime - other.startTime);
    }

    getEntriesByName(name, type) {
        return this.getEntries().filter((entry) => entry.name === name && (type === undefined || entry.entryType === type));
    }

    getEntriesByType(type) {
        return this.getEntries().filter((entry) => entry.entryType === type);
    }

    clearMarks(name) {
        entries = entries.filter((entry) => entry.entryType !== 'mark' || (name !== undefined && entry.name !== name));
    }

    clearMeasures(name) {
        entries = entries.filter((entry) => entry.entryType !== 'measure' || (name !== undefined && entry.name !== name));
    }

    timerify(fn) {
        return fn;
    }

    eventLoopUtilization() {
        return {idle: 0, active: 0, utilization: 0};
    }

    toJSON() {
        return {timeOrigin, nodeTiming: {}, eventLoopUtilization: this.eventLoopUtilization()};
    }
}

class PerformanceObserver {
    static supportedEntryTypes = ['mark', 'measure'];

    observe() {
        throw NodeError('ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', 'PerformanceObserver is not available in sqlvm js');
    }

    disconnect() {}
}

module.exports = {performance: new Performance(), Performance, PerformanceEntry, PerformanceMark,
    PerformanceMeasure, PerformanceObserver, constants: {}};
