import { appendFileSync } from "node:fs";
import { relative } from "node:path";
import { expect } from "vitest";
import { root } from "./root.ts";

/** One line of the file that `PROVE_TRIALS` names. */
export interface Trials {
  /** From the root of the repository. */
  file: string;
  trials: number;
  failures: number;
}

/** Whether `npm run prove` runs the test: `npm test` tries a sample of what it tries. */
export const isProof = process.env["PROVE_SEED"] !== undefined;

/** How often something is tried: a few times in `npm test`, more often in `npm run prove`. */
export const times = (few: number, more: number) => (isProof ? more : few);

/** Those of a list that are tried: each so many in `npm test`, the first among them, all in `npm run prove`. */
export const someOf = <T>(all: readonly T[], each: number): readonly T[] =>
  isProof ? all : all.filter((_one, at) => at % each === 0);

/**
 * Says how often the running test has tried its claim, where that is more than once. `npm run prove` adds it up; a
 * test that says nothing counts as one trial.
 */
export function reportTrials(what: string, trials: number, failures = 0): void {
  console.log(`${what}: ${trials} trials, ${failures} failures`);
  const log = process.env["PROVE_TRIALS"];
  const { testPath } = expect.getState();
  if (log === undefined || testPath === undefined) return;
  const line: Trials = { file: relative(root, testPath), trials, failures };
  appendFileSync(log, `${JSON.stringify(line)}\n`);
}
