import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { withoutSummaries } from "../../../scripts/build/endpoint-summaries.ts";

test("the app's endpoint tables have no summary, and all else of them", () => {
  const folder = "protocol/api";
  const names = readdirSync(folder).filter((name) => name.endsWith(".ts"));
  const texts = names.map((name) => readFileSync(`${folder}/${name}`, "utf8"));
  const count = (code: string) => [...code.matchAll(/\bsummary:\s*["`][^"`]/g)].length;
  expect(texts.reduce((sum, text) => sum + count(text), 0)).toBeGreaterThan(100);
  for (const [at, text] of texts.entries()) {
    const rest = withoutSummaries(text, names[at] ?? "");
    expect(count(rest), names[at]).toBe(0);
    expect(rest.match(/\brequest:/g), names[at]).toEqual(text.match(/\brequest:/g));
  }
  expect(
    withoutSummaries("f({ summary: `${a} b`, path: 'c', d: { summary: 'e' } });", "x.ts"),
  ).toBe(`f({ summary: "", path: 'c', d: { summary: "" } });`);
});
