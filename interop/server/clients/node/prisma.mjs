// Prisma's driver adapter for pg, without Prisma's engine: what the engine would send.
import assert from 'node:assert';
import {PrismaPg} from '@prisma/adapter-pg';
import {connection, step} from './steps.mjs';

const adapter = await new PrismaPg(connection).connect();
const query = (sql, args) => ({sql, args,
  argTypes: args.map(() => ({scalarType: 'unknown', arity: 'scalar'}))});
const run = (sql, ...args) => adapter.executeRaw(query(sql, args));
const ask = (sql, ...args) => adapter.queryRaw(query(sql, args));

await run('DROP TABLE IF EXISTS "User"');
await step('migration', () => adapter.executeScript('-- CreateTable\nCREATE TABLE "User" (\n'
  + '    "id" SERIAL NOT NULL,\n    "email" TEXT NOT NULL,\n'
  + '    "ok" BOOLEAN NOT NULL DEFAULT false,\n'
  + '    "at" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,\n'
  + '    "score" DOUBLE PRECISION,\n    "data" BYTEA,\n\n'
  + '    CONSTRAINT "User_pkey" PRIMARY KEY ("id")\n);\n\n-- CreateIndex\n'
  + 'CREATE UNIQUE INDEX "User_email_key" ON "User"("email");'));
await step('create', async () => {
  const {rows} = await ask('INSERT INTO "public"."User" ("email","ok","score","data")'
    + ' VALUES ($1,$2,$3,$4) RETURNING "public"."User"."id", "public"."User"."ok",'
    + ' "public"."User"."data"', 'a', true, 1.5, Buffer.from([1]));
  assert.strictEqual(JSON.stringify(rows.map(row => [Number(row[0]), row[1], [...row[2]]])),
    '[[1,true,[1]]]');
});
await step('find', async () => {
  const {rows} = await ask('SELECT "public"."User"."id", "public"."User"."email" FROM'
    + ' "public"."User" WHERE ("public"."User"."email" = $1 AND 1=1) LIMIT $2 OFFSET $3',
  'a', 1, 0);
  assert.strictEqual(rows.length, 1);
});
await step('count', async () => {
  const {rows} = await ask('SELECT COUNT(*) AS "_count$_all" FROM (SELECT "public"."User"."id"'
    + ' FROM "public"."User" WHERE 1=1 OFFSET $1) AS "sub"', 0);
  assert.strictEqual(Number(rows[0][0]), 1);
});
await step('transaction', async () => {
  const transaction = await adapter.startTransaction();
  await transaction.executeRaw(
    query('UPDATE "public"."User" SET "score" = $1 WHERE "id" = $2', [2, 1]));
  await transaction.executeRaw(query('COMMIT', []));
  await transaction.commit();
  assert.deepStrictEqual((await ask('SELECT "score" FROM "User"')).rows, [[2]]);
});
await step('unique', () => assert.rejects(run('INSERT INTO "User"("email") VALUES ($1)', 'a'),
  error => error.cause.kind === 'UniqueConstraintViolation'));
await adapter.dispose();
