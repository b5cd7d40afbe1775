/** What the console's editor uses of CodeMirror. */
export {Compartment, EditorState, Prec} from "@codemirror/state";
export {EditorView, keymap} from "@codemirror/view";
export {basicSetup} from "codemirror";
export {SQLite, sql} from "@codemirror/lang-sql";
export {setDiagnostics} from "@codemirror/lint";
export {HighlightStyle, syntaxHighlighting} from "@codemirror/language";
export {tags} from "@lezer/highlight";
