/** Holds `docs/conformance.md` to the code: each row to its files and tests, and the table to the specification's lists. */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { user } from "#protocol/api/user.ts";
import { balanceOf } from "../src/features/wallet/assets/wallet-atoms.ts";
import { displayCurrencies, localeOf } from "../src/i18n/locales.ts";
import { calls, constants, errors, routes, userFields } from "./conformance/specification.ts";

const root = resolve(import.meta.dirname, "..");
const text = readFileSync(join(root, "docs/conformance.md"), "utf8");

interface Row {
  id: string;
  requirement: string;
  state: string;
  files: string[];
  tests: { path: string; title: string }[];
  remark: string;
}

const rows: Row[] = text
  .split("\n")
  .filter((line) => /^\| \d+\.\d+ \|/.test(line))
  .map((line) => {
    const [id = "", requirement = "", state = "", files = "", tests = "", remark = ""] = line
      .slice(2, -2)
      .split(/ (?<!\\)\| ?/)
      .map((cell) => cell.trim());
    return {
      id,
      requirement,
      state,
      remark,
      files: cellLines(files).map((file) => file.replaceAll("`", "")),
      tests: cellLines(tests).map((named) => {
        const [path = "", title = ""] = named.split(" › ");
        return { path, title };
      }),
    };
  });

function cellLines(cell: string): string[] {
  return cell === "" ? [] : cell.split("<br>");
}

const written = new Map<string, string>();

/** Whether a file has a test or a group of tests of that title. */
function hasTest(path: string, title: string): boolean {
  const file = join(root, path);
  if (!existsSync(file)) return false;
  const source = written.get(file) ?? readFileSync(file, "utf8").replaceAll(/\(\s+/g, "(");
  written.set(file, source);
  return (
    title !== "" && ['"', "'", "`"].some((quote) => source.includes(`(${quote}${title}${quote},`))
  );
}

const faulty = (isFaulty: (row: Row) => boolean) =>
  rows.filter(isFaulty).map(({ id, requirement }) => `${id} ${requirement}`);
const ofSection = (section: number) => rows.filter(({ id }) => id.startsWith(`${section}.`));
const without = (section: number, names: readonly string[]) =>
  names.filter(
    (name) => !ofSection(section).some(({ requirement }) => requirement.startsWith(`\`${name}\``)),
  );

describe("each row", () => {
  test("has an id of its own, a sentence and a state", () => {
    expect(rows.map(({ id }) => id).filter((id, at, all) => all.indexOf(id) !== at)).toEqual([]);
    expect(
      faulty(
        ({ requirement, state }) => requirement === "" || !/^(holds|beyond|departs)$/.test(state),
      ),
    ).toEqual([]);
  });

  test("stands in its own section, and every section has some", () => {
    const sections = text.split(/^## (?=\d)/m).slice(1);
    expect(sections.map((section) => section.slice(0, 1))).toEqual([
      "1",
      "2",
      "3",
      "4",
      "5",
      "6",
      "7",
      "8",
      "9",
    ]);
    for (const section of sections) {
      const ids = [...section.matchAll(/^\| (\d)\.\d+ \|/gm)].map((match) => match[1]);
      expect(ids.length).toBeGreaterThan(0);
      expect(new Set(ids)).toEqual(new Set([section.slice(0, 1)]));
    }
  });

  test("names files that are there, and one at least", () => {
    expect(faulty(({ files }) => files.length === 0)).toEqual([]);
    expect(faulty(({ files }) => files.some((file) => !existsSync(join(root, file))))).toEqual([]);
  });

  test("names tests that are there, and one at least", () => {
    expect(faulty(({ tests }) => tests.length === 0)).toEqual([]);
    expect(
      faulty(({ tests }) =>
        tests.some(({ path, title }) => !path.startsWith("tests/") || !hasTest(path, title)),
      ),
    ).toEqual([]);
  });

  test("says why where it departs or goes beyond", () => {
    expect(
      faulty(({ state, remark }) => (state === "departs" || state === "beyond") && remark === ""),
    ).toEqual([]);
  });
});

describe("the specification's lists", () => {
  test("every route of section 2 has a row", () => expect(without(2, routes)).toEqual([]));
  test("every call of section 7 has a row", () => expect(without(7, calls)).toEqual([]));
  test("every error code of section 8 has a row, with its message", () => {
    expect(
      errors.filter(
        ([code, message]) =>
          !ofSection(8).some(({ requirement }) => requirement.startsWith(`\`${code}\` ${message}`)),
      ),
    ).toEqual([]);
  });
  test("every number and name of section 9 has a row", () => {
    expect(
      constants.filter(
        (constant) =>
          !ofSection(9).some(({ requirement }) =>
            requirement.toLowerCase().includes(constant.toLowerCase()),
          ),
      ),
    ).toEqual([]);
  });
  test("every field of the user has a row", () => {
    expect(
      userFields.filter(
        (field) => !ofSection(3).some(({ requirement }) => requirement.split(" ")[0] === field),
      ),
    ).toEqual([]);
  });
});

describe("names and defaults of section 3", () => {
  test("the user has the 26 fields of the specification", () => {
    expect(Object.keys(user.entries).toSorted()).toEqual(userFields.toSorted());
    expect(userFields).toHaveLength(26);
  });

  test("a balance is 0 where its flag is not found", () => {
    expect(balanceOf([], "BTC").balance).toBe(0);
  });

  test("a language's code is written with hyphens, and en-US where there is none that we have", () => {
    expect([localeOf("zh_TW"), localeOf(undefined), localeOf("xx_YY")]).toEqual([
      "zh-TW",
      "en-US",
      "en-US",
    ]);
  });

  test("a country entry lists the currencies USD and USDT", () => {
    expect(displayCurrencies.map(({ currencies }) => currencies)).toEqual([["USD", "USDT"]]);
  });
});
