import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as codes from "#protocol/wire/error-codes.ts";
import { errorMessages, isErrorCode } from "#protocol/wire/error-messages.ts";

test("each code of the catalogue has one name", () => {
  const numbers = Object.values(codes);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers.map(String).toSorted()).toEqual(Object.keys(errorMessages).toSorted());
});

/** The error codes of six digits that stand in a source as numbers; texts may name them, as the API's descriptions do. */
function bareCodes(source: string): string[] {
  const withoutTexts = source.replaceAll(/"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g, '""');
  return [...withoutTexts.matchAll(/\b[123]00\d{3}\b/g)]
    .map(([number]) => number)
    .filter((number) => isErrorCode(Number(number)));
}

/** Where the names are, and a page that can load no file but its own. */
const withNumbers = new Set(["protocol/wire/error-codes.ts", "venue/operator/desk/page/api.ts"]);

test("a code is named, never written as a number", () => {
  const found = ["src", "sw", "venue", "protocol"]
    .flatMap((room) =>
      readdirSync(room, { recursive: true, encoding: "utf8" }).map((file) => join(room, file)),
    )
    .filter((file) => /\.tsx?$/.test(file) && !withNumbers.has(file))
    .flatMap((file) => bareCodes(readFileSync(file, "utf8")).map((code) => `${file}: ${code}`));
  expect(found).toEqual([]);
});

test("a bare code is caught", () => {
  expect(bareCodes('throw new Refusal(300014, { reason: "100005" });')).toEqual(["300014"]);
});
