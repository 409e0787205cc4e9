// Creation of elements. Text is always set as text content, never as markup.

const SVG = "http://www.w3.org/2000/svg";
let ids = 0;

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat(9))
    if (child !== null && child !== undefined && child !== false) element.append(child);
  return element;
}

export const h = (tag, attributes = {}, ...children) =>
  fill(document.createElement(tag), attributes, children);

export const s = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);

export const newId = (prefix) => `${prefix}-${(ids += 1)}`;

// A labeled select; options are texts, their positions are passed to onChange.
export function select(label, options, onChange, selected = 0) {
  const id = newId("select");
  const element = h(
    "select",
    { id, onchange: () => onChange(Number(element.value)) },
    options.map((text, i) => h("option", { value: i, selected: i === selected }, text)),
  );
  return h("label", { class: "control", for: id }, h("span", {}, label), element);
}

const tip = h("div", { class: "tip", role: "tooltip", id: "tip", hidden: true });

export function showTip(event, ...children) {
  if (!tip.isConnected) document.body.append(tip);
  tip.replaceChildren(...children.flat().filter(Boolean));
  tip.hidden = false;
  const box = event.target.getBoundingClientRect?.();
  const x = event.clientX || (box ? box.right : 0);
  const y = event.clientY || (box ? box.top : 0);
  const { offsetWidth: w, offsetHeight: height } = tip;
  tip.style.left = `${Math.max(8, Math.min(x + 14, innerWidth - w - 8))}px`;
  tip.style.top = `${Math.max(8, y + 18 + height > innerHeight ? y - height - 12 : y + 18)}px`;
}

export const hideTip = () => { tip.hidden = true; };

// Attributes that show a tip while the pointer is over an element.
export const withTip = (make) => ({
  onpointermove: (event) => showTip(event, make()),
  onpointerleave: hideTip,
});
