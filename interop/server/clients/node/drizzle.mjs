// drizzle-orm on node-postgres, with tables as drizzle-kit writes them.
import assert from 'node:assert';
import {drizzle} from 'drizzle-orm/node-postgres';
import {bigint, boolean, doublePrecision, integer, jsonb, pgTable, serial, text, timestamp}
  from 'drizzle-orm/pg-core';
import {eq, inArray, relations, sql} from 'drizzle-orm';
import pg from 'pg';
import {connection, step} from './steps.mjs';

const users = pgTable('du', {id: serial('id').primaryKey(), name: text('name').notNull(),
  ok: boolean('ok').default(false), age: integer('age'), big: bigint('big', {mode: 'number'}),
  at: timestamp('at').defaultNow(), score: doublePrecision('score'), j: jsonb('j')});
const posts = pgTable('dp', {id: serial('id').primaryKey(),
  user: integer('user_id').references(() => users.id), title: text('title')});
const usersRelations = relations(users, ({many}) => ({posts: many(posts)}));
const postsRelations = relations(posts, ({one}) => (
  {author: one(users, {fields: [posts.user], references: [users.id]})}));

const pool = new pg.Pool(connection);
const db = drizzle(pool, {schema: {users, posts, usersRelations, postsRelations}});
await db.execute(sql`DROP TABLE IF EXISTS dp`);
await db.execute(sql`DROP TABLE IF EXISTS du`);
await step('tables', async () => {
  await db.execute(sql.raw('CREATE TABLE "du" (\n\t"id" serial PRIMARY KEY NOT NULL,\n'
    + '\t"name" text NOT NULL,\n\t"ok" boolean DEFAULT false,\n\t"age" integer,\n'
    + '\t"big" bigint,\n\t"at" timestamp DEFAULT now(),\n\t"score" double precision,\n'
    + '\t"j" jsonb\n);'));
  await db.execute(sql.raw('CREATE TABLE "dp" (\n\t"id" serial PRIMARY KEY NOT NULL,\n'
    + '\t"user_id" integer,\n\t"title" text\n);'));
  await db.execute(sql.raw('ALTER TABLE "dp" ADD CONSTRAINT "dp_user_id_du_id_fk" FOREIGN KEY'
    + ' ("user_id") REFERENCES "public"."du"("id") ON DELETE no action ON UPDATE no action;'));
  await db.execute(sql.raw('CREATE INDEX "du_name" ON "du" USING btree ("name");'));
});
await step('insert', async () => {
  const made = await db.insert(users).values([{name: 'a', age: 3, ok: true, j: {x: [1]}},
    {name: 'b', big: 5, score: 1.5}]).returning();
  assert.deepStrictEqual(made.map(row => [Number(row.id), row.ok, row.big, row.score, row.j]),
    [[1, true, null, null, {x: [1]}], [2, false, 5, 1.5, null]]);
  assert.ok(made[0].at instanceof Date);
});
await step('select', async () => {
  assert.strictEqual((await db.select().from(users).where(eq(users.ok, true))).length, 1);
  assert.strictEqual(await db.$count(users), 2);
});
await step('join', async () => {
  await db.insert(posts).values([{user: 1, title: 'p'}, {user: 1, title: 'q'}]);
  assert.deepStrictEqual(await db.select({n: users.name, t: posts.title}).from(users)
    .innerJoin(posts, eq(posts.user, users.id)).orderBy(posts.id),
  [{n: 'a', t: 'p'}, {n: 'a', t: 'q'}]);
});
await step('update', async () => {
  await db.update(users).set({age: sql`${users.age} + 1`}).where(inArray(users.id, [1]));
  const [row] = await db.select().from(users).where(eq(users.id, 1));
  assert.strictEqual(Number(row.age), 4);
});
await step('transaction', async () => {
  await db.transaction(async t => {
    await t.insert(users).values({name: 'c'}).onConflictDoNothing();
  });
  await db.delete(users).where(eq(users.name, 'c'));
  assert.strictEqual(await db.$count(users), 2);
});
await step('relational queries', () => db.query.users.findMany({with: {posts: true}}));
await pool.end();
