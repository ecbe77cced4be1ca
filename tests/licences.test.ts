/** What the project is made of may be passed on with it. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { root } from "./harness/root.ts";

interface Locked {
  license?: string;
  dev?: boolean;
}

/** Licences that ask for no more than to be named. */
const free = new Set([
  "MIT",
  "MIT-0",
  "ISC",
  "0BSD",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "Unlicense",
  "(WTFPL OR MIT)",
  "(MIT OR CC0-1.0)",
]);
/** Tools that are not passed on, data whose licence asks for its name, and web-push, which is used as it is. */
const others: Readonly<Record<string, RegExp>> = {
  "MPL-2.0": /^(lightningcss(-[\w-]+)?|web-push|@axe-core\/playwright|axe-core)$/,
  "CC-BY-4.0": /^caniuse-lite$/,
};

test("every package has a licence that is allowed", () => {
  const { packages } = JSON.parse(readFileSync(`${root}/package-lock.json`, "utf8")) as {
    packages: Record<string, Locked>;
  };
  const strange = Object.entries(packages).flatMap(([path, { license = "none" }]) => {
    const name = path.split("node_modules/").at(-1) ?? "";
    return path === "" || free.has(license) || others[license]?.test(name)
      ? []
      : [`${name}: ${license}`];
  });
  expect(strange).toEqual([]);
});
