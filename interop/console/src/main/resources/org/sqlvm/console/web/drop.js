/** Files that are dropped on the page become tables. */

import {importFile} from "./api.js";
import {h} from "./dom.js";
import {texts} from "./texts.js";

const DATABASE = /\.(db|sqlite3?|db3|gpkg)$/i;

/**
 * Lets files be dropped anywhere.
 * @param {(text: string) => void} say tells the user
 * @param {() => void} changed is called when there are new tables
 */
export function takeDrops(say, changed) {
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
            await take(file, say);
        }
        changed();
    });
}

async function take(file, say) {
    if (DATABASE.test(file.name)) {
        say(texts.isDatabase(file.name));
        return;
    }
    say(texts.importing(file.name));
    try {
        const {table, rows} = await importFile(file);
        say(texts.imported(table, rows));
    } catch (error) {
        say(`${file.name}: ${error.message}`);
    }
}
