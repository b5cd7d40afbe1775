/** The editor of a tab's statements. */

import {
    Compartment, EditorState, EditorView, HighlightStyle, Prec, SQLite, basicSetup, keymap, setDiagnostics,
    sql, syntaxHighlighting, tags,
} from "./vendor/codemirror.js";
import {at} from "./statements.js";
import {texts} from "./texts.js";

const nonce = document.querySelector("meta[name=csp-nonce]").content;

const colors = syntaxHighlighting(HighlightStyle.define([
    {tag: tags.keyword, color: "var(--keyword)", fontWeight: "600"},
    {tag: [tags.string, tags.special(tags.string)], color: "var(--string)"},
    {tag: [tags.number, tags.bool, tags.null], color: "var(--number)"},
    {tag: tags.comment, color: "var(--quiet)", fontStyle: "italic"},
]));

const look = EditorView.theme({
    "&": {height: "100%", fontSize: "14px", backgroundColor: "var(--paper)", color: "var(--ink)"},
    ".cm-content": {fontFamily: "var(--mono)", caretColor: "var(--ink)"},
    ".cm-gutters": {backgroundColor: "var(--side)", color: "var(--quiet)", border: "none"},
    ".cm-activeLine, .cm-activeLineGutter": {backgroundColor: "var(--hover)"},
    ".cm-tooltip": {backgroundColor: "var(--side)", color: "var(--ink)", borderColor: "var(--line)"},
    "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": {backgroundColor: "var(--selection) !important"},
    ".cm-cursor": {borderLeftColor: "var(--ink)"},
});

export class Editor {
    /** @param {object} actions `run()`, `runAll()`, `changed()` */
    constructor(text, actions) {
        this.language = new Compartment();
        const keys = Prec.highest(keymap.of([
            {key: "Mod-Enter", run: () => (actions.run(), true)},
            {key: "Mod-Shift-Enter", run: () => (actions.runAll(), true)},
        ]));
        this.view = new EditorView({
            state: EditorState.create({
                doc: text,
                extensions: [
                    keys,
                    basicSetup,
                    this.language.of(sql({dialect: SQLite, upperCaseKeywords: true})),
                    colors,
                    look,
                    EditorView.lineWrapping,
                    EditorView.cspNonce.of(nonce),
                    EditorView.contentAttributes.of({"aria-label": texts.statements}),
                    EditorView.updateListener.of((update) => {
                        if (update.docChanged) {
                            actions.changed();
                        }
                    }),
                ],
            }),
        });
        this.element = this.view.dom;
    }

    get text() {
        return this.view.state.doc.toString();
    }

    set text(value) {
        const {doc} = this.view.state;
        this.view.dispatch({changes: {from: 0, to: doc.length, insert: value}});
    }

    /** Names of tables and columns for completion. */
    complete(tables) {
        const schema = {};
        for (const table of tables.filter((one) => one.type !== "shadow")) {
            schema[table.name] = table.columns.map((column) => column.name);
        }
        const language = sql({dialect: SQLite, upperCaseKeywords: true, schema});
        this.view.dispatch({effects: this.language.reconfigure(language)});
    }

    /** What is selected, or else the statement at the cursor; null if there is none. */
    chosen() {
        const {main} = this.view.state.selection;
        if (!main.empty) {
            return {from: main.from, to: main.to};
        }
        return at(this.text, main.head);
    }

    slice({from, to}) {
        return this.view.state.doc.sliceString(from, to);
    }

    /** Lays out what is selected, or all. A text that cannot be read stays as it is. */
    async format() {
        const {formatDialect, sqlite} = await import("./vendor/formatter.js");
        const {main} = this.view.state.selection;
        const [from, to] = main.empty ? [0, this.view.state.doc.length] : [main.from, main.to];
        const text = formatDialect(this.slice({from, to}), {dialect: sqlite, keywordCase: "upper", tabWidth: 4});
        this.view.dispatch({changes: {from, to, insert: text}});
    }

    /** Marks the token where an error is; -1 for no error. */
    mark(position, message) {
        const {doc} = this.view.state;
        const marks = [];
        if (position >= 0 && position <= doc.length) {
            const rest = doc.sliceString(position, Math.min(doc.length, position + 100));
            const length = Math.max(1, rest.match(/^(?:[\w$]+|"[^"]*"|'[^']*'|\S)/)?.[0].length ?? 1);
            const to = Math.min(doc.length, position + length);
            marks.push({from: Math.min(position, to), to, severity: "error", message});
        }
        this.view.dispatch(setDiagnostics(this.view.state, marks));
    }

    /** Closes the list of completions: a new selection, also the same one, does so. */
    closeCompletion() {
        this.view.dispatch({selection: this.view.state.selection});
    }

    focus() {
        this.view.focus();
    }

    close() {
        this.view.destroy();
    }
}
