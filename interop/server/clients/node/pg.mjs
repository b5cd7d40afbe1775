// node-postgres, which sends parameters without types, and bytes in binary.
import assert from 'node:assert';
import pg from 'pg';
import {connection, step} from './steps.mjs';

const pool = new pg.Pool({...connection, max: 3});
const ask = async (sql, ...values) => (await pool.query(sql, values)).rows;
const bytes = Buffer.from([0, 1, 255]);
const moment = new Date(Date.UTC(2026, 0, 2, 3, 4, 5));

await pool.query('DROP TABLE IF EXISTS js');
await pool.query('CREATE TABLE js(id SERIAL PRIMARY KEY, n INT, r REAL, t TEXT, b BYTEA,'
  + ' f BOOLEAN, d TIMESTAMP, j JSON)');
await step('insert', async () => {
  assert.deepStrictEqual(
    await ask('INSERT INTO js(n, r, t, b, f, d, j) VALUES ($1, $2, $3, $4, $5, $6, $7)'
      + ' RETURNING id', 5, 2.5, 'x', bytes, true, moment, {a: 1}), [{id: '1'}]);
});
await step('values', async () => {
  const [row] = await ask('SELECT * FROM js');
  assert.deepStrictEqual(row.b, bytes);
  assert.strictEqual(row.f, true);
  assert.ok(row.d instanceof Date);
  assert.strictEqual(row.j, '{"a":1}');
});
await step('expressions', async () => {
  for (const [condition, value] of [['id + 0 = $1', 1], ['f = $1', true], ['b = $1', bytes],
    ['n * 2 > $1', 9], ['coalesce(n, 0) = $1', 5], ['length(t) = $1', 1], ['n = ANY($1)', [5]]]) {
    assert.strictEqual((await ask(`SELECT id FROM js WHERE ${condition}`, value)).length, 1,
      condition);
  }
});
await step('columns of several kinds', async () => {
  assert.deepStrictEqual(await ask('SELECT 1 AS a UNION ALL SELECT 2.5'), [{a: 1}, {a: 2.5}]);
  assert.deepStrictEqual(
    await ask("SELECT coalesce(nullif(value, 2), 'none') AS v FROM generate_series(1, 3)"),
    [{v: '1'}, {v: 'none'}, {v: '3'}]);
});
await step('named statements', async () => {
  const named = {name: 'n', text: 'SELECT t FROM js WHERE n = $1', values: [5]};
  for (let i = 0; i < 3; i++) {
    assert.deepStrictEqual((await pool.query(named)).rows, [{t: 'x'}]);
  }
});
await step('transactions', async () => {
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query('INSERT INTO js(n) VALUES (9)');
  await client.query('ROLLBACK');
  client.release();
  assert.strictEqual((await ask('SELECT count(*) FROM js'))[0].count, '1');
});
await step('several statements', async () => {
  const results = await pool.query('SELECT 1 AS a; SELECT 2 AS b');
  assert.strictEqual(results[1].rows[0].b, '2');
});
await step('errors', () => assert.rejects(pool.query('SELECT nosuch'), {code: '42703'}));
await pool.end();
