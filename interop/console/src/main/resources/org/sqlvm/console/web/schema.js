/** What the database has: tables with their columns, indexes and triggers. */

import {values} from "./api.js";
import {quoted} from "./rows.js";

const TABLES = `
SELECT l.schema, l.name, l.type, l.wr, c.name, c.type, c."notnull", c.pk, c.hidden
FROM pragma_table_list AS l LEFT JOIN pragma_table_xinfo AS c
    ON c.arg = l.name AND c.schema = l.schema
WHERE l.name NOT IN ('sqlite_schema', 'sqlite_temp_schema')
ORDER BY l.schema, l.name, c.cid`;

/** Files whose size is read at once, in bytes: dbstat reads all pages. */
const SMALL = 32 * 1024 * 1024;

/**
 * @typedef {{name: string, type: string, isRequired: boolean, key: number, isHidden: boolean}} Column
 * @typedef {{schema: string, name: string, type: string, hasRowid: boolean, columns: Column[],
 *     indexes: {name: string, sql: string|null}[], triggers: {name: string, sql: string}[],
 *     sql: string|null, rows: number|null, bytes: number|null}} Table
 */

/** @returns {Promise<Table[]>} */
export async function loadSchema(session) {
    const tables = new Map();
    for (const row of await values(TABLES, {session})) {
        const [schema, name, type, wr, column, declared, isRequired, key, hidden] = row;
        const id = `${schema}.${name}`;
        if (!tables.has(id)) {
            tables.set(id, {
                schema, name, type, hasRowid: type !== "view" && wr.value === 0,
                columns: [], indexes: [], triggers: [], sql: null, rows: null, bytes: null,
            });
        }
        if (column !== null) {
            tables.get(id).columns.push({
                name: column, type: declared, isRequired: isRequired.value !== 0,
                key: key.value, isHidden: hidden.value === 1,
            });
        }
    }
    const schemas = new Set(Array.from(tables.values(), (table) => table.schema));
    for (const schema of schemas) {
        await addDefinitions(schema, tables, session);
    }
    return Array.from(tables.values());
}

async function addDefinitions(schema, tables, session) {
    const sql = `SELECT type, name, tbl_name, sql FROM ${quoted(schema)}.sqlite_schema ORDER BY name`;
    for (const [type, name, table, definition] of await values(sql, {session})) {
        const own = tables.get(`${schema}.${table}`);
        if (own === undefined) {
            continue;
        }
        if (type === "index") {
            own.indexes.push({name, sql: definition});
        } else if (type === "trigger") {
            own.triggers.push({name, sql: definition});
        } else {
            own.sql = definition;
        }
    }
}

/** Whether the file is small enough to be read as a whole for the sake of its sizes. */
export async function isSmall(session) {
    const sql = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size";
    const [[size]] = await values(sql, {session});
    return size.value <= SMALL;
}

/** Counts rows of a table, and the bytes of its pages and its indexes'. */
export async function measure(table, session) {
    await measureAll([table], session);
}

/** Measures tables: all rows are counted by one request, and the pages of a schema by another. */
export async function measureAll(tables, session) {
    if (tables.length === 0) {
        return;
    }
    const counting = tables.map((table) => `SELECT count(*) FROM ${quoted(table.schema)}.${quoted(table.name)}`);
    const counts = await values(counting.join(" UNION ALL "), {session});
    tables.forEach((table, i) => {
        table.rows = counts[i][0].value;
    });
    const stored = tables.filter((table) => table.type === "table" || table.type === "shadow");
    for (const schema of new Set(stored.map((table) => table.schema))) {
        await weigh(schema, stored.filter((table) => table.schema === schema), session);
    }
}

/** Sets the bytes of tables of one schema. */
async function weigh(schema, tables, session) {
    const partsOf = (table) => [table.name, ...table.indexes.map((index) => index.name)];
    const names = tables.flatMap(partsOf);
    const sizes = await values(
        `SELECT name, sum(pgsize) FROM dbstat(?) WHERE name IN (${names.map(() => "?").join(", ")}) GROUP BY name`,
        {session, parameters: [schema, ...names]},
    );
    const bytes = new Map(sizes.map(([name, size]) => [name, size.value]));
    for (const table of tables) {
        table.bytes = partsOf(table).reduce((sum, name) => sum + (bytes.get(name) ?? 0), 0);
    }
}
