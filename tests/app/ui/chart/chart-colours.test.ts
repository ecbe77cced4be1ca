import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const css = readFileSync("src/ui/chart/chart-colours.css", "utf8");
const grounds = /--ground: light-dark\((#\w+), (#\w+)\)/.exec(
  readFileSync("src/styles/tokens.css", "utf8"),
);

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const contrast = (a: string, b: string) => {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
};

// Their names are also written in these colours, small: they need the contrast of text.
test.each(
  [...css.matchAll(/(--chart-line-\d): light-dark\((#\w+), (#\w+)\)/g)].map(
    ([, name, light, dark]) => ({ name, light, dark }),
  ),
)("$name is legible on both grounds", ({ light = "", dark = "" }) => {
  expect(contrast(light, grounds?.[1] ?? "")).toBeGreaterThanOrEqual(4.5);
  expect(contrast(dark, grounds?.[2] ?? "")).toBeGreaterThanOrEqual(4.5);
});
