// knex with its PostgreSQL dialect.
import assert from 'node:assert';
import makeKnex from 'knex';
import {connection, step} from './steps.mjs';

const knex = makeKnex({client: 'pg', connection, pool: {min: 0, max: 4}});
await knex.schema.dropTableIfExists('k');
await step('createTable', () => knex.schema.createTable('k', table => {
  table.increments('id');
  table.string('name', 50).notNullable();
  table.boolean('ok').defaultTo(false);
  table.decimal('price', 8, 2);
  table.timestamp('at').defaultTo(knex.fn.now());
  table.binary('data');
  table.timestamps(true, true);
  table.index(['name']);
}));
await step('insert with defaults', async () => assert.deepStrictEqual(
  await knex('k').insert([{name: 'a', price: 1.5}, {name: 'b', ok: true, data: Buffer.from([1])}])
    .returning('id'), [{id: '1'}, {id: '2'}]));
await step('select', async () => {
  const [row] = await knex('k').where({name: 'b'});
  assert.strictEqual(row.ok, true);
  assert.ok(row.at instanceof Date);
  assert.deepStrictEqual(row.data, Buffer.from([1]));
});
await step('aggregates', async () => {
  assert.strictEqual((await knex('k').count('*'))[0].count, '2');
  assert.strictEqual((await knex('k').max('price'))[0].max, 1.5);
});
await step('conditions', async () => {
  assert.deepStrictEqual(await knex('k').where('ok', true).pluck('name'), ['b']);
  assert.deepStrictEqual(await knex('k').whereIn('id', [1, 2]).orderBy('name').offset(1)
    .pluck('name'), ['b']);
});
await step('update, merge, delete', async () => {
  assert.strictEqual(await knex('k').where({id: 1}).update({name: 'c'}), 1);
  await knex('k').insert({id: 1, name: 'd'}).onConflict('id').merge();
  assert.deepStrictEqual(await knex('k').where('id', 1).first('name'), {name: 'd'});
  assert.strictEqual(await knex('k').where('id', 2).del(), 1);
});
await step('transactions', async () => {
  await knex.transaction(async t => { await t('k').insert({name: 'e'}); });
  await assert.rejects(knex.transaction(async t => {
    await t('k').insert({name: 'f'});
    throw new Error('undo');
  }));
  assert.strictEqual((await knex('k').count('* as n'))[0].n, '2');
});
await step('locks', () => knex.transaction(t => t('k').where('id', 1).forUpdate()));
await step('schema', async () => {
  assert.strictEqual(await knex.schema.hasTable('k'), true);
  assert.strictEqual(await knex.schema.hasColumn('k', 'price'), true);
  assert.strictEqual((await knex('k').columnInfo()).ok.type, 'boolean');
  await knex.schema.alterTable('k', table => { table.integer('extra'); });
  await knex.schema.alterTable('k', table => { table.renameColumn('extra', 'more'); });
});
await step('version', async () => {
  const [row] = await knex.select(knex.raw('version()'));
  assert.match(row.version, /^PostgreSQL /);
});
await knex.destroy();
