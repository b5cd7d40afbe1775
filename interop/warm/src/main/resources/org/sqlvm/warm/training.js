'use strict';

// Work that many programs have in common, see Training.

const Database = require('sqlvm');
const fs = require('fs');
const path = require('path');

const ROWS = 2000;

const db = new Database(':memory:');
db.exec(`
    CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, v REAL, k INTEGER);
    CREATE INDEX t_by_k ON t(k);`);
const insert = db.prepare('INSERT INTO t(name, v, k) VALUES (?, ?, ?)');
db.transaction(() => {
    for (let i = 0; i < ROWS; i++) insert.run(`name${i}`, i * 0.5, i % 100);
})();
let total = 0;
for (const {name, v} of db.prepare('SELECT id, name, v FROM t').iterate()) {
    total += name.length + v;
}
const point = db.prepare('SELECT v FROM t WHERE id = ?');
for (let i = 0; i < ROWS / 2; i++) total += point.get(i + 1).v;
for (let i = 0; i < ROWS / 20; i++) {
    total += db.prepare(`SELECT v FROM t WHERE id = ${i + 1}`).pluck().get();
}
const some = db.prepare('SELECT id, name, v FROM t WHERE k = ? ORDER BY v LIMIT 5');
for (let k = 0; k < 100; k++) total += some.all(k).length;
const rows = db.prepare('SELECT k, count(*), sum(v) FROM t GROUP BY k ORDER BY 3 DESC').all();
console.log(JSON.stringify(rows[0]), total, path.join('a', 'b'), fs.existsSync('/'));
db.close();
