/** `npm run prove`: its rows, how it adds up, and a run of one row. */
import { execFile } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, inject, test } from "vitest";
import { boundOf, outcomeOf } from "../scripts/prove/outcome.ts";
import { mutants } from "../scripts/prove/mutants.ts";
import { proofRows } from "../scripts/prove/rows.ts";
import { builtApp } from "./harness/browser/built-app.ts";
import { temporaryDirectory } from "./harness/database/databases.ts";
import { root } from "./harness/root.ts";

const run = promisify(execFile);
/** Tests within a test take the server that there is. */
const sameDatabase = () => {
  const url = inject("postgresUrl");
  return url === null ? {} : { TEST_DATABASE_URL: url };
};
const reliability = readFileSync(join(root, "docs/design/reliability.md"), "utf8");

describe("the rows", () => {
  test("have ids of their own and files that are there", () => {
    const ids = proofRows.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(
      proofRows.flatMap(({ files }) => files.filter((file) => !existsSync(join(root, file)))),
    ).toEqual([]);
  });

  test("T-PG leaves out no suite for both databases; ledger and store run whole in npm test", () => {
    const suites = globSync("tests/venue/**/*.test.ts", { cwd: root }).flatMap((file) =>
      [...readFileSync(join(root, file), "utf8").matchAll(/^ *describeDatabases(Whole)?\(/gm)].map(
        ([, whole]) => ({ file, isWhole: whole !== undefined }),
      ),
    );
    expect(suites.length).toBeGreaterThan(80);
    const tried = proofRows.find(({ id }) => id === "T-PG")?.files ?? [];
    expect(suites.filter(({ file }) => !tried.includes(file))).toEqual([]);
    const isLedgerOrStore = (file: string) => /^tests\/venue\/(ledger|store)\//.test(file);
    expect(suites.filter(({ file, isWhole }) => isWhole !== isLedgerOrStore(file))).toEqual([]);
  });

  test("try the whole of whatever npm test tries a sample of", () => {
    const sampled = globSync("tests/{app,protocol,sw,venue,browser}/**/*.test.{ts,tsx}", {
      cwd: root,
    }).filter((file) =>
      /import \{[^}]*\b(?:isProof|someOf|times)\b[^}]*\} from "[./]+harness\/trials\.ts"/.test(
        readFileSync(join(root, file), "utf8"),
      ),
    );
    expect(sampled.length).toBeGreaterThan(6);
    const tried = new Set(proofRows.flatMap(({ files }) => files));
    expect(sampled.filter((file) => !tried.has(file))).toEqual([]);
  });

  test("are those of reliability.md, which names what is not tried", () => {
    const [, plan = "", notTried = ""] =
      /\| Id \| What \|[^]*?\n((?:\|.*\n)+)[^]*?\*\*Not tried by the command\*\*([^\n]*)/.exec(
        reliability,
      ) ?? [];
    const planned = plan
      .split("\n")
      .flatMap((line) => line.split("|")[1]?.match(/T-[A-Z]+/g) ?? []);
    expect(planned.length).toBeGreaterThan(20);
    const missing = [...new Set(notTried.match(/T-[A-Z]+/g) ?? [])];
    const row = (id: string) => proofRows.some((one) => one.id === id);
    const isCovered = (id: string) => row(id) || new RegExp(`${id}\\b`).test(coveredBy);
    expect(planned.filter((id) => !isCovered(id) && !missing.includes(id))).toEqual([]);
    expect(missing.filter(row)).toEqual([]);
  });
});

describe("the planted bugs", () => {
  test("are at least forty, each at a place that is there once, beside tests that are there", () => {
    expect(mutants.length).toBeGreaterThanOrEqual(40);
    expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length);
    const wrong = mutants.filter(
      ({ file, from, to, tests }) =>
        readFileSync(join(root, file), "utf8").split(from).length !== 2 ||
        from === to ||
        tests.some((one) => !existsSync(join(root, one))),
    );
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  test("one is planted, caught by a test that is named, and taken out again", async () => {
    const { stdout } = await run(process.execPath, ["scripts/mutants.ts", "redirected-file"], {
      cwd: root,
      env: { ...process.env, ...sameDatabase() },
    });
    expect(stdout).toMatch(/caught redirected-file: [^]*by .+\n1 of 1 planted bugs are caught\./);
  });
});

/** Ids of the plan that stand in one line with another, whose row tries them. */
const coveredBy = "T-JSON T-INJ T-TAB T-OUT T-URL T-ADDR";

describe("adding up", () => {
  const passed = { status: "passed", fullName: "holds" };
  const file = (name: string, ...assertionResults: { status: string; fullName: string }[]) => ({
    name: `/here/${name}`,
    status: assertionResults.every(({ status }) => status !== "failed") ? "passed" : "failed",
    assertionResults,
  });

  test("a file counts by its own trials, or by its tests", () => {
    const report = { testResults: [file("a.ts", passed, passed), file("b.ts", passed)] };
    const reported = [{ file: "b.ts", trials: 40, failures: 0 }];
    expect(outcomeOf(report, reported, "/here")).toEqual({
      trials: 42,
      failures: 0,
      notRun: 0,
      failed: [],
    });
  });

  test("what failed is named, what was left out is no success, and a file that did not load fails", () => {
    const report = {
      testResults: [
        file("a.ts", passed, { status: "failed", fullName: "does not" }),
        file("b.ts", { status: "skipped", fullName: "needs PostgreSQL" }),
        { name: "/here/c.ts", status: "failed", assertionResults: [] },
      ],
    };
    expect(outcomeOf(report, [], "/here")).toEqual({
      trials: 2,
      failures: 2,
      notRun: 1,
      failed: ["a.ts: does not", "c.ts: could not run"],
    });
  });

  test.each([
    [300, 0, "< 1.0 %"],
    [10_000, 0, "< 0.030 %"],
    [2, 0, "–"],
    [300, 1, "–"],
  ])("%i trials with %i failures say %s", (trials, failures, bound) => {
    expect(boundOf({ trials, failures })).toBe(bound);
  });
});

test("a row is tried, its table printed and written, and an unknown one named", async () => {
  const out = temporaryDirectory();
  const env = { ...process.env, ...sameDatabase(), BUILT_APP: await builtApp() };
  const prove = (...words: string[]) =>
    run(process.execPath, ["scripts/prove.ts", "--out", out, ...words], { cwd: root, env });
  const { stdout } = await prove("--id", "T-HEAD", "--seed", "42");
  expect(stdout).toMatch(/│ T-HEAD +│ +'headers of every kind of answer' │ \d+ +│ 0 /);
  const written = JSON.parse(readFileSync(join(out, "usual.json"), "utf8")) as {
    seed: string;
    rows: { id: string; trials: number; failures: number }[];
  };
  expect(written).toMatchObject({ seed: "42", rows: [{ id: "T-HEAD", failures: 0 }] });
  expect(written.rows[0]?.trials).toBeGreaterThan(10);
  await expect(prove("--id", "T-NONE")).rejects.toMatchObject({
    stderr: expect.stringContaining("There is no T-NONE. Rows: T-SIM,"),
  });
});
