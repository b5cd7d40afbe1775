/** The page: the tree at the side, and tabs of statements. */

import {endSession, saveState} from "./api.js";
import {button, dialog, fill, h} from "./dom.js";
import {takeDrops} from "./drop.js";
import {Inside} from "./inside.js";
import {NotebookTab} from "./notebook.js";
import {Tab} from "./tab.js";
import {texts} from "./texts.js";
import {Tree} from "./tree.js";

const SAVE_MS = 800;
const SAID_MS = 15_000;
const HISTORY_MAX = 500;
const HISTORY_SHOWN = 100;

export class Page {
    /** @param {string} session that of the tree */
    constructor(known, saved, session) {
        this.known = known;
        this.history = saved?.history ?? [];
        this.session = session;
        this.tables = [];
        this.message = h("p.message", {role: "alert"});
        this.tree = new Tree(this.session, {
            browse: (table) => this.openTable(table),
            show: (sql) => this.openText(sql),
            changed: (tables) => {
                this.tables = tables;
                this.tabs.forEach((tab) => tab.editor.complete(tables));
            },
            failed: (error) => this.say(error.message, true),
        });
        this.actions = {
            changed: () => this.save(),
            remember: (entry) => this.remember(entry),
            schemaChanged: () => this.tree.load(),
            isReadOnly: () => known.readOnly,
            hasLanguages: () => known.languages,
        };
        const texted = saved?.tabs?.length > 0 ? saved.tabs : [{name: texts.tab(1), text: ""}];
        this.tabs = texted.map((one) => this.newTab(one));
        this.tabList = h("div.tabs", {role: "tablist", "aria-label": texts.statements});
        this.closeButton = button("×", () => this.closeTab(this.selected));
        this.main = h("main", {});
        this.inside = new Inside(this.session, () => this.selected);
        const isDark = saved?.theme;
        if (isDark) {
            document.documentElement.style.colorScheme = isDark;
        }
    }

    /** @param {Promise} content the first one of the tree, see {@link Tree#load} */
    begin(app, content) {
        const name = this.known.file.split(/[/\\]/).at(-1);
        document.title = `${name} – sqlvm`;
        const side = button("☰", () => document.body.classList.toggle("without-side"), {
            title: texts.showTree,
            "aria-label": texts.showTree,
        });
        fill(
            app,
            h(
                "header",
                {},
                side,
                h("h1", {title: this.known.file}, name),
                this.known.readOnly ? h("span.quiet", {}, texts.readOnly) : null,
                this.message,
                button(texts.inside, () => this.showInside()),
                button(texts.history, () => this.showHistory()),
                button("◐", () => this.turnTheme(), {title: texts.theme, "aria-label": texts.theme}),
            ),
            this.tree.element,
            h("div.work", {}, h(
                "div.bar.top",
                {},
                this.tabList,
                this.closeButton,
                button("+", () => this.openText(""), {title: texts.newTab, "aria-label": texts.newTab}),
                button("+ M↓", () => this.openNotebook(this.nextName(), texts.notebookText), {
                    title: texts.notebook,
                    "aria-label": texts.notebook,
                }),
            ), this.main),
        );
        app.removeAttribute("aria-busy");
        takeDrops((text, isError) => this.say(text, isError), (name, text) => this.openNotebook(name, text), () => this.tree.load());
        this.select(this.tabs[0]);
        this.tree.load(content);
        addEventListener("pagehide", () => {
            endSession(this.session);
            this.tabs.forEach((tab) => (tab.kind === "notebook" ? tab.close() : endSession(tab.session)));
        });
    }

    select(tab) {
        this.selected = tab;
        fill(
            this.tabList,
            ...this.tabs.map((one) => button(one.name, () => this.select(one), {
                role: "tab",
                "aria-selected": String(one === tab),
                ondblclick: () => this.rename(one),
            })),
        );
        this.closeButton.title = texts.closeTab(tab.name);
        this.closeButton.setAttribute("aria-label", texts.closeTab(tab.name));
        fill(this.main, tab.element);
        tab.editor.focus();
    }

