import type { Trials } from "../../tests/harness/trials.ts";

/** What vitest's JSON reporter writes, as far as it is read here. */
export interface TestReport {
  testResults: readonly {
    name: string;
    status: string;
    assertionResults: readonly { status: string; fullName: string }[];
  }[];
}

export interface Outcome {
  trials: number;
  failures: number;
  /** Tests that could not run here, for example without PostgreSQL. They never count as passed. */
  notRun: number;
  /** Full names of the tests that failed. */
  failed: readonly string[];
}

/**
 * Adds up a row. A file that reports its own trials counts by them, every other by its tests. A file that could not
 * be loaded is a failure.
 * @param root the folder that the reported names of files begin with
 */
export function outcomeOf(report: TestReport, reported: readonly Trials[], root: string): Outcome {
  const ownTrials = Map.groupBy(reported, ({ file }) => file);
  const failed: string[] = [];
  let [trials, failures, notRun] = [0, 0, 0];
  for (const { name, status, assertionResults } of report.testResults) {
    const file = name.startsWith(`${root}/`) ? name.slice(root.length + 1) : name;
    const run = assertionResults.filter((result) => !isSkipped(result.status));
    const wrong = run.filter((result) => result.status !== "passed");
    const own = ownTrials.get(file) ?? [];
    const sum = (of: "trials" | "failures") => own.reduce((total, one) => total + one[of], 0);
    trials += own.length > 0 ? Math.max(sum("trials"), run.length) : run.length;
    failures += Math.max(sum("failures"), wrong.length);
    notRun += assertionResults.length - run.length;
    failed.push(...wrong.map(({ fullName }) => `${file}: ${fullName}`));
    if (status !== "passed" && wrong.length === 0) {
      failures += 1;
      failed.push(`${file}: could not run`);
    }
  }
  return { trials, failures, notRun, failed };
}

const isSkipped = (status: string) => ["pending", "skipped", "todo", "disabled"].includes(status);

/** The rate, percent, below which failures lie with 95 % certainty where N trials had none: 3/N. */
export function boundOf({ trials, failures }: Pick<Outcome, "trials" | "failures">): string {
  if (failures > 0 || trials === 0) return "–";
  const percent = 300 / trials;
  return percent >= 100 ? "–" : `< ${percent.toPrecision(2)} %`;
}
