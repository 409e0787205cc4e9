// Parts of all sections: figures, and the reason where a section has no content.

import { h, newId } from "../dom.js";

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
