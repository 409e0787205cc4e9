// Numbers and values of features as text.

const DAY = 86400000;

export function number(x, digits = 4) {
  if (x === null || x === undefined || Number.isNaN(x)) return "–";
  const size = Math.abs(x);
  if (size < 1e-12) return "0";
  if (size < 1e-4 || size >= 1e12) return x.toExponential(Math.max(0, digits - 2));
  const decimals = Math.max(0, digits - 1 - Math.floor(Math.log10(size)));
  let rounded = Number(x.toFixed(Math.min(decimals, 12)));
  // A score below 1 is never shown as 1.
  if (Math.abs(rounded) === 1 && size < 1) rounded = Math.sign(x) * (1 - 10 ** -Math.min(decimals, 12));
  return rounded.toLocaleString("en-US", {
    maximumFractionDigits: Math.min(decimals, 12),
    useGrouping: size >= 10000,
  });
}

// A share; 0% and 100% are exact.
export function percent(x) {
  if (x > 0 && x < 1e-5) return "< 0.001%";
  const text = number(100 * x, Math.abs(x) < 0.1 ? 2 : 3);
  return text === "100" && x < 1 ? "> 99.9%" : `${text}%`;
}

export const count = (n, noun) => `${n.toLocaleString("en-US")} ${noun}${n === 1 ? "" : "s"}`;

export const clip = (text, n) => (text.length > n ? `${text.slice(0, n - 1)}…` : text);

// A moment in days since 1970 as text.
function moment(days, withTime) {
  const date = new Date(Math.round(days * DAY));
  if (Number.isNaN(date.getTime())) return number(days);
  const text = date.toISOString();
  return withTime ? text.slice(0, 16).replace("T", " ") : text.slice(0, 10);
}

function clock(seconds) {
  const minutes = Math.floor(seconds / 60);
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}

// A value of a feature: a number, or the position of a label; NaN is missing.
export function valueText(feature, x, digits = 4) {
  if (x === null || Number.isNaN(x)) return "missing";
  if (feature.labels) {
    if (feature.kind === "ordered" && !Number.isInteger(x)) return feature.labels[Math.floor(x)];
    return feature.labels[x] ?? "other";
  }
  if (feature.coding === "date") return moment(x, false);
  if (feature.coding === "datetime") return moment(x, true);
  if (feature.coding === "time") return clock(x);
  return number(x, digits);
}

// The colors of Okabe and Ito, then of Paul Tol, as in the plots of the library.
const COLORS = [
  "#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00", "#56B4E9", "#F0E442", "#332288",
  "#88CCEE", "#44AA99", "#117733", "#999933", "#DDCC77", "#CC6677", "#882255", "#AA4499",
  "#777777",
];
export const classColor = (k) => (k === null ? "var(--line-strong)" : COLORS[k % COLORS.length]);

const RAMP = [[68, 1, 84], [59, 82, 139], [33, 145, 140], [94, 201, 98], [245, 205, 50]];

// The color of a number between 0 and 1, from dark blue to yellow.
export function rampColor(t) {
  const at = Math.min(Math.max(Number.isNaN(t) ? 0 : t, 0), 1) * (RAMP.length - 1);
  const i = Math.min(Math.floor(at), RAMP.length - 2);
  const mix = RAMP[i].map((a, k) => Math.round(a + (at - i) * (RAMP[i + 1][k] - a)));
  return `rgb(${mix.join(",")})`;
}
