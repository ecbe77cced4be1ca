import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const css = readFileSync(new URL("../../../src/styles/tokens.css", import.meta.url), "utf8");

type Theme = "light" | "dark";
const THEMES: readonly Theme[] = ["light", "dark"];
const UPDOWNS = ["default", "red-up", "cb"] as const;
type UpDown = (typeof UPDOWNS)[number];

const GROUNDS = ["ground", "surface", "surface-raised", "surface-pressed"];
const TEXTS = [
  "text",
  "text-soft",
  "text-quiet",
  "accent",
  "up",
  "down",
  "success",
  "warning",
  "danger",
  "info",
];
const SOFT_PAIRS = ["accent", "up", "down", "success", "warning", "danger", "info"];
const FILLS = ["accent-fill", "up-fill", "down-fill", "danger-fill"];

for (const theme of THEMES) {
  for (const updown of UPDOWNS) {
    test(`text reads at 4.5:1 and parts at 3:1, ${theme}, ${updown}`, () => {
      const tooWeak: string[] = [];
      const need = (front: string, back: string, ratio: number) => {
        const measured = contrast(colour(front, theme, updown), colour(back, theme, updown));
        if (measured < ratio)
          tooWeak.push(`${front} on ${back}: ${measured.toFixed(2)} < ${ratio}`);
      };
      for (const text of TEXTS) for (const ground of GROUNDS) need(text, ground, 4.5);
      for (const tone of SOFT_PAIRS) need(tone, `${tone}-soft`, 4.5);
      for (const tone of SOFT_PAIRS) need("text", `${tone}-soft`, 4.5);
      need("text-soft", "accent-soft", 4.5);
      need("text", "surface-thumb", 4.5);
      for (const fill of FILLS) {
        need("on-fill", fill, 4.5);
        need(fill, "ground", 3);
        need(fill, "surface-raised", 3);
      }
      for (const ground of GROUNDS) need("edge", ground, 3);
      expect(tooWeak).toEqual([]);
    });
  }

  test(`up and down stay apart for every kind of colour sight, ${theme}`, () => {
    for (const sight of Object.values(SIGHTS)) {
      for (const part of ["", "-fill"]) {
        const up = oklab(seen(colour(`up${part}`, theme, "cb"), sight));
        const down = oklab(seen(colour(`down${part}`, theme, "cb"), sight));
        expect(Math.hypot(...up.map((value, index) => value - (down[index] ?? 0)))).toBeGreaterThan(
          0.12,
        );
      }
    }
  });
}

/** Linear RGB matrices of Machado, Oliveira and Fernandes (2009), severity 1. */
const SIGHTS: Record<string, number[][]> = {
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function colour(token: string, theme: Theme, updown: UpDown): number[] {
  const value = declared(token, updown);
  const reference = /^var\(--([\w-]+)\)$/.exec(value);
  if (reference) return colour(reference[1] ?? "", theme, updown);
  const hex = [...value.matchAll(/#([0-9a-f]{6})/g)].map((match) => match[1] ?? "");
  const chosen = hex[theme === "light" ? 0 : hex.length - 1];
  if (chosen === undefined) throw new Error(`--${token} has no colour: ${value}`);
  return [0, 2, 4].map((at) => linear(Number.parseInt(chosen.slice(at, at + 2), 16) / 255));
}

function declared(token: string, updown: UpDown): string {
  const own =
    updown === "default" ? undefined : valueIn(blockOf(`[data-updown="${updown}"]`), token);
  const value = own ?? valueIn(blockOf(":root"), token);
  if (value === undefined) throw new Error(`--${token} is not declared`);
  return value;
}

function blockOf(selector: string): string {
  const start = css.indexOf(`\n${selector} {`);
  if (start < 0) throw new Error(`no block ${selector}`);
  return css.slice(start, css.indexOf("\n}", start));
}

function valueIn(block: string, token: string): string | undefined {
  return new RegExp(`--${token}:\\s*([^;]+);`).exec(block)?.[1]?.trim();
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

function luminance([r = 0, g = 0, b = 0]: number[]): number {
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: number[], b: number[]): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

function seen(rgb: number[], matrix: number[][]): number[] {
  return matrix.map((row) =>
    Math.min(
      1,
      Math.max(
        0,
        row.reduce((sum, factor, index) => sum + factor * (rgb[index] ?? 0), 0),
      ),
    ),
  );
}

/** Björn Ottosson's OKLab, from linear sRGB. */
function oklab([r = 0, g = 0, b = 0]: number[]): number[] {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}
