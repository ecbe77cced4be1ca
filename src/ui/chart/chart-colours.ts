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
const lineTokens = ["--chart-line-1", "--chart-line-2", "--chart-line-3"] as const;

/** Reads the tokens as they are at `host` now. A probe's computed colour is needed: `light-dark()` stands unresolved in the property. */
export function readColours(host: HTMLElement): ChartColours {
  const probe = document.createElement("span");
  probe.hidden = true;
  host.append(probe);
  const colour = (token: string) => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const colours = Object.fromEntries(
    Object.entries(tokens).map(([name, token]) => [name, colour(token)]),
  ) as Record<keyof typeof tokens, string>;
  const lines = lineTokens.map(colour);
  const font = getComputedStyle(host).fontFamily;
  probe.remove();
  return { ...colours, lines, font };
}

/** Calls when the theme or the pair of up and down may have changed; answers the way to stop. */
export function watchColours(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ["data-theme", "data-updown", "class", "lang"],
  });
  const dark = matchMedia("(prefers-color-scheme: dark)");
  dark.addEventListener("change", listener);
  return () => {
    observer.disconnect();
    dark.removeEventListener("change", listener);
  };
}
