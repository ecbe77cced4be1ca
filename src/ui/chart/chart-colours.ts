import "./chart-colours.css";

/** Colours of the chart, as the canvas needs them: resolved. */
export interface ChartColours {
  up: string;
  down: string;
  upFill: string;
  downFill: string;
  accent: string;
  accentFill: string;
  onFill: string;
  danger: string;
  dangerFill: string;
  ink: string;
  text: string;
  hairline: string;
  edge: string;
  ground: string;
  /** Of an indicator's lines, in their order. */
  lines: readonly string[];
  font: string;
}

const tokens = {
  up: "--up",
  down: "--down",
  upFill: "--up-fill",
  downFill: "--down-fill",
  accent: "--accent",
  accentFill: "--accent-fill",
  onFill: "--on-fill",
  danger: "--danger",
  dangerFill: "--danger-fill",
  ink: "--text",
  text: "--text-quiet",
  hairline: "--hairline",
  edge: "--edge",
  ground: "--ground",
} as const;
const forcedQuery = "(forced-colors: active)";
const lineTokens = ["--chart-line-1", "--chart-line-2", "--chart-line-3"] as const;

const [plainInk, markInk, plainGround] = ["CanvasText", "LinkText", "Canvas"] as const;

/** Where the system's few colours are forced: only pairs that it keeps legible. */
const forced: Record<keyof typeof tokens, string> = {
  up: markInk,
  down: plainInk,
  upFill: markInk,
  downFill: plainInk,
  accent: markInk,
  accentFill: markInk,
  onFill: plainGround,
  danger: plainInk,
  dangerFill: plainInk,
  ink: plainInk,
  text: plainInk,
  hairline: "GrayText",
  edge: plainInk,
  ground: plainGround,
};
const forcedLines = ["VisitedText", markInk, plainInk] as const;

/** Reads the tokens as they are at `host` now. A probe's computed colour is needed: `light-dark()` stands unresolved in the property. */
export function readColours(host: HTMLElement): ChartColours {
  const isForced = matchMedia(forcedQuery).matches;
  const names = Object.keys(tokens) as (keyof typeof tokens)[];
  const wanted = isForced
    ? [...names.map((name) => forced[name]), ...forcedLines]
    : [...names.map((name) => tokens[name]), ...lineTokens].map((token) => `var(${token})`);
  const probe = document.createElement("span");
  probe.hidden = true;
  probe.dataset["chartColours"] = "";
  // Else each colour that is asked for would be answered with the one of text.
  probe.style.setProperty("forced-color-adjust", "none");
  // One for each colour, so that the browser computes them together.
  for (const value of wanted) probe.append(coloured(value));
  host.append(probe);
  const read = Array.from(probe.children, (one) => getComputedStyle(one).color);
  const font = getComputedStyle(host).fontFamily;
  probe.remove();
  const colours = Object.fromEntries(names.map((name, at) => [name, read[at]]));
  return {
    ...(colours as Record<keyof typeof tokens, string>),
    lines: read.slice(names.length),
    font,
  };
}

function coloured(value: string): HTMLElement {
  const one = document.createElement("span");
  one.style.color = value;
  return one;
}

/** Calls when the theme or the pair of up and down may have changed; answers the function that stops it. */
export function watchColours(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ["data-theme", "data-updown", "class", "lang"],
  });
  const schemes = [matchMedia("(prefers-color-scheme: dark)"), matchMedia(forcedQuery)];
  for (const scheme of schemes) scheme.addEventListener("change", listener);
  return () => {
    observer.disconnect();
    for (const scheme of schemes) scheme.removeEventListener("change", listener);
  };
}
