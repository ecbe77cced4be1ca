/** Holds docs/security.md to the standard that it names: every item of levels 1 and 2, once, with a state and a reason. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { root } from "./harness/root.ts";

/** ASVS 5.0.0, levels 1 and 2: the numbers of the items in each section. Those that are left out are of level 3. */
const sections = `
1.1 1-2, 1.2 1-9, 1.3 1-11, 1.4 1-3, 1.5 1-2
2.1 1-3, 2.2 1-3, 2.3 1-4, 2.4 1-1
3.2 1-2, 3.3 1-4, 3.4 1-6, 3.5 1-5, 3.7 1-2
4.1 1-3, 4.2 1-1, 4.3 1-2, 4.4 1-4
5.1 1-1, 5.2 1-3, 5.3 1-2, 5.4 1-3
6.1 1-3, 6.2 1-12, 6.3 1-4, 6.4 1-4, 6.5 1-5, 6.6 1-3, 6.8 1-4
7.1 1-3, 7.2 1-4, 7.3 1-2, 7.4 1-5, 7.5 1-2, 7.6 1-2
8.1 1-2, 8.2 1-3, 8.3 1-1, 8.4 1-1
9.1 1-3, 9.2 1-4
10.1 1-2, 10.2 1-2, 10.3 1-4, 10.4 1-11, 10.5 1-5, 10.6 1-2, 10.7 1-3
11.1 1-2, 11.2 1-3, 11.3 1-3, 11.4 1-4, 11.5 1-1, 11.6 1-1
12.1 1-3, 12.2 1-2, 12.3 1-4
13.1 1-1, 13.2 1-5, 13.3 1-2, 13.4 1-5
14.1 1-2, 14.2 1-4, 14.3 1-3
15.1 1-3, 15.2 1-3, 15.3 1-7
16.1 1-1, 16.2 1-5, 16.3 1-4, 16.4 1-3, 16.5 1-3
17.1 1-1, 17.2 1-4, 17.3 1-2
`;

const states = ["holds", "proxy", "none", "partly", "exception"];

/** `2.3`, 1 and 3: `2.3.1`, `2.3.2` and `2.3.3`. */
function items(section: string, first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, at) => `${section}.${first + at}`);
}

test("every item of levels 1 and 2 has one row, with its state and how or why not", () => {
  const rows = readFileSync(`${root}/docs/security.md`, "utf8")
    .split("\n")
    .flatMap((line) => {
      const found = /^\| (\d+\.\d+)\.(\d+)(?:–(\d+))? \| (\S+) \| (.+) \|$/.exec(line);
      if (!found) return [];
      const [, section = "", first = "", last = first, state = "", reason = ""] = found;
      return [{ ids: items(section, Number(first), Number(last)), state, reason }];
    });
  const wanted = sections
    .trim()
    .split(/[,\n]\s*/)
    .flatMap((entry) => {
      const [section = "", range = ""] = entry.split(" ");
      const [first, last] = range.split("-").map(Number);
      return items(section, first ?? 0, last ?? 0);
    });
  expect(wanted).toHaveLength(253);
  expect(rows.flatMap(({ ids }) => ids)).toEqual(wanted);
  expect(rows.filter(({ state }) => !states.includes(state))).toEqual([]);
  expect(rows.filter(({ reason }) => reason.length < 4)).toEqual([]);
});
