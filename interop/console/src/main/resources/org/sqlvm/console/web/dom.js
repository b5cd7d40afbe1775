/** Elements. All text of the database comes in by textContent, and nothing as markup. */

/**
 * Makes an element.
 * @param {string} tag its name, with classes behind dots
 * @param {Object<string, any>} settings listeners (`onclick`), properties and attributes
 * @param {...(Node|string|null)} children null for none
 */
export function h(tag, settings = {}, ...children) {
    const [name, ...classes] = tag.split(".");
    const element = document.createElement(name);
    if (classes.length > 0) {
        element.className = classes.join(" ");
    }
    for (const [key, value] of Object.entries(settings)) {
        if (key.startsWith("on")) {
            element.addEventListener(key.slice(2), value);
        } else if (key in element && typeof value !== "string") {
            element[key] = value;
        } else if (value !== null && value !== false) {
            element.setAttribute(key, value === true ? "" : value);
        }
    }
    element.append(...children.filter((child) => child !== null));
    return element;
}

/** A button with a text, or with a sign whose meaning is said to those who do not see it. */
export function button(text, onclick, settings = {}) {
    return h("button", {type: "button", onclick, ...settings}, text);
}

/** Replaces what is in an element. */
export function fill(element, ...children) {
    element.replaceChildren(...children.filter((child) => child !== null));
    return element;
}

let count = 0;

/** A name that no other element has. */
export function newId(prefix) {
    count += 1;
    return `${prefix}-${count}`;
}

/** Shows a dialog of the browser's own until it is closed; gives what its closing has said. */
export function dialog(title, content, buttons) {
    return new Promise((resolve) => {
        const heading = h("h2", {id: newId("title")}, title);
        const box = h(
            "dialog",
            {"aria-labelledby": heading.id},
            heading,
            content,
            h(
                "div.buttons",
                {},
                ...buttons.map(([text, answer]) => button(text, () => box.close(answer))),
            ),
        );
        box.addEventListener("close", () => {
            box.remove();
            resolve(box.returnValue);
        });
        document.body.append(box);
        box.showModal();
    });
}

/** Gives a file to the user. */
export function save(name, blob) {
    const url = URL.createObjectURL(blob);
    const link = h("a", {href: url, download: name});
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
