/** A value in full: JSON folded, a BLOB as a picture or in hexadecimal digits. */

import {dialog, h} from "./dom.js";
import {BlobValue, display} from "./rows.js";
import {texts} from "./texts.js";

/** The first bytes of pictures that browsers show (en.wikipedia.org/wiki/List_of_file_signatures). */
const PICTURES = [
    ["image/png", [0x89, 0x50, 0x4e, 0x47]],
    ["image/jpeg", [0xff, 0xd8, 0xff]],
    ["image/gif", [0x47, 0x49, 0x46, 0x38]],
    ["image/webp", [0x52, 0x49, 0x46, 0x46]],
];
const HEX_WIDTH = 32;
const HEX_MAX = 64 * 1024;
const FOLDED_DEPTH = 2;

/** Shows a value until the user closes it. */
export async function showValue(column, value) {
    await dialog(column, content(value), [[texts.close, ""]]);
}

function content(value) {
    if (value instanceof BlobValue) {
        return blob(value);
    }
    const text = display(value);
    if (typeof value === "string" && /^\s*[[{]/.test(value)) {
        try {
            return h("div.value", {tabindex: "0"}, json(JSON.parse(value), 0), h("pre", {}, text));
        } catch {
            // It only begins like JSON.
        }
    }
    return h("pre.value", {tabindex: "0"}, text);
}

/** A part of JSON, whose objects and arrays open and close. */
function json(part, depth) {
    if (part === null || typeof part !== "object") {
        return h(typeof part === "string" ? "span" : "span.number", {}, JSON.stringify(part));
    }
    const entries = Object.entries(part);
    const sign = Array.isArray(part) ? `[${entries.length}]` : `{${entries.length}}`;
    const inside = entries.map(([key, value]) => h("li", {}, h("span.key", {}, `${key}: `), json(value, depth + 1)));
    return h("details", {open: depth < FOLDED_DEPTH}, h("summary", {}, sign), h("ul", {}, ...inside));
}

function blob(value) {
    const {bytes} = value;
    const type = PICTURES.find(([, first]) => first.every((byte, i) => bytes[i] === byte))?.[0];
    const picture = type === undefined ? null : h("img", {alt: "", src: URL.createObjectURL(new Blob([bytes], {type}))});
    picture?.addEventListener("load", () => URL.revokeObjectURL(picture.src));
    return h(
        "div.value",
        {tabindex: "0"},
        h("p.quiet", {}, texts.blob(value.length)),
        picture,
        h("pre", {}, dump(bytes.subarray(0, HEX_MAX))),
    );
}

/** Lines of hexadecimal digits, with the characters beside them. */
function dump(bytes) {
    const lines = [];
    for (let at = 0; at < bytes.length; at += HEX_WIDTH / 2) {
        const part = Array.from(bytes.subarray(at, at + HEX_WIDTH / 2));
        const hex = part.map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
        const characters = part.map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : "."));
        lines.push(`${at.toString(16).padStart(8, "0")}  ${hex.padEnd((HEX_WIDTH / 2) * 3)} ${characters.join("")}`);
    }
    return lines.join("\n");
}
