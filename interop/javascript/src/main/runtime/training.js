'use strict';

// What the start of a JavaScript program is trained with: a database that is made, filled, asked and
// changed. What is loaded here need not be loaded from jars later; what is called often here is
// compiled sooner.

const Database = require('sqlvm');

const ROWS = 5000;

function fill(db) {
    db.exec(`
        CREATE TABLE kinds(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
        CREATE TABLE parts(id INTEGER PRIMARY KEY, name TEXT, price REAL, kind INTEGER, raw BLOB);
        CREATE INDEX parts_by_kind ON parts(kind, price);`);
    const kind = db.prepare('INSERT INTO kinds VALUES (?, ?)');
    const part = db.prepare('INSERT INTO parts(name, price, kind) VALUES (?, ?, ?)');
    const named = db.prepare('INSERT INTO parts(name, kind, raw) VALUES (@name, @kind, @raw)');
    db.transaction(() => {
        for (let i = 0; i < 10; i++) kind.run(i, `kind ${i}`);
        for (let i = 0; i < ROWS; i++) part.run(`part${i}`, i * 0.5, i % 10);
        for (let i = 0; i < 100; i++) named.run({name: 'a name', kind: i % 10, raw: new Uint8Array(3)});
    })();
}

function ask(db) {
    let total = 0;
    for (const {name, price} of db.prepare('SELECT id, name, price FROM parts').iterate()) {
        total += name.length + (price ?? 0);
    }
    const point = db.prepare('SELECT price FROM parts WHERE id = ?');
    for (let i = 0; i < ROWS / 5; i++) total += point.get(i + 1).price;
    for (let i = 0; i < ROWS / 20; i++) {
        total += db.prepare(`SELECT price FROM parts WHERE id = ${i + 1}`).pluck().get();
    }
    for (let kind = 0; kind < 10; kind++) {
        total += db.prepare('SELECT * FROM parts WHERE kind = ? ORDER BY price DESC LIMIT 5')
            .raw().all(kind).length;
    }
    const rows = db.prepare(`
        SELECT kinds.name, count(*), sum(price), max(parts.name) FROM parts JOIN kinds ON kind = kinds.id
        WHERE parts.name LIKE 'part%' GROUP BY kinds.id HAVING count(*) > 1 ORDER BY 3 DESC`).all();
    console.log(JSON.stringify(rows[0]), total);
}

function extend(db) {
    db.function('halved', {deterministic: true}, (value) => value / 2);
    db.aggregate('product', {start: 1, step: (total, value) => total * value});
    console.log(db.prepare('SELECT sum(halved(price)), product(0.5) FROM parts WHERE price < 100')
        .raw().get().join());
}

function change(db) {
    db.prepare('UPDATE parts SET price = price + 1 WHERE kind = ?').run(3);
    db.prepare('DELETE FROM parts WHERE id % 7 = 0').run();
    try {
        db.transaction(() => db.prepare("INSERT INTO kinds VALUES (1, 'again')").run())();
    } catch (error) {
        console.log(error.code);
    }
    console.log(db.pragma('journal_mode', {simple: true}));
}

/** What programs use beside a database. */
function surroundings() {
    const fs = require('fs');
    const path = require('path');
    const file = path.resolve('training.txt');
    fs.writeFileSync(file, 'written');
    console.log('%s', fs.readFileSync(file, 'utf8'), {a: [1, {b: 'two'}], c: null}, new Map([[1, [2]]]));
    console.log([1.5, 'x', undefined], new Error('shown'), new Date(0), Buffer.from('bytes'), () => {});
    console.table([{a: 1, b: 'x'}, {a: 2}]);
    setTimeout(() => console.log(process.argv.length), 1);
    Promise.resolve(process.env.HOME).then((home) => console.log(typeof home));
}

surroundings();
for (const name of [':memory:', 'training.db']) {
    const db = new Database(name);
    fill(db);
    ask(db);
    extend(db);
    change(db);
    db.close();
}
