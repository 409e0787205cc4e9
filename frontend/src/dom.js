// Creation of elements. Text is always set as text content, never as markup.

const SVG = "http://www.w3.org/2000/svg";
let ids = 0;

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...present(children));
  return element;
}

// Children at any depth of nesting, without those that are absent.
const present = (children) => children.flat(Infinity)
  .filter((child) => child !== null && child !== undefined && child !== false);

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
  tip.replaceChildren(...present(children));
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

// A chart that is drawn at the width of its place, so that its text keeps its size.
export function sized(draw, first = 480) {
  const place = h("div", { class: "chart-place" }, draw(first));
  let drawn = first;
  new ResizeObserver(([entry]) => requestAnimationFrame(() => {
    const width = Math.round(entry.contentRect.width);
    if (!width || width === drawn) return;
    drawn = width;
    place.replaceChildren(draw(width));
  })).observe(place);
  return place;
}

const measure = document.createElement("canvas").getContext("2d");

// The text, shortened to a number of pixels.
export function clipToWidth(text, pixels, font) {
  measure.font = `${font} ${getComputedStyle(document.body).fontFamily}`;
  if (measure.measureText(text).width <= pixels) return text;
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (measure.measureText(`${text.slice(0, middle)}…`).width <= pixels) low = middle;
    else high = middle - 1;
  }
  return `${text.slice(0, low)}…`;
}

// Text that can wrap between the words of CamelCase names, and after separators.
export const breakable = (text) =>
  text.split(/(?<=[a-z])(?=[A-Z])|(?<=[_/.-])/).flatMap((part, i) => (i ? [h("wbr"), part] : [part]));
