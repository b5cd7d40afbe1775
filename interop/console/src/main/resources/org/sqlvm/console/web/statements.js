/** Where the statements of a text are, by SQLite's tokens (sqlite.org/lang_comment.html). */

const TOKEN =
    /'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|`(?:[^`]|``)*(?:`|$)|\[[^\]]*(?:\]|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|;|[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*|[^\s]/g;

/** Words of statements that write; one that has them for something else is taken for one. */
const WRITES = ["INSERT", "UPDATE", "DELETE", "REPLACE"];

/**
 * Splits a text into statements. A trigger's body ends with its END.
 * @returns {{from: number, to: number, words: string[]}[]} without blank ones; `words` are the
 *     first words, in capitals
 */
export function split(text) {
    const all = [];
    let from = -1;
    let words = [];
    let last = 0;
    let isTrigger = false;
    let cases = 0;
    for (const match of text.matchAll(TOKEN)) {
        const token = match[0];
        if (token.startsWith("--") || token.startsWith("/*")) {
            continue;
        }
        const word = /^[A-Za-z_]/.test(token) ? token.toUpperCase() : "";
        if (token === ";" && (!isTrigger || cases < 0)) {
            if (from >= 0) {
                all.push({from, to: match.index + 1, words});
            }
            from = -1;
            words = [];
            isTrigger = false;
            cases = 0;
            continue;
        }
        if (from < 0) {
            from = match.index;
        }
        last = match.index + token.length;
        if (word !== "" && words.length < 6) {
            words.push(word);
        }
        if (words[0] === "CREATE" && word === "TRIGGER" && words.length < 5) {
            isTrigger = true;
        } else if (isTrigger && word === "CASE") {
            cases += 1;
        } else if (isTrigger && word === "END") {
            // The one that ends no CASE ends the trigger.
            cases -= 1;
        }
    }
    if (from >= 0) {
        all.push({from, to: last, words});
    }
    return all;
}

/** The statement at a position, or the one before it; null if there is none. */
export function at(text, position) {
    const all = split(text);
    return all.find((one) => position <= one.to) ?? all.at(-1) ?? null;
}

/** Whether a statement only reads, so that it may be run again for another form of its rows. */
export function reads(sql) {
    const word = split(sql)[0]?.words[0];
    if (word === "WITH") {
        return !Array.from(sql.matchAll(TOKEN), ([token]) => token.toUpperCase()).some((token) => WRITES.includes(token));
    }
    return ["SELECT", "VALUES", "EXPLAIN"].includes(word);
}
