// Parts of all sections: figures, and the reason where a section has no content.

import { h, newId } from "../dom.js";

export const rowRange = (sample) => `0 to ${sample.n - 1}`;

export const unavailable = (reason) => h("p", { class: "reason" }, reason);

// A chart with its title and one sentence that explains it.
export function figure(title, text, ...content) {
  const id = newId("figure");
  return h(
    "figure",
    { "aria-labelledby": id },
    h("h3", { id }, title),
    text && h("p", { class: "explain" }, text),
    ...content,
  );
}

export const grid = (...children) => h("div", { class: "grid-2" }, ...children);

// A figure whose content depends on a choice; draw(k) returns the content.
export function chooser(label, options, draw) {
  const place = h("div", {});
  const show = (k) => place.replaceChildren(draw(k));
  show(0);
  if (options.length < 2) return place;
  const id = newId("choice");
  const choice = h(
    "select",
    { id, onchange: (event) => show(Number(event.target.value)) },
    options.map((text, k) => h("option", { value: k }, text)),
  );
  return h("div", {}, h("label", { class: "control", for: id }, h("span", {}, label), choice), place);
}

const PLURALS = { category: "categories", class: "classes" };

// States how many parts a chart leaves out; null if none.
export function leftOut(n, noun, verb, shown) {
  if (!(n > 0)) return null;
  const text = n === 1 ? `1 ${noun} is not ${verb}` : `${n} ${PLURALS[noun] ?? `${noun}s`} are not ${verb}`;
  return h("p", { class: "explain" }, `${text}${shown ? `; ${shown}` : ""}.`);
}

// An input of the number of a row of the page; onRow receives the number, or null for none. Other
// numbers are not followed, and the message names the limit.
export function rowControl(label, sample, attributes, onRow) {
  const id = newId("row");
  const message = h("span", { class: "hint", role: "status" });
  const read = () => {
    const row = input.value === "" ? null : Number(input.value);
    const known = row === null || (Number.isInteger(row) && row >= 0 && row < sample.n);
    message.textContent = known ? "" : `The page has rows ${rowRange(sample)}.`;
    if (known) onRow(row);
  };
  const input = h("input", { id, type: "number", min: 0, max: sample.n - 1, ...attributes, oninput: read });
  return { input, element: h("label", { class: "control", for: id }, h("span", {}, label), input, message) };
}
