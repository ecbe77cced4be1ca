import { defineConfig } from "vitest/config";
import { componentCompilers } from "./scripts/build/compilers.ts";

/** A thread a file costs a sixth less than a process a file. */
const pool = "threads";

/** Files that Node can run are imported as outside of tests, not by way of Vite: the venue's cost a sixteenth less. */
const asNodeRuns = { viteModuleRunner: false, nodeLoader: false };

export default defineConfig({
  plugins: componentCompilers({ mayMiss: true }),
  test: {
    environment: "node",
    setupFiles: [
      "tests/harness/real-globals.ts",
      ...(process.env["PROVE_SEED"] === undefined ? [] : ["tests/harness/fast-check-seed.ts"]),
    ],
    globalSetup: [
      "tests/harness/database/postgres.ts",
      "tests/harness/venue/bundled-venue.ts",
      "tests/harness/venue/started-before.ts",
    ],
    testTimeout: 150_000,
    hookTimeout: 120_000,
    // Two cores carry the browsers, the venues and the database: a state that is polled for may be a while in coming.
    expect: { poll: { timeout: 20_000 } },
    // What a test changes it puts back: modules that are read once for many files cost a fifth less, and half in the app.
    isolate: false,
    // Tests of screens wait most of the time.
    maxWorkers: 4,
    maxConcurrency: 3,
    projects: [
      {
        extends: true,
        test: {
          name: "code",
          include: ["tests/*.test.ts", "tests/app/**/*.test.{ts,tsx}"],
          setupFiles: ["tests/harness/fresh-modules.ts"],
          pool,
        },
      },
      {
        extends: true,
        test: {
          name: "venue",
          experimental: asNodeRuns,
          include: ["tests/{protocol,sw,venue}/**/*.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          experimental: asNodeRuns,
          include: ["tests/browser/**/*.test.ts"],
          pool,
          // Each look asks a browser on the same cores.
          expect: { poll: { timeout: 20_000, interval: 200 } },
        },
      },
    ],
  },
});
