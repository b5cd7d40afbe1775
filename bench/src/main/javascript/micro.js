'use strict';

// One of the six micro-benchmarks in one process: the same program on better-sqlite3 and on sqlvm.
//
//     node micro.js FILE.db BENCHMARK [ITERATIONS [SECONDS]]
//     ./sqlvm js micro.js FILE.db BENCHMARK …
//
// The twin of micro.py. FILE.db holds TPC-H's tables. Runs so many times, but stops after so many
// seconds and three runs. Prints one line of JSON: nanoseconds of every run, by the clock and of this
// thread's processor time (of the process's on a Node that does not know that), and how many rows a
// run read and what they add up to.

const graal = typeof Graal !== 'undefined';
const Database = require(graal ? 'sqlvm' : 'better-sqlite3');

const RUNS_MIN = 3;
const FILLED_ROWS = 100_000;

function select(db) {
    let count = 0;
    let total = 0;
    const rows = db.prepare('select quantity, extendedprice, discount from lineitem').iterate();
    for (const {quantity, extendedprice, discount} of rows) {
        total += quantity * extendedprice * (1 - discount);
        count++;
    }
    return [count, total];
}

function innerjoin(db) {
    let count = 0;
    let total = 0;
    const rows = db.prepare(`
        select p.name as part, s.name as supplier from partsupp ps, part p, supplier s
        where p.partkey = ps.partkey and s.suppkey = ps.suppkey`).iterate();
    for (const {part, supplier} of rows) {
        total += part.length + supplier.length;
        count++;
    }
    return [count, total];
}

function pythonjoin(db) {
    let count = 0;
    let total = 0;
    const part = db.prepare('select name from part where partkey = ?');
    const supplier = db.prepare('select name from supplier where suppkey = ?');
    for (const {partkey, suppkey} of db.prepare('select partkey, suppkey from partsupp').iterate()) {
        total += part.get(partkey).name.length;
        total += supplier.get(suppkey).name.length;
        count++;
    }
    return [count, total];
}

function pyfunction(db) {
    let count = 0;
    let total = 0;
    for (const {price} of db.prepare('select reduced(extendedprice) as price from lineitem').iterate()) {
        total += price;
        count++;
    }
    return [count, total];
}

function pyaggregate(db) {
    return [1, db.prepare('select volume(quantity, extendedprice) from lineitem').pluck().get()];
}

function filltable(db) {
    let count = 0;
    let total = 0;
    db.exec('begin; create table t (a integer, b integer)');
    const insert = db.prepare('insert into t values (?, ?)');
    for (let i = 0; i < FILLED_ROWS; i++) {
        insert.run(i, 2 * i);
    }
    db.exec('commit');
    for (const {a, b} of db.prepare('select a, b from t').iterate()) {
        total += a + b;
        count++;
    }
    return [count, total];
}

const benchmarks = {select, innerjoin, pythonjoin, pyfunction, pyaggregate, filltable};

/** Functions that give nanoseconds. */
function clocks() {
    if (graal) {
        const {getThreadMXBean} = Java.type('java.lang.management.ManagementFactory');
        const threads = getThreadMXBean();
        const {nanoTime} = Java.type('java.lang.System');
        return {wall: () => nanoTime(), cpu: () => threads.getCurrentThreadCpuTime()};
    }
    const usage = () => (process.threadCpuUsage ?? process.cpuUsage).call(process);
    return {
        wall: () => Number(process.hrtime.bigint()),
        cpu: () => {
            const {user, system} = usage();
            return (user + system) * 1000;
        },
    };
}

/** filltable begins with a new file, on a disk in memory. */
function inNewFile(run) {
    const file = `/dev/shm/filltable-${process.pid}.db`;
    const db = new Database(file);
    try {
        return run(db);
    } finally {
        db.close();
        if (graal) {
            Java.type('java.nio.file.Files').delete(Java.type('java.nio.file.Path').of(file));
        } else {
            require('fs').unlinkSync(file);
        }
    }
}

function main(file, name, iterations = '10', seconds = '1e9') {
    const db = new Database(file, {readonly: true});
    db.function('reduced', (price) => price * 0.9);
    db.aggregate('volume', {start: 0, step: (total, quantity, price) => total + quantity * price});
    const {wall, cpu} = clocks();
    const result = {engine: graal ? 'sqlvm' : 'better-sqlite3', wall: [], cpu: []};

    function timed(connection) {
        const cpuStart = cpu();
        const start = wall();
        const [rows, sum] = benchmarks[name](connection);
        result.wall.push(Number(wall() - start));
        result.cpu.push(Number(cpu() - cpuStart));
        Object.assign(result, {rows, sum});
    }

    const begun = Date.now();
    while (result.wall.length < Number(iterations)
            && (result.wall.length < RUNS_MIN || Date.now() - begun < Number(seconds) * 1000)) {
        if (name === 'filltable') {
            inNewFile(timed);
        } else {
            timed(db);
        }
    }
    db.close();
    console.log(JSON.stringify(result));
}

main(...process.argv.slice(2));
