/**
 * Begins the page: what it shows is asked for while its larger modules are still being read.
 */

import {databases, facts, loadState, login, newSession} from "./api.js";
import {fill, h} from "./dom.js";
import {loadSchema} from "./schema.js";
import {texts} from "./texts.js";

/** Whether the server knows this page. */
async function begin(app, module) {
    if (!(await login())) {
        return false;
    }
    const session = newSession();
    const content = Promise.all([loadSchema(session), databases()]);
    // The tree says what is wrong, as soon as there is one.
    content.catch(() => {});
    const [known, saved] = await Promise.all([facts(), loadState()]);
    if (known === null) {
        return false;
    }
    const {Page} = await module;
    new Page(known, saved, session).begin(app, content);
    return true;
}

const app = document.getElementById("app");
if (!(await begin(app, import("./page.js")))) {
    fill(app, h("main.refused", {}, h("h1", {}, texts.noKey), h("p", {}, texts.noKeyHelp)));
    app.removeAttribute("aria-busy");
}
