/**
 * Bugs that `npm run prove:mutants` plants, one at a time, into a copy of the project. Each must be caught by the
 * tests that stand beside it: a test that no bug can fail proves nothing.
 */
export interface Mutant {
  id: string;
  /** The bug, in a few words. */
  what: string;
  file: string;
  /** Stands in the file once. */
  from: string;
  to: string;
  /** Test files, of which one must fail. */
  tests: readonly string[];
}
