/** The tree of tables at the side. */

import {button, fill, h, newId} from "./dom.js";
import {closeDatabase, databases} from "./api.js";
import {isSmall, loadSchema, measure, measureAll} from "./schema.js";
import {texts} from "./texts.js";

/** How many tables are counted without being asked. */
const COUNTED_MAX = 40;

const KINDS = [
    ["table", texts.tables],
    ["view", texts.views],
    ["virtual", texts.virtual],
    ["shadow", texts.internal],
];

export class Tree {
    /** @param {object} actions `browse(table)`, `show(sql)`, `changed(tables)`, `failed(error)` */
    constructor(session, actions) {
        this.session = session;
        this.actions = actions;
        this.tables = [];
        /** Those that have been dropped on the page. */
        this.databases = [];
        this.open = new Set();
        const filter = h("input", {
            type: "search",
            placeholder: texts.filterTables,
            "aria-label": texts.filterTables,
            oninput: () => this.draw(),
        });
        this.filter = filter;
        this.list = h("div.tree", {});
        this.element = h(
            "nav.side",
            {"aria-label": texts.tables},
            h(
                "div.side-head",
                {},
                filter,
                button("↻", () => this.load(), {title: texts.refresh, "aria-label": texts.refresh}),
            ),
            this.list,
        );
    }

    /**
     * Reads the schema again.
     * @param {Promise} content the schema and the names of dropped databases, if they are asked for
     */
    async load(content = Promise.all([loadSchema(this.session), databases()])) {
        try {
            const before = new Map(this.tables.map((table) => [`${table.schema}.${table.name}`, table]));
            [this.tables, this.databases] = await content;
            for (const table of this.tables) {
                table.isDropped = this.databases.includes(table.schema);
                const old = before.get(`${table.schema}.${table.name}`);
                table.rows = old?.rows ?? null;
                table.bytes = old?.bytes ?? null;
            }
            this.draw();
            this.actions.changed(this.tables);
            if (await isSmall(this.session)) {
                const counted = this.tables.filter((table) => table.type === "table");
                await measureAll(counted.slice(0, COUNTED_MAX), this.session);
                this.draw();
            }
        } catch (error) {
            this.actions.failed(error);
        }
    }

    draw() {
        const wanted = this.filter.value.toLowerCase();
        const fits = (table) =>
            [table.name, ...table.columns.map((column) => column.name)].some((name) =>
                name.toLowerCase().includes(wanted));
        const groupsOf = (tables) => KINDS.map(([kind, title]) => {
            const own = tables.filter((table) => table.type === kind && fits(table));
            return own.length === 0 ? null : this.group(kind, title, own);
        });
        const groups = groupsOf(this.tables.filter((table) => !table.isDropped));
        const dropped = this.databases.map((name) =>
            this.database(name, groupsOf(this.tables.filter((table) => table.schema === name))));
        const isEmpty = dropped.length === 0 && groups.every((group) => group === null);
        fill(this.list, ...groups, isEmpty ? h("p.quiet", {}, texts.noTables) : null, ...dropped);
    }

    /** A database that has been dropped, with its tables. */
    database(name, groups) {
        const close = button("×", async () => {
            try {
                await closeDatabase(name);
                await this.load();
            } catch (error) {
                this.actions.failed(error);
            }
        }, {title: texts.closeDatabase(name), "aria-label": texts.closeDatabase(name)});
        const heading = h("h2", {id: newId("database")}, name);
        return h(
            "section.database",
            {"aria-labelledby": heading.id},
            h("div.side-head", {}, heading, close),
            ...groups,
        );
    }

    group(kind, title, tables) {
        const heading = h("h2", {id: newId("kind")}, title);
        const items = tables.map((table) => this.item(table));
        const list = h("ul", {"aria-labelledby": heading.id}, ...items);
        if (kind !== "shadow") {
            return h("section", {}, heading, list);
        }
        return h("details", {}, h("summary", {}, heading), list);
    }

    item(table) {
        const id = `${table.schema}.${table.name}`;
        const label = table.schema === "main" || table.isDropped ? table.name : id;
        const details = h(
            "details",
            {
                open: this.open.has(id),
                ontoggle: () => {
                    if (details.open) {
                        this.open.add(id);
                        this.showInside(table, details);
                    } else {
                        this.open.delete(id);
                    }
                },
            },
            h(
                "summary",
                {ondblclick: () => this.actions.browse(table)},
                h("span.name", {}, label),
                h("span.quiet", {}, table.rows === null ? "" : table.rows.toLocaleString("en")),
            ),
        );
        return h("li", {}, details);
    }

    showInside(table, details) {
        const [summary] = details.children;
        const size = table.bytes === null ? null : h("p.quiet", {}, texts.bytes(table.bytes));
        const columns = table.columns
            .filter((column) => !column.isHidden)
            .map((column) =>
                h(
                    "li",
                    {},
                    h(column.key > 0 ? "span.name.key" : "span.name", {}, column.name),
                    h("span.quiet", {}, `${column.type}${column.isRequired ? " not null" : ""}`),
                ),
            );
        fill(
            details,
            summary,
            h(
                "div.buttons",
                {},
                button(texts.browse, () => this.actions.browse(table)),
                table.sql === null ? null : button(texts.definition, () => this.actions.show(table.sql)),
                table.rows === null ? button(texts.countRows, () => this.count(table)) : "",
            ),
            size,
            h("ul.columns", {}, ...columns),
            this.definitions(texts.indexes, table.indexes),
            this.definitions(texts.triggers, table.triggers),
        );
    }

    async count(table) {
        try {
            await measure(table, this.session);
            this.draw();
        } catch (error) {
            this.actions.failed(error);
        }
    }

    definitions(title, all) {
        if (all.length === 0) {
            return null;
        }
        const items = all.map(({name, sql}) =>
            h("li", {}, sql === null ? name : button(name, () => this.actions.show(sql), {class: "link"})));
        return h("div", {}, h("h3", {}, title), h("ul", {}, ...items));
    }
}