    /** Shows the inside in place of the tab's texts; the next choice of a tab ends it. */
    async showInside() {
        fill(this.main, this.inside.element);
        try {
            await this.inside.show();
        } catch (error) {
            this.say(error.message, true);
        }
    }

    /** Shows a message. An error stays; what is no error goes after a while. */
    say(text, isError = false) {
        clearTimeout(this.saying);
        this.message.textContent = text;
        this.message.classList.toggle("error", isError);
        if (!isError) {
            this.saying = setTimeout(() => {
                this.message.textContent = "";
            }, SAID_MS);
        }
    }

    rename(tab) {
        const input = h("input", {"aria-label": tab.name});
        input.value = tab.name;
        dialog(tab.name, input, [["OK", "ok"], [texts.close, ""]]).then((answer) => {
            if (answer === "ok" && input.value !== "") {
                tab.name = input.value;
                this.select(tab);
                this.save();
            }
        });
    }

    newTab(saved) {
        return saved.kind === "notebook" ? new NotebookTab(saved, this.actions) : new Tab(saved, this.actions);
    }

    openNotebook(name, text) {
        return this.add(name, text, "notebook");
    }

    add(name, text, kind) {
        const tab = this.newTab({name, text, kind});
        tab.editor.complete(this.tables);
        this.tabs.push(tab);
        this.select(tab);
        this.save();
        return tab;
    }

    nextName() {
        let number = this.tabs.length + 1;
        while (this.tabs.some((tab) => tab.name === texts.tab(number))) {
            number += 1;
        }
        return texts.tab(number);
    }

    openText(text) {
        return this.add(this.nextName(), text);
    }

    openTable(table) {
        const known = this.tabs.find((tab) => tab.name === table.name && tab.kind !== "notebook");
        const tab = known ?? this.add(table.name, "");
        this.select(tab);
        tab.browse(table);
    }

    closeTab(tab) {
        tab.close();
        const at = this.tabs.indexOf(tab);
        this.tabs.splice(at, 1);
        if (this.tabs.length === 0) {
            this.openText("");
        } else {
            this.select(this.tabs[Math.min(at, this.tabs.length - 1)]);
        }
        this.save();
    }

    remember(entry) {
        this.history.unshift(entry);
        this.history.length = Math.min(this.history.length, HISTORY_MAX);
        this.save();
    }

    async showHistory() {
        const items = this.history.slice(0, HISTORY_SHOWN).map((entry) => {
            const about = entry.error ?? `${entry.rows === null ? "" : texts.rows(entry.rows)}, ${entry.ms} ms`;
            return h(
                "li",
                {},
                button(entry.sql, () => {
                    document.querySelector("dialog").close("");
                    this.openText(entry.sql);
                }, {class: "link"}),
                h("span.quiet", {}, `${new Date(entry.when).toLocaleString()} · ${about}`),
            );
        });
        const content = items.length === 0 ? h("p", {}, texts.noHistory) : h("ol.history", {}, ...items);
        await dialog(texts.history, content, [[texts.close, ""]]);
    }

    turnTheme() {
        const isDark = getComputedStyle(document.body).colorScheme === "dark"
            || (document.documentElement.style.colorScheme === "" && matchMedia("(prefers-color-scheme: dark)").matches);
        document.documentElement.style.colorScheme = isDark ? "light" : "dark";
        this.save();
    }

    /** Keeps texts and history for the next visit, a moment after the last change. */
    save() {
        clearTimeout(this.saving);
        this.saving = setTimeout(() => {
            saveState({
                tabs: this.tabs.map((tab) => tab.saved),
                history: this.history,
                theme: document.documentElement.style.colorScheme || null,
            }).catch(() => this.say(texts.lost, true));
        }, SAVE_MS);
    }
}
