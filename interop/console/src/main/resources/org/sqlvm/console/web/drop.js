/** Files that are dropped on the page become tables, or databases beside the file. */

import {importFile} from "./api.js";
import {h} from "./dom.js";
import {texts} from "./texts.js";

/** The most bytes of a file that the server takes. */
const SIZE_MAX = 1024 ** 3;

/**
 * Lets files be dropped anywhere.
 * @param {(text: string) => void} say tells the user
 * @param {(name: string, text: string) => void} open is given a notebook
 * @param {() => void} changed is called when there are new tables or databases
 */
export function takeDrops(say, open, changed) {
    const sign = h("div.drop", {hidden: true}, texts.drop);
    document.body.append(sign);
    addEventListener("dragover", (event) => {
        if (event.dataTransfer.types.includes("Files")) {
            event.preventDefault();
            sign.hidden = false;
        }
    });
    addEventListener("dragleave", (event) => {
        sign.hidden = event.relatedTarget !== null ? sign.hidden : true;
    });
    addEventListener("drop", async (event) => {
        sign.hidden = true;
        const files = Array.from(event.dataTransfer.files);
        if (files.length === 0) {
            return;
        }
        event.preventDefault();
        for (const file of files) {
            if (/\.(md|markdown)$/i.test(file.name)) {
                open(file.name, await file.text());
            } else {
                await take(file, say);
            }
        }
        changed();
    });
}

async function take(file, say) {
    if (file.size > SIZE_MAX) {
        say(texts.tooLong(file.name, SIZE_MAX), true);
        return;
    }
    say(texts.importing(file.name));
    try {
        const {table, rows, database} = await importFile(file);
        say(database === undefined ? texts.imported(table, rows) : texts.opened(database));
    } catch (error) {
        say(`${file.name}: ${error.message}`, true);
    }
}
