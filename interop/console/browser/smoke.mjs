// Uses the console's page once in Chromium: smoke.mjs LINK. Ends with 0 if all is as it should be, with
// 77 if Chromium does not start, as where the machine lacks one of its libraries.

import {createRequire} from "node:module";

// The packages are in the folder that NODE_PATH names: nothing is installed in the sources.
const require = createRequire(`${process.env.NODE_PATH}/`);
const {chromium} = require("playwright-core");
const {default: binary} = await import(require.resolve("@sparticuz/chromium"));

const ENDLESS = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c";
const WAIT_MS = 60_000;
const path = process.env.CHROMIUM || (await binary.executablePath());
const args = process.env.CHROMIUM ? ["--no-sandbox"] : binary.args;
const browser = await chromium.launch({executablePath: path, args, headless: true}).catch((error) => {
    console.error(error);
    process.exit(77);
});
const page = await browser.newPage({locale: "en-US", viewport: {width: 1280, height: 800}});
page.setDefaultTimeout(WAIT_MS);
const errors = [];
page.on("pageerror", (error) => errors.push(String(error)));

async function write(sql) {
    await page.getByRole("textbox", {name: "Statements"}).click();
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText(sql);
}

const press = (name) => page.getByRole("button", {name, exact: true}).last().click();
const says = (text) => page.locator(".results .status").filter({hasText: text}).waitFor();

try {
    await page.goto(process.argv[2]);
    await page.locator(".tree li").first().waitFor();
    console.log(`ok opens in Chromium ${browser.version()}`);
    await write("SELECT id, name FROM people ORDER BY id");
    await page.keyboard.press("Control+Enter");
    await says(/^5,000 rows/);
    const cell = page.locator('.grid-body [data-row="0"] [data-column="1"]');
    if ((await cell.innerText()) !== "name 1") {
        throw new Error(`the first row is ${await cell.innerText()}`);
    }
    console.log("ok rows");
    await write("SELECT nosuch FROM people");
    await page.keyboard.press("Control+Enter");
    await says(/^no such column: nosuch/);
    console.log("ok error");
    await write(ENDLESS);
    await press("Profile");
    await page.locator(".plan-tree .step").filter({hasText: /SCAN c.*rows [1-9]/}).last().waitFor();
    console.log("ok plan while it runs");
    await press("Cancel");
    await says(/^Canceled/);
    console.log("ok cancel");
    await write("SELECT name FROM people WHERE id = 7");
    await press("Plan");
    await page.locator(".plan-tree").filter({hasText: "SEARCH people USING INTEGER PRIMARY KEY"}).waitFor();
    await page.locator(".plan-program").filter({hasText: "SeekRowid"}).waitFor();
    console.log("ok plan and program");
    if (errors.length > 0) {
        throw new Error(errors.join("\n"));
    }
} catch (error) {
    console.error(error);
    process.exitCode = 1;
} finally {
    await browser.close();
}
