import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    environment: "node",
    include: ["tests/*.test.ts", "tests/{protocol,app,sw,venue,journeys,browser}/**/*.test.{ts,tsx}"],
    globalSetup: ["tests/harness/postgres.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
});
